/// The calendar systems that an expansion knows, found by the name that RSCALE gives.
///
/// Calendars that differ from the Gregorian only in how they number years (ISO8601, BUDDHIST, JAPANESE, ROC) are
/// always known, as rules never name years. A rule of a system that is not known is ignored, as RFC 7529 §4.1 asks:
/// it has no instances, and its iterator's `outcome` is `.unsupportedCalendar`.
///
/// ```swift
/// let newYear = try RecurrenceRule("RSCALE=CHINESE;FREQ=YEARLY")
/// newYear.occurrences(from: try CivilDate(2013, 2, 10), calendars: .foundation)    // AlmanacFoundation
/// ```
public struct CalendarSystems: Sendable {
  private let find: (@Sendable (String) -> CalendarSystem?)?

  /// - Parameter find: The system of a name in upper case, `nil` for one that is not known.
  public init(find: @escaping @Sendable (String) -> CalendarSystem?) {
    self.find = find
  }

  private init() {
    find = nil
  }

  /// The systems of a list, each under its own name.
  public init(_ systems: [CalendarSystem]) {
    find = { name in systems.first { $0.name == name } }
  }

  /// Only what needs no other calendar than the Gregorian.
  public static var gregorian: CalendarSystems { CalendarSystems() }

  /// The system of a name in either case; `nil` for one that is not known, and for those that are Gregorian in
  /// months and days.
  public subscript(name: String) -> CalendarSystem? {
    let name = name.uppercased()
    return Self.isGregorian(name) ? nil : find?(name)
  }

  /// Whether rules of a calendar can be expanded.
  public func supports(_ name: String) -> Bool {
    Self.isGregorian(name.uppercased()) || self[name] != nil
  }

  /// Whether a calendar, named in upper case, has the Gregorian months and days.
  static func isGregorian(_ name: String) -> Bool {
    switch name {
    case "GREGORIAN", "GREGORY", "ISO8601", "BUDDHIST", "JAPANESE", "ROC": true
    default: false
    }
  }
}

extension RecurrenceRule {
  /// Whether the rule's calendar is among the systems; otherwise the rule has no instances.
  public func isSupported(by calendars: CalendarSystems) -> Bool {
    guard let calendarScale else { return true }
    return calendars.supports(calendarScale)
  }
}
