import AlmanacScheduling
import AlmanacTime

/// The terms of slots, parted into those of the slots themselves and those of each person or thing.
///
/// A value as `NAME=VALUE` takes the place of that for everybody, so as soon as one has a limit or a notice of their own, all have.
struct PersonalTerms {
  private let offer: OfferOptions
  private let zone: Zone
  private let everybody: BookingPolicy
  /// Whether the limits of days and weeks are those of each person.
  private let limitsEach: Bool
  private let noticesEach: Bool
  /// Whether the days ahead are those of each person.
  private let looksAheadEach: Bool

  /// - Parameter limitsEach: Whether the limits apply to each person in any case, as when several people meet.
  init(_ offer: OfferOptions, in zone: Zone, _ common: CommonOptions, limitsEach: Bool = false) {
    self.offer = offer
    self.zone = zone
    everybody = offer.policy(common)
    noticesEach = !offer.notice.names().isEmpty
    looksAheadEach = !offer.terms.ahead.names().isEmpty
    let (terms, own) = (offer.terms, offer.buffer.names() + offer.notice.names() + offer.terms.ahead.names())
    self.limitsEach = limitsEach || !(own + terms.perDay.names() + terms.perWeek.names()).isEmpty
  }

  /// The terms of the slots.
  var policy: BookingPolicy {
    var policy = everybody
    if limitsEach { (policy.dailyLimit, policy.weeklyLimit) = (nil, nil) }
    if noticesEach { policy.minimumNotice = .zero }
    if looksAheadEach { policy.bookable = .all }
    return policy
  }

  var travel: TravelTimes { offer.terms.travelTimes }

  /// The range whose busy time decides on the slots in a range.
  func reach(around window: Range<Instant>, lasting length: CalendarDuration) -> Range<Instant> {
    var widest = everybody
    let gaps = offer.buffer.map { $0.value } + offer.terms.travel.map { $0.length }
    for gap in gaps where gap.civilSeconds > widest.buffers.before.civilSeconds {
      widest.buffers = Buffers(before: gap, after: gap)
    }
    if !(offer.terms.perDay.isEmpty && offer.terms.perWeek.isEmpty) { widest.dailyLimit = 0 }
    return widest.reach(around: window, lasting: length)
  }

  /// The terms of a person or a thing beside those of the slots; `nil` without any.
  ///
  /// - Parameter isLeading: Whether the terms for everybody are its own.
  func policy(of name: String, isLeading: Bool) -> BookingPolicy? {
    func limit(_ limits: [Named<Int>]) -> Int? {
      limits.own(of: name) ?? (limitsEach && isLeading ? limits.shared() : nil)
    }
    let buffer = offer.buffer.own(of: name)
    let notice = offer.notice.own(of: name) ?? (noticesEach && isLeading ? offer.notice.shared() : nil)
    let (day, week) = (limit(offer.terms.perDay), limit(offer.terms.perWeek))
    let ahead: BookingPolicy.BookableDays? =
      offer.terms.ahead.own(of: name).map { .rolling(days: $0) }
      ?? (looksAheadEach && isLeading ? everybody.bookable : nil)
    guard buffer != nil || notice != nil || day != nil || week != nil || ahead != nil else { return nil }
    return BookingPolicy(
      buffers: buffer.map { Buffers(before: $0, after: $0) } ?? everybody.buffers,
      minimumNotice: notice ?? .zero, bookable: ahead ?? .all, dailyLimit: day, weeklyLimit: week,
      firstWeekday: everybody.firstWeekday
    )
  }

  /// Whether the options state the hours of a person or a thing.
  func hasHours(of name: String, isLeading: Bool) -> Bool {
    offer.hours.own(of: name) != nil || isLeading && offer.hours.shared() != nil
  }

  /// The hours of a person or a thing; `nil` for all hours.
  ///
  /// - Parameter isLeading: Whether the hours and closures for everybody are its own.
  func availability(of name: String, isLeading: Bool) -> Availability? {
    let hours = offer.hours.own(of: name)
    let closures = offer.terms.closed.filter { $0.name?.isOf(name) == true }.map { $0.value }
    if !isLeading && hours == nil && closures.isEmpty { return nil }
    var result =
      isLeading ? offer.availability(in: zone) : Availability(.always, in: offer.terms.hoursZone ?? zone)
    if let hours { result.pattern = .weekly(hours) }
    result.closures += closures
    return result
  }
}
