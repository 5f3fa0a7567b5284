#if LIBICAL_DOOR
  import AlmanacRecurrence
  import AlmanacTime
  import CLibical

  /// libical's recurrence as an oracle. Its iterator can hang on rules that never match, so it is asked only for
  /// instances that another oracle says are there.
  ///
  /// The only file with libical pointers: each has one owner, which frees it.
  struct Libical: ~Copyable {
    private let iterator: OpaquePointer
    private let rule: String

    /// `nil` when libical rejects the rule.
    init?(_ rule: RecurrenceRule, from start: CivilDateTime) {
      icalerror_set_errors_are_fatal(0)
      self.rule = "\(rule.inOrder)"
      let recurrence = icalrecurrencetype_from_string(self.rule)
      guard recurrence.freq != ICAL_NO_RECURRENCE else { return nil }
      let time = icaltime_from_string(start.formatted(.basic))
      guard let iterator = icalrecur_iterator_new(recurrence, time) else { return nil }
      self.iterator = iterator
    }

    deinit {
      icalrecur_iterator_free(iterator)
    }

    /// The next instances, at most so many.
    func next(_ limit: Int) -> [CivilDateTime] {
      var instances: [CivilDateTime] = []
      while instances.count < limit {
        let time = icalrecur_iterator_next(iterator)
        guard icaltime_is_null_time(time) == 0 else { break }
        let civil = try? CivilDateTime(
          Int(time.year), Int(time.month), Int(time.day), Int(time.hour), Int(time.minute), Int(time.second))
        guard let civil else { break }
        instances.append(civil)
      }
      return instances
    }
  }

  extension RecurrenceRule {
    /// The same rule with its lists in order: libical 3.0 reads unsorted ones in their order, and then misses instances.
    fileprivate var inOrder: RecurrenceRule {
      var rule = self
      rule.bySecond.sort()
      rule.byMinute.sort()
      rule.byHour.sort()
      rule.byMonthDay.sort()
      rule.byYearDay.sort()
      rule.byWeekNumber.sort()
      rule.bySetPosition.sort()
      rule.byMonth.sort { $0.number < $1.number }
      rule.byDay.sort { ($0.weekday.daysAfterMonday, $0.ordinal) < ($1.weekday.daysAfterMonday, $1.ordinal) }
      return rule
    }
  }
#endif
