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
    // What has a name that the model prints too stands behind what the model prints: readers take the first.
    let printed = Set(properties.map(\.property.text))
    func place(_ raw: RawProperty) -> Int {
      printed.contains(raw.name.uppercased()) ? .max : raw.position ?? .max
    }
    let order = unmodelled.properties.indices.sorted {
      (place(unmodelled.properties[$0]), $0) < (place(unmodelled.properties[$1]), $1)
    }
    var kept = order.map { unmodelled.properties[$0] }[...]
    var met: [KnownProperty: Int] = [:]
    for (index, property) in properties.enumerated() {
      while let next = kept.first, place(next) <= index + (unmodelled.properties.count - kept.count) {
        component.add(line: next.unfolded)
        kept.removeFirst()
      }
      var parameters = property.parameters
      if !unmodelled.parameters.isEmpty {
        let occurrence = met[property.property, default: 0]
        met[property.property] = occurrence + 1
        for more in unmodelled.parameters
        where more.property == property.property.text && more.occurrence == occurrence {
          parameters += more.parameters.map { ContentParameter($0.name, $0.values) }
        }
      }
      component.add(property.property, parameters, property.value)
    }
    for next in kept { component.add(line: next.unfolded) }
    for inner in components { component.add(inner.component()) }
    for inner in unmodelled.components { component.add(LibicalComponent(inner)) }
    return component
  }
}

extension RawProperty {
  var unfolded: String {
    LineWriter.unfolded(name, parameters.map { ContentParameter($0.name, $0.values) }, value: value)
  }
}

extension LibicalComponent {
  init(_ raw: RawComponent) {
    self.init(named: raw.name)
    for property in raw.properties { add(line: property.unfolded) }
    for inner in raw.components { add(LibicalComponent(inner)) }
  }
}
