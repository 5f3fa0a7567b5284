import AlmanacComponents
import CLibical

/// The values of a parsed component by line and, in lists, by place. `nil` where libical was given none or rejected it.
extension LibicalReader {
  /// DATE or DATE-TIME.
  borrowing func time(ofLine line: Int, _ index: Int = 0) -> LibicalTime? {
    let isUTC = utcMarks(ofLine: line, index).contains(.last)
    let time: LibicalTime? = withValue(ofLine: line, index) { value, kind in
      switch kind {
      case ICAL_DATE_VALUE: LibicalTime(icalvalue_get_date(value), isUTC: isUTC)
      case ICAL_DATETIME_VALUE: LibicalTime(icalvalue_get_datetime(value), isUTC: isUTC)
      case ICAL_DATETIMEPERIOD_VALUE: LibicalTime(icalvalue_get_datetimeperiod(value).time, isUTC: isUTC)
      case ICAL_TRIGGER_VALUE: LibicalTime(icalvalue_get_trigger(value).time, isUTC: isUTC)
      default: nil
      }
    }
    // libical reads by `sscanf`, which takes a sign where only digits may stand.
    return time.flatMap { $0.year < 0 ? nil : $0 }
  }

  borrowing func period(ofLine line: Int, _ index: Int = 0) -> LibicalPeriod? {
    let marks = utcMarks(ofLine: line, index)
    return withValue(ofLine: line, index) { value, kind in
      switch kind {
      case ICAL_PERIOD_VALUE: LibicalPeriod(icalvalue_get_period(value), marks)
      case ICAL_DATETIMEPERIOD_VALUE: LibicalPeriod(icalvalue_get_datetimeperiod(value).period, marks)
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

  borrowing func geo(ofLine line: Int, _ index: Int = 0) -> (latitude: Double, longitude: Double)? {
    withValue(ofLine: line, index) { value, kind in
      guard kind == ICAL_GEO_VALUE else { return nil }
      let geo = icalvalue_get_geo(value)
      return (geo.lat, geo.lon)
    }
  }

  /// Text, unescaped; text that libical would alter is unescaped from the line.
  borrowing func text(ofLine index: Int, _ line: ContentLine, in text: LineBytes) -> String {
    let known: String? = withValue(ofLine: index, 0) { value, kind in
      kind == ICAL_TEXT_VALUE ? icalvalue_get_text(value).map { String(cString: $0) } : nil
    }
    return known ?? TextValue.unescaped(text.value(of: line))
  }

  borrowing func text(ofLine line: Int, in table: borrowing LineTable) -> String {
    let lines = table.lines
    return table.withBytes { self.text(ofLine: line, lines[line], in: $0) }
  }
}

extension LibicalTime {
  init(_ time: icaltimetype, isUTC: Bool) {
    self.init(
      year: Int(time.year), month: Int(time.month), day: Int(time.day), hour: Int(time.hour),
      minute: Int(time.minute), second: Int(time.second), isDate: time.is_date != 0, isUTC: isUTC)
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
  init(_ period: icalperiodtype, _ marks: UTCMarks) {
    start = LibicalTime(period.start, isUTC: marks.contains(.first))
    extent =
      icaltime_is_null_time(period.end) == 0
      ? .end(LibicalTime(period.end, isUTC: marks.contains(.last)))
      : .duration(LibicalDuration(period.duration))
  }
}
