public import AlmanacTime

extension RecurrenceRule {
  /// The rule in words: "every Monday and Wednesday until 30 June 2026".
  ///
  /// English, Catalan, Spanish and Italian; other languages get the English sentence. What a language has no idiom
  /// for is listed by name in parentheses, so that nothing is left out or said wrongly: "every 20 minutes (hours: 9
  /// and 10)". The start says what the rule does not ("every week" on its weekday).
  ///
  /// - Parameter zone: The zone of the start: an UNTIL in UTC is told on its clock. Without it, it is told in UTC.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR;COUNT=24")
  /// rule.description(in: .english)        // on the last Friday of every month, 24 times
  /// rule.description(in: .catalan)        // l'últim divendres de cada mes, 24 vegades
  /// ```
  public func description(in localization: Localization, zone: Zone? = nil) -> String {
    let spoken = localization.hasRuleGrammar ? localization : .english
    let speaker = RuleSpeaker(localization: spoken, grammar: spoken.ruleGrammar, plan: RulePlan(self))
    return speaker.sentence(zone: zone)
  }
}

/// Puts the phrases of a language together as a plan says.
struct RuleSpeaker {
  let localization: Localization
  let grammar: RuleGrammar
  let plan: RulePlan

  func sentence(zone: Zone?) -> String {
    var text = schedule()
    if !plan.times.isEmpty { text += " " + filled(grammar.at, "list", listed(plan.times.map { time($0) })) }
    if !plan.details.isEmpty {
      var details = ""
      for part in plan.details { details += (details.isEmpty ? "" : "; ") + detail(part) }
      text += " (" + details + ")"
    }
    switch plan.rule.end {
    case .never: return text
    case .count(1): return text + ", " + grammar.once
    case .count(let count): return text + ", " + filled(grammar.times, "n", "\(count)")
    case .until(let until): return text + " " + self.until(until, zone: zone)
    }
  }

  private func schedule() -> String {
    switch plan.days {
    case .none: return every() + inMonths()
    case .weekdays(let weekdays): return weekly(weekdays)
    case .ordinals(let list):
      return on(list.map { nth($0.ordinal, name(of: $0.weekday), gender(of: $0.weekday)) })
    case .positions(let list, let group):
      let noun = group == .workdays ? grammar.workday : grammar.weekendDay
      return on(list.map { nth($0, noun, .masculine) })
    case .monthDays(let list): return on(list.map { day($0, grammar.dayOfMonth) })
    case .yearDays(let list): return on(list.map { day($0, grammar.dayOfYear) })
    case .dates(let list):
      let items = list.map { with(grammar.dateArticle, day: $0.day, dayAndMonth($0.month, $0.day)) }
      return every() + " " + filled(grammar.on, "list", listed(items))
    }
  }

  private func every() -> String {
    let index = Int(plan.frequency.rawValue)
    return plan.interval == 1
      ? grammar.every[index] : filled(grammar.everyFew[index], "n", "\(plan.interval)")
  }

  private func weekly(_ weekdays: [Weekday]) -> String {
    let isWorkweek = RulePlan.DayGroup(weekdays) == .workdays
    guard plan.interval == 1 else {
      let items = weekdays.map { with(grammar.dateArticle, gender(of: $0), name(of: $0)) }
      return every() + " " + (isWorkweek ? grammar.onWorkdays : filled(grammar.on, "list", listed(items)))
    }
    let names = listed(weekdays.map { name(of: $0) })
    return (isWorkweek ? grammar.everyWorkday : filled(grammar.everyListed, "list", names)) + inMonths()
  }

  /// Days of each month, of some months or of the year.
  private func on(_ items: [String]) -> String {
    let days = filled(grammar.on, "list", listed(items))
    if plan.frequency == .monthly {
      return plan.interval == 1 ? days + " " + grammar.ofEveryMonth : every() + " " + days
    }
    guard !plan.months.isEmpty else { return every() + " " + days + " " + grammar.ofTheYear }
    return every() + " " + days + " " + filled(grammar.ofMonths, "list", months())
  }

  private func inMonths() -> String {
    plan.months.isEmpty ? "" : " " + filled(grammar.inMonths, "list", months())
  }

  private func months() -> String {
    listed(
      plan.months.map { number in
        let text = filled(grammar.month, "M", localization.name(ofMonth: number))
        return filled(text, "m", localization.monthInDate(number))
      })
  }

  private func detail(_ part: RecurrenceRule.Part) -> String {
    let rule = plan.rule
    let values: String =
      switch part {
      case .byDay: listed(rule.byDay.map { weekday($0) })
      case .byMonth: listed(rule.byMonth.map { month($0) })
      case .bySetPosition, .byMonthDay, .byYearDay, .byWeekNumber:
        listed(rule[numbers: part].map { number($0) })
      case .weekStart: name(of: rule.weekStart)
      case .calendarScale: rule.calendarScale ?? ""
      case .skip: rule.skip == .backward ? grammar.movedBack : grammar.movedForward
      default: listed(rule[numbers: part].map { "\($0)" })
      }
    return grammar.labels[Int(part.rawValue)] + ": " + values
  }

  private func weekday(_ day: WeekdayOrdinal) -> String {
    day.ordinal == 0 ? name(of: day.weekday) : number(day.ordinal) + " " + name(of: day.weekday)
  }

  /// Months of other calendars have only their number.
  private func month(_ month: MonthNumber) -> String {
    let name = plan.rule.isScaled || month.isLeap ? "" : localization.name(ofMonth: month.number)
    return name.isEmpty ? month.description : name
  }

  private func number(_ value: Int) -> String {
    value < 0 ? localization.ordinalWord(value) ?? "\(value)" : "\(value)"
  }

  private func until(_ until: RecurrenceRule.Until, zone: Zone?) -> String {
    var isUTC = false
    var digits = until.digits
    if case .utc(let utc) = until {
      if let zone {
        digits = zone.local(at: Instant(secondsSinceEpoch: utc.secondsSinceEpoch))
      } else {
        isUTC = true
      }
    }
    var text = with(grammar.untilArticle, day: digits.date.dayOfMonth, localization.date(digits.date))
    let isWholeDay = digits == digits.date.lastSecond && !isUTC
    if case .date = until { return text }
    if !isWholeDay { text += " " + filled(grammar.at, "list", time(digits.time)) }
    return isUTC ? text + " UTC" : text
  }
}
