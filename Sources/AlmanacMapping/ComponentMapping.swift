import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// How the properties of a kind of component become a model, and back: the table that reading and writing walk.
///
/// The rows stand in the order in which the properties are written.
struct ComponentMapping<Draft: ComponentDraft>: Sendable {
  /// One property: what it does to a draft of the model, and what a draft writes of it.
  struct Row: Sendable {
    let property: PropertyName
    let read: @Sendable (inout ModelReader, PropertyView, inout Draft) -> Reading
    let write: @Sendable (Draft, inout ModelWriter) -> Void

    init(
      _ property: PropertyName,
      read: @escaping @Sendable (inout ModelReader, PropertyView, inout Draft) -> Reading,
      write: @escaping @Sendable (Draft, inout ModelWriter) -> Void = { _, _ in }
    ) {
      (self.property, self.read, self.write) = (property, read, write)
    }
  }

  let rows: [Row]
  /// By property, the place of its row.
  fileprivate let places: [Int?]

  init(_ rows: [Row]) {
    self.rows = rows
    var places = [Int?](repeating: nil, count: PropertyName.allCases.count)
    for (place, row) in rows.enumerated() { places[Int(row.property.rawValue)] = place }
    self.places = places
  }

  /// Writes what a draft says, in the order of the rows.
  func write(_ draft: Draft, _ writer: inout ModelWriter) {
    let wanted = draft.kind.properties.subtracting(draft.absent)
    for place in rows.indices where wanted.contains(rows[place].property) {
      writer.property = rows[place].property
      rows[place].write(draft, &writer)
    }
  }

  /// The rows of some properties, in their order.
  func only(_ properties: [PropertyName]) -> ComponentMapping {
    ComponentMapping(properties.compactMap { places[Int($0.rawValue)].map { rows[$0] } })
  }
}

/// What became of a property that was read.
enum Reading {
  /// It is in the model; parameters that have no place there are kept beside it.
  case taken
  /// The same for a time whose zone nobody knows: TZID is kept too.
  case unplaced
  /// The same for a line of texts or dates of which there may be several: the parameters are kept with what it lists.
  case listed([String])
  /// It is in the model, parameters and all.
  case whole
  /// It is kept as it stands.
  case kept
  /// Nothing of it is in the model; where it ought to be, that was reported.
  case dropped
}

/// What a component says while it is read or written, before a value of the model is made of it.
protocol ComponentDraft: Sendable {
  var kind: ComponentKind { get }
  var unmodelled: Unmodelled { get set }
  /// The properties that were met in it.
  var met: PropertySet { get set }
  /// Those of which the model has something.
  var taken: PropertySet { get set }
  /// Those of which it is known, before each is looked at, that the model has nothing to write.
  var absent: PropertySet { get }
}

extension ComponentDraft {
  var absent: PropertySet { [] }
}

extension ModelReader {
  /// Reads a component by the table of its kind.
  ///
  /// - Parameter inner: Reads a component within it; `false` for one that is to be kept as it stands.
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
    let isFirst = draft.met.insert(name)
    guard let place = mapping.places[Int(name.rawValue)], name.mayStand(in: draft.kind) else {
      if isFirst, name.facts.isMisplaced(in: draft.kind) {
        report(
          .note, .misplacedProperty, property, "\(draft.kind.name) has no \(property.title)",
          repair: "kept as it is")
      }
      return draft.unmodelled.properties.append(property.property)
    }
    if !isFirst, draft.taken.contains(name), name.standsOnce(in: draft.kind) {
      return report(
        .warning, .repeatedProperty, property, "\(property.title) stands more than once",
        repair: "the first stands")
    }
    switch mapping.rows[place].read(&self, property, &draft) {
    case .taken: draft.unmodelled.keepParameters(of: property)
    case .unplaced: draft.unmodelled.keepParameters(of: property, isPlaced: false)
    case .listed(let values): draft.unmodelled.keepParameters(of: property, values)
    case .kept: draft.unmodelled.properties.append(property.property)
    case .whole: break
    case .dropped: return
    }
    draft.taken.insert(name)
  }
}

extension Unmodelled {
  /// Keeps the parameters of a property that the model has, where it has no place for them.
  ///
  /// - Parameters:
  ///   - occurrence: Which line of that name in its component it is.
  ///   - isPlaced: Whether the zone that TZID names is in the model.
  mutating func keepParameters(of property: PropertyView, occurrence: Int = 0, isPlaced: Bool = true) {
    // What says nothing is not written anew.
    guard property.hasParameters, !property.value.isEmpty, let name = property.known else { return }
    let known = isPlaced ? name.parameters : name.parameters.filter { $0 != "TZID" }
    let kept = property.parameters(but: known)
    if !kept.isEmpty { parameters.append(KeptParameters(name.text, occurrence: occurrence, kept)) }
  }

