import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import Foundation
import Testing

@Suite("A record and the session it was made in")
struct RecordOfSessionTests {
  private var book = SessionBook()
  private let uid: String
  private let start: ZonedDateTime

  init() throws {
    let zone = try Zone("Europe/Madrid")
    start = try CivilDateTime("2026-03-02T18:00").in(zone)
    let early = start.adding(.hours(-8)).instant
    book.request(.addClient(Client("joan")), by: "marta", now: early)
    let decision = book.request(
      .schedule(client: "joan", at: start, lasting: .minutes(50)), by: "marta", now: early)
    uid = try #require(decision.session?.uid)
  }

  private func record(lasting duration: Duration?, session: String?, by coach: String = "marta") throws
    -> TrainingRecord
  {
    var recorder = try SessionRecorder(
      id: "r", coach: coach, client: "joan", start: start.instant.adding(seconds: 300), sessionID: session)
    return try recorder.finish(at: duration)
  }

  @Test("G5 a workout that was recorded for a booked session completes it, as long as it was")
  mutating func timed() throws {
    let decision = book.complete(
      by: try record(lasting: .seconds(1800), session: uid), now: start.adding(.hours(3)).instant)
    #expect(decision?.session?.state == .completed)
    let session = try #require(book.session(uid, of: "marta"))
    #expect(session.started == start.instant.adding(seconds: 300))
    #expect(session.ended == start.instant.adding(seconds: 2100))
    #expect(book.lastTrained("joan", by: "marta") == session.started)
  }

  @Test("G5 an untimed record ends with the planned time, or now if that is earlier")
  mutating func untimed() throws {
    let record = try record(lasting: nil, session: uid)
    var other = book
    book.complete(by: record, now: start.adding(.hours(3)).instant)
    #expect(book.session(uid, of: "marta")?.ended == start.instant.adding(seconds: 300 + 3000))
    other.complete(by: record, now: start.adding(.minutes(20)).instant)
    #expect(other.session(uid, of: "marta")?.ended == start.instant.adding(seconds: 1200))
  }

  @Test("G3 a running session ends now")
  mutating func running() throws {
    book.request(.start(uid), by: "marta", now: start.instant)
    let now = start.adding(.minutes(40)).instant
    book.complete(by: try record(lasting: .seconds(60), session: uid), now: now)
    #expect(book.session(uid, of: "marta")?.started == start.instant)
    #expect(book.session(uid, of: "marta")?.ended == now)
  }

  @Test("G8 a record of no session, or of another coach's, completes none; nor does a future one")
  mutating func none() throws {
    let now = start.adding(.hours(3)).instant
    #expect(book.complete(by: try record(lasting: .seconds(60), session: nil), now: now) == nil)
    #expect(book.complete(by: try record(lasting: .seconds(60), session: "other"), now: now) == nil)
    #expect(book.complete(by: try record(lasting: .seconds(60), session: uid, by: "pol"), now: now) == nil)
    let early = book.complete(by: try record(lasting: .seconds(60), session: uid), now: start.instant)
    #expect(early?.refusals.isEmpty == false)
    #expect(book.session(uid, of: "marta")?.state == .scheduled)
  }
}

@Suite("Sets in files")
struct PrescribedSetFileTests {
  private func written(_ set: PrescribedSet) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(set), as: UTF8.self)
  }

  @Test("whole seconds are numbers, loads milligrams, and absent values are omitted")
  func form() throws {
    let set = PrescribedSet(repetitions: 8, load: .kilograms(2.5), rest: .seconds(90))
    #expect(try written(set) == #"{"load":2500000,"repetitions":8,"rest":90}"#)
    #expect(try written(PrescribedSet(time: .seconds(45))) == #"{"rest":0,"time":45}"#)
    let read = try JSONDecoder().decode(PrescribedSet.self, from: Data(#"{"time":45}"#.utf8))
    #expect(read == PrescribedSet(time: .seconds(45)))
  }

  @Test("finer durations round-trip to the attosecond")
  func fine() throws {
    for duration in [
      Duration.milliseconds(1500), Duration(secondsComponent: 7, attosecondsComponent: 1), .zero,
      .seconds(86_400), .milliseconds(-1),
    ] {
      let set = PrescribedSet(time: duration, rest: duration)
      #expect(try recoded(set) == set)
    }
  }
}
