import AlmanacTime
import AlmanacTraining

/// The text of an exercise with its sets: `Squat: 3x8 60kg rest 90s`, `Plank: 2x45s rest 30s`. Different sets are separated
/// by commas; a name alone has no prescribed sets.
struct EntryText: Sendable, Hashable {
  let exercise: String
  let sets: [PrescribedSet]

  init(argument text: String) throws {
    let colon = text.lastIndex(of: ":")
    exercise = String(text[..<(colon ?? text.endIndex)]).trimmed
    guard !exercise.isEmpty else { throw ArgumentFault("there is no exercise", expected: Self.expected) }
    guard let colon else {
      sets = []
      return
    }
    var sets: [PrescribedSet] = []
    for part in text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false) {
      sets += try Self.sets(String(part).trimmed)
    }
    self.sets = sets
  }

  private static let expected = "such as Squat: 3x8 60kg rest 90s"

  private static func sets(_ text: String) throws -> [PrescribedSet] {
    var words = text.split(separator: " ").map(String.init)
    guard let first = words.first, let cross = first.firstIndex(where: { $0 == "x" || $0 == "×" }),
      let count = Int(first[..<cross]), (1...1000).contains(count)
    else { throw ArgumentFault("\(text) is not a number of sets", expected: expected) }
    words.removeFirst()
    let work = String(first[first.index(after: cross)...])
    var set = PrescribedSet(repetitions: Int(work))
    if set.repetitions == nil { set.time = try TimeText.length(work) }
    while !words.isEmpty {
      let word = words.removeFirst()
      if word == "rest", !words.isEmpty {
        set.rest = try TimeText.length(words.removeFirst())
      } else {
        set.load = try LoadText.read(word)
      }
    }
    return Array(repeating: set, count: count)
  }
}

/// The text of a weight: `42.5kg`, `95lb`.
enum LoadText {
  static func read(_ text: String) throws -> Load {
    for (unit, load) in [("kg", Load.kilograms), ("lb", Load.pounds)] where text.hasSuffix(unit) {
      if let amount = Double(String(text.dropLast(2)).trimmed), amount >= 0, amount.isFinite {
        return load(amount)
      }
    }
    throw ArgumentFault("\(text) is not a weight", expected: "such as 42.5kg or 95lb")
  }
}

/// The text of times since the start of a session, and of lengths.
enum TimeText {
  /// Parses `90s`, `1m30s` or `1:30`.
  static func length(_ text: String) throws -> Duration {
    if let time = clock(text) { return time }
    return .seconds(try Length.read(text).civilSeconds)
  }

  /// Parses `1:30` or `1:02:30`; `nil` for other texts.
  static func clock(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for (number, part) in parts.enumerated() {
      guard (1...5).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
        let value = Int(part), number == 0 || value < 60
      else { return nil }
      seconds = seconds * 60 + value
    }
    return .seconds(seconds)
  }

  /// Formats `1:30`, or with hours `1:02:30`.
  static func text(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let start = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
    return "\(start):\(two(seconds % 60))"
  }
}
