extension OccurrenceCollector {
  /// An occurrence while it is being collected: plain numbers, as references are counted only for the results.
  struct Hit {
    /// The instants of start and end for the viewer, in seconds since 1970.
    let start: Int64
    let end: Int64
    /// The first bytes of the item's summary.
    let name: UInt64
    let item: UnownedItem
    let calendar: Int32
    private let clock: Clock
    private let form: OccurrenceTimes.Form
    private let isInstance: Bool

    private enum Clock {
      /// The seconds by which the wall clock is ahead of UTC at the start and at the end.
      case ahead(Int32, Int32)
      /// The index of the separate times.
      case separate(Int32)
    }
  }
}

extension OccurrenceCollector.Hit {
  /// A hit for an instance of a simple series.
  ///
  /// - Parameter walls: The wall-clock seconds of the start and the end.
  init(
    _ item: UnownedItem, name: UInt64, in calendar: Int32, from start: Int64, to end: Int64,
    walls: (start: Int64, end: Int64), form: OccurrenceTimes.Form
  ) {
    self.init(
      start: start, end: end, name: name, item: item, calendar: calendar,
      clock: .ahead(Int32(clamping: walls.start - start), Int32(clamping: walls.end - end)), form: form,
      isInstance: true)
  }

  /// A hit for any other occurrence.
  ///
  /// - Parameters:
  ///   - start: The instant of the start for the viewer, in seconds.
  ///   - end: The instant of the end for the viewer, in seconds.
  ///   - separateTimes: The list to which times are added that numbers cannot express.
  init(
    _ item: UnownedItem, name: UInt64, in calendar: Int32, from start: Int64, to end: Int64,
    _ times: OccurrenceTimes, separateTimes: inout [Box<SeparateTimes>]
  ) {
    let clock: Clock
    if let own = times.separate {
      clock = .separate(Int32(clamping: separateTimes.count))
      separateTimes.append(own)
    } else if times.form == .zoned {
      clock = .ahead(times.startOffset, times.endOffset)
    } else {
      clock = .ahead(Int32(clamping: times.start - start), Int32(clamping: times.end - end))
    }
    self.init(
      start: start, end: end, name: name, item: item, calendar: calendar, clock: clock, form: times.form,
      isInstance: times.isInstance)
  }

  var isDate: Bool { form == .date }

  @inline(__always)
  func occurrence(_ separateTimes: [Box<SeparateTimes>]) -> Occurrence {
    Occurrence(item.item, times(separateTimes), calendar: calendar)
  }

  /// The times of the occurrence, which do not depend on the viewer's zone.
  @inline(__always)
  func times(_ separateTimes: [Box<SeparateTimes>]) -> OccurrenceTimes {
    switch clock {
    case .separate(let place):
      return OccurrenceTimes(separateTimes[Int(place)])
    case .ahead(let first, let last) where form == .zoned:
      return OccurrenceTimes(from: start, to: end, offsets: (first, last), form: form, isInstance: isInstance)
    case .ahead(let first, let last):
      return OccurrenceTimes(
        from: start + Int64(first), to: end + Int64(last), offsets: (0, 0), form: form,
        isInstance: isInstance)
    }
  }
}
