public import AlmanacTime

extension RecurrenceRule {
  /// The rule in words: "every Monday and Wednesday until 30 June 2026".
  ///
  /// The languages are the seven of `Localization`; others get the English sentence. Parts for which a
  /// language has no idiom are listed by name in parentheses, so that nothing is lost or wrong: "every 20 minutes
  /// (hours: 9 and 10)". Days and times that come from the start are not part of the sentence ("every week").
  ///
  /// An UNTIL in UTC is shown on the clock of `zone`, the zone of the start; if it is `nil`, in UTC.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR;COUNT=24")
  /// rule.description(in: .english)        // on the last Friday of every month, 24 times
  /// rule.description(in: .catalan)        // l’últim divendres de cada mes, 24 vegades
  /// ```
  public func description(in localization: Localization, zone: Zone? = nil) -> String {
    let plan = SentencePlan(self)
    if let phrases = RuleDescriber.phrases[localization.language] {
      return RuleDescriber(localization: localization, phrases: phrases, plan: plan).sentence(zone: zone)
    }
    return localization.language == .english ? description : description(in: .english, zone: zone)
  }
}

/// A writer of sentences, which puts the phrases of a language together in the order of a plan.
struct RuleDescriber {
  let localization: Localization
  let phrases: LanguageTable
  let plan: SentencePlan

  /// The phrases of each language, with fields such as `{n}` that `phrase(_:_:)` replaces.
  static let phrases = LanguageTable.tables(in: PackageResources.RulePhrases_txt)

  func sentence(zone: Zone?) -> String {
    var text = schedule()
    if !plan.times.isEmpty { text += " " + phrase("at", ["l": listed(plan.times.map { time($0) })]) }
    if !plan.details.isEmpty {
      text += " (" + plan.details.map { detail($0) }.joined(separator: "; ") + ")"
    }
    switch plan.rule.end {
    case .never: return text
    case .count(1): return text + ", " + phrase("once")
    case .count(let count): return text + ", " + phrase("times", ["n": "\(count)"])
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
      let noun = phrase(group == .workdays ? "workday" : "weekend day")
      return on(list.map { nth($0, noun, .masculine) })
    case .monthDays(let list): return on(list.map { day($0, of: "month") })
    case .yearDays(let list): return on(list.map { day($0, of: "year") })
    case .dates(let list):
      let items = list.map { article("day article", day: $0.day) + dayAndMonth($0.month, $0.day) }
      return every() + " " + phrase("on", ["l": listed(items)])
    }
  }

  private func every() -> String {
    let forms = phrases[plan.interval == 1 ? "every" : "every few"]
    return forms[Int(plan.frequency.rawValue)].filled(["n": "\(plan.interval)"])
  }

  private func weekly(_ weekdays: [Weekday]) -> String {
    let isWorkweek = SentencePlan.DayGroup(weekdays) == .workdays
    guard plan.interval == 1 else {
      let items = weekdays.map { day in
        article("date article", gender(of: day), before: name(of: day)) + name(of: day)
      }
      return every() + " " + (isWorkweek ? phrase("on workdays") : phrase("on", ["l": listed(items)]))
    }
    let names = listed(weekdays.map { name(of: $0) })
    return (isWorkweek ? phrase("every workday") : phrase("every listed", ["l": names])) + inMonths()
  }

  /// A phrase for days of each month, of some months or of the year.
  private func on(_ items: [String]) -> String {
    let days = phrase("on", ["l": listed(items)])
    if plan.frequency == .monthly {
      return plan.interval == 1 ? days + " " + phrase("of every month") : every() + " " + days
    }
    guard !plan.months.isEmpty else { return every() + " " + days + " " + phrase("of the year") }
    return every() + " " + days + " " + phrase("of months", ["l": months()])
  }

  private func inMonths() -> String {
    plan.months.isEmpty ? "" : " " + phrase("in months", ["l": months()])
  }

