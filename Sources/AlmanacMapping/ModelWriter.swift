import AlmanacComponents
import AlmanacEvents
package import AlmanacTime

/// Writes the model as components, trees or content lines: the properties in the order of the tables, with what the model
/// has no place for put back where it stood.
package struct ModelWriter {
  package var times: TimeWriting
  let door: any ValueDoor
  /// In which a rule of whole days compares with an instant.
  let calendarZone: Zone?
  /// The DTSTAMP of what has none; without it none is written.
  let stamp: Instant?
  /// Whether what a file had and no file may have is left out: words that STATUS, CLASS and TRANSP do not know – the
  /// known ones are in the model –, alarms that do not say when and zones that nobody knows.
  let isLegalOnly: Bool

  /// The parts of the component at hand.
  private var properties: [Property] = []
  private(set) var unmodelled = Unmodelled()
  private var value: [UInt8] = []
  /// The lines that were written since the last were taken out.
  private var lines: LineWriter
  /// Whether properties become lines, or else a tree.
  private var writesLines = false
  /// The property whose row is being written.
  var property = PropertyName.uid

  package init(
    _ times: TimeWriting? = nil, door: any ValueDoor, calendarZone: Zone?, stamp: Instant? = nil,
    isLegalOnly: Bool = false, ending: ContentSource.LineEnding = .crlf
  ) {
    lines = LineWriter(ending: ending)
    self.times = times ?? TimeWriting(door: door)
    self.door = door
    (self.calendarZone, self.stamp, self.isLegalOnly) = (calendarZone, stamp, isLegalOnly)
  }
}

// MARK: Components

extension ModelWriter {
  /// A component by the table of its kind.
  ///
  /// - Parameter components: Those within it that the model has.
  mutating func component<Draft>(
    _ draft: Draft, by mapping: ComponentMapping<Draft>, _ components: [Component] = []
  ) -> Component {
    component(draft, by: mapping) { _ in components }
  }

  mutating func component<Draft>(
    _ draft: Draft, by mapping: ComponentMapping<Draft>, _ components: (inout ModelWriter) -> [Component]
  ) -> Component {
    properties = []
    properties.reserveCapacity(12)
    unmodelled = draft.unmodelled
    if isLegalOnly { dropIllegal(in: draft.kind) }
    mapping.write(draft, &self)
    var component = Component(draft.kind.name, properties: merged())
    component.components = unmodelled.components.filter(\.hasLegalName)
    component.components.insert(contentsOf: components(&self), at: 0)
    return component
  }

  /// Writes a component as lines. One with properties to be put back among the others is made as a tree first.
  ///
  /// - Parameter inner: Writes the components within it that the model has.
  mutating func write<Draft>(
    _ draft: Draft, by mapping: ComponentMapping<Draft>, inner: (inout ModelWriter) -> Void = { _ in }
  ) {
    guard draft.unmodelled.isEmpty else { return write(component(draft, by: mapping)) }
    unmodelled = Unmodelled()
    lines.write("BEGIN", value: draft.kind.name)
    writesLines = true
    mapping.write(draft, &self)
    writesLines = false
    inner(&self)
    lines.write("END", value: draft.kind.name)
  }

  mutating func write(_ component: Component) { lines.write(component) }

  /// Takes out the lines that were written.
  mutating func takeLines() -> [UInt8] { lines.take() }

  private mutating func dropIllegal(in kind: ComponentKind) {
    for index in unmodelled.parameters.indices {
      unmodelled.parameters[index].parameters.removeAll(named: "TZID")
    }
    guard ComponentKinds.items.contains(kind) else { return }
    unmodelled.properties.removeAll { property in
      switch PropertyName.named(property.name) {
      case .status, .classification: true
      case .transp: kind == .event
      default: false
      }
    }
    unmodelled.components.removeAll { $0.isNamed("VALARM") && !$0.hasTrigger }
  }

