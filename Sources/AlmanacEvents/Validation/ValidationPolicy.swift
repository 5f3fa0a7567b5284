/// The rules, beyond those of RFC 5545, that an item has to obey to be added to a calendar.
///
/// The rules of RFC 5545 always hold for added items; imported items (`EventCalendar.insert`) are not checked.
///
/// ```swift
/// try calendar.add(event, at: now)                // RFC 5545
/// try calendar.add(task, policy: .task, at: now)  // and a name, a time, no red
/// ```
public struct ValidationPolicy: Sendable, Hashable {
  /// Requires a name that is not blank; else `empty_name`.
  public var requiresName: Bool
  /// Refuses a name whose first character, blanks aside, is a decimal digit of any script: `leading_digit`.
  public var refusesLeadingDigit: Bool
  /// Requires a date; else `missing_date`.
  public var requiresDate: Bool
  /// Requires a time of day; else `missing_time`.
  public var requiresTime: Bool
  /// Refuses a red: `reserved_color`. See `CalendarColor.isRed`.
  public var reservesRed: Bool

  public init(
    requiresName: Bool = false, refusesLeadingDigit: Bool = false, requiresDate: Bool = false,
    requiresTime: Bool = false, reservesRed: Bool = false
  ) {
    self.requiresName = requiresName
    self.refusesLeadingDigit = refusesLeadingDigit
    self.requiresDate = requiresDate
    self.requiresTime = requiresTime
    self.reservesRed = reservesRed
  }

  /// The rules of RFC 5545 alone.
  public static let standard = ValidationPolicy()

  /// The rules of tasks: a name that does not begin with a digit, a date and a time, no red.
  public static let task = ValidationPolicy(
    requiresName: true, refusesLeadingDigit: true, requiresDate: true, requiresTime: true, reservesRed: true)
}

extension ValidationPolicy {
  /// The faults of a name, a time and a colour, in this order.
  func violations(name: String, hasDate: Bool, hasTime: Bool, color: CalendarColor?, uid: String)
    -> [EventError.Reason]
  {
    var reasons: [EventError.Reason] = []
    let first = requiresName || refusesLeadingDigit ? name.first { !$0.isWhitespace } : nil
    if requiresName, first == nil {
      reasons.append(.init(.emptyName, "SUMMARY", uid: uid, expected: "a name"))
    }
    if refusesLeadingDigit, let first, Self.isDigit(first) {
      reasons.append(.init(.leadingDigit, "SUMMARY", uid: uid, expected: "a name that begins with no digit"))
    }
    if requiresDate, !hasDate {
      reasons.append(.init(.missingDate, "DTSTART", uid: uid, expected: "a date"))
    }
    if requiresTime, !hasTime {
      reasons.append(.init(.missingTime, "DTSTART", uid: uid, expected: "a time of day"))
    }
    if reservesRed, let color, color.isRed {
      reasons.append(
        .init(.reservedColor, "COLOR", uid: uid, expected: "a colour that is not red, which marks full days"))
    }
    return reasons
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.numericType == .decimal
  }
}
