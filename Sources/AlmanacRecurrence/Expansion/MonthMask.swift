/// The days that a rule chooses within one month, as bits: bit d is day d. Bit 0 is the day before the month and
/// the bit after its last day the day after, where SKIP moves days that the month does not have.
extension RuleParts {
  /// - Parameters:
  ///   - weekday: Of the first of the month, Monday 0 … Sunday 6.
  ///   - length: Days in the month.
  func monthMask(firstWeekday weekday: Int, length: Int) -> UInt64 {
    let whole = UInt64.ones(1..<(length + 1))
    var mask = hasMonthDays ? monthDayMask(length: length) : whole
    if hasWeekdays { mask &= monthWeekdayMask(firstWeekday: weekday, length: length) }
    return mask
  }

  private func monthDayMask(length: Int) -> UInt64 {
    let whole = UInt64.ones(1..<(length + 1))
    var mask = monthDays & whole
    var fromEnd = monthDaysFromEnd
    var invalidFromEnd = false
    while fromEnd != 0 {
      let day = length + 1 - fromEnd.trailingZeroBitCount
      fromEnd &= fromEnd &- 1
      if day >= 1 { mask |= 1 << UInt64(day) } else { invalidFromEnd = true }
    }
    let invalid = monthDays & ~whole != 0
    switch skip {
    case .omit:
      break
    case .forward:
      if invalid { mask |= 1 << UInt64(length + 1) }
      if invalidFromEnd { mask |= 1 << 1 }
    case .backward:
      if invalid { mask |= 1 << UInt64(length) }
      if invalidFromEnd { mask |= 1 }
    }
    return mask
  }

  /// Whether a weekday is chosen at all, Monday 0 … Sunday 6.
  func chooses(lane: Int) -> Bool {
    weekdays & (1 << UInt8(lane)) != 0 || ordinals[lane] | ordinalsFromEnd[lane] != 0
  }

  private func monthWeekdayMask(firstWeekday: Int, length: Int) -> UInt64 {
    // The days on either side have weekdays too, for those that SKIP moves there.
    let frame = UInt64.ones(0..<(length + 2))
    var mask: UInt64 = 0
    for lane in 0..<7 where chooses(lane: lane) {
      let first = 1 + (lane - firstWeekday + 7) % 7
      let all = UInt64.sevenths << UInt64(first % 7) & frame
      if weekdays & (1 << UInt8(lane)) != 0 { mask |= all }
      guard hasOrdinals else { continue }
      let count = (length - first) / 7 + 1
      mask |= UInt64.ordinals(ordinals[lane], count: count) { first + 7 * ($0 - 1) }
      mask |= UInt64.ordinals(ordinalsFromEnd[lane], count: count) { first + 7 * (count - $0) }
    }
    return mask
  }
}

extension UInt64 {
  /// Bits 0, 7, 14 … 63.
  static let sevenths: UInt64 = 0x8102_0408_1020_4081

  /// The bits of the ordinals that are at most `count`, each placed by its number.
  fileprivate static func ordinals(_ ordinals: UInt64, count: Int, place: (Int) -> Int) -> UInt64 {
    var mask: UInt64 = 0
    var left = ordinals & ones(1..<(count + 1))
    while left != 0 {
      mask |= 1 << UInt64(place(left.trailingZeroBitCount))
      left &= left &- 1
    }
    return mask
  }
}
