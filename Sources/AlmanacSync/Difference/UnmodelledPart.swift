internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

/// A part of the unmodelled content.
enum UnmodelledPart: Sendable, Hashable {
  case property(Property)
  case component(Component)
  /// The parameters of a modelled property.
  case parameters(KeptParameters)

  /// Compares without regard to the case of names and the order of parameters, which mean nothing (RFC 5545 §3.2).
  static func == (one: UnmodelledPart, other: UnmodelledPart) -> Bool {
    switch (one, other) {
    case (.property(let one), .property(let other)): one == other || one.conformed == other.conformed
    case (.component(let one), .component(let other)): one == other
    case (.parameters(let one), .parameters(let other)): one == other || one.conformed == other.conformed
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .property(let property): hasher.combine(property.conformed)
    case .component(let component): hasher.combine(component)
    case .parameters(let kept): hasher.combine(kept.conformed)
    }
  }

  /// The content lines, not folded.
  var lines: [String] {
    switch self {
    case .property(let property): [property.line]
    case .component(let component): component.lines
    case .parameters(let kept):
      [
        Property(kept.property, parameters: kept.parameters, value: kept.values.joined(separator: ",")).line
      ]
    }
  }

  /// The name that repeated parts share.
  fileprivate var name: String {
    switch self {
    case .property(let property): property.name.uppercased()
    case .component(let component): "BEGIN:" + component.name.uppercased()
    case .parameters(let kept): "\(kept.property);\(kept.occurrence)"
    }
  }

  /// - Parameter isRepeated: Whether several parts have the name.
  fileprivate func key(isRepeated: Bool) -> String {
    switch self {
    case .component(let component):
      if let uid = component.value("UID"), !uid.isEmpty { return name + " " + uid }
    case .parameters(let kept):
      if !kept.values.isEmpty { return kept.property + " " + kept.values.joined(separator: ",") }
    case .property(let property): if isRepeated { return property.conformed.line }
    }
    return isRepeated ? lines.joined(separator: "\n") : name
  }
}

extension UnmodelledPart {
  /// Properties that only grow: the revision, acknowledgements of alarms (RFC 9074 §6.1), and those of Thunderbird with the
  /// number of its changes.
  static let growing =
    [PropertyName.acknowledged, .dtstamp, .lastModified, .sequence].map(\.text) + [
      "X-MOZ-LASTACK", "X-MOZ-GENERATION",
    ]

  /// The later of two states of a revision or an acknowledgement: the later time or the greater number; `nil` for other parts.
  static func latest(_ one: UnmodelledPart?, _ other: UnmodelledPart?) -> UnmodelledPart? {
    let properties = [one, other].compactMap { part -> Property? in
      guard case .property(let property) = part, growing.contains(where: property.isNamed) else {
        return nil
      }
      return property
    }
    return properties.max { ($0.value.count, $0.value, $0.line) < ($1.value.count, $1.value, $1.line) }
      .map(UnmodelledPart.property)
  }

  /// Properties of which an item may have several (RFC 9253 §8.2, RFC 9073 §6.5, §6.6).
  private static let lists: Set<String> = ["LINK", "STRUCTURED-DATA", "STYLED-DESCRIPTION"]

  /// The keys by which the parts of several states of an item are identified: the name, or of a name that a state has, or
  /// may have, several times the whole lines, or the UID of a component.
  static func keys(_ states: [[UnmodelledPart]]) -> [[String]] {
    var repeated = lists
    for parts in states {
      var found: Set<String> = []
      for part in parts where !found.insert(part.name).inserted { repeated.insert(part.name) }
    }
    return states.map { parts in parts.map { $0.key(isRepeated: repeated.contains($0.name)) } }
  }

  /// The parts of several calendars together, equal ones once: all components and entries of lists, and the other parts of
  /// whose name no two calendars state different ones.
  static func joined(_ states: [[UnmodelledPart]]) -> [UnmodelledPart] {
    var stated: [String: [UnmodelledPart]] = [:]
    var disputed: Set<String> = []
    for parts in states {
      for (name, own) in Dictionary(grouping: parts.filter { !$0.isEntry }, by: \.name) {
        if let others = stated.updateValue(own, forKey: name), others != own { disputed.insert(name) }
      }
    }
    return states.joined().uniqued { $0 }.filter { $0.isEntry || !disputed.contains($0.name) }
  }

  /// Whether the part is a component, or one of several properties of its name.
  private var isEntry: Bool {
    switch self {
    case .property(let property): Self.lists.contains(property.name.uppercased())
    case .component: true
    case .parameters: false
    }
  }
}

extension Unmodelled {
  var parts: [UnmodelledPart] {
    properties.map(UnmodelledPart.property) + parameters.map(UnmodelledPart.parameters)
      + components.map(UnmodelledPart.component)
  }

  init(_ parts: [UnmodelledPart]) {
    self.init()
    for part in parts {
      switch part {
      case .property(let property): properties.append(property)
      case .component(let component): components.append(component)
      case .parameters(let kept): parameters.append(kept)
      }
    }
  }
}

extension Property {
  /// The property with its name in upper case and its parameters in the order of their names.
  fileprivate var conformed: Property {
    let isConformed = parameters.count < 2 && !name.utf8.contains { (0x61...0x7A).contains($0) }
    return isConformed
      ? self : Property(name.uppercased(), parameters: parameters.inOrder, value: value)
  }
}

extension KeptParameters {
  fileprivate var conformed: KeptParameters {
    KeptParameters(property, occurrence: occurrence, parameters.inOrder, values: values)
  }
}

extension [Parameter] {
  /// The parameters in the order of their names, those of one name in theirs.
  fileprivate var inOrder: [Parameter] {
    enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
  }
}
