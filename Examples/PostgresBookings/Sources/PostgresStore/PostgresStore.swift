public import Almanac
internal import Foundation

/// The books of one gym in a PostgreSQL database, which any number of machines may share.
///
/// The rows of a book are numbered. A row has the whole book, or the events of one decision. A decision on a book whose last row is
/// *n* adds row *n* + 1, which the primary key gives to one writer only, so the default isolation suffices. Several books, and
/// books that are only compared, are written in a serializable transaction, since a row that does not exist yet cannot be locked;
/// one that is given up for another (40001) is tried again by the desk. No row is ever deleted: the events are the history of the
/// book.
///
/// The gym is part of every key and of every statement: books that are written together are those of one gym, so that gyms can be
/// spread over machines.
public struct PostgresStore<
  Key: Sendable & Hashable & CustomStringConvertible, Book: Sendable & Equatable & Codable & EventSourced
>: BookingStore {
  private let gym: String
  private let pool: ConnectionPool
  private let writes: GroupedWrites

  /// - Parameters:
  ///   - settings: As libpq's `PQconnectdb` reads them: `host=/tmp/db dbname=gym`, or a URL.
  ///   - connections: The most connections.
  ///   - timeout: The longest time to wait for a free connection, to open one, and for the answer to a statement; then a call
  ///     ends with `StoreInterruption`.
  public init(_ settings: String, gym: String, connections: Int = 8, timeout: Duration = .seconds(30)) {
    self.gym = gym
    pool = ConnectionPool(settings, size: connections, timeout: timeout)
    writes = GroupedWrites(gym, pool, statements: max(1, min(3, connections)))
  }

  /// Creates the tables, or brings them to the present state, each migration in a transaction.
  ///
  /// Servers that start at the same time may all run it: one that makes a migration which another has just made, or has met another in
  /// the catalogue, looks again.
  ///
  /// - Throws: `PostgresError`, also where others are in the way twenty times; `StoreInterruption`.
  public func migrate() async throws {
    try await migrate(by: String(decoding: PackageResources.schema_sql, as: UTF8.self))
  }

  /// Makes the migrations of a schema.
  package func migrate(by schema: String) async throws {
    try await pool.run { connection in
      try connection.retryingConflicts {
        _ = try connection.execute("CREATE TABLE IF NOT EXISTS migration (number bigint PRIMARY KEY)")
      }
      for part in schema.components(separatedBy: "-- migration ").dropFirst() {
        let lines = part.split(separator: "\n", maxSplits: 1)
        guard lines.count == 2 else { continue }
        let number = String(lines[0])
        try connection.retryingConflicts {
          _ = try connection.transaction {
            let done = try connection.execute(
              "SELECT number FROM migration WHERE number = $1::bigint", [number])
            guard done.rows.isEmpty else { return false }
            for statement in lines[1].split(separator: ";") where statement.contains(where: { $0.isLetter }) {
              _ = try connection.execute(String(statement))
            }
            // Last, for databases that commit each CREATE by itself: one that ends before this makes the migration again.
            _ = try connection.execute("INSERT INTO migration (number) VALUES ($1::bigint)", [number])
            return true
          }
        }
      }
    }
  }

  public func load(_ keys: [Key]) async throws -> [Key: StoredBook<Book, BookVersion>] {
    let rows = try await pool.run { [gym] connection in
      try keys.map { try connection.rows(of: $0.description, in: gym) }
    }
    var books: [Key: StoredBook<Book, BookVersion>] = [:]
    for (key, rows) in zip(keys, rows) {
      guard let first = rows.first else { continue }
      let decoder = JSONDecoder()
      var book = try decoder.decode(Book.self, from: Data(first.content.utf8))
      var version = BookVersion(whole: first)
      for row in rows.dropFirst() {
        try book.apply(decoder.decode([NumberedChange<Book.Change>].self, from: Data(row.content.utf8)))
        version = version.followed(by: row)
      }
      books[key] = StoredBook(book, version: version)
    }
    return books
  }

  public func replace(
    _ changes: [BookChange<Key, Book, BookVersion>]
  ) async throws -> [Key: BookVersion]? {
    let writes = try changes.map { change in
      Write(key: change.key.description, replaced: change.version, row: try Self.row(of: change))
    }
    guard try await write(writes) else { return nil }
    let versions = zip(changes, writes).compactMap { change, write in write.version.map { (change.key, $0) } }
    return Dictionary(versions) { first, _ in first }
  }

  private func write(_ all: [Write]) async throws -> Bool {
    if all.count == 1, let row = all[0].row { return try await writes.add(row) }
    return try await pool.run { [gym] connection in
      if all.count == 1 { return try connection.write(all[0], in: gym) }
      return try connection.transaction {
        // In one order, so that two transactions wait for each other less often.
        try all.sorted { $0.key < $1.key }.allSatisfy { try connection.write($0, in: gym) }
      }
    }
  }

  /// The row that makes a change: its events, or the whole book where these are not known, or where the events since the last whole
  /// one have become longer than it, and than some pages. So what is loaded is at most about twice the book, and what is written at
  /// most about twice the events.
  private static func row(of change: BookChange<Key, Book, BookVersion>) throws -> BookRow? {
    guard let book = change.book else { return nil }
    let encoder = JSONEncoder()
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    if let version = change.version, !change.events.isEmpty,
      version.eventsLength < max(version.wholeLength, 16_384)
    {
      let events = "[" + (try change.events.map { try text($0) }).joined(separator: ",") + "]"
      return BookRow(
        key: change.key.description, number: version.number + 1, base: version.base, content: events)
    }
    let number = (change.version?.number ?? 0) + 1
    return BookRow(key: change.key.description, number: number, base: number, content: try text(book))
  }

  /// The numbers of the last rows of books, for screens that ask now and then what has changed.
  public func versions(of keys: [Key]) async throws -> [Key: Int] {
    let numbers = try await pool.run { [gym] connection in
      try keys.map { try connection.lastNumber(of: $0.description, in: gym) }
    }
    return Dictionary(zip(keys, numbers).compactMap { key, number in number.map { (key, $0) } }) { first, _ in
      first
    }
  }
}

