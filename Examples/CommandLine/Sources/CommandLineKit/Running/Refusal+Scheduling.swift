import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

extension CommandError {
  init(_ refusals: [BookingRefusal], uid: String, in words: SchedulingWords) {
    self = .refused(refusals.map { Refusal($0, uid: uid, in: words) })
  }

  init(_ refusals: [SessionRefusal], uid: String, in words: SchedulingWords) {
    self = .refused(refusals.map { Refusal($0, uid: uid, in: words) })
  }
}

extension Refusal {
  /// - Parameter message: The message in the language of the words.
  init(_ code: String, _ message: String, in words: SchedulingWords, expected: Phrase?, uid: String = "") {
    self.init(code, message, expected: expected, uid: uid)
    language = words.localization.language
  }

  init(_ refusal: BookingRefusal, uid: String, in words: SchedulingWords) {
    let remedy: Phrase? =
      refusal == .placesUnknown ? Phrase(verbatim: "class change \(uid) --places NUMBER") : refusal.expected
    self.init(refusal.code, refusal.description(in: words), in: words, expected: remedy, uid: uid)
    details = refusal.details(in: words.zone)
  }
}

extension Refusal {
  init(_ refusal: SessionRefusal, uid: String = "", in words: SchedulingWords) {
    self.init(refusal.code, refusal.description(in: words), in: words, expected: refusal.expected, uid: uid)
    details = refusal.details(in: words)
  }
}

extension Sequence where Element: SchedulingRefusal {
  /// The reasons in words, each with its code: `full: all places are taken; closed: …`.
  func words(in words: SchedulingWords) -> String {
    map { $0.words(in: words) }.joined(separator: "; ")
  }
}

extension SchedulingRefusal {
  func words(in words: SchedulingWords) -> String { "\(code): \(description(in: words))" }
}

extension BookingRefusal {
  /// The phrase that states what is accepted; `nil` where the reason states it.
  fileprivate var expected: Phrase? {
    switch self {
    case .severalRuns(let starts), .notAClassTime(let starts):
      starts.first.map { "a time, such as --on \($0.local.date)T\($0.shownTime)" }
    case .noSuchClass: "the UID of a class, as class list prints it"
    case .full: "another date, or --waitlist"
    case .channelFull: "another channel, or another date"
    case .waitlistFull, .classCancelled, .closed: "another date"
    case .unmatchedBookings: "another date, or the item that validate names moved or deleted"
    case .conflict: "a date on which the member is free"
    case .notBooked: "a member with a booking, as class roster lists them"
    case .placesTaken(let taken): "\(taken) or more places"
    default: nil
    }
  }

  fileprivate func details(in zone: Zone) -> [JSON.Member] {
    switch self {
    case .notAClassDay(let next): [.init("next", .array(next.map { .string($0.description) }))]
    case .notAClassTime(let starts): [.init("next", .array(starts.map { .string($0.description) }))]
    case .severalRuns(let starts): [.init("candidates", .array(starts.map { .string($0.description) }))]
    case .full(let free, let waiting): [.init("free", .int(free)), .init("waiting", .int(waiting))]
    case .channelFull(let channel, let limit):
      [.init("channel", .string(channel)), .init("limit", .int(limit))]
    case .alreadyWaiting(let position): [.init("position", .int(position))]
    case .unmatchedBookings(let starts): [.init("starts", .array(starts.map { .string($0.description) }))]
    case .conflict(let item): [.init("conflict", item.json(in: zone))]
    case .tooEarly(let opens): [.init("opens", .string(opens.in(zone).description))]
    case .tooLate(let closed): [.init("closed", .string(closed.in(zone).description))]
    default: []
    }
  }
}

extension SessionRefusal {
  /// The phrase that states what is accepted; `nil` where the reason states it.
  fileprivate var expected: Phrase? {
    switch self {
    case .noSuchSession: "the UID of a session, as session list prints it"
    case .notAClient: "a client, as session clients lists them"
    case .conflict: "a time at which coach and client are free"
    case .invalidDuration: "a length such as 1h"
    case .tooManyDates(_, let last):
      "an end such as \"for 10 times\" or until 2026-06-30, by \(last.local.date) at the latest"
    default: nil
    }
  }

  fileprivate func details(in words: SchedulingWords) -> [JSON.Member] {
    switch self {
    case .futureSessions(let sessions): [.init("sessions", .array(sessions.map { $0.json }))]
    case .conflict(let item, let person):
      [.init("of", .string(person)), .init("conflict", item.json(in: words.zone))]
    case .tooEarly(let opens): [.init("opens", .string(opens.in(words.zone).description))]
    case .tooLate(let closed): [.init("closed", .string(closed.in(words.zone).description))]
    case .notOffered(let reason): reason.details(in: words)
    default: []
    }
  }
}

extension BusyTime.Item {
  /// A busy item for scripts.
  func json(in zone: Zone) -> JSON {
    [
      "uid": JSON(id?.uid), "summary": .string(summary),
      "start": .string(interval.lowerBound.in(zone).description),
      "end": .string(interval.upperBound.in(zone).description),
    ]
  }
}

extension SchedulingWords {
  /// The names of people in place of their addresses.
  ///
  /// - Parameter others: The names of people who are not among them.
  static func names(
    _ names: [PersonKey: String], else others: @escaping @Sendable (String) -> String = { $0 }
  ) -> @Sendable (String) -> String {
    { names[PersonKey($0)] ?? others($0) }
  }

  /// The names of the people of a calendar, with those of its clients.
  static func names(
    _ calendar: EventCalendar, _ clients: [ClientRecord],
    else others: @escaping @Sendable (String) -> String = { $0 }
  ) -> @Sendable (String) -> String {
    names(
      calendar.names.merging(clients.map { (PersonKey($0.client.id), $0.client.name) }) { name, _ in name },
      else: others)
  }
}
