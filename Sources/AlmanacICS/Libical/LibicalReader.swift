import AlmanacComponents
import CLibical

/// Has libical parse one balanced component after the other and tells what it made of each line.
///
/// libical gets, line by line, what it understands: the name, the type of the value, the value (one at a time where a property
/// holds a list, since libical stops after 500). Parameters, text with unusual escapes, and names it does not know are
/// read from the ``LineTable``, which has every line as it came. The component lives until the next one is parsed.
struct LibicalReader: ~Copyable {
  private let parser: OpaquePointer
  private var component: LibicalComponent?
  private var buffer = LineBuffer()
  private let kinds = LibicalLibrary.kinds
  /// How many values libical was given of each line, then where the line's first property is found.
  private var given: [Int32] = []
  /// For each value given: whether it, or the end of its period, was in UTC. libical gets times without their Z, since
  /// with one it would load its zones.
  private var utcMarks: [UTCMarks] = []
  private var firstProperty: [Int32] = []
  private var properties: [OpaquePointer?] = []
  private var stack: [(component: OpaquePointer, isStarted: Bool, hasChild: Bool)] = []
  /// How many values of lists libical is given of one component, and how many it may still be given: it makes a
  /// property of each.
  private let listLimit: Int
  private var listRoom = 0

  /// - Parameter listLimit: What is beyond it in the lists of one component is read from the lines alone.
  init(listLimit: Int = ICSLimits.standard.values) {
    self.listLimit = listLimit
    LibicalLibrary.prepare()
    parser = icalparser_new()
  }

  deinit { icalparser_free(parser) }

  /// Parses the component in `table`, whose lines are balanced.
  mutating func parse(_ table: borrowing LineTable) {
    component = nil
    listRoom = listLimit
    given.removeAll(keepingCapacity: true)
    utcMarks.removeAll(keepingCapacity: true)
    var root: OpaquePointer?
    table.withBytes { text in
      for line in table.lines {
        switch line.role {
        case .malformed:
          given.append(0)
        case .begin:
          given.append(0)
          _ = feed("BEGIN:", component: text.componentName(of: line))
        case .end:
          given.append(0)
          root = feed("END:", component: text.componentName(of: line)) ?? root
        case .property:
          given.append(feed(line, text))
        }
      }
    }
    LibicalLibrary.countParse()
    properties.removeAll(keepingCapacity: true)
    firstProperty.removeAll(keepingCapacity: true)
    guard let root else { return }
    component = LibicalComponent(owning: root)
    pair(table.lines, root)
  }

  // MARK: Feeding

  private mutating func feed(_ prefix: StaticString, component name: UnsafeBufferPointer<UInt8>)
    -> OpaquePointer?
  {
    start(prefix)
    if KnownComponent.isNamed(name) { buffer.append(name) } else { buffer.append("VPOLL") }
    return hand()
  }

  /// - Returns: how many values libical was given.
  private mutating func feed(_ line: ContentLine, _ text: LineBytes) -> Int32 {
    guard let property = KnownProperty.named(text.name(of: line)),
      kinds[Int(property.rawValue)] != ICAL_NO_PROPERTY
    else { return 0 }
    let value = text.value(of: line)
    guard !value.isEmpty else { return 0 }
    let type = text.rawParameter("VALUE", of: line)
    switch property.shape {
    case .unknownToLibical:
      return 0
    case .text:
      guard TextValue.isPlain(value) else { return 0 }
      return feed(property, nil, value)
    case .textList, .timeList, .periodList:
      return feedList(property, type, value)
    case .attachment:
      guard type.map({ !isNamed($0, "BINARY") }) ?? true else { return 0 }
      return feed(property, nil, value)
    case .trigger:
      // With its type told, libical does not try both and change its shared error states.
      let isTime = type.map { isNamed($0, "DATE-TIME") } ?? false
      return feed(property, isTime ? "DATE-TIME" : "DURATION", value)
    case .time:
      let isDate = type.map { isNamed($0, "DATE") } ?? false
      return feed(property, isDate && LibicalLibrary.takesDate[Int(property.rawValue)] ? "DATE" : nil, value)
    case .recurrence:
      return feed(property, nil, value)
    case .address where property == .conference || property == .source:
      return feed(property, "URI", value)
    case .duration, .integer, .token, .address, .geo, .offset, .requestStatus:
      return feed(property, nil, value)
    }
  }

