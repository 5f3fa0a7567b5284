/// A component as text: BEGIN, properties, components, END (RFC 5545 §3.6).
///
/// ```swift
/// let stage = Component("VLOCATION", properties: [Property("UID", value: "1"), Property("NAME", value: "Stage")])
/// event.unmodelled.components.append(stage)
/// print(stage.first("NAME")?.value ?? "none")        // Stage
/// ```
/// When a component is written, its properties precede its components (RFC 5545 §3.6).
public struct Component: Sendable, Hashable {
  /// The name as written; in upper case for a component that was read.
  public var name: String
  /// The properties, in order; one with an illegal name is not written.
  public var properties: [Property]
  /// The subcomponents, such as VALARM, in order; one with an illegal name is not written.
  public var components: [Component]
  /// The line of the document on which it begins, from 1; 0 for a component that was not read from one.
  @Uncompared package var line: Int32 = 0

  /// Creates a component with a name of letters, digits and `-`, such as `VLOCATION` (RFC 5545 §3.1).
  public init(_ name: String, properties: [Property] = [], components: [Component] = []) {
    (self.name, self.properties, self.components) = (name, properties, components)
  }

  /// The first property with the given name.
  ///
  /// - Parameter name: In upper case.
  /// - Complexity: O(n) in the number of properties.
  public func first(_ name: String) -> Property? { properties.first(named: name) }

  /// The value of the first property with the given name, still escaped.
  package func value(_ name: String) -> String? { first(name)?.value }

  /// Sets the value of the first property with the given name; `nil` removes all of them. An
  /// equal value changes nothing.
  package mutating func set(_ value: String?, _ name: String) {
    guard value != self.value(name) else { return }
    guard let value else { return properties.removeAll(named: name) }
    if let index = properties.firstIndex(named: name) {
      properties[index].value = value
    } else {
      properties.append(Property(name, value: value))
    }
  }

  /// The number of content lines of the component and its subcomponents, BEGIN and END
  /// included, before folding.
  package var lineCount: Int { 2 + properties.count + components.reduce(0) { $0 + $1.lineCount } }

  /// The component as it is after being written and read again: see ``Property/asRead``.
  package var asRead: Component {
    var read = self
    (read.properties, read.components) = (properties.map(\.asRead), components.map(\.asRead))
    return read
  }

  /// The properties, then the components.
  package var parts: [TreePart] { properties.map(TreePart.property) + components.map(TreePart.component) }

  /// Whether the component can be written within another, which a VCALENDAR cannot.
  package var hasLegalName: Bool { ComponentName.isLegal(name) && !isNamed("VCALENDAR") }
}

/// A property of a component, or a component in it.
package enum TreePart: Sendable, Hashable, NamedPart {
  case property(Property)
  case component(Component)

  package var name: String {
    switch self {
    case .property(let property): property.name
    case .component(let component): component.name
    }
  }

  package var isComponent: Bool { if case .component = self { true } else { false } }

  package var hasLegalName: Bool {
    switch self {
    case .property(let property): property.hasLegalName
    case .component(let component): component.hasLegalName
    }
  }
}

/// A stored value that has no part in equality.
@propertyWrapper
package struct Uncompared<Value: Sendable>: Sendable, Hashable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package static func == (one: Self, other: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// A part of the tree that has a name.
package protocol NamedPart {
  var name: String { get }
}

extension Property: NamedPart {}
extension Parameter: NamedPart {}
extension Component: NamedPart {}

extension NamedPart {
  /// - Parameter name: In upper or lower case: names compare without regard to case (RFC 5545 §3.5).
  package func isNamed(_ name: String) -> Bool { sameName(self.name.utf8, name.utf8) }
}

extension Array where Element: NamedPart {
  package func first(named name: String) -> Element? { first { $0.isNamed(name) } }

  package func firstIndex(named name: String) -> Int? { firstIndex { $0.isNamed(name) } }

  package func contains(named name: String) -> Bool { contains { $0.isNamed(name) } }

  package func all(named name: String) -> [Element] { filter { $0.isNamed(name) } }

  package mutating func removeAll(named name: String) { removeAll { $0.isNamed(name) } }

  /// Replaces the elements with the given name one for one, removes surplus ones and appends surplus new
  /// elements. The other elements stay in their places.
  package mutating func replace(_ name: String, by new: [Element]) {
    var waiting = new[...]
    self = compactMap { $0.isNamed(name) ? waiting.popFirst() : $0 } + waiting
  }
}

extension [Property] {
  package mutating func removeAll(in names: PropertySet) {
    removeAll { property in PropertyName.named(property.name).map(names.contains) ?? false }
  }
}
