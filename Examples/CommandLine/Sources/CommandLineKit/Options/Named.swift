import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// The value of an option for everybody, or as `NAME=VALUE` for one person or thing.
struct Named<Value: Sendable>: Sendable {
  /// `nil` for everybody.
  let name: String?
  let value: Value

  /// - Parameter read: Reads the value.
  init(argument text: String, _ read: (String) throws -> Value) throws {
    guard let equals = text.firstIndex(of: "=") else {
      (name, value) = (nil, try read(text))
      return
    }
    let name = Person.identity(in: String(text[..<equals]).trimmed)
    let rest = String(text[text.index(after: equals)...]).trimmed
    guard !name.isEmpty else {
      throw ArgumentFault("\(text) names nobody", expected: "a name before =, such as eva=\(rest)")
    }
    (self.name, value) = (name, try read(rest))
  }
}

extension Array {
  /// Checks that an option has one value at most for everybody, and one for each person or thing.
  func requireOne<Value>(_ option: String) throws where Element == Named<Value> {
    var seen: Set<PersonKey?> = []
    for entry in self where !seen.insert(entry.name.map { PersonKey($0) }).inserted {
      throw ValidationError("\(option) is stated twice for \(entry.name ?? "everybody") (expected one value)")
    }
  }

  /// The value for everybody: the last one.
  func shared<Value>() -> Value? where Element == Named<Value> {
    last { $0.name == nil }?.value
  }

  /// The value that one person or thing has of its own: the last one.
  func own<Value>(of name: String) -> Value? where Element == Named<Value> {
    last { $0.name?.isOf(name) == true }?.value
  }

  /// The people and things with values of their own.
  func names<Value>() -> [String] where Element == Named<Value> {
    compactMap { $0.name }
  }
}

extension Named<Int> {
  /// Reads a number of a range.
  static func number(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Named<Int> {
    { text in
      try Named(argument: text) { digits in
        guard let number = Int(digits), range.contains(number) else {
          throw ArgumentFault(
            "\(digits) is not a number in range", expected: "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
      }
    }
  }
}

extension Named<CalendarDuration> {
  /// Reads a length that may be zero.
  static func length(_ text: String) throws -> Named<CalendarDuration> {
    try Named(argument: text, Length.readGap(_:))
  }
}

extension Named<[String]> {
  /// Reads names that are separated by commas.
  static func list(_ text: String) throws -> Named<[String]> {
    try Named(argument: text) { words in
      let names = words.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
      guard !names.isEmpty else {
        throw ArgumentFault("\(text) has no words", expected: "words such as yoga,pilates")
      }
      return names
    }
  }
}