  private mutating func feedList(
    _ property: KnownProperty, _ type: UnsafeBufferPointer<UInt8>?, _ value: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    var typeName: StaticString?
    if property.shape == .timeList, let type {
      if isNamed(type, "DATE"), LibicalLibrary.takesDate[Int(property.rawValue)] { typeName = "DATE" }
      if isNamed(type, "PERIOD"), LibicalLibrary.takesPeriod[Int(property.rawValue)] { typeName = "PERIOD" }
    }
    var count: Int32 = 0
    for part in TextValue.listParts(value, upTo: listRoom) where !part.isEmpty {
      count &+= feed(property, typeName, UnsafeBufferPointer(rebasing: value[part]))
    }
    listRoom -= Int(count)
    return count
  }

  private mutating func feed(
    _ property: KnownProperty, _ type: StaticString?, _ value: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    start(property.name)
    if let type {
      buffer.append(";VALUE=")
      buffer.append(type)
    }
    buffer.append(":")
    switch property.shape {
    case .time, .timeList, .periodList, .recurrence, .trigger:
      utcMarks.append(buffer.append(withoutUTC: value))
    default:
      buffer.append(value)
      utcMarks.append([])
    }
    _ = hand()
    return 1
  }

  /// Whether a value was in UTC.
  borrowing func utcMarks(ofLine line: Int, _ value: Int) -> UTCMarks {
    guard line + 1 < firstProperty.count, value >= 0, value < valueCount(ofLine: line) else { return [] }
    return utcMarks[Int(firstProperty[line]) + value]
  }

  private mutating func start(_ text: StaticString) {
    buffer.removeAll()
    buffer.append(text)
  }

  private mutating func hand() -> OpaquePointer? {
    icalparser_add_line(parser, buffer.terminated())
  }

  // MARK: Pairing

  /// Each value given became one property, or one X-LIC-ERROR, of the component open at that line, in order.
  private mutating func pair(_ lines: [ContentLine], _ root: OpaquePointer) {
    stack.removeAll(keepingCapacity: true)
    for (index, line) in lines.enumerated() {
      firstProperty.append(Int32(truncatingIfNeeded: properties.count))
      switch line.role {
      case .malformed: break
      case .begin:
        guard let parent = stack.last else {
          stack.append((root, false, false))
          continue
        }
        let child =
          parent.hasChild
          ? icalcomponent_get_next_component(parent.component, ICAL_ANY_COMPONENT)
          : icalcomponent_get_first_component(parent.component, ICAL_ANY_COMPONENT)
        stack[stack.count - 1].hasChild = true
        guard let child else { return }
        stack.append((child, false, false))
      case .end:
        stack.removeLast()
      case .property:
        for _ in 0..<given[index] { properties.append(nextProperty()) }
      }
    }
    firstProperty.append(Int32(truncatingIfNeeded: properties.count))
  }

  private mutating func nextProperty() -> OpaquePointer? {
    guard let top = stack.last else { return nil }
    if top.isStarted { return icalcomponent_get_next_property(top.component, ICAL_ANY_PROPERTY) }
    stack[stack.count - 1].isStarted = true
    return icalcomponent_get_first_property(top.component, ICAL_ANY_PROPERTY)
  }

  /// The property that libical made of a line's value; `nil` where it was given none.
  private borrowing func property(_ line: Int, _ value: Int) -> OpaquePointer? {
    guard line + 1 < firstProperty.count, value >= 0, value < valueCount(ofLine: line) else { return nil }
    return properties[Int(firstProperty[line]) + value]
  }

  /// How many values libical was given of a line.
  borrowing func valueCount(ofLine line: Int) -> Int {
    guard line + 1 < firstProperty.count else { return 0 }
    return Int(firstProperty[line + 1] - firstProperty[line])
  }

  /// Calls `body` with a value of the expected kind.
  borrowing func withValue<Result>(
    ofLine line: Int, _ index: Int, _ body: (OpaquePointer, icalvalue_kind) -> Result?
  ) -> Result? {
    guard let property = property(line, index), let value = icalproperty_get_value(property) else {
      return nil
    }
    if icalproperty_isa(property) == ICAL_XLICERROR_PROPERTY { return nil }
    return body(value, icalvalue_isa(value))
  }

  /// What libical has against a value.
  borrowing func rejection(ofLine line: Int, _ index: Int = 0) -> String? {
    guard let property = property(line, index), icalproperty_isa(property) == ICAL_XLICERROR_PROPERTY else {
      return nil
    }
    return icalproperty_get_xlicerror(property).map { String(cString: $0) }
  }
}
