import PostgresStore

/// The same rule as a program writes it by hand on tables of its own, for the measurement beside a desk: the class is locked
/// with `SELECT … FOR UPDATE`, the place is counted and the booking is inserted, in one transaction.
struct HandWrittenBookings: Sendable {
  private let pool: ConnectionPool

  init(_ settings: String, connections: Int) {
    pool = ConnectionPool(settings, size: connections)
  }

  func createTables() async throws {
    try await pool.run { connection in
      for statement in [
        "DROP TABLE IF EXISTS hand_booking", "DROP TABLE IF EXISTS hand_class",
        "CREATE TABLE hand_class (key text PRIMARY KEY, places bigint NOT NULL, taken bigint NOT NULL)",
        """
        CREATE TABLE hand_booking (key text NOT NULL, member text NOT NULL, request text NOT NULL UNIQUE,
          made timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (key, member))
        """,
        """
        INSERT INTO hand_class SELECT 'class-' || date || '-' || part, 20, 0
        FROM generate_series(0, 49) AS date, generate_series(0, 999) AS part
        """,
      ] { _ = try connection.execute(statement) }
    }
  }

  /// - Returns: Whether the member has got a place.
  func book(_ member: String, in key: String, request: String) async throws -> Bool {
    try await pool.run { connection in
      _ = try connection.execute("BEGIN")
      do {
        let found = try connection.execute(
          "SELECT places - taken FROM hand_class WHERE key = $1 FOR UPDATE", [key])
        let free = found.rows.first?[0].flatMap { Int($0) } ?? 0
        var isGranted = false
        if free > 0 {
          isGranted =
            try connection.execute(
              "INSERT INTO hand_booking (key, member, request) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
              [key, member, request]
            ).changed == 1
          if isGranted {
            _ = try connection.execute("UPDATE hand_class SET taken = taken + 1 WHERE key = $1", [key])
          }
        }
        _ = try connection.execute("COMMIT")
        return isGranted
      } catch {
        _ = try? connection.execute("ROLLBACK")
        throw error
      }
    }
  }
}
