import AlmanacComponents
import AlmanacEvents

/// What an edit makes of a component, told by names: only the lines that it touches are printed and compared, however
/// long the others are.
struct ComponentChange {
  /// The component before and after, as printed, without what is the same in both.
  let base: [UInt8]
  let edited: [UInt8]

  /// - Returns: `nil` when both say the same.
  init?(from base: OutputComponent, to edited: OutputComponent, by printer: inout LibicalPrinter) {
    let names = Self.changedNames(base, edited)
    guard !names.isEmpty else { return nil }
    base.print(to: &printer, where: names.contains)
    self.base = printer.take()
    edited.print(to: &printer, where: names.contains)
    self.edited = printer.take()
  }

  private static func changedNames(_ base: OutputComponent, _ edited: OutputComponent) -> Set<String> {
    var names: Set<String> = []
    func compare<Part: Equatable>(_ one: [String: [Part]], _ other: [String: [Part]]) {
      for (name, parts) in one where parts != other[name] { names.insert(name) }
      for name in other.keys where one[name] == nil { names.insert(name) }
    }
    compare(byName(base.lines.map { ($0.name, $0) }), byName(edited.lines.map { ($0.name, $0) }))
    compare(byName(base.subcomponents), byName(edited.subcomponents))
    return names.isDisjoint(with: extentNames) ? names : names.union(extentNames)
  }

  /// The properties that say from when to when: where one changes, what the file says in another and the model passed
  /// over, such as an end before the start, would begin to count.
  static let extentNames: Set<String> = ["DTSTART", "DTEND", "DUE", "DURATION"]

  private static func byName<Part>(_ parts: [(name: String, part: Part)]) -> [String: [Part]] {
    Dictionary(grouping: parts, by: \.name).mapValues { $0.map(\.part) }
  }
}

extension OutputComponent {
  enum Subcomponent: Equatable {
    case modelled(OutputComponent)
    case raw(Component)

    func print(to printer: inout LibicalPrinter) {
      switch self {
      case .modelled(let component): component.print(to: &printer)
      case .raw(let component): component.print(to: &printer)
      }
    }
  }

  /// Those within it, in order.
  var subcomponents: [(name: String, part: Subcomponent)] {
    components.map { ("BEGIN:" + $0.name, .modelled($0)) }
      + unmodelled.components.filter(\.hasLegalName).map { ("BEGIN:" + $0.name.uppercased(), .raw($0)) }
  }
}

extension OutputComponent.Line {
  /// In capitals.
  var name: String {
    switch self {
    case .modelled(let property): property.property.text
    case .raw(let property): property.name.uppercased()
    }
  }

  var property: Property {
    switch self {
    case .modelled(let own):
      Property(own.property.text, parameters: own.parameters, value: own.value.written)
    case .raw(let property): property
    }
  }
}

extension LibicalPrinter {
  mutating func add(_ line: OutputComponent.Line) {
    switch line {
    case .modelled(let property): add(property.property, property.parameters, property.value)
    case .raw(let property): add(property)
    }
  }
}
