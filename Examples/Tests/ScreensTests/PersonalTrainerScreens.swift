import Almanac
import AlmanacRendering
import AlmanacTraining
import Observation

/// The state that the screens of a coach share: sessions, library, workouts in progress and log.
@MainActor @Observable
final class CoachModel {
  private(set) var coaching: Coaching
  private(set) var alert: [String] = []
  var now: Instant
  let coach: String
  let zone: Zone

  init(_ coaching: Coaching, coach: String, zone: Zone, now: Instant) {
    (self.coaching, self.coach, self.zone, self.now) = (coaching, coach, zone, now)
  }

  var words: SchedulingWords {
    var words = SchedulingWords(.catalan, in: zone)
    words.name = { [book = coaching.book, coach] in book.name(of: $0, for: coach) }
    return words
  }

  /// Makes a change; a refused one is in `alert`.
  func attempt<Result>(_ change: (inout Coaching) throws(TrainingError) -> Result) -> Result? {
    do throws(TrainingError) {
      let result = try change(&coaching)
      alert = []
      return result
    } catch {
      alert = error.reasons.map { $0.description(in: words) }
      return nil
    }
  }
}

/// G1 to G3: a coach's month with the sessions of the selected day, the next sessions and the clients.
@MainActor @Observable
final class AgendaModel {
  let shared: CoachModel
  var selected: CivilDate

  init(_ shared: CoachModel) {
    self.shared = shared
    selected = shared.zone.local(at: shared.now).date
  }

  private var coaching: Coaching { shared.coaching }
  private var coach: String { shared.coach }

  var month: MonthView {
    MonthView(
      of: selected.yearMonth, showing: [coaching.book.calendar(of: coach, at: shared.now)], in: shared.zone,
      firstWeekday: .monday, today: shared.zone.local(at: shared.now).date, selected: selected)
  }

  var day: DayCell? { month[selected] }
  var next: [SessionBook.Session] { coaching.book.nextSessions(of: coach, from: shared.now, limit: 5) }
  var clients: [Coaching.ClientSummary] { coaching.clients(of: coach, now: shared.now, in: .catalan) }

  func title(_ session: SessionBook.Session) -> String {
    let start = shared.zone.local(at: session.start.instant).time.clock
    return "\(start) \(coaching.book.name(of: session.client, for: coach))"
  }

  func choices(for session: SessionBook.Session) -> [Routine] {
    coaching.routines(for: session.client, by: coach)
  }

  func book(_ client: String, at time: CivilTime, place: String = "") {
    let start = selected.at(time).in(shared.zone)
    _ = shared.attempt { [shared] coaching throws(TrainingError) in
      try coaching.request(
        .schedule(client: client, at: start, location: place), by: shared.coach, now: shared.now)
    }
  }

  func start(_ session: SessionBook.Session, running routine: String?) -> LiveWorkoutModel? {
    let workout = shared.attempt { [shared] coaching throws(TrainingError) in
      try coaching.start(session.uid, running: routine, by: shared.coach, now: shared.now)
    }
    return workout.map { LiveWorkoutModel(shared, $0.id) }
  }
}

/// G4 and G5: a workout as it happens, or filled in afterwards.
@MainActor @Observable
final class LiveWorkoutModel {
  let shared: CoachModel
  private(set) var events: [RecorderEvent] = []
  private let uid: String

  init(_ shared: CoachModel, _ uid: String) { (self.shared, self.uid) = (shared, uid) }

  var workout: SessionRecorder? { shared.coaching.workout(uid, of: shared.coach) }
  var record: TrainingRecord? { shared.coaching.log.record(uid) }
  var title: String { workout?.routine?.name ?? "" }
  var exercises: [PerformedExercise] { workout?.exercises ?? [] }
  var next: SetLine? { workout?.nextLine }

  func state(_ exercise: PerformedExercise) -> SessionRecorder.ExerciseState? {
    workout?.state(ofExercise: exercise.number)
  }

  /// The exercises of the coach and the shared ones, which can be added.
  var choices: [Exercise] { shared.coaching.library.seen(by: shared.coach).exercises }

  func add(_ exercise: Exercise, at time: Duration?) {
    guard let copy = shared.coaching.library.snapshot(ofExercise: exercise.id) else { return }
    perform(.add(copy, sets: []), at: time)
  }

  func may(_ command: RecorderCommand) -> Bool { workout?.refusals(of: command).isEmpty ?? false }

  func perform(_ command: RecorderCommand, at time: Duration?) {
    events =
      shared.attempt { [shared, uid] coaching throws(TrainingError) in
        try coaching.apply(command, to: uid, by: shared.coach, at: time)
      } ?? []
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
