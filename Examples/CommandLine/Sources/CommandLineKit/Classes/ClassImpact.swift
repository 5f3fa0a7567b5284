import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

extension CommandError {
  /// The refusal of a change of classes.
  init(_ impact: ClassEditImpact, of uid: String, in book: ClassBook, _ words: SchedulingWords) {
    let overbooked = impact.overbooked.map { date in
      var refusal = Refusal(.placesTaken(date.taken), uid: uid, in: words)
      refusal.message = "\(book.name(of: date.occurrence)): \(refusal.message)"
      refusal.details = [
        .init("on", .string(date.occurrence.start.local.date.description)),
        .init("start", .string(date.occurrence.start.description)),
      ]
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
    self = .refused(error.code.rawValue, words, expected: Phrase(error.expected), uid: uid)
  }
}

extension Preview {
  /// The effect of a change of classes on bookings. Confirmation is required if bookings are called off, or an instructor has
  /// other commitments.
  ///
  /// - Parameter new: The new class of a split.
  init(_ impact: ClassEditImpact, new: ClassSeries? = nil, in words: SchedulingWords) {
    let kinds = [
      ("moved", impact.moved), ("calledOff", impact.calledOff), ("promoted", impact.promoted),
      ("conflicts", impact.conflicts.map { $0.affected }),
    ]
    var lines = impact.sentences(in: words)
    if let new {
      let line: Phrase = "from \(new.start.local.date) on: \(new.uid)"
      lines.append(line.text(in: words.localization))
    }
    let count = impact.calledOff.count
    let question: Phrase? = count == 0 ? nil : count == 1 ? "Call off this?" : "Call off these \(count)?"
    let twice: Phrase? = impact.busyInstructors.isEmpty ? nil : "Book the instructor twice?"
    self.init(
      text: lines.map { SafeText.singleLine($0) + "\n" }.joined(),
      json: kinds.map { .init($0.0, .array($0.1.map { $0.json })) }
        + [
          .init("busyInstructors", .array(impact.busyInstructors.map { $0.json })),
          .init("newUID", JSON(new?.uid)),
        ],
      question: question ?? twice)
  }
}

extension Refusal {
  /// The commitments that an instructor has at the time of a new class; `nil` if there are none.
  init?(busyInstructorsOf impact: ClassEditImpact, of uid: String, in words: SchedulingWords) {
    guard !impact.busyInstructors.isEmpty else { return nil }
    let sentences = impact.sentences(in: words)
    let others = sentences.count > 3 ? ["+\(sentences.count - 3)"] : []
    self.init(
      "conflict", (sentences.prefix(3) + others).joined(separator: "; "), in: words,
      expected: "another time or instructor, or --yes", uid: uid)
  }
}

extension ClassEditImpact.BusyInstructor {
  fileprivate var json: JSON {
    [
      "uid": .string(occurrence.uid), "start": .string(occurrence.start.description),
      "instructor": .string(occurrence.instructor), "items": .array(items.map { .string($0.summary) }),
    ]
  }
}

extension ClassEditImpact.Affected {
  fileprivate var json: JSON {
    [
      "uid": .string(from.uid), "start": .string(from.start.description), "to": JSON(to?.start.description),
      "member": .string(booking.member),
    ]
  }
}
