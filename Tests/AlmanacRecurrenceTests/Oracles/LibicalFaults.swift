#if LIBICAL_DOOR
  import AlmanacRecurrence
  import AlmanacTime

  extension Libical {
    /// The deviations of libical 3.0.16 from RFC 5545.
    static let faults: [KnownFault] = [
      KnownFault(
        name: "positions",
        reason: """
          BYSETPOS is applied to the days of MONTHLY and YEARLY only. "Each BYSETPOS value corresponds to the nth \
          occurrence within the set of recurrence instances specified by the rule": of any frequency, times included.
          """
      ) { item in
        let rule = item.rule
        return !rule.bySetPosition.isEmpty
          && (rule.frequency < .monthly || rule.frequency == .weekly || rule.hasTimes || !rule.choosesDays)
      },
      KnownFault(
        name: "negative limits",
        reason: """
          Negative BYMONTHDAY and BYYEARDAY match nothing where they limit. "Valid values are 1 to 31 or -31 to -1."
          """
      ) { item in
        item.rule.frequency <= .daily && (item.rule.byMonthDay + item.rule.byYearDay).contains { $0 < 0 }
      },
      KnownFault(
        name: "weeks",
        reason: """
          BYWEEKNO is refused, or wrong, but for BYDAY beside it. The table of §3.3.10 lets it stand with all parts of a \
          YEARLY rule.
          """
      ) { item in
        let rule = item.rule
        return !rule.byWeekNumber.isEmpty
          && (rule.byDay.isEmpty
            || !(rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty))
      },
      KnownFault(
        name: "days of the year",
        reason: """
          BYYEARDAY is refused beside BYMONTH and BYMONTHDAY, which the table of §3.3.10 lets stand together in YEARLY.
          """
      ) { item in
        let rule = item.rule
        return rule.frequency == .yearly && !rule.byYearDay.isEmpty
          && !(rule.byMonth.isEmpty && rule.byMonthDay.isEmpty)
      },
      KnownFault(
        name: "small steps",
        reason: """
          With INTERVAL, a rule of hours, minutes or seconds goes out of step where a part limits it. "every fifth \
          hour" is counted from the start, whatever is limited.
          """
      ) { item in
        let rule = item.rule
        guard rule.frequency < .daily, rule.interval > 1 else { return false }
        return rule.limitsDays || rule.limitsClock
      },
      KnownFault(
        name: "limits of the clock",
        reason: """
          BYHOUR, BYMINUTE and BYSECOND that limit are misread when there are several or the start is out of step: the \
          first is skipped, given twice, or met at second 0.
          """
      ) { item in
        let rule = item.rule
        return rule.limitsClock && !rule.isSingle(at: item.start.time)
      },
      KnownFault(
        name: "weeks from an odd start",
        reason: """
          A WEEKLY rule with INTERVAL and BYDAY goes from another week than the start's, when the start's weekday is not \
          among its days or WKST is not Monday. "WKST … is significant when a WEEKLY RRULE has an interval greater than \
          1": the start's own week, from WKST on, is the first.
          """
      ) { item in
        let rule = item.rule
        guard rule.frequency == .weekly, rule.interval > 1, !rule.byDay.isEmpty else { return false }
        return rule.weekStart != .monday || !rule.byDay.contains { $0.weekday == item.start.date.weekday }
      },
      KnownFault(
        name: "weeks from the end",
        reason: """
          Negative BYWEEKNO counts from the 52 or 53 weeks of ISO years, whatever WKST, and brings wrong weeks beside a \
          positive one. "A week is defined as a seven day period, starting on the day of the week defined to be the week \
          start (see WKST)."
          """
      ) { item in
        let weeks = item.rule.byWeekNumber
        return weeks.contains { $0 < 0 } && (item.rule.weekStart != .monday || weeks.contains { $0 > 0 })
      },
      KnownFault(
        name: "weeks at the turn of the year",
        reason: """
          Days of the first and the last weeks are lost near the turn of the year: FREQ=YEARLY;BYWEEKNO=52;BYDAY=FR skips \
          1993-12-31, the Friday of the 52nd week of 1993. "Week number one of the calendar year is the first week that \
          contains at least four (4) days in that calendar year", and the 52nd is the one 51 weeks later.
          """
      ) { item in
        item.rule.byWeekNumber.contains { [1, 52, 53].contains($0.magnitude) }
      },
      KnownFault(
        name: "one day twice",
        reason: """
          A day that is named from the start and from the end counts twice for BYSETPOS. "The nth occurrence within the \
          set of recurrence instances": a set has each instance once.
          """
      ) { item in
        let rule = item.rule
        guard !rule.bySetPosition.isEmpty else { return false }
        return [rule.byMonthDay, rule.byYearDay, rule.byDay.map(\.ordinal)].contains { numbers in
          numbers.contains { $0 < 0 } && numbers.contains { $0 >= 0 }
        }
      },
    ]
  }

  extension RecurrenceRule {
    /// Whether the parts that limit the time of day have one value each, that of the start.
    fileprivate func isSingle(at time: CivilTime) -> Bool {
      (byHour.isEmpty || byHour == [time.hour])
        && (frequency > .minutely || byMinute.isEmpty || byMinute == [time.minute])
        && (frequency > .secondly || bySecond.isEmpty || bySecond == [time.second])
    }
  }
#endif
