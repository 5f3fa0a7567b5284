/// The two forms in which ISO 8601 writes dates and times.
public enum CivilForm: Sendable, Hashable {
  /// `20260302T090000`: RFC 5545 §3.3.4, §3.3.5, §3.3.12.
  case basic
  /// `2026-03-02T09:00:00`: ISO 8601 extended, RFC 9557.
  case extended
}

extension CivilDate: CustomStringConvertible {
  /// Reads `2026-03-02` or `20260302`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.date() }
  }

  public func formatted(_ form: CivilForm) -> String {
    let (year, month, day) = fields
    let separator = form == .extended ? "-" : ""
    return Digits.year(year) + separator + Digits.two(month) + separator + Digits.two(day)
  }

  public var description: String { formatted(.extended) }
}

extension CivilTime: CustomStringConvertible {
  /// Reads `09:00`, `09:00:30` or `090030`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.time() }
  }

  public func formatted(_ form: CivilForm) -> String {
    let separator = form == .extended ? ":" : ""
    return Digits.two(hour) + separator + Digits.two(minute) + separator + Digits.two(second)
  }

  public var description: String { formatted(.extended) }
}

extension CivilDateTime: CustomStringConvertible {
  /// Reads `2026-03-02T09:00`, with seconds or without, or `20260302T090000`.
  ///
  /// - Throws: `TimeError` with the offset of the fault; an offset or a `Z` after the time is one, as it is no
  ///   part of a wall-clock time.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.dateTime() }
  }

  public func formatted(_ form: CivilForm) -> String {
    date.formatted(form) + "T" + time.formatted(form)
  }

  public var description: String { formatted(.extended) }
}

extension YearMonth: CustomStringConvertible {
  /// Reads `2026-03` or `202603`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.yearMonth() }
  }

  public var description: String { "\(Digits.year(year))-\(Digits.two(month))" }
}

extension Instant: CustomStringConvertible {
  /// Reads `2026-03-02T08:00:00Z`, `20260302T080000Z` or a time with an offset, `2026-03-02T09:00:00+01:00`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in
      let civil = try scanner.dateTime()
      return Instant(secondsSinceEpoch: civil.secondsSinceEpoch - Int64(try scanner.utcOffset()))
    }
  }

  /// The UTC time in the basic or the extended form, with `Z`.
  public func formatted(_ form: CivilForm) -> String { utc.formatted(form) + "Z" }

  public var description: String { formatted(.extended) }
}
