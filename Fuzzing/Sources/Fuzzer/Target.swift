/// A check of what must hold for any bytes.
struct Target: Sendable {
  let name: String
  let check: @Sendable ([UInt8]) -> Void

  /// In the order in which `Fuzzing/run` runs them.
  static let all = [
    Target(name: "icalendar") { RoundTrip($0, triesEdits: false).check() },
    Target(name: "edits") { RoundTrip($0, triesEdits: true).check() },
    Target(name: "undo") { UndoneEdits($0).check() },
    Target(name: "jcal") { JSONForms.checkJCal($0) },
    Target(name: "jscalendar") { JSONForms.checkJSCalendar($0) },
    Target(name: "rule") { RuleText($0).check() },
    Target(name: "expansion") { RuleExpansion($0).check() },
    Target(name: "zone") { ZoneBytes($0).check() },
    Target(name: "vtimezone") { ZoneDefinition($0).check() },
    Target(name: "times") { TimeTexts($0).check() },
    Target(name: "words") { TypedWords($0).check() },
    Target(name: "folder") { FolderContents($0).check() },
    Target(name: "bookings") { RosterRequests($0).check() },
    Target(name: "messages") { ReceivedMessages($0).check() },
  ]

  static func named(_ name: String) -> Target? { all.first { $0.name == name } }
}

/// Ends the process with a message where a condition does not hold, so that libFuzzer keeps the input.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// The bytes of an input as choices; all choices after its end are the first.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    let width = range.upperBound - range.lowerBound
    var value = 0
    var reach = 0
    while reach < width {
      value = value << 8 | Int(rest.popFirst() ?? 0)
      reach = reach << 8 | 255
    }
    return range.lowerBound + value % (width + 1)
  }

  mutating func chance(_ count: Int) -> Bool { number(0...(count - 1)) == count - 1 }

  mutating func one<Value>(of values: [Value]) -> Value { values[number(0...(values.count - 1))] }

  /// Mostly empty.
  mutating func list<Value>(_ make: (inout Choices) -> Value) -> [Value] {
    guard chance(4) else { return [] }
    return (0..<number(1...4)).map { _ in make(&self) }
  }

  /// The bytes that are left.
  var remainder: [UInt8] { Array(rest) }
}
