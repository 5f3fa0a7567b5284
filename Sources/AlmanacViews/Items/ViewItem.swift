public import AlmanacEvents
public import AlmanacTime

/// An occurrence as a view shows it: with its colour, and its times and days in the view's zone. What the item states is read
/// from it too, as `item.summary`.
@dynamicMemberLookup
public struct ViewItem: Sendable, Hashable, Identifiable {
  /// The identity of an occurrence in all views of the same calendars.
  public struct ID: Sendable, Hashable, Codable {
    /// The UID and the kind of the item, and of an instance of a series its recurrence id.
    public let item: ItemID
    /// The index of its calendar among those of the view.
    public let calendar: Int
  }

  /// Immutable values behind one reference, so that views, which have an item in cells, bars and lists, copy fast, with what
  /// renderers ask of the item again and again.
  private final class Storage: Sendable {
    let values: Values
    let isCancelled: Bool
    let isTentative: Bool
    let isCompleted: Bool

    init(_ values: Values) {
      let item = values.occurrence.item
      self.values = values
      isCancelled = item.isCancelled
      isTentative = !isCancelled && (item.status == .tentative || values.answer == .tentative)
      isCompleted = item.todo?.isCompleted ?? false
    }
  }

  struct Values: Sendable, Hashable, Codable {
    let occurrence: Occurrence
    let color: CalendarColor
    let start: Instant
    let end: Instant
    let localStart: CivilDateTime
    let localEnd: CivilDateTime
    let days: ClosedRange<CivilDate>
    let countsForColor: Bool
    let answer: Answer
    let isBackground: Bool
    /// The abbreviations of the clocks at the start and the end, empty where they show that time once; `nil` where both are.
    var clocks: [String]?
  }

  /// The viewer's part in an item.
  enum Answer: String, Sendable, Hashable, Codable {
    case none, tentative, declined
  }

  private let storage: Storage

  init(_ values: Values) {
    storage = Storage(values)
  }

  /// The occurrence of the query, with its times in the zone in which the item states them.
  public var occurrence: Occurrence { storage.values.occurrence }

  /// The index of its calendar among those of the view.
  package var calendar: Int { storage.values.occurrence.calendar }

  /// The start as the item states it.
  package var statedStart: EventTime { storage.values.occurrence.start }

  /// The colour as shown, never a red.
  public var color: CalendarColor { storage.values.color }

  /// The start; a date or a floating time is that on the clocks of the view's zone.
  public var start: Instant { storage.values.start }

  /// The end, not included; never before the start.
  public var end: Instant { storage.values.end }

  /// The start in the view's zone.
  public var localStart: CivilDateTime { storage.values.localStart }

  /// The end in the view's zone.
  public var localEnd: CivilDateTime { storage.values.localEnd }

  /// The abbreviation of the zone's clocks at the start, if they show that time twice.
  package var startClock: String? { storage.values.clocks?.first.flatMap { $0.isEmpty ? nil : $0 } }

  /// The abbreviation of the zone's clocks at the end, if they show that time twice.
  package var endClock: String? { storage.values.clocks?.last.flatMap { $0.isEmpty ? nil : $0 } }

  /// The days on which it is shown, the last one included; `ViewOptions.nextDayThreshold` decides on a short end.
  public var days: ClosedRange<CivilDate> { storage.values.days }

  /// Whether it counts for the colour of its days; cancelled events, closed to-dos and journal entries do not.
  public var countsForColor: Bool { storage.values.countsForColor }

  public var id: ID { ID(item: occurrence.id, calendar: calendar) }

  /// The item that happens; of a changed instance, its override. Its own times may be those of the first instance.
  public var item: Item { storage.values.occurrence.item }

  /// A property of the item, such as `summary`.
  public subscript<Value>(dynamicMember member: KeyPath<Item, Value>) -> Value { item[keyPath: member] }

  /// Whether it covers whole days.
  public var isAllDay: Bool { storage.values.occurrence.isAllDay }

  /// Whether it is shown on more than one day.
  public var isMultiDay: Bool { days.lowerBound != days.upperBound }

  /// The exact length in seconds.
  public var seconds: Int { end.seconds(since: start) }

  /// Whether it is shown above the hours: it covers whole days or lasts 24 hours or longer.
  public var isLong: Bool { isAllDay || seconds >= 86_400 }

  /// Whether it is cancelled.
  public var isCancelled: Bool { storage.isCancelled }

  /// Whether it may not take place, or not with the viewer: its status is tentative, or the viewer (`ViewOptions.me`)
  /// answered tentatively or not yet. Never true of a cancelled item.
  public var isTentative: Bool { storage.isTentative }

  /// Whether the viewer (`ViewOptions.me`) declined it.
  public var isDeclined: Bool { storage.values.answer == .declined }

  /// Whether it is the background of its days and hours (`ViewOptions.backgroundCategories`).
  public var isBackground: Bool { storage.values.isBackground }

  /// Whether it is a completed to-do.
  public var isCompleted: Bool { storage.isCompleted }
}

extension ViewItem {
  public static func == (left: ViewItem, right: ViewItem) -> Bool {
    left.storage === right.storage || left.storage.values == right.storage.values
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.values)
  }
}

/// Coded with its occurrence and what the view adds to it: colour, times and days in the view's zone.
extension ViewItem: Codable {
  public init(from decoder: any Decoder) throws { self.init(try Values(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try storage.values.encode(to: encoder) }
}
