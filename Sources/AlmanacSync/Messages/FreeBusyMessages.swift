internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacScheduling
public import AlmanacTime

// MARK: Making

extension SchedulingMessage {
  /// The question for the busy time of people (REQUEST, RFC 5546 §3.3.2). Answers are accepted by a calendar that has it:
  /// one that has received it from me, or has its ``freeBusy``.
  ///
  /// ```swift
  /// let question = SchedulingMessage(
  ///   askingBusyTimeOf: ["mailto:bob@example.org"], in: week, by: Organizer("mailto:ana@example.org"), at: now)
  /// ```
  ///
  /// - Parameters:
  ///   - people: The calendar addresses of the people, who are the attendees and the recipients.
  ///   - range: The half-open range of the question (DTSTART, DTEND).
  ///   - organizer: The person who asks, and gets the answers.
  ///   - now: The DTSTAMP of the message.
  ///   - uids: The source of the UID of the question.
  public init(
    askingBusyTimeOf people: [String], in range: Range<Instant>, by organizer: Organizer, at now: Instant,
    uids: UIDSource = .random
  ) {
    var question = FreeBusy(
      uid: uids.uid(number: 0), stamp: now, from: range.lowerBound, to: range.upperBound, organizer: organizer
    )
    question.attendees = people.map { Attendee($0) }
    self.init(.request, [question], to: people)
  }

  /// Busy time for everybody (PUBLISH, RFC 5546 §3.3.1), such as that of `BusyTime.freeBusy(in:uid:organizer:at:)`,
  /// with `now` as the DTSTAMP. It must have a range and an organizer, whose time it is.
  public init(publishing busy: FreeBusy, at now: Instant) {
    var busy = busy
    (busy.stamp, busy.attendees, busy.requestStatuses) = (now, [], [])
    self.init(.publish, [busy])
  }

  /// The answer to a question for busy time (REPLY, RFC 5546 §3.3.3).
  fileprivate init(answering question: FreeBusy, as attendee: Attendee, with busy: FreeBusy) {
    var answer = busy
    (answer.uid, answer.organizer, answer.attendees) = (question.uid, question.organizer, [attendee])
    self.init(.reply, [answer], to: [question.organizer?.address].compactMap { $0 })
  }
}

// MARK: Receiving

extension MessageReception {
  /// Answers a question for my busy time with that of calendars; stores my own questions, and what others state of their
  /// time where I asked or they publish it.
  mutating func receiveFreeBusy(beside others: [EventCalendar], _ viewer: Zone) throws(MessageRefused) {
    guard [.publish, .request, .reply].contains(message.method) else {
      throw MessageRefused(.misplacedMethod(message.method, nil))
    }
    var missing: Set<String> = []
    var statements: [FreeBusy] = []
    for var statement in message.freeBusy {
      missing.formUnion(statement.missing(in: message.method))
      receipt.ignored += statement.restrict(to: message.method)
      statements.append(statement)
    }
    guard missing.isEmpty else {
      throw MessageRefused(
        missing.sorted().map { .missingProperty($0, section: message.method.sectionOfBusyTime) })
    }
    try checkSender()
    for statement in statements {
      if message.method == .request {
        try answer(statement, in: [calendar] + others, viewer)
      } else {
        try store(statement)
      }
    }
  }

  private mutating func answer(
    _ question: FreeBusy, in calendars: [EventCalendar], _ viewer: Zone
  ) throws(MessageRefused) {
    if question.organizer?.isOne(of: me) ?? false {
      calendar.freeBusy.removeAll { $0.uid == question.uid && $0.attendees == question.attendees }
      calendar.freeBusy.append(question)
      receipt.freeBusy.append(question)
      return
    }
    let mine = question.attendees.filter { $0.isOne(of: me) }
    if mine.isEmpty { throw MessageRefused(.meNotInvited) }
    let range = try range(of: question)
    for attendee in mine {
      let own = calendars.map { calendar in
        modified(calendar) { $0.freeBusy.removeAll { $0.person.map { !me.includes($0) } ?? false } }
      }
      let rules = BusyRules(owner: attendee.address, countsUnavailability: true)
      let busy = BusyTime(own, in: range, viewer: viewer, rules: rules).freeBusy(in: range, at: now)
      receipt.replies.append(SchedulingMessage(answering: question, as: attendee, with: busy))
    }
  }

