public import Almanac
internal import CPostgres
internal import Foundation

/// A connection to the database. Statements run one after the other on a thread of its own, since libpq's calls block.
package final class Connection: @unchecked Sendable {
  /// Used on the queue only, and in `deinit`.
  private let connection: OpaquePointer
  private let queue = DispatchQueue(label: "connection")
  /// The names of the statements that were prepared.
  private var prepared: [String: String] = [:]

  /// - Parameter settings: As libpq's `PQconnectdb` reads them: `host=/tmp/db dbname=gym`, or a URL.
  package static func open(_ settings: String) async throws -> Connection {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            guard let connection = PQconnectdb(settings), PQstatus(connection) == CONNECTION_OK else {
              throw StoreInterruption("the database cannot be reached", mayHaveWritten: false)
            }
            return Connection(connection)
          })
      }
    }
  }

  private init(_ connection: OpaquePointer) { self.connection = connection }

  deinit { PQfinish(connection) }

  /// The fields of rows; `nil` for SQL's null.
  package typealias Rows = [[String?]]

  /// Runs a function on the connection's thread.
  ///
  /// - Returns: Its result, and whether the connection can be used again.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async -> (result: Swift.Result<Result, any Error>, isIntact: Bool) {
    await withCheckedContinuation { continuation in
      queue.async {
        let result = Swift.Result { try body(self) }
        continuation.resume(returning: (result, self.isIntact))
      }
    }
  }

  /// Runs a statement, which is prepared the first time.
  ///
  /// - Parameters:
  ///   - values: The values of `$1`, `$2` …
  ///   - mayCommit: Whether the statement commits a change, so that it may have been made where no answer comes.
  /// - Returns: The rows, and how many rows a statement without any changed.
  /// - Throws: `StoreInterruption`, or `PostgresError`.
  package func execute(_ statement: String, _ values: [String] = [], mayCommit: Bool = false) throws -> (
    rows: Rows, changed: Int
  ) {
    let name = prepared[statement] ?? "statement\(prepared.count)"
    if prepared[statement] == nil {
      _ = try result(of: PQprepare(connection, name, statement, 0, nil), mayCommit: false)
      prepared[statement] = name
    }
    let texts = values.map { UnsafePointer(strdup($0)) }
    defer { texts.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    return try result(
      of: PQexecPrepared(connection, name, Int32(values.count), texts, nil, nil, 0), mayCommit: mayCommit)
  }

  private var isIntact: Bool {
    PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
  }

  private func result(of answer: OpaquePointer?, mayCommit: Bool) throws -> (rows: Rows, changed: Int) {
    defer { PQclear(answer) }
    switch PQresultStatus(answer) {
    case PGRES_COMMAND_OK: return ([], Int(String(cString: PQcmdTuples(answer))) ?? 0)
    case PGRES_TUPLES_OK:
      let rows = (0..<PQntuples(answer)).map { row in
        (0..<PQnfields(answer)).map { column in
          PQgetisnull(answer, row, column) == 1 ? nil : String(cString: PQgetvalue(answer, row, column))
        }
      }
      return (rows, 0)
    default:
      let message = String(cString: PQerrorMessage(connection))
      let code = PQresultErrorField(answer, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
      // Given up for another transaction (serialization failure, deadlock): nothing was written.
      if code == "40001" || code == "40P01" { throw StoreInterruption(message, mayHaveWritten: false) }
      // Without an answer of the server, or as it shuts down, the connection is gone.
      if code.isEmpty || code.hasPrefix("57P") || PQstatus(connection) != CONNECTION_OK {
        throw StoreInterruption(message, mayHaveWritten: mayCommit)
      }
      throw PostgresError(code: code, message: message)
    }
  }

  // MARK: Notifications

  /// Reads what the server sent, and returns the texts of notifications; waits for at most a while.
  func notifications(waiting milliseconds: Int32) throws -> [String] {
    var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) >= 0, PQconsumeInput(connection) == 1 else {
      throw StoreInterruption("the connection broke", mayHaveWritten: false)
    }
    var texts: [String] = []
    while let notification = PQnotifies(connection) {
      texts.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return texts
  }
}

/// A statement that the database refuses, with its SQLSTATE.
public struct PostgresError: Error, Sendable, CustomStringConvertible {
  public let code: String
  public let message: String

  public var description: String { "\(code): \(message)" }
}