  /// Keeps the parameters of a line of texts or dates with what it lists.
  mutating func keepParameters(of property: PropertyView, _ values: [String]) {
    guard property.hasParameters, values.contains(where: { !$0.isEmpty }) else { return }
    let kept = property.parameters()
    guard !kept.isEmpty else { return }
    let before = parameters.last { $0.property == property.title && !$0.values.isEmpty }
    parameters.append(
      KeptParameters(
        property.title, occurrence: before.map { $0.occurrence + 1 } ?? 0, kept, values: values))
  }

  /// In whatever order the lines stand, the model is the same.
  mutating func orderParameters() {
    guard parameters.count > 1 else { return }
    parameters.sort { ($0.property, $0.occurrence) < ($1.property, $1.occurrence) }
  }
}

// MARK: Rows of plain properties

/// Each is read from and written to one place of a draft. The place is a closure, so that the compiler knows it wherever it
/// is used, and using it costs no more than a member does: as long as a closure of a row captures nothing else.
extension ComponentMapping.Row {
  typealias Place<Value> = @Sendable () -> WritableKeyPath<Draft, Value>

  /// A UID, which is written even when it is empty.
  @inline(__always)
  static func uid(_ place: @autoclosure @escaping Place<String>) -> Self {
    Self(.uid) { _, view, draft in
      draft[keyPath: place()] = view.text
      return .taken
    } write: {
      $1.add(.uid, escaping: $0[keyPath: place()])
    }
  }

  /// A text; one that is empty says nothing.
  @inline(__always)
  static func text(_ property: PropertyName, _ place: @autoclosure @escaping Place<String>) -> Self {
    Self(property) { _, view, draft in
      draft[keyPath: place()] = view.text
      return draft[keyPath: place()].isEmpty ? .dropped : .taken
    } write: { draft, writer in
      writer.add(writer.property, text: draft[keyPath: place()])
    }
  }

  /// A text, or a URI, of which there may be several, each on a line of its own.
  @inline(__always)
  static func texts(_ property: PropertyName, _ place: @autoclosure @escaping Place<[String]>) -> Self {
    Self(property) { reader, view, draft in
      let text = view.known?.facts.type == .uri ? reader.uri(view) : view.text
      draft[keyPath: place()].append(text)
      return .listed([text])
    } write: { draft, writer in
      writer.add(writer.property, texts: draft[keyPath: place()])
    }
  }

  /// Texts of which one line has several.
  @inline(__always)
  static func list(_ property: PropertyName, _ place: @autoclosure @escaping Place<[String]>) -> Self {
    Self(property) { reader, view, draft in
      let found = reader.texts(view, have: draft[keyPath: place()].count)
      draft[keyPath: place()] += found
      return .listed(found)
    } write: { draft, writer in
      writer.add(writer.property, list: draft[keyPath: place()])
    }
  }

  /// - Parameter isReported: Whether what is no URI is reported.
  @inline(__always)
  static func uri(
    _ property: PropertyName, _ place: @autoclosure @escaping Place<String>, isReported: Bool = true
  ) -> Self {
    Self(property) { reader, view, draft in
      let uri = reader.uri(view)
      draft[keyPath: place()] = uri
      if isReported { reader.reportUnlessURI(uri, view) }
      return uri.isEmpty ? .dropped : .taken
    } write: { draft, writer in
      let uri = draft[keyPath: place()]
      let type = writer.property.facts.mustSayType ? [Parameter("VALUE", "URI")] : []
      if !uri.isEmpty { writer.add(writer.property, type, value: uri) }
    }
  }

  @inline(__always)
  static func instant(_ property: PropertyName, _ place: @autoclosure @escaping Place<Instant?>) -> Self {
    Self(property) { reader, view, draft in
      draft[keyPath: place()] = reader.instant(view)
      return draft[keyPath: place()] == nil ? .dropped : .taken
    } write: { draft, writer in
      if let instant = draft[keyPath: place()] { writer.add(writer.property, instant) }
    }
  }

  @inline(__always)
  static func number<Number: FixedWidthInteger & Sendable>(
    _ property: PropertyName, _ limits: ClosedRange<Int>, _ place: @autoclosure @escaping Place<Number?>
  ) -> Self {
    Self(property) { reader, view, draft in
      draft[keyPath: place()] = reader.integer(view, in: limits).map { Number(clamping: $0) }
      return draft[keyPath: place()] == nil ? .dropped : .taken
    } write: { draft, writer in
      if let number = draft[keyPath: place()] { writer.add(writer.property, Int(number)) }
    }
  }

  /// - Parameter reading: What becomes of a property that has a value.
  @inline(__always)
  static func value<Value: Sendable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Place<Value?>, _ reading: Reading = .taken,
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

  /// What has a place for all its parameters, and of which there may be several.
  @inline(__always)
  static func parts<Part: Sendable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Place<[Part]>,
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