  /// The properties that were added, with those that the model has no place for and the parameters that were kept.
  private func merged() -> [Property] {
    if unmodelled.properties.isEmpty, unmodelled.parameters.isEmpty { return properties }
    var kept = placed()
    let keptCount = kept.count
    let parameters = placedParameters()
    var met: [String: Int] = [:]
    var lines: [Property] = []
    lines.reserveCapacity(properties.count + keptCount)
    for (index, property) in properties.enumerated() {
      while let next = kept.first, next.place <= index + (keptCount - kept.count) {
        lines.append(next.property)
        kept.removeFirst()
      }
      let occurrence = met[property.name, default: 0]
      met[property.name] = occurrence + 1
      lines.append(property)
      if let more = parameters[property.name]?[occurrence] {
        lines[lines.count - 1].parameters += property.hasPlace ? more.filter { $0.name != "TZID" } : more
      }
    }
    return lines + kept.map(\.property)
  }

  /// Kept parameters by property and occurrence.
  private func placedParameters() -> [String: [Int: [Parameter]]] {
    var places: [String: [Int: [Parameter]]] = [:]
    for kept in unmodelled.parameters where kept.values.isEmpty {
      places[kept.property, default: [:]][kept.occurrence, default: []] += kept.parameters
    }
    return places
  }

  /// The unmodelled properties and their places among all. One of a name that the model writes too stands behind what
  /// the model writes, since readers take the first.
  private func placed() -> ArraySlice<(place: Int, property: Property)> {
    let written = Set(properties.map(\.name))
    let all = unmodelled.properties.enumerated().map { index, property in
      let place = written.contains(property.name.uppercased()) ? Int.max : property.position ?? .max
      return (place: place, index: index, property: property)
    }
    return all.filter { $0.property.hasLegalName }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
      .map { ($0.place, $0.property) }[...]
  }
}

extension Property {
  /// Whether it says in which zone it is, so that a zone that nobody knows has no place in it.
  fileprivate var hasPlace: Bool {
    parameters.contains(named: "TZID") || !value.utf8.contains(UInt8(ascii: "T"))
      || value.utf8.contains(UInt8(ascii: "Z"))
  }
}

// MARK: Properties

extension ModelWriter {
  /// - Parameter append: Appends what stands behind the colon, without control characters.
  mutating func add(
    _ property: PropertyName, _ parameters: [Parameter] = [], _ append: (inout [UInt8]) -> Void
  ) {
    if writesLines {
      property.bytes.withUTF8Buffer { lines.write($0, parameters, appendValue: append) }
    } else {
      properties.append(Property(property.text, parameters: parameters, value: written(append)))
    }
  }

  private mutating func written(_ append: (inout [UInt8]) -> Void) -> String {
    value.removeAll(keepingCapacity: true)
    append(&value)
    return String(decoding: value, as: UTF8.self)
  }

  /// - Parameter value: As it stands behind the colon.
  mutating func add(_ property: PropertyName, _ parameters: [Parameter] = [], value: String) {
    if writesLines {
      lines.write(property.text, parameters, value: value)
    } else {
      properties.append(Property(property.text, parameters: parameters, value: value))
    }
  }

  /// Adds a text, which may be empty.
  mutating func add(_ property: PropertyName, escaping text: String, _ parameters: [Parameter] = []) {
    add(property, parameters) { TextValue.append(escaping: text, to: &$0) }
  }

  /// Adds a text that is not empty.
  mutating func add(_ property: PropertyName, text: String) {
    if !text.isEmpty { add(property, escaping: text) }
  }

  mutating func add(_ property: PropertyName, _ time: EventTime, _ more: [Parameter] = []) {
    let (parameters, fields) = times.written(time)
    add(property, more.isEmpty ? parameters : parameters + more) { [door] in door.append(fields, to: &$0) }
  }

  mutating func add(_ property: PropertyName, _ instant: Instant, _ parameters: [Parameter] = []) {
    add(property, parameters) { [door] in door.append(TimeFields(instant), to: &$0) }
  }

  mutating func add(_ property: PropertyName, _ duration: CalendarDuration, _ parameters: [Parameter] = []) {
    add(property, parameters) { [door] in door.append(duration, to: &$0) }
  }

  mutating func add(_ property: PropertyName, _ number: Int) {
    add(property) { [door] in door.append(number, to: &$0) }
  }

  mutating func add(_ property: PropertyName, offset: Int) {
    add(property) { [door] in door.append(offset: offset, to: &$0) }
  }

