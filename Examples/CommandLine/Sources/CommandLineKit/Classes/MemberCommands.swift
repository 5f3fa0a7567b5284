import AlmanacScheduling
import ArgumentParser

/// The class, the date and the member of a request without further options.
struct MemberOptions: ParsableArguments {
  @OptionGroup
  var classDate: ClassDate

  @Option(help: ArgumentHelp("The member.", valueName: "address"), transform: Person.identity(in:))
  var member: String

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions
}

/// A command for one request about a booking of a member.
protocol MemberCommand: AlmanacCommand {
  var options: MemberOptions { get }

  static func request(of member: String) -> RosterCommand
}

extension MemberCommand {
  var common: CommonOptions { options.common }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try ClassRequest(classDate: options.classDate, member: options.member)
      .run(Self.request(of: options.member), options.calendars, options.common, in: &invocation)
  }
}

/// `almanac class cancel`
struct CancelClass: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel a booking; the place is free again, or goes to the waiting list."
  )

  @OptionGroup
  var options: MemberOptions

  static func request(of member: String) -> RosterCommand { .cancel(member) }
}

/// `almanac class confirm`
struct ConfirmClass: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Turn a hold that has not expired into a booking.")

  @OptionGroup
  var options: MemberOptions

  static func request(of member: String) -> RosterCommand { .confirm(member) }
}

/// `almanac class check-in`
struct CheckInClass: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-in", abstract: "Record that a member has come.")

  @OptionGroup
  var options: MemberOptions

  static func request(of member: String) -> RosterCommand { .checkIn(member) }
}
