/// A book that many tasks of one process share: each request is decided and applied before the next one is read.
///
/// ```swift
/// let desk = ClassDesk(ClassBook([yoga]))
/// let decision = await desk.perform { $0.request(.book(member), of: yoga.uid, on: monday, now: now, key: requestID) }
/// ```
public actor BookingDesk<Book: Sendable> {
  /// The present state; a copy does not follow later changes.
  public private(set) var book: Book

  public init(_ book: Book) {
    self.book = book
  }

  /// Reads or changes the book in one step: no request is decided meanwhile.
  public func perform<Result: Sendable, Failure: Error>(
    _ change: @Sendable (inout Book) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try change(&book)
  }
}

public typealias ClassDesk = BookingDesk<ClassBook>
public typealias SessionDesk = BookingDesk<SessionBook>
