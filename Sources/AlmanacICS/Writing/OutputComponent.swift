import AlmanacContentLines
import AlmanacEvents

/// A component on its way out: the properties of the model, in a fixed order, with what the model has no place for put
/// back where it stood.
struct OutputComponent {
  struct Property {
    let property: KnownProperty
    var parameters: [ContentParameter]
    let value: OutputValue
  }

  var name: String
  var properties: [Property] = []
  var components: [OutputComponent] = []
  var unmodelled: Unmodelled

  init(_ name: String, _ unmodelled: Unmodelled = Unmodelled()) {
    self.name = name
    self.unmodelled = unmodelled
  }

  mutating func add(_ property: KnownProperty, _ parameters: [Parameter] = [], _ value: OutputValue) {
    properties.append(
      Property(
        property: property, parameters: parameters.map { ContentParameter($0.name, $0.values) }, value: value)
    )
  }

  mutating func add(text: String, as property: KnownProperty) {
    if !text.isEmpty { add(property, [], .text(text)) }
  }

  /// Hands everything to libical.
  func component() -> LibicalComponent {
    var component = LibicalComponent(named: name)
    var kept = unmodelled.properties.isEmpty ? [] : placed()
    let keptCount = kept.count
    let parameters = unmodelled.parameters.isEmpty ? [:] : placedParameters()
    var met: [KnownProperty: Int] = [:]
    for (index, property) in properties.enumerated() {
      while let next = kept.first, next.place <= index + (keptCount - kept.count) {
        component.add(line: next.property.unfolded)
        kept.removeFirst()
      }
      guard !unmodelled.parameters.isEmpty else {
        component.add(property.property, property.parameters, property.value)
        continue
      }
      let occurrence = met[property.property, default: 0]
      met[property.property] = occurrence + 1
      let more = parameters[ParameterPlace(property.property.text, occurrence)] ?? []
      component.add(property.property, property.parameters + more, property.value)
    }
    for next in kept { component.add(line: next.property.unfolded) }
    for inner in components { component.add(inner.component()) }
    for inner in unmodelled.components where inner.hasLegalName { component.add(LibicalComponent(inner)) }
    return component
  }

  private struct ParameterPlace: Hashable {
    let property: String
    let occurrence: Int

    init(_ property: String, _ occurrence: Int) {
      self.property = property
      self.occurrence = occurrence
    }
  }

  private func placedParameters() -> [ParameterPlace: [ContentParameter]] {
    var places: [ParameterPlace: [ContentParameter]] = [:]
    for kept in unmodelled.parameters {
      places[ParameterPlace(kept.property, kept.occurrence), default: []] += kept.parameters.map {
        ContentParameter($0.name, $0.values)
      }
    }
    return places
  }

  /// The unmodelled properties and their places among all. One of a name that the model prints too stands behind what
  /// the model prints, since readers take the first.
  private func placed() -> ArraySlice<(place: Int, property: RawProperty)> {
    let printed = Set(properties.map(\.property.text))
    let all = unmodelled.properties.enumerated().map { index, property in
      let place = printed.contains(property.name.uppercased()) ? Int.max : property.position ?? .max
      return (place: place, index: index, property: property)
    }
    return all.filter { $0.property.hasLegalName }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map
    { ($0.place, $0.property) }[...]
  }
}

extension RawProperty {
  /// A name that a caller made up can neither begin a component nor a second line.
  var hasLegalName: Bool { ComponentName.isLegal(name) && !["BEGIN", "END"].contains(name.uppercased()) }

  var unfolded: [UInt8] {
    LineWriter.line(name, parameters.map { ContentParameter($0.name, $0.values) }) {
      $0.append(contentsOf: value.utf8)
    }
  }
}

extension RawComponent {
  /// One without is told of when it is read, and stays in the text that was read. A calendar is no component of one.
  var hasLegalName: Bool { ComponentName.isLegal(name) && name.uppercased() != "VCALENDAR" }
}

extension LibicalComponent {
  init(_ raw: RawComponent) {
    self.init(named: raw.name)
    for property in raw.properties where property.hasLegalName { add(line: property.unfolded) }
    for inner in raw.components where inner.hasLegalName { add(LibicalComponent(inner)) }
  }
}
