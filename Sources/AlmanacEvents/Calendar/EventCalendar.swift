public import AlmanacRecurrence
public import AlmanacTime

/// A named, coloured set of events, to-dos and journal entries: one VCALENDAR.
///
/// A calendar is a value: a copy keeps the state it was made in. Items keep the order in which they were added or
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
  public var details: String
  /// COLOR of RFC 7986, or X-APPLE-CALENDAR-COLOR, before any rule about reserved colours.
  public var color: CalendarColor?
  /// The identity of the calendar (RFC 7986 §5.3); empty when it has none.
  public var uid: String
  /// The zone in which its makers read dates and floating times (X-WR-TIMEZONE).
  public var zone: Zone?
  /// What an exchanged calendar asks for (METHOD, RFC 5546), in upper case; empty for a calendar at rest.
  public var method: String
  public var categories: [String]
  public var images: [AttachedImage]
  /// Where it can be read (URL); empty when not stated.
  public var url: String
  /// Where it is refreshed from (SOURCE); empty when not stated.
  public var source: String
  /// How often to do so (REFRESH-INTERVAL).
  public var refreshInterval: CalendarDuration?
  public var lastModified: Instant?
  public var freeBusy: [FreeBusy]
  public var availabilities: [AvailabilityStatement]
  /// What a file said that has no place in the model, kept to be written again.
  public var unmodelled: Unmodelled

  var store: ItemStore

  public init(name: String = "", color: CalendarColor? = nil, zone: Zone? = nil, uid: String = "") {
    self.name = name
    self.color = color
    self.zone = zone
    self.uid = uid
    details = ""
    method = ""
    categories = []
    images = []
    url = ""
    source = ""
    refreshInterval = nil
    lastModified = nil
    freeBusy = []
    availabilities = []
    unmodelled = Unmodelled()
    store = ItemStore()
  }
}

extension EventCalendar {
  /// The calendar systems by which rules with RSCALE (RFC 7529) are expanded wherever this calendar is asked or
  /// changed. As they are functions, they have no part in whether two calendars are equal, and JSON has none of them.
  ///
  /// Without the one by which a series counts, only its start is shown, and none of its instances can be changed.
  ///
  /// ```swift
  /// course.calendarSystems = .foundation              // AlmanacFoundation: HEBREW, CHINESE, ISLAMIC-CIVIL …
  /// ```
  public var calendarSystems: CalendarSystems {
    get { store.calendarSystems }
    set { store.calendarSystems = newValue }
  }
}

/// What is in it.
extension EventCalendar {
  /// Every item, overrides included, in the order of the document.
  public var items: Items { Items(store: store) }

  /// The items that hold, in the order of the document: those that no other of the same identity supersedes (see
  /// ``Series``). What lists and searches tell. O(n).
  public var currentItems: [Item] {
    let items = Array(items)
    var outdated: Set<Int> = []
    for places in sharedPlaces {
      for (place, holds) in zip(places, Series.winners(places.map { items[$0] })) where !holds {
        outdated.insert(place)
      }
    }
    return items.indices.filter { !outdated.contains($0) }.map { items[$0] }
  }

  /// Of each series that several items belong to, their places in `items`: ascending, and in order of the first. O(n).
  package var sharedPlaces: [[Int]] {
    let shared = store.sharedNumbers
    if shared.isEmpty || store.nextNumber == store.count { return shared }
    let places = Dictionary(uniqueKeysWithValues: zip(store.lazy.map { $0.number }, 0...))
    return shared.map { $0.compactMap { places[$0] } }
  }

  /// How many items there are, overrides included.
  public var count: Int { store.count }

  /// The item of a UID: of a series, the series itself. O(log n).
  ///
  /// - Parameter kind: Where it is open, an event goes before a to-do of the same UID, and that before a journal entry.
  public func item(uid: String, kind: Item.Kind? = nil) -> Item? {
    SeriesID.all(uid: uid, kind: kind).lazy.compactMap { series($0)?.main }.first
  }

  /// The item of an identity: an override when there is a recurrence id. O(log n + overrides).
  public func item(_ id: ItemID) -> Item? {
    number(of: id).flatMap { store[$0] }
  }

  /// The item of a UID with its overrides. O(log n + overrides).
  ///
  /// - Parameter kind: Where it is open, an event goes before a to-do of the same UID, and that before a journal entry.
  public func series(uid: String, kind: Item.Kind? = nil) -> Series? {
    SeriesID.all(uid: uid, kind: kind).lazy.compactMap { series($0) }.first
  }

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
