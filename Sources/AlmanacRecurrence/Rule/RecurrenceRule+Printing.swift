import AlmanacTime

extension RecurrenceRule: CustomStringConvertible {
  /// The value of an RRULE property in canonical form.
  ///
  /// RSCALE, FREQ, UNTIL or COUNT, INTERVAL, the BY-parts from seconds to positions, WKST, SKIP; what is the
  /// default (INTERVAL=1, WKST=MO, SKIP=OMIT) is left out. Lists keep their order. Reading it back gives an equal
  /// rule when all numbers are within their limits and UNTIL within the years 0…9999.
  public var description: String {
    var text = calendarScale.map { "RSCALE=\($0);" } ?? ""
    text += "FREQ=\(frequency.code)"
    switch end {
    case .never: break
    case .count(let count): text += ";COUNT=\(count)"
    case .until(let until): text += ";UNTIL=\(until)"
    }
    if interval != 1 { text += ";INTERVAL=\(interval)" }
    for part in [Part.bySecond, .byMinute, .byHour] { text += listed(part, self[numbers: part]) }
    text += listed(.byDay, byDay)
    for part in [Part.byMonthDay, .byYearDay, .byWeekNumber] { text += listed(part, self[numbers: part]) }
    text += listed(.byMonth, byMonth)
    text += listed(.bySetPosition, bySetPosition)
    if weekStart != .monday { text += ";WKST=\(weekStart.code)" }
    if skip != .omit { text += ";SKIP=\(skip.code)" }
    return text
  }

  private func listed<Value: CustomStringConvertible>(_ part: Part, _ values: [Value]) -> String {
    guard let first = values.first else { return "" }
    var text = ";\(part.name)=\(first.description)"
    for value in values.dropFirst() { text += "," + value.description }
    return text
  }
}

extension RecurrenceRule.Until: CustomStringConvertible {
  /// `20260630`, `20260630T235959` or `20260630T215959Z`.
  public var description: String {
    switch self {
    case .date(let date): date.formatted(.basic)
    case .local(let local): local.formatted(.basic)
    case .utc(let utc): utc.formatted(.basic) + "Z"
    }
  }
}
