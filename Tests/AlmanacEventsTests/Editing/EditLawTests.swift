import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// Occurrences before the edited stretch are as before; those of it as edited; nothing twice, nothing lost; every
/// identity leads to the occurrence that replaces it; the change can be undone.
@Suite("Edits of series, checked on random ones") struct EditLawTests {
  static let seeds: [UInt64] = (0..<6).map { $0 * 1000 }
  /// About half of the seeds make a series.
  static let perSeed = rounds(20)

  @Test("An edit that moves nothing never fails, and has its effect", arguments: seeds)
  func changes(seed: UInt64) throws {
    for seed in seed..<seed + UInt64(Self.perSeed) {
      guard let edit = RandomEdit(seed: seed, moves: false) else { continue }
      let scope = RecurrenceScope.allCases[Int(seed % 3)]
      do { try EditCheck(edit, scope, seed: seed).run() } catch let error as EventError {
        #expect(!edit.isPlain && error.codes == [.immovablePart], "seed \(seed) \(scope): \(error)")
      }
    }
  }

  @Test("An edit that moves an occurrence moves all as far, or is refused", arguments: seeds)
  func moves(seed: UInt64) throws {
    var done = 0
    for seed in seed..<seed + UInt64(Self.perSeed) {
      guard let edit = RandomEdit(seed: seed, moves: true) else { continue }
      let scope = RecurrenceScope.allCases[Int(seed % 3)]
      do {
        try EditCheck(edit, scope, seed: seed).run()
        done += 1
      } catch let error as EventError {
        #expect(error.codes == [.immovablePart], "seed \(seed) \(scope): \(error)")
      }
    }
    #expect(done * 176 > Self.perSeed * 25)
  }

  @Test("A deletion removes the deleted occurrences and nothing else", arguments: seeds)
  func deletions(seed: UInt64) throws {
    for seed in seed..<seed + UInt64(Self.perSeed) {
      guard let edit = RandomEdit(seed: seed, moves: false) else { continue }
      let scope = RecurrenceScope.allCases[Int(seed % 3)]
      var calendar = edit.calendar
      let change: CalendarChange
      do { change = try calendar.delete(edit.chosen, scope: scope, at: nil) } catch let error {
        #expect(!edit.isPlain && error.codes == [.immovablePart], "seed \(seed) \(scope): \(error)")
        continue
      }
      let key = edit.chosen.instanceKey
      func isLeft(_ old: Occurrence) -> Bool {
        switch scope {
        case .this: old.instanceKey != key
        case .thisAndFuture: old.instanceKey < key
        case .all: false
        }
      }
      let found = RandomEdit.occurrences(of: RandomEdit.uid, in: calendar, upTo: edit.horizon)
      #expect(found.map(\.look) == edit.occurrences.filter(isLeft).map(\.look), "seed \(seed) \(scope)")
      for old in edit.occurrences {
        #expect(change.identities[old.id] == (isLeft(old) ? old.id : nil), "seed \(seed) \(scope) \(old.id)")
      }
      try calendar.apply(change.inverse)
      #expect(calendar == edit.calendar, "seed \(seed) \(scope)")
    }
  }
}

extension Occurrence {
  var instanceKey: Int64 { (recurrenceID ?? start).key }

  /// All that is seen of it but what it is called.
  var look: String { "\(item.summary) \(item.details) \(start) – \(end)" }
}

/// One edit and what is expected of it.
struct EditCheck {
  let edit: RandomEdit
  let scope: RecurrenceScope
  let seed: UInt64
  let chosenKey: Int64

  init(_ edit: RandomEdit, _ scope: RecurrenceScope, seed: UInt64) {
    self.edit = edit
    self.scope = scope
    self.seed = seed
    chosenKey = edit.chosen.instanceKey
  }

  private var note: Comment { "seed \(seed) \(scope) at \(edit.chosen.id) to \(edit.target)" }

