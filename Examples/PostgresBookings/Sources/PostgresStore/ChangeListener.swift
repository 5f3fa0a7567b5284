/// The keys of a gym's books as they change, by LISTEN and NOTIFY.
///
/// Optional: some databases that speak the protocol of PostgreSQL have no LISTEN (see Statements.md), and a screen that asks for
/// `PostgresStore.versions(of:)` now and then does not need it.
/// A notification is lost where the connection breaks, so ask for the versions after each `StoreInterruption`.
public struct ChangeListener: Sendable {
  private let settings: String
  private let gym: String

  private let timeout: Duration

  /// - Parameter timeout: The longest time to connect, and for the answer to a statement.
  public init(_ settings: String, gym: String, timeout: Duration = .seconds(30)) {
    (self.settings, self.gym, self.timeout) = (settings, gym, timeout)
  }

  /// Creates the trigger that sends the notifications. Run it once.
  public func install() async throws {
    let connection = try await Connection.open(settings, timeout: timeout)
    try await connection.run { connection in
      for statement in [
        """
        CREATE OR REPLACE FUNCTION notify_book() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE message text := NEW.gym || chr(10) || NEW.key;
        BEGIN
          -- A message has less than 8000 bytes, and one that is refused would undo the booking.
          IF octet_length(message) > 7999 THEN message := NEW.gym || chr(10); END IF;
          IF octet_length(message) <= 7999 THEN PERFORM pg_notify('book', message); END IF;
          RETURN NULL;
        END $$
        """,
        "DROP TRIGGER IF EXISTS book_changed ON book",
        """
        CREATE TRIGGER book_changed AFTER INSERT ON book FOR EACH ROW EXECUTE FUNCTION notify_book()
        """,
      ] { _ = try connection.execute(statement) }
    }.result.get()
  }

  /// The keys of books that change after the call has returned; an empty one for a book whose key is too long for a notification.
  /// Ends with `StoreInterruption` where the connection breaks.
  ///
  /// - Throws: `StoreInterruption` or `PostgresError` where the connection cannot be opened.
  public func changes() async throws -> AsyncThrowingStream<String, any Error> {
    let prefix = gym + "\n"
    let connection = try await Connection.open(settings, timeout: timeout)
    try await connection.run { _ = try $0.execute("LISTEN book") }.result.get()
    return AsyncThrowingStream { continuation in
      let task = Task {
        do {
          while !Task.isCancelled {
            for text in try await connection.run({ try $0.notifications(waiting: 250) }).result.get()
            where text.hasPrefix(prefix) {
              continuation.yield(String(text.dropFirst(prefix.count)))
            }
          }
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
