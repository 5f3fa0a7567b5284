import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import ArgumentParser

/// The routine, the people and the session of a workout.
struct WorkoutOptions: ParsableArguments {
  @Argument(help: "The routine, by its id or its name; without one, free training.")
  var routine: String?

  @Option(
    help: ArgumentHelp("The coach. [default: the coach of the routine]", valueName: "address"),
    transform: Person.identity(in:))
  var coach: String?

  @Option(
    help: ArgumentHelp("The client. [default: the client of the routine]", valueName: "address"),
    transform: Person.identity(in:))
  var client: String?

  @Option(
    name: .customLong("session"),
    help: ArgumentHelp("The booked session, which the workout completes.", valueName: "uid"))
  var session: String?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The calendar for a session that was not booked. [default: the first]", valueName: "name"),
    completion: .calendars)
  var destination: String?
}

/// `almanac workout run`
struct RunWorkout: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a training session, set by set, with rest countdowns.",
    discussion: """
      Reads one command per line, with an optional time since the start (0:40, 90s) before it: choose E, add \
      "EXERCISE: SETS", start [E.S], rep [E.S], done [E.S], reps [E.S] 8|+1|-1, load [E.S] 42.5kg|+1|-1, time [E.S] 45s, \
      note [E.S] TEXT, skip [E|E.S], back [E|E.S], rest, leave, status, finish, discard. E is the number of an exercise, \
      E.S that of one of its sets, both from 1; the default is the set in its rest, else the next set. The default time is \
      now, or with --now the time of the line before. Lines that begin with # are comments.

      The session is in progress from the start of its first workout, and completed at the end of its last. If the input ends \
      before finish or discard, the workout is saved, and --resume continues it.
      """)

  @OptionGroup
  var workout: WorkoutOptions

  @Option(help: ArgumentHelp("Continue a saved session.", valueName: "id"))
  var resume: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if resume != nil, workout.routine != nil || workout.client != nil || workout.session != nil {
      throw ValidationError("--resume continues a saved session (expected no routine, --client or --session)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let locations = try invocation.changeableLocations(calendars)
    let session =
      if let resume { try RunningWorkout(resume, in: locations).read(resume) } else {
        try workout.recorder(at: nil, calendars, common, in: &invocation)
      }
    let running = RunningWorkout(session.id, in: locations)
    if resume == nil {
      try session.startSession(in: workout.destination, calendars, common, &invocation)
      try running.write(session)
    }
    var script = WorkoutScript(
      session, library: try TrainingFile(locations).library, common: common,
      localization: try invocation.localization(common))
    script.begin(&invocation)
    do throws(CommandError) {
      try script.run(savingTo: running, &invocation)
      switch script.session.phase {
      case .recording: break
      case .finished:
        try script.session.save(
          in: workout.destination, calendars, common, ending: running, &invocation)
      case .discarded: try running.discard(session.id, calendars, common, &invocation)
      }
    } catch {
      invocation.complain(
        Complaint(
          "the session is saved and can be continued",
          expected: Phrase(verbatim: "almanac workout run --resume \(session.id)"))
      )
      throw error
    }
    script.end(&invocation)
  }
}

extension WorkoutOptions {
  /// A recorder of the session that the options describe.
  ///
  /// - Parameter start: The start; `nil` for now.
  func recorder(
    at start: Instant?, _ calendars: CalendarOptions, _ common: CommonOptions, in invocation: inout Invocation
  ) throws(CommandError) -> SessionRecorder {
    let locations = try invocation.changeableLocations(calendars)
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let training = try TrainingFile(locations)
    let files = try invocation.sessionFiles(calendars, common, at: now)
    let booked = try session.map { (uid) throws(CommandError) in try files.session(uid) }
    let coach = coach ?? booked?.coach
    let routine = try routine.map { (text) throws(CommandError) in
      try training.library.routine(named: text, of: coach)
    }
    guard let coach = coach ?? routine?.coach else {
      throw .usage("the coach is missing", expected: "--coach, --session or a routine")
    }
    let only = booked.flatMap { $0.clients.count == 1 ? $0.client : nil }
    guard let client = client ?? only ?? routine?.client else {
      throw .usage(
        "the client is missing",
        expected: booked == nil
          ? "--client, --session or a client's routine" : "--client, as the session has several")
    }
    if let booked, !booked.coach.isOf(coach) || !booked.clients.contains(where: { $0.isOf(client) }) {
      throw .refused(
        "wrong_people",
        "the session is between \(booked.coach) and \(booked.clients.joined(separator: ", "))",
        expected: "these people", uid: booked.uid)
    }
    // A session that is not in the calendar yet gets its UID here.
    let uid = booked?.uid ?? files.store.unusedUID(invocation.environment.uids)
    let recorder: SessionRecorder
    do throws(TrainingError) {
      if let booked {
        let begun = booked.state == .inProgress ? booked.started : nil
        recorder = try files.coaching(training).draft(
          of: booked.uid, running: routine?.id, for: client, start: start ?? begun ?? now, by: booked.coach)
      } else if let routine {
        recorder = try SessionRecorder(
          id: uid, running: routine, in: training.library, for: client, start: start ?? now, sessionID: uid)
      } else {
        recorder = try SessionRecorder(
          id: uid, coach: coach, client: client, start: start ?? now, sessionID: uid)
      }
    } catch {
      throw CommandError(error, uid: uid, in: files.words)
    }
    try RunningWorkout(recorder.id, in: locations).requireNone(of: recorder.id)
    return recorder
  }
}