  private func months() -> String {
    listed(
      plan.months.map { number in
        phrase("month", ["M": localization.name(ofMonth: number), "m": localization.monthInDate(number)])
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
      case .skip: phrase(rule.skip == .backward ? "moved back" : "moved forward")
      default: listed(rule[numbers: part].map { "\($0)" })
      }
    return phrase(part.name) + ": " + values
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
    var text = article("until", day: digits.date.dayOfMonth) + localization.date(digits.date)
    let isWholeDay = digits == digits.date.lastSecond && !isUTC
    if case .date = until { return text }
    if !isWholeDay { text += " " + phrase("at", ["l": time(digits.time)]) }
    return isUTC ? text + " UTC" : text
  }
}

// MARK: Words of a sentence with their articles

extension RuleDescriber {
  /// A phrase by its name in the data file, with its fields replaced.
  private func phrase(_ name: String, _ fields: [Substring: String] = [:]) -> String {
    phrases.text(name).filled(fields)
  }

  private func listed(_ items: [String]) -> String { localization.list(items) }

  private func name(of weekday: Weekday) -> String { localization.name(of: weekday) }

  private func gender(of weekday: Weekday) -> Localization.Gender {
    phrases["feminine weekdays"].contains("\(weekday.daysAfterMonday + 1)") ? .feminine : .masculine
  }

  /// `the last Friday`, `l’ultima domenica`, `el 6è dilluns`.
  private func nth(_ number: Int, _ noun: String, _ gender: Localization.Gender) -> String {
    // Ordinals in the case that the article requires. Some languages have words for them only here.
    let words = phrases[number > 0 ? "ordinals" : "ordinals from the end"]
    let place = Int(clamping: number.magnitude) - 1
    let ordinal =
      gender == .masculine && words.indices.contains(place)
      ? words[place] : localization.ordinalWord(number, gender) ?? localization.ordinal(number, gender)
    return article("article", gender, before: ordinal) + ordinal + " " + noun
  }

  /// `the 15th`, `the last day`, of a month or a year.
  private func day(_ number: Int, of period: String) -> String {
    guard number > 0 else { return nth(number, phrase("day"), .masculine) }
    return phrase(
      "day of the " + period,
      [
        "n": "\(number)", "d": number == 1 ? localization.dates.firstDay : "\(number)",
        "o": localization.ordinal(number),
      ])
  }

  /// `6 January`, in a leap year so that 29 February has a name too.
  private func dayAndMonth(_ month: Int, _ day: Int) -> String {
    let firstDay = YearMonth(clampingYear: 2000, month).firstDay
    return localization.date(firstDay.adding(days: day - 1), .dayAndMonth)
  }

  /// `09:00`, with seconds where there are any.
  private func time(_ time: CivilTime) -> String {
    let full = time.formatted(.extended)
    let hasSeconds = time.second != 0 || !plan.rule.bySecond.isEmpty
    let shown = hasSeconds ? full : String(decoding: full.utf8.prefix(5), as: UTF8.self)
    return phrase(time.hour == 1 ? "time at one" : "time", ["t": shown])
  }

  /// An article, elided before a vowel.
  private func article(_ name: String, _ gender: Localization.Gender, before text: String) -> String {
    let isVowel = text.unicodeScalars.first.map { "aeiouàèéíòóú".unicodeScalars.contains($0) } ?? false
    return article(name, gender, isElided: isVowel)
  }

  /// An article before a date, elided before days that are pronounced with a vowel.
  private func article(_ name: String, day: Int) -> String {
    let row = phrases[name].isEmpty ? "date article" : name
    return article(row, .masculine, isElided: phrases["elided days"].contains("\(day)"))
  }

  private func article(_ name: String, _ gender: Localization.Gender, isElided: Bool) -> String {
    let forms = phrases[name]
    if isElided, forms.count > 2 { return forms[2] }
    return (gender == .feminine ? forms.dropFirst().first : nil) ?? forms.first ?? ""
  }
}
