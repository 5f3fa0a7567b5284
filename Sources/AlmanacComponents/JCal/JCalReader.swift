/// Turns jCal into iCalendar's lines (RFC 7265 §4). What is broken in it costs no more than itself.
package struct JCalReader {
  package struct Result {
    /// As iCalendar.
    package let text: [UInt8]
    package let lines: JCalLines
    package let diagnostics: [Diagnostic]
  }

  private var writer = LineWriter()
  private var lines = JCalLines()
  private var diagnostics: [Diagnostic] = []
  private let limits: ICSLimits
  /// The line on which each value of the JSON begins, as `JSONReader` has them.
  private let valueLines: [Int]
  /// The next value's place among them.
  private var place = 0

  private init(_ limits: ICSLimits, _ valueLines: [Int]) {
    self.limits = limits
    self.valueLines = valueLines
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

  /// The tree of one component; `nil` for what is none, and for one that is more than the limits allow. What is broken
  /// in it is left out.
  package static func component(_ value: JSONValue, _ limits: ICSLimits) -> Component? {
    guard var tree = tree(value, limits) else { return nil }
    if tree.isNamed("VCALENDAR") {
      tree.components.removeAll { !$0.isWithin(limits) }
    } else if !tree.isWithin(limits) {
      return nil
    }
    return tree
  }

  /// No recursion is deeper than the value is.
  private static func tree(_ value: JSONValue, _ limits: ICSLimits) -> Component? {
    guard let parts = value.elements, parts.count >= 3, let name = parts[0].text, ComponentName.isLegal(name),
      let properties = parts[1].elements, let components = parts[2].elements
    else { return nil }
    var component = Component(name.uppercased())
    component.properties = properties.compactMap { property in
      guard var read = JCalProperty(property).property else { return nil }
      read.parameters.removeLast(max(0, read.parameters.count - limits.parameters))
      return read.asRead
    }
    component.components = components.compactMap { tree($0, limits) }.filter {
      ComponentName.mayHold(.named(component.name), .named($0.name))
    }
    return component
  }

  /// Whether it is what a jCal object is (RFC 7265 §3.2), or a component that could stand in one.
  private static func isCalendar(_ value: JSONValue) -> Bool {
    guard let parts = value.elements, parts.count >= 3, let name = parts[0].text else { return false }
    let names = ["vcalendar", "vevent", "vtodo", "vjournal", "vfreebusy", "vtimezone", "vavailability"]
    return names.contains(name.lowercased()) && parts[1].elements != nil && parts[2].elements != nil
  }

  /// Where the next value begins; 0 when nothing is known of lines.
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
  ///   - depth: 0 for a calendar. What is deeper than the limits allow is left empty: reading its text tells of it.
  private mutating func component(_ value: JSONValue, uid: String? = nil, depth: Int) {
    let line = self.line
    let parts = value.elements ?? []
    let isWhole = parts.first?.text?.lowercased() == "vcalendar"
    let properties = parts.count > 1 ? parts[1].elements : nil
    let uid = uid ?? (isWhole ? nil : Self.uid(in: properties ?? []))
    guard parts.count >= 3, let name = parts[0].text, let properties, let components = parts[2].elements,
      ComponentName.isLegal(name)
    else { return leaveOut(value, uid ?? "") }
    write(from: line) { $0.write(line: "BEGIN:" + name.uppercased()) }
    if depth <= limits.depth {
      // The component, its name, its properties.
      place += 3
      for property in properties { self.property(property, uid: uid ?? "") }
      place += 1
      for inner in components { component(inner, uid: uid, depth: depth + 1) }
      for rest in parts[3...] { place += rest.count }
    } else {
      place += value.count
    }
    if parts.count > 3 {
      report(
        Diagnostic(
          .warning, .badComponent, line: line, uid: uid ?? "", message: "something follows its components",
          repair: "read without it"))
    }
    write(from: line) { $0.write(line: "END:" + name.uppercased()) }
  }

  /// What the property UID among them says; empty where none does.
  private static func uid(in properties: [JSONValue]) -> String {
    for property in properties {
      if let parts = property.elements, parts.count > 3, parts[0].text?.lowercased() == "uid",
        let uid = parts[3].scalar
      {
        return uid
      }
    }
    return ""
  }

  private mutating func property(_ value: JSONValue, uid: String) {
    let line = self.line
    place += value.count
    let read = JCalProperty(value, line: line, uid: uid)
    for finding in read.findings { report(finding) }
    if let property = read.property { write(from: line) { $0.write(property) } }
  }

  /// Writes one content line, which may be folded.
  private mutating func write(from line: Int, _ body: (inout LineWriter) -> Void) {
    let start = writer.bytes.count
    body(&writer)
    // Seldom is a line longer than 75 octets.
    let isFolded = writer.bytes.count - start > 77
    lines.add(isFolded ? writer.bytes[start...].count { $0 == 0x0A } : 1, from: line)
  }
}

extension Component {
  /// Whether it is no more than the limits allow a component of a calendar to be.
  fileprivate func isWithin(_ limits: ICSLimits) -> Bool {
    lineCount <= limits.properties && depth <= limits.depth
  }

  private var depth: Int { 1 + (components.lazy.map(\.depth).max() ?? 0) }
}
