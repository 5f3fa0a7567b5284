import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// A table that maps the properties of a kind of component to a model and back.
///
/// Properties are written in the order of the rows.
struct ComponentMapping<Draft: ComponentDraft>: Sendable {
  /// The mapping of one property: a function that reads it into a draft and one that writes it from a draft.
  struct Row: Sendable {
    let property: PropertyName
    /// Whether the property has a list of words. A writer with `isLegalOnly` leaves out an unknown one, which was stored as
    /// unmodelled.
    let isEnumerated: Bool
    let read: @Sendable (inout ModelReader, PropertyView, inout Draft) -> Reading
    let write: @Sendable (Draft, inout ModelWriter) -> Void

    init(
      _ property: PropertyName, isEnumerated: Bool = false,
      read: @escaping @Sendable (inout ModelReader, PropertyView, inout Draft) -> Reading,
      write: @escaping @Sendable (Draft, inout ModelWriter) -> Void = { _, _ in }
    ) {
      (self.property, self.isEnumerated, self.read, self.write) = (property, isEnumerated, read, write)
    }
  }

  let rows: [Row]
  let enumerated: PropertySet
  /// The index of each property's row, by raw value.
  fileprivate let places: [Int?]

  init(_ rows: [Row]) {
    self.rows = rows
    enumerated = PropertySet(rows.filter(\.isEnumerated).map(\.property))
    var places = [Int?](repeating: nil, count: PropertyName.allCases.count)
    for (place, row) in rows.enumerated() { places[Int(row.property.rawValue)] = place }
    self.places = places
  }

  /// Writes the properties of a draft, in the order of the rows.
  func write(_ draft: Draft, _ writer: inout ModelWriter) {
    let wanted = draft.kind.properties.subtracting(draft.absent)
    for place in rows.indices where wanted.contains(rows[place].property) {
      writer.property = rows[place].property
      rows[place].write(draft, &writer)
    }
  }

  /// A mapping of the given properties only, in the given order.
  func only(_ properties: [PropertyName]) -> ComponentMapping {
    ComponentMapping(properties.compactMap { places[Int($0.rawValue)].map { rows[$0] } })
  }
}

/// The outcome of reading a property: how much of it the model represents.
enum Reading {
  /// The value is in the model; parameters that the model lacks are stored as unmodelled.
  case modelled
  /// Like `modelled`, for a time in an unknown zone: its TZID is stored as unmodelled too.
  case unknownZone
  /// Like `modelled`, for a repeatable list of texts or dates: the parameters are stored with the values listed.
  case listed([String])
  /// The value and all parameters are in the model.
  case whole
  /// The property is stored as unmodelled.
  case unmodelled
  /// The value cannot be read, and faults have been reported. The property is stored as unmodelled; a further one of its name
  /// is read.
  case unread
  /// Nothing is in the model; faults have been reported.
  case dropped
}

/// Intermediate values of a component during reading or writing.
protocol ComponentDraft: Sendable {
  var kind: ComponentKind { get }
  var unmodelled: Unmodelled { get set }
  /// The properties that occurred in the component.
  var occurring: PropertySet { get set }
  /// The properties that were read into the model.
  var modelled: PropertySet { get set }
  /// The properties with lines that are not used, although they can be read.
  var ignored: PropertySet { get set }
  /// Properties known to have no value, skipped when writing (a speed-up).
  var absent: PropertySet { get }
}

extension ComponentDraft {
  var absent: PropertySet { [] }
  var ignored: PropertySet {
    get { [] }
    set {}
  }
}

extension ModelReader {
  /// Reads a component with the table of its kind.
  ///
  /// - Parameter inner: Reads a subcomponent; returns `false` to store it as unmodelled.
  mutating func read<Draft>(
    _ component: ComponentView, by mapping: ComponentMapping<Draft>, into draft: inout Draft,
    inner: (inout ModelReader, ComponentView) -> Bool = { _, _ in false }
  ) {
    component.forEach { element in
      switch element {
      case .property(let property): read(property, by: mapping, into: &draft)
      case .component(let component):
        if !inner(&self, component) { draft.unmodelled.components.append(component.component) }
      }
    }
    draft.unmodelled.orderParameters()
  }

