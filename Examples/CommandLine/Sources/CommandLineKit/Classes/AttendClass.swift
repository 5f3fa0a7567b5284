import AlmanacScheduling
import ArgumentParser

/// `almanac class hold`
struct HoldClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold", abstract: "Reserve places for a limited time, until they are confirmed.")

  @OptionGroup
  var classDate: ClassDate

  @Option(help: ArgumentHelp("The member.", valueName: "address"), transform: Person.identity(in:))
  var member: String

  @Option(help: ArgumentHelp("The number of places.", valueName: "number"))
  var places = 1

  @Option(help: ArgumentHelp("The booking channel.", valueName: "name"))
  var channel = ""

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(classDate: classDate, member: member)
    try request.run(.hold(member, places: places, channel: channel), calendars, common, in: &invocation)
  }
}

/// `almanac class no-show`
struct MissClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "no-show", abstract: "Record that a member did not come; the places are free again.")

  @OptionGroup
  var classDate: ClassDate

  @Option(
    help: ArgumentHelp("The member. [default: all who have not checked in]", valueName: "address"),
    transform: Person.identity(in:))
  var member: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(classDate: classDate, member: member)
    try request.run(member.map { .markMissed($0) } ?? .releaseAbsent, calendars, common, in: &invocation)
  }
}

/// `almanac class settle`
struct SettleClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle", abstract: "Release expired holds, and give free places to the waiting list.")

  @OptionGroup
  var classDate: ClassDate

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let request = ClassRequest(classDate: classDate, member: nil)
    try request.run(.settle, calendars, common, in: &invocation)
  }
}
