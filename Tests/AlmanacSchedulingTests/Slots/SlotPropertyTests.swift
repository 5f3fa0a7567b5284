import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

/// A schedule made at random, with the answer worked out minute by minute from what the clock on the wall shows.
private struct RandomSchedule {
  var zone: Zone
  var hours: [Weekday: [(from: Int, to: Int)]] = [:]
  var closed: [(from: Instant, to: Instant)] = []
  var items: [BusyTime.Item] = []
  var policy = BookingPolicy()
  let minutes: Int
  let now: Instant
  let window: Range<Instant>

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    zone = try Zone(
      random.one(of: ["Europe/Madrid", "Australia/Lord_Howe", "Asia/Kolkata", "America/St_Johns", "UTC"]))
    // Around the changes of clocks of both hemispheres.
    let first = try CivilDate(
      random.one(of: ["2026-03-27", "2026-10-02", "2026-10-23", "2026-04-03", "2026-11-01"]))
    window = QueryWindow(days: first..<first.adding(days: 4), in: zone).range
    minutes = random.one(of: [15, 30, 45, 60])
    let step = random.one(of: [15, 20, 30, 60])
    for weekday in Weekday.allCases where !random.once(in: 5) {
      // Bounds keep away from the hours at which clocks change, so that what an hour means is beyond doubt.
      let morning = (from: random.one(of: [0, 30, 300, 540, 550]), to: random.one(of: [600, 720, 780]))
      let evening = (from: 900, to: random.one(of: [1080, 1200, 1440]))
      hours[weekday] = random.once(in: 3) ? [morning] : [morning, evening]
    }
    // Where none needs time around it, busy time is used as it is.
    let needsTime = random.once(in: 2)
    for _ in 0..<random.int(0...12) {
      let start = window.lowerBound.adding(seconds: random.int(-20...1200) * 300)
      var item = BusyTime.Item(
        start..<start.adding(seconds: random.int(1...40) * 300), isBooking: random.once(in: 2))
      if needsTime, random.once(in: 2) { item.bufferBefore = .minutes(random.int(0...20)) }
      if needsTime, random.once(in: 2) { item.bufferAfter = .minutes(random.int(0...20)) }
      items.append(item)
    }
    // A short one inside each long one: what began last need not end last.
    for outer in items where outer.interval.upperBound.seconds(since: outer.interval.lowerBound) > 3600 {
      let start = outer.interval.lowerBound.adding(seconds: 300 * random.int(0...6))
      items.append(BusyTime.Item(start..<start.adding(seconds: 600)))
    }
    if random.once(in: 2) {
      let start = window.lowerBound.adding(seconds: random.int(0...300) * 900)
      closed = [(start, start.adding(seconds: 6 * 3600))]
    }
    now = window.lowerBound.adding(seconds: random.int(-100...100) * 900)
    policy = BookingPolicy(
      every: .minutes(step),
      buffers: Buffers(
        before: .minutes(random.one(of: [0, 10])), after: .minutes(random.one(of: [0, 15])),
        combination: random.one(of: [.shared, .adding])),
      minimumNotice: .minutes(random.one(of: [0, 90])),
      bookable: random.one(of: [.all, .rolling(days: 1), .rolling(days: 3)]),
      dailyLimit: random.one(of: [nil, 1, 3]))
  }

  var grid: SlotGrid {
    var weekly = WeeklyHours()
    for (weekday, spans) in hours {
      weekly[weekday] = spans.map { span in
        OpeningHours(
          from: CivilTime(uncheckedSecondOfDay: span.from * 60),
          to: CivilTime(uncheckedSecondOfDay: span.to % 1440 * 60))
      }
    }
    let periods = closed.map { ClosedPeriod(from: EventTime.utc($0.from), to: EventTime.utc($0.to)) }
    return try! SlotGrid(
      lasting: .minutes(minutes), in: window,
      for: [
        SlotParticipant(
          "", availability: Availability(weekly, in: zone, closures: periods), busy: BusyTime(items))
      ],
      policy: policy, at: now)
  }

  private func span(at instant: Instant) -> (from: Int, to: Int)? {
    let local = zone.local(at: instant)
    let minute = local.time.secondOfDay / 60
    return hours[local.date.weekday]?.first { $0.from <= minute && minute < $0.to }
  }

  /// Whether a minute is bookable, by looking at every minute of the slot and every item.
  func isBookable(_ start: Instant) -> Bool {
    guard let own = span(at: start) else { return false }
    let local = zone.local(at: start)
    guard (local.time.secondOfDay / 60 - own.from) % (policy.step?.minutes ?? 1) == 0 else { return false }
    for minute in 0..<minutes {
      let moment = start.adding(seconds: minute * 60)
      if span(at: moment) == nil { return false }
      if closed.contains(where: { $0.from <= moment && moment < $0.to }) { return false }
    }
    let end = start.adding(seconds: minutes * 60)
    for item in items {
      let adds = policy.buffers.combination == .adding
      let after = [policy.buffers.after.minutes, item.bufferBefore.minutes]
      let before = [policy.buffers.before.minutes, item.bufferAfter.minutes]
      let gapAfter = adds ? after[0] + after[1] : max(after[0], after[1])
      let gapBefore = adds ? before[0] + before[1] : max(before[0], before[1])
      let isClear =
        end.adding(seconds: gapAfter * 60) <= item.interval.lowerBound
        || item.interval.upperBound.adding(seconds: gapBefore * 60) <= start
      if !isClear { return false }
    }
    if start < now.adding(seconds: policy.minimumNotice.minutes * 60) { return false }
    if case .rolling(let count) = policy.bookable, local.date > zone.local(at: now).date.adding(days: count) {
      return false
    }
    guard let limit = policy.dailyLimit else { return true }
    return items.filter { $0.isBooking && zone.local(at: $0.interval.lowerBound).date == local.date }.count
      < limit
  }
}

