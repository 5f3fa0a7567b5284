import Almanac
import PostgresStore
import Testing

@Suite("Rows that are written together")
struct GroupedWritesTests {
  @Test(
    "many books are written by fewer statements; a row that the database refuses prevents none of the others")
  func groups() async throws {
    let server = try Server()
    let settings = server.settings
    let store = PostgresStore<RosterKey, Roster>(settings, gym: "g")
    try await store.migrate()
    let fail = """
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.key LIKE 'class-13%' THEN RAISE EXCEPTION 'fail'; END IF;
        RETURN NEW;
      END $$
      """
    let count =
      "CREATE FUNCTION counting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('counted'); RETURN NULL; END $$"
    let pool = ConnectionPool(settings, size: 1)
    for statement in [
      "CREATE SEQUENCE counted", fail, count,
      "CREATE TRIGGER fail BEFORE INSERT ON book FOR EACH ROW EXECUTE FUNCTION fail()",
      "CREATE TRIGGER count AFTER INSERT ON book FOR EACH STATEMENT EXECUTE FUNCTION counting()",
    ] {
      try await pool.run { _ = try $0.execute(statement) }
    }
    let start = try CivilDateTime("2026-03-02T18:00").in(.utc)
    let yoga = ClassSeries("Yoga", from: start, lasting: .hours(1), places: 2, uid: "yoga")
    let monday = try #require(yoga.occurrences(on: start.local.date).first)
    // Each book has two writers, by one of whom it is written.
    let written = await withTaskGroup(of: (Int, Bool?).self) { group in
      for number in 0..<200 {
        group.addTask {
          var date = monday
          date.uid = "class-\(number / 2)"
          let changes = [BookChange(date.key, Roster(of: date), replacing: nil as BookVersion?)]
          return (number / 2, try? await store.replace(changes) != nil)
        }
      }
      return await group.reduce(into: [Int: [Bool?]]()) { $0[$1.0, default: []].append($1.1) }
    }
    for (number, results) in written {
      #expect(number == 13 ? results == [nil, nil] : Set(results) == [true, false], "\(number): \(results)")
    }
    let statements = try await pool.run { try $0.execute("SELECT last_value FROM counted").rows }
    #expect(try #require(statements[0][0].flatMap { Int($0) }) < 150)
  }
}
