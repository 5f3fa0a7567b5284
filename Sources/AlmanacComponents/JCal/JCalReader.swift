/// An item of a document in jCal, as ``ComponentScanner`` finds them in content lines.
package struct JCalItem: Sendable {
  package let kind: ScannedItem
  /// The property or the component; `nil` at the start and the end of a calendar.
  fileprivate let part: TreePart?
  /// The line of the JSON on which the item begins, from 1; 0 if lines were not recorded.
  package let line: Int

  /// Calls `body` with a view of the property or the component.
  package func withElement<Result>(_ body: (ComponentView.Element?) -> Result) -> Result {
    part.map { $0.withElement(body) } ?? body(nil)
  }

  /// Writes the item as content lines.
  package func write(to writer: inout LineWriter) {
    switch part {
    case .property(let property): writer.write(property)
    case .component(let component): writer.write(component)
    case nil: writer.write(kind == .calendarBegin ? "BEGIN" : "END", value: ComponentKind.calendar.name)
    }
  }
}

/// Reads jCal as trees (RFC 7265 §4). Invalid parts are skipped one by one and reported.
package struct JCalReader {
  package private(set) var items: [JCalItem] = []
  /// At most as many as the limits allow.
  package private(set) var findings: [Diagnostic] = []
  private let limits: ICSLimits
  /// The line on which each JSON value begins, as recorded by `JSONReader`.
  private let valueLines: [Int]
  /// The index of the next value in `valueLines`.
  private var place = 0

  private init(_ limits: ICSLimits, _ valueLines: [Int] = []) {
    (self.limits, self.valueLines) = (limits, valueLines)
  }

  /// Reads one jCal object, or several in an array.
  ///
  /// - Throws: ``ICSError`` if the value is not jCal.
  package init(_ value: JSONValue, _ limits: ICSLimits, lines valueLines: [Int]) throws(ICSError) {
    self.init(limits, valueLines)
    let elements = value.elements ?? []
    if Self.isCalendar(value) {
      add(value)
    } else if elements.first?.text == nil, elements.contains(where: Self.isCalendar) {
      place = 1
      for element in elements {
        if Self.isCalendar(element) { add(element) } else { leaveOut(element, "") }
      }
    } else {
      throw ICSError(.notJCal, line: line, expected: "[\"vcalendar\", [properties], [components]]")
    }
  }

  /// The tree of one component; `nil` for JSON that is not a component, and for one that exceeds the limits.
  /// Invalid parts, and components of a VCALENDAR that exceed the limits, are omitted.
  package static func component(_ value: JSONValue, _ limits: ICSLimits) -> Component? {
    var reader = JCalReader(limits)
    guard var tree = reader.root(value) else { return nil }
    guard tree.isNamed("VCALENDAR") else { return tree.isWithin(limits) ? tree : nil }
    tree.components.removeAll { !$0.isWithin(limits) }
    return tree
  }

  /// The parts of `["name", [properties], [components]]`, the name in upper case; `nil` for anything else.
  private static func parts(
    of value: JSONValue
  ) -> (name: String, properties: [JSONValue], components: [JSONValue])? {
    guard let parts = value.elements, parts.count >= 3, let name = parts[0].text, ComponentName.isLegal(name),
      let properties = parts[1].elements, let components = parts[2].elements
    else { return nil }
    return (name.uppercased(), properties, components)
  }

  /// Whether the value is a jCal object (RFC 7265 §3.2), or a component that may be in one.
  private static func isCalendar(_ value: JSONValue) -> Bool {
    guard let name = parts(of: value)?.name, let kind = ComponentKind.named(name) else { return false }
    return kind == .calendar || ComponentKinds.ofCalendars.contains(kind)
  }

  /// The line on which the next value begins; 0 if lines were not recorded.
  private var line: Int { valueLines.indices.contains(place) ? valueLines[place] : 0 }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, line: Int, uid: String = "",
    property: String = "", _ message: String, repair: String
  ) {
    report(
      Diagnostic(severity, code, line: line, uid: uid, property: property, message: message, repair: repair))
  }

  private mutating func report(_ finding: Diagnostic) {
    if findings.count < limits.diagnostics { findings.append(finding) }
  }

  // MARK: Items

  /// Reads a calendar, or a component outside of any.
  private mutating func add(_ value: JSONValue) {
    let line = line
    guard let tree = root(value) else { return }
    guard tree.isNamed("VCALENDAR") else {
      report(
        .warning, .outsideCalendar, line: line, "outside of any calendar, expected among its components",
        repair: "read nevertheless")
      return add(tree)
    }
    items.append(JCalItem(kind: .calendarBegin, part: nil, line: line))
    for property in tree.properties {
      items.append(JCalItem(kind: .line, part: .property(property), line: Int(property.line)))
    }
    for component in tree.components { add(component) }
    items.append(JCalItem(kind: .calendarEnd, part: nil, line: line))
  }

  private mutating func add(_ component: Component) {
    let kind: ScannedItem = component.isWithin(limits) ? .component : .refusedComponent
    let line = Int(component.line)
    items.append(JCalItem(kind: kind, part: .component(component), line: line))
    guard component.lineCount > limits.properties else { return }
    report(
      .error, .tooManyProperties, line: line, uid: component.value("UID") ?? "",
      "a component of more content lines than expected, which is at most \(limits.properties)",
      repair: LineGrammar.refused)
  }

  // MARK: Trees

  /// Reads a calendar, or a component outside of any.
  private mutating func root(_ value: JSONValue) -> Component? {
    tree(value, depth: Self.parts(of: value)?.name == ComponentKind.calendar.name ? 0 : 1)
  }

  /// Reads a component; reports and omits invalid parts.
  ///
  /// - Parameters:
  ///   - outer: The component that contains it.
  ///   - uid: The UID of the enclosing component of a calendar; `nil` outside of one.
  ///   - depth: 0 for a calendar. A component deeper than the limit becomes empty.
  /// - Returns: `nil` if the value is not a component or cannot be in `outer`.
  private mutating func tree(
    _ value: JSONValue, in outer: ComponentKind? = nil, uid: String? = nil, depth: Int
  ) -> Component? {
    let line = line
    let elements = value.elements ?? []
    let uid = uid ?? (elements.first?.text?.lowercased() == "vcalendar" ? nil : Self.uid(in: elements))
    guard let (name, properties, components) = Self.parts(of: value),
      depth == 0 || ComponentName.canContain(outer, .named(name))
    else {
      leaveOut(value, uid ?? "", in: outer)
      return nil
    }
    var tree = Component(name)
    tree.line = Int32(clamping: line)
    if depth <= limits.depth {
      // Counts the component, its name and the list of its properties.
      place += 3
      tree.properties = properties.compactMap { property($0, uid: uid ?? "") }
      place += 1
      tree.components = components.compactMap {
        self.tree($0, in: .named(name), uid: uid, depth: depth + 1)
      }
      for rest in elements[3...] { place += rest.count }
    } else {
      place += value.count
      report(
        .error, .tooDeep, line: line, uid: uid ?? "",
        "more components within each other than expected, which is at most \(limits.depth)",
        repair: LineGrammar.refused)
    }
    if elements.count > 3 {
      report(
        .warning, .badComponent, line: line, uid: uid ?? "", "something follows its components",
        repair: "read without it")
    }
    return tree
  }

  private mutating func leaveOut(_ value: JSONValue, _ uid: String, in outer: ComponentKind? = nil) {
    let name = Self.parts(of: value)?.name
    report(
      .error, .badComponent, line: line, uid: uid,
      name.map { "a \($0), which cannot be in \(outer.map { "a " + $0.name } ?? "a component")" }
        ?? "it is not a component, which is [\"name\", [properties], [components]]",
      repair: "ignored with its content")
    place += value.count
  }

  /// The value of a component's UID property; empty if there is none.
  private static func uid(in component: [JSONValue]) -> String {
    (component.dropFirst().first?.elements ?? []).lazy.compactMap(\.elements)
      .first { $0.count > 3 && $0[0].text?.lowercased() == "uid" && $0[3].scalar != nil }?[3].scalar ?? ""
  }

  private mutating func property(_ value: JSONValue, uid: String) -> Property? {
    let line = line
    place += value.count
    let read = JCalProperty(value, line: line, uid: uid)
    for finding in read.findings { report(finding) }
    guard var property = read.property else { return nil }
    if property.parameters.count > limits.parameters {
      property.parameters.removeLast(property.parameters.count - limits.parameters)
      report(
        .error, .tooManyParameters, line: line, uid: uid, property: property.name,
        "more parameters than expected, which is at most \(limits.parameters)",
        repair: "the first \(limits.parameters) are read")
    }
    property = property.asRead
    property.line = Int32(clamping: line)
    if property.lineLength > limits.lineLength {
      report(
        .error, .lineTooLong, line: line, uid: uid, property: property.name,
        "a line of \(property.lineLength) bytes, expected at most \(limits.lineLength)",
        repair: LineGrammar.refused)
    }
    return property
  }
}

extension Component {
  /// Whether it is within the limits for a component of a calendar.
  fileprivate func isWithin(_ limits: ICSLimits) -> Bool {
    lineCount <= limits.properties && depth <= limits.depth && longestLine <= limits.lineLength
  }

  private var depth: Int { components.reduce(1) { max($0, $1.depth + 1) } }

  private var longestLine: Int {
    let own = properties.reduce(0) { max($0, $1.lineLength) }
    return components.reduce(own) { max($0, $1.longestLine) }
  }
}

extension Property {
  /// The bytes of its content line, before folding and without quotes.
  fileprivate var lineLength: Int {
    var length = name.utf8.count + 1 + value.utf8.count
    for parameter in parameters {
      length += parameter.name.utf8.count + 1
      for value in parameter.values { length += value.utf8.count + 1 }
    }
    return length
  }
}
