/// A component as text: BEGIN, properties, components, END (RFC 5545 §3.6).
///
/// ```swift
/// let stage = Component("VLOCATION", properties: [Property("UID", value: "1"), Property("NAME", value: "Stage")])
/// event.unmodelled.components.append(stage)
/// print(stage.first("NAME")?.value ?? "none")        // Stage
/// ```
/// All properties of a component are written before its components (RFC 5545 §3.6).
public struct Component: Sendable, Hashable {
  /// As written; of a component that was read, in upper case.
  public var name: String
  public var properties: [Property]
  public var components: [Component]

  public init(_ name: String, properties: [Property] = [], components: [Component] = []) {
    self.name = name
    self.properties = properties
    self.components = components
  }

  /// The first property of a name. Complexity: linear in the properties.
  ///
  /// - Parameter name: In upper case.
  public func first(_ name: String) -> Property? { properties.first(named: name) }
}

/// Reading and changing single properties; all others stay as they are.
extension Component {
  /// The value of the first property of a name, escapes and all.
  package func value(_ name: String) -> String? { first(name)?.value }

  /// The TEXT value of the first property of a name; empty without one.
  package func text(_ name: String) -> String { first(name)?.text ?? "" }

  /// Sets a TEXT value; an empty one removes the properties of the name.
  package mutating func setText(_ text: String, _ name: String) {
    set(text.isEmpty ? nil : TextValue.escaped(text), name)
  }

  /// Changes the value of the first property of a name; `nil` removes all of them. An equal value keeps what is there.
  package mutating func set(_ value: String?, _ name: String) {
    guard value != self.value(name) else { return }
    guard let value else { return properties.removeAll(named: name) }
    if let index = properties.firstIndex(named: name) {
      properties[index].value = value
    } else {
      properties.append(Property(name, value: value))
    }
  }

  /// Lines of the component and of what is within it, with those of BEGIN and END, before folding.
  package var lineCount: Int { 2 + properties.count + components.reduce(0) { $0 + $1.lineCount } }

  /// The component as a reader finds it when it is written as lines: see ``Property/asRead``.
  package var asRead: Component {
    Component(name, properties: properties.map(\.asRead), components: components.map(\.asRead))
  }

  /// Whether the component can be written within another, as a calendar cannot.
  package var hasLegalName: Bool { ComponentName.isLegal(name) && !isNamed("VCALENDAR") }
}

/// A part of the tree that is found by its name.
package protocol NamedPart {
  var name: String { get }
}

extension Property: NamedPart {}
extension Parameter: NamedPart {}
extension Component: NamedPart {}

extension NamedPart {
  /// - Parameter name: In capitals or small letters: names compare without regard to case (RFC 5545 §3.5).
  package func isNamed(_ name: String) -> Bool { sameName(self.name.utf8, name.utf8) }
}

extension Array where Element: NamedPart {
  package func first(named name: String) -> Element? { first { $0.isNamed(name) } }

  package func firstIndex(named name: String) -> Int? { firstIndex { $0.isNamed(name) } }

  package func contains(named name: String) -> Bool { contains { $0.isNamed(name) } }

  package func all(named name: String) -> [Element] { filter { $0.isNamed(name) } }

  package mutating func removeAll(named name: String) { removeAll { $0.isNamed(name) } }

  /// Puts others in the places of those of a name, one for one; more than there were come last. The rest stays where it
  /// is.
  package mutating func replace(_ name: String, by new: [Element]) {
    var waiting = new[...]
    self = compactMap { $0.isNamed(name) ? waiting.popFirst() : $0 } + waiting
  }
}
