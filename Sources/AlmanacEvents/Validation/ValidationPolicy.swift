internal import AlmanacTime

/// The rules, beyond those of RFC 5545, that an item has to obey to be added to a calendar or changed in it.
///
/// The rules of RFC 5545 always apply to added items; imported items (`EventCalendar.insert`) are not checked. An edit has
/// to obey the rules where it changes something.
///
/// ```swift
/// try calendar.add(event, at: now)                          // RFC 5545; a task also obeys the rules of tasks
/// try calendar.add(event, policy: .requiresName, at: now)   // and a name
/// ```
public struct ValidationPolicy: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Requires a name that is not blank; else `empty_name`.
  public static let requiresName = ValidationPolicy(rawValue: 1)
  /// Refuses a name whose first character, blanks aside, is a decimal digit of any script: `leading_digit`.
  public static let refusesLeadingDigit = ValidationPolicy(rawValue: 2)
  /// Requires a date; else `missing_date`.
  public static let requiresDate = ValidationPolicy(rawValue: 4)
  /// Requires a time of day; else `missing_time`.
  public static let requiresTime = ValidationPolicy(rawValue: 8)
  /// Refuses a red: `reserved_color`. See `CalendarColor.isRed`.
  public static let reservesRed = ValidationPolicy(rawValue: 16)

  /// The rules of RFC 5545 alone.
  public static let standard: ValidationPolicy = []

  /// The rules of tasks: a name that does not begin with a digit, a date and a time, no red.
  public static let task: ValidationPolicy = [
    .requiresName, .refusesLeadingDigit, .requiresDate, .requiresTime, .reservesRed,
  ]
}

extension CalendarItem {
  /// Whether the item was made as a task, which a file states by `X-ALMANAC-KIND:TASK` and by a CONCEPT (RFC 9253 §8.1).
  ///
  /// By default, additions and edits of a task are checked by ``ValidationPolicy/task``.
  public var isTask: Bool {
    get { almanacKind == AlmanacKind.task }
    set { if newValue != isTask { setAlmanacKind(newValue ? AlmanacKind.task : nil) } }
  }

  /// The default policy of the item.
  var ownPolicy: ValidationPolicy { isTask ? .task : .standard }
}

extension Item {
  /// The rules of the policy that the item breaks in what differs from an earlier state of it; all that it breaks without
  /// one.
  func violations(_ policy: ValidationPolicy, ofChangesSince before: Item?) -> [EventError.Reason] {
    let reasons = policy.violations(of: self)
    guard let before else { return reasons }
    return reasons.filter { reason in
      switch reason.property {
      case "SUMMARY": summary != before.summary
      case "COLOR": color != before.color
      default: moment != before.moment
      }
    }
  }
}

extension ValidationPolicy {
  func violations(of item: Item) -> [EventError.Reason] {
    let moment = item.moment
    return violations(
      name: item.summary, hasDate: moment != nil, hasTime: moment.map { !$0.isDate } ?? false,
      color: item.color, uid: item.uid)
  }

  /// The faults of a name, a time and a colour, in this order.
  func violations(name: String, hasDate: Bool, hasTime: Bool, color: CalendarColor?, uid: String)
    -> [EventError.Reason]
  {
    var check = ItemCheck(uid: uid)
    let readsName = !isDisjoint(with: [.requiresName, .refusesLeadingDigit])
    let first = readsName ? name.unicodeScalars.first { $0.isVisible } : nil
    if contains(.requiresName), first == nil { check.fail(.emptyName, "SUMMARY", expected: "a name") }
    if contains(.refusesLeadingDigit), first?.properties.numericType == .decimal {
      check.fail(.leadingDigit, "SUMMARY", expected: "a name that does not begin with a digit")
    }
    if contains(.requiresDate), !hasDate { check.fail(.missingDate, "DTSTART", expected: "a date") }
    if contains(.requiresTime), !hasTime { check.fail(.missingTime, "DTSTART", expected: "a time of day") }
    if contains(.reservesRed), let color, color.isRed {
      check.fail(
        .reservedColor, "COLOR",
        expected: "a colour that is not a red, which is reserved for days with several items")
    }
    return check.reasons
  }
}

extension Unicode.Scalar {
  /// Whether it is neither white space nor a format character, such as a mark of direction or a space of no width.
  fileprivate var isVisible: Bool { !properties.isWhitespace && properties.generalCategory != .format }
}
