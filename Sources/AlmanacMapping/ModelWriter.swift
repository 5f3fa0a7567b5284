import AlmanacComponents
import AlmanacEvents
package import AlmanacTime

/// Writes values of the model as components, either trees or content lines: modelled properties in the order
/// of the tables, unmodelled ones at their original positions.
package struct ModelWriter {
  package var times: TimeWriting
  let door: any ValueDoor
  /// The zone used to compare a date-only rule with an instant.
  let calendarZone: Zone?
  /// The DTSTAMP for items without one; `nil` writes none.
  let stamp: Instant?
  /// Whether invalid content kept from a file is omitted: unknown values of STATUS, CLASS and TRANSP (known
  /// ones are in the model), alarms without a readable trigger, and TZIDs of unknown zones.
  let isLegalOnly: Bool

  /// The properties of the current component.
  private var properties: [Property] = []
  private(set) var unmodelled = Unmodelled()
  private var value: [UInt8] = []
  /// The lines written since the last call of `drainLines`.
  var lines: LineWriter
  /// Whether properties are written as lines rather than added to a tree.
  private var writesLines = false
  /// The property whose row is being written.
  var property = PropertyName.uid

  package init(
    _ times: TimeWriting? = nil, door: any ValueDoor = PureDoor(), calendarZone: Zone? = nil,
    stamp: Instant? = nil, isLegalOnly: Bool = false, ending: ContentSource.LineEnding = .crlf
  ) {
    lines = LineWriter(ending: ending)
    self.times = times ?? TimeWriting(door: door)
    self.door = door
    (self.calendarZone, self.stamp, self.isLegalOnly) = (calendarZone, stamp, isLegalOnly)
  }
}

// MARK: Components

extension ModelWriter {
  /// A component, with the table of its kind.
  ///
  /// - Parameter components: Makes its modelled subcomponents.
  mutating func component<Draft>(
    _ draft: Draft, by mapping: ComponentMapping<Draft>,
    _ components: (inout ModelWriter) -> [Component] = { _ in [] }
  ) -> Component {
    properties = []
    properties.reserveCapacity(12)
    unmodelled = draft.unmodelled
    if isLegalOnly { dropIllegal(mapping.enumerated, in: draft.kind) }
    mapping.write(draft, &self)
    var component = Component(draft.kind.name, properties: merged())
    component.components = unmodelled.components.filter(\.hasLegalName)
    component.components.insert(contentsOf: components(&self), at: 0)
    return component
  }

  /// Writes a component as lines. A component with unmodelled content is made as a tree first, because
  /// properties are inserted among others.
  ///
  /// - Parameter inner: Writes its modelled subcomponents.
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

  /// Returns the lines written so far and removes them.
  package mutating func drainLines() -> [UInt8] { lines.drain() }

  private mutating func dropIllegal(_ words: PropertySet, in kind: ComponentKind) {
    for index in unmodelled.parameters.indices {
      unmodelled.parameters[index].parameters.removeAll(named: "TZID")
    }
    guard ComponentKinds.items.contains(kind) else { return }
    unmodelled.properties.removeAll(in: words.intersection(kind.properties))
    unmodelled.components.removeAll { [door] in $0.isNamed("VALARM") && !$0.hasTrigger(door) }
  }

  /// The written properties merged with unmodelled properties and unmodelled parameters.
  private func merged() -> [Property] {
    if unmodelled.properties.isEmpty, unmodelled.parameters.isEmpty { return properties }
    var kept = placed()
    let keptCount = kept.count
    let parameters = placedParameters()
    var written: [String: Int] = [:]
    var lines: [Property] = []
    lines.reserveCapacity(properties.count + keptCount)
    for (index, property) in properties.enumerated() {
      while let next = kept.first, next.place <= index + (keptCount - kept.count) {
        lines.append(next.property)
        kept.removeFirst()
      }
      let occurrence = written[property.name, default: 0]
      written[property.name] = occurrence + 1
      lines.append(property)
      if let more = parameters[property.name]?[occurrence] {
        lines[lines.count - 1].parameters += property.hasKnownZone ? more.filter { $0.name != "TZID" } : more
      }
    }
    return lines + kept.map(\.property)
  }

  /// Kept parameters, by property and occurrence.
  private func placedParameters() -> [String: [Int: [Parameter]]] {
    var places: [String: [Int: [Parameter]]] = [:]
    for kept in unmodelled.parameters where kept.values.isEmpty {
      places[kept.property, default: [:]][kept.occurrence, default: []] += kept.parameters
    }
    return places
  }

  /// The unmodelled properties with their positions. A kept property is placed after a written one of the
  /// same name, because readers use the first.
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
  /// Whether it is a date, in UTC, or in a named zone, so that a kept TZID of an unknown zone does not apply.
  fileprivate var hasKnownZone: Bool {
    parameters.contains(named: "TZID") || !value.utf8.contains(UInt8(ascii: "T"))
      || value.utf8.contains(UInt8(ascii: "Z"))
  }
}

