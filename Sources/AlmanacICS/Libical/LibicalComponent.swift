import AlmanacContentLines
import CLibical

/// The one owner of a libical component; freed with it.
struct LibicalComponent: ~Copyable {
  private let pointer: OpaquePointer
  /// Whether the printed text holds lines that ``ProtectedLines`` must put back.
  private var hasProtectedLines: Bool

  /// Takes over a component that has no parent.
  init(owning pointer: OpaquePointer, hasProtectedLines: Bool = false) {
    self.pointer = pointer
    self.hasProtectedLines = hasProtectedLines
  }

  /// An empty component; one that libical does not know travels as another and gets its name back when printed.
  init(named name: String) {
    LibicalLibrary.prepare()
    let kind = ProtectedLines.kind(ofComponent: name)
    pointer = icalcomponent_new(kind ?? ProtectedLines.carrier)
    hasProtectedLines = kind == nil
    if kind == nil { Self.add(ProtectedLines.componentName, value: name, to: pointer) }
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
        index = table.indexBehindComponent(at: index)
      case .end: return
      }
    }
  }

  deinit { icalcomponent_free(pointer) }

  /// Gives the pointer up to a new owner.
  private consuming func released() -> OpaquePointer {
    let pointer = pointer
    discard self
    return pointer
  }

  /// Calls `body` with the pointer, which may not outlive the call.
  borrowing func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  mutating func add(_ child: consuming LibicalComponent) {
    hasProtectedLines = hasProtectedLines || child.hasProtectedLines
    icalcomponent_add_component(pointer, child.released())
  }

  /// Adds a content line that libical carries without looking into it.
  mutating func add(line: String) {
    hasProtectedLines = true
    Self.add(ProtectedLines.line, value: line, to: pointer)
  }

  private static func add(_ name: String, value: String, to component: OpaquePointer) {
    let property = icalproperty_new(ICAL_X_PROPERTY)
    icalproperty_set_x_name(property, name)
    icalproperty_set_value(property, icalvalue_new_x("=\(ProtectedLines.withoutControls(value))="))
    icalcomponent_add_property(component, property)
  }

  /// Adds a property; what libical would lose or change goes as a protected line.
  mutating func add(_ property: KnownProperty, _ parameters: [ContentParameter] = [], _ value: OutputValue) {
    if let native = LibicalProperties.make(property, parameters, value) {
      icalcomponent_add_property(pointer, native)
    } else {
      add(line: LineWriter.unfolded(property.text, parameters, value: value.encoded))
    }
  }

  /// The component as libical prints it: CRLF, folded, with protected lines put back.
  borrowing func printed() -> [UInt8] {
    guard let text = icalcomponent_as_ical_string_r(pointer) else { return [] }
    defer { icalmemory_free_buffer(text) }
    LibicalLibrary.countPrint()
    let printed = bytes(ofCString: text)
    return hasProtectedLines ? ProtectedLines.restored(printed) : Array(printed)
  }
}
