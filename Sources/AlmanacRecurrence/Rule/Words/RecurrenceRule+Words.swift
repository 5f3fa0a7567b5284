public import AlmanacTime

extension RecurrenceRule {
  /// The rule in words: "every Monday and Wednesday until 30 June 2026".
  ///
  /// The languages are English, Catalan, Spanish and Italian; others get the English sentence. Parts for which a
  /// language has no idiom are listed by name in parentheses, so that nothing is lost or wrong: "every 20 minutes
  /// (hours: 9 and 10)". Days and times that come from the start are not part of the sentence ("every week").
  ///
  /// - Parameter zone: The zone of the start, on whose clock an UNTIL in UTC is shown; `nil` shows it in UTC.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR;COUNT=24")
  /// rule.description(in: .english)        // on the last Friday of every month, 24 times
  /// rule.description(in: .catalan)        // l'últim divendres de cada mes, 24 vegades
  /// ```
  public func description(in localization: Localization, zone: Zone? = nil) -> String {
    let grammar = localization.ruleGrammar
    let speaker = RuleSpeaker(
      localization: grammar == nil ? .english : localization, grammar: grammar ?? .english,
      plan: RulePlan(self))
    return speaker.sentence(zone: zone)
  }
}

/// A writer of sentences: puts the phrases of a language together in the order of a plan.
struct RuleSpeaker {
  let localization: Localization
  let grammar: RuleGrammar
  let plan: RulePlan

  func sentence(zone: Zone?) -> String {
    var text = schedule()
    if !plan.times.isEmpty { text += " " + filled(grammar.at, "l", listed(plan.times.map { time($0) })) }
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
      return every() + " " + filled(grammar.on, "l", listed(items))
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
      return every() + " " + (isWorkweek ? grammar.onWorkdays : filled(grammar.on, "l", listed(items)))
    }
    let names = listed(weekdays.map { name(of: $0) })
    return (isWorkweek ? grammar.everyWorkday : filled(grammar.everyListed, "l", names)) + inMonths()
  }

  /// A phrase for days of each month, of some months or of the year.
  private func on(_ items: [String]) -> String {
    let days = filled(grammar.on, "l", listed(items))
    if plan.frequency == .monthly {
      return plan.interval == 1 ? days + " " + grammar.ofEveryMonth : every() + " " + days
    }
    guard !plan.months.isEmpty else { return every() + " " + days + " " + grammar.ofTheYear }
    return every() + " " + days + " " + filled(grammar.ofMonths, "l", months())
  }

  private func inMonths() -> String {
    plan.months.isEmpty ? "" : " " + filled(grammar.inMonths, "l", months())
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

  /// The name of a Gregorian month; months of other calendars have only their number.
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
    if !isWholeDay { text += " " + filled(grammar.at, "l", time(digits.time)) }
    return isUTC ? text + " UTC" : text
  }
}

// MARK: Words of a sentence with their articles

extension RuleSpeaker {
  func listed(_ items: [String]) -> String { localization.list(items) }

  func name(of weekday: Weekday) -> String { localization.name(of: weekday) }

  func gender(of weekday: Weekday) -> Localization.Gender { localization.gender(of: weekday) }

  /// `the last Friday`, `l'ultima domenica`, `el 6è dilluns`.
  func nth(_ number: Int, _ noun: String, _ gender: Localization.Gender) -> String {
    let ordinal = localization.ordinalWord(number, gender) ?? localization.ordinal(number, gender)
    return with(grammar.article, gender, ordinal) + " " + noun
  }

  /// `the 15th`, `the last day`.
  func day(_ number: Int, _ pattern: String) -> String {
    guard number > 0 else { return nth(number, grammar.day, .masculine) }
    return filled(filled(pattern, "n", "\(number)"), "o", localization.ordinal(number))
  }

  /// `6 January`, in a leap year so that 29 February has a name too.
  func dayAndMonth(_ month: Int, _ day: Int) -> String {
    let firstDay = YearMonth(2000, month).firstDay
    return localization.date(firstDay.adding(days: day - 1), .dayAndMonth)
  }

  /// `09:00`, with seconds where there are any.
  func time(_ time: CivilTime) -> String {
    let full = time.formatted(.extended)
    let hasSeconds = time.second != 0 || !plan.rule.bySecond.isEmpty
    let shown = hasSeconds ? full : String(decoding: full.utf8.prefix(5), as: UTF8.self)
    return filled(time.hour == 1 ? grammar.timeAtOne : grammar.time, "t", shown)
  }

  /// A text with its article, elided before a vowel.
  func with(_ article: RuleGrammar.Article, _ gender: Localization.Gender, _ text: String) -> String {
    if let elided = article.elided, Self.beginsWithVowel(text) { return elided + text }
    return (gender == .feminine ? article.feminine : article.masculine) + text
  }

  /// A date with its article, elided before days that are pronounced with a vowel.
  func with(_ article: RuleGrammar.Article, day: Int, _ text: String) -> String {
    if let elided = article.elided, article.elidedDays.contains(day) { return elided + text }
    return article.masculine + text
  }

  private static func beginsWithVowel(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return "aeiouàèéíòóú".unicodeScalars.contains(first)
  }

  /// A pattern with its field `{x}` replaced.
  func filled(_ pattern: String, _ field: Unicode.Scalar, _ value: String) -> String {
    localization.filled(pattern) { $0 == field ? value : nil }
  }
}
