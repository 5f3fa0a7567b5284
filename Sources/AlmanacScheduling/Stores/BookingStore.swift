internal import AlmanacComponents

/// Books that any number of programs share: in a database, on a server or in files.
///
/// A store does two things: it loads books with their versions, and it replaces books on the condition that their versions are
/// still the ones that were loaded (compare and swap). A ``BookingDesk`` does the rest.
///
/// A key is the unit that is loaded and replaced. Its book is a ``Roster`` (``RosterStore``), a ``SessionBook``
/// (``SessionStore``), or any other value, such as the ``ClassBook`` of a gym.
public protocol BookingStore<Key, Book>: Sendable {
  /// The identity of a book, such as a `RosterKey`, or the name of a session book.
  associatedtype Key: Sendable, Hashable
  /// The value that is loaded and replaced as a whole, such as a `Roster`.
  associatedtype Book: Sendable, Equatable
  /// The mark of a state, another one after every replacement: a number in a row, an ETag.
  associatedtype Version: Sendable, Equatable

  /// Loads books.
  ///
  /// They need not be of one moment, since `replace(_:)` compares the versions of all.
  ///
  /// - Returns: The books by key, without those that the store does not have.
  /// - Throws: ``StoreInterruption`` where trying again may help; any other error ends the request.
  func load(_ keys: [Key]) async throws -> [Key: StoredBook<Book, Version>]

  /// Replaces books, all of them or none, if every key still has the version that was loaded.
  ///
  /// - Parameter changes: At most one for each key, of which some, or all, may only be compared.
  /// - Returns: The new versions, without those that the store does not say; `nil` where a key has another version, so that
  ///   nothing was written.
  /// - Throws: ``StoreInterruption`` where trying again may help; any other error ends the request.
  func replace(_ changes: [BookChange<Key, Book, Version>]) async throws -> [Key: Version]?
}

/// A store of the bookings of classes, a roster for each class and date.
public protocol RosterStore: BookingStore where Key == RosterKey, Book == Roster {}

/// A store of session books by name, one for all coaches between whom nobody may be booked twice at a time.
public protocol SessionStore: BookingStore where Key == String, Book == SessionBook {}

/// A book as it was loaded.
public struct StoredBook<Book: Sendable, Version: Sendable>: Sendable {
  /// The state of the book when it was loaded.
  public let book: Book
  /// The version of that state, which the store compares when the book is replaced.
  public let version: Version

  /// Creates a loaded book from its content and its version in the store.
  public init(_ book: Book, version: Version) {
    self.book = book
    self.version = version
  }
}

/// A book to be written, or only compared.
public struct BookChange<Key: Sendable, Book: Sendable, Version: Sendable>: Sendable {
  /// The key of the book.
  public let key: Key
  /// The new book; `nil` for one on which the decision depends and which does not change.
  public let book: Book?
  /// The version that was loaded; `nil` where the store had no book.
  public let version: Version?
  /// The events that lead from the loaded book to the new one, for a store that adds these rather than write the whole book
  /// (``EventSourced``); empty where only the new book is known.
  public let events: [any Encodable & Sendable]

  /// Creates a change; without a book the store only compares the version.
  public init(
    _ key: Key, _ book: Book?, replacing version: Version?, by events: [any Encodable & Sendable] = []
  ) {
    self.key = key
    self.book = book
    self.version = version
    self.events = events
  }
}

/// A failure of a store after which the same request may succeed: a connection that broke, a server that restarts, a
/// transaction that was given up for another.
public struct StoreInterruption: Error, Sendable {
  /// A description of the failure, for a log.
  public let reason: String
  /// Whether the change may have been written: the connection broke before the answer came.
  public let mayHaveWritten: Bool

  /// Creates a failure; `mayHaveWritten` decides whether only repeatable requests are tried again.
  public init(_ reason: String, mayHaveWritten: Bool) {
    self.reason = reason
    self.mayHaveWritten = mayHaveWritten
  }
}

/// Books in the memory of one process, for programs that store them by themselves, and for tests.
public actor MemoryStore<Key: Sendable & Hashable, Book: Sendable & Equatable>: BookingStore {
  private var books: [Key: StoredBook<Book, Int>]

  /// Creates a store of books, each at version 1.
  public init(_ books: [Key: Book] = [:]) {
    self.books = books.mapValues { StoredBook($0, version: 1) }
  }

  public func load(_ keys: [Key]) -> [Key: StoredBook<Book, Int>] {
    Dictionary(firstOf: keys.compactMap { key in books[key].map { (key, $0) } })
  }

  public func replace(_ changes: [BookChange<Key, Book, Int>]) -> [Key: Int]? {
    guard changes.allSatisfy({ books[$0.key]?.version == $0.version }) else { return nil }
    var versions: [Key: Int] = [:]
    for change in changes {
      guard let book = change.book else { continue }
      let version = (change.version ?? 0) + 1
      books[change.key] = StoredBook(book, version: version)
      versions[change.key] = version
    }
    return versions
  }
}

extension MemoryStore: RosterStore where Key == RosterKey, Book == Roster {}
extension MemoryStore: SessionStore where Key == String, Book == SessionBook {}
