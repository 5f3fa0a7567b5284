import AlmanacRendering
import AlmanacTime
import AlmanacTraining

/// A session that is run by lines of commands, and the output about it.
struct WorkoutScript {
  private(set) var session: SessionRecorder
  private let library: TrainingLibrary
  private let common: CommonOptions
  private let localization: Localization
  private var lineNumber = 0
  /// The effects of each line, for scripts.
  private var steps: [JSON] = []

  init(
    _ session: SessionRecorder, library: TrainingLibrary, common: CommonOptions, localization: Localization
  ) {
    self.session = session
    self.library = library
    self.common = common
    self.localization = localization
  }

  private var isJSON: Bool { common.format == .json }

  /// Whether a person types the lines and sees the effect of each.
  private func isTyped(_ invocation: Invocation) -> Bool { invocation.environment.terminal.isInteractive }

  /// Executes lines up to the end of the session or of the input.
  mutating func run(savingTo running: RunningWorkout, _ invocation: inout Invocation) throws(CommandError) {
    let prompt = isTyped(invocation) ? "> " : ""
    while session.phase == .recording, let line = invocation.environment.ask(prompt) {
      try perform(line, in: &invocation)
      // The file of an ended session has it as it was before its end, which can be taken back.
      if session.phase == .recording { try running.write(session) }
      // The output is written before the next line is read, since the program may be stopped then.
      invocation.output.flush()
    }
  }

  func begin(_ invocation: inout Invocation) {
    guard !isJSON else { return }
    let name = session.routine.map { Phrase(verbatim: $0.name) } ?? .freeTraining
    say("\(name), \(session.client), \(session.id)", &invocation)
    for (index, exercise) in session.exercises.enumerated() {
      let sets = exercise.sets.map { $0.prescribed.map(Self.text) ?? "–" }
      say("\(index + 1) \(exercise.exercise.name): \(Self.joined(sets))", &invocation)
    }
    if session.elapsed > .zero { say(status(at: session.elapsed), &invocation) }
    invocation.output.flush()
  }

  /// Executes a line.
  ///
  /// - Throws: The fault of the line; if a person types the lines, the fault is reported instead.
  private mutating func perform(_ line: String, in invocation: inout Invocation) throws(CommandError) {
    lineNumber += 1
    let text = line.trimmed
    guard !text.isEmpty, !text.hasPrefix("#") else { return }
    do throws(CommandError) { try perform(text: text, in: &invocation) } catch {
      guard isTyped(invocation) else { throw error }
      for complaint in error.complaints { invocation.environment.writeError(complaint.description) }
    }
  }

  private mutating func perform(text: String, in invocation: inout Invocation) throws(CommandError) {
    let line: WorkoutLine
    let now = now(invocation)
    do { line = try WorkoutLine(text, in: session, at: now, library) } catch {
      throw .badData(Complaint("\(error)", file: "-", line: lineNumber))
    }
    let time = line.time ?? now
    var events: [RecorderEvent] = []
    do throws(TrainingError) {
      if case .session(let command) = line.command {
        events = try session.apply(command, at: time)
      } else {
        events = try session.advance(to: time)
      }
    } catch {
      throw .refused(error.reasons.map { Refusal($0, in: session, at: "line \(lineNumber)") })
    }
    report(line, events, at: time, &invocation)
  }

  /// The time of a line that states none.
  private func now(_ invocation: Invocation) -> Duration {
    guard common.now == nil, common.today == nil else { return session.elapsed }
    return max(session.elapsed, session.elapsed(at: invocation.environment.clock()))
  }

  /// Prints the report of a finished session, or the way to continue a saved one.
  mutating func end(_ invocation: inout Invocation) {
    switch session.phase {
    case .finished:
      if isJSON { break }
      for line in session.record?.reportLines(localization) ?? [] { say(Phrase(verbatim: line), &invocation) }
    case .discarded: if !isJSON { say("discarded", &invocation) }
    case .recording: if !isJSON { say("saved: almanac workout run --resume \(session.id)", &invocation) }
    }
    guard isJSON else { return }
    invocation.write([
      "version": .version, "id": .string(session.id), "state": .string(session.phase.rawValue),
      "steps": .array(steps),
      "record": session.record.map { $0.json(in: invocation.zone(common)) } ?? .null,
    ])
  }
}

