import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import ArgumentParser

/// `almanac workout log`
struct LogWorkout: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Record a past training session.",
    discussion: """
      All sets count as done as prescribed, except for those that the options change. E is the number of an exercise in the \
      routine, E.S that of one of its sets, both from 1.
      """)

  @OptionGroup
  var workout: WorkoutOptions

  @Option(
    help: ArgumentHelp("The start. [default: the start of the booked session]", valueName: "when"),
    transform: When.init(argument:))
  var at: When?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long it lasted.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(
    name: .customLong("skip"),
    help: ArgumentHelp(
      "An exercise or a set that was omitted; may be given several times.", valueName: "E|E.S"))
  var skipped: [String] = []

  @Option(
    name: .customLong("reps"),
    help: ArgumentHelp(
      "A set with other repetitions: \"1.2 6\"; may be given several times.", valueName: "E.S N"))
  var repetitions: [String] = []

  @Option(
    name: .customLong("load"),
    help: ArgumentHelp(
      "A set with another load: \"1.2 62.5kg\"; may be given several times.", valueName: "E.S L"))
  var loads: [String] = []

  @Option(
    name: .customLong("note"),
    help: ArgumentHelp("A note on a set: \"1.2 TEXT\"; may be given several times.", valueName: "E.S TEXT"))
  var notes: [String] = []

  @Option(
    name: .customLong("exercise"),
    help: ArgumentHelp(
      "An exercise that is not in the routine: \"Squat: 3x8 60kg\"; may be given several times.",
      valueName: "sets"))
  var exercises: [String] = []

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let start = try start(in: zone, &invocation)
    var session = try workout.recorder(at: start, calendars, common, in: &invocation)
    let library = try TrainingFile(try invocation.changeableLocations(calendars)).library
    for (verb, values) in [
      ("add", exercises), ("reps", repetitions), ("load", loads), ("note", notes), ("skip", skipped),
    ] {
      for value in values { try perform("\(verb) \(value)", on: &session, library) }
    }
    let record: TrainingRecord
    do throws(TrainingError) {
      while let set = session.next { try session.apply(.complete(set)) }
      record = try session.finish(at: length.map { .seconds($0.civilSeconds) })
    } catch {
      throw CommandError(error)
    }
    try session.save(in: workout.destination, calendars, common, &invocation)
    if common.format == .json {
      invocation.write(["version": .version, "record": record.json(in: zone)])
    } else {
      invocation.output.writeLine(record.id)
    }
  }

  /// The start: `--at`, or the planned start of the booked session.
  private func start(in zone: Zone, _ invocation: inout Invocation) throws(CommandError) -> Instant {
    let now = invocation.now(common, in: zone)
    if let at { return try at.start(in: zone, else: zone.local(at: now).date).instant }
    guard let uid = workout.session else {
      throw .usage("the start is missing", expected: "--at or --session")
    }
    let files = SessionFiles(
      CalendarStore(reading: try invocation.sources(calendars)), at: now,
      showing: try invocation.schedulingWords(common))
    return try files.session(uid).interval.lowerBound
  }

  private func perform(
    _ text: String, on session: inout SessionRecorder, _ library: TrainingLibrary
  ) throws(CommandError) {
    let line: WorkoutLine
    do { line = try WorkoutLine(text, in: session, library) } catch { throw .usage("--\(text): \(error)") }
    guard case .session(let command) = line.command else { return }
    do throws(TrainingError) { try session.apply(command) } catch {
      throw .refused(error.reasons.map { Refusal($0, in: session, at: "--\(text)") })
    }
  }
}
