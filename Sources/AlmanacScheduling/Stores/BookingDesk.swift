internal import AlmanacComponents

/// Decides requests on the books of a store that other programs change too, and gives no place twice.
///
/// Each request loads what it needs, decides, and writes what changed if nothing of it has another version by now; otherwise
/// another request was faster, and it is decided again. Nothing is locked in the store. Requests of this desk that need the same
/// book wait for each other, in the order in which they came; one whose task is cancelled stops waiting.
///
/// ```swift
/// let desk = BookingDesk(MemoryStore<RosterKey, Roster>())
/// let decision = try await desk.request(.book("ana@example.org"), of: yoga.occurrences(on: monday)[0], now: now, key: requestID)
/// ```
public actor BookingDesk<Store: BookingStore> {
  /// The key of a book in the store.
  public typealias Key = Store.Key
  /// The unit that is loaded, decided on and replaced as a whole.
  public typealias Book = Store.Book

  /// The store, which other desks and programs may change at the same time.
  public nonisolated let store: Store
  /// The most tries of a request.
  public nonisolated let tries: Int
  /// The longest time for tries of a request while the store fails.
  public nonisolated let limit: Duration
  private let remembered: Int
  private var memory: [Key: StoredBook<Book, Store.Version>] = [:]
  /// The requests that need a key, by their numbers, in the order in which they came. The first one uses it.
  private var queues: [Key: ArraySlice<Int>] = [:]
  /// The requests that wait, by their numbers.
  private var waiting: [Int: Waiting] = [:]
  private var lastRequest = 0
  /// The time since when the store has failed without a success in between, and its last failure; `nil` where it does not fail.
  private var outage: (start: ContinuousClock.Instant, last: StoreInterruption)?

  private struct Waiting {
    let keys: [Key]
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// Creates a desk.
  ///
  /// - Parameters:
  ///   - store: The store, which other programs may change at the same time.
  ///   - tries: The most tries of a request, at least one.
  ///   - limit: The longest time for tries of a request while the store fails, from the start of the failures or of the request on,
  ///     whichever is later. None begins after it, nor that of a request that has waited so long for others, so a store that cannot be
  ///     reached ends each request by then, plus twice the store's own limit of one call.
  ///   - remembered: The most books that are kept after a request, so that the next one need not load them. Where a kept one turns
  ///     out to be out of date, the request is decided again on a loaded one.
  public init(
    _ store: Store, tries: Int = 200, within limit: Duration = .seconds(30), remembering remembered: Int = 0
  ) {
    self.store = store
    self.tries = max(1, tries)
    self.limit = limit
    self.remembered = max(0, remembered)
  }

  /// Runs a change of books, all of it or nothing.
  ///
  /// - Parameters:
  ///   - keys: The books that the change reads or writes.
  ///   - isRepeatable: Whether the change has no more effect where it was made before, as one with an idempotency key. Only then is
  ///     it tried again after a failure after which it may have been written.
  ///   - change: Decides on the books, which lack those that the store does not have, and changes them. It may run several times,
  ///     and has no other effect.
  /// - Returns: The result of the last run, whose changes were written.
  /// - Throws: `SchedulingError` with code `tooManyTries`, which states the last failure of the store; the errors of `change`,
  ///   those of the store, and `CancellationError`.
  public func perform<Result: Sendable>(
    on keys: [Key], isRepeatable: Bool = false,
    _ change: @Sendable (inout [Key: Book]) throws -> Result
  ) async throws -> Result {
    try await perform(on: keys, isRepeatable: isRepeatable) { books, _ in try change(&books) }
  }

  /// The events that changed a book.
  typealias Events = [any Encodable & Sendable]

  /// Runs a change of books that states the events by which it changed them, where it knows all of them.
  func perform<Result: Sendable>(
    on keys: [Key], isRepeatable: Bool,
    _ change: @Sendable (inout [Key: Book], inout [Key: Events]) throws -> Result
  ) async throws -> Result {
    let keys = Array(Set(keys))
    let arrival = ContinuousClock.now
    let waits = keys.contains { queues[$0] != nil }
    let request = try await turn(of: keys)
    defer { leave(request, keys) }
    // The last failure of the store, and the end of the tries while it fails.
    var failure = waits ? outage.map { (last: $0.last, end: max($0.start, arrival) + limit) } : nil
    var tried = 0
    while tried < tries && failure.map({ .now < $0.end }) ?? true {
      try await Backoff.wait(after: tried)
      tried += 1
      do {
        let result = try await self.attempt(on: keys, change)
        (outage, failure) = (nil, nil)
        if let result { return result }
      } catch let interruption as StoreInterruption {
        let start = outage?.start ?? .now
        outage = (start, interruption)
        guard isRepeatable || !interruption.mayHaveWritten else { throw interruption }
        failure = (interruption, failure?.end ?? max(start, arrival) + limit)
      }
    }
    throw SchedulingError(
      .tooManyTries, at: tried,
      expected: failure.map {
        "a store that answers, or a later request; the last failure: \($0.last.reason)"
      }
        ?? "a store that others change less often, or a later request")
  }

  /// - Returns: `nil` where a book has another version by now.
  private func attempt<Result: Sendable>(
    on keys: [Key], _ change: @Sendable (inout [Key: Book], inout [Key: Events]) throws -> Result
  ) async throws -> Result? {
    var stored = takeRemembered(keys)
    let isFresh = stored.isEmpty
    let missing = keys.filter { stored[$0] == nil }
    if !missing.isEmpty { stored.merge(try await store.load(missing)) { _, loaded in loaded } }
    var books = stored.mapValues { $0.book }
    var events: [Key: Events] = [:]
    let result: Result
    do { result = try change(&books, &events) } catch {
      // Remembered books may be out of date, and several of different moments.
      let compared = keys.map {
        BookChange<Key, Book, Store.Version>($0, nil, replacing: stored[$0]?.version)
      }
      if !isFresh || keys.count > 1, try await store.replace(compared) == nil { return nil }
      throw error
    }
    try AsyncBookingContext.requireAnswers()
    let changes = keys.map { key in
      let events = events[key] ?? []
      let isChanged = !events.isEmpty || books[key] != stored[key]?.book
      return BookChange(
        key, isChanged ? books[key] : nil, replacing: stored[key]?.version, by: events)
    }
    // One book that was loaded just now needs no comparison where nothing is written. Several may be of different moments.
    if !isFresh || keys.count > 1 || changes.contains(where: { $0.book != nil }) {
      guard let versions = try await store.replace(changes) else { return nil }
      for case (let key, let book?) in changes.map({ ($0.key, $0.book) }) {
        stored[key] = versions[key].map { StoredBook(book, version: $0) }
      }
    }
    remember(stored)
    return result
  }

  private func takeRemembered(_ keys: [Key]) -> [Key: StoredBook<Book, Store.Version>] {
    memory.isEmpty
      ? [:]
      : Dictionary(firstOf: keys.compactMap { key in memory.removeValue(forKey: key).map { (key, $0) } })
  }

  private func remember(_ books: [Key: StoredBook<Book, Store.Version>]) {
    guard remembered > 0 else { return }
    for (key, book) in books {
      if memory.count >= remembered, let other = memory.keys.first { memory[other] = nil }
      memory[key] = book
    }
  }
}

// MARK: Turns

extension BookingDesk {
  /// Waits until all requests that came before and need one of the keys have ended.
  ///
  /// A request joins the queues of all its keys at once. All queues therefore have the same order: there is no deadlock, and
  /// requests are served first come, first served.
  ///
  /// - Returns: The number of the request, for ``leave(_:_:)``.
  /// - Throws: `CancellationError` where the task is cancelled while it waits.
  private func turn(of keys: [Key]) async throws -> Int {
    lastRequest += 1
    let request = lastRequest
    for key in keys { queues[key, default: []].append(request) }
    if isFirst(request, keys) { return request }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting[request] = Waiting(keys: keys, continuation: continuation)
        if Task.isCancelled { cancel(request) }
      }
    } onCancel: {
      Task { await cancel(request) }
    }
    return request
  }

  private func isFirst(_ request: Int, _ keys: [Key]) -> Bool {
    keys.allSatisfy { queues[$0]?.first == request }
  }

  private func cancel(_ request: Int) {
    guard let waiter = waiting.removeValue(forKey: request) else { return }
    leave(request, waiter.keys)
    waiter.continuation.resume(throwing: CancellationError())
  }

  /// Leaves the queues, and resumes the requests that are the first ones of all of theirs by that.
  private func leave(_ request: Int, _ keys: [Key]) {
    for key in keys {
      if let place = queues[key]?.firstIndex(of: request) { queues[key]?.remove(at: place) }
      guard let next = queues[key]?.first else {
        queues[key] = nil
        continue
      }
      if let waiter = waiting[next], isFirst(next, waiter.keys) {
        waiting[next] = nil
        waiter.continuation.resume()
      }
    }
  }
}

/// The pauses between tries, random so that programs that failed together do not fail together again.
private enum Backoff {
  /// Waits after some failed tries: not after the first, then up to 2 ms, 4 ms … and at last half a second.
  static func wait(after failures: Int) async throws {
    guard failures > 1 else { return }
    try await Task.sleep(for: .microseconds(Int.random(in: 0...(1_000 << min(failures - 1, 9)))))
  }
}
