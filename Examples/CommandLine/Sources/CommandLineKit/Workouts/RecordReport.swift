import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacTraining

extension TrainingRecord {
  /// A line with the totals, then a line for each set that was changed, skipped or noted.
  func reportLines(_ localization: Localization) -> [String] {
    let report = report
    let sums = report.description(in: localization) + (duration.map { ", " + TimeText.text($0) } ?? "")
    let notable = report.lines.filter { $0.set.isChanged || $0.set.state == .skipped || !$0.set.note.isEmpty }
    return [sums] + notable.map { "  \($0.text(localization))" }
  }

  /// - Parameter zone: The zone in which the start is shown.
  func json(in zone: Zone) -> JSON {
    let report = report
    return [
      "id": .string(id), "session": JSON(sessionID), "coach": .string(coach), "client": .string(client),
      "routine": routine.map { routine in
        ["id": .string(routine.id), "name": .string(routine.name), "color": JSON(routine.color?.description)]
      } ?? .null,
      "start": .string(start.in(zone).description), "seconds": JSON(seconds: duration),
      "done": .int(report.done.count), "changed": .int(report.changed.count),
      "skipped": .int(report.skipped.count), "repetitions": .int(report.repetitions),
      "volume": JSON(report.volume), "restSeconds": JSON(seconds: report.rest),
      "exercises": .array(exercises.map { $0.json }),
    ]
  }
}

extension SetLine {
  /// `Squat 2: 6× 62.5 kg (-2×, +2.5 kg) – a note`
  func text(_ localization: Localization) -> String {
    var text = "\(exercise.name) \(number): \(set.description(in: localization))"
    if set.isChanged, let deviation = set.deviation {
      text += " (\(deviation.description(in: localization)))"
    }
    return set.note.isEmpty ? text : text + " – " + set.note
  }
}

extension PerformedExercise {
  fileprivate var json: JSON {
    [
      "id": .string(exercise.id), "name": .string(exercise.name), "machine": JSON(exercise.machine),
      "added": .bool(isAdded),
      "sets": .array(
        sets.map { set in
          [
            "state": .string(set.state.rawValue), "repetitions": set.repetitions.map { .int($0) } ?? .null,
            "load": set.load.map { JSON($0) } ?? .null, "time": JSON(seconds: set.time),
            "start": JSON(seconds: set.start), "completion": JSON(seconds: set.completion),
            "rest": JSON(seconds: set.rest),
            "repetitionTimes": .array(set.repetitionTimes.map { JSON(seconds: $0) }),
            "changed": .bool(set.isChanged), "note": .string(set.note),
          ]
        }),
    ]
  }
}

extension ClientStatistics {
  /// The adherence in whole per cent; `nil` if nothing was assigned.
  var adherencePercent: Int? { report.adherence.map { Int(($0 * 100).rounded()) } }

  func json(_ client: String, in zone: Zone) -> JSON {
    [
      "client": .string(client), "sessions": .int(sessions), "setsDone": .int(report.done.count),
      "setsChanged": .int(report.changed.count), "setsSkipped": .int(report.skipped.count),
      "repetitions": .int(report.repetitions), "volume": JSON(report.volume),
      "seconds": JSON(seconds: report.duration),
      "adherencePercent": adherencePercent.map { .int($0) } ?? .null,
      "first": JSON(first?.in(zone).description), "last": JSON(last?.in(zone).description),
      "exercises": .array(
        exercises.map { exercise in
          [
            "id": .string(exercise.exercise.id), "name": .string(exercise.exercise.name),
            "sessions": .int(exercise.sessions), "sets": .int(exercise.sets),
            "repetitions": .int(exercise.repetitions), "volume": JSON(exercise.volume),
            "heaviest": exercise.heaviest.map { JSON($0) } ?? .null,
          ]
        }),
    ]
  }
}

extension JSON {
  /// A duration in whole seconds.
  init(seconds duration: Duration?) {
    self = duration.map { .int(Int(clamping: $0.components.seconds)) } ?? .null
  }

  /// A weight as text and as a number of milligrams.
  init(_ load: Load) {
    self = ["text": .string(load.description), "milligrams": .int(Int(clamping: load.milligrams))]
  }
}
