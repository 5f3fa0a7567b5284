import AlmanacEvents
import AlmanacICS
import AlmanacSync
import TestSupport
import Testing

/// Laws of merges, on random calendars and random edits of both sides.
@Suite("Laws of merges")
struct MergeInvariantTests {
  private struct States {
    let document: ICSDocument
    let base: EventCalendar
    let ours: EventCalendar
    let theirs: EventCalendar

    func merged(_ policy: MergePolicy = .newer) -> CalendarMerge {
      CalendarMerge(base: base, ours: ours, theirs: theirs, policy: policy, uids: .seeded(1))
    }
  }

  static let seeds = 1...UInt64(rounds(3))

  private func states(_ seed: UInt64, items: Int = 8, edits: Int = 4) throws -> States {
    var schedule = RandomSchedule(seed: seed, count: items)
    let document = try ICSDocument(parsing: schedule.text)
    let base = try #require(document.calendars.first)
    return States(
      document: document, base: base, ours: base.after(schedule.edits(edits, from: 0)),
      theirs: base.after(schedule.edits(edits, from: 50)))
  }

  @Test("a side that changed nothing gets the other one", arguments: seeds)
  func oneSided(seed: UInt64) throws {
    let states = try states(seed)
    for policy in MergePolicy.allCases {
      for sides in [(states.base, states.theirs), (states.theirs, states.base)] {
        let merge = CalendarMerge(base: states.base, ours: sides.0, theirs: sides.1, policy: policy)
        #expect(differences(merge.calendar, states.theirs) == [])
        #expect(merge.conflicts.isEmpty)
      }
    }
  }

  @Test("equal sides are the result", arguments: seeds)
  func equalSides(seed: UInt64) throws {
    let states = try states(seed)
    let merge = CalendarMerge(base: states.base, ours: states.ours, theirs: states.ours)
    #expect(merge.calendar == states.ours)
    #expect(merge.conflicts.isEmpty)
  }

  @Test("merging the result again with either side changes nothing", arguments: seeds)
  func idempotent(seed: UInt64) throws {
    let states = try states(seed)
    for policy in [MergePolicy.newer, .ours] {
      let merged = states.merged(policy).calendar
      let again = CalendarMerge(base: states.base, ours: merged, theirs: states.theirs, policy: policy)
      #expect(differences(again.calendar, merged) == [])
      let known = CalendarMerge(base: states.theirs, ours: merged, theirs: states.theirs)
      #expect(differences(known.calendar, merged) == [])
    }
  }

  @Test("a merged document that is merged again with either side is the same byte for byte", arguments: seeds)
  func idempotentBytes(seed: UInt64) throws {
    let states = try states(seed)
    var (ours, theirs) = (states.document, states.document)
    ours.calendars[0] = states.ours
    theirs.calendars[0] = states.theirs
    for policy in [MergePolicy.newer, .ours, .theirs] {
      func merged(_ ours: ICSDocument) throws -> ICSDocument {
        let merge = DocumentMerge(base: states.document, ours: ours, theirs: theirs, policy: policy)
        return try ICSDocument(parsing: merge.document.bytes)
      }
      let once = try merged(ours)
      #expect(try merged(once).text == once.text)
      let known = DocumentMerge(base: theirs, ours: once, theirs: theirs)
      #expect(known.document.text == once.text)
    }
  }

  @Test("both sides come to the same result by the newer state, and by that of one of them", arguments: seeds)
  func symmetric(seed: UInt64) throws {
    let states = try states(seed)
    let other = CalendarMerge(base: states.base, ours: states.theirs, theirs: states.ours, policy: .newer)
    #expect(differences(states.merged().calendar, other.calendar) == [])
    #expect(states.merged().conflicts.count == other.conflicts.count)
    let theirs = CalendarMerge(base: states.base, ours: states.theirs, theirs: states.ours, policy: .theirs)
    #expect(differences(states.merged(.ours).calendar, theirs.calendar) == [])
  }

  @Test("what is in no conflict is the same from both sides, in any notation", arguments: seeds)
  func symmetricWithoutConflict(seed: UInt64) throws {
    let states = try states(seed, edits: 12)
    let one = states.merged(.ask)
    let other = CalendarMerge(base: states.base, ours: states.theirs, theirs: states.ours)
    let disputed = Set((one.conflicts + other.conflicts).compactMap { $0.id?.uid })
    func undisputed(_ calendar: EventCalendar) -> EventCalendar {
      calendar.with(items: calendar.items.filter { !disputed.contains($0.uid) })
    }
    #expect(differences(undisputed(one.calendar), undisputed(other.calendar)) == [])
  }

  @Test(
    "disjoint edits never conflict, and the result is that of making them one after the other",
    arguments: seeds)
  func disjoint(seed: UInt64) throws {
    var schedule = RandomSchedule(seed: seed)
    let base = try calendar(schedule.text)
    let (ours, theirs) = schedule.disjointEdits()
    let merge = CalendarMerge(base: base, ours: base.after(ours), theirs: base.after(theirs))
    #expect(merge.conflicts.map { "\($0.id?.uid ?? "") \($0.property)" } == [])
    #expect(differences(merge.calendar, base.after(ours + theirs), revisions: false) == [])
  }

  @Test(
    "the merged document is read as the merged calendar, and untouched items have the bytes of ours",
    arguments: seeds)
  func documents(seed: UInt64) throws {
    let states = try states(seed)
    var (ours, theirs) = (states.document, states.document)
    ours.calendars[0] = states.ours
    theirs.calendars[0] = states.theirs
    let merge = DocumentMerge(base: states.document, ours: ours, theirs: theirs, policy: .newer)
    let read = try ICSDocument(parsing: merge.document.bytes)
    #expect(differences(read.calendars[0], states.merged().calendar) == [])
    #expect(read.calendars.count == 1)
    let changed = CalendarDifference(from: states.ours, to: merge.document.calendars[0]).items.map(\.id.uid)
    for piece in ours.text.components(of: "VEVENT")
    where !changed.contains(where: { piece.contains("UID:\($0)\r\n") }) {
      #expect(merge.document.text.contains(piece))
    }
  }

  @Test("a resolved conflict has the state of the chosen side")
  func resolution() throws {
    var resolved = 0
    let count = rounds(15)
    for seed in UInt64(1)...UInt64(count) {
      let states = try states(seed, items: 4, edits: 6)
      var merge = states.merged(.ask)
      // Overrides that either side's policy would place elsewhere are tested by themselves.
      // Of series that a side split the policies use one side alone.
      let split = [states.ours, states.theirs].flatMap(\.items).filter { !$0.relations.isEmpty }.map(\.uid)
      let moved = Set(
        merge.unresolved.filter { $0.property == "DTSTART" }.compactMap { $0.id?.uid } + split)
      for conflict in merge.unresolved { merge.calendar.resolve(conflict, as: .theirs) }
      var (one, other) = (merge.calendar, states.merged(.theirs).calendar)
      for uid in moved {
        _ = try? one.remove(uid: uid)
        _ = try? other.remove(uid: uid)
      }
      #expect(differences(one, other, revisions: false) == [], "seed \(seed)")
      resolved += merge.unresolved.count { !moved.contains($0.id?.uid ?? "") }
    }
    #expect(resolved * 3 > count)
  }
}

extension String {
  /// The texts of the components of a name, from BEGIN to END.
  fileprivate func components(of name: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: "BEGIN:\(name)\r\n"),
      let end = rest.firstRange(of: "END:\(name)\r\n")
    {
      found.append(String(rest[start.lowerBound..<end.upperBound]))
      rest = rest[end.upperBound...]
    }
    return found
  }
}
