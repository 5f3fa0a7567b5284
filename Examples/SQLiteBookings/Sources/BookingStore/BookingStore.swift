public import Almanac
internal import Foundation
internal import GRDB

/// The rosters of classes in a SQLite database, one row per date, which any number of processes may share.
///
/// Nothing is locked while a request is decided: a roster is read, the request is decided, and the new version is written
/// only if the row still has the version that was read. Otherwise the request is decided again on the new version.
public struct BookingStore: Sendable {
  private let database: DatabaseQueue

  /// Opens the database, and creates its table if it is missing.
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

  /// Decides a request about a class on a date, and stores the result.
  ///
  /// - Parameters:
  ///   - occurrence: The class on that date, with its terms; a stored roster has its own terms.
  ///   - key: The idempotency key: a request that is sent again with the same key gets the same answer and changes nothing.
  /// - Returns: The outcome, and how often the request was decided again after another process had changed the roster.
  public func request(
    _ command: RosterCommand, for occurrence: ClassOccurrence, now: Instant, key: String
  ) throws -> (outcome: RosterOutcome, retries: Int) {
    var retries = 0
    while true {
      var roster = try roster(for: occurrence)
      let decision = roster.decide(command, at: now, key: key)
      // A refusal, and the answer to a request that is sent again, change nothing.
      if decision.events.isEmpty { return (decision.outcome, retries) }
      let version = roster.version
      try roster.apply(decision)
      if try replace(version, by: roster) { return (decision.outcome, retries) }
      retries += 1
    }
  }

  /// The present roster of a class on a date; empty if nobody has booked.
  public func roster(for occurrence: ClassOccurrence) throws -> Roster {
    let content = try database.read { database in
      try Data.fetchOne(
        database, sql: "SELECT content FROM roster WHERE class = ? AND original = ?",
        arguments: [occurrence.uid, occurrence.original.instant.secondsSinceEpoch])
    }
    return try content.map { try JSONDecoder().decode(Roster.self, from: $0) } ?? Roster(of: occurrence)
  }

  /// Replaces a version of a roster by a new one (compare and swap).
  ///
  /// - Returns: `false` if the row has another version by now.
  func replace(_ version: Int, by roster: Roster) throws -> Bool {
    let content = try JSONEncoder().encode(roster)
    let row = (roster.occurrence.uid, roster.occurrence.original.instant.secondsSinceEpoch)
    return try database.write { database in
      if version == 0 {
        try database.execute(
          sql: "INSERT INTO roster VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
          arguments: [row.0, row.1, roster.version, content])
      } else {
        try database.execute(
          sql: "UPDATE roster SET version = ?, content = ? WHERE class = ? AND original = ? AND version = ?",
          arguments: [roster.version, content, row.0, row.1, version])
      }
      return database.changesCount == 1
    }
  }
}