  mutating func read<Draft>(
    _ property: PropertyView, by mapping: ComponentMapping<Draft>, into draft: inout Draft
  ) {
    guard let name = property.known else { return draft.unmodelled.properties.append(property.property) }
    let isFirst = draft.occurring.insert(name)
    guard let place = mapping.places[Int(name.rawValue)], name.isAllowed(in: draft.kind) else {
      if isFirst, name.facts.isMisplaced(in: draft.kind) {
        report(
          .note, .misplacedProperty, property, "\(draft.kind.name) has no \(property.title)",
          repair: "preserved")
      }
      return draft.unmodelled.properties.append(property.property)
    }
    if !isFirst, draft.modelled.contains(name), name.isSingle(in: draft.kind) {
      draft.ignored.insert(name)
      return report(
        .warning, .repeatedProperty, property, "\(property.title) occurs more than once",
        repair: "the first is used")
    }
    let keptCount = draft.unmodelled.parameters.count
    switch mapping.rows[place].read(&self, property, &draft) {
    case .modelled: draft.unmodelled.keepParameters(of: property)
    case .unknownZone: draft.unmodelled.keepParameters(of: property, isZoneKnown: false)
    case .listed(let values): draft.unmodelled.keepParameters(of: property, values)
    case .unmodelled: draft.unmodelled.properties.append(property.property)
    case .unread: return draft.unmodelled.properties.append(property.property)
    case .whole: break
    case .dropped: return
    }
    if draft.unmodelled.parameters.count > keptCount { reportEncoding(property) }
    draft.modelled.insert(name)
  }
}

extension Unmodelled {
  /// Stores the parameters of a property that the model does not represent.
  ///
  /// - Parameters:
  ///   - occurrence: The index of the line among those of its name in the component.
  ///   - isZoneKnown: Whether the zone named by TZID is in the model.
  mutating func keepParameters(of property: PropertyView, occurrence: Int = 0, isZoneKnown: Bool = true) {
    // Properties with an empty value are not written, so their parameters are dropped.
    guard property.hasParameters, !property.value.isEmpty, let name = property.known else { return }
    let known = isZoneKnown ? name.parameters : name.parameters.filter { $0 != "TZID" }
    let kept = property.parameters(but: known)
    if !kept.isEmpty { parameters.append(KeptParameters(name.text, occurrence: occurrence, kept)) }
  }

  /// Stores the parameters of a list of texts or dates together with its values.
  mutating func keepParameters(of property: PropertyView, _ values: [String]) {
    guard property.hasParameters, values.contains(where: { !$0.isEmpty }) else { return }
    let kept = property.parameters()
    guard !kept.isEmpty else { return }
    let before = parameters.last { $0.property == property.title && !$0.values.isEmpty }
    parameters.append(
      KeptParameters(
        property.title, occurrence: before.map { $0.occurrence + 1 } ?? 0, kept, values: values))
  }

  /// Sorts unmodelled parameters so that the order of lines does not affect equality.
  package mutating func orderParameters() {
    guard parameters.count > 1 else { return }
    parameters.sort { ($0.property, $0.occurrence) < ($1.property, $1.occurrence) }
  }
}

// MARK: Rows of plain properties

/// Each row reads and writes one member of a draft. The key path is passed as a closure that captures
/// nothing, so that the compiler can inline it and the access costs no more than that of a member.
extension ComponentMapping.Row {
  typealias Closure<Value> = @Sendable () -> WritableKeyPath<Draft, Value>

  /// A text; an empty one is dropped, and written only if the property is required.
  @inline(__always)
  static func text(_ property: PropertyName, _ place: @autoclosure @escaping Closure<String>) -> Self {
    Self(property) { _, view, draft in
      draft[keyPath: place()] = view.text
      return draft[keyPath: place()].isEmpty ? .dropped : .modelled
    } write: { draft, writer in
      let text = draft[keyPath: place()]
      guard !text.isEmpty || writer.property.isRequired(in: draft.kind) else { return }
      writer.add(writer.property, escaping: text)
    }
  }

