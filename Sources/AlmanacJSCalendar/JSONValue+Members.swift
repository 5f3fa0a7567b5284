import AlmanacComponents
import AlmanacMapping
import AlmanacTime

/// Values of members; `nil` for empty content, so that the member is omitted.
extension JSONValue? {
  static func text(_ text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }

  /// A value written as a string: a time, a duration, a colour.
  static func written(_ value: (some CustomStringConvertible)?) -> JSONValue? {
    value.map { .string($0.description) }
  }

  static func integer(_ number: Int?) -> JSONValue? { number.map { .number(String($0)) } }

  static func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }

  static func map(_ entries: [JSONValue.Member]) -> JSONValue? { entries.isEmpty ? nil : .object(entries) }

  static func map(_ keys: [String], _ values: [JSONValue]) -> JSONValue? {
    map(zip(keys, values).map { JSONValue.Member(name: $0, value: $1) })
  }

  /// A map with the keys stated, and with numbers for the other values: see ``JSONKey/assigned(_:)``.
  static func map(_ values: [(key: String?, value: JSONValue)]) -> JSONValue? {
    map(JSONKey.assigned(values.map(\.key)), values.map(\.value))
  }

  /// A set in JSCalendar's form: `{"a": true, "b": true}`.
  static func set(_ words: [String]) -> JSONValue? {
    var seen: Set<String> = []
    let words = words.filter { seen.insert($0).inserted }
    return map(words, words.map { _ in .bool(true) })
  }
}

extension JSONMap {
  /// An unused key for a component: its UID if that is a valid key, otherwise a number.
  mutating func freeKey(uid: String) -> String {
    JSONKey.isKey(uid) && self[uid] == nil ? uid : freeNumber()
  }
}

extension JSONValue {
  /// The object without the members of the given names.
  func without(_ names: Set<String>) -> JSONValue {
    .object((members ?? []).filter { !names.contains($0.name) })
  }

  /// The string in a member; empty if there is none.
  func text(_ name: String) -> String { self[name]?.text ?? "" }

  /// The entries of a map in a member; empty if it is not an object.
  func entries(_ name: String) -> [Member] { self[name]?.members ?? [] }

  /// The elements of a set in a member, in order.
  func set(_ name: String) -> [String] { entries(name).filter { $0.value.isTrue }.map(\.name) }

  func isTrue(_ name: String) -> Bool { self[name]?.isTrue ?? false }

  var isTrue: Bool { self == .bool(true) }

  /// A URI or an address, without line breaks and other control characters.
  var address: String? {
    text.map { Self.hasControls($0) ? $0.filter { !Self.hasControls(String($0)) } : $0 }
  }

  static func hasControls(_ text: String) -> Bool { text.utf8.contains { isControl(UInt32($0)) } }

  /// The number of direct members or elements.
  var entryCount: Int { members?.count ?? elements?.count ?? 0 }

  /// The number as an integer; `nil` if it is not whole or does not fit an `Int`.
  var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    return JSONNumber(digits)?.integer.flatMap { Int($0) }
  }

  /// The value in canonical form, in which equivalent values are equal: members sorted by name, each once,
  /// numbers by value, and without a zone that is `null`.
  var canonical: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.canonical))
    case .object(let members):
      var seen: Set<String> = []
      let kept = members.filter {
        seen.insert($0.name).inserted && !($0.value == .null && Self.nullable.contains($0.name))
      }
      return .object(
        kept.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
          .map { Member(name: $0.name, value: $0.value.canonical) })
    case .number(let digits): return .number(JSONNumber(digits)?.canonical ?? digits)
    default: return self
    }
  }

  /// Members for which `null` is equivalent to absence.
  private static let nullable: Set<String> = ["timeZone", "recurrenceIdTimeZone"]
}

extension String {
  /// Whether the string consists of ASCII letters, digits and the given other characters, at
  /// least one and at most `limit`.
  func isWord(with others: String, upTo limit: Int) -> Bool {
    1...limit ~= utf8.count
      && utf8.allSatisfy { $0.isAlphanumeric || others.utf8.contains($0) }
  }
}