  mutating func add(_ status: RequestStatus) {
    // As a text, of which control characters are left out: a code is whatever a program says.
    add(.requestStatus, status.parameters, value: status.written)
  }

  mutating func text(_ instant: Instant) -> String {
    written { [door] in door.append(TimeFields(instant), to: &$0) }
  }

  // MARK: Lists

  /// A list on one line, and those of its texts to which parameters belong on lines of their own.
  mutating func add(_ property: PropertyName, list: [String]) {
    guard !list.isEmpty else { return }
    var owners = TextOwners(of: property, in: unmodelled)
    let taken = list.map { owners.take($0) }
    var start = 0
    for index in list.indices where index + 1 == list.count || taken[index + 1] != taken[index] {
      add(property, owners.parameters(taken[index])) { bytes in
        for place in start...index {
          if place > start { bytes.append(UInt8(ascii: ",")) }
          TextValue.append(escaping: list[place], to: &bytes)
        }
      }
      start = index + 1
    }
  }

  /// Texts or URIs on a line each, with the parameters that belong to them.
  mutating func add(_ property: PropertyName, texts: [String]) {
    guard !texts.isEmpty else { return }
    var owners = TextOwners(of: property, in: unmodelled)
    let isURI = property.facts.type == .uri
    for text in texts {
      let parameters = owners.parameters(owners.take(text))
      if isURI { add(property, parameters, value: text) } else { add(property, escaping: text, parameters) }
    }
  }

  /// Times on as few lines as their zones, their forms and the parameters that belong to them allow.
  mutating func add(_ property: PropertyName, times: [TimeWriting.ListValue]) {
    guard !times.isEmpty else { return }
    var owners = TextOwners(of: property, in: unmodelled)
    var lines: [(owner: Int?, parameters: [Parameter], texts: [String])] = []
    var places: [[Parameter]: [Int?: Int]] = [:]
    for time in times {
      let owner = owners.take(time.text)
      let place = places[time.parameters]?[owner] ?? lines.count
      if place == lines.count {
        lines.append((owner, time.parameters + owners.parameters(owner), []))
        places[time.parameters, default: [:]][owner] = place
      }
      lines[place].texts.append(time.text)
    }
    // Those with parameters first: of a time that stands several times they belong to the first when it is read again.
    let order = lines.indices.sorted { (lines[$0].owner ?? .max, $0) < (lines[$1].owner ?? .max, $1) }
    for line in order.map({ lines[$0] }) {
      add(property, line.parameters, value: line.texts.joined(separator: ","))
    }
  }

  /// A property that programs used before RFC 7986 had one, as those are written that the model has no place for.
  ///
  /// - Parameter standsFirst: Whether it goes before lines of this name that are kept, as readers take the first; else
  ///   those stand instead of it.
  mutating func add(older property: PropertyName, text: String, standsFirst: Bool = false) {
    guard !text.isEmpty else { return }
    let same = unmodelled.properties.firstIndex(named: property.text)
    if same != nil, !standsFirst { return }
    let kept = unmodelled.parameters.filter { $0.property == property.text && $0.occurrence == 0 }
    let line = Property(
      property.text, parameters: kept.flatMap(\.parameters), value: TextValue.escaped(text),
      position: same.flatMap { unmodelled.properties[$0].position })
    unmodelled.properties.insert(line, at: same ?? unmodelled.properties.endIndex)
  }
}

/// To which of several texts the parameters belong that were kept.
private struct TextOwners {
  private let kept: [KeptParameters]
  /// By text, the places of those that it belongs to.
  private var places: [String: ArraySlice<Int>] = [:]

  init(of property: PropertyName, in unmodelled: Unmodelled) {
    guard !unmodelled.parameters.isEmpty else {
      kept = []
      return
    }
    kept = unmodelled.parameters.filter { $0.property == property.text && !$0.values.isEmpty }
    for (place, parameters) in kept.enumerated() {
      for text in parameters.values { places[text, default: []].append(place) }
    }
  }

  /// The line of which a text is; the next time that it is asked for, another.
  mutating func take(_ text: String) -> Int? { places.isEmpty ? nil : places[text]?.popFirst() }

  func parameters(_ owner: Int?) -> [Parameter] { owner.map { kept[$0].parameters } ?? [] }
}
