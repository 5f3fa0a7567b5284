import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport

/// A store that fails at random, before or after it has written, as a database does whose connection breaks.
actor FailingStore: RosterStore {
  nonisolated let store = MemoryStore<RosterKey, Roster>()
  private var random: SeededGenerator
  private let isFailing: Bool
  private(set) var loads = 0

  init(seed: UInt64, isFailing: Bool = true) {
    (random, self.isFailing) = (SeededGenerator(seed: seed), isFailing)
  }

  func load(_ keys: [RosterKey]) async throws -> [RosterKey: StoredBook<Roster, Int>] {
    loads += 1
    if isFailing, Int.random(in: 0..<10, using: &random) == 0 {
      throw StoreInterruption("no connection", mayHaveWritten: false)
    }
    return await store.load(keys)
  }

  func replace(_ changes: [BookChange<RosterKey, Roster, Int>]) async throws -> [RosterKey: Int]? {
    let fate = isFailing ? Int.random(in: 0..<10, using: &random) : 9
    if fate == 0 { throw StoreInterruption("the transaction was given up", mayHaveWritten: false) }
    let versions = await store.replace(changes)
    if fate == 1 { throw StoreInterruption("the connection broke", mayHaveWritten: true) }
    return versions
  }
}

/// A store that has the first book and the events, and compares what these give with the book of each change.
actor EventStore<Key: Sendable & Hashable, Book: Sendable & Equatable & EventSourced>: BookingStore {
  private var books: [Key: StoredBook<Book, Int>] = [:]
  private(set) var written = (whole: 0, events: 0)
  private(set) var isConsistent = true

  func load(_ keys: [Key]) -> [Key: StoredBook<Book, Int>] { books.filter { keys.contains($0.key) } }

  func replace(_ changes: [BookChange<Key, Book, Int>]) throws -> [Key: Int]? {
    for change in changes {
      guard let book = change.book else { continue }
      let events = change.events.compactMap { $0 as? NumberedChange<Book.Change> }
      if var replayed = books[change.key]?.book, !events.isEmpty {
        try replayed.apply(events)
        isConsistent = isConsistent && replayed == book
        written.events += 1
      } else {
        written.whole += 1
      }
      books[change.key] = StoredBook(book, version: (change.version ?? 0) + 1)
    }
    return [:]
  }
}

extension EventStore: RosterStore where Key == RosterKey, Book == Roster {}
extension EventStore: SessionStore where Key == String, Book == SessionBook {}

/// A store of numbers that is slow, can be closed for a while, and may move what a book has to another one between two loads.
actor SlowStore: BookingStore {
  nonisolated let store: MemoryStore<String, Int>
  private(set) var loads = 0
  private var isOpen = true
  private var movesOnce: Bool

  init(_ books: [String: Int] = [:], movesOnce: Bool = false) {
    (store, self.movesOnce) = (MemoryStore(books), movesOnce)
  }

  func close() { isOpen = false }
  func open() { isOpen = true }

  func load(_ keys: [String]) async throws -> [String: StoredBook<Int, Int>] {
    loads += 1
    repeat { try await Task.sleep(for: .milliseconds(1)) } while !isOpen
    var books: [String: StoredBook<Int, Int>] = [:]
    for key in keys {
      books.merge(await store.load([key])) { $1 }
      guard movesOnce else { continue }
      movesOnce = false
      let all = await store.load(["a", "b"])
      _ = await store.replace(
        ["a", "b"].compactMap { key in
          all[key].map { BookChange(key, 1 - $0.book, replacing: $0.version) }
        })
    }
    return books
  }

  func replace(_ changes: [BookChange<String, Int, Int>]) async -> [String: Int]? {
    await store.replace(changes)
  }
}

actor Counter {
  private(set) var number = 0
  func count() { number += 1 }
}
