import AlmanacContentLines
import CLibical

/// The one owner of a libical component; freed with it.
private struct ComponentOwner: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { icalcomponent_free(pointer) }

  /// Gives the pointer up to a new owner.
  consuming func released() -> OpaquePointer {
    let pointer = pointer
    discard self
    return pointer
  }
}

/// A component of libical's, with the lines that libical only holds the places of.
struct LibicalComponent: ~Copyable {
  private var owner: ComponentOwner
  /// What ``ProtectedLines`` puts back into the printed text, in the order in which libical prints: the component's own,
  /// then those of its subcomponents.
  private var protectedLines: [[UInt8]] = []
  private var innerLines: [[UInt8]] = []

  /// Takes over a component that has no parent.
  init(owning pointer: OpaquePointer) { owner = ComponentOwner(pointer) }

  /// An empty component; one that libical does not know travels as another and gets its name back when printed.
  init(named name: String) {
    LibicalLibrary.prepareToWrite()
    let kind = ProtectedLines.kind(ofComponent: name)
    owner = ComponentOwner(icalcomponent_new(kind ?? ProtectedLines.carrier))
    if kind == nil { add(ProtectedLines.componentName, standingFor: Array(name.utf8)) }
  }

  /// A component with every line of `table` as it stands, subcomponents included.
  init(carrying table: borrowing LineTable) {
    self.init(carrying: table, from: 0)
  }

  /// - Parameter start: the place of the component's BEGIN.
  private init(carrying table: borrowing LineTable, from start: Int) {
    self.init(named: table.lines.indices.contains(start) ? table.componentName(of: table.lines[start]) : "")
    var index = start + 1
    while index < table.lines.count {
      let line = table.lines[index]
      switch line.role {
      case .property, .malformed:
        add(line: table.text(of: line))
        index += 1
      case .begin:
        add(LibicalComponent(carrying: table, from: index))
        index = table.lines.indexBehindComponent(at: index)
      case .end: return
      }
    }
  }

  /// Calls `body` with the pointer, which may not outlive the call.
  borrowing func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(owner.pointer) }

  mutating func add(_ child: consuming LibicalComponent) {
    // libical puts VTIMEZONEs before all other components.
    let isFirst = icalcomponent_isa(child.owner.pointer) == ICAL_VTIMEZONE_COMPONENT
    let place = isFirst ? 0 : innerLines.count
    if !child.innerLines.isEmpty { innerLines.insert(contentsOf: child.innerLines, at: place) }
    if !child.protectedLines.isEmpty { innerLines.insert(contentsOf: child.protectedLines, at: place) }
    icalcomponent_add_component(owner.pointer, child.owner.released())
  }

  /// Adds a content line that libical holds the place of without looking into it.
  mutating func add(line: [UInt8]) { add(ProtectedLines.line, standingFor: line) }

  mutating func add(line: String) { add(line: Array(line.utf8)) }

  private mutating func add(_ name: String, standingFor text: [UInt8]) {
    protectedLines.append(text)
    let property = icalproperty_new(ICAL_X_PROPERTY)
    icalproperty_set_x_name(property, name)
    icalproperty_set_value(property, icalvalue_new_x("1"))
    icalcomponent_add_property(owner.pointer, property)
  }

  /// Adds a property; what libical would lose or change goes as a protected line.
  mutating func add(_ property: KnownProperty, _ parameters: [ContentParameter] = [], _ value: OutputValue) {
    if let native = LibicalProperties.make(property, parameters, value) {
      icalcomponent_add_property(owner.pointer, native)
    } else {
      add(line: LineWriter.line(property.text, parameters, value.append))
    }
  }

  /// The component as libical prints it: CRLF, folded, with protected lines put back.
  borrowing func printed() -> [UInt8] {
    guard let text = icalcomponent_as_ical_string_r(owner.pointer) else { return [] }
    defer { icalmemory_free_buffer(text) }
    LibicalLibrary.countPrint()
    let printed = bytes(ofCString: text)
    let lines = protectedLines + innerLines
    return lines.isEmpty ? Array(printed) : ProtectedLines.restored(printed, lines)
  }
}
