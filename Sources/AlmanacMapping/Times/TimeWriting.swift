package import AlmanacComponents
import AlmanacEvents
package import AlmanacRecurrence
package import AlmanacTime

/// Times as they are written, and the zones that they use.
package struct TimeWriting {
  /// What one zone was used for.
  package struct Use {
    package let zone: Zone
    package let tzid: String
    let parameters: [Parameter]
    package var first: Instant
    package var last: Instant
    package var isEndless: Bool

    package init(
      zone: Zone, tzid: String, parameters: [Parameter], first: Instant, last: Instant,
      isEndless: Bool = false
    ) {
      (self.zone, self.tzid, self.parameters) = (zone, tzid, parameters)
      (self.first, self.last, self.isEndless) = (first, last, isEndless)
    }
  }

  /// The TZIDs that a document uses. Zones of one name may have different rules: programs give a name such as
  /// "Customized Time Zone" to whatever somebody has made.
  let tzids: [Zone: String]
  private let door: any ValueDoor
  /// The same for the component that is being written, before those of the document.
  package var ownTZIDs: [Zone: String] = [:]
  package private(set) var uses: [Use] = []
  /// Where the use of a zone stands.
  private var places: [Zone: Int] = [:]
  /// What TZIDs stand for, and what the document defines.
  private var stated: [String: Zone]
  private let definitions: [String: TimeZoneDefinition]
  /// By the name of several zones, the number that the next of them gets.
  private var nextNumbers: [String: Int] = [:]
  /// The use that was asked for last: neighbours mostly share a zone.
  private var recent = 0

  private static let isDate = [Parameter("VALUE", "DATE")]

  /// - Parameters:
  ///   - tzids: Those that a document uses.
  ///   - definitions: Those that it defines.
  package init(
    tzids: [Zone: String] = [:], definitions: [String: TimeZoneDefinition] = [:], door: any ValueDoor
  ) {
    self.tzids = tzids
    self.door = door
    self.definitions = definitions
    stated = Dictionary(firstOf: tzids.map { ($0.value, $0.key) })
  }

  /// Notes that something repeats in a zone.
  ///
  /// - Parameter last: When it is over; `nil` where it goes on, so that the zone's rules are needed for good.
  mutating func repeats(in zone: Zone, until last: Instant?) {
    guard let index = place(of: zone) else { return }
    if let last {
      uses[index].last = max(uses[index].last, last)
    } else {
      uses[index].isEndless = true
    }
  }

  private mutating func place(of zone: Zone) -> Int? {
    if recent < uses.count, uses[recent].zone == zone { return recent }
    guard let place = places[zone] else { return nil }
    recent = place
    return place
  }

  /// The parameters and the value of a time.
  mutating func written(_ time: EventTime) -> (parameters: [Parameter], value: TimeFields) {
    switch time {
    case .date(let date): return (Self.isDate, TimeFields(date))
    case .floating(let local): return ([], TimeFields(local))
    case .zoned(let zoned):
      guard Self.isLocal(zoned) else { return ([], TimeFields(zoned.instant)) }
      return (use(zoned.zone, at: zoned.instant), TimeFields(zoned.local))
    }
  }

  /// Whether a wall-clock time tells it: that of the second pass of a fold does not.
  private static func isLocal(_ zoned: ZonedDateTime) -> Bool {
    zoned.zone.fixedOffset != 0 && zoned.zone.instant(of: zoned.local) == zoned.instant
  }

  /// The text of a time without its zone.
  static func text(of time: EventTime, _ door: any ValueDoor) -> String {
    text { door.append(fields(of: time), to: &$0) }
  }

  private static func fields(of time: EventTime) -> TimeFields {
    switch time {
    case .date(let date): TimeFields(date)
    case .floating(let local): TimeFields(local)
    case .zoned(let zoned): isLocal(zoned) ? TimeFields(zoned.local) : TimeFields(zoned.instant)
    }
  }

  private static func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a date or a period without its zone.
  package static func text(of date: RecurrenceDate, _ door: any ValueDoor) -> String {
    let start = text(of: date.start, door)
    guard let extent = date.extent, !date.start.isDate else { return start }
    switch extent {
    case .duration(let duration): return start + "/" + text { door.append(duration, to: &$0) }
    case .end(let end): return start + "/" + text(of: inZone(of: date.start, end), door)
    }
  }

  /// Start and end of a period share one TZID.
  private static func inZone(of start: EventTime, _ end: EventTime) -> EventTime {
    guard case .zoned(let zoned) = start else { return end }
    let zone = isLocal(zoned) ? zoned.zone : .utc
    return .zoned(ZonedDateTime(end.instant(in: zone), in: zone))
  }

  private mutating func use(_ zone: Zone, at instant: Instant) -> [Parameter] {
    if let own = ownTZIDs[zone], own != tzids[zone] { return [Parameter("TZID", own)] }
    if let index = place(of: zone) {
      if instant < uses[index].first { uses[index].first = instant }
      if instant > uses[index].last { uses[index].last = instant }
      return uses[index].parameters
    }
    let tzid = tzids[zone] ?? newTZID(of: zone)
    places[zone] = uses.count
    uses.append(
      Use(
        zone: zone, tzid: tzid, parameters: [Parameter("TZID", tzid)], first: instant, last: instant))
    return uses[uses.count - 1].parameters
  }

  /// A TZID that readers will not take for another zone: neither for one of the document, nor for one that the zone
  /// database has, whose names hold whatever a VTIMEZONE says.
  private mutating func newTZID(of zone: Zone) -> String {
    let name = Self.tzid(of: zone)
    var candidate = name
    while let other = meaning(of: candidate), !other.hasSameRules(as: zone) {
      let number = nextNumbers[name, default: 2]
      candidate = "\(name) \(number)"
      nextNumbers[name] = number + 1
    }
    stated[candidate] = zone
    return candidate
  }

  /// What a TZID stands for already.
  private func meaning(of tzid: String) -> Zone? {
    stated[tzid] ?? (try? ZoneDatabase.system.zone(named: tzid)) ?? definitions[tzid]?.zone()
  }

  /// The zone's name, without what would have to be quoted; a fixed offset has a legal name of its own.
  private static func tzid(of zone: Zone) -> String {
    if let offset = zone.fixedOffset, zone.name == Zone.offsetName(offset) {
      return "UTC" + zone.name.filter { $0 != ":" }
    }
    return zone.name
  }

  /// A time with the parameters of its line.
  struct ListValue {
    let parameters: [Parameter]
    let text: String
  }

  mutating func values(_ dates: [RecurrenceDate]) -> [ListValue] {
    dates.map { date in
      var parameters = written(date.start).parameters
      if let extent = date.extent, !date.start.isDate {
        // The zone is used at the end as well.
        if case .end(let end) = extent { _ = written(Self.inZone(of: date.start, end)) }
        parameters.insert(Parameter("VALUE", "PERIOD"), at: 0)
      }
      return ListValue(parameters: parameters, text: Self.text(of: date, door))
    }
  }
}