  /// A text or a URI that may occur several times, one per line.
  @inline(__always)
  static func texts(_ property: PropertyName, _ place: @autoclosure @escaping Closure<[String]>) -> Self {
    Self(property) { reader, view, draft in
      let text = view.known?.facts.type == .uri ? reader.uri(view) : view.text
      draft[keyPath: place()].append(text)
      return .listed([text])
    } write: { draft, writer in
      writer.add(writer.property, texts: draft[keyPath: place()])
    }
  }

  /// Texts, several of which may be on one line.
  @inline(__always)
  static func list(_ property: PropertyName, _ place: @autoclosure @escaping Closure<[String]>) -> Self {
    Self(property) { reader, view, draft in
      let found = reader.texts(view, have: draft[keyPath: place()].count)
      draft[keyPath: place()] += found
      return .listed(found)
    } write: { draft, writer in
      writer.add(writer.property, list: draft[keyPath: place()])
    }
  }

  /// - Parameter isReported: Whether a value that is not a URI is reported.
  @inline(__always)
  static func uri(
    _ property: PropertyName, _ place: @autoclosure @escaping Closure<String>, isReported: Bool = true
  ) -> Self {
    Self(property) { reader, view, draft in
      let uri = reader.uri(view)
      draft[keyPath: place()] = uri
      if isReported { reader.reportUnlessURI(uri, view) }
      return uri.isEmpty ? .dropped : .modelled
    } write: { draft, writer in
      let uri = draft[keyPath: place()]
      let type = writer.property.facts.requiresValueType ? [Parameter("VALUE", "URI")] : []
      if !uri.isEmpty { writer.add(writer.property, type, value: uri) }
    }
  }

  /// - Parameter substitute: The instant to write if there is none.
  @inline(__always)
  static func instant(
    _ property: PropertyName, _ place: @autoclosure @escaping Closure<Instant?>,
    or substitute: @escaping @Sendable (Draft, ModelWriter) -> Instant? = { _, _ in nil }
  ) -> Self {
    Self(property) { reader, view, draft in
      draft[keyPath: place()] = reader.instant(view)
      return draft[keyPath: place()] == nil ? .dropped : .modelled
    } write: { draft, writer in
      if let instant = draft[keyPath: place()] ?? substitute(draft, writer) {
        writer.add(writer.property, instant)
      }
    }
  }

  @inline(__always)
  static func number<Number: FixedWidthInteger & Sendable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Closure<Number?>
  ) -> Self {
    value(
      property, place(), read: { $0.integer($1).map { Number(clamping: $0) } },
      write: { $1.add($1.property, Int($0)) })
  }

  /// - Parameter reading: The outcome to return when a value was read.
  @inline(__always)
  static func value<Value: Sendable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Closure<Value?>, _ reading: Reading = .modelled,
    read: @escaping @Sendable (inout ModelReader, PropertyView) -> Value?,
    write: @escaping @Sendable (Value, inout ModelWriter) -> Void
  ) -> Self {
    Self(property) { reader, view, draft in
      draft[keyPath: place()] = read(&reader, view)
      return draft[keyPath: place()] == nil ? .dropped : reading
    } write: { draft, writer in
      if let value = draft[keyPath: place()] { write(value, &writer) }
    }
  }

  /// A repeatable property whose model type also stores its parameters.
  @inline(__always)
  static func parts<Part: Sendable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Closure<[Part]>,
    read: @escaping @Sendable (inout ModelReader, PropertyView) -> Part?,
    write: @escaping @Sendable (Part, inout ModelWriter) -> Void
  ) -> Self {
    Self(property) { reader, view, draft in
      guard let part = read(&reader, view) else { return .dropped }
      draft[keyPath: place()].append(part)
      return .whole
    } write: { draft, writer in
      for part in draft[keyPath: place()] { write(part, &writer) }
    }
  }
}
