import AlmanacContentLines
import CLibical

/// The values of a parsed component by line and, in lists, by place. `nil` where libical was given none or rejected it.
extension LibicalReader {
  /// DATE or DATE-TIME.
  borrowing func time(ofLine line: Int, _ index: Int = 0) -> LibicalTime? {
    withValue(ofLine: line, index) { value, kind in
      switch kind {
      case ICAL_DATE_VALUE: LibicalTime(icalvalue_get_date(value))
      case ICAL_DATETIME_VALUE: LibicalTime(icalvalue_get_datetime(value))
      case ICAL_DATETIMEPERIOD_VALUE: LibicalTime(icalvalue_get_datetimeperiod(value).time)
      default: nil
      }
    }
  }

  borrowing func period(ofLine line: Int, _ index: Int = 0) -> LibicalPeriod? {
    withValue(ofLine: line, index) { value, kind in
      switch kind {
      case ICAL_PERIOD_VALUE: LibicalPeriod(icalvalue_get_period(value))
      case ICAL_DATETIMEPERIOD_VALUE: LibicalPeriod(icalvalue_get_datetimeperiod(value).period)
      default: nil
      }
    }
  }

  borrowing func duration(ofLine line: Int, _ index: Int = 0) -> LibicalDuration? {
    withValue(ofLine: line, index) { value, kind in
      switch kind {
      case ICAL_DURATION_VALUE: LibicalDuration(icalvalue_get_duration(value))
      case ICAL_TRIGGER_VALUE: LibicalDuration(icalvalue_get_trigger(value).duration)
      default: nil
      }
    }
  }

  borrowing func integer(ofLine line: Int, _ index: Int = 0) -> Int? {
    withValue(ofLine: line, index) { value, kind in
      kind == ICAL_INTEGER_VALUE ? Int(icalvalue_get_integer(value)) : nil
    }
  }

  /// Seconds east of UTC.
  borrowing func offset(ofLine line: Int, _ index: Int = 0) -> Int? {
    withValue(ofLine: line, index) { value, kind in
      kind == ICAL_UTCOFFSET_VALUE ? Int(icalvalue_get_utcoffset(value)) : nil
    }
  }

  borrowing func geo(ofLine line: Int, _ index: Int = 0) -> (latitude: Double, longitude: Double)? {
    withValue(ofLine: line, index) { value, kind in
      guard kind == ICAL_GEO_VALUE else { return nil }
      let geo = icalvalue_get_geo(value)
      return (geo.lat, geo.lon)
    }
  }

  /// Text, unescaped; text that libical would alter is unescaped from the line.
  borrowing func text(ofLine line: Int, in table: borrowing LineTable) -> String {
    let known: String? = withValue(ofLine: line, 0) { value, kind in
      kind == ICAL_TEXT_VALUE ? icalvalue_get_text(value).map { String(cString: $0) } : nil
    }
    return known ?? table.withBytes { TextValue.unescaped($0.value(of: table.lines[line])) }
  }
}

extension LibicalTime {
  init(_ time: icaltimetype) {
    self.init(
      year: Int(time.year), month: Int(time.month), day: Int(time.day), hour: Int(time.hour),
      minute: Int(time.minute), second: Int(time.second), isDate: time.is_date != 0,
      isUTC: time.zone != nil && time.zone == icaltimezone_get_utc_timezone())
  }
}

extension LibicalDuration {
  init(_ duration: icaldurationtype) {
    self.init(
      isNegative: duration.is_neg != 0, weeks: Int(duration.weeks), days: Int(duration.days),
      hours: Int(duration.hours), minutes: Int(duration.minutes), seconds: Int(duration.seconds))
  }
}

extension LibicalPeriod {
  init(_ period: icalperiodtype) {
    start = LibicalTime(period.start)
    extent =
      icaltime_is_null_time(period.end) == 0
      ? .end(LibicalTime(period.end)) : .duration(LibicalDuration(period.duration))
  }
}