// MARK: Properties

extension ModelWriter {
  /// - Parameter append: Appends the value, without control characters.
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

  /// - Parameter value: The value, already escaped.
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
    // Written as a string, from which control characters are removed: the code may be any text.
    add(.requestStatus, status.parameters, value: status.written)
  }

  mutating func text(_ instant: Instant) -> String {
    written { [door] in door.append(TimeFields(instant), to: &$0) }
  }

  mutating func text(_ duration: CalendarDuration) -> String {
    written { [door] in door.append(duration, to: &$0) }
  }

  // MARK: Lists

  /// Adds a list on one line; texts with unmodelled parameters are on lines of their own.
  mutating func add(_ property: PropertyName, list: [String]) {
    guard !list.isEmpty else { return }
    var owners = TextOwners(of: property, in: unmodelled)
    let owned = list.map { owners.nextIndex(of: $0) }
    var start = 0
    for index in list.indices where index + 1 == list.count || owned[index + 1] != owned[index] {
      add(property, owners.parameters(owned[index])) { bytes in
        for place in start...index {
          if place > start { bytes.append(UInt8(ascii: ",")) }
          TextValue.append(escaping: list[place], to: &bytes)
        }
      }
      start = index + 1
    }
  }

  /// Adds texts or URIs, one per line, with their unmodelled parameters.
  mutating func add(_ property: PropertyName, texts: [String]) {
    guard !texts.isEmpty else { return }
    var owners = TextOwners(of: property, in: unmodelled)
    let isURI = property.facts.type == .uri
    for text in texts {
      let parameters = owners.parameters(owners.nextIndex(of: text))
      if isURI { add(property, parameters, value: text) } else { add(property, escaping: text, parameters) }
    }
  }

  /// Adds times on as few lines as possible: one for each zone, form and set of unmodelled parameters.
  mutating func add(_ property: PropertyName, times: [TimeWriting.ListValue]) {
    guard !times.isEmpty else { return }
    var owners = TextOwners(of: property, in: unmodelled)
    var lines: [(owner: Int?, parameters: [Parameter], texts: [String])] = []
    var places: [[Parameter]: [Int?: Int]] = [:]
    for time in times {
      let owner = owners.nextIndex(of: time.text)
      let place = places[time.parameters]?[owner] ?? lines.count
      if place == lines.count {
        lines.append((owner, time.parameters + owners.parameters(owner), []))
        places[time.parameters, default: [:]][owner] = place
      }
      lines[place].texts.append(time.text)
    }
    // Lines with parameters first: on reading, unmodelled parameters are matched to the first of equal times.
    let order = lines.indices.sorted { (lines[$0].owner ?? .max, $0) < (lines[$1].owner ?? .max, $1) }
    for line in order.map({ lines[$0] }) {
      add(property, line.parameters, value: line.texts.joined(separator: ","))
    }
  }

  /// Adds a property that preceded RFC 7986, at the position of kept lines of the same name.
  ///
  /// - Parameter precedesKeptLines: If true, written before kept lines of the same name; if false, omitted when
  ///   there are such lines.
  mutating func add(older property: PropertyName, text: String, precedesKeptLines: Bool = false) {
    guard !text.isEmpty else { return }
    let same = unmodelled.properties.firstIndex(named: property.text)
    if same != nil, !precedesKeptLines { return }
    let kept = unmodelled.parameters.filter { $0.property == property.text && $0.occurrence == 0 }
    let line = Property(
      property.text, parameters: kept.flatMap(\.parameters), value: TextValue.escaped(text),
      position: same.flatMap { unmodelled.properties[$0].position })
    unmodelled.properties.insert(line, at: same ?? unmodelled.properties.endIndex)
  }
}

/// Matches unmodelled parameters to the values of a list.
private struct TextOwners {
  private let kept: [KeptParameters]
  /// The indices in `kept` for each text.
  private var indices: [String: ArraySlice<Int>] = [:]

  init(of property: PropertyName, in unmodelled: Unmodelled) {
    guard !unmodelled.parameters.isEmpty else {
      kept = []
      return
    }
    kept = unmodelled.parameters.filter { $0.property == property.text && !$0.values.isEmpty }
    for (place, parameters) in kept.enumerated() {
      for text in parameters.values { indices[text, default: []].append(place) }
    }
  }

  /// The index of the unmodelled parameters of a text; equal texts receive successive ones.
  mutating func nextIndex(of text: String) -> Int? { indices.isEmpty ? nil : indices[text]?.popFirst() }

  func parameters(_ owner: Int?) -> [Parameter] { owner.map { kept[$0].parameters } ?? [] }
}
