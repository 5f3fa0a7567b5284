package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// What a VCALENDAR says of itself, while it is read or written.
package struct HeaderDraft: ComponentDraft, Sendable {
  let kind = ComponentKind.calendar
  package var calendar = EventCalendar()
  /// The place of the next of its lines among its lines and components.
  package var position = 0
  /// How many of its lines were read.
  fileprivate(set) var count = 0
  /// Known before its lines are read, when it is read again.
  package var knownContext = CalendarContext()
  /// What is looked at again when all lines are read.
  var name = Choice<String>()
  var details = Choice<String>()
  var color = Choice<CalendarColor>()
  var interval = Choice<CalendarDuration>()
  var unmodelled = Unmodelled()
  var met = PropertySet()
  var taken = PropertySet()

  package init() {}

  /// What a calendar says by a property that RFC 7986 has, and by one that programs used before it.
  struct Choice<Value: Sendable & Equatable>: Sendable {
    private(set) var standard: (value: Value, parameters: [Parameter])?
    /// The lines of the older one, in order.
    private(set) var older: [(value: Value, property: Property)] = []

    mutating func take(_ value: Value, _ parameters: [Parameter] = []) { standard = (value, parameters) }

    mutating func add(older value: Value, _ property: PropertyView) {
      older.append((value, property.property))
    }

    /// The standard one goes before.
    var value: Value? { standard?.value ?? older.first?.value }
  }
}

/// What a calendar says of itself that decides how its components are read.
package struct CalendarContext: Sendable, Hashable {
  /// In which dates are read that a rule compares with an instant.
  var zone: Zone?
  /// Whether it is sent for a purpose: with METHOD an event need not have a start (RFC 5545 §3.6.1).
  var isMessage = false

  package init() {}
}

extension HeaderDraft {
  /// As far as its lines were read, or as they are known from an earlier reading.
  package var context: CalendarContext {
    var context = knownContext
    context.zone = calendar.zone ?? context.zone
    context.isMessage = context.isMessage || !calendar.method.isEmpty
    return context
  }

  /// What a VCALENDAR must say of itself (RFC 5545 §3.6) and does not.
  ///
  /// - Parameter line: That of its BEGIN.
  package func missingProperties(line: Int) -> [Diagnostic] {
    PropertyName.allCases.filter { $0.facts.isRequired(in: kind) && !met.contains($0) }.map { property in
      Diagnostic(
        .note, .missingProperty, line: line, property: property.text,
        message: "a calendar without \(property.text)",
        repair: property == .version ? "read as 2.0" : "none is needed")
    }.reversed()
  }

  /// Makes the calendar of what was read of it and of what is in it.
  package mutating func settle(with components: ReadComponents, _ uids: UIDSource) {
    settle()
    calendar.freeBusy = components.freeBusy.map(\.value)
    calendar.availabilities = components.availabilities.map(\.value)
    calendar.unmodelled.components = components.others
    calendar.insert(components.items.lazy.map(\.value), uids: uids)
  }

  /// Decides between what was said twice.
  package mutating func settle() {
    calendar.name = name.value ?? ""
    keep(name.older, beside: calendar.name)
    calendar.details = details.value ?? ""
    keep(details.older, beside: calendar.details)
    calendar.refreshInterval = interval.value
    keep(interval.older, beside: calendar.refreshInterval)
    calendar.color = color.value
    // COLOR can only name the nearest colour; the digits beside it are the colour itself.
    if let exact = color.older.first?.value, color.value?.description == exact.nearestName {
      calendar.color = exact
    }
    keep(color.older, beside: calendar.color)
    unmodelled.orderParameters()
    calendar.unmodelled = unmodelled
  }

  /// The lines of an older property: as they stand, where they do not all say what the calendar says; else the
  /// parameters of the first, as the line is written anew.
  private mutating func keep<Value: Equatable>(
    _ lines: [(value: Value, property: Property)], beside value: Value?
  ) {
    guard let first = lines.first?.property else { return }
    guard lines.allSatisfy({ $0.value == value }) else {
      unmodelled.properties += lines.map(\.property)
      return unmodelled.properties.sort { ($0.position ?? .max) < ($1.position ?? .max) }
    }
    if !first.parameters.isEmpty {
      unmodelled.parameters.append(KeptParameters(first.name.uppercased(), first.parameters))
    }
  }
}

extension ModelReader {
  /// Reads one of the lines of a VCALENDAR itself.
  package mutating func header(_ table: borrowing LineTable, into draft: inout HeaderDraft) {
    _ = table.withProperty(position: draft.position) { header($0, into: &draft) }
  }

  private mutating func header(_ property: PropertyView, into draft: inout HeaderDraft) {
    draft.position += 1
    draft.count += 1
    let limit = options.limits.properties
    if draft.count <= limit { return read(property, by: .calendars, into: &draft) }
    if draft.count == limit + 1 {
      report(
        .error, .tooManyProperties, line: property.line, "", "a calendar with too many properties",
        repair: "at most \(limit) are read; the rest is left out")
    }
  }

  /// Reads a whole VCALENDAR.
  package mutating func calendar(_ component: ComponentView) -> EventCalendar {
    zones.beginCalendar()
    var zones = ReadComponents()
    component.forEach { element in
      guard case .component(let zone) = element, zone.kind == .timeZone else { return }
      read(0, zone, in: CalendarContext(), into: &zones)
    }
    let calendar = calendarWithoutZones(component)
    let yielding = reportDifferences()
    guard !yielding.isEmpty else { return calendar }
    self.zones.begin(self.zones.definitions, yielding: yielding)
    return calendarWithoutZones(component)
  }

  private mutating func calendarWithoutZones(_ component: ComponentView) -> EventCalendar {
    var draft = HeaderDraft()
    var components = ReadComponents()
    component.forEach { element in
      switch element {
      case .property(let property): header(property, into: &draft)
      case .component(let inner) where inner.kind != .timeZone:
        read(0, inner, in: draft.context, into: &components)
      case .component: break
      }
    }
    draft.settle(with: components, options.uids)
    return draft.calendar
  }
}
