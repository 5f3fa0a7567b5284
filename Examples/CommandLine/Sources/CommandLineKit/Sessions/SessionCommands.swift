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
  /// - Throws: A refusal if there is no date or no time of day.
  func start(in zone: Zone, now: Instant, else date: CivilDate? = nil) throws(CommandError) -> ZonedDateTime {
    let today = zone.local(at: now).date
    guard let time = eventTime(in: zone, today: today, else: date) else {
      throw .refused("missing_date", "there is no date", expected: "a date beside the time")
    }
    guard case .zoned(let start) = time else {
      throw .refused("missing_time", "there is no time of day", expected: "a time beside the date")
    }
    return start
  }
}
