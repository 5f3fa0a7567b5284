package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// Intermediate values of a VCALENDAR's own properties during reading or writing.
package struct HeaderDraft: ComponentDraft, Sendable {
  let kind = ComponentKind.calendar
  package var calendar = EventCalendar()
  /// The position of its next property among its properties and components.
  package var position = 0
  /// The number of its properties read so far.
  fileprivate(set) var count = 0
  /// The context from the calendar properties read so far, or from an earlier pass. Read for
  /// every component, hence stored.
  package var context = CalendarContext()
  /// Values resolved after all calendar properties are read (see `resolve`).
  var name = Choice<String>()
  var details = Choice<String>()
  var color = Choice<CalendarColor>()
  var interval = Choice<CalendarDuration>()
  var unmodelled = Unmodelled()
  var occurring = PropertySet()
  var modelled = PropertySet()

  package init() {}

  /// A value that may come from an RFC 7986 property or from its older X- equivalent.
  struct Choice<Value: Sendable & Equatable>: Sendable {
    private(set) var standard: (value: Value, parameters: [Parameter])?
    /// The values of the older property, in order.
    private(set) var older: [(value: Value, property: Property)] = []

    mutating func set(_ value: Value, _ parameters: [Parameter] = []) { standard = (value, parameters) }

    mutating func add(older value: Value, _ property: PropertyView) {
      older.append((value, property.property))
    }

    /// The value of the standard property, otherwise the first of the older one.
    var value: Value? { standard?.value ?? older.first?.value }
  }
}

/// The calendar properties that affect how components are read.
package struct CalendarContext: Sendable, Hashable {
  /// The calendar's zone, used where a date is compared with an instant.
  var zone: Zone?
  /// Whether the calendar has a METHOD; its events need not have a start (RFC 5545 §3.6.1).
  var isMessage = false

  package init() {}
}

/// The properties of a VCALENDAR itself (RFC 5545 §3.6, RFC 7986), with the vendor properties that preceded
/// RFC 7986.
extension ComponentMapping<HeaderDraft> {
  static let calendars = ComponentMapping([
    // The version is "2.0" or a range that ends there (RFC 5545 §3.7.4).
    fixed(.version, "2.0", .note, "2.0") { $0.split(separator: ";").last == "2.0" },
    fixed(.prodid, ModelWriter.product, .note, "") { _ in true },
    fixed(.calscale, "GREGORIAN", .warning, "a calendar system of iCalendar, expected GREGORIAN") {
      $0.uppercased() == "GREGORIAN"
    },
    Row(.method) { _, view, draft in
      draft.calendar.method = view.word.uppercased()
      return draft.calendar.method.isEmpty ? .dropped : .modelled
    } write: { draft, writer in
      writer.add(.method, text: draft.calendar.method)
    },
    .text(.uid, \.calendar.uid), name(.name, \.name, \.calendar.name),
    name(.description, \.details, \.calendar.details),
    Row(.color) { reader, view, draft in
      guard let color = reader.color(view) else { return .dropped }
      draft.color.set(color)
      return .modelled
    } write: { draft, writer in
      if let color = draft.calendar.color { writer.add(.color, value: color.cssName ?? color.nearestName) }
    },
    .list(.categories, \.calendar.categories),
    .parts(.image, \.calendar.images, read: { $0.image($1) }, write: { $1.add($0) }),
    .uri(.url, \.calendar.url, isReported: false), .uri(.source, \.calendar.source, isReported: false),
    Row(.refreshInterval) { reader, view, draft in
      guard let interval = reader.duration(view) else { return .dropped }
      draft.interval.set(interval)
      return .modelled
    } write: { draft, writer in
      if let interval = draft.calendar.refreshInterval {
        writer.add(.refreshInterval, interval, [Parameter("VALUE", "DURATION")])
      }
    },
    .instant(.lastModified, \.calendar.lastModified),
    older(.calendarName, \.name, { $1.text }, { $1.calendar.name }),
    older(.calendarDetails, \.details, { $1.text }, { $1.calendar.details }),
    appleColor,
    Row(.calendarZone) { reader, view, draft in
      let name = view.trimmed
      guard draft.calendar.zone == nil, !name.isEmpty else { return .unmodelled }
      draft.calendar.zone = Array(name.utf8).withUnsafeBufferPointer {
        reader.zones.zone($0, at: nil, line: view.line, view.title)
      }
      return draft.calendar.zone == nil ? .unmodelled : .modelled
    } write: { draft, writer in
      writer.add(older: .calendarZone, text: draft.calendar.zone?.name ?? "", precedesKeptLines: true)
    },
    older(
      .publishedTTL, \.interval, { $0.door.duration($1.trimmedValue) },
      { writer, draft in draft.calendar.refreshInterval.map { writer.text($0) } ?? "" }),
  ])

