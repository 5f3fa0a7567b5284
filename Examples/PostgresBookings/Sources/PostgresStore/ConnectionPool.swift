internal import Almanac

/// Connections that are opened when they are first used, each for one task at a time. Tasks get them in the order in which they
/// came.
package actor ConnectionPool {
  private let settings: String
  private let timeout: Duration
  private var unopened: Int
  private var idle: [Connection] = []
  private var waiting: ArraySlice<Waiting> = []
  private var lastNumber = 0

  private struct Waiting {
    let number: Int
    /// Gets a connection, or `nil` for the place of one that is to be opened.
    let continuation: CheckedContinuation<Connection?, any Error>
  }

  /// - Parameters:
  ///   - size: The most connections, at least one.
  ///   - timeout: The longest time to wait for a free connection, to open one, and for the answer to a statement.
  package init(_ settings: String, size: Int, timeout: Duration = .seconds(30)) {
    (self.settings, self.timeout) = (settings, timeout)
    unopened = max(1, size)
  }

  /// Runs a function with a connection, on whose thread it may run statements.
  ///
  /// - Throws: `StoreInterruption` where no connection is free in time, or can be opened; `CancellationError` where the task is
  ///   cancelled while it waits; the errors of the function.
  package func run<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws
    -> Result
  {
    let connection: Connection
    if let free = try await place() {
      connection = free
    } else {
      do {
        connection = try await Connection.open(settings, timeout: timeout)
      } catch {
        release(nil)
        throw error
      }
    }
    let (result, isIntact) = await connection.run(body)
    // One that broke is closed, and another opened in its place.
    release(isIntact ? connection : nil)
    return try result.get()
  }

  /// - Returns: A connection, or `nil` for the place of one that is to be opened.
  private func place() async throws -> Connection? {
    while let connection = idle.popLast() {
      if connection.isOpen() { return connection }
      // The server has ended it, such as to start again.
      unopened += 1
    }
    if unopened > 0 {
      unopened -= 1
      return nil
    }
    lastNumber += 1
    let number = lastNumber
    let timer = Task { [timeout] in
      try await Task.sleep(for: timeout)
      let reason = "no connection to the database is free within \(timeout)"
      end(number, StoreInterruption(reason, mayHaveWritten: false))
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.append(Waiting(number: number, continuation: continuation))
        if Task.isCancelled { end(number, CancellationError()) }
      }
    } onCancel: {
      Task { await end(number, CancellationError()) }
    }
  }

  private func end(_ number: Int, _ error: any Error) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: error)
  }

  /// Passes a connection, or the place of one, to the task that has waited longest.
  private func release(_ connection: Connection?) {
    if let next = waiting.popFirst() {
      next.continuation.resume(returning: connection)
    } else if let connection {
      idle.append(connection)
    } else {
      unopened += 1
    }
  }
}
