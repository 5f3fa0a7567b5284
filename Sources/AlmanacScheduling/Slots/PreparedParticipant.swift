internal import AlmanacEvents
internal import AlmanacTime

/// A participant prepared for a search: open time as sorted ranges, and busy time with the time that must stay free
/// before and after each item. An immutable object, so that searches read it without copying it.
final class PreparedParticipant: Sendable {
  /// The terms for which the participants of one grid are prepared.
  struct Setting {
    let range: Range<Int64>
    let buffers: Buffers
    let location: String
    let travel: TravelTimes
    let now: Instant?
    let zone: Zone
    /// The range in which slots start.
    let searched: Range<Int64>
  }

  /// The places at which the last searches in the open time and in the spans ended, so that those of ascending starts
  /// are short.
  struct Hints {
    var open = 0
    var busy = 0
  }

  let name: String
  let key: PersonKey
  /// The number of the person in its grid: candidates of one name are one person.
  let person: Int
  /// The opening hours; `nil` for all hours.
  let time: OpenTime?
  /// How much of it the slot needs; `nil` for all of it.
  let amount: Int?
  let capacity: Int
  /// The terms of its own – limits, notice, days ahead –, and the limits of the slots where its bookings count.
  private let terms: [PreparedTerms]
  private let spacing: Spacing
  private let busy: BusyTime
  /// The busy spans by start: unchanged if all items need the same gaps. Of a resource, the spans in which too little is
  /// free.
  private let taken: SortedSpans
  /// The seconds that must stay free between a slot and a span after it, and between a span and a slot after it, beside those
  /// that the spans include.
  private let gapAfterSlot: Int64
  private let gapBeforeSlot: Int64

  /// - Parameters:
  ///   - own: Its terms in all roles.
  ///   - time: The opening hours; `nil` for all hours.
  ///   - limits: The limits of the slots, where its bookings count towards them.
  convenience init(
    _ participant: SlotParticipant, person: Int, _ own: PersonalTerms, time: OpenTime?, amount: Int?,
    limits: BookingPolicy?, _ setting: Setting
  ) {
    let hours = own.availabilities.first ?? Availability(.always, in: setting.zone)
    let terms = (own.policies.map { ($0, setting.now) } + (limits.map { [($0, nil)] } ?? []))
      .map { policy, now in
        PreparedTerms(policy, of: hours, busy: own.busy, at: now, searched: setting.searched)
      }
    self.init(
      participant.name, person: person, time: time, amount: amount,
      of: participant.capacity, terms,
      Spacing(buffers: own.buffers ?? setting.buffers, location: setting.location, travel: setting.travel),
      own.busy
    )
  }

  private init(
    _ name: String, person: Int, time: OpenTime?, amount: Int?, of capacity: Int,
    _ terms: [PreparedTerms], _ spacing: Spacing, _ busy: BusyTime
  ) {
    (self.name, key, self.person) = (name, PersonKey(name), person)
    (self.time, self.amount) = (time, amount)
    (self.capacity, self.terms, self.spacing, self.busy) = (capacity, terms, spacing, busy)
    // In order of the spans.
    let items = busy.itemsWithBuffers ?? (spacing.hasTravel || amount != nil ? busy.items : nil)
    guard let items else {
      let buffers = spacing.buffers
      (gapAfterSlot, gapBeforeSlot) = (buffers.gap(buffers.after, .zero), buffers.gap(.zero, buffers.before))
      taken = busy.taken
      return
    }
    gapBeforeSlot = 0
    var journeys: [String: Spacing.Journey] = [:]
    let gaps = items.map { item in
      let journey = item.location.map { location in
        if let known = journeys[location] { return known }
        let journey = spacing.journey(to: location)
        journeys[location] = journey
        return journey
      }
      return spacing.gaps(around: item, journey ?? .none)
    }
    // Items one after the other may take the same part of a resource: the time that must stay free between two of them counts
    // once, after the first.
    let common = amount == nil ? 0 : gaps.map { $0.before }.min() ?? 0
    gapAfterSlot = common
    let spans = zip(busy.taken.spans, gaps).map { span, gap in
      BusySpan(
        start: span.start.saturatingAdd(common - gap.before), end: span.end.saturatingAdd(gap.after),
        place: span.place)
    }
    taken = SortedSpans(amount.map { Self.full(spans, items, leaving: $0, of: capacity) } ?? spans)
  }

