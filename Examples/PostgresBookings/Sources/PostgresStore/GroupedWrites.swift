internal import Almanac

/// Adds rows to books. Those that come while as many statements run as may run at once are added by one statement together, so
/// that one commit of the database serves several bookings.
actor GroupedWrites {
  private let gym: String
  private let pool: ConnectionPool
  /// How many further statements may run.
  private var free: Int
  private var waiting: [Waiting] = []

  private struct Waiting {
    let row: BookRow
    let continuation: CheckedContinuation<Bool, any Error>
  }

  /// The most rows of one statement.
  private static let most = 32

  /// - Parameter statements: The most statements at once. A row that another transaction holds up keeps at most one of them
  ///   waiting.
  init(_ gym: String, _ pool: ConnectionPool, statements: Int) {
    (self.gym, self.pool, free) = (gym, pool, statements)
  }

  /// Adds a row.
  ///
  /// - Returns: Whether the book had no row of this number.
  /// - Throws: As `ConnectionPool.run(_:)`. A row that the database refuses prevents no other.
  func add(_ row: BookRow) async throws -> Bool {
    guard free > 0 else {
      return try await withCheckedThrowingContinuation { waiting.append(Waiting(row: row, continuation: $0)) }
    }
    free -= 1
    defer { startNext() }
    return try await added([row]).contains(row.key)
  }

  /// Starts the next statement in place of one that has ended.
  private func startNext() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    // Rows of one book are of two writers, of whom one is late. A statement with both would not say which.
    var keys: Set<String> = []
    var group: [Waiting] = []
    waiting.removeAll { one in
      guard group.count < Self.most, keys.insert(one.row.key).inserted else { return false }
      group.append(one)
      return true
    }
    Task {
      await add(group)
      startNext()
    }
  }

  private func add(_ group: [Waiting]) async {
    do {
      let keys = try await added(group.map(\.row))
      for one in group { one.continuation.resume(returning: keys.contains(one.row.key)) }
    } catch let error as StoreInterruption {
      for one in group { one.continuation.resume(throwing: error) }
    } catch {
      for one in group {
        do { one.continuation.resume(returning: try await added([one.row]).contains(one.row.key)) } catch {
          one.continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Adds rows of different books by one statement, in one order, so that two statements do not wait for each other.
  ///
  /// - Returns: The keys of those that were added.
  private func added(_ rows: [BookRow]) async throws -> Set<String> {
    try await pool.run { [gym] in try $0.add(rows.sorted { $0.key < $1.key }, in: gym, mayCommit: true) }
  }
}