  /// A property that is written with a fixed value; checked, not stored, on reading.
  private static func fixed(
    _ property: PropertyName, _ value: String, _ severity: Diagnostic.Severity, _ expected: String,
    isLegal: @escaping @Sendable (String) -> Bool
  ) -> Row {
    Row(property) { reader, view, _ in
      if !isLegal(view.trimmed) {
        reader.report(
          severity, .unknownValue, view, "\(view.excerpt) is not \(expected)", repair: "read as \(value)")
      }
      return .dropped
    } write: {
      $1.add(property, value: value)
    }
  }

  /// The first text that is not empty; further ones are stored as unmodelled, since there may
  /// be one for each language.
  private static func name(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Closure<HeaderDraft.Choice<String>>,
    _ written: @autoclosure @escaping @Sendable () -> KeyPath<HeaderDraft, String>
  ) -> Row {
    Row(property) { _, view, draft in
      let (text, parameters) = (view.text, view.parameters(but: []))
      if text.isEmpty { return .dropped }
      if draft[keyPath: place()].standard != nil { return .unmodelled }
      draft[keyPath: place()].set(text, parameters)
      return .modelled
    } write: { draft, writer in
      writer.add(property, text: draft[keyPath: written()])
    }
  }

  /// A property that preceded RFC 7986; used or stored as unmodelled after all properties are read.
  private static func older<Value: Sendable & Equatable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Closure<HeaderDraft.Choice<Value>>,
    _ value: @escaping @Sendable (ModelReader, PropertyView) -> Value?,
    _ text: @escaping @Sendable (inout ModelWriter, HeaderDraft) -> String
  ) -> Row {
    Row(property) { reader, view, draft in
      guard let value = value(reader, view) else { return .unmodelled }
      if view.text.isEmpty { return .dropped }
      draft[keyPath: place()].add(older: value, view)
      return .whole
    } write: {
      $1.add(older: property, text: text(&$1, $0))
    }
  }

  private static let appleColor = Row(.appleCalendarColor) { reader, view, draft in
    guard let color = reader.color(view) else { return .unmodelled }
    draft.color.add(older: color, view)
    return .whole
  } write: { draft, writer in
    guard let color = draft.calendar.color else { return }
    // If COLOR names the calendar's colour, a kept line states a colour of its own and is not replaced.
    let kept = writer.unmodelled.properties.first(named: PropertyName.appleCalendarColor.text)
    if kept.flatMap({ try? CalendarColor($0.value) }) != color {
      writer.add(older: .appleCalendarColor, text: color.hex, precedesKeptLines: color.cssName == nil)
    }
  }
}

// MARK: Reading

extension HeaderDraft {
  private static let required = PropertyName.allCases.filter { $0.isRequired(in: .calendar) }

  /// Diagnostics of required properties that the calendar lacks (RFC 5545 §3.6).
  ///
  /// - Parameter line: The line of its BEGIN.
  package func missingProperties(line: Int) -> [Diagnostic] {
    Self.required.filter { !occurring.contains($0) }.map { property in
      Diagnostic(
        .note, .missingProperty, line: line, property: property.text,
        message: "a calendar without \(property.text)",
        repair: property == .version ? "read as 2.0" : "read without it")
    }.reversed()
  }

  /// Completes the calendar with its resolved properties and its components.
  package mutating func resolve(with components: ReadComponents, _ uids: UIDSource) {
    resolve()
    calendar.freeBusy = components.freeBusy.map(\.value)
    calendar.availabilities = components.availabilities.map(\.value)
    calendar.unmodelled.components = components.others.map(\.value)
    calendar.insert(components.items.lazy.map(\.value), uids: uids)
  }

