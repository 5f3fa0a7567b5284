import AlmanacComponents
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
  /// Whether libical has printed anything of the innermost one.
  private var isBegun = false

  /// Where libical's lines go: behind so many bytes of the output.
  private struct Place {
    let property: KnownProperty
    let parameters: [Parameter]
    let offset: Int
  }

  private var places: [Place] = []
  /// libical's lines with their parameters.
  private var typed = LineWriter()
  private var form: LibicalForm?
  private var forms: [LibicalForm] = []

  /// Begins a component, within the one that is open; that one's properties are best added before.
  mutating func begin(_ name: String) {
    print()
    open.append(name)
    output.write("BEGIN", value: name)
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
      places.append(Place(property: property, parameters: parameters, offset: output.bytes.count))
    } else {
      property.name.withUTF8Buffer {
        output.write($0, parameters, length: value.length, appendValue: value.append)
      }
    }
  }

  mutating func add(_ property: Property) {
    output.write(property.name, property.parameters, value: property.value)
  }

  /// Adds an unfolded content line without looking into it.
  mutating func add(line: String) { output.write(line: line) }

  /// Has libical print what it was given of the innermost component, and puts its lines in their places.
  private mutating func print() {
    guard !open.isEmpty, let form, !isBegun || form.count > 0 else { return }
    isBegun = true
    var ends: [(place: Int, end: Int)] = []
    ends.reserveCapacity(places.count)
    form.print { printed in
      var position = Self.end(ofLineAt: 0, in: printed)
      for place in places {
        let end = Self.end(ofLineAt: position, in: printed)
        put(UnsafeBufferPointer(rebasing: printed[position..<end]), place)
        ends.append((place.offset, typed.bytes.count))
        position = end
      }
    }
    output.insert(typed.bytes, at: ends)
    typed.removeEnd(from: 0)
    places.removeAll(keepingCapacity: true)
  }

  /// Lays out a line of libical's, with the parameters between its name and its value.
  private mutating func put(_ line: UnsafeBufferPointer<UInt8>, _ place: Place) {
    guard !place.parameters.isEmpty, let base = line.baseAddress else {
      typed.write(verbatim: line)
      return
    }
    let colon = firstPosition(of: 0x3A, in: base, from: 0, to: line.count)
    let value = line.dropFirst(colon + 1).dropLast(2)  // CRLF
    place.property.name.withUTF8Buffer { name in
      typed.write(name, place.parameters) { $0.append(contentsOf: value) }
    }
  }

  /// The end of a line: times and numbers are never folded.
  private static func end(ofLineAt start: Int, in printed: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = printed.baseAddress else { return 0 }
    return min(firstPosition(of: 0x0A, in: base, from: start, to: printed.count) + 1, printed.count)
  }

  /// Hands over what is printed.
  mutating func take() -> [UInt8] { output.take() }
}
