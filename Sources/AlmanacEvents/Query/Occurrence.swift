public import AlmanacTime

/// One time at which an item happens: a single item, or an instance of a series with or without an override.
///
/// An event lasts from `start` to `end`, the end not included. A to-do happens at its due time, else at its start, and
/// takes no time, or the whole day where that time is a date.
///
/// The properties of the item are read from the occurrence too, as `occurrence.summary` and `occurrence.location`; the times are its own.
///
/// ```swift
/// for occurrence in calendar.occurrences(in: week, viewer: madrid) { print(occurrence.start, occurrence.summary) }
/// ```
@dynamicMemberLookup
public struct Occurrence: Sendable, Hashable, Identifiable {
  /// The item that happens: the override where one replaces the instance, else the item or the main item of the series, whose
  /// own `start` and `end` are those of its first instance. Change an occurrence by `edit(_:scope:at:change:)`.
  public let item: Item
  let times: OccurrenceTimes
  private let place: Int32

  /// Creates an occurrence at times that need not be those of the item; `calendar` is the place of its calendar among
  /// those of a query, counted from 0.
  public init(
    _ item: some CalendarItem, from start: EventTime, to end: EventTime, recurrenceID: EventTime? = nil,
    calendar: Int = 0
  ) {
    let item = item.item
    self.init(
      item, OccurrenceTimes(from: start, to: end, id: recurrenceID, of: item),
      calendar: Int32(clamping: calendar))
  }

  init(_ item: Item, _ times: OccurrenceTimes, calendar: Int32) {
    self.item = item
    self.times = times
    place = calendar
  }
}

extension Occurrence {
  /// The start, in the zone in which the item states it; of a to-do the due time, else the start. At a time that the zone
  /// skips it has the digits of the rule, and `interval(in:)` the real time.
  public var start: EventTime { times.start(of: item) }

  /// The end, not included, in the zone in which the item states it.
  public var end: EventTime { times.end(of: item) }

  /// The start by the rules of the series, before any override; `nil` for a single item.
  public var recurrenceID: EventTime? { times.id(of: item) }

  /// The index of its calendar among those of the query, from 0. An edit is one of that calendar:
  /// `calendars[occurrence.calendar].edit(occurrence, …)`.
  public var calendar: Int { Int(place) }

  /// The identity, which exports and imports preserve. An item that is in two calendars has the same in both.
  public var id: ItemID { ItemID(uid: item.uid, kind: item.kind, recurrenceID: recurrenceID) }

  /// A property of the item, such as `summary`.
  public subscript<Value>(dynamicMember member: KeyPath<Item, Value>) -> Value { item[keyPath: member] }

  /// Whether an override replaces the instance.
  public var isOverride: Bool { item.recurrenceID != nil }

  /// Whether it covers whole days.
  public var isAllDay: Bool { times.form == .date }

  /// The half-open range from start to end, with dates and floating times read in the viewer's zone.
  public func interval(in viewer: Zone) -> Range<Instant> { times.interval(in: viewer) }
}

/// The times and the recurrence id of an occurrence.
///
/// Nearly always the item's zone and a few numbers express them, so that many are made and freed without counting
/// references to zones.
struct OccurrenceTimes: Sendable, Hashable {
  /// Seconds since 1970: of the instant where the start has a zone, else on the wall clock.
  let start: Int64
  let end: Int64
  /// The seconds by which the wall clock is ahead of UTC at the start; 0 without a zone.
  let startOffset: Int32
  let endOffset: Int32
  let form: Form
  /// Whether the start is the recurrence id.
  let isInstance: Bool
  /// The times that the numbers cannot express, which replace them; rare.
  let separate: Box<SeparateTimes>?

  /// The form of the start and, unless the times are stored separately, of the end.
  enum Form: UInt8, Sendable, Hashable {
    case date, floating, zoned
  }

  /// - Precondition: The times are in the zone of the item.
  init(from start: Int64, to end: Int64, offsets: (start: Int32, end: Int32), form: Form, isInstance: Bool) {
    self.start = start
    self.end = end
    (startOffset, endOffset) = offsets
    self.form = form
    self.isInstance = isInstance
    separate = nil
  }

  /// - Precondition: Numbers cannot express the times.
  init(_ separate: Box<SeparateTimes>) {
    start = separate.value.start.seconds
    end = separate.value.end.seconds
    (startOffset, endOffset) = (0, 0)
    form = Form(separate.value.start)
    isInstance = false
    self.separate = separate
  }

