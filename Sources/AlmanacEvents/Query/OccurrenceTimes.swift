internal import AlmanacTime

/// When an occurrence is and which instance of its series: what is to be known beside its item.
///
/// Nearly always the item's zone and a few numbers say all, so that many are made and freed without counting
/// references to zones.
struct OccurrenceTimes: Sendable, Hashable {
  /// Seconds since 1970: of instants where the start has a zone, else on the wall clock.
  let start: Int64
  let end: Int64
  /// How far clocks are ahead then; of what has a zone.
  let startOffset: Int32
  let endOffset: Int32
  let form: Form
  /// Whether the start is the recurrence id.
  let isInstance: Bool
  /// What the numbers and the item do not say; rare, and then it alone tells.
  let stated: StatedTimes?

  /// The form of the start, and unless the times are stated of the end.
  enum Form: UInt8, Sendable, Hashable {
    case date, floating, zoned
  }

  /// Trusts that the times are on the clock of their item.
  init(
    from start: Int64, to end: Int64, offsets: (start: Int32, end: Int32), form: Form, isInstance: Bool
  ) {
    self.start = start
    self.end = end
    (startOffset, endOffset) = offsets
    self.form = form
    self.isInstance = isInstance
    stated = nil
  }

  /// Trusts that numbers would not say it.
  init(_ stated: StatedTimes) {
    start = stated.start.key
    end = stated.end.key
    (startOffset, endOffset) = (0, 0)
    form = Form(stated.start)
    isInstance = false
    self.stated = stated
  }

  /// As numbers where they say it, so that equal times are equal.
  init(from start: EventTime, to end: EventTime, id: EventTime?, of item: Item) {
    guard id == nil || id == start, let offsets = Self.offsets(start, end, of: item) else {
      self.init(StatedTimes(id: id, start: start, end: end))
      return
    }
    self.init(
      from: start.key, to: end.key, offsets: offsets, form: Form(start), isInstance: id != nil)
  }

  /// `nil` for times that are not of one form and on the item's clock.
  private static func offsets(
    _ start: EventTime, _ end: EventTime, of item: Item
  ) -> (start: Int32, end: Int32)? {
    switch (start, end) {
    case (.date, .date), (.floating, .floating):
      return (0, 0)
    case (.zoned(let start), .zoned(let end)):
      guard let zone = item.clock, start.zone == zone, end.zone == zone else { return nil }
      guard let first = start.offset, let last = end.offset else { return nil }
      return (first, last)
    default:
      return nil
    }
  }
}

/// Times that need words of their own, such as an override's, which is called by another time than its start.
final class StatedTimes: Sendable, Hashable {
  /// The series' instance that this is.
  let id: EventTime?
  let start: EventTime
  let end: EventTime

  init(id: EventTime?, start: EventTime, end: EventTime) {
    self.id = id
    self.start = start
    self.end = end
  }

  static func == (one: StatedTimes, other: StatedTimes) -> Bool {
    one === other || one.id == other.id && one.start == other.start && one.end == other.end
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(start)
    hasher.combine(end)
  }
}

/// As they were given.
extension OccurrenceTimes {
  func start(of item: Item) -> EventTime {
    stated?.start ?? time(start, ahead: startOffset, of: item)
  }

  func end(of item: Item) -> EventTime {
    stated?.end ?? time(end, ahead: endOffset, of: item)
  }

  func id(of item: Item) -> EventTime? {
    if let stated { return stated.id }
    return isInstance ? start(of: item) : nil
  }

  private func time(_ seconds: Int64, ahead offset: Int32, of item: Item) -> EventTime {
    let local = CivilDateTime(uncheckedSecondsSinceEpoch: seconds &+ Int64(offset))
    switch form {
    case .date: return .date(local.date)
    case .floating: return .floating(local)
    case .zoned:
      let instant = Instant(secondsSinceEpoch: seconds)
      return .zoned(ZonedDateTime(unchecked: local, in: item.clock ?? .utc, at: instant))
    }
  }

  /// By what instances of a series are ordered; what is none comes first.
  var idKey: Int64 {
    if let stated { return stated.id?.key ?? .min }
    return isInstance ? start : .min
  }

  /// From start to end, dates and floating times being on the viewer's clock.
  func interval(in viewer: Zone) -> Range<Instant> {
    var clock = ZoneCursor(viewer)
    return interval(in: viewer, &clock)
  }

  /// The same of one of many, which ask the viewer's clock one after another.
  @inline(__always)
  func interval(in viewer: Zone, _ clock: inout ZoneCursor) -> Range<Instant> {
    let (from, upTo): (Instant, Instant)
    if let stated {
      (from, upTo) = (stated.start.instant(in: viewer), stated.end.instant(in: viewer))
    } else if form == .zoned {
      (from, upTo) = (Instant(secondsSinceEpoch: start), Instant(secondsSinceEpoch: end))
    } else {
      from = clock.instant(of: CivilDateTime(uncheckedSecondsSinceEpoch: start))
      upTo = clock.instant(of: CivilDateTime(uncheckedSecondsSinceEpoch: end))
    }
    return from..<Swift.max(from, upTo)
  }
}

extension OccurrenceTimes.Form {
  init(_ time: EventTime) {
    switch time {
    case .date: self = .date
    case .floating: self = .floating
    case .zoned: self = .zoned
    }
  }
}

extension Item {
  /// The zone on whose clock it is: that of the time from which its instances are counted.
  var clock: Zone? { (content.fields.start ?? anchor)?.zone }
}

extension ZonedDateTime {
  /// How far its digits are ahead of its instant; in a gap further than the clock. `nil` for digits that are of
  /// another time.
  fileprivate var offset: Int32? {
    let (seconds, overflow) = local.secondsSinceEpoch.subtractingReportingOverflow(instant.secondsSinceEpoch)
    return overflow ? nil : Int32(exactly: seconds)
  }
}
