import AlmanacContentLines
import AlmanacEvents
import CLibical

/// Prints components one after another, or within each other.
///
/// Each component is printed by libical with its times and numbers. All other lines, which libical 3.0 would drop, split, cut
/// short or alter, are laid out by ``LineWriter`` and stand between libical's, in the order in which they were added.
struct LibicalPrinter: ~Copyable {
  private var output = LineWriter()
  /// The names of the components that are begun.
  private var open: [String] = []
  /// Whether the innermost one is in the output up to its last subcomponent.
  private var isBegun = false
  /// Its lines that are not in the output yet.
  private var lines = LineWriter()
  /// Where in ``lines`` each of libical's stands.
  private var places: [Int] = []
  private var form: LibicalForm?
  private var forms: [LibicalForm] = []

  /// Begins a component, within the one that is open; that one's properties are best added before.
  mutating func begin(_ name: String) {
    print()
    open.append(name)
    isBegun = false
    form = form(for: KnownComponent.kind(named: name) ?? KnownComponent.carrier)
  }

  /// Ends the innermost component.
  mutating func end() {
    print()
    guard let name = open.popLast() else { return }
    output.write("END", value: name)
    isBegun = true
    form = open.last.flatMap { form(for: KnownComponent.kind(named: $0) ?? KnownComponent.carrier) }
  }

  private mutating func form(for kind: icalcomponent_kind) -> LibicalForm? {
    if let form = forms.first(where: { $0.kind == kind }) { return form }
    guard let form = LibicalForm(kind) else { return nil }
    forms.append(form)
    return form
  }

  mutating func add(_ property: KnownProperty, _ parameters: [Parameter] = [], _ value: OutputValue) {
    if let form, form.add(property, parameters, value) {
      places.append(lines.bytes.count)
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
        output.write(verbatim: lines.bytes[start..<place])
        start = place
        let end = Self.end(ofLineAt: position, in: printed)
        output.write(verbatim: UnsafeBufferPointer(rebasing: printed[position..<end]))
        position = end
      }
      output.write(verbatim: lines.bytes[start...])
    }
    places.removeAll(keepingCapacity: true)
    lines.removeEnd(from: 0)
  }

  /// The end of a line and its continuations.
  private static func end(ofLineAt start: Int, in printed: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = printed.baseAddress else { return 0 }
    var end = start
    repeat {
      end = min(firstPosition(of: 0x0A, in: base, from: end, to: printed.count) + 1, printed.count)
    } while end < printed.count && printed[end] == 0x20
    return end
  }

  /// Hands over what is printed.
  mutating func take() -> [UInt8] {
    defer { output.removeEnd(from: 0) }
    return Array(output.bytes[...])
  }
}

extension [Parameter] {
  fileprivate var content: [ContentParameter] { isEmpty ? [] : map { ContentParameter($0.name, $0.values) } }
}
