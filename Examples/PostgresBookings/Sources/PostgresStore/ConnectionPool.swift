/// Connections that are opened when they are first used, each for one task at a time.
package actor ConnectionPool {
  private let settings: String
  private var unopened: Int
  private var idle: [Connection] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter size: The most connections, at least one.
  package init(_ settings: String, size: Int) {
    self.settings = settings
    unopened = max(1, size)
  }

  /// Runs a function with a connection, on whose thread it may run statements.
  package func run<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws
    -> Result
  {
    let connection = try await acquire()
    let (result, isIntact) = await connection.run(body)
    // One that broke is closed, and another opened in its place.
    if isIntact { idle.append(connection) } else { unopened += 1 }
    wake()
    return try result.get()
  }

  private func acquire() async throws -> Connection {
    while idle.isEmpty, unopened == 0 { await withCheckedContinuation { waiting.append($0) } }
    if let connection = idle.popLast() { return connection }
    unopened -= 1
    do {
      return try await Connection.open(settings)
    } catch {
      unopened += 1
      wake()
      throw error
    }
  }

  private func wake() {
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}
