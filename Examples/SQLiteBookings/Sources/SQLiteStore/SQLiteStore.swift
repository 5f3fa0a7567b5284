public import Almanac
internal import Foundation
internal import GRDB

/// Books in a SQLite database, a row for each, which any number of processes may share.
///
/// A book that was replaced is on the disk (`PRAGMA synchronous = FULL`): a booking that was confirmed is not lost when the machine
/// loses power, so that its place is not given again.
public struct SQLiteStore<
  Key: Sendable & Hashable & CustomStringConvertible, Book: Sendable & Equatable & Codable
>: BookingStore {
  let database: DatabaseQueue

  /// Opens the database, and creates its table if it is missing.
  public init(path: String) throws {
    var configuration = Configuration()
    // Writers wait for each other rather than fail.
    configuration.busyMode = .timeout(60)
    configuration.journalMode = .wal
    database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { database in
      // With a write-ahead log GRDB sets NORMAL, which waits for the disk at checkpoints alone.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try database.execute(
        sql:
          "CREATE TABLE IF NOT EXISTS book (key TEXT PRIMARY KEY, version INTEGER NOT NULL, content BLOB NOT NULL)"
      )
    }
  }

  public func load(_ keys: [Key]) async throws -> [Key: StoredBook<Book, Int>] {
    try await interruptible(mayHaveWritten: false) {
      try await database.read { database in
        var books: [Key: StoredBook<Book, Int>] = [:]
        for key in keys {
          guard
            let row = try Row.fetchOne(
              database, sql: "SELECT version, content FROM book WHERE key = ?", arguments: [key.description])
          else { continue }
          let book = try JSONDecoder().decode(Book.self, from: row["content"])
          books[key] = StoredBook(book, version: row["version"])
        }
        return books
      }
    }
  }

  public func replace(_ changes: [BookChange<Key, Book, Int>]) async throws -> [Key: Int]? {
    try await interruptible(mayHaveWritten: true) {
      try await database.writeWithoutTransaction { database in
        var versions: [Key: Int]? = [:]
        try database.inTransaction(.immediate) {
          for change in changes {
            guard try Self.isPresent(change, in: database) else {
              versions = nil
              return .rollback
            }
            guard let book = change.book else { continue }
            let version = (change.version ?? 0) + 1
            try database.execute(
              sql: "INSERT OR REPLACE INTO book VALUES (?, ?, ?)",
              arguments: [change.key.description, version, try JSONEncoder().encode(book)])
            versions?[change.key] = version
          }
          return .commit
        }
        return versions
      }
    }
  }

  /// Whether a row still has the version that was loaded, within a transaction that lets no other write.
  private static func isPresent(_ change: BookChange<Key, Book, Int>, in database: Database) throws -> Bool {
    let version = try Int.fetchOne(
      database, sql: "SELECT version FROM book WHERE key = ?", arguments: [change.key.description])
    return version == change.version
  }

  private func interruptible<Result>(
    mayHaveWritten: Bool, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // A transaction that could not begin or commit is rolled back.
      throw StoreInterruption("\(error)", mayHaveWritten: false)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
      throw StoreInterruption("\(error)", mayHaveWritten: mayHaveWritten)
    }
  }
}

extension SQLiteStore: RosterStore where Key == RosterKey, Book == Roster {}
extension SQLiteStore: SessionStore where Key == String, Book == SessionBook {}
