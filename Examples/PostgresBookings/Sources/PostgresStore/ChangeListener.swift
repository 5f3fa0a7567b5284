/// The keys of a gym's books as they change, by LISTEN and NOTIFY.
///
/// Optional: only PostgreSQL itself has these, and a screen that asks for `PostgresStore.versions(of:)` now and then needs neither. A
/// notification is lost where the connection breaks, so ask for the versions after each `StoreInterruption`.
public struct ChangeListener: Sendable {
  private let settings: String
  private let gym: String

  public init(_ settings: String, gym: String) {
    (self.settings, self.gym) = (settings, gym)
  }

  /// Creates the trigger that sends the notifications. Run it once.
  public func install() async throws {
    let connection = try await Connection.open(settings)
    try await connection.run { connection in
      for statement in [
        """
        CREATE OR REPLACE FUNCTION notify_book() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('book', NEW.gym || chr(10) || NEW.key); RETURN NULL; END $$
        """,
        "DROP TRIGGER IF EXISTS book_changed ON book",
        """
        CREATE TRIGGER book_changed AFTER INSERT ON book FOR EACH ROW EXECUTE FUNCTION notify_book()
        """,
      ] { _ = try connection.execute(statement) }
    }.result.get()
  }

  /// The keys of books, as they change from now on; ends with `StoreInterruption` where the connection breaks.
  public func changes() -> AsyncThrowingStream<String, any Error> {
    let (settings, prefix) = (settings, gym + "\n")
    return AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let connection = try await Connection.open(settings)
          try await connection.run { _ = try $0.execute("LISTEN book") }.result.get()
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
