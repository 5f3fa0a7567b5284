import AlmanacTime
import ArgumentParser

/// `almanac session`
struct SessionCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Manage sessions of coaches with their clients.",
    subcommands: [
      BookSession.self, SessionSlots.self, FindSession.self, ReassignSessions.self, NextSessions.self,
      ListSessions.self, MoveSession.self, JoinSession.self, LeaveSession.self,
      EditSession.self,
      CancelSession.self, StartSession.self, AbandonSession.self, CompleteSession.self, RecordSession.self,
      ClientCommands.self,
    ])
}

extension When {
  /// A start in a zone.
  ///
  /// - Parameters:
  ///   - date: The day if none is stated; where it is `nil`, the nearest day ahead.
  ///   - isRepeating: Whether it is the start of a series.
  /// - Throws: A refusal if there is no time of day.
  func start(
    in zone: Zone, else date: CivilDate? = nil, isRepeating: Bool = false
  ) throws(CommandError) -> ZonedDateTime {
    guard case .zoned(let start) = eventTime(in: zone, else: date, isRepeating: isRepeating) else {
      throw .refused("missing_time", "there is no time of day", expected: "a time beside the date")
    }
    return start
  }
}
