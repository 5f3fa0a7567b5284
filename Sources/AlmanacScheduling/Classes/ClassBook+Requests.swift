public import AlmanacEvents
public import AlmanacTime

extension ClassBook {
  /// Decides a request about a class on a date, changing nothing; `nil` when the class does not run then.
  ///
  /// A member's other bookings in this book and the classes that they instruct count as commitments, beside those that the
  /// context names.
  public func decide(
    _ command: RosterCommand, of uid: String, at originalStart: Instant, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision? {
    let date = RosterKey(uid: uid, original: originalStart)
    guard let roster = roster(of: uid, at: originalStart) else { return nil }
    guard let command = normalized(command, at: date) else { return .refused([.termsOfSeries]) }
    return roster.decide(command, at: now, key: key, checking: checking(context, at: now, except: date))
  }

  /// Decides a request about a class on a date and applies the decision.
  ///
  /// - Parameters:
  ///   - command: The request.
  ///   - uid: The UID of the class.
  ///   - originalStart: The start that the recurrence gives the class.
  ///   - now: The moment of the request.
  ///   - key: The idempotency key: see `Roster.decide(_:at:key:checking:)`.
  ///   - context: The eligibility and the other commitments of members, beside those in this book.
  public mutating func request(
    _ command: RosterCommand, of uid: String, at originalStart: Instant, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision {
    let decision = decide(command, of: uid, at: originalStart, now: now, key: key, checking: context)
    guard let decision else { return .refused([unknownDate(of: uid, from: max(originalStart, now))]) }
    apply(decision.events, at: RosterKey(uid: uid, original: originalStart))
    return decision
  }

  /// Decides a request about a class from ``offers(to:in:places:channel:now:checking:in:)``, a timetable or a member's bookings, and
  /// applies the decision.
  public mutating func request(
    _ command: RosterCommand, of occurrence: ClassOccurrence, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision {
    request(
      command, of: occurrence.uid, at: occurrence.original.instant, now: now, key: key, checking: context)
  }

  /// Decides a request about a class on a date of the class's own zone and applies the decision.
  ///
  /// A date on which the class does not run is refused with the next dates on which it does, and one on which it runs several
  /// times with their starts: `run(of:on:now:)` finds the one that a time names.
  public mutating func request(
    _ command: RosterCommand, of uid: String, on date: CivilDate, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision {
    do throws(BookingRefusal) {
      let run = try run(of: uid, on: .date(date), now: now)
      return request(command, of: run, now: now, key: key, checking: context)
    } catch {
      return .refused([error])
    }
  }

  /// The one run of a class that a date or a time names, as `ClassSeries.occurrences(named:)` finds it.
  ///
  /// - Parameters:
  ///   - uid: The UID of the class.
  ///   - time: A date of the class, or a time in its zone or another one.
  ///   - now: The moment from which the next dates are named where the class does not run then.
  /// - Throws: `BookingRefusal`: no such class, none that runs on that date or at that time, or several that do.
  public func run(
    of uid: String, on time: EventTime, now: Instant
  ) throws(BookingRefusal) -> ClassOccurrence {
    guard let series = seriesByUID[uid] else { throw .noSuchClass }
    let runs = series.occurrences(named: time)
    if runs.count > 1 { throw .severalRuns(series.distinctStarts(of: runs)) }
    guard let run = runs.first else {
      let date = series.zone.local(at: time.instant(in: series.zone)).date
      let others = time.isDate ? [] : series.occurrences(on: date)
      if !others.isEmpty { throw .notAClassTime(series.distinctStarts(of: others)) }
      throw unknownDate(of: uid, from: max(date.startOfDay.in(series.zone).instant, now))
    }
    return run
  }

  /// The refusal of a request for a class that does not run on the date, or that does not exist.
  private func unknownDate(of uid: String, from instant: Instant) -> BookingRefusal {
    guard let series = seriesByUID[uid] else { return .noSuchClass }
    let next = series.nextOccurrences(from: instant, limit: 3)
    return .notAClassDay(next: next.map { series.shortStart(of: $0) })
  }

  /// The caller's context with the members' places in this book at an instant, and the classes that they instruct, added to their
  /// commitments.
  func checking(_ context: BookingContext, at now: Instant, except date: RosterKey) -> BookingContext {
    BookingContext(ineligibility: context.ineligibility) { [self] member, interval in
      commitments(of: member, in: interval, at: now, except: date) + context.commitments(member, interval)
    }
  }

  /// The request, with new terms as the series will have them on the date; `nil` if no change of the series gives them.
  /// Another request, and one for a date that is in no series, is unchanged.
  private func normalized(_ command: RosterCommand, at date: RosterKey) -> RosterCommand? {
    guard case .revise(let terms) = command, let series = seriesByUID[date.uid],
      series.occurrence(at: date.original) != nil
    else { return command }
    return series.change(giving: terms, at: date.original).map { .revise($0.occurrence) }
  }

  /// Changes the series on a date so that it has the terms of the roster.
  private mutating func changeSeries(to terms: ClassOccurrence, at date: RosterKey) {
    guard var series = seriesByUID[date.uid], let before = series.occurrence(at: date.original),
      before != terms, let found = series.change(giving: terms, at: date.original)
    else { return }
    series.changes[date.original] = found.change == ClassChange() ? nil : found.change
    setSeries(series, of: date.uid)
  }

  /// Applies events that were decided on the present roster of a date.
  mutating func apply(_ events: [RosterEvent], at date: RosterKey) {
    guard !events.isEmpty else { return }
    if rosters[date] == nil {
      rosters[date] = seriesByUID[date.uid]?.occurrence(at: date.original).map { Roster(of: $0) }
    }
    // The events follow the version on which they were decided just now.
    try? rosters[date]?.apply(events)
    for event in events {
      switch event.change {
      case .added(let booking): keysOfMember[PersonKey(booking.member), default: []].insert(date)
      case .revised(let terms): changeSeries(to: terms, at: date)
      case .changed, .answered: break
      }
    }
  }
}

extension ClassOccurrence {
  var busyItem: BusyTime.Item {
    BusyTime.Item(
      interval, id: id, summary: summary, isBooking: true, location: location.isEmpty ? nil : location)
  }
}

extension RosterDecision {
  /// A refusal that no roster has decided.
  static func refused(_ reasons: [BookingRefusal]) -> RosterDecision {
    RosterDecision(version: 0, outcome: .refused(reasons), events: [], skipped: [])
  }
}

/// A class on one date with the places that a member can book.
public struct ClassOffer: Sendable, Hashable, Identifiable {
  /// The class on the date, with the terms of its roster.
  public let occurrence: ClassOccurrence
  /// The number of places free for a new booking.
  public let free: Int
  /// The number of waiting bookings.
  public let waiting: Int
  /// The member's own active booking.
  public let booking: Booking?
  /// Every reason why the places cannot be booked; empty when they can.
  public let refusals: [BookingRefusal]

  /// Whether the member can book the places at the moment for which the offer was made.
  public var isBookable: Bool { refusals.isEmpty }

  public var id: ItemID { occurrence.id }
}

extension ClassBook {
  /// The classes on all dates that overlap a half-open range, each with the answer to a booking, by start. Those of one start
  /// are in the alphabetical order of a language, or without one in that which most languages share.
  ///
  /// A class that is listed as bookable can be booked in the same book at the same moment, and another is refused for
  /// the reasons listed here: both come from the same decision. An empty member stands for anybody without a booking.
  public func offers(
    to member: String, in window: Range<Instant>, places: Int = 1, channel: String = "", now: Instant,
    checking context: BookingContext = .open, in localization: Localization? = nil
  ) -> [ClassOffer] {
    let dates = occurrences(in: window).map { run in
      (run: run, key: AlphabeticalKey(run.summary, id: run.uid, in: localization?.language))
    }.sorted { ($0.run.start.instant, $0.key) < ($1.run.start.instant, $1.key) }
    return dates.compactMap { occurrence, _ in
      let date = occurrence.key
      guard let roster = roster(of: date.uid, at: date.original) else { return nil }
      return roster.offer(
        to: member, places: places, channel: channel, at: now,
        checking: checking(context, at: now, except: date))
    }
  }
}

extension Roster {
  /// The answer to a booking, with the numbers and the member's booking as they are when it is decided: after expired holds
  /// and the promotions that follow from them. An empty member stands for anybody without a booking.
  func offer(
    to member: String, places: Int = 1, channel: String = "", at now: Instant,
    checking context: BookingContext = .open
  ) -> ClassOffer {
    var draft = RosterDraft(self, at: now, context)
    draft.expireHolds()
    let (free, waiting, booking) = (draft.free, draft.waitingCount, draft.booking(of: member))
    let outcome = draft.perform(.book(member, places: places, channel: channel))
    return ClassOffer(
      occurrence: occurrence, free: max(0, free), waiting: waiting, booking: booking,
      refusals: outcome.refusals.filter { !(member.isEmpty && $0 == .invalidMember) })
  }
}

/// A day of a timetable.
public struct TimetableDay: Sendable, Hashable, Identifiable {
  /// The day in the zone of the timetable.
  public let date: CivilDate
  /// The classes that begin on the day, by start. A class that runs twice is there twice.
  public let classes: [ClassOffer]

  public var id: CivilDate { date }
}

extension ClassBook {
  /// The timetable of some days. Each has the classes that begin on it, with their places and the answer to a booking.
  ///
  /// ```swift
  /// for day in gym.timetable(on: monday..<monday.adding(days: 7), in: zone, for: member, now: now) {
  ///   for offer in day.classes { print(offer.occurrence.start.local.time, offer.occurrence.summary, offer.free) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - dates: The half-open range of days in `zone`. A day without classes is in the timetable too.
  ///   - zone: The zone of the days.
  ///   - member: The member who may book. If empty, the answers are those to a new member.
  ///   - now: The moment for which bookings are decided.
  ///   - context: The eligibility and the other commitments of members, beside those in this book.
  ///   - localization: The language in whose alphabetical order classes of one start are; `nil` for the order that most
  ///     languages share.
  /// - Complexity: as `offers(to:in:places:channel:now:checking:in:)`, O(*n* log *n*) in the number of classes.
  public func timetable(
    on dates: Range<CivilDate>, in zone: Zone, for member: String = "", now: Instant,
    checking context: BookingContext = .open, in localization: Localization? = nil
  ) -> [TimetableDay] {
    let window = QueryWindow(days: dates, in: zone).range
    let found = offers(to: member, in: window, now: now, checking: context, in: localization)
    let byDate = Dictionary(grouping: found) { $0.occurrence.start.in(zone).local.date }
    return dates.map { TimetableDay(date: $0, classes: byDate[$0] ?? []) }
  }
}

extension ClassBook {
  /// The next runs of the classes on a weekday, one for each class and time of day, by time of day and then by title. They are
  /// searched among the dates of a year from the next one of each class, without those that do not take place.
  ///
  /// The budget limits the runs that are found: a class has an equal part of what those before it left, by title, and while any is left
  /// as much as one that runs twice a week for a year needs.
  ///
  /// - Complexity: O(*n* log *n*) in the number of classes and of their dates on that weekday, up to the budget.
  public func runs(
    on weekday: Weekday, from instant: Instant, budget: Int = Self.defaultBudget
  ) -> Dates {
    let dates = dates(of: series, budget: budget, atLeast: 107) {
      $0.runs(on: weekday, from: instant, budget: $1)
    }
    let found = dates.found.map {
      (time: $0.start.local.time, key: AlphabeticalKey($0.summary, id: $0.uid), run: $0)
    }
    return Dates(
      found: found.sorted { ($0.time, $0.key) < ($1.time, $1.key) }.map { $0.run },
      unexpanded: dates.unexpanded)
  }
}

/// The handling of dates that cannot be booked when several are requested at once.
public enum BatchMode: Sendable, Hashable {
  /// Books no date if one is refused.
  case allOrNothing
  /// Books the dates that are not refused.
  case skipping
}

/// The outcome of booking several dates at once.
public struct BatchOutcome<Date: Sendable & Hashable>: Sendable, Hashable {
  /// The dates in order of start, each with its outcome, or with the one that it would have had without the refusals of
  /// others.
  public let dates: [Date]
  /// The refused dates, with every reason.
  public let refused: [Date]
  /// Whether any date was booked.
  public let isBooked: Bool

  init(_ dates: [Date], _ mode: BatchMode, isRefused: (Date) -> Bool) {
    self.dates = dates
    refused = dates.filter(isRefused)
    isBooked = refused.count < dates.count && (mode == .skipping || refused.isEmpty)
  }
}

/// A date of a class with the outcome of its booking.
public struct BookedDate: Sendable, Hashable {
  /// The class on the date as the series has it.
  public let occurrence: ClassOccurrence
  /// The outcome of booking the date alone; in effect only if `BatchOutcome.isBooked`.
  public let outcome: RosterOutcome

  /// Whether the date was refused; a place on the waiting list is not a refusal.
  public var isRefused: Bool { !outcome.refusals.isEmpty }
}

extension ClassBook {
  /// The most dates of one term.
  public static let longestTerm = 500

  /// Books all dates of a class within a half-open range of dates of its own zone: a whole term. Dates that are
  /// cancelled or closed do not count. If there is a time of day, only the runs that the recurrence begins then are booked.
  ///
  /// Each date is booked by a `RosterCommand.book`. If there is a key, each has an idempotency key of its own, made
  /// from it. A term of more than ``longestTerm`` dates has one date more than that, which is refused and stands for the others.
  ///
  /// - Complexity: O(*d* · *b*) for *d* dates and the member's *b* bookings.
  public mutating func bookTerm(
    _ member: String, of uid: String, on dates: Range<CivilDate>, at time: CivilTime? = nil,
    _ mode: BatchMode = .allOrNothing, places: Int = 1, channel: String = "", waitlist: Bool = false,
    now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> BatchOutcome<BookedDate> {
    let zone = seriesByUID[uid]?.zone ?? .utc
    return bookTerm(
      member, of: uid, in: QueryWindow(days: dates, in: zone).range, at: time, mode, places: places,
      channel: channel, waitlist: waitlist, now: now, key: key, checking: context)
  }

  /// Books all dates of a class that begin within a half-open range, such as some days in the zone of the member.
  ///
  /// See `bookTerm(_:of:on:at:_:places:channel:waitlist:now:key:checking:)`.
  public mutating func bookTerm(
    _ member: String, of uid: String, in window: Range<Instant>, at time: CivilTime? = nil,
    _ mode: BatchMode = .allOrNothing, places: Int = 1, channel: String = "", waitlist: Bool = false,
    now: Instant, key: String? = nil, checking context: BookingContext = .open
  ) -> BatchOutcome<BookedDate> {
    let term = (seriesByUID[uid]?.occurrences(in: window) ?? []).filter {
      $0.status == .scheduled && window.contains($0.start.instant)
        && (time == nil || $0.original.local.time == time)
    }
    var attempt = self
    let results = term.prefix(Self.longestTerm + 1).enumerated().map { number, occurrence in
      if number == Self.longestTerm {
        return BookedDate(occurrence: occurrence, outcome: .refused([.tooManyDates(most: number)]))
      }
      let original = occurrence.original.instant
      let decision = attempt.request(
        .book(member, places: places, channel: channel, waitlist: waitlist), of: uid, at: original, now: now,
        key: key.map { "\($0)/\(original.secondsSinceEpoch)" }, checking: context)
      return BookedDate(occurrence: occurrence, outcome: decision.outcome)
    }
    let outcome = BatchOutcome(results, mode) { $0.isRefused }
    if outcome.isBooked { self = attempt }
    return outcome
  }
}