extension WorkoutScript {
  private mutating func report(
    _ line: WorkoutLine, _ events: [RecorderEvent], at time: Duration, _ invocation: inout Invocation
  ) {
    let rest = session.countdown(at: time)
    if isJSON {
      steps.append([
        "line": .int(lineNumber), "time": .int(Int(time.components.seconds)),
        "events": .array(events.map(json)), "rest": rest.map(json) ?? .null,
        "next": JSON(session.next.map { session.label($0) }),
      ])
      return
    }
    for event in events {
      switch event {
      case .restStarted(let set, let length):
        say("\(TimeText.text(time))  \(name(set.id)) done, rest \(TimeText.text(length))", &invocation)
      case .completed(let set, let next):
        say(
          "\(TimeText.text(time))  \(name(set.id)) complete, next: \(nameOfNext(next?.id))",
          &invocation)
      }
    }
    if session.phase == .recording, events.isEmpty || line.isStatus { say(status(at: time), &invocation) }
  }

  /// The state that a timer shows.
  private func status(at time: Duration) -> Phrase {
    let next = nameOfNext(session.next)
    guard let rest = session.countdown(at: time) else { return "\(TimeText.text(time))  next: \(next)" }
    let warning: Phrase = rest.phase == .running ? "" : " (last 10 seconds)"
    return "\(TimeText.text(time))  rest \(TimeText.text(rest.remaining))\(warning), then \(next)"
  }

  private func nameOfNext(_ set: SetID?) -> Phrase { set.map { Phrase(verbatim: name($0)) } ?? "nothing" }

  private func name(_ set: SetID) -> String {
    "\(session[exercise: set.exercise]?.exercise.name ?? "") \(session.label(set))"
  }

  private func json(_ event: RecorderEvent) -> JSON {
    switch event {
    case .restStarted(let set, let length):
      [
        "event": "rest_started", "set": .string(session.label(set.id)),
        "exercise": .string(set.exercise.name),
        "seconds": .int(Int(length.components.seconds)),
      ]
    case .completed(let set, let next):
      [
        "event": "completed", "set": .string(session.label(set.id)), "exercise": .string(set.exercise.name),
        "next": JSON(next.map { session.label($0.id) }), "nextExercise": JSON(next?.exercise.name),
        "video": JSON(next?.exercise.video),
      ]
    }
  }

  private func json(_ rest: RestCountdown) -> JSON {
    let phase =
      switch rest.phase {
      case .running: "running"
      case .lastTenSeconds: "last_ten_seconds"
      case .over: "over"
      }
    return [
      "set": .string(session.label(rest.set.id)), "remaining": .int(Int(rest.remaining.components.seconds)),
      "total": .int(Int(rest.total.components.seconds)), "phase": .string(phase),
    ]
  }

  private func say(_ phrase: Phrase, _ invocation: inout Invocation) { invocation.write(phrase) }

  /// The text of a set with the rest after it: `8× 60 kg rest 1:30`.
  static func text(_ set: PrescribedSet) -> String {
    set.rest == .zero ? "\(set)" : "\(set) rest \(TimeText.text(set.rest))"
  }

  /// The texts of sets in one line; equal neighbours are counted: `3 × (8× 60 kg)`.
  static func joined(_ sets: [String]) -> String {
    var runs: [(text: String, count: Int)] = []
    for set in sets {
      if runs.last?.text == set { runs[runs.count - 1].count += 1 } else { runs.append((set, 1)) }
    }
    return runs.map { $0.count == 1 ? $0.text : "\($0.count) × (\($0.text))" }.joined(separator: ", ")
  }
}

extension WorkoutLine {
  fileprivate var isStatus: Bool {
    if case .status = command { true } else { false }
  }
}

extension Refusal {
  /// A refusal with the place of the command, such as `line 2`, and with sets counted from 1.
  init(_ reason: TrainingError.Reason, in session: SessionRecorder, at place: Phrase) {
    let subject: Phrase?
    if let set = session.sets.first(where: { reason.subject == "set \($0)" }) {
      subject = "set \(session.label(set))"
    } else if let index = session.exercises.firstIndex(where: { reason.subject == "exercise \($0.number)" }) {
      subject = "exercise \(index + 1)"
    } else {
      subject = reason.subject.isEmpty ? nil : Phrase(verbatim: reason.subject)
    }
    self.init(reason, of: subject.map { "\(place): \($0)" } ?? place)
  }
}
