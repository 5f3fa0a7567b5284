import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacTime

extension Invocation {
  /// Checks that the people and things of a session are free, as a booking of it does, and that it can still be moved. Other items
  /// may overlap.
  ///
  /// - Parameters:
  ///   - item: The item as it is to be stored.
  ///   - old: The item before its change, which is checked only if it concerns time or people; `nil` for a new item.
  func requireFree(
    _ item: Item, replacing old: Item? = nil, in calendars: CalendarOptions, _ common: CommonOptions
  ) throws(CommandError) {
    var reader = self
    let words = try reader.schedulingWords(common)
    try item.requireMovable(replacing: old, in: words)
    guard let session = item.plannedSession, old?.plannedSession.map({ $0.isAsBusy(as: session) }) != true
    else { return }
    var others = CalendarStore(reading: try reader.sources(calendars))
    try reader.requireAllRead(in: session.interval, viewer: reader.zone(common))
    if let old { try others.removeItem(old.id) }
    let now = reader.now(common, in: reader.zone(common))
    let files = SessionFiles(
      others, at: now, showing: words, coaches: coaches(session.coach))
    try files.requireFree(session, at: now)
  }
}

extension Invocation {
  /// Checks that a change of classes takes no instructor twice at a time.
  ///
  /// - Parameters:
  ///   - uids: The classes; other items are not concerned.
  ///   - before: The calendars before the change.
  ///   - after: The calendars after it.
  /// - Throws: A refusal with the other commitments of the instructors.
  func requireFreeInstructors(
    of uids: Set<String>, before: CalendarStore, after: CalendarStore, at now: Instant,
    _ common: CommonOptions
  ) throws(CommandError) {
    let changed = uids.flatMap { ClassBook(after.series(of: $0)).series }
    guard let first = changed.first else { return }
    var reader = self
    let files = ClassFiles(before, showing: try reader.schedulingWords(common))
    let impact = files.book.impact(of: ClassEdit(changed), now: now, checking: files.context(at: now))
    guard var refusal = Refusal(busyInstructorsOf: impact, of: first.uid, in: files.words) else { return }
    refusal.expected = "another time, or class change, which asks"
    throw .refused([refusal])
  }
}

extension SessionFiles {
  /// Checks that the people and things of a session that is not among these are free, also in the past.
  ///
  /// - Throws: A refusal with the conflicts.
  fileprivate func requireFree(_ session: SessionBook.Session, at now: Instant) throws(CommandError) {
    let seconds = session.interval.upperBound.seconds(since: session.interval.lowerBound)
    let request = SessionRequest(
      session.clients, at: session.start, lasting: .seconds(seconds), places: session.places,
      resources: session.resources)
    let decision = book.decide(
      .book(request), by: session.coach, now: now,
      checking: .commitments(commitments, visibleTo: session.coach))
    let conflicts = decision.refusals.filter { refusal in
      switch refusal {
      case .conflict, .insufficient: true
      default: false
      }
    }
    guard conflicts.isEmpty else { throw CommandError(conflicts, uid: session.uid, in: words) }
  }
}

extension Item {
  /// - Throws: A refusal if it is a session that has begun or ended, at another time than before.
  fileprivate func requireMovable(replacing old: Item?, in words: SchedulingWords) throws(CommandError) {
    guard let before = old?.event, let session = try? SessionBook.Session(before),
      session.state != .scheduled,
      before.start != event?.start || before.end != event?.end
    else { return }
    throw CommandError([.wrongState(session.state)] as [SessionRefusal], uid: uid, in: words)
  }

  /// The session that takes time of its people; `nil` for other items.
  fileprivate var plannedSession: SessionBook.Session? {
    event.flatMap { try? SessionBook.Session($0) }.flatMap { $0.takesTime ? $0 : nil }
  }
}

extension SessionBook.Session {
  /// Whether it takes the same time of the same people and things.
  fileprivate func isAsBusy(as other: Self) -> Bool {
    interval == other.interval && coach.isOf(other.coach) && clients == other.clients
      && resources == other.resources
  }
}
