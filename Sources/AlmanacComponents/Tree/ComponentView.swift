/// A read-only view of a component, either of scanned lines or of a tree.
///
/// Must not escape the closure it is passed to.
package struct ComponentView {
  private enum Source {
    case lines(ArraySlice<ContentLine>, LineBytes)
    case tree(Component)
  }

  private let source: Source
  /// The kind; `nil` for a component that the model does not represent.
  package let kind: ComponentKind?
  /// The lines of the document from its BEGIN to its END, in a tree only the first; 0 for a component that was
  /// not read from a document.
  package let lines: ClosedRange<Int>

  /// - Parameter lines: The lines from BEGIN to END.
  package init(_ lines: ArraySlice<ContentLine>, _ bytes: LineBytes) {
    source = .lines(lines, bytes)
    kind = lines.first.flatMap { .named(bytes.componentName(of: $0)) }
    let first = lines.first?.lineNumber ?? 0
    self.lines = first...max(first, lines.last?.lineNumber ?? 0)
  }

  package init(_ tree: Component) {
    source = .tree(tree)
    kind = .named(tree.name)
    lines = Int(tree.line)...Int(tree.line)
  }

  /// The line of its BEGIN, from 1; 0 for a component that was not read from a document.
  package var line: Int { lines.lowerBound }

  /// The bytes of its lines as they were read; `nil` for a tree, and if the END is missing.
  package var physicalLines: [UInt8]? {
    guard case .lines(let lines, let bytes) = source, let first = lines.first, let last = lines.last,
      last.role == .end, !last.isSynthetic, first.physical.lowerBound < last.physical.upperBound
    else { return nil }
    return Array(bytes.source[first.physical.lowerBound..<last.physical.upperBound])
  }

  /// A direct child of a component.
  package enum Element {
    case property(PropertyView)
    case component(ComponentView)

    package var property: PropertyView? { if case .property(let property) = self { property } else { nil } }

    package var component: ComponentView? {
      if case .component(let component) = self { component } else { nil }
    }
  }

  /// Calls `body` with each direct property and component, in order. Malformed lines are skipped.
  package func forEach(_ body: (Element) -> Void) {
    switch source {
    case .lines(let lines, let bytes):
      var position = 0
      var index = lines.startIndex + 1
      while index < lines.endIndex, lines[index].role != .end {
        switch lines[index].role {
        case .begin:
          let end = lines.indexAfterComponent(at: index)
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
      for (position, part) in tree.parts.enumerated() {
        part.withElement(position: position) { $0.map(body) }
      }
    }
  }

  package func forEachProperty(_ body: (PropertyView) -> Void) {
    forEach { $0.property.map(body) }
  }

  /// The TEXT value of the first property with the given name.
  package func text(_ name: PropertyName) -> String? {
    var text: String?
    forEachProperty { if $0.known == name, text == nil { text = $0.text } }
    return text
  }

  /// Whether the name can be written in content lines and jCal.
  package var hasLegalName: Bool { ComponentName.isLegal(name) }

  /// The name in upper case.
  package var name: String {
    switch source {
    case .lines(let lines, let bytes):
      lines.first.map { String(decoding: bytes.componentName(of: $0), as: UTF8.self).uppercased() } ?? ""
    case .tree(let tree): tree.name.uppercased()
    }
  }

  /// A copy as a tree. A VCALENDAR within a component, which cannot be written there, becomes X-VCALENDAR.
  ///
  /// The recursion is no deeper than ``ICSLimits/depth``.
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

extension TreePart {
  /// Calls `body` with a view of the part; `nil` if it has no legal name.
  func withElement<Result>(position: Int = 0, _ body: (ComponentView.Element?) -> Result) -> Result {
    guard hasLegalName else { return body(nil) }
    switch self {
    case .property(let property): return property.withView(position: position) { body(.property($0)) }
    case .component(let component): return body(.component(ComponentView(component)))
    }
  }
}

extension LineTable {
  /// Calls `body` with the component in the table, or with the property on its first line; `nil` if there is
  /// neither.
  package func withElement<Result>(_ body: (ComponentView.Element?) -> Result) -> Result {
    withBytes { bytes in
      switch lines.first?.role {
      case .begin: body(.component(ComponentView(lines[...], bytes)))
      case .property: body(.property(PropertyView(lines[0], bytes, position: 0)))
      case .malformed, .end, nil: body(nil)
      }
    }
  }
}
