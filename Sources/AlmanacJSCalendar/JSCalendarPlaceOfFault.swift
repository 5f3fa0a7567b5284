import AlmanacComponents
import AlmanacMapping

/// Where in a document the object stands that is being read.
struct JSCalendarPlaceOfFault {
  /// Of the members of the object, or of what a patch changes: of the outermost member that it does.
  private var lines: [Substring: Int] = [:]
  private var line = 1
  private var isPatch = false

  init() {}

  init(_ object: JSONValue) {
    let members = object.members ?? []
    lines = Dictionary(members.map { ($0.name[...], $0.line) }, uniquingKeysWith: { first, _ in first })
    line = members.first { $0.name == "uid" }?.line ?? members.first?.line ?? 1
  }

  /// A changed instance: of what it takes from its series nothing is told again.
  init(patch: JSONValue.Member) {
    let steps = (patch.value.members ?? []).map { ($0.name.prefix { $0 != "/" }, $0.line) }
    lines = Dictionary(steps, uniquingKeysWith: { first, _ in first })
    (line, isPatch) = (patch.line, true)
  }

  /// Of a member; that of the object where it has none. `nil` for what a patch does not touch.
  func line(of property: String) -> Int? {
    let known = lines[property[...]]
    if let known, known > 0 { return known }
    return isPatch && known == nil && property != "recurrenceOverrides" ? nil : max(1, line)
  }
}

/// How much changed instances may repeat of their series: a patch of a few bytes stands for a whole object.
///
/// Values are bounded by the limit of values, bytes by the size of one component and that of the document.
struct JSCalendarRoom {
  private var values: Int
  private var bytes: Int

  init(_ limits: ICSLimits, size: Int) {
    func times(_ number: Int, _ factor: Int) -> Int {
      let (product, isMore) = number.multipliedReportingOverflow(by: factor)
      return isMore ? .max / 2 : product
    }
    values = times(limits.values, 20)
    bytes = min(limits.componentBytes, .max / 4) + min(times(size, 16), .max / 4)
  }

  /// Whether there is room for one more; when there is not, there is none for any later one.
  mutating func take(_ object: JSONValue) -> Bool {
    let (count, size) = object.extent
    values -= min(count, max(0, values))
    bytes -= min(size, max(0, bytes))
    return values > 0 && bytes > 0
  }

  var isEmpty: Bool { values <= 0 || bytes <= 0 }
}

extension JSONValue {
  /// How many values there are, and bytes of texts in them.
  fileprivate var extent: (count: Int, bytes: Int) {
    func sum(_ values: some Sequence<(name: Int, value: JSONValue)>) -> (count: Int, bytes: Int) {
      values.reduce((1, 0)) { sum, part in
        let inner = part.value.extent
        return (sum.0 + inner.count, sum.1 + inner.bytes + part.name)
      }
    }
    switch self {
    case .string(let text), .number(let text): return (1, text.utf8.count)
    case .array(let elements): return sum(elements.lazy.map { (name: 0, value: $0) })
    case .object(let members):
      return sum(members.lazy.map { (name: $0.name.utf8.count, value: $0.value) })
    case .null, .bool: return (1, 0)
    }
  }
}
