/// Converts jCal to content lines (RFC 7265 §4). Invalid parts are skipped one by one and reported.
package struct JCalReader {
  package struct Result {
    /// The iCalendar text.
    package let text: [UInt8]
    /// The JSON line from which each physical line of the text was made.
    fileprivate let lines: [Int]
    package let diagnostics: [Diagnostic]

    /// The JSON line for a physical line of the text, both from 1; 0 if there is none.
    package func jsonLine(of line: Int) -> Int {
      lines.isEmpty || line < 1 ? 0 : lines[min(line, lines.count) - 1]
    }
  }

  private var writer = LineWriter()
  private var lines: [Int] = []
  private var diagnostics: [Diagnostic] = []
  private let limits: ICSLimits
  /// The line on which each JSON value begins, as recorded by `JSONReader`.
  private let valueLines: [Int]
  /// The index of the next value in `valueLines`.
  private var place = 0

  private init(_ limits: ICSLimits, _ valueLines: [Int]) {
    (self.limits, self.valueLines) = (limits, valueLines)
  }

  /// Reads one jCal object, or several in an array.
  ///
  /// - Throws: ``ICSError`` if the value is not jCal.
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
    guard var name = parts(of: value)?.name, let kind = name.withUTF8({ ComponentKind.named($0) }) else {
      return false
    }
    return kind == .calendar || ComponentKinds.ofCalendars.contains(kind)
  }

  /// The line on which the next value begins; 0 if lines were not recorded.
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
  ///   - uid: The UID of the enclosing component of a calendar; `nil` outside of one.
  ///   - depth: 0 for a calendar. A component deeper than the limit becomes empty; reading the text reports
  ///     it.
  private mutating func component(_ value: JSONValue, uid: String? = nil, depth: Int) {
    let line = line
    let elements = value.elements ?? []
    let uid = uid ?? (elements.first?.text?.lowercased() == "vcalendar" ? nil : Self.uid(in: elements))
    guard let (name, properties, components) = Self.parts(of: value) else {
      return leaveOut(value, uid ?? "")
    }
    write(from: line) { $0.write(line: "BEGIN:" + name) }
    if depth <= limits.depth {
      // Counts the component, its name and the list of its properties.
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

  /// The value of a component's UID property; empty if there is none.
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
  /// The tree of one component; `nil` for JSON that is not a component, and for one that exceeds the limits.
  /// Invalid parts are omitted.
  package static func component(_ value: JSONValue, _ limits: ICSLimits) -> Component? {
    guard var tree = tree(value, limits) else { return nil }
    // The limits apply to each component of a calendar by itself.
    guard tree.isNamed("VCALENDAR") else { return tree.isWithin(limits) ? tree : nil }
    tree.components.removeAll { !$0.isWithin(limits) }
    return tree
  }

  /// The recursion is no deeper than the value.
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
  /// Whether it is within the limits for a component of a calendar.
  fileprivate func isWithin(_ limits: ICSLimits) -> Bool {
    lineCount <= limits.properties && depth <= limits.depth
  }

  private var depth: Int { 1 + (components.lazy.map(\.depth).max() ?? 0) }
}
