public import Almanac
internal import Foundation

/// The books of one gym in a PostgreSQL database, which any number of machines may share.
///
/// One book is replaced by one statement that names the version that was loaded: PostgreSQL decides again whether the row still
/// has it after waiting for another writer, so the default isolation suffices. Several books, and books that are only compared,
/// are replaced in a serializable transaction, since a book that does not exist yet cannot be locked; one that is given up for
/// another (40001) is tried again by the desk.
///
/// The gym is part of every key and of every statement: books that are written together are those of one gym, so that gyms can be
/// spread over machines.
public struct PostgresStore<
  Key: Sendable & Hashable & CustomStringConvertible, Book: Sendable & Equatable & Codable
>: BookingStore {
  private let gym: String
  private let pool: ConnectionPool

  /// - Parameters:
  ///   - settings: As libpq's `PQconnectdb` reads them: `host=/tmp/db dbname=gym`, or a URL.
  ///   - connections: The most connections.
  public init(_ settings: String, gym: String, connections: Int = 8) {
    self.gym = gym
    pool = ConnectionPool(settings, size: connections)
  }

  /// Creates the tables, or brings them to the present state. Run it once, before the programs start.
  public func migrate() async throws {
    try await pool.run { connection in
      _ = try connection.execute("CREATE TABLE IF NOT EXISTS migration (number bigint PRIMARY KEY)")
      let parts = String(decoding: PackageResources.schema_sql, as: UTF8.self).components(
        separatedBy: "-- migration ")
      for part in parts.dropFirst() {
        let lines = part.split(separator: "\n", maxSplits: 1)
        guard lines.count == 2 else { continue }
        let number = String(lines[0])
        let done = try connection.execute("SELECT number FROM migration WHERE number = $1::bigint", [number])
        guard done.rows.isEmpty else { continue }
        for statement in lines[1].split(separator: ";") where statement.contains(where: { $0.isLetter }) {
          _ = try connection.execute(String(statement))
        }
        _ = try connection.execute("INSERT INTO migration (number) VALUES ($1::bigint)", [number])
      }
    }
  }

  public func load(_ keys: [Key]) async throws -> [Key: StoredBook<Book, Int>] {
    let rows = try await pool.run { [gym] connection in
      try keys.map { key in
        try connection.execute(
          "SELECT version, content FROM book WHERE gym = $1 AND key = $2", [gym, key.description]
        ).rows.first
      }
    }
    var books: [Key: StoredBook<Book, Int>] = [:]
    for case (let key, let row?) in zip(keys, rows) {
      guard let version = row[0].flatMap({ Int($0) }), let content = row[1] else { continue }
      books[key] = StoredBook(
        try JSONDecoder().decode(Book.self, from: Data(content.utf8)), version: version)
    }
    return books
  }

  public func replace(_ changes: [BookChange<Key, Book, Int>]) async throws -> [Key: Int]? {
    let rows = try changes.map { change in
      Row(
        key: change.key.description, version: change.version,
        content: try change.book.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) })
    }
    let isWritten = try await pool.run { [gym] connection in
      if rows.count == 1 { return try connection.replace(rows[0], of: gym, mayCommit: true) }
      return try connection.transaction {
        // In one order, so that two transactions wait for each other less often.
        try rows.sorted { $0.key < $1.key }.allSatisfy {
          try connection.replace($0, of: gym, mayCommit: false)
        }
      }
    }
    guard isWritten else { return nil }
    let written = changes.filter { $0.book != nil }.map { ($0.key, ($0.version ?? 0) + 1) }
    return Dictionary(written) { first, _ in first }
  }

  /// The versions of all books of the gym, for screens that ask now and then what has changed.
  public func versions() async throws -> [String: Int] {
    let rows = try await pool.run { [gym] connection in
      try connection.execute("SELECT key, version FROM book WHERE gym = $1", [gym]).rows
    }
    return Dictionary(
      rows.compactMap { row in row[0].flatMap { key in row[1].flatMap { Int($0) }.map { (key, $0) } } }
    ) { first, _ in first }
  }
}

extension PostgresStore: RosterStore where Key == RosterKey, Book == Roster {}
extension PostgresStore: SessionStore where Key == String, Book == SessionBook {}

/// A change of a row.
private struct Row: Sendable {
  let key: String
  /// The version that was loaded; `nil` where there was no row.
  let version: Int?
  /// `nil` for a row that is only compared.
  let content: String?
}

extension Connection {
  /// Writes a row, or compares it, if it still has its version.
  fileprivate func replace(_ row: Row, of gym: String, mayCommit: Bool) throws -> Bool {
    switch (row.content, row.version) {
    case (nil, let version):
      let rows = try execute("SELECT version FROM book WHERE gym = $1 AND key = $2", [gym, row.key]).rows
      return rows.first?[0].flatMap { Int($0) } == version
    case (let content?, nil):
      return try execute(
        """
        INSERT INTO book (gym, key, version, content) VALUES ($1, $2, 1, $3) ON CONFLICT (gym, key) DO NOTHING
        """, [gym, row.key, content], mayCommit: mayCommit
      ).changed == 1
    case (let content?, let version?):
      return try execute(
        """
        UPDATE book SET version = version + 1, content = $3 WHERE gym = $1 AND key = $2 AND version = $4::bigint
        """, [gym, row.key, content, "\(version)"], mayCommit: mayCommit
      ).changed == 1
    }
  }

  /// Runs a serializable transaction, and commits it where the body returns true.
  fileprivate func transaction(_ body: () throws -> Bool) throws -> Bool {
    _ = try execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
    do {
      let isDone = try body()
      _ = try execute(isDone ? "COMMIT" : "ROLLBACK", mayCommit: isDone)
      return isDone
    } catch {
      _ = try? execute("ROLLBACK")
      throw error
    }
  }
}
