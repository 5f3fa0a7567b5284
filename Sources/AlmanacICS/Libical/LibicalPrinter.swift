import AlmanacContentLines
import AlmanacEvents
import CLibical

/// Prints components one after another, or within each other.
///
/// Each component is printed by libical with its times and numbers. Their parameters and all other lines, which libical 3.0
/// would drop, split, cut short or alter, are laid out by ``LineWriter`` and stand between, in the order of adding.
struct LibicalPrinter: ~Copyable {
  private var output = LineWriter()
  /// The names of the components that are begun.
  private var open: [String] = []
  /// Whether the innermost one is in the output up to its last subcomponent.
  private var isBegun = false
  /// Its lines that are not in the output yet.
  private var lines = LineWriter()
  private struct Place {
    let property: KnownProperty
    let parameters: [Parameter]
    /// Behind so many bytes of ``lines``.
    let offset: Int
  }

  /// Where libical's lines stand.
  private var places: [Place] = []
  /// The parameters that were written last, since neighbours mostly have the same.
  private var content: (of: [Parameter], parameters: [ContentParameter]) = ([], [])
  private var form: LibicalForm?
  private var forms: [LibicalForm] = []

  /// Begins a component, within the one that is open; that one's properties are best added before.
  mutating func begin(_ name: String) {
    print()
    open.append(name)
    isBegun = false
    form = form(named: name)
  }

  /// Ends the innermost component.
  mutating func end() {
    print()
    guard let name = open.popLast() else { return }
    output.write("END", value: name)
    isBegun = true
    form = open.last.flatMap { form(named: $0) }
  }

  private mutating func form(named name: String) -> LibicalForm? {
    let kind = KnownComponent.kind(named: name) ?? KnownComponent.carrier
    if let form = forms.first(where: { $0.kind == kind }) { return form }
    guard let form = LibicalForm(kind) else { return nil }
    forms.append(form)
    return form
  }

  mutating func add(_ property: KnownProperty, _ parameters: [Parameter] = [], _ value: OutputValue) {
    if let form, form.add(property, value) {
      places.append(Place(property: property, parameters: parameters, offset: lines.bytes.count))
    } else {
      property.name.withUTF8Buffer { lines.write($0, parameters.content, appendValue: value.append) }
    }
  }

  mutating func add(_ property: RawProperty) {
    lines.write(property.name, property.parameters.content, value: property.value)
  }

  /// Adds an unfolded content line without looking into it.
  mutating func add(line: String) { lines.write(line: line) }

  /// Puts what the innermost component has so far into the output.
  private mutating func print() {
    guard let name = open.last, let form, !isBegun || form.count > 0 || !lines.bytes.isEmpty else { return }
    if !isBegun { output.write("BEGIN", value: name) }
    isBegun = true
    form.print { printed in
      var position = Self.end(ofLineAt: 0, in: printed)
      var start = 0
      for place in places {
        output.write(verbatim: lines.bytes[start..<place.offset])
        start = place.offset
        let end = Self.end(ofLineAt: position, in: printed)
        put(UnsafeBufferPointer(rebasing: printed[position..<end]), place)
        position = end
      }
      output.write(verbatim: lines.bytes[start...])
    }
    places.removeAll(keepingCapacity: true)
    lines.removeEnd(from: 0)
  }

  /// Puts a line of libical's into the output, with the parameters between its name and its value.
  private mutating func put(_ line: UnsafeBufferPointer<UInt8>, _ place: Place) {
    guard !place.parameters.isEmpty, let base = line.baseAddress else {
      output.write(verbatim: line)
      return
    }
    if place.parameters != content.of { content = (place.parameters, place.parameters.content) }
    let colon = firstPosition(of: 0x3A, in: base, from: 0, to: line.count)
    let value = line.dropFirst(colon + 1).dropLast(2)  // CRLF
    place.property.name.withUTF8Buffer { name in
      output.write(name, content.parameters) { $0.append(contentsOf: value) }
    }
  }

  /// The end of a line: times and numbers are never folded.
  private static func end(ofLineAt start: Int, in printed: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = printed.baseAddress else { return 0 }
    return min(firstPosition(of: 0x0A, in: base, from: start, to: printed.count) + 1, printed.count)
  }

  /// Hands over what is printed.
  mutating func take() -> [UInt8] {
    defer { output.removeEnd(from: 0) }
    // A copy of the right size: the array itself would be shared, and its room lost to the next component.
    return output.bytes.withUnsafeBufferPointer { Array($0) }
  }
}

extension [Parameter] {
  fileprivate var content: [ContentParameter] { isEmpty ? [] : map { ContentParameter($0.name, $0.values) } }
}
