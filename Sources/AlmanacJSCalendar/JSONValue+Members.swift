import AlmanacComponents
import AlmanacMapping

// MARK: Making objects

/// Values of members; `nil` for what has nothing to say, so that the member is left out.
extension JSONValue? {
  static func text(_ text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }

  /// What is written as a text: a time, a duration, a colour.
  static func written(_ value: (some CustomStringConvertible)?) -> JSONValue? {
    value.map { .string($0.description) }
  }

  static func integer(_ number: Int?) -> JSONValue? { number.map { .number(String($0)) } }

  static func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }

  static func map(_ entries: [JSONValue.Member]) -> JSONValue? { entries.isEmpty ? nil : .object(entries) }

  static func map(_ keys: [String], _ values: [JSONValue]) -> JSONValue? {
    map(zip(keys, values).map { JSONValue.Member(name: $0, value: $1) })
  }

  /// A set, as JSCalendar writes one: `{"a": true, "b": true}`.
  static func set(_ words: [String]) -> JSONValue? {
    var met: Set<String> = []
    let words = words.filter { met.insert($0).inserted }
    return map(words, words.map { _ in .bool(true) })
  }
}

extension JSONValue {
  /// The first member of a name, when this is an object; setting none removes it. Complexity: linear in the members.
  subscript(name: String) -> JSONValue? {
    get { members?.first { $0.name == name }?.value }
    set {
      guard case .object(var members) = self else { return }
      // The only copy is changed.
      self = .null
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place] = Member(name: name, value: value)
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// An object without some members.
  func without(_ names: Set<String>) -> JSONValue {
    .object((members ?? []).filter { !names.contains($0.name) })
  }
}

/// A map while it is made: entries in order, each key once. Unlike an object it may have many.
struct JSONMap {
  private(set) var entries: [JSONValue.Member]
  /// By key, the place of its first entry.
  private var places: [String: Int]
  /// No number before it is free.
  private var next: Int

  init(_ entries: [JSONValue.Member] = []) {
    (self.entries, next) = (entries, entries.count + 1)
    places = Dictionary(firstOf: zip(entries.map(\.name), 0...))
  }

  subscript(key: String) -> JSONValue? {
    get { places[key].map { entries[$0].value } }
    set {
      guard let newValue else { return }
      let entry = JSONValue.Member(name: key, value: newValue)
      if let place = places[key] {
        entries[place] = entry
      } else {
        places[key] = entries.count
        entries.append(entry)
      }
    }
  }

  /// A free key for a component: its UID where that can be one, else a number. All together are linear in the keys.
  mutating func freeKey(uid: String) -> String {
    if JSONKey.isKey(uid), places[uid] == nil { return uid }
    while places[String(next)] != nil { next += 1 }
    return String(next)
  }
}

// MARK: Reading objects

extension JSONValue {
  /// The text of a member; empty when it is none.
  func text(_ name: String) -> String { self[name]?.text ?? "" }

  /// The entries of a map; none for what is no object.
  func entries(_ name: String) -> [Member] { self[name]?.members ?? [] }

  /// The elements of a set in a member, in order.
  func set(_ name: String) -> [String] { entries(name).filter { $0.value.isTrue }.map(\.name) }

  func isTrue(_ name: String) -> Bool { self[name]?.isTrue ?? false }

  var isTrue: Bool { self == .bool(true) }

  /// A URI or an address, in which no line break or other control can stand.
  var address: String? {
    text.map { Self.hasControls($0) ? $0.filter { !Self.hasControls(String($0)) } : $0 }
  }

  static func hasControls(_ text: String) -> Bool { text.utf8.contains { isControl(UInt32($0)) } }

  /// How many members or elements it has itself.
  var entryCount: Int { members?.count ?? elements?.count ?? 0 }

  /// A whole number that an Int has.
  var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
  }

  /// The same value in the form in which equal values are equal: members in the order of their names, each once, numbers
  /// by value, and no zone where `null` says so.
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

  /// Members for which `null` says what their absence says.
  private static let nullable: Set<String> = ["timeZone", "recurrenceIdTimeZone"]
}

extension String {
  /// Whether it has letters and digits of ASCII and some other characters only, and neither none nor too many.
  func isWord(with others: String, upTo limit: Int) -> Bool {
    1...limit ~= utf8.count
      && utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 & 0xDF || others.utf8.contains($0) }
  }
}