  private mutating func store(_ statement: FreeBusy) throws(MessageRefused) {
    _ = try range(of: statement)
    let isMine = statement.organizer?.isOne(of: me) ?? false
    if message.method == .publish, isMine { throw MessageRefused(.organizedByMe) }
    if message.method == .reply, !isMine {
      throw MessageRefused(.organizedBy(statement.organizer?.address ?? ""))
    }
    let person = statement.person ?? ""
    let isAsked = calendar.freeBusy.contains { question in
      question.uid == statement.uid && question.organizer?.isOne(of: me) ?? false
        && question.attendees.contains { $0.isOne(of: [person]) }
    }
    if message.method == .reply, !isAsked { throw MessageRefused(.notAsked(person)) }
    // The parts of one message do not replace one another.
    let present = calendar.freeBusy.filter { !receipt.freeBusy.contains($0) }
    if present.contains(where: { $0.replaces(statement) && $0.stamp != statement.stamp }) {
      throw MessageRefused(.stale)
    }
    calendar.freeBusy.removeAll { statement.replaces($0) && present.contains($0) }
    calendar.freeBusy.append(statement)
    receipt.freeBusy.append(statement)
  }

  private func range(of statement: FreeBusy) throws(MessageRefused) -> Range<Instant> {
    guard let start = statement.start, let end = statement.end, start < end else {
      throw MessageRefused(
        EventError(.endNotAfterStart, "DTEND", uid: statement.uid, expected: "a time after DTSTART"))
    }
    return start..<end
  }
}

extension FreeBusy {
  /// The address of the person whose time it is: the attendee who answers, or the publisher; `nil` for a calendar's own.
  fileprivate var person: String? { attendees.first?.address ?? organizer?.address }

  /// Whether it covers the time of another VFREEBUSY of the same person, made at the same time or later. One with several
  /// attendees is a request, which waits for the other answers.
  fileprivate func replaces(_ other: FreeBusy) -> Bool {
    guard let person, let another = other.person, PersonKey.areSame(person, another),
      (stamp ?? .min) >= (other.stamp ?? .min), max(attendees.count, other.attendees.count) < 2
    else { return false }
    guard let start, let end, let first = other.start, let last = other.end else { return uid == other.uid }
    return uid == other.uid || start <= first && last <= end
  }
}

// MARK: The restriction tables of RFC 5546 §3.3

extension SchedulingMessage.Method {
  fileprivate var sectionOfBusyTime: String {
    switch self {
    case .publish: "3.3.1"
    case .request: "3.3.2"
    default: "3.3.3"
    }
  }
}

extension FreeBusy {
  /// The names of the required properties that it lacks.
  fileprivate func missing(in method: SchedulingMessage.Method) -> [String] {
    let required: [(PropertyName, isStated: Bool)] = [
      (.dtstamp, stamp != nil), (.dtstart, start != nil), (.dtend, end != nil),
      (.organizer, organizer != nil), (.attendee, method == .publish || !attendees.isEmpty),
    ]
    return required.filter { !$0.isStated }.map { $0.0.text }
  }

  /// Removes what the method does not allow.
  ///
  /// - Returns: The names of what was removed.
  fileprivate mutating func restrict(to method: SchedulingMessage.Method) -> [String] {
    var allowed = self
    if method == .publish { allowed.attendees = [] }
    if method == .request { (allowed.periods, allowed.url) = ([], "") }
    if method != .reply { allowed.requestStatuses = [] }
    let removed: [(PropertyName, Bool)] = [
      (.attendee, attendees != allowed.attendees), (.freebusy, periods != allowed.periods),
      (.url, url != allowed.url), (.requestStatus, requestStatuses != allowed.requestStatuses),
    ]
    self = allowed
    return removed.filter { $0.1 }.map { $0.0.text }
  }
}