@Suite("Offered slots can be booked, and no others")
struct SlotPropertyTests {
  @Test(
    "the listed slots are those that can be booked, minute by minute on the wall clock",
    arguments: UInt64(1)...UInt64(rounds(15)))
  func listed(seed: UInt64) throws {
    let schedule = try RandomSchedule(seed: seed)
    let minutes = schedule.window.upperBound.seconds(since: schedule.window.lowerBound) / 60
    let expected = (0..<minutes).map { schedule.window.lowerBound.adding(seconds: $0 * 60) }
      .filter { schedule.isBookable($0) }
    #expect(schedule.grid.slots.map { $0.interval.lowerBound } == expected)
  }

  @Test(
    "listed ⇒ bookable, not listed ⇒ refused with the same reasons",
    arguments: UInt64(100)..<100 + UInt64(rounds(15)))
  func sameReasons(seed: UInt64) throws {
    let grid = try RandomSchedule(seed: seed).grid
    let slots = grid.slots
    for slot in slots { #expect(grid.reasons(at: slot.interval.lowerBound).isEmpty) }
    for refused in grid.unavailable {
      #expect(!refused.reasons.isEmpty)
      #expect(grid.reasons(at: refused.slot.interval.lowerBound) == refused.reasons)
    }
    #expect(grid.candidates.filter { $0.isAvailable }.map { $0.slot } == slots)
    let listed = Set(slots.map { $0.interval.lowerBound })
    var differing: [Instant] = []
    var minute = grid.searched.lowerBound
    while minute < grid.searched.upperBound {
      if grid.reasons(at: minute).isEmpty != listed.contains(minute) { differing.append(minute) }
      minute = minute.adding(seconds: 60)
    }
    #expect(differing == [])
  }
}

@Suite("The items that take a start")
struct ConflictPropertyTests {
  @Test(
    "they are the first hundred that overlap it, however many began before and go on",
    arguments: 0..<rounds(10))
  func conflicts(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let origin = Instant(secondsSinceEpoch: 1_772_438_400)
    let items = (0..<random.one(of: [0, 1, 7, 64, 65, 400])).map { number in
      let start = origin.adding(seconds: random.int(-600...600) * 60)
      let length = random.once(in: 10) ? 1_000 : random.int(1...20)
      return BusyTime.Item(start..<start.adding(seconds: length * 60), summary: "\(number)")
    }
    let busy = BusyTime(items)
    let grid = try SlotGrid(
      lasting: .minutes(10), in: origin.adding(seconds: -36_000)..<origin.adding(seconds: 36_000),
      for: [SlotParticipant("", busy: busy)], policy: BookingPolicy(every: .minutes(5)), at: .min,
      viewer: .utc)
    for candidate in grid.candidates {
      let taking = busy.items(overlapping: candidate.slot.interval)
      let named = candidate.reasons.compactMap { reason -> BusyTime.Item? in
        if case .conflict(let item, _) = reason { item } else { nil }
      }
      #expect(candidate.isAvailable == taking.isEmpty)
      #expect(named == Array(taking.prefix(100)))
    }
  }
}
