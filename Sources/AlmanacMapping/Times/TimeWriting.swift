import AlmanacComponents
import AlmanacEvents
package import AlmanacRecurrence
package import AlmanacTime

/// Conversion of times to values with their TZIDs; collects the zones used.
package struct TimeWriting {
  /// The TZIDs used in a document. Zones of one name may have different rules: programs name any user-defined
  /// zone "Customized Time Zone".
  let tzids: [Zone: String]
  private let door: any ValueDoor
  /// The TZIDs of the component being written, preferred to those of the document.
  package var ownTZIDs: [Zone: String] = [:]
  package private(set) var uses: [ZoneUse] = []
  /// The index of each zone in `uses`.
  private var places: [Zone: Int] = [:]
  /// The zones of TZIDs in use, and below the definitions in the document.
  private var stated: [String: Zone]
  private let definitions: [String: TimeZoneDefinition]
  /// The number appended for the next zone, by the name that several zones share.
  private var nextNumbers: [String: Int] = [:]
  /// The index of the last use: adjacent times mostly share a zone.
  private var recent = 0

  private static let isDate = [Parameter("VALUE", "DATE")]

  /// - Parameters:
  ///   - tzids: The TZIDs used in the document.
  ///   - definitions: The VTIMEZONEs of the document, by TZID.
  package init(
    tzids: [Zone: String] = [:], definitions: [String: TimeZoneDefinition] = [:], door: any ValueDoor
  ) {
    (self.tzids, self.definitions, self.door) = (tzids, definitions, door)
    stated = Dictionary(firstOf: tzids.map { ($0.value, $0.key) })
  }

  /// Records that an item recurs in a zone.
  ///
  /// - Parameter last: The end of its last instance; `nil` if the recurrence is endless, so that the zone's
  ///   rules are needed without end.
  mutating func recordRecurrence(in zone: Zone, until last: Instant?) {
    guard let index = place(of: zone) else { return }
    if let last { uses[index].add(last) } else { uses[index].isEndless = true }
  }

  private mutating func place(of zone: Zone) -> Int? {
    if recent < uses.count, uses[recent].zone == zone { return recent }
    guard let place = places[zone] else { return nil }
    recent = place
    return place
  }

  /// The parameters and the fields of a time.
  mutating func written(_ time: EventTime) -> (parameters: [Parameter], value: TimeFields) {
    let fields = Self.fields(of: time)
    switch time {
    case .zoned(let zoned) where !fields.isUTC: return (use(zoned.zone, at: zoned.instant), fields)
    default: return (fields.isDate ? Self.isDate : [], fields)
    }
  }

  /// Whether its local time identifies the instant; the second pass of a fold does not.
  private static func isLocal(_ zoned: ZonedDateTime) -> Bool {
    zoned.zone.fixedOffset != 0 && zoned.zone.instant(of: zoned.local) == zoned.instant
  }

  /// The text of a time without its TZID.
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

  /// The text of a date or a period without its TZID.
  package static func text(of date: RecurrenceDate, _ door: any ValueDoor) -> String {
    let start = text(of: date.start, door)
    guard let extent = date.extent, !date.start.isDate else { return start }
    switch extent {
    case .duration(let duration): return start + "/" + text { door.append(duration, to: &$0) }
    case .end(let end): return start + "/" + text(of: inZone(of: date.start, end), door)
    }
  }

  /// The end of a period in the zone of its start: both share one TZID.
  private static func inZone(of start: EventTime, _ end: EventTime) -> EventTime {
    guard case .zoned(let zoned) = start else { return end }
    let zone = isLocal(zoned) ? zoned.zone : .utc
    return .zoned(ZonedDateTime(end.instant(in: zone), in: zone))
  }

  private mutating func use(_ zone: Zone, at instant: Instant) -> [Parameter] {
    if let own = ownTZIDs[zone], own != tzids[zone] { return [Parameter("TZID", own)] }
    if let index = place(of: zone) {
      uses[index].add(instant)
      return uses[index].parameters
    }
    places[zone] = uses.count
    uses.append(ZoneUse(zone, tzid: tzids[zone] ?? newTZID(of: zone), at: instant))
    return uses[uses.count - 1].parameters
  }

  /// A TZID that is not mistaken for another zone: neither one of the document nor one of the zone database,
  /// whose names take precedence over a VTIMEZONE.
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

  /// The zone that a TZID already denotes.
  private func meaning(of tzid: String) -> Zone? {
    stated[tzid] ?? (try? ZoneDatabase.system.zone(named: tzid)) ?? definitions[tzid]?.zone()
  }

  /// The zone's name; for a fixed offset a form that needs no quotes.
  private static func tzid(of zone: Zone) -> String {
    if let offset = zone.fixedOffset, zone.name == Zone.offsetName(offset) {
      return "UTC" + zone.name.filter { $0 != ":" }
    }
    return zone.name
  }

  /// The text of a time and the parameters of its line.
  struct ListValue {
    let parameters: [Parameter]
    let text: String
  }

  mutating func values(_ dates: [RecurrenceDate]) -> [ListValue] {
    dates.map { date in
      var parameters = written(date.start).parameters
      if let extent = date.extent, !date.start.isDate {
        // Records the use of the zone at the end too.
        if case .end(let end) = extent { _ = written(Self.inZone(of: date.start, end)) }
        parameters.insert(Parameter("VALUE", "PERIOD"), at: 0)
      }
      return ListValue(parameters: parameters, text: Self.text(of: date, door))
    }
  }
}
