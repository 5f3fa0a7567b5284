import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// A component on its way out: the properties of the model, in a fixed order, with what the model has no place for put
/// back where it stood.
struct OutputComponent: Equatable {
  /// A property of the model.
  struct Typed: Equatable {
    let property: KnownProperty
    var parameters: [Parameter]
    let value: OutputValue

    /// Adds parameters that were kept, a zone that nobody knows only where the time is still one without a zone.
    fileprivate mutating func add(_ kept: [Parameter]) {
      let hasZone = !value.isFloating || parameters.contains(named: "TZID")
      parameters += kept.filter { $0.name != "TZID" || !hasZone }
    }
  }

  var name: String
  var properties: [Typed] = []
  var components: [OutputComponent] = []
  var unmodelled: Unmodelled

  init(_ name: String, _ unmodelled: Unmodelled = Unmodelled()) {
    self.name = name
    self.unmodelled = unmodelled
    properties.reserveCapacity(12)
  }

  mutating func add(_ property: KnownProperty, _ parameters: [Parameter] = [], _ value: OutputValue) {
    properties.append(Typed(property: property, parameters: parameters, value: value))
  }

  /// A list in one line, and those of its texts to which parameters belong in lines of their own.
  mutating func add(list: [String], as property: KnownProperty) {
    var owners = TextOwners(of: property, in: unmodelled)
    var lines: [(owner: Int?, texts: [String])] = []
    for text in list {
      let owner = owners.take(text)
      if lines.isEmpty || lines[lines.count - 1].owner != owner { lines.append((owner, [])) }
      lines[lines.count - 1].texts.append(TextValue.escaped(text))
    }
    for line in lines {
      add(property, owners.parameters(line.owner), .raw(line.texts.joined(separator: ",")))
    }
  }

  /// Times in as few lines as their zones, their forms and the parameters that belong to them allow.
  mutating func add(times: [TimeWriting.ListValue], as property: KnownProperty) {
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
      add(property, line.parameters, .raw(line.texts.joined(separator: ",")))
    }
  }

  /// Texts in a line each, with the parameters that belong to them.
  mutating func add(texts: [String], as property: KnownProperty) {
    guard !texts.isEmpty else { return }
    var owners = TextOwners(of: property, in: unmodelled)
    for text in texts { add(property, owners.parameters(owners.take(text)), .text(text)) }
  }

  mutating func add(text: String, as property: KnownProperty) {
    if !text.isEmpty { add(property, [], .text(text)) }
  }

  /// A line of its own, of the model or not.
  enum Line: Equatable {
    case modelled(Typed)
    case raw(Property)
  }

  /// - Parameter isWanted: Says by the name of a property, or of a subcomponent behind `BEGIN:`, what is printed.
  func print(to printer: inout LibicalPrinter, where isWanted: (String) -> Bool) {
    printer.begin(name)
    for line in lines where isWanted(line.name) { printer.add(line) }
    for (name, inner) in subcomponents where isWanted(name) { inner.print(to: &printer) }
    printer.end()
  }

  func print(to printer: inout LibicalPrinter) {
    printer.begin(name)
    if unmodelled.properties.isEmpty, unmodelled.parameters.isEmpty {
      for index in properties.indices {
        printer.add(properties[index].property, properties[index].parameters, properties[index].value)
      }
    } else {
      for line in lines { printer.add(line) }
    }
    for inner in components { inner.print(to: &printer) }
    for inner in unmodelled.components where inner.hasLegalName { inner.print(to: &printer) }
    printer.end()
  }

  /// The tree of what is printed.
  var tree: Component {
    let kept = unmodelled.components.filter(\.hasLegalName)
    return Component(name, properties: lines.map(\.property), components: components.map(\.tree) + kept)
  }

  /// With those of BEGIN and END, and of what is within it.
  var lineCount: Int {
    let kept = unmodelled.properties.count + unmodelled.components.reduce(0) { $0 + $1.lineCount }
    return 2 + properties.count + kept + components.reduce(0) { $0 + $1.lineCount }
  }

  /// By itself.
  func printed() -> [UInt8] {
    var printer = LibicalPrinter()
    return printed(by: &printer)
  }

  func printed(by printer: inout LibicalPrinter) -> [UInt8] {
    print(to: &printer)
    return printer.take()
  }

  /// Its lines in order, with what the model has no place for.
  var lines: [Line] {
    var kept = placed()
    let keptCount = kept.count
    let parameters = placedParameters()
    var met: [KnownProperty: Int] = [:]
    var lines: [Line] = []
    lines.reserveCapacity(properties.count + keptCount)
    for (index, property) in properties.enumerated() {
      while let next = kept.first, next.place <= index + (keptCount - kept.count) {
        lines.append(.raw(next.property))
        kept.removeFirst()
      }
      let occurrence = met[property.property, default: 0]
      met[property.property] = occurrence + 1
      var property = property
      property.add(parameters[ParameterPlace(property.property.text, occurrence)] ?? [])
      lines.append(.modelled(property))
    }
    return lines + kept.map { .raw($0.property) }
  }

  private struct ParameterPlace: Hashable {
    let property: String
    let occurrence: Int

    init(_ property: String, _ occurrence: Int) {
      self.property = property
      self.occurrence = occurrence
    }
  }

  private func placedParameters() -> [ParameterPlace: [Parameter]] {
    var places: [ParameterPlace: [Parameter]] = [:]
    for kept in unmodelled.parameters where kept.values.isEmpty {
      places[ParameterPlace(kept.property, kept.occurrence), default: []] += kept.parameters
    }
    return places
  }

  /// The unmodelled properties and their places among all. One of a name that the model prints too stands behind what
  /// the model prints, since readers take the first.
  private func placed() -> ArraySlice<(place: Int, property: Property)> {
    let printed = Set(properties.map(\.property.text))
    let all = unmodelled.properties.enumerated().map { index, property in
      let place = printed.contains(property.name.uppercased()) ? Int.max : property.position ?? .max
      return (place: place, index: index, property: property)
    }
    return all.filter { $0.property.hasLegalName }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map
    { ($0.place, $0.property) }[...]
  }
}

