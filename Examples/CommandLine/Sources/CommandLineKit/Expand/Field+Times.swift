import AlmanacRecurrence
import AlmanacTime

extension Field {
  /// The value as one date or time, by VALUE and TZID.
  func time() throws(Complaint) -> EventTime {
    try time(value)
  }

  /// The values of a list of dates, times or periods.
  func dates() throws(Complaint) -> [RecurrenceDate] {
    var dates: [RecurrenceDate] = []
    for text in value.split(separator: ",") {
      dates.append(try recurrenceDate(String(text).trimmed))
    }
    guard !dates.isEmpty else { throw Complaint("\(name) is empty", expected: "dates or times") }
    return dates
  }

  private func recurrenceDate(_ text: String) throws(Complaint) -> RecurrenceDate {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard isPeriod || parts.count > 1 else { return RecurrenceDate(try time(text)) }
    guard isPeriod, parts.count == 2 else {
      throw Complaint(
        "\(name): \(text) is not a period",
        expected: "VALUE=PERIOD and a value such as 20260302T090000/PT1H")
    }
    let start = try time(parts[0])
    guard !start.isDate else {
      throw Complaint("\(name): a period starts on a date", expected: "a time such as 20260302T090000")
    }
    if parts[1].hasPrefix("P") || parts[1].hasPrefix("+P") {
      return RecurrenceDate(
        start,
        extent: .duration(
          try understood { () throws(TimeError) in
            try CalendarDuration(parts[1])
          }))
    }
    return RecurrenceDate(start, extent: .end(try time(parts[1])))
  }

  private var isPeriod: Bool { valueType == "PERIOD" }

  private var valueType: String? { self["VALUE"]?.uppercased() }

  private func time(_ text: String) throws(Complaint) -> EventTime {
    let read = try understood { () throws(TimeError) in try EventTime(reading: text) }
    if valueType == "DATE", !read.isDate {
      throw Complaint(
        "\(name): \(text) is not a date", expected: "a date such as 20260302, as VALUE=DATE says")
    }
    if valueType == "DATE-TIME", read.isDate {
      throw Complaint("\(name): \(text) is a date", expected: "a time such as 20260302T090000")
    }
    guard let zoneName = self["TZID"] else { return read }
    guard case .floating(let local) = read else {
      let kind = read.isDate ? "a date" : "a time with a zone of its own"
      throw Complaint("\(name): \(text) is \(kind) and has a TZID", expected: "a local time, or no TZID")
    }
    let zone = try understood { () throws(TimeError) in try Zone(zoneName) }
    return .zoned(local.in(zone))
  }

  private func understood<Value>(_ read: () throws(TimeError) -> Value) throws(Complaint) -> Value {
    do throws(TimeError) { return try read() } catch { throw Complaint(error, in: name) }
  }
}

extension Complaint {
  /// The message about a date, a time, a duration or a zone.
  init(_ error: TimeError, in name: String) {
    switch error.code {
    case .unknownZone: self.init("\(name): unknown zone", expected: Phrase(error.expected))
    case .badZoneData: self.init("\(name): damaged zone file", expected: Phrase(error.expected))
    case .outOfRange:
      self.init("\(name): out of range at offset \(error.offset)", expected: Phrase(error.expected))
    default: self.init("\(name): not understood at offset \(error.offset)", expected: Phrase(error.expected))
    }
  }
}