  /// The spans in which less than an amount of the resource is free. The place of each is the amount that is free.
  private static func full(
    _ spans: [BusySpan], _ items: [BusyTime.Item], leaving amount: Int, of capacity: Int
  ) -> [BusySpan] {
    var changes: [(at: Int64, use: Int)] = []
    for (index, span) in spans.enumerated() {
      let use = Swift.max(0, Swift.min(items[index].amount ?? capacity, capacity))
      changes += [(span.start, use), (span.end, -use)]
    }
    changes.sort { $0.at < $1.at }
    var result: [BusySpan] = []
    var used = 0
    for (index, change) in changes.enumerated() {
      used += change.use
      guard index + 1 < changes.count, changes[index + 1].at > change.at, capacity - used < amount else {
        continue
      }
      result.append(BusySpan(start: change.at, end: changes[index + 1].at, place: capacity - used))
    }
    return result
  }

  /// The participant as it is when a slot is booked, for the search for further ones.
  func reserving(_ interval: Range<Instant>) -> PreparedParticipant {
    let location = spacing.location.isEmpty ? nil : spacing.location
    let item = BusyTime.Item(interval, isBooking: true, amount: amount, location: location)
    return PreparedParticipant(
      name, person: person, time: time, amount: amount, of: capacity,
      terms.map { $0.counting(item) }, spacing, busy.adding(item))
  }

  /// The hours and the series that are not known in full within a range.
  func unexpanded(in range: Range<Instant>) -> [UnexpandedSeries] {
    (time?.unexpanded ?? [])
      + busy.unexpanded.filter { $0.from < range.upperBound && $0.until > range.lowerBound }
  }

  /// Whether it can serve in a slot, with the reasons why not.
  ///
  /// - Complexity: O(log distance from the last slot).
  func examine(_ start: Int64, _ end: Int64, near hints: inout Hints, _ reasons: inout ReasonCollector) {
    for own in terms {
      own.examineTimeOfBooking(start, of: name, &reasons)
      if reasons.isDone { return }
    }
    examineHours(start, end, near: &hints, &reasons)
    if reasons.isDone { return }
    examineBusy(start, end, near: &hints, &reasons)
    if reasons.isDone { return }
    for own in terms { own.examineLimits(start, of: name, &reasons) }
  }

  private func examineHours(
    _ start: Int64, _ end: Int64, near hints: inout Hints, _ reasons: inout ReasonCollector
  ) {
    guard let time, !time.open.covers(start..<end, near: &hints.open) else { return }
    let slot = start..<end
    if time.hours.ranges(within: slot) != [slot] { reasons.add(.outsideHours(of: name)) }
    for closed in time.closed where closed.range.overlaps(slot) {
      reasons.add(.closed(closed.period, of: name))
    }
  }

  /// Whether a slot ends early enough before each span and begins late enough after it.
  private func examineBusy(
    _ start: Int64, _ end: Int64, near hints: inout Hints, _ reasons: inout ReasonCollector
  ) {
    // Several requirements may need more than there is.
    if let amount, amount > capacity {
      return reasons.add(.insufficient(free: capacity, needed: amount, of: name))
    }
    let (lower, upper) = (start.saturatingAdd(-gapBeforeSlot), end.saturatingAdd(gapAfterSlot))
    guard taken.overlaps(lower, upper, near: &hints.busy) else { return }
    let most = Swift.min(reasons.room, ReasonCollector.maximumPerStart)
    reasons.add(contentsOf: conflicts(with: start..<end, from: lower, upTo: upper, most: most))
  }

  /// The first items that a slot overlaps or comes too close to, by start.
  ///
  /// - Complexity: O((1 + *k*) log *n*) for *k* items that are found.
  private func conflicts(
    with slot: Range<Int64>, from lower: Int64, upTo upper: Int64, most: Int
  ) -> [Unavailability] {
    if let amount {
      let free = taken.overlapping(lower, upper).map { $0.place }.min() ?? 0
      return [.insufficient(free: free, needed: amount, of: name)]
    }
    return taken.overlapping(lower, upper, most: most).map { span in
      let item = busy.item(span)
      if item.kind == .unexpanded { return .unexpanded(item, of: name) }
      if item.interval.seconds.overlaps(slot) { return .conflict(item, of: name) }
      let (before, after) = spacing.gaps(around: item)
      let isNear = item.interval.seconds.overlaps(
        slot.lowerBound.saturatingAdd(-after)..<slot.upperBound.saturatingAdd(before))
      return isNear ? .buffer(item, of: name) : .travel(item, of: name)
    }
  }