  func run() throws {
    var calendar = edit.calendar
    var given: Item?
    var made: Item?
    let change = try calendar.edit(edit.chosen, scope: scope, at: nil, uids: .seeded(seed)) {
      (item) throws(EventError) in
      given = item
      item.details = "edited"
      if item.start != edit.target { item.move(to: edit.target) }
      made = item
    }
    let (shown, edited) = (try #require(given), try #require(made))
    #expect(shown.summary == edit.chosen.item.summary, note)
    if shown.kind != .todo { #expect(shown.start == edit.chosen.start, note) }
    let uids = Set([RandomEdit.uid] + change.added.map(\.uid))
    let found = uids.sorted().flatMap {
      RandomEdit.occurrences(of: $0, in: calendar, upTo: edit.horizon + 1600 * 86_400)
    }
    var places: [Place: Occurrence] = [:]
    for occurrence in found {
      #expect(
        places.updateValue(occurrence, forKey: Place(occurrence.id)) == nil, "twice \(occurrence.id) \(note)")
    }
    let move = StartMove(from: shown.start ?? edit.chosen.start, to: edited.start ?? edit.chosen.start)
    for old in edit.occurrences {
      guard let id = change.identities[old.id], let new = places[Place(id)] else {
        Issue.record("lost \(old.id) → \(change.identities[old.id].map { "\($0)" } ?? "nil") \(note)")
        continue
      }
      compare(old, new, id, move)
    }
    let known = Set(edit.occurrences.map { Place($0.id) })
    for new in found {
      guard let id = change.identities.inverse[new.id] else {
        Issue.record("from nowhere: \(new.id) \(note)")
        continue
      }
      if (id.recurrenceID ?? new.start).key < edit.horizon {
        #expect(known.contains(Place(id)), "new \(new.id) from \(id) \(note)")
      }
    }
    try calendar.apply(change.inverse)
    #expect(calendar == edit.calendar, note)
    #expect(calendar.items.map(\.id) == edit.calendar.items.map(\.id), note)
    try calendar.apply(change)
    #expect(calendar.items.contains { $0.details == "edited" }, note)
  }

  private func isInScope(_ old: Occurrence) -> Bool {
    switch scope {
    case .this: old.instanceKey == chosenKey
    case .thisAndFuture: old.instanceKey >= chosenKey
    case .all: true
    }
  }

  private func compare(_ old: Occurrence, _ new: Occurrence, _ id: ItemID, _ move: StartMove) {
    #expect(new.item.summary == old.item.summary, note)
    guard isInScope(old) else {
      #expect(new.look == old.look && id == old.id, "\(old.id) \(note)")
      return
    }
    #expect(new.item.details == "edited", "\(old.id) \(note)")
    if scope == .this { #expect(id == old.id, note) }
    let moved = move.moved(old.start)
    let hasStretches =
      edit.calendar.series(uid: RandomEdit.uid)?.overrides.contains { $0.overridesFuture } ?? false
    if old.instanceKey == chosenKey {
      if old.item.kind != .todo { #expect(new.start == edit.target, "\(old.id) \(note)") }
    } else if old.item.recurrenceID == nil, old.item.kind != .todo {
      if !hasStretches {
        #expect(new.start.isSame(as: moved), "\(old.id): \(new.start), not \(moved) \(note)")
      }
    } else if old.item.kind != .todo {
      // In another zone, times that were in UTC are on its clock now.
      let stays = new.start == old.start || !move.hasSameForm && abs(new.start.key - old.start.key) <= 7200
      // A time in UTC moves on the clock of the series.
      let onClock = edit.clock.map { clock in
        old.start.zone == .utc ? .zoned(old.start.instant(in: .utc).in(clock)) : old.start
      }
      #expect(
        stays || new.start.isSame(as: moved) || new.start.isSame(as: move.moved(onClock ?? old.start)),
        "\(old.id): \(new.start) from \(old.start) \(note)")
    }
    if old.start.isDate == new.start.isDate, old.item.kind == .event, case .end = old.item.extent {
      // A clock that changes is between the digits of both ends.
      let margin: Int64 = move.hasSameForm ? 0 : 7200
      #expect(abs(old.length - new.length) <= margin, "\(old.id): \(old.look); \(new.look) \(note)")
    }
  }

  /// By what an occurrence is found, whatever the form of its recurrence id.
  struct Place: Hashable {
    let uid: String
    let key: Int64?

    init(_ id: ItemID) {
      uid = id.uid
      key = id.recurrenceID?.key
    }
  }
}

extension EventTime {
  fileprivate func isSame(as other: EventTime) -> Bool {
    isDate == other.isDate && zone == other.zone && (local == other.local || zone != nil && key == other.key)
  }
}

extension Occurrence {
  fileprivate var length: Int64 { end.key - start.key }
}
