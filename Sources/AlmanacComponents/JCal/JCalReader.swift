/// Turns jCal into iCalendar's lines (RFC 7265 §4). What is broken in it costs no more than itself.
package struct JCalReader {
  package struct Result {
    /// As iCalendar.
    package let text: [UInt8]
    /// The line of the JSON from which each physical line of the text was made.
    fileprivate let lines: [Int]
    package let diagnostics: [Diagnostic]

    /// The JSON's line of a physical line of the text, both from 1; 0 for none.
    package func jsonLine(of line: Int) -> Int {
      lines.isEmpty || line < 1 ? 0 : lines[min(line, lines.count) - 1]
    }
  }

  private var writer = LineWriter()
  private var lines: [Int] = []
  private var diagnostics: [Diagnostic] = []
  private let limits: ICSLimits
  /// The line on which each value of the JSON begins, as `JSONReader` has them.
  private let valueLines: [Int]
  /// The next value's place among them.
  private var place = 0

  private init(_ limits: ICSLimits, _ valueLines: [Int]) {
    (self.limits, self.valueLines) = (limits, valueLines)
  }

  /// Reads one jCal object, or several in an array.
  package static func read(
    _ value: JSONValue, _ limits: ICSLimits, lines valueLines: [Int] = []
  ) throws(ICSError) -> Result {
    var reader = JCalReader(limits, valueLines)
    let elements = value.elements ?? []
    if isCalendar(value) {
      reader.component(value, depth: 0)
    } else if elements.first?.text == nil, elements.contains(where: isCalendar) {
      reader.place = 1
      for element in elements {
        if isCalendar(element) { reader.component(element, depth: 0) } else { reader.leaveOut(element, "") }
      }
    } else {
      throw ICSError(.notJCal, line: reader.line, expected: "[\"vcalendar\", [properties], [components]]")
    }
    return Result(text: reader.writer.bytes, lines: reader.lines, diagnostics: reader.diagnostics)
  }

  /// The parts of `["name", [properties], [components]]`, its name in capitals; `nil` for what is no component.
  private static func parts(
    of value: JSONValue
  ) -> (name: String, properties: [JSONValue], components: [JSONValue])? {
    guard let parts = value.elements, parts.count >= 3, let name = parts[0].text, ComponentName.isLegal(name),
      let properties = parts[1].elements, let components = parts[2].elements
    else { return nil }
    return (name.uppercased(), properties, components)
  }

  /// Whether it is what a jCal object is (RFC 7265 §3.2), or a component that could stand in one.
  private static func isCalendar(_ value: JSONValue) -> Bool {
    guard var name = parts(of: value)?.name, let kind = name.withUTF8({ ComponentKind.named($0) }) else {
      return false
    }
    return kind == .calendar || ComponentKinds.ofCalendars.contains(kind)
  }

  /// The line on which the next value begins; 0 without known lines.
  private var line: Int { valueLines.indices.contains(place) ? valueLines[place] : 0 }

  private mutating func report(_ finding: Diagnostic) {
    if diagnostics.count < limits.diagnostics { diagnostics.append(finding) }
  }

  private mutating func leaveOut(_ component: JSONValue, _ uid: String) {
    report(
      Diagnostic(
        .error, .badComponent, line: line, uid: uid,
        message: "it is no component, which is [\"name\", [properties], [components]]",
        repair: "left out with what is in it"))
    place += component.count
  }

  /// - Parameters:
  ///   - uid: Of the component of a calendar within which it stands; `nil` outside of any.
  ///   - depth: 0 for a calendar. What is deeper than the limits allow is left empty: reading its text reports it.
  private mutating func component(_ value: JSONValue, uid: String? = nil, depth: Int) {
    let line = line
    let elements = value.elements ?? []
    let uid = uid ?? (elements.first?.text?.lowercased() == "vcalendar" ? nil : Self.uid(in: elements))
    guard let (name, properties, components) = Self.parts(of: value) else {
      return leaveOut(value, uid ?? "")
    }
    write(from: line) { $0.write(line: "BEGIN:" + name) }
    if depth <= limits.depth {
      // The component, its name, its properties.
      place += 3
      for property in properties { self.property(property, uid: uid ?? "") }
      place += 1
      for inner in components { component(inner, uid: uid, depth: depth + 1) }
      for rest in elements[3...] { place += rest.count }
    } else {
      place += value.count
    }
    if elements.count > 3 {
      report(
        Diagnostic(
          .warning, .badComponent, line: line, uid: uid ?? "", message: "something follows its components",
          repair: "read without it"))
    }
    write(from: line) { $0.write(line: "END:" + name) }
  }

  /// The value of the property UID of a component; empty without one.
  private static func uid(in component: [JSONValue]) -> String {
    (component.dropFirst().first?.elements ?? []).lazy.compactMap(\.elements)
      .first { $0.count > 3 && $0[0].text?.lowercased() == "uid" && $0[3].scalar != nil }?[3].scalar ?? ""
  }

  private mutating func property(_ value: JSONValue, uid: String) {
    let line = line
    place += value.count
    let read = JCalProperty(value, line: line, uid: uid)
    for finding in read.findings { report(finding) }
    if let property = read.property { write(from: line) { $0.write(property) } }
  }

  /// Writes one content line, which may be folded.
  private mutating func write(from line: Int, _ body: (inout LineWriter) -> Void) {
    let start = writer.bytes.count
    body(&writer)
    lines += repeatElement(line, count: writer.bytes[start...].count { $0 == ASCII.lineFeed })
  }
}

// MARK: Trees

extension JCalReader {
  /// The tree of one component; `nil` for what is none, and for one that is more than the limits allow. What is broken
  /// in it is left out.
  package static func component(_ value: JSONValue, _ limits: ICSLimits) -> Component? {
    guard var tree = tree(value, limits) else { return nil }
    // The limits apply to each component of a calendar by itself.
    guard tree.isNamed("VCALENDAR") else { return tree.isWithin(limits) ? tree : nil }
    tree.components.removeAll { !$0.isWithin(limits) }
    return tree
  }

  /// No recursion is deeper than the value is.
  private static func tree(_ value: JSONValue, _ limits: ICSLimits) -> Component? {
    guard let (name, properties, components) = parts(of: value) else { return nil }
    var component = Component(name)
    component.properties = properties.compactMap { property in
      guard var read = JCalProperty(property).property else { return nil }
      read.parameters.removeLast(max(0, read.parameters.count - limits.parameters))
      return read.asRead
    }
    component.components = components.compactMap { tree($0, limits) }.filter {
      ComponentName.mayHold(.named(name), .named($0.name))
    }
    return component
  }
}

extension Component {
  /// Whether it is no more than the limits allow a component of a calendar to be.
  fileprivate func isWithin(_ limits: ICSLimits) -> Bool {
    lineCount <= limits.properties && depth <= limits.depth
  }

  private var depth: Int { 1 + (components.lazy.map(\.depth).max() ?? 0) }
}
