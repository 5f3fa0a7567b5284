internal import Almanac
internal import CPostgres
internal import Foundation

/// A connection to the database. Statements run one after the other on a thread of its own, since libpq's calls block.
package final class Connection: @unchecked Sendable {
  /// Used on the queue, and by others only while nothing is on the queue.
  private let connection: OpaquePointer
  private let queue = DispatchQueue(label: "connection")
  /// The names of the statements that were prepared.
  private var prepared: [String: String] = [:]
  /// The longest time to connect, and for the answer to a statement.
  private let timeout: Duration
  /// Whether an answer has not come in time, so that the next one read would be that of another statement.
  private var isLost = false

  /// - Parameters:
  ///   - settings: As libpq's `PQconnectdb` reads them: `host=/tmp/db dbname=gym`, or a URL.
  ///   - timeout: The longest time to connect, and for the answer to a statement.
  /// - Throws: `PostgresError` where the database does not accept the user, or does not exist; `StoreInterruption` where it
  ///   cannot be reached, or has no connection left.
  package static func open(_ settings: String, timeout: Duration) async throws -> Connection {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try Connection(settings, timeout) })
      }
    }
  }

  private init(_ settings: String, _ timeout: Duration) throws {
    guard let connection = PQconnectStart(settings) else {
      throw StoreInterruption("no memory for a connection", mayHaveWritten: false)
    }
    (self.connection, self.timeout) = (connection, timeout)
    // Before there is a connection, libpq has the SQLSTATE of an error in its text alone, and there in this mode.
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    let deadline = ContinuousClock.now + timeout
    var state = PQstatus(connection) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING {
      guard wait(for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline) else {
        throw StoreInterruption("the database accepts no connection within \(timeout)", mayHaveWritten: false)
      }
      state = PQconnectPoll(connection)
    }
    guard state == PGRES_POLLING_OK else { throw connectionFailure }
    // Notices, such as of a table that there is already, would be printed.
    _ = PQsetNoticeReceiver(connection, { _, _ in }, nil)
    PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
  }

  deinit { PQfinish(connection) }

  private var connectionFailure: any Error {
    let message = String(cString: PQerrorMessage(connection)).trimmingCharacters(in: .whitespacesAndNewlines)
    let code = message.split(whereSeparator: \.isWhitespace).last { word in
      word.utf8.count == 6 && word.hasSuffix(":") && word.contains(where: \.isNumber)
        && word.dropLast().allSatisfy { $0.isNumber || $0.isUppercase }
    }?.dropLast()
    // The user or the password is not accepted, or there is no such database: another attempt would end so too.
    if let code, code.hasPrefix("28") || code == "3D000" {
      return PostgresError(code: String(code), message: message)
    }
    return StoreInterruption(message, mayHaveWritten: false)
  }

  /// Waits for the socket.
  ///
  /// - Returns: `false` after the deadline.
  private func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = deadline - ContinuousClock.now
      let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
      var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
      let count = poll(&descriptor, 1, Int32(clamping: max(0, milliseconds)))
      // An error of the socket is that of the next call.
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  /// Whether the server has not ended the connection since the last statement. Nothing may be on the queue.
  func isOpen() -> Bool {
    // The end may come after a message with its reason.
    while wait(for: POLLIN, until: .now), PQconsumeInput(connection) == 1 {}
    return isIntact
  }

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
    if isLost { throw StoreInterruption("the connection is lost", mayHaveWritten: false) }
    let name = prepared[statement] ?? "statement\(prepared.count)"
    if prepared[statement] == nil {
      _ = try answer(PQsendPrepare(connection, name, statement, 0, nil), mayCommit: false)
      prepared[statement] = name
    }
    let texts = values.map { UnsafePointer(strdup($0)) }
    defer { texts.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    return try answer(
      PQsendQueryPrepared(connection, name, Int32(values.count), texts, nil, nil, 0), mayCommit: mayCommit)
  }

  private var isIntact: Bool {
    !isLost && PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
  }

  /// Waits for the answer to a statement that was sent.
  private func answer(_ isSent: Int32, mayCommit: Bool) throws -> (rows: Rows, changed: Int) {
    let deadline = ContinuousClock.now + timeout
    var last: OpaquePointer?
    while isSent == 1 {
      while PQisBusy(connection) == 1 {
        guard wait(for: POLLIN, until: deadline) else {
          PQclear(last)
          isLost = true
          throw StoreInterruption("the database has not answered for \(timeout)", mayHaveWritten: mayCommit)
        }
        if PQconsumeInput(connection) != 1 { break }
      }
      guard let next = PQgetResult(connection) else { break }
      PQclear(last)
      last = next
    }
    return try result(of: last, mayCommit: mayCommit)
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
      switch code {
      // Given up for another transaction (serialization failure, deadlock), after the limit of the time of a statement or a
      // lock, or refused for want of connections or memory: nothing was written.
      case "40001", "40P01", "57014", "55P03", "53200", "53300":
        throw StoreInterruption(message, mayHaveWritten: false)
      // Whether the statement was completed is not known.
      case "40003": throw StoreInterruption(message, mayHaveWritten: true)
      default: break
      }
      // Without an answer of the server, or as it shuts down, the connection is gone.
      if code.isEmpty || code.hasPrefix("57P") || code.hasPrefix("08")
        || PQstatus(connection) != CONNECTION_OK
      {
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
