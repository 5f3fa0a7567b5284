import AlmanacScheduling
import ArgumentParser

/// `almanac class hold`
struct HoldClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold", abstract: "Keep places for a while, until they are confirmed or the hold ends.")

  @OptionGroup
  var place: ClassDate

  @Option(help: ArgumentHelp("For whom.", valueName: "address"))
  var member: String

  @Option(help: ArgumentHelp("How many places.", valueName: "number"))
  var places = 1

  @Option(help: ArgumentHelp("Through what it is booked.", valueName: "name"))
  var channel = ""

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(place: place, member: member)
    try request.run(.hold(member, places: places, channel: channel), calendars, common, in: &invocation)
  }
}

/// `almanac class no-show`
struct MissClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "no-show", abstract: "Write down that somebody did not come; the places are free again.")

  @OptionGroup
  var place: ClassDate

  @Option(help: ArgumentHelp("Who. [default: all whom nobody checked in]", valueName: "address"))
  var member: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(place: place, member: member)
    try request.run(member.map { .markMissed($0) } ?? .releaseAbsent, calendars, common, in: &invocation)
  }
}

/// `almanac class settle`
struct SettleClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle", abstract: "End holds that are over, and give free places to those who wait.")

  @OptionGroup
  var place: ClassDate

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(place: place, member: nil)
    try request.run(.settle, calendars, common, in: &invocation)
  }
}
