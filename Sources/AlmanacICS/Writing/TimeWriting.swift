import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Times as they are written, and the zones that they use.
struct TimeWriting {
  /// What one zone was used for.
  struct Use {
    let zone: Zone
    let tzid: String
    let parameters: [Parameter]
    var first: Instant
    var last: Instant
    var isEndless = false
  }

  /// The TZIDs that a document uses. Zones of one name may have different rules: programs give a name such as
  /// "Customized Time Zone" to whatever somebody has made.
  let tzids: [Zone: String]
  /// The same for the component that is being written, before those of the document.
  var ownTZIDs: [Zone: String] = [:]
  private(set) var uses: [Use] = []
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
  init(tzids: [Zone: String] = [:], definitions: [String: TimeZoneDefinition] = [:]) {
    self.tzids = tzids
    self.definitions = definitions
    stated = Dictionary(tzids.map { ($0.value, $0.key) }) { first, _ in first }
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
  mutating func written(_ time: EventTime) -> (parameters: [Parameter], value: LibicalTime) {
    switch time {
    case .date(let date): return (Self.isDate, LibicalTime(date))
    case .floating(let local): return ([], LibicalTime(local))
    case .zoned(let zoned):
      // The second pass of a fold cannot be told by a wall-clock time.
      guard zoned.zone.fixedOffset != 0, zoned.zone.instant(of: zoned.local) == zoned.instant else {
        return ([], LibicalTime(zoned.instant))
      }
      return (use(zoned.zone, at: zoned.instant), LibicalTime(zoned.local))
    }
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

  /// Several times, in as few lines as their forms and zones allow, each with the parameters they share.
  mutating func lines(_ times: [EventTime]) -> [(parameters: [Parameter], value: OutputValue)] {
    group(times.map { written($0) }.map { ($0.parameters, $0.value.encoded) })
  }

  mutating func lines(_ dates: [RecurrenceDate]) -> [(parameters: [Parameter], value: OutputValue)] {
    group(
      dates.map { date in
        var (parameters, start) = written(date.start)
        guard let extent = date.extent, !date.start.isDate else { return (parameters, start.encoded) }
        parameters.insert(Parameter("VALUE", "PERIOD"), at: 0)
        switch extent {
        case .duration(let duration): return (parameters, start.encoded + "/" + duration.description)
        case .end(let end):
          // Start and end share one TZID.
          let zone = start.isUTC ? Zone.utc : date.start.zone
          let sameZone = zone.map { EventTime.zoned(ZonedDateTime(end.instant(in: $0), in: $0)) } ?? end
          return (parameters, start.encoded + "/" + written(sameZone).value.encoded)
        }
      })
  }

  private func group(
    _ values: [(parameters: [Parameter], text: String)]
  ) -> [(parameters: [Parameter], value: OutputValue)] {
    var groups: [(parameters: [Parameter], texts: [String])] = []
    var places: [[Parameter]: Int] = [:]
    for value in values {
      let place = places[value.parameters, default: groups.count]
      if place == groups.count {
        groups.append((value.parameters, []))
        places[value.parameters] = place
      }
      groups[place].texts.append(value.text)
    }
    return groups.map { ($0.parameters, .raw($0.texts.joined(separator: ","))) }
  }
}

extension LibicalTime {
  init(_ date: CivilDate) {
    let (year, month, day) = date.fields
    // iCalendar has four digits for a year.
    self.init(year: max(0, year), month: month, day: day, isDate: true)
  }

  init(_ local: CivilDateTime) {
    self.init(local.date)
    (isDate, hour, minute, second) = (false, local.time.hour, local.time.minute, local.time.second)
  }

  /// In UTC.
  init(_ instant: Instant) {
    self.init(instant.utc)
    isUTC = true
  }
}
