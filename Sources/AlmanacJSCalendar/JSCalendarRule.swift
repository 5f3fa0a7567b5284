import AlmanacComponents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Recurrence rules, whose parts are the same in both (RFC 8984 §4.3.3).
enum JSCalendarRule {
  /// - Parameter start: Of the series: UNTIL is written on its clock. Without one as it stands.
  static func object(_ rule: RecurrenceRule, start: EventTime?) -> JSONValue {
    var object = JSONObject(type: "RecurrenceRule")
    object["frequency"] = .string(rule.frequency.code.lowercased())
    if rule.interval != 1 { object.add("interval", rule.interval) }
    if let scale = rule.calendarScale, scale != "GREGORIAN" || rule.skip == .omit {
      // Beside SKIP it must stand (RFC 7529 §4.1), beside `skip` it need not.
      object.add("rscale", scale.lowercased())
    }
    if rule.skip != .omit { object.add("skip", rule.skip.code.lowercased()) }
    if rule.weekStart != .monday { object.add("firstDayOfWeek", rule.weekStart.code.lowercased()) }
    if !rule.byDay.isEmpty {
      object["byDay"] = .array(
        rule.byDay.map { day in
          var part = JSONObject(type: "NDay")
          part["day"] = .string(day.weekday.code.lowercased())
          if day.ordinal != 0 { part.add("nthOfPeriod", day.ordinal) }
          return part.value
        })
    }
    if !rule.byMonth.isEmpty { object["byMonth"] = .array(rule.byMonth.map { .string($0.description) }) }
    for (name, part) in numbers where !rule[keyPath: part].isEmpty {
      object[name] = .array(rule[keyPath: part].map { .number(String($0)) })
    }
    switch rule.end {
    case .never: break
    case .count(let count): object.add("count", count)
    case .until(let until): object["until"] = .string(local(until, start).description)
    }
    return object.value
  }

  private static var numbers: [(String, KeyPath<RecurrenceRule, [Int]>)] {
    [
      ("byMonthDay", \.byMonthDay), ("byYearDay", \.byYearDay), ("byWeekNo", \.byWeekNumber),
      ("byHour", \.byHour), ("byMinute", \.byMinute), ("bySecond", \.bySecond),
      ("bySetPosition", \.bySetPosition),
    ]
  }

  private static func local(_ until: RecurrenceRule.Until, _ start: EventTime?) -> CivilDateTime {
    switch until {
    case .date(let date):
      // A day is included as a whole.
      return start.map(\.isDate) ?? true ? date.startOfDay : date.startOfDay.adding(seconds: 86_399)
    case .local(let local): return local
    case .utc(let utc):
      guard let zone = start?.zone else { return utc }
      return zone.local(at: Instant(utc: utc))
    }
  }
}
