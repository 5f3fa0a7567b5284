import AlmanacComponents
import AlmanacMapping

/// A JSON object while it is made or asked: members in order, each name once.
struct JSONObject {
  typealias Member = JSONValue.Member

  private(set) var members: [Member]
  /// By name, the place of its first member, once there are many.
  private var places: [String: Int] = [:]
  /// Fewer members are looked through.
  private static let few = 24

  init(_ members: [Member] = []) {
    self.members = members
    index()
  }

  /// An object of a JSCalendar type.
  init(type: String) { self.init([Member(name: "@type", value: .string(type))]) }

  var value: JSONValue { .object(members) }

  /// The first member of a name; setting none takes it away, which alone is O(members).
  subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?):
        members[place] = Member(name: name, value: value, line: members[place].line)
      case (let place?, nil):
        members.remove(at: place)
        index()
      case (nil, let value?):
        members.append(Member(name: name, value: value))
        if members.count > Self.few + 1 { places[name] = members.count - 1 } else { index() }
      case (nil, nil): break
      }
    }
  }

  private func place(of name: String) -> Int? {
    members.count > Self.few ? places[name] : members.firstIndex { $0.name == name }
  }

  private mutating func index() {
    guard members.count > Self.few else { return }
    places = Dictionary(
      members.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds a text unless it is empty.
  mutating func add(_ name: String, _ text: String) {
    if !text.isEmpty { self[name] = .string(text) }
  }

  /// Adds what is written as a text: a time, a duration, a colour.
  mutating func add(_ name: String, _ value: (some CustomStringConvertible)?) {
    if let value { self[name] = .string(value.description) }
  }

  mutating func add(_ name: String, _ number: Int?) {
    if let number { self[name] = .number(String(number)) }
  }

  mutating func add(_ name: String, _ object: JSONObject) {
    if !object.members.isEmpty { self[name] = object.value }
  }

  /// A set, as JSCalendar writes one: `{"a": true, "b": true}`.
  mutating func add(_ name: String, set: [String]) {
    var met: Set<String> = []
    add(name, JSONObject(set.filter { met.insert($0).inserted }.map { Member(name: $0, value: .bool(true)) }))
  }
}

extension JSONValue {
  /// The first member of a name, when this is an object.
  subscript(name: String) -> JSONValue? { members?.first { $0.name == name }?.value }

  /// The text of a member; empty when it is none.
  func text(_ name: String) -> String { self[name]?.text ?? "" }

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

  var isTrue: Bool { self == .bool(true) }

  /// The elements of a set, in order.
  var set: [String] { members?.filter { $0.value.isTrue }.map(\.name) ?? [] }

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

  /// An object but for a member.
  func without(_ name: String) -> JSONValue { .object((members ?? []).filter { $0.name != name }) }

  /// Whether it is jCal's component without anything in it.
  var isEmptyComponent: Bool { elements.map { $0.dropFirst() == [.array([]), .array([])] } ?? false }
}