/// To which of several texts the parameters belong that were kept.
private struct TextOwners {
  private let kept: [KeptParameters]
  /// By text, the places of those that it belongs to.
  private var places: [String: ArraySlice<Int>] = [:]

  init(of property: KnownProperty, in unmodelled: Unmodelled) {
    kept = unmodelled.parameters.filter { $0.property == property.text && !$0.values.isEmpty }
    for (place, parameters) in kept.enumerated() {
      for text in parameters.values { places[text, default: []].append(place) }
    }
  }

  /// The line of which a text is; the next time that it is asked for, another.
  mutating func take(_ text: String) -> Int? { places.isEmpty ? nil : places[text]?.popFirst() }

  func parameters(_ owner: Int?) -> [Parameter] { owner.map { kept[$0].parameters } ?? [] }
}

extension OutputComponent {
  /// Leaves out what a file had and no file may have: words that STATUS, CLASS and TRANSP do not know – the known ones
  /// are in the model –, alarms that do not say when and zones that nobody knows.
  mutating func dropIllegal() {
    for index in unmodelled.parameters.indices {
      unmodelled.parameters[index].parameters.removeAll(named: "TZID")
    }
    unmodelled.properties.removeAll { property in
      property.isNamed("STATUS") || property.isNamed("CLASS")
        || property.isNamed("TRANSP") && name == "VEVENT"
    }
    unmodelled.components.removeAll { $0.isNamed("VALARM") && !$0.hasTrigger }
  }
}

extension Component {
  /// Whether an alarm says when it goes off, as it must (RFC 5545 §3.6.6).
  var hasTrigger: Bool {
    guard let trigger = value("TRIGGER") else { return false }
    if (try? CalendarDuration(trigger)) != nil { return true }
    return Array(trigger.utf8).withUnsafeBufferPointer { bytes in
      var time = PatientTime(bytes)
      return time.read() != nil
    }
  }

  func print(to printer: inout LibicalPrinter) {
    printer.begin(name)
    for property in properties where property.hasLegalName { printer.add(property) }
    for inner in components where inner.hasLegalName { inner.print(to: &printer) }
    printer.end()
  }
}
