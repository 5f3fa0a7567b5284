internal import AlmanacTime

extension OccurrenceCollector {
  /// An occurrence while it is being looked for: plain numbers, as references are counted only for what is given.
  struct Hit {
    /// Instants, in seconds; for the viewer.
    let start: Int64
    let end: Int64
    /// The first bytes of the item's name.
    let name: UInt64
    let item: UnownedItem
    let calendar: Int32
    private let clock: Clock
    private let form: OccurrenceTimes.Form
    private let isInstance: Bool

    private enum Clock {
      /// How far clocks are ahead of the start and of the end.
      case ahead(Int32, Int32)
      /// The place of the stated times.
      case stated(Int32)
    }
  }
}

extension OccurrenceCollector.Hit {
  /// An instance of a simple series.
  ///
  /// - Parameter walls: What clocks show at the start and at the end.
  init(
    _ item: UnownedItem, name: UInt64, in calendar: Int32, from start: Int64, to end: Int64,
    walls: (start: Int64, end: Int64), form: OccurrenceTimes.Form
  ) {
    self.start = start
    self.end = end
    self.name = name
    self.item = item
    self.calendar = calendar
    clock = .ahead(Int32(clamping: walls.start - start), Int32(clamping: walls.end - end))
    self.form = form
    isInstance = true
  }

  /// Anything else, with its times where they are for the viewer.
  ///
  /// - Parameter stated: Takes in what numbers do not say.
  init(
    _ item: UnownedItem, name: UInt64, in calendar: Int32, from start: Int64, to end: Int64,
    _ times: OccurrenceTimes, stated: inout [StatedTimes]
  ) {
    self.start = start
    self.end = end
    self.name = name
    self.item = item
    self.calendar = calendar
    form = times.form
    isInstance = times.isInstance
    if let own = times.stated {
      clock = .stated(Int32(clamping: stated.count))
      stated.append(own)
    } else if times.form == .zoned {
      clock = .ahead(times.startOffset, times.endOffset)
    } else {
      clock = .ahead(Int32(clamping: times.start - start), Int32(clamping: times.end - end))
    }
  }

  var isDate: Bool { form == .date }

  @inline(__always)
  func occurrence(_ stated: [StatedTimes]) -> Occurrence {
    Occurrence(item.item, times(stated), calendar: calendar)
  }

  /// As they are, whoever looks.
  @inline(__always)
  func times(_ stated: [StatedTimes]) -> OccurrenceTimes {
    switch clock {
    case .stated(let place):
      return OccurrenceTimes(stated[Int(place)])
    case .ahead(let first, let last) where form == .zoned:
      return OccurrenceTimes(
        from: start, to: end, offsets: (first, last), form: form, isInstance: isInstance)
    case .ahead(let first, let last):
      return OccurrenceTimes(
        from: start + Int64(first), to: end + Int64(last), offsets: (0, 0), form: form,
        isInstance: isInstance)
    }
  }
}
