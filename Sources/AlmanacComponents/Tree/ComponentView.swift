/// A component of scanned lines or of a tree, for readers of components.
///
/// Valid only as long as the call that passes it.
package struct ComponentView {
  private enum Source {
    case lines(ArraySlice<ContentLine>, LineBytes)
    case tree(Component)
  }

  private let source: Source
  /// `nil` for a component that is kept as it is.
  package let kind: ComponentKind?
  /// The lines of the document from its BEGIN to its END; 0 for what no document has.
  package let lines: ClosedRange<Int>

  /// - Parameter lines: From BEGIN to END.
  package init(_ lines: ArraySlice<ContentLine>, _ bytes: LineBytes) {
    source = .lines(lines, bytes)
    kind = lines.first.flatMap { .named(bytes.componentName(of: $0)) }
    let first = lines.first?.lineNumber ?? 0
    self.lines = first...max(first, lines.last?.lineNumber ?? 0)
  }

  package init(_ tree: Component) {
    source = .tree(tree)
    kind = .named(tree.name)
    lines = 0...0
  }

  /// The line on which it begins.
  package var line: Int { lines.lowerBound }

  /// A property or a component right within a component.
  package enum Element {
    case property(PropertyView)
    case component(ComponentView)
  }

  /// Calls `body` with each property and component right within it, in order. Lines that are no property are passed over.
  package func forEach(_ body: (Element) -> Void) {
    switch source {
    case .lines(let lines, let bytes):
      var position = 0
      var index = lines.startIndex + 1
      while index < lines.endIndex, lines[index].role != .end {
        switch lines[index].role {
        case .begin:
          let end = lines.indexBehindComponent(at: index)
          body(.component(ComponentView(lines[index..<end], bytes)))
          index = end
          position += 1
        case .property:
          body(.property(PropertyView(lines[index], bytes, position: position)))
          index += 1
          position += 1
        case .malformed, .end: index += 1
        }
      }
    case .tree(let tree):
      for (position, property) in tree.properties.enumerated() where property.hasLegalName {
        property.withView(position: position) { body(.property($0)) }
      }
      for inner in tree.components where inner.hasLegalName { body(.component(ComponentView(inner))) }
    }
  }

  package func forEachProperty(_ body: (PropertyView) -> Void) {
    forEach { if case .property(let property) = $0 { body(property) } }
  }

  /// The text of the first property of a name.
  package func text(_ name: PropertyName) -> String? {
    var text: String?
    forEachProperty { if $0.known == name, text == nil { text = $0.text } }
    return text
  }

  /// Whether jCal and content lines can have it by its name.
  package var hasLegalName: Bool { ComponentName.isLegal(name) }

  /// In capitals.
  package var name: String {
    switch source {
    case .lines(let lines, let bytes):
      lines.first.map { String(decoding: bytes.componentName(of: $0), as: UTF8.self).uppercased() } ?? ""
    case .tree(let tree): tree.name.uppercased()
    }
  }

  /// A copy: the tree. A calendar within a component, which cannot be written there, is marked.
  ///
  /// No recursion is deeper than the limits let components be.
  package var component: Component {
    if case .tree(let tree) = source { return tree }
    var copy = Component(name == "VCALENDAR" ? "X-VCALENDAR" : name)
    forEach { element in
      switch element {
      case .property(let property):
        var kept = property.property
        kept.position = nil
        copy.properties.append(kept)
      case .component(let inner): copy.components.append(inner.component)
      }
    }
    return copy
  }
}

extension LineTable {
  /// Calls `body` with the component in the table; `nil` where there is none.
  package func withComponent<Result>(_ body: (ComponentView) -> Result) -> Result? {
    guard lines.first?.role == .begin else { return nil }
    return withBytes { body(ComponentView(lines[...], $0)) }
  }

  /// Calls `body` with the property on the table's first line; `nil` where there is none.
  package func withProperty<Result>(position: Int = 0, _ body: (PropertyView) -> Result) -> Result? {
    guard let line = lines.first, line.role == .property else { return nil }
    return withBytes { body(PropertyView(line, $0, position: position)) }
  }
}
