import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Names of zones in JSCalendar: IANA names, and definitions in `timeZones` for zones
/// without one (RFC 8984 §4.7).
struct JSCalendarZones {
  private let database: ZoneDatabase
  private var isNamed: [Zone: Bool] = [:]
  /// The zones in use without an IANA name, with the range of times they are used for.
  private var custom: [ZoneUse] = []

  init(_ database: ZoneDatabase) { self.database = database }

  /// Clears the zones in use.
  mutating func beginObject() { custom.removeAll() }

  mutating func name(of zone: Zone, at instant: Instant, isEndless: Bool = false) -> String {
    if zone == .utc { return "Etc/UTC" }
    let known = isNamed[zone] ?? (try? database.zone(named: zone.name))?.hasSameRules(as: zone) ?? false
    isNamed[zone] = known
    if known { return zone.name }
    let index = custom.firstIndex { $0.zone == zone } ?? custom.count
    if index == custom.count {
      custom.append(ZoneUse(zone, tzid: unusedName(zone.name), at: instant))
    }
    custom[index].add(instant)
    custom[index].isEndless = custom[index].isEndless || isEndless
    return "/" + custom[index].tzid
  }

  /// The name, with a number if another zone in use has it.
  private func unusedName(_ name: String) -> String {
    let numbered = sequence(first: (name, 1)) { ("\(name) \($0.1 + 1)", $0.1 + 1) }
    return numbered.lazy.map(\.0).first { name in !custom.contains { $0.tzid == name } } ?? name
  }

  // MARK: Definitions

  /// The definitions of the zones in use without an IANA name.
  var definitions: JSONValue? { .map(custom.map { "/" + $0.tzid }, custom.map(Self.definition)) }

  private static func definition(_ use: ZoneUse) -> JSONValue {
    let observances = use.observances()
    func rules(isDaylight: Bool) -> JSONValue? {
      .list(observances.filter { $0.isDaylight == isDaylight }.map(rule))
    }
    return [
      "@type": "TimeZone", "tzId": .string(use.tzid), "standard": rules(isDaylight: false),
      "daylight": rules(isDaylight: true),
    ]
  }

  private static func rule(_ observance: TimeZoneDefinition.Observance) -> JSONValue {
    let additions = observance.additions.map(\.description)
    return [
      "@type": "TimeZoneRule", "start": .written(observance.start),
      "offsetFrom": .string(Zone.offsetName(observance.offsetFrom)),
      "offsetTo": .string(Zone.offsetName(observance.offsetTo)),
      "names": .set([observance.name].filter { !$0.isEmpty }),
      "recurrenceRules": observance.rules.first.map { .array([JSCalendarRule.object($0, start: nil)]) },
      "recurrenceOverrides": .map(additions, additions.map { _ in .object([]) }),
    ]
  }

  /// The zone defined by a TimeZone object; `nil` if it has no readable rule.
  static func zone(_ object: JSONValue, named name: String) -> Zone? {
    func observances(_ member: String, isDaylight: Bool) -> [TimeZoneDefinition.Observance] {
      (object[member]?.elements ?? []).prefix(1000).compactMap { rule in
        guard let start = try? CivilDateTime(rule.text("start")), let to = offset(rule.text("offsetTo"))
        else { return nil }
        var observance = TimeZoneDefinition.Observance(
          isDaylight: isDaylight, start: start, offsetFrom: offset(rule.text("offsetFrom")) ?? to,
          offsetTo: to)
        observance.name = rule.set("names").first ?? ""
        observance.rules = (rule["recurrenceRules"]?.elements ?? []).prefix(8)
          .compactMap { JSCalendarRuleReader($0, start: nil).rule }.filter { $0.frequency == .yearly }
        observance.additions = rule.entries("recurrenceOverrides").compactMap { try? CivilDateTime($0.name) }
        return observance
      }
    }
    var definition = TimeZoneDefinition(tzid: name)
    definition.observances =
      observances("standard", isDaylight: false) + observances("daylight", isDaylight: true)
    return definition.zone()
  }

  /// Parses the seconds of an offset: a sign, hours and minutes, and optionally seconds (RFC 8984 §4.7.2).
  private static func offset(_ text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-", text.contains(":"),
      let time = try? CivilTime(String(text.dropFirst()))
    else { return nil }
    return sign == "-" ? -time.secondOfDay : time.secondOfDay
  }
}