extension SessionRecorder {
  /// Starts the session of a workout that begins, or adds it to the calendar.
  fileprivate func startSession(
    in destination: String?, _ calendars: CalendarOptions, _ common: CommonOptions,
    _ invocation: inout Invocation
  ) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    var files = try invocation.sessionFiles(calendars, common, at: now)
    try files.start(
      self, at: now,
      into: try files.store.destination(named: destination, invocation.environment.configuration))
    let action: Phrase = "started"
    try invocation.save(files.store, "\(action) \(coach) and \(client)")
  }

  /// Saves the record of the session in the log, and completes or adds the session in the calendar.
  ///
  /// - Parameters:
  ///   - destination: The name of the calendar for a session that was not booked.
  ///   - running: The file of a session that was run, which is removed.
  func save(
    in destination: String?, _ calendars: CalendarOptions, _ common: CommonOptions,
    ending running: RunningWorkout? = nil, _ invocation: inout Invocation
  ) throws(CommandError) {
    let zone = invocation.zone(common)
    let clock = invocation.now(common, in: zone)
    let end = running.flatMap { _ in record?.completion } ?? clock
    let now = max(end, clock)
    // These lock the files, so that the training file does not change after it is read.
    var files = try invocation.sessionFiles(calendars, common, at: now)
    let locations = try invocation.changeableLocations(calendars)
    var training = try TrainingFile(locations)
    try files.log(
      self, beside: try RunningWorkout.others(than: self, in: files.book, locations), in: &training,
      endingAt: end, at: now,
      into: try files.store.destination(named: destination, invocation.environment.configuration))
    try training.stage(in: &files.store)
    try running?.stageRemoval(in: &files.store)
    try invocation.save(files.store, "trained \(client), \(zone.local(at: start))")
  }
}

extension RunningWorkout {
  /// The saved workouts of others in the group of a workout.
  fileprivate static func others(
    than workout: SessionRecorder, in book: SessionBook, _ locations: [CalendarLocation]
  ) throws(CommandError) -> [SessionRecorder] {
    let session = book.session(workout.sessionUID, of: workout.coach)
    let ids = (session?.clients ?? []).compactMap { session?.workoutID(of: $0) }
    var found: [SessionRecorder] = []
    for id in ids where id != workout.id {
      if let saved = try RunningWorkout(id, in: locations).saved() { found.append(saved) }
    }
    return found
  }

  /// Removes the file of a workout that was discarded, and takes back the start of its session.
  fileprivate func discard(
    _ id: String, _ calendars: CalendarOptions, _ common: CommonOptions, _ invocation: inout Invocation
  ) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    var files = try invocation.sessionFiles(calendars, common, at: now)
    let locations = try invocation.changeableLocations(calendars)
    let workout = try read(id)
    try files.discard(
      workout, beside: try Self.others(than: workout, in: files.book, locations),
      in: try TrainingFile(locations), at: now)
    try stageRemoval(in: &files.store)
    let action: Phrase = "discarded"
    try invocation.save(files.store, "\(action) \(workout.coach) and \(workout.client)")
  }
}

extension TrainingLibrary {
  /// The routine of an id, or of a name in any case.
  ///
  /// - Parameter coach: The coach to whom it must be visible; `nil` for any.
  func routine(named text: String, of coach: String?) throws(CommandError) -> Routine {
    let own = coach.map { seen(by: $0) } ?? self
    if let routine = own.routine(text) { return routine }
    return try own.routines.only(named: text, "routine") { $0.name }
  }
}

extension Array {
  /// The only element of a name.
  ///
  /// - Throws: A refusal if there is none or there are several.
  func only(named text: String, _ kind: Phrase, name: (Element) -> String) throws(CommandError) -> Element {
    let found = filter { name($0).lowercased() == text.lowercased() }
    guard let first = found.first else {
      throw .refused(
        "not_found", "there is no \(kind) \(text)", expected: "an id or a name, as list prints them")
    }
    guard found.count == 1 else {
      throw .refused("ambiguous", "several have the name \(text): \(kind)", expected: "an id")
    }
    return first
  }
}
