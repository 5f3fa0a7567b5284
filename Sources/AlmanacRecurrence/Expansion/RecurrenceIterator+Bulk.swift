public import AlmanacTime

/// Writing many instances at once.
extension RecurrenceIterator {
  /// Writes the next instances into uninitialised memory and says how many: fewer than fit only at the end.
  ///
  /// Whole windows are written at a time, several times faster than `next()`.
  public mutating func fill(_ buffer: UnsafeMutableBufferPointer<CivilDateTime>) -> Int {
    var filled = 0
    while filled < buffer.count {
      if bits != 0 {
        filled += fillDays(buffer, from: filled)
      } else if stepsLeft > 0 {
        filled += fillSteps(buffer, from: filled)
      } else if let count = fillYears(buffer, from: filled) {
        filled += count
      } else if let time = nextFromList() {
        buffer.initializeElement(at: filled, to: time)
        filled += 1
      } else {
        break
      }
    }
    return filled
  }

  private mutating func fillDays(_ buffer: UnsafeMutableBufferPointer<CivilDateTime>, from start: Int) -> Int
  {
    var word = bits
    let taken = Swift.min(word.nonzeroBitCount, buffer.count - start)
    for index in start..<(start + taken) {
      let time = base &+ Int64(truncatingIfNeeded: word.trailingZeroBitCount) &* 86_400
      buffer.initializeElement(at: index, to: CivilDateTime(uncheckedSecondsSinceEpoch: time))
      word &= word &- 1
    }
    bits = word
    return taken
  }

  private mutating func fillSteps(_ buffer: UnsafeMutableBufferPointer<CivilDateTime>, from start: Int) -> Int
  {
    let taken = Swift.min(stepsLeft, buffer.count - start)
    let first = stepNext
    let step = step
    for index in 0..<taken {
      let time = first &+ Int64(truncatingIfNeeded: index) &* step
      buffer.initializeElement(at: start + index, to: CivilDateTime(uncheckedSecondsSinceEpoch: time))
    }
    stepNext += Int64(taken) * step
    stepsLeft -= taken
    return taken
  }

  /// Writes whole years of a rule whose years repeat by kind, from lists of the seconds since their 1 January.
  ///
  /// - Returns: `nil` when the next year has to be opened word by word: the first, whose start may cut it, one that
  ///   a bound or the buffer cuts, or one of a rule that is not of this shape.
  private mutating func fillYears(_ buffer: UnsafeMutableBufferPointer<CivilDateTime>, from start: Int)
    -> Int?
  {
    while wordIndex < 8, words[wordIndex] == 0 { wordIndex &+= 1 }
    guard case .years(let interval, _, let set) = plan.shape, wordIndex == 8, openedYears > 2,
      listIndex == listEnd, plan.times.count == 1, plan.parts.skip == .omit, plan.repeatsByKind(set)
    else { return nil }
    var filled = start
    while period <= 9999 {
      let shape = YearShape(period)
      let base = Int64(shape.newYear - DayBits.newYear) * 86_400 + plan.times[0]
      guard base >= floor, base + Int64(DayBits.size) * 86_400 <= ceiling else { break }
      let seconds = secondsOfYear(shape, set)
      guard seconds.count <= Swift.min(buffer.count - filled, remaining) else { break }
      for index in seconds {
        let time = CivilDateTime(uncheckedSecondsSinceEpoch: base &+ yearSeconds[index])
        buffer.initializeElement(at: filled, to: time)
        filled &+= 1
      }
      if remaining != Int.max { remaining -= seconds.count }
      period &+= interval
    }
    return filled > start ? filled - start : nil
  }

  /// Where `yearSeconds` has the instances of a kind of year, in seconds after the frame's first day.
  private mutating func secondsOfYear(_ shape: YearShape, _ set: ExpansionPlan.YearSet) -> Range<Int> {
    if yearRanges.isEmpty { yearRanges = Array(repeating: -1..<0, count: 14) }
    let known = yearRanges[shape.kind]
    if known.lowerBound >= 0 { return known }
    let first = yearSeconds.count
    plan.yearMask(set, shape, within: 0..<DayBits.size).forEachBit { yearSeconds.append(Int64($0) * 86_400) }
    yearRanges[shape.kind] = first..<yearSeconds.count
    return yearRanges[shape.kind]
  }
}