extension PostgresStore: RosterStore where Key == RosterKey, Book == Roster {}
extension PostgresStore: SessionStore where Key == String, Book == SessionBook {}

/// The state of a book: the number of its last row, and what a writer has to know of the rows before.
public struct BookVersion: Sendable, Equatable {
  public let number: Int
  /// The number of the last row with a whole book.
  fileprivate let base: Int
  /// The lengths of that row and of those after it, in bytes.
  fileprivate let wholeLength, eventsLength: Int
}

extension BookVersion {
  fileprivate init(whole row: BookRow) {
    self.init(number: row.number, base: row.number, wholeLength: row.content.utf8.count, eventsLength: 0)
  }

  fileprivate func followed(by row: BookRow) -> BookVersion {
    BookVersion(
      number: row.number, base: base, wholeLength: wholeLength,
      eventsLength: eventsLength + row.content.utf8.count)
  }
}

extension PostgresError {
  /// Whether another connection created the same thing at the same moment: a duplicate row, also of the catalogue, table or object, or
  /// a row of the catalogue that both have changed.
  fileprivate var isCreationConflict: Bool {
    ["23505", "42P07", "42710"].contains(code)
      || code == "XX000" && message.contains("tuple concurrently updated")
  }
}

struct BookRow: Sendable {
  let key: String
  let number: Int
  /// The number of the last row with a whole book, which is its own where it has one itself.
  let base: Int
  let content: String
}

/// A row to be added to a book, if its last row is still the one that was loaded.
private struct Write: Sendable {
  let key: String
  /// `nil` where there was no row.
  let replaced: BookVersion?
  /// `nil` for a book that is only compared.
  let row: BookRow?

  var version: BookVersion? {
    row.map { row in
      row.base == row.number
        ? BookVersion(whole: row) : replaced?.followed(by: row) ?? BookVersion(whole: row)
    }
  }
}

extension Connection {
  /// The last row of a book that has all of it, and the rows after it.
  fileprivate func rows(of key: String, in gym: String) throws -> [BookRow] {
    try execute(
      """
      SELECT number, base, content FROM book WHERE gym = $1 AND key = $2 AND number >=
        (SELECT base FROM book WHERE gym = $1 AND key = $2 ORDER BY number DESC LIMIT 1) ORDER BY number
      """, [gym, key]
    ).rows.compactMap { row in
      guard let number = row[0].flatMap({ Int($0) }), let base = row[1].flatMap({ Int($0) }),
        let content = row[2]
      else {
        return nil
      }
      return BookRow(key: key, number: number, base: base, content: content)
    }
  }

  fileprivate func lastNumber(of key: String, in gym: String) throws -> Int? {
    try execute(
      "SELECT number FROM book WHERE gym = $1 AND key = $2 ORDER BY number DESC LIMIT 1", [gym, key]
    )
    .rows.first?[0].flatMap { Int($0) }
  }

  /// - Returns: Whether the book still had the version that was loaded.
  fileprivate func write(_ write: Write, in gym: String) throws -> Bool {
    guard let row = write.row else { return try lastNumber(of: write.key, in: gym) == write.replaced?.number }
    return try !add([row], in: gym, mayCommit: false).isEmpty
  }

  /// Adds rows of different books.
  ///
  /// - Returns: The keys of those books that had no row of this number.
  func add(_ rows: [BookRow], in gym: String, mayCommit: Bool) throws -> Set<String> {
    let places = rows.indices.map { index in
      let first = 2 + 4 * index
      return "($1, $\(first), $\(first + 1)::bigint, $\(first + 2)::bigint, $\(first + 3))"
    }
    let added = try execute(
      """
      INSERT INTO book (gym, key, number, base, content) VALUES \(places.joined(separator: ", "))
      ON CONFLICT (gym, key, number) DO NOTHING RETURNING key
      """, [gym] + rows.flatMap { [$0.key, "\($0.number)", "\($0.base)", $0.content] }, mayCommit: mayCommit)
    return Set(added.rows.compactMap { $0[0] })
  }

  /// Runs statements, and again, at most twenty times, where another connection creates the same thing at the same moment.
  fileprivate func retryingConflicts(_ body: () throws -> Void) throws {
    for _ in 1..<20 {
      do {
        return try body()
      } catch let error as PostgresError where error.isCreationConflict {
      } catch let interruption as StoreInterruption where !interruption.mayHaveWritten {}
      Thread.sleep(forTimeInterval: .random(in: 0...0.1))
    }
    try body()
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
