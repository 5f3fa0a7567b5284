import AlmanacScheduling
import ArgumentParser

/// Whose place in which class, for a request that says no more.
struct MemberPlace: ParsableArguments {
  @OptionGroup
  var place: ClassDate

  @Option(help: ArgumentHelp("Whose place.", valueName: "address"))
  var member: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions
}

/// A command that asks one thing about a member's place.
protocol MemberCommand: AlmanacCommand {
  var options: MemberPlace { get }

  static func request(of member: String) -> RosterCommand
}

extension MemberCommand {
  var common: CommonOptions { options.common }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try ClassRequest(place: options.place, member: options.member)
      .run(Self.request(of: options.member), options.calendars, options.common, in: &invocation)
  }
}

/// `almanac class cancel`
struct CancelClass: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Undo a booking; the place is free again, or goes to who waits.")

  @OptionGroup
  var options: MemberPlace

  static func request(of member: String) -> RosterCommand { .cancel(member) }
}

/// `almanac class confirm`
struct ConfirmClass: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Turn a hold that has not ended into a booking.")

  @OptionGroup
  var options: MemberPlace

  static func request(of member: String) -> RosterCommand { .confirm(member) }
}

/// `almanac class check-in`
struct CheckInClass: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-in", abstract: "Write down that somebody is there.")

  @OptionGroup
  var options: MemberPlace

  static func request(of member: String) -> RosterCommand { .checkIn(member) }
}
