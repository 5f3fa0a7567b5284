import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import ArgumentParser

/// Whose training it is, from which routine, and as which session.
struct WorkoutOptions: ParsableArguments {
  @Argument(help: "The routine, by its id or its name; without one, free training.")
  var routine: String?

  @Option(help: ArgumentHelp("Who trains them. [default: the routine's]", valueName: "address"))
  var coach: String?

  @Option(help: ArgumentHelp("Who is trained. [default: the routine's client]", valueName: "address"))
  var client: String?

  @Option(
    name: .customLong("session"),
    help: ArgumentHelp("The session that was booked for it, which it completes.", valueName: "uid"))
  var session: String?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The calendar for a session that was not booked. [default: the first]", valueName: "name"))
  var destination: String?
}

/// `almanac workout run`
struct RunWorkout: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a training session, set by set, with rest countdowns.",
    discussion: """
      Reads a line a command: an optional time since the start (0:40, 90s), then what happens: choose E, add \
      "EXERCISE: SETS", start [E.S], rep [E.S], done [E.S], reps [E.S] 8|+1|-1, load [E.S] 42.5kg|+1|-1, time [E.S] 45s, \
      note [E.S] TEXT, skip [E|E.S], back [E|E.S], rest, leave, status, finish, discard. E is the number of an exercise, \
      E.S of one of its sets, both from 1; without one it is the set that rests or else the next. A line without a time \
      happens now, with --now at the latest time told. Lines that begin with # are passed over.

      A session whose lines end before finish or discard is kept: --resume goes on with it.
      """)

  @OptionGroup
  var workout: WorkoutOptions

  @Option(help: ArgumentHelp("Go on with a session that is kept.", valueName: "id"))
  var resume: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if resume != nil, workout.routine != nil || workout.client != nil || workout.session != nil {
      throw ValidationError("--resume goes on with what was begun (expected it alone)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let places = try invocation.changeableLocations(calendars)
    let session =
      if let resume { try RunningWorkout(resume, in: places).read(resume) } else {
        try workout.recorder(at: nil, calendars, common, in: &invocation)
      }
    let running = RunningWorkout(session.id, in: places)
    try running.write(session)
    var script = WorkoutScript(session, library: try TrainingFile(places).library, common: common)
    script.begin(&invocation)
    do throws(CommandError) {
      try script.run(keepingIn: running, &invocation)
      let record = script.session.record
      if let record {
        let end = record.instant(at: record.duration ?? .zero)
        try record.keep(at: end, in: workout.destination, calendars, common, &invocation)
      }
    } catch {
      invocation.complain(
        Complaint("the session is kept", expected: "almanac workout run --resume \(session.id)"))
      throw error
    }
    script.end(&invocation)
    if script.session.phase != .recording { try running.remove() }
  }
}

extension WorkoutOptions {
  /// The beginning of the session that the options describe.
  ///
  /// - Parameter start: When it begins; without one now.
  func recorder(
    at start: Instant?, _ calendars: CalendarOptions, _ common: CommonOptions, in invocation: inout Invocation
  ) throws(CommandError) -> SessionRecorder {
    let places = try invocation.changeableLocations(calendars)
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let training = try TrainingFile(places)
    let store = try invocation.store(calendars, makesMissing: true)
    let booked = try session.map { (uid) throws(CommandError) in
      try SessionFiles(store, at: now, showing: zone).session(uid)
    }
    let coach = coach ?? booked?.coach
    let routine = try routine.map { (text) throws(CommandError) in
      try training.library.routine(named: text, of: coach)
    }
    guard let coach = coach ?? routine?.coach else {
      throw .usage("nobody is said to train them", expected: "--coach, --session or a routine")
    }
    guard let client = client ?? booked?.client ?? routine?.client else {
      throw .usage("nobody is said to be trained", expected: "--client, --session or a client's routine")
    }
    if let booked,
      PersonKey(booked.coach) != PersonKey(coach) || PersonKey(booked.client) != PersonKey(client)
    {
      throw .refused(
        "wrong_people", "the session is \(booked.coach)'s with \(booked.client)", expected: "the same two",
        uid: booked.uid)
    }
    // A session that is not in the calendar yet has its UID from here on.
    let uid = booked?.uid ?? store.unusedUID(invocation.environment.uids)
    do throws(TrainingError) {
      guard let routine else {
        return try SessionRecorder(id: uid, coach: coach, client: client, start: start ?? now, sessionID: uid)
      }
      return try SessionRecorder(
        id: uid, running: routine, in: training.library, for: client, start: start ?? now, sessionID: uid)
    } catch {
      throw CommandError(error)
    }
  }
}

extension TrainingRecord {
  /// Keeps the record in the log, and its session in the calendar: completed, or a new one.
  ///
  /// - Parameter moment: When that is, if later than the clock says: at the end of a session that was run.
  func keep(
    at moment: Instant = .min, in destination: String?, _ calendars: CalendarOptions, _ common: CommonOptions,
    _ invocation: inout Invocation
  ) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = max(moment, invocation.now(common, in: zone))
    // Who changes the files holds them from here on, so that they are read as they are written.
    let store = try invocation.store(calendars, makesMissing: true)
    var training = try TrainingFile(try invocation.changeableLocations(calendars))
    do throws(TrainingError) { try training.log.add(self) } catch { throw CommandError(error) }
    var files = SessionFiles(store, at: now, showing: zone)
    if let uid = sessionID, files.book.session(uid, of: coach) != nil {
      try files.complete(by: self, at: now)
    } else {
      try files.add(client, of: coach, at: now)
      let end = duration.map { instant(at: $0) } ?? min(start.in(zone).adding(.hours(1)).instant, now)
      let uid = sessionID ?? id
      _ = try files.request(
        .recordUnplanned(
          client: client, during: start..<max(start, end), in: zone, title: routine?.name ?? ""),
        by: coach, at: now, uids: UIDSource { _ in uid }, into: try store.destination(named: destination))
    }
    try training.put(into: &files.store)
    try invocation.save(files.store, "trained \(client), \(zone.local(at: start))")
  }
}

extension TrainingLibrary {
  /// The routine of an id or, in any case, a name.
  ///
  /// - Parameter coach: Whose; of whoever without one.
  func routine(named text: String, of coach: String?) throws(CommandError) -> Routine {
    let own = coach.map { seen(by: $0) } ?? self
    if let routine = own.routine(text) { return routine }
    return try own.routines.only(named: text, "routine") { $0.name }
  }
}

extension Array {
  /// The one element of a name.
  func only(named text: String, _ kind: String, name: (Element) -> String) throws(CommandError) -> Element {
    let found = filter { name($0).lowercased() == text.lowercased() }
    guard let first = found.first else {
      throw .refused(
        "not_found", "there is no \(kind) \(text)", expected: "an id or a name, as list prints them")
    }
    guard found.count == 1 else {
      throw .refused("ambiguous", "there are several \(kind)s named \(text)", expected: "an id")
    }
    return first
  }
}