  /// Uses numbers wherever they can express the times, so that equal times compare as equal.
  init(from start: EventTime, to end: EventTime, id: EventTime?, of item: Item) {
    guard id == nil || id == start, let offsets = Self.offsets(start, end, of: item) else {
      self.init(Box(SeparateTimes(id: id, start: start, end: end)))
      return
    }
    self.init(
      from: start.seconds, to: end.seconds, offsets: offsets, form: Form(start), isInstance: id != nil)
  }

  /// The offsets of both times; `nil` for times of different forms or in another zone than the item's.
  private static func offsets(
    _ start: EventTime, _ end: EventTime, of item: Item
  ) -> (start: Int32, end: Int32)? {
    switch (start, end) {
    case (.date, .date), (.floating, .floating):
      return (0, 0)
    case (.zoned(let start), .zoned(let end)):
      guard let zone = item.clock, start.zone == zone, end.zone == zone else { return nil }
      guard let first = start.offset, let last = end.offset else { return nil }
      return (first, last)
    default:
      return nil
    }
  }
}

/// Times that are stored as such, for example those of an override whose recurrence id is not its start.
struct SeparateTimes: Sendable, Hashable {
  /// The recurrence id.
  let id: EventTime?
  let start: EventTime
  let end: EventTime
}

// MARK: Conversion to times with zones

extension OccurrenceTimes {
  func start(of item: Item) -> EventTime {
    separate?.value.start ?? time(start, ahead: startOffset, of: item)
  }

  func end(of item: Item) -> EventTime {
    separate?.value.end ?? time(end, ahead: endOffset, of: item)
  }

  func id(of item: Item) -> EventTime? {
    if let separate { return separate.value.id }
    return isInstance ? start(of: item) : nil
  }

  private func time(_ seconds: Int64, ahead offset: Int32, of item: Item) -> EventTime {
    let local = CivilDateTime(uncheckedSecondsSinceEpoch: seconds &+ Int64(offset))
    switch form {
    case .date: return .date(local.date)
    case .floating: return .floating(local)
    case .zoned:
      let instant = Instant(secondsSinceEpoch: seconds)
      return .zoned(ZonedDateTime(unchecked: local, in: item.clock ?? .utc, at: instant))
    }
  }

  /// The seconds of the recurrence id, by which instances of a series are ordered; `.min` where there is none.
  var idKey: Int64 {
    if let separate { return separate.value.id?.seconds ?? .min }
    return isInstance ? start : .min
  }

  /// The range from start to end, with dates and floating times read in the viewer's zone.
  func interval(in viewer: Zone) -> Range<Instant> {
    var clock = ZoneCursor(viewer)
    return interval(in: viewer, &clock)
  }

  /// The range from start to end of one of many occurrences, which share a cursor in the viewer's zone.
  @inline(__always)
  func interval(in viewer: Zone, _ clock: inout ZoneCursor) -> Range<Instant> {
    let (from, upTo): (Instant, Instant)
    if let separate {
      (from, upTo) = (separate.value.start.instant(in: viewer), separate.value.end.instant(in: viewer))
    } else if form == .zoned {
      (from, upTo) = (Instant(secondsSinceEpoch: start), Instant(secondsSinceEpoch: end))
    } else {
      from = clock.instant(of: CivilDateTime(uncheckedSecondsSinceEpoch: start))
      upTo = clock.instant(of: CivilDateTime(uncheckedSecondsSinceEpoch: end))
    }
    return from..<Swift.max(from, upTo)
  }
}

extension OccurrenceTimes.Form {
  init(_ time: EventTime) {
    switch time {
    case .date: self = .date
    case .floating: self = .floating
    case .zoned: self = .zoned
    }
  }
}

extension Item {
  /// The zone of the time from which its instances are counted.
  var clock: Zone? { (content.fields.start ?? anchor)?.zone }
}

extension ZonedDateTime {
  /// The seconds by which the digits are ahead of the instant, in a gap more than the clock is; `nil` where they are too
  /// far apart.
  fileprivate var offset: Int32? {
    let (seconds, overflow) = local.secondsSinceEpoch.subtractingReportingOverflow(instant.secondsSinceEpoch)
    return overflow ? nil : Int32(exactly: seconds)
  }
}

/// Values that all occurrences of an item have in common, each found at its first occurrence.
package struct ValuesByItem<Value> {
  private struct Key: Hashable {
    let item: ItemID
    let calendar: Int
  }

  private var values: [Key: Value] = [:]

  package init() {}

  /// The value of an item of a calendar.
  package mutating func value(of item: Item, calendar: Int, _ find: (Item) -> Value) -> Value {
    let key = Key(item: item.id, calendar: calendar)
    if let value = values[key] { return value }
    let value = find(item)
    values[key] = value
    return value
  }
}
