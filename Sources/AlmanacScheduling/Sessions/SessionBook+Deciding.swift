public import AlmanacEvents
public import AlmanacTime

extension SessionBook {
  /// Decides a coach's request at a moment, changing nothing.
  ///
  /// - Parameters:
  ///   - command: The request.
  ///   - coach: The coach who makes the request. One about another coach's session is refused as `noSuchSession`; such
  ///     sessions conflict nevertheless.
  ///   - now: The moment of the request.
  ///   - key: The idempotency key. A granted request that is repeated with its key is answered with the session as it is
  ///     now and changes nothing. Each coach has keys of their own; one that the coach used for another request is
  ///     refused. A refusal is not stored: the next attempt is decided anew.
  ///   - uids: The source of the UIDs of new sessions.
  ///   - context: The eligibility and the other commitments of coach and client.
  ///   - offer: The slots that can be booked (see `slots`); a session can be scheduled and moved only to one of them.
  ///     Without them it can be at any time to come at which nobody has another: opening hours, notice and limits are
  ///     rules of the slots, by which a coach's own plans are not bound.
  public func decide(
    _ command: SessionCommand, by coach: String, now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open, offering offer: SlotGrid? = nil
  ) -> SessionDecision {
    var draft = SessionDraft(
      book: self, coach: coach, now: now, uids: uids, context: context, offer: offer)
    draft.answer(command, key: key) { $0.perform(command) }
    return draft.decision
  }

  /// Decides a coach's request and applies the decision.
  public mutating func request(
    _ command: SessionCommand, by coach: String, now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open, offering offer: SlotGrid? = nil
  ) -> SessionDecision {
    let decision = decide(
      command, by: coach, now: now, key: key, uids: uids, checking: context, offering: offer)
    // The decision was made on this version just now.
    try? apply(decision)
    return decision
  }
}
