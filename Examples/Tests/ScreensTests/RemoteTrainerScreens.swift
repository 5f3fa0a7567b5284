import Almanac
import AlmanacTraining
import Observation

/// R2 and R3: a workout as its client runs it, set by set.
@MainActor @Observable
final class WorkoutPlayerModel {
  private(set) var session: SessionRecorder
  /// The text of the notification for a rest that ends while the screen is not shown.
  private(set) var notification: String?
  private(set) var alert: [String] = []
  private(set) var time = Duration.zero

  init(_ workout: Routine, in library: TrainingLibrary, for client: String, id: String, now: Instant) throws {
    session = try SessionRecorder(id: id, running: workout, in: library, for: client, start: now)
  }

  var title: String { session.routine?.name ?? "" }
  var note: String { session.routine?.note ?? "" }
  var color: CalendarColor? { session.routine?.color }
  /// One card for each set, with its exercise, target, deviation and state.
  var cards: [SetLine] { session.lines }
  var rest: RestCountdown? { session.countdown(at: time) }
  var isBlinking: Bool { rest?.phase == .lastTenSeconds }
  var report: ReportModel? { session.record.map { ReportModel($0) } }

  func isEditable(_ card: SetLine) -> Bool {
    session.refusals(of: .note(card.id, card.set.note), at: time).isEmpty
  }

  func done(_ card: SetLine) { perform(.complete(card.id)) }
  func heavier(_ card: SetLine) { perform(.change(card.id, .stepLoad(1))) }
  func lighter(_ card: SetLine) { perform(.change(card.id, .stepLoad(-1))) }
  func more(_ card: SetLine) { perform(.change(card.id, .addRepetitions(1))) }
  func fewer(_ card: SetLine) { perform(.change(card.id, .addRepetitions(-1))) }
  func write(_ note: String, on card: SetLine) { perform(.note(card.id, note)) }
  func leave() { perform(.leave) }
  func save() { perform(.finish) }
  func discard() { perform(.discard) }

  func tick(to time: Duration) {
    self.time = time
    guard let events = try? session.advance(to: time) else { return }
    announce(events)
  }

  private func perform(_ command: RecorderCommand) {
    do throws(TrainingError) {
      announce(try session.apply(command, at: time))
      alert = []
    } catch { alert = error.reasons.map { $0.description(in: SchedulingWords(.italian, in: .utc)) } }
  }

  private func announce(_ events: [RecorderEvent]) {
    for case .completed(_, let next?) in events {
      notification =
        "\(next.exercise.name) \(next.number)/\(next.count)"
        + (next.set.prescribed.map { ": \($0.description(in: .italian))" } ?? "")
    }
  }
}

/// R4 and R5: what was done, changed and skipped, as the client and the trainer read it.
@MainActor @Observable
final class ReportModel {
  struct Row: Identifiable {
    let id: SetID
    let title: String
    let work: String
    let deviation: String
    let note: String
    let isSkipped: Bool
  }

  let record: TrainingRecord

  init(_ record: TrainingRecord) { self.record = record }

  var title: String { record.routine?.name ?? "" }
  var color: CalendarColor? { record.color }

  func date(in zone: Zone, _ localization: Localization) -> String {
    localization.date(zone.local(at: record.completion).date)
  }

  var rows: [Row] {
    record.report.lines.map { line in
      Row(
        id: line.id, title: "\(line.exercise.name) \(line.number)/\(line.count)",
        work: line.set.description(in: .italian),
        deviation: line.set.isChanged ? line.set.deviation?.description(in: .italian) ?? "" : "",
        note: line.set.note,
        isSkipped: line.set.state == .skipped)
    }
  }
}
