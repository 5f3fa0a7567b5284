import Almanac
import AlmanacRendering
import AlmanacTraining
import Observation

/// G1 to G3: a coach's month with the sessions of the selected day, the next sessions and the clients.
@MainActor @Observable
final class AgendaModel {
  var coaching: Coaching
  var now: Instant
  var selected: CivilDate
  private(set) var alert: [String] = []
  let coach: String
  let zone: Zone

  init(_ coaching: Coaching, coach: String, zone: Zone, now: Instant) {
    (self.coaching, self.coach, self.zone, self.now) = (coaching, coach, zone, now)
    selected = zone.local(at: now).date
  }

  var month: MonthView {
    MonthView(
      of: selected.yearMonth, showing: [coaching.book.calendar(of: coach, at: now)], in: zone,
      firstWeekday: .monday, today: zone.local(at: now).date, selected: selected)
  }

  var day: DayCell? { month[selected] }
  var next: [Session] { coaching.book.nextSessions(of: coach, from: now, limit: 5) }
  var clients: [Coaching.ClientSummary] { coaching.clients(of: coach, now: now) }

  func title(_ session: Session) -> String {
    "\(zone.local(at: session.start.instant).time.clock) \(coaching.book.name(of: session.client, for: coach))"
  }

  func choices(for session: Session) -> [Routine] { coaching.routines(for: session.client, by: coach) }

  func book(_ client: String, at time: CivilTime, place: String = "") {
    attempt { coaching throws(TrainingError) in
      try coaching.request(
        .schedule(client: client, at: selected.at(time).in(zone), place: place), by: coach, now: now)
    }
  }

  func start(_ session: Session, running routine: String?) -> LiveWorkoutModel? {
    attempt { coaching throws(TrainingError) in
      try coaching.start(session.uid, running: routine, by: coach, now: now)
    }
    return coaching.workout(session.uid, of: coach).map { LiveWorkoutModel(coaching, $0) }
  }

  private var words: SchedulingWords {
    var words = SchedulingWords(.catalan, in: zone)
    words.name = { [book = coaching.book, coach] in book.name(of: $0, for: coach) }
    return words
  }

  private func attempt(_ change: (inout Coaching) throws(TrainingError) -> some Any) {
    do throws(TrainingError) {
      _ = try change(&coaching)
      alert = []
    } catch { alert = error.reasons.map { $0.description(in: words) } }
  }
}

/// G4 and G5: a workout as it happens, or filled in afterwards.
@MainActor @Observable
final class LiveWorkoutModel {
  private(set) var coaching: Coaching
  private(set) var events: [RecorderEvent] = []
  private(set) var record: TrainingRecord?
  private let uid: String
  private let coach: String

  init(_ coaching: Coaching, _ workout: SessionRecorder) {
    (self.coaching, uid, coach) = (coaching, workout.id, workout.coach)
  }

  var workout: SessionRecorder? { coaching.workout(uid, of: coach) }
  var title: String { workout?.routine?.name ?? "" }
  var exercises: [PerformedExercise] { workout?.exercises ?? [] }
  var next: SetLine? { workout?.nextLine }

  func state(_ exercise: PerformedExercise) -> SessionRecorder.ExerciseState? {
    workout?.state(ofExercise: exercise.number)
  }

  /// The exercises of the coach and the shared ones, which can be added.
  var choices: [Exercise] { coaching.library.seen(by: coach).exercises }

  func add(_ exercise: Exercise, at time: Duration?) {
    guard let copy = coaching.library.snapshot(ofExercise: exercise.id) else { return }
    perform(.add(copy, sets: []), at: time)
  }

  func may(_ command: RecorderCommand) -> Bool { workout?.refusals(of: command).isEmpty ?? false }

  func perform(_ command: RecorderCommand, at time: Duration?) {
    events = (try? coaching.apply(command, to: uid, by: coach, at: time)) ?? []
    record = coaching.log.record(uid)
  }

  func rest(at time: Duration) -> RestCountdown? { workout?.countdown(at: time) }
}

/// G6: the progress of a client in an exercise.
@MainActor @Observable
final class ProgressModel {
  let log: TrainingLog
  let client: String
  let zone: Zone
  var formula = OneRepetitionMaximum.epley
  var measure = ExerciseProgress.Measure.load
  var exercise: String?
  var isDark = false

  init(_ coaching: Coaching, of client: String, by coach: String, zone: Zone) {
    (log, self.client, self.zone) = (coaching.log.seen(by: coach), client, zone)
    exercise = exercises.first?.exercise.id
  }

  var exercises: [ExerciseProgress] { log.progress(of: client, zone: zone, estimating: formula) }
  var progress: ExerciseProgress? { exercises.first { $0.exercise.id == exercise } }
  var measures: [ExerciseProgress.Measure] { progress?.measures ?? [] }
  var best: ExerciseProgress.Point? { progress?.strongest ?? progress?.heaviest }
  var chart: ChartView? { progress?.chart(of: measure, localization: .catalan) }

  var picture: String? {
    chart.map { SVGRenderer(localization: .catalan, width: 600, theme: isDark ? .dark : .light).document($0) }
  }
}
