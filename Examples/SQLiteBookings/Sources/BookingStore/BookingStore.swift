public import Almanac
internal import Foundation
internal import GRDB

/// The rosters of classes in a SQLite database, a row a date, which any number of processes may share.
///
/// Nothing is locked while a request is decided: a roster is read, the request is decided on it, and what was decided
/// is written only over the very version that was read. Whoever comes second reads again and decides again.
public struct BookingStore: Sendable {
  private let database: DatabaseQueue

  /// Opens the database, and makes its table when it is not there.
  public init(path: String) throws {
    var configuration = Configuration()
    // Writers wait for each other rather than fail.
    configuration.busyMode = .timeout(60)
    configuration.journalMode = .wal
    database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS roster (
            class TEXT NOT NULL, original INTEGER NOT NULL, version INTEGER NOT NULL, content BLOB NOT NULL,
            PRIMARY KEY (class, original))
          """)
    }
  }

  /// Decides a request about a class on a date and keeps what was decided.
  ///
  /// - Parameters:
  ///   - occurrence: The terms of the class; a roster that is there has its own.
  ///   - key: The same for a request that is sent again: it is answered as it was and books nothing more.
  /// - Returns: What came of it, and how often somebody else was faster.
  public func request(
    _ command: RosterCommand, for occurrence: ClassOccurrence, now: Instant, key: String
  ) throws -> (outcome: RosterOutcome, retries: Int) {
    var retries = 0
    while true {
      var roster = try roster(for: occurrence)
      let decision = roster.decide(command, at: now, key: key)
      // A refusal and the answer to a request that is sent again change nothing.
      if decision.events.isEmpty { return (decision.outcome, retries) }
      let version = roster.version
      try roster.apply(decision)
      if try replace(version, by: roster) { return (decision.outcome, retries) }
      retries += 1
    }
  }

  /// The roster of a class on a date, as it is at the moment; an empty one where nobody has booked.
  public func roster(for occurrence: ClassOccurrence) throws -> Roster {
    let content = try database.read { database in
      try Data.fetchOne(
        database, sql: "SELECT content FROM roster WHERE class = ? AND original = ?",
        arguments: [occurrence.uid, occurrence.original.instant.secondsSinceEpoch])
    }
    return try content.map { try JSONDecoder().decode(Roster.self, from: $0) } ?? Roster(of: occurrence)
  }

  /// Writes a roster in place of the version from which it was made: compare and swap.
  ///
  /// - Returns: Whether it was; not when the row has another version by now.
  func replace(_ version: Int, by roster: Roster) throws -> Bool {
    let content = try JSONEncoder().encode(roster)
    let place = (roster.occurrence.uid, roster.occurrence.original.instant.secondsSinceEpoch)
    return try database.write { database in
      if version == 0 {
        try database.execute(
          sql: "INSERT INTO roster VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
          arguments: [place.0, place.1, roster.version, content])
      } else {
        try database.execute(
          sql: "UPDATE roster SET version = ?, content = ? WHERE class = ? AND original = ? AND version = ?",
          arguments: [roster.version, content, place.0, place.1, version])
      }
      return database.changesCount == 1
    }
  }
}
