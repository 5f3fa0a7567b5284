package import AlmanacComponents
internal import AlmanacTime

/// The properties of an item's times that its file states and that could not be read. Their lines are among the unmodelled
/// properties of the item, the names of unknown zones among its unmodelled parameters, so that they go with it to another file.
struct UnreadTimes: Sendable, Hashable {
  /// The properties with a line that could not be read, or not completely.
  private(set) var lines = PropertySet()
  /// The properties with the name of a zone that is not known. Their times are floating in the model.
  private(set) var zones = PropertySet()

  /// Whether all times could be read.
  var isEmpty: Bool { self == UnreadTimes() }

  private static let all: PropertySet = [.dtstart, .dtend, .due, .duration, .rrule, .exrule, .rdate, .exdate]
  private static let zoned: PropertySet = [.dtstart, .dtend, .rdate, .exdate, .recurrenceID]

  init() {}

  init(_ unmodelled: Unmodelled) {
    for property in unmodelled.properties {
      if let name = PropertyName.named(property.name), Self.all.contains(name) { lines.insert(name) }
    }
    for kept in unmodelled.parameters where kept.parameters.contains(named: "TZID") {
      if let name = PropertyName.named(kept.property), Self.zoned.contains(name) { zones.insert(name) }
    }
  }
}

extension CalendarItem {
  /// Whether a property of its times in its file could not be read, or not completely, or names a zone that is not known. The item
  /// may then be at other times than its occurrences, have more of them, or fewer.
  public var hasUnreadTimes: Bool {
    content.hasExtras && !content.extras.unreadTimes.isEmpty
  }
}

extension Item {
  /// The property because of which instances of a series may be missing: a rule, or an added date, that could not be read
  /// completely. `nil` also for an override, which is one instance.
  package var unreadInstances: PropertyName? {
    guard content.hasExtras, recurrenceID == nil else { return nil }
    return [.rrule, .rdate].first { content.extras.unreadTimes.lines.contains($0) }
  }

  /// The property because of which the item may take other time than it shows; `nil` for one whose times are known, but for
  /// missing instances.
  ///
  /// - Parameter series: The start of the series of an override.
  fileprivate func unreadTime(in series: EventTime?) -> PropertyName? {
    guard content.hasExtras else { return nil }
    let unread = content.extras.unreadTimes
    if unread.lines.contains(.dtstart) || hasStartInUnknownZone { return .dtstart }
    let isZoned = (series ?? start)?.zone != nil
    if isZoned, let name = [.recurrenceID, .rdate, .exdate].first(where: unread.zones.contains) {
      return name
    }
    if let name = [.dtend, .duration].first(where: unread.lines.contains) { return name }
    return start?.zone != nil && unread.zones.contains(.dtend) ? .dtend : nil
  }

  fileprivate var hasStartInUnknownZone: Bool {
    guard case .floating = start else { return false }
    return content.extras.unreadTimes.zones.contains(.dtstart)
  }

  /// Whether the instance that an override replaces is in an unknown zone.
  package var hasInstanceInUnknownZone: Bool {
    guard content.hasExtras, case .floating = recurrenceID else { return false }
    return content.extras.unreadTimes.zones.contains(.recurrenceID)
  }
}

/// An item in the index that may take other time than it shows, or of which instances may be missing, as some of its times could
/// not be read.
struct UnreadEntry: TreeElement {
  typealias Summary = NoSummary<UnreadEntry>

  let item: Item
  let number: Int32
  /// The property that could not be read.
  let property: PropertyName
  /// Whether instances may be missing, so that lists are incomplete too.
  let lacksInstances: Bool
  /// The time from which the item is not known; `nil` where it may be at any time.
  private let start: EventTime?
  /// A time on the last day on which it is not known; `nil` where there is none.
  private let last: EventTime?
  /// Whether the times are in any zone of the world.
  private let isInAnyZone: Bool

  var key: Int32 { number }

  /// - Parameters:
  ///   - plan: The plan of a series.
  ///   - series: The start of the series of an override.
  /// - Returns: `nil` for an item whose times are known.
  init?(_ item: Item, number: Int, plan: SeriesPlan? = nil, series: EventTime? = nil) {
    let missing = item.unreadInstances
    guard let anchor = item.anchor, let property = missing ?? item.unreadTime(in: series) else { return nil }
    (self.item, self.number, self.property) = (item, Int32(clamping: number), property)
    lacksInstances = missing != nil
    isInAnyZone = item.hasStartInUnknownZone
    let isAnyTime = property == .dtstart && !isInAnyZone
    start = isAnyTime ? nil : property == .recurrenceID ? series : anchor
    if isAnyTime || lacksInstances || property == .recurrenceID {
      last = nil
    } else if let plan {
      let upper = plan.reach?.upperBound ?? .max
      last = upper == .max ? nil : anchor.with(local: CivilDateTime(secondsSinceEpoch: upper))
    } else {
      last = isInAnyZone ? InstanceShape(item, from: anchor).times(of: anchor).end : anchor
    }
  }

  /// The half-open range in which the time of the item is not known. Of an item without a length that can be read it is the rest of
  /// the viewer's day.
  func range(for viewer: Zone) -> Range<Instant> {
    if isInAnyZone {
      let lower = start.map { $0.instant(in: .utc).adding(seconds: -Self.aheadOfUTC) } ?? .min
      let upper = last.map { $0.instant(in: .utc).adding(seconds: Self.behindUTC) } ?? .max
      return lower..<Swift.max(lower, upper)
    }
    let lower = start?.instant(in: viewer) ?? .min
    let end = last.map { last in
      viewer.instant(of: viewer.local(at: last.instant(in: viewer)).date.adding(days: 1).startOfDay)
    }
    return lower..<Swift.max(lower, end ?? .max)
  }

  /// The most seconds that the clocks of a zone are ahead of UTC, and behind it.
  private static let (aheadOfUTC, behindUTC) = (14 * 3600, 12 * 3600)
}