  /// Chooses between standard and older properties that were both present.
  package mutating func resolve() {
    calendar.name = resolved(name, as: name.value) ?? ""
    calendar.details = resolved(details, as: details.value) ?? ""
    calendar.refreshInterval = resolved(interval, as: interval.value)
    // COLOR can state only the nearest named colour; the digits of the older property are the exact colour.
    let exact = color.older.first?.value
    calendar.color = resolved(color, as: color.value?.description == exact?.nearestName ? exact : color.value)
    unmodelled.orderParameters()
    calendar.unmodelled = unmodelled
  }

  /// Stores the lines of an older property as unmodelled if any of them differs from the calendar's value;
  /// otherwise stores only the parameters of the first, because the line is written again.
  ///
  /// - Returns: The calendar's value.
  private mutating func resolved<Value>(_ choice: Choice<Value>, as value: Value?) -> Value? {
    guard let first = choice.older.first?.property else { return value }
    if !choice.older.allSatisfy({ $0.value == value }) {
      unmodelled.properties += choice.older.map(\.property)
      unmodelled.properties.sort { ($0.position ?? .max) < ($1.position ?? .max) }
    } else if !first.parameters.isEmpty {
      unmodelled.parameters.append(KeptParameters(first.name.uppercased(), first.parameters))
    }
    return value
  }
}

extension ModelReader {
  /// Reads one property of a VCALENDAR itself.
  package mutating func header(_ property: PropertyView, into draft: inout HeaderDraft) {
    var property = property
    property.position = draft.position
    draft.position += 1
    draft.count += 1
    let limit = options.limits.properties
    if draft.count <= limit {
      read(property, by: .calendars, into: &draft)
      draft.context.zone = draft.calendar.zone ?? draft.context.zone
      if !draft.calendar.method.isEmpty { draft.context.isMessage = true }
      return
    }
    if draft.count == limit + 1 {
      report(
        .error, .tooManyProperties, line: property.line, "",
        "more than \(limit) properties of the calendar itself",
        repair: "at most \(limit) are read; the rest is ignored")
    }
  }

  /// Reads a whole VCALENDAR from a view.
  package mutating func calendar(_ component: ComponentView) -> EventCalendar {
    zones.begin()
    component.forEach { element in
      if case .component(let zone) = element, zone.kind == .timeZone { _ = defineZone(zone) }
    }
    let calendar = calendarWithoutZones(component)
    let tzidsOfFile = reportDifferences()
    guard !tzidsOfFile.isEmpty else { return calendar }
    zones.begin(zones.definitions, usingFileFor: tzidsOfFile)
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
    draft.resolve(with: components, options.uids)
    return draft.calendar
  }
}

// MARK: Writing

extension ModelWriter {
  /// The whole calendar as a tree.
  package mutating func component(for calendar: EventCalendar) -> Component {
    var tree = header(of: calendar)
    var components: [Component] = []
    forEachComponent(of: calendar) { components.append($0) }
    tree.components = zones() + components
    return tree
  }

  /// Passes the components of a calendar but for its zones to a closure, each when it is made.
  package mutating func forEachComponent(of calendar: EventCalendar, _ body: (Component) -> Void) {
    for item in calendar.items(isLegalOnly: isLegalOnly) { body(component(for: item)) }
    for component in components(besideItemsOf: calendar) { body(component) }
  }

  /// The components of a calendar but for its items and zones.
  mutating func components(besideItemsOf calendar: EventCalendar) -> [Component] {
    calendar.freeBusy.map { component(for: $0) } + calendar.availabilities.map { component(for: $0) }
      + calendar.unmodelled.components.filter { ModelWriter.isLegal($0, method: calendar.method) }
  }

  /// The zones of the times written so far.
  package mutating func zones() -> [Component] {
    times.uses.map { component(for: $0, isOpenEnded: !isLegalOnly) }
  }

  /// The VCALENDAR without its components.
  package mutating func header(of calendar: EventCalendar) -> Component {
    var draft = HeaderDraft()
    draft.calendar = calendar
    draft.unmodelled = calendar.unmodelled
    draft.unmodelled.components = []
    return component(draft, by: .calendars)
  }
}
