import AlmanacComponents
import AlmanacEvents

/// Keeping what the model has no place for as it stands.
extension ModelReader {
  /// What says of which type a value is, and in which zone.
  static let typeParameters: Set<String> = ["VALUE", "TZID"]

  func rawProperty(_ line: ContentLine, _ bytes: LineBytes, position: Int? = nil) -> Property {
    Property(
      String(decoding: bytes.name(of: line), as: UTF8.self),
      parameters: parameters(line, bytes) { _ in true },
      value: String(decoding: bytes.value(of: line), as: UTF8.self), position: position)
  }

  /// The component whose BEGIN is at `start`, with everything in it.
  ///
  /// No recursion is deeper than the limits let components be.
  func rawComponent(at start: Int, _ lines: [ContentLine], _ bytes: LineBytes) -> Component {
    var component = Component(Self.componentName(lines[start], bytes))
    var index = start + 1
    while index < lines.count {
      switch lines[index].role {
      case .end: return component
      case .malformed: index += 1
      case .property:
        component.properties.append(rawProperty(lines[index], bytes))
        index += 1
      case .begin:
        component.components.append(rawComponent(at: index, lines, bytes))
        index = lines.indexBehindComponent(at: index)
      }
    }
    return component
  }

  /// In capitals; a calendar within a component is marked.
  static func componentName(_ line: ContentLine, _ bytes: LineBytes) -> String {
    let name = String(decoding: bytes.componentName(of: line), as: UTF8.self).uppercased()
    return name == "VCALENDAR" ? "X-" + name : name
  }
}

/// Which line of its name each line of a component is, counted only as far as it is asked for.
struct LineCounter {
  private var counts: [UInt8: Int] = [:]
  /// The next line to be counted, and how deep it lies.
  private var next: Int
  private var depth = 0

  init(begin: Int) { next = begin + 1 }

  /// How many lines of a property stand before a line of it. Lines are asked for in ascending order.
  mutating func occurrence(
    of property: KnownProperty, before index: Int, _ lines: [ContentLine], _ bytes: LineBytes
  ) -> Int {
    while next < index {
      let line = lines[next]
      next += 1
      if line.role == .begin { depth += 1 }
      if line.role == .end { depth -= 1 }
      guard depth == 0, line.role == .property, let known = KnownProperty.named(bytes.name(of: line)) else {
        continue
      }
      counts[known.rawValue, default: 0] += 1
    }
    return counts[property.rawValue, default: 0]
  }
}

extension ModelReader {
  /// Keeps the parameters of a line of a property that the model has, where it has no place for them.
  func keepParameters(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    but known: Set<String> = ModelReader.typeParameters, in draft: inout ItemDraft
  ) {
    let parameters = parameters(lines[index], bytes, but: known)
    // What says nothing is not written anew.
    guard !parameters.isEmpty, !bytes.value(of: lines[index]).isEmpty else { return }
    let occurrence = draft.counter.occurrence(of: property, before: index, lines, bytes)
    draft.extras.unmodelled.parameters.append(
      KeptParameters(property.text, occurrence: occurrence, parameters))
  }

  /// Keeps the parameters of the one line of a property that a component has once.
  func keepParameters(
    _ property: KnownProperty, _ line: ContentLine, _ bytes: LineBytes,
    but known: Set<String> = ModelReader.typeParameters, in unmodelled: inout Unmodelled
  ) {
    let parameters = parameters(line, bytes, but: known)
    guard !parameters.isEmpty, !bytes.value(of: line).isEmpty else { return }
    unmodelled.parameters.append(KeptParameters(property.text, parameters))
  }

  /// Keeps the parameters of a line of texts or dates of which there may be several, with what it lists.
  func keepParameters(
    _ property: String, _ line: ContentLine, _ bytes: LineBytes, of texts: [String],
    in unmodelled: inout Unmodelled
  ) {
    let parameters = parameters(line, bytes)
    guard !parameters.isEmpty, texts.contains(where: { !$0.isEmpty }) else { return }
    let before = unmodelled.parameters.last { $0.property == property && !$0.values.isEmpty }
    let number = before.map { $0.occurrence + 1 } ?? 0
    unmodelled.parameters.append(
      KeptParameters(property, occurrence: number, parameters, values: texts))
  }
}

extension Unmodelled {
  /// In whatever order the lines stand, the model is the same.
  mutating func orderParameters() {
    parameters.sort { ($0.property, $0.occurrence) < ($1.property, $1.occurrence) }
  }
}
