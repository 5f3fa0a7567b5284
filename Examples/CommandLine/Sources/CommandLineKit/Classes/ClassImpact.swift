import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

extension CommandError {
  /// The refusal of a change of classes.
  init(_ impact: ClassEditImpact, uid: String, in words: SchedulingWords) {
    let overbooked = impact.overbooked.map { date in
      var refusal = Refusal(.placesTaken(date.taken), uid: uid, in: words)
      refusal.details = [.init("on", .string(date.occurrence.start.local.date.description))]
      return refusal
    }
    let merged = impact.merged.map { id in
      Refusal("merged", "the bookings of two dates would fall on one", uid: id.uid)
    }
    self = .refused(overbooked + merged)
  }
}

extension CommandError {
  init(_ error: SchedulingError, uid: String) {
    let words =
      error.code == .notFound
      ? "the class does not run then" : String(error.code.rawValue.map { $0 == "_" ? " " : $0 })
    self = .refused(error.code.rawValue, words, expected: error.expected, uid: uid)
  }
}

extension Preview {
  /// The effect of a change of classes on bookings. Confirmation is required if bookings are called off.
  ///
  /// - Parameter new: The new class of a split.
  init(_ impact: ClassEditImpact, new: ClassSeries? = nil) {
    let kinds = [
      ("moved", "moved", impact.moved), ("calledOff", "called off", impact.calledOff),
      ("promoted", "has a place", impact.promoted),
      ("conflicts", "in conflict", impact.conflicts.map { $0.affected }),
    ]
    var lines = kinds.flatMap { kind, words, affected in
      affected.map { "\($0.words)  \(words)" + (kind == "moved" ? " to \($0.destination)" : "") }
    }
    if lines.isEmpty { lines = ["no bookings are affected"] }
    if let new { lines.append("from \(new.start.local.date) on: \(new.uid)") }
    let count = impact.calledOff.count
    self.init(
      text: lines.map { SafeText.singleLine($0) + "\n" }.joined(),
      json: kinds.map { .init($0.0, .array($0.2.map { $0.json })) } + [.init("newUID", JSON(new?.uid))],
      question: count == 0 ? nil : "Call off \(count == 1 ? "this" : "these \(count)")?")
  }
}

extension ClassEditImpact.Affected {
  /// `2026-03-02  Yoga  ana@example.org`
  fileprivate var words: String { "\(from.start.local.date)  \(title: from.title)  \(booking.member)" }

  /// The new time; on the same day without the date.
  fileprivate var destination: String {
    guard let now = to?.start.local else { return "" }
    let hour = now.time.description.prefix(5)
    return now.date == from.start.local.date ? "\(hour)" : "\(now.date) \(hour)"
  }

  fileprivate var json: JSON {
    [
      "uid": .string(from.uid), "start": .string(from.start.description), "to": JSON(to?.start.description),
      "member": .string(booking.member),
    ]
  }
}
