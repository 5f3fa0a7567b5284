public import AlmanacEvents
public import AlmanacTime

/// A session book that many tasks of one process share: each request is decided and done before the next is looked at.
public actor SessionDesk {
  /// The state at the moment; a copy does not follow.
  public private(set) var book: SessionBook

  public init(_ book: SessionBook = SessionBook()) {
    self.book = book
  }

  /// See `SessionBook.request(_:by:now:key:uids:checking:offering:)`.
  public func request(
    _ command: SessionCommand, by coach: String, now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open, offering offer: SlotGrid? = nil
  ) -> SessionDecision {
    book.request(
      command, by: coach, now: now, key: key, uids: uids, checking: context, offering: offer)
  }

  /// Does anything else to the book, as one step.
  public func perform<Result: Sendable, Failure: Error>(
    _ change: @Sendable (inout SessionBook) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try change(&book)
  }
}