  /// The minutes between a slot and the nearest busy time before and after it, each if less than a number of minutes.
  func idleMinutes(around slot: Range<Int64>, lessThan limit: Int) -> Int {
    var (before, after) = (limit, limit)
    let reach = Int64(limit) * 60
    let near = busy.taken.overlapping(
      slot.lowerBound.saturatingAdd(-reach), slot.upperBound.saturatingAdd(reach))
    for span in near {
      if span.end <= slot.lowerBound { before = Swift.min(before, Int(slot.lowerBound - span.end) / 60) }
      if span.start >= slot.upperBound { after = Swift.min(after, Int(span.start - slot.upperBound) / 60) }
    }
    return (before == limit ? 0 : before) + (after == limit ? 0 : after)
  }
}

/// The time that must stay free between a slot and busy items.
struct Spacing: Sendable {
  let buffers: Buffers
  /// The location of the slots; empty where it does not matter.
  let location: String
  let travel: TravelTimes

  var hasTravel: Bool { !travel.isEmpty && !location.isEmpty }

  /// The seconds that it takes from the place of the slots to another one, and back.
  struct Journey {
    let there: Int64
    let back: Int64

    static let none = Journey(there: 0, back: 0)
  }

  func journey(to other: String) -> Journey {
    func seconds(_ time: CalendarDuration) -> Int64 { Int64(Swift.max(0, time.civilSeconds)) }
    return Journey(there: seconds(travel[location, other]), back: seconds(travel[other, location]))
  }

  /// The seconds between a slot and an item after it, and between the item and a slot after it.
  func gaps(around item: BusyTime.Item, _ journey: Journey = .none) -> (before: Int64, after: Int64) {
    func combined(_ gap: Int64, _ time: Int64) -> Int64 {
      buffers.combination == .shared ? Swift.max(gap, time) : gap + time
    }
    return (
      combined(buffers.gap(buffers.after, item.bufferBefore), journey.there),
      combined(buffers.gap(item.bufferAfter, buffers.before), journey.back)
    )
  }
}

/// The terms of a policy at one moment, an immutable object.
final class PreparedTerms: Sendable {
  private let policy: BookingPolicy
  private let now: Instant?
  private let zone: Zone
  private let bookable: BookableRange
  private let counts: BookingCounts

  /// - Parameters:
  ///   - busy: The bookings that count towards the limits; `nil` for none.
  ///   - now: The present. Without it notice, days ahead and the past are not considered.
  ///   - searched: The range in which slots start.
  init(
    _ policy: BookingPolicy, of availability: Availability, busy: BusyTime?, at now: Instant?,
    searched: Range<Int64>
  ) {
    self.policy = policy
    self.now = now
    zone = availability.zone
    let today = now.map { availability.zone.local(at: $0).date }
    bookable = BookableRange(policy.bookable, today: today, of: availability, searched: searched)
    counts = BookingCounts(busy, policy: policy, zone: zone)
  }

  private init(_ terms: PreparedTerms, _ counts: BookingCounts) {
    (policy, now, zone, bookable) = (terms.policy, terms.now, terms.zone, terms.bookable)
    self.counts = counts
  }

  /// The terms with one booking more.
  func counting(_ item: BusyTime.Item) -> PreparedTerms {
    var counts = counts
    counts.add(item)
    return PreparedTerms(self, counts)
  }

  /// - Parameter name: The participant whose terms they are; empty for those of the slots.
  func examineTimeOfBooking(_ start: Int64, of name: String, _ reasons: inout ReasonCollector) {
    if let now {
      let latest = zone.second(start, adding: -policy.minimumNotice)
      if now.secondsSinceEpoch > latest {
        reasons.add(.tooLate(latest: Instant(secondsSinceEpoch: latest), of: name))
      }
    }
    guard !bookable.seconds.contains(start) else { return }
    reasons.add(bookable.reason(for: zone.local(at: Instant(secondsSinceEpoch: start)).date, of: name))
  }

  func examineLimits(_ start: Int64, of name: String, _ reasons: inout ReasonCollector) {
    guard policy.isLimited else { return }
    let date = zone.local(at: Instant(secondsSinceEpoch: start)).date
    if let limit = policy.dailyLimit, counts.bookings(on: date) >= limit {
      reasons.add(.dailyLimit(limit, of: name))
    }
    if let limit = policy.weeklyLimit, counts.bookings(inWeekOf: date) >= limit {
      reasons.add(.weeklyLimit(limit, of: name))
    }
  }
}

extension Zone {
  /// The second after a duration, whose days are days on the wall clock.
  func second(_ start: Int64, adding duration: CalendarDuration) -> Int64 {
    if duration.nominalDays == 0 { return start.saturatingAdd(Int64(duration.exactSeconds)) }
    return Instant(secondsSinceEpoch: start).in(self).adding(duration).instant.secondsSinceEpoch
  }
}
