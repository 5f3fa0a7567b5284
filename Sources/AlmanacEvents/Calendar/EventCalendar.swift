public import AlmanacRecurrence
public import AlmanacTime

/// A named, coloured set of events, to-dos and journal entries: one VCALENDAR.
///
/// A calendar is a value: a copy does not change with the original. Items stay in the order in which they were added or
/// read; a series and the overrides of its instances are items of one kind and UID.
///
/// ```swift
/// var course = EventCalendar(name: "Spring term", color: .steelBlue)
/// let change = try course.add(Event("Algebra", from: start, lasting: .minutes(90)), at: now)
/// try course.apply(change.inverse)                  // as before
/// ```
public struct EventCalendar: Sendable, Hashable {
  /// NAME of RFC 7986, or X-WR-CALNAME.
  public var name: String
  /// DESCRIPTION of RFC 7986, or X-WR-CALDESC.
  public var details = ""
  /// COLOR of RFC 7986, or X-APPLE-CALENDAR-COLOR, as stored: see ``CalendarColor/shown``.
  public var color: CalendarColor?
  /// The identity of the calendar (RFC 7986 §5.3); empty when it has none.
  public var uid: String
  /// The zone in which the calendar's authors read dates and floating times (X-WR-TIMEZONE).
  public var zone: Zone?
  /// The request that an exchanged calendar makes (METHOD, RFC 5546), in upper case; empty for a stored calendar.
  public var method = ""
  /// The categories of the calendar as a whole (CATEGORIES, RFC 7986 §5.6).
  public var categories: [String] = []
  /// Pictures for the calendar as a whole (IMAGE, RFC 7986 §5.10).
  public var images: [AttachedImage] = []
  /// The address at which the calendar can be read (URL); empty when not stated.
  public var url = ""
  /// The address from which the calendar is refreshed (SOURCE); empty when not stated.
  public var source = ""
  /// The time between two refreshes (REFRESH-INTERVAL).
  public var refreshInterval: CalendarDuration?
  /// The instant of the last change of the calendar (LAST-MODIFIED, RFC 7986 §5.4); `nil` when not stated. Edits of
  /// items do not set it.
  public var lastModified: Instant?
  /// Statements of busy and free time (VFREEBUSY), which are not items; `BusyTime` counts their periods.
  public var freeBusy: [FreeBusy] = []
  /// Statements of availability (VAVAILABILITY, RFC 7953), which are not items; see
  /// ``BusyRules/countsUnavailability``.
  public var availabilities: [AvailabilityStatement] = []
  /// The unmodelled content of a file, stored to be written again.
  public var unmodelled = Unmodelled()

  var store = ItemStore()

  /// Creates a calendar without items, with the zone in which its authors read dates and floating times.
  public init(name: String = "", color: CalendarColor? = nil, zone: Zone? = nil, uid: String = "") {
    self.name = name
    self.color = color
    self.zone = zone
    self.uid = uid
  }

  /// The calendar systems by which rules with RSCALE (RFC 7529) are expanded in queries and edits. They are functions, so
  /// they have no part in equality and are not coded.
  ///
  /// A series with the RSCALE of a system that is missing here shows only its start, queries report that its other instances
  /// are missing (`Agenda.unexpanded`), and none of them can be changed.
  ///
  /// ```swift
  /// course.calendarSystems = .foundation              // AlmanacFoundation: HEBREW, CHINESE, ISLAMIC-CIVIL …
  /// ```
  public var calendarSystems: CalendarSystems {
    get { store.calendarSystems }
    set { store.calendarSystems = newValue }
  }
}

// MARK: Reading items

extension EventCalendar {
  /// Every item, overrides included, in the order of the document.
  public var items: Items { Items(store: store) }

  /// The events among the items, in the order of the document.
  ///
  /// ```swift
  /// for todo in course.todos where !todo.isCompleted { print(todo.summary) }
  /// ```
  ///
  /// - Complexity: O(*n*).
  public var events: [Event] { items.compactMap(\.event) }

  /// The to-dos among the items, in the order of the document.
  ///
  /// - Complexity: O(*n*).
  public var todos: [Todo] { items.compactMap(\.todo) }

  /// The items that no other one of the same identity supersedes (see ``Series``), in the order of the document. Lists and
  /// searches show these.
  ///
  /// - Complexity: O(*n*).
  public var currentItems: [Item] {
    let items = Array(items)
    var outdated: Set<Int> = []
    for places in sharedPlaces {
      for (place, isCurrent) in zip(places, Series.areCurrent(places.map { items[$0] })) where !isCurrent {
        outdated.insert(place)
      }
    }
    return items.indices.filter { !outdated.contains($0) }.map { items[$0] }
  }

  /// For each series with several items, their indices in `items`, ascending; the series in the order of their first
  /// items.
  ///
  /// - Complexity: O(*n*).
  package var sharedPlaces: [[Int]] {
    let shared = store.sharedNumbers
    if shared.isEmpty || store.nextNumber == store.count { return shared }
    let places = Dictionary(uniqueKeysWithValues: zip(store.lazy.map { $0.number }, 0...))
    return shared.map { $0.compactMap { places[$0] } }
  }

  /// The number of items, overrides included.
  public var count: Int { store.count }

  /// The item of a UID; of a series its main item. Without a kind, an event goes before a to-do of the same UID, and
  /// a to-do before a journal entry.
  ///
  /// - Complexity: O(log *n* + overrides).
  public func item(uid: String, kind: Item.Kind? = nil) -> Item? {
    SeriesID.all(uid: uid, kind: kind).lazy.compactMap { series($0)?.main }.first
  }

  /// The item of an identity: an override where there is a recurrence id.
  ///
  /// - Complexity: O(log *n* + overrides).
  public func item(_ id: ItemID) -> Item? {
    number(of: id).flatMap { store[$0] }
  }

  /// The item of a UID with its overrides. Without a kind, an event goes before a to-do of the same UID, and a to-do
  /// before a journal entry.
  ///
  /// - Complexity: O(log *n* + overrides).
  public func series(uid: String, kind: Item.Kind? = nil) -> Series? {
    SeriesID.all(uid: uid, kind: kind).lazy.compactMap { series($0) }.first
  }

  /// Each series once, in the order of their first items.
  package var allSeries: [Series] { items.map { SeriesID($0) }.uniqued { $0 }.compactMap { series($0) } }

  func series(_ id: SeriesID) -> Series? {
    let items = store.entries(of: id).map { $0.item }
    return items.isEmpty ? nil : Series(id, items)
  }

  /// A sequence of the items in the order of the document.
  public struct Items: Sequence, Sendable {
    let store: ItemStore

    public func makeIterator() -> Iterator {
      Iterator(base: store.makeIterator())
    }

    public struct Iterator: IteratorProtocol {
      var base: ItemStore.Iterator

      public mutating func next() -> Item? {
        base.next()?.item
      }
    }
  }
}
