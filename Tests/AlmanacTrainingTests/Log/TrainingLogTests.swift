import AlmanacEvents
import AlmanacTime
import AlmanacTraining
import Foundation
import TestSupport
import Testing

@Suite("The log of sessions")
struct TrainingLogTests {
  /// A free session of one exercise with sets of the given repetitions and kilograms.
  static func record(
    _ id: String, day: Int, coach: String = "marta", client: String = "joan", exercise: String = "Squat",
    sets: [(Int, Double)] = [(8, 60)]
  ) throws -> TrainingRecord {
    let start = Gym.start.adding(seconds: day * 86_400)
    var session = try SessionRecorder(id: id, coach: coach, client: client, start: start)
    let prescribed = sets.map { PrescribedSet(repetitions: $0.0, load: .kilograms($0.1)) }
    try session.apply(.add(ExerciseSnapshot(id: exercise.lowercased(), name: exercise), sets: prescribed))
    for index in sets.indices { try session.apply(.complete(SetID(0, index))) }
    return try session.finish(at: .seconds(600))
  }

  @Test("R5 the history is in the order of time and keeps the workout's colour, also for the trainer")
  func history() throws {
    var library = try Gym.library()
    var log = TrainingLog()
    let color = try #require(library.routine("legs")?.color)
    for day in [3, 1, 2] {
      let start = Gym.start.adding(seconds: day * 86_400)
      var session = try Gym.session("day \(day)", start: start)
      try session.apply(.complete(SetID(0, 0)), at: .seconds(60))
      try log.add(session.finish(at: .seconds(100)))
    }
    try library.editRoutine("legs") { $0.color = .teal }
    try library.removeRoutine("legs")
    #expect(log.history(of: "joan").map(\.id) == ["day 1", "day 2", "day 3"])
    #expect(log.history(of: "joan").allSatisfy { $0.color == color && $0.routine?.name == "Leg day" })
    #expect(log.seen(by: "marta").history(of: "joan") == log.history(of: "joan"))
    #expect(log.seen(by: "pau").records.isEmpty && log.history(of: "pere").isEmpty)
  }

