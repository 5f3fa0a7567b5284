public import AlmanacTime

/// A class book that many tasks of one process share: each request is decided and done before the next is looked at.
///
/// ```swift
/// let desk = ClassDesk(ClassBook([yoga]))
/// let decision = await desk.request(.book(member), of: yoga.uid, on: monday, now: now, key: requestID)
/// ```
public actor ClassDesk {
  /// The state at the moment; a copy does not follow.
  public private(set) var book: ClassBook

  public init(_ book: ClassBook = ClassBook()) {
    self.book = book
  }

  /// See `ClassBook.request(_:of:at:now:key:checking:)`.
  public func request(
    _ command: RosterCommand, of uid: String, at original: Instant, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision {
    book.request(command, of: uid, at: original, now: now, key: key, checking: context)
  }

  /// See `ClassBook.request(_:of:on:now:key:checking:)`.
  public func request(
    _ command: RosterCommand, of uid: String, on date: CivilDate, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision {
    book.request(command, of: uid, on: date, now: now, key: key, checking: context)
  }

  /// Does anything else to the book, as one step.
  public func perform<Result: Sendable, Failure: Error>(
    _ change: @Sendable (inout ClassBook) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try change(&book)
  }
}
