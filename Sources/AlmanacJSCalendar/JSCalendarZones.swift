import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Zones as JSCalendar writes them: IANA names, and definitions in `timeZones` for those that have none (RFC 8984 §4.7).
struct JSCalendarZones {
  private let database: ZoneDatabase
  private var isNamed: [String: Bool] = [:]
  /// Zones in use that no name stands for, with the times of their use.
  private var custom: [TimeWriting.Use] = []

  init(_ database: ZoneDatabase) { self.database = database }

  /// Forgets what was in use.
  mutating func beginObject() { custom.removeAll() }

  mutating func name(of zone: Zone, at instant: Instant, isEndless: Bool = false) -> String {
    if zone == .utc { return "Etc/UTC" }
    let known = isNamed[zone.name] ?? (try? database.zone(named: zone.name))?.hasSameRules(as: zone) ?? false
    isNamed[zone.name] = known
    if known { return zone.name }
    if let index = custom.firstIndex(where: { $0.zone.name == zone.name }) {
      custom[index].first = min(custom[index].first, instant)
      custom[index].last = max(custom[index].last, instant)
      custom[index].isEndless = custom[index].isEndless || isEndless
    } else {
      custom.append(
        TimeWriting.Use(
          zone: zone, tzid: zone.name, parameters: [], first: instant, last: instant, isEndless: isEndless))
    }
    return "/" + zone.name
  }

  /// The definitions of the zones in use.
  var definitions: JSONObject {
    var object = JSONObject()
    for use in custom { object["/" + use.zone.name] = Self.definition(use) }
    return object
  }

  private static func definition(_ use: TimeWriting.Use) -> JSONValue {
    var zone = JSONObject(type: "TimeZone")
    zone["tzId"] = .string(use.tzid)
    var rules: [String: [JSONValue]] = [:]
    var writer = ModelWriter(door: PureDoor(), calendarZone: nil)
    for observance in writer.component(for: ZoneWriter(use)).components {
      rules[observance.name, default: []].append(rule(observance))
    }
    if let standard = rules["STANDARD"] { zone["standard"] = .array(standard) }
    if let daylight = rules["DAYLIGHT"] { zone["daylight"] = .array(daylight) }
    return zone.value
  }

  /// The TimeZoneRule of an observance.
  private static func rule(_ observance: Component) -> JSONValue {
    var rule = JSONObject(type: "TimeZoneRule")
    for property in observance.properties {
      let value = property.value
      switch property.name {
      case "DTSTART": rule["start"] = .string(JCalTime.extended(value))
      case "TZOFFSETFROM": rule["offsetFrom"] = .string(JCalTime.extendedOffset(value))
      case "TZOFFSETTO": rule["offsetTo"] = .string(JCalTime.extendedOffset(value))
      case "TZNAME": rule.add("names", set: [property.text])
      case "RRULE":
        guard let read = try? RecurrenceRule(value) else { continue }
        rule["recurrenceRules"] = .array([JSCalendarRule.object(read, start: nil)])
      case "RDATE":
        var overrides = JSONObject()
        for date in value.split(separator: ",") {
          overrides[JCalTime.extended(String(date))] = .object([])
        }
        rule.add("recurrenceOverrides", overrides)
      default: break
      }
    }
    return rule.value
  }

  /// The zone that a TimeZone object defines; `nil` when it says nothing that can be understood.
  static func zone(_ object: JSONValue, named name: String) -> Zone? {
    var definition = TimeZoneDefinition(tzid: name, line: 0)
    for (member, isDaylight) in [("standard", false), ("daylight", true)] {
      for rule in (object[member]?.elements ?? []).prefix(1000) {
        guard let start = try? CivilDateTime(rule.text("start")), let to = offset(rule.text("offsetTo"))
        else {
          continue
        }
        var observance = TimeZoneDefinition.Observance(
          isDaylight: isDaylight, start: start, offsetFrom: offset(rule.text("offsetFrom")) ?? to,
          offsetTo: to)
        observance.name = rule["names"]?.set.first ?? ""
        observance.rules = (rule["recurrenceRules"]?.elements ?? []).prefix(8)
          .compactMap { JSCalendarRuleReader($0, start: nil).rule }.filter { $0.frequency == .yearly }
        observance.additions = (rule["recurrenceOverrides"]?.members ?? [])
          .compactMap { try? CivilDateTime($0.name) }
        definition.observances.append(observance)
      }
    }
    return definition.zone()
  }

  /// `+01:00`, with seconds where there are any.
  private static func offset(_ text: String) -> Int? {
    let sign = text.first
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard sign == "+" || sign == "-", (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for (part, limit) in zip(parts, [24, 60, 60]) {
      guard let part, (0..<limit).contains(part) else { return nil }
      seconds = seconds * 60 + part
    }
    if parts.count == 2 { seconds *= 60 }
    return sign == "-" ? -seconds : seconds
  }
}