  @Test("G6 each session has its exercises, their sets and repetitions; last trained, last used")
  func last() throws {
    var log = TrainingLog()
    try log.add(Self.record("b", day: 5, sets: [(10, 40), (8, 45)]))
    try log.add(Self.record("a", day: 9, client: "pere"))
    var session = try Gym.session("c", start: Gym.start.adding(seconds: 2 * 86_400))
    try log.add(session.finish())
    #expect(log.record("b")?.exercises.map { $0.sets.map(\.repetitions) } == [[10, 8]])
    #expect(log.history(of: "joan").last?.start == Gym.start.adding(seconds: 5 * 86_400))
    #expect(log.history(of: "pere").last?.start == Gym.start.adding(seconds: 9 * 86_400))
    #expect(log.lastUsed(routine: "legs") == Gym.start.adding(seconds: 2 * 86_400))
    #expect(log.history(of: "anna").last?.start == nil && log.lastUsed(routine: "arms") == nil)
    #expect(refusal { try log.remove("z") } == [.notFound])
    try log.remove("b")
    #expect(
      log.history(of: "joan").last?.start == Gym.start.adding(seconds: 2 * 86_400) && log.record("b") == nil)
  }

  @Test("people are the same however their address is written")
  func addresses() throws {
    var log = TrainingLog()
    try log.add(Self.record("a", day: 1, coach: "mailto:Marta@example.org", client: "joan@example.org"))
    try log.add(Self.record("b", day: 2, coach: "marta@example.org", client: "MAILTO:JOAN@example.org"))
    let mine = log.seen(by: "marta@Example.org")
    #expect(mine.records.count == 2)
    #expect(mine.history(of: "Joan@example.org").map(\.id) == ["a", "b"])
    #expect(mine.statistics(of: "joan@example.org").sessions == 2)
    #expect(mine.history(of: "mailto:joan@example.org").last?.start == Gym.start.adding(seconds: 2 * 86_400))
    // So are other names.
    try log.add(Self.record("c", day: 3, coach: "pau", client: "Joan"))
    #expect(log.history(of: "joan").map(\.id) == ["c"] && log.seen(by: "Pau").records.count == 1)
  }

  @Test("G6 a client's statistics, added up by hand")
  func statistics() throws {
    var log = TrainingLog()
    try log.add(Self.record("a", day: 1, sets: [(10, 40), (8, 45)]))
    try log.add(Self.record("b", day: 2, exercise: "Èlan", sets: [(5, 100)]))
    try log.add(Self.record("c", day: 2, client: "pere", sets: [(1, 999)]))
    var session = try Gym.session("d", start: Gym.start.adding(seconds: 4 * 86_400))
    try session.apply(.change(SetID(0, 0), .addRepetitions(2)))
    try session.apply(.complete(SetID(0, 0)))
    try session.apply(.complete(SetID(0, 1)))
    try log.add(session.finish())
    let joan = log.statistics(of: "joan")
    let report = joan.report
    #expect(joan.sessions == 3)
    #expect(report.done.count == 5 && report.changed.count == 1 && report.skipped.count == 3)
    #expect(report.repetitions == 18 + 5 + 18 && report.duration == .seconds(1200))
    #expect(report.volume == .kilograms(400 + 360 + 500 + 600 + 480))
    #expect(report.adherence == 0.4)
    #expect(
      joan.first == Gym.start.adding(seconds: 86_400) && joan.last == Gym.start.adding(seconds: 4 * 86_400))
    #expect(joan.exercises.map(\.exercise.name) == ["Èlan", "Squat"])
    #expect(joan.exercises[1].sessions == 2 && joan.exercises[1].sets == 4)
    #expect(joan.exercises[1].heaviest == .kilograms(60) && joan.exercises[1].repetitions == 36)
    let second = Gym.start.adding(seconds: 2 * 86_400)
    let oneDay = log.statistics(of: "joan", during: second..<second.adding(seconds: 1))
    #expect(
      oneDay.sessions == 1 && oneDay.report.volume == .kilograms(500) && oneDay.report.adherence == nil)
    let none = log.statistics(of: "anna")
    #expect(none.sessions == 0 && none.report.adherence == nil && none.report.duration == .zero)
  }

  @Test("G8 a coach sees the sessions they held, and every answer is from those")
  func own() throws {
    var log = TrainingLog()
    try log.add(Self.record("a", day: 1))
    try log.add(Self.record("b", day: 2, coach: "pau"))
    let marta = log.seen(by: "marta")
    #expect(marta.records.map(\.id) == ["a"] && marta.record("b") == nil)
    #expect(marta.history(of: "joan").last?.start == Gym.start.adding(seconds: 86_400))
    #expect(marta.statistics(of: "joan").sessions == 1)
    #expect(log.history(of: "joan").count == 2)
  }

  @Test("A session that is saved twice is in the log once")
  func twice() throws {
    var log = TrainingLog()
    let record = try Self.record("a", day: 1)
    try log.add(record)
    #expect(refusal { try log.add(record) } == [.alreadyExists])
    #expect(log.records == [record])
  }

  @Test("A log round-trips through JSON, whatever order the records are in")
  func coding() throws {
    var log = TrainingLog()
    for id in 0..<8 { try log.add(Self.record("r\(id)", day: id * 5 % 8)) }
    #expect(try recoded(log) == log)
    let reversed = try JSONEncoder().encode(Array(log.records.reversed()))
    #expect(try JSONDecoder().decode(TrainingLog.self, from: reversed) == log)
    let doubled = try JSONEncoder().encode(log.records + log.records)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(TrainingLog.self, from: doubled) }
  }

  @Test("Sorted by time and identity, whatever the order of adding", arguments: 1...10)
  func order(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var expected: [(Int, String)] = []
    var log = TrainingLog()
    for number in (0..<60).shuffled(using: &random) {
      let day = Int.random(in: 0..<10, using: &random)
      expected.append((day, String(number)))
      try log.add(Self.record(String(number), day: day))
    }
    #expect(log.records.map(\.id) == expected.sorted { $0 < $1 }.map(\.1))
  }
}
