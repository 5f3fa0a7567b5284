import AlmanacRecurrence
import AlmanacTime

/// Recurrence rules, whose parts are the same in both (RFC 8984 §4.3.3).
enum JSCalendarRule {
  /// - Parameter start: Of the series: UNTIL is written on its clock. Without one as it stands.
  static func object(_ rule: RecurrenceRule, start: EventTime?) -> JSONValue {
    var object = JSONObject(type: "RecurrenceRule")
    object["frequency"] = .string(rule.frequency.code.lowercased())
    if rule.interval != 1 { object.add("interval", rule.interval) }
    if let scale = rule.calendarScale { object.add("rscale", scale.lowercased()) }
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

  private static var numbers: [(String, WritableKeyPath<RecurrenceRule, [Int]>)] {
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

  /// - Parameter start: Of the series, whose form the end takes; without one it stays a local time.
  /// - Returns: `nil` for what is no rule.
  static func rule(_ value: JSONValue, start: EventTime?) -> RecurrenceRule? {
    guard value.members != nil,
      let frequency = RecurrenceRule.Frequency.allCases.first(where: {
        $0.code.lowercased() == value.text("frequency")
      })
    else { return nil }
    var text = "FREQ=" + frequency.code
    func add(_ part: String, _ values: [String]) {
      if !values.isEmpty { text += ";\(part)=" + values.joined(separator: ",") }
    }
    add("INTERVAL", [value["interval"]?.integer].compactMap { $0.map(String.init) })
    add("COUNT", [value["count"]?.integer].compactMap { $0.map(String.init) })
    for (member, part) in [("rscale", "RSCALE"), ("skip", "SKIP"), ("firstDayOfWeek", "WKST")] {
      if let word = value[member]?.text, isWord(word) { add(part, [word.uppercased()]) }
    }
    let days = (value["byDay"]?.elements ?? []).compactMap { day -> String? in
      let code = day.text("day").uppercased()
      guard Weekday(code: code) != nil else { return nil }
      return (day["nthOfPeriod"]?.integer.map { $0 == 0 ? "" : String($0) } ?? "") + code
    }
    add("BYDAY", days)
    add("BYMONTH", (value["byMonth"]?.elements ?? []).compactMap { $0.text ?? $0.scalar }.filter(isWord))
    for (member, part) in [
      ("byMonthDay", "BYMONTHDAY"), ("byYearDay", "BYYEARDAY"), ("byWeekNo", "BYWEEKNO"),
      ("byHour", "BYHOUR"),
      ("byMinute", "BYMINUTE"), ("bySecond", "BYSECOND"), ("bySetPosition", "BYSETPOS"),
    ] {
      add(part, (value[member]?.elements ?? []).compactMap(\.integer).map(String.init))
    }
    guard var rule = try? RecurrenceRule.repairing(text).rule else { return nil }
    if let until = try? CivilDateTime(value.text("until")), value["count"] == nil {
      rule.end = .until(self.until(until, start))
    }
    return rule
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xDF) || $0 == 45 }
  }

  private static func until(_ local: CivilDateTime, _ start: EventTime?) -> RecurrenceRule.Until {
    switch start {
    case .date: .date(local.date)
    case .floating, nil: .local(local)
    case .zoned(let zoned): .utc(zoned.zone.instant(of: local).utc)
    }
  }
}
