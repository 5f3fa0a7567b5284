internal import AlmanacTime

/// The days of a rule that chooses them by weekday, day of the month and month alone, at one time of day: nearly all
/// rules that people make. Small, and asked for the days of a `DayBlock` in a few instructions.
///
/// ```swift
/// let pattern = RecurrenceExpansion(set).dayPattern
/// pattern?.days(in: DayBlock(from: monday.daysSinceEpoch))      // bit n: n days after that Monday
/// ```
public struct DayPattern: Sendable, Hashable {
  /// The day numbers of the first and the last instance that are possible.
  public let firstDay: Int32
  public let lastDay: Int32
  /// Seconds into the day.
  public let time: Int32
  /// Which days, without the bounds.
  public let cycle: DayCycle

  /// The days on which there is an instance: bit n stands for n days after the block's first.
  public func days(in block: DayBlock) -> UInt64 {
    let low = Swift.max(Int(firstDay) - block.first, 0)
    let high = Swift.min(Int(lastDay) - block.first, DayBlock.length - 1)
    return low <= high ? cycle.days(in: block) & UInt64.ones(low..<(high + 1)) : 0
  }
}

/// The days that a rule chooses by weekday, day of the month and month: the same for all series that fall on the same
/// days, whenever they begin and end.
public struct DayCycle: Sendable, Hashable {
  /// What INTERVAL counts, and from where.
  let unit: Unit
  let interval: Int32
  let phase: Int32
  /// Bit 0 for Monday … bit 6 for Sunday.
  let weekdays: UInt8
  /// Which of a month's days: 1 for the first, -1 for the last, 0 for all.
  let position: Int8
  /// Bit m for month m.
  let months: UInt16
  /// Bit d for day d.
  let monthDays: UInt32
  /// Bit 31 - d for the d-th day from the end of the month.
  let monthDaysFromEnd: UInt32

  enum Unit: UInt8 {
    case day, week, month, year
  }

  /// The days on which it falls: bit n stands for n days after the block's first.
  public func days(in block: DayBlock) -> UInt64 {
    var mask = UInt64.max
    if weekdays != Self.allWeekdays, position == 0 {
      mask &= Self.repeated(weekdays, from: block.weekday)
    }
    if mask != 0, interval > 1, unit == .day || unit == .week { mask &= grid(block) }
    if mask != 0, choosesInMonths { mask &= daysOfMonths(in: block, wanted: mask) }
    return mask
  }

  static let allWeekdays: UInt8 = 0x7F
  static let allMonths: UInt16 = 0x1FFE
  static let allMonthDays: UInt32 = 0xFFFF_FFFE

  private var choosesInMonths: Bool {
    months != Self.allMonths || monthDays != Self.allMonthDays || position != 0
      || interval > 1 && (unit == .month || unit == .year)
  }

  /// A set of weekdays, week after week, bit 0 being a weekday.
  private static func repeated(_ weekdays: UInt8, from first: Int) -> UInt64 {
    let week = UInt64(weekdays)
    let shift = UInt64(first)
    return ((week >> shift | week << (7 - shift)) & 0x7F) &* UInt64.sevenths
  }

  /// Every so many days, or the weeks every so many.
  private func grid(_ block: DayBlock) -> UInt64 {
    let isWeeks = unit == .week
    let step = Int(interval) * (isWeeks ? 7 : 1)
    var mask: UInt64 = 0
    var bit = (Int(phase) - block.first).flooredRemainder(step)
    if isWeeks {
      // The week that is open when the block begins.
      if bit > step - 7 { mask = 0x7F >> UInt64(step - bit) }
      while bit < 64 {
        mask |= 0x7F << UInt64(bit)
        bit += step
      }
    } else {
      while bit < 64 {
        mask |= 1 << UInt64(bit)
        bit += step
      }
    }
    return mask
  }

  private func daysOfMonths(in block: DayBlock, wanted: UInt64) -> UInt64 {
    var mask: UInt64 = 0
    for lane in 0..<block.monthCount where isOpen(block.months[lane], of: block.years[lane]) {
      let length = Int(block.lengths[lane])
      // Bit 1 is the first of the month.
      let whole = UInt64.ones(1..<(length + 1))
      let shift = Int(block.bits[lane]) - 1
      let visible = shift >= 0 ? whole << UInt64(shift) : whole >> UInt64(-shift)
      if visible & wanted == 0 { continue }
      var days = monthDays == Self.allMonthDays ? whole : chosenDays(length: length) & whole
      if position != 0 {
        days = chosen(days & Self.repeated(weekdays, from: (Int(block.weekdays[lane]) + 6) % 7))
      }
      mask |= shift >= 0 ? days << UInt64(shift) : days >> UInt64(-shift)
    }
    return mask
  }

  private func isOpen(_ month: Int32, of year: Int32) -> Bool {
    if months & (1 << UInt16(month)) == 0 { return false }
    guard interval > 1 else { return true }
    switch unit {
    case .day, .week: return true
    case .month: return (Int(year) * 12 + Int(month) - 1 - Int(phase)).flooredRemainder(Int(interval)) == 0
    case .year: return (Int(year) - Int(phase)).flooredRemainder(Int(interval)) == 0
    }
  }

  private func chosenDays(length: Int) -> UInt64 {
    let fromEnd = UInt64(monthDaysFromEnd)
    let shift = length - 30
    return UInt64(monthDays) | (shift >= 0 ? fromEnd << UInt64(shift) : fromEnd >> UInt64(-shift))
  }

  /// The one day at the position.
  private func chosen(_ days: UInt64) -> UInt64 {
    let count = days.nonzeroBitCount
    let index = position > 0 ? Int(position) - 1 : count + Int(position)
    return (0..<count).contains(index) ? 1 << UInt64(days.bit(at: index)) : 0
  }
}
