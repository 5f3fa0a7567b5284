package import AlmanacComponents

/// A component that RFC 9073 adds to items, stored as it was read, with accessors for some of its properties.
package protocol DetailComponent: Sendable {
  static var kind: ComponentKind { get }
  var component: Component { get set }
  init(_ component: Component)
}

extension DetailComponent {
  /// The text or the URI of a property, by its type; empty without one. Setting an equal value changes nothing.
  package subscript(property: PropertyName) -> String {
    get { component.first(property.text).map { property.isText ? $0.text : $0.value } ?? "" }
    set {
      guard newValue != self[property] else { return }
      let value = property.isText ? TextValue.escaped(newValue) : newValue
      component.set(newValue.isEmpty ? nil : value, property.text)
    }
  }
}

extension PropertyName {
  fileprivate var isText: Bool { facts.type == .text }
}

extension [Component] {
  /// The components of one kind. Setting them keeps the others in their places.
  subscript<Detail: DetailComponent>(_: Detail.Type) -> [Detail] {
    get { all(named: Detail.kind.name).map { Detail($0) } }
    set { replace(Detail.kind.name, by: newValue.map(\.component)) }
  }
}

extension [Property] {
  /// The properties of one name. Setting them keeps the others in their places.
  subscript(name: PropertyName) -> [Property] {
    get { all(named: name.text) }
    set { replace(name.text, by: newValue) }
  }
}
