import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import TestSupport
import Testing

/// Merges of series that a side split.
extension SeriesMergeTests {
  /// The merge of two states whose base is not known.
  func mergeWithoutBase(_ ours: Edit, _ theirs: Edit, isReversed: Bool) throws -> CalendarMerge {
    var sides = (try calendar(Self.series), try calendar(Self.series))
    try ours(&sides.0)
    try theirs(&sides.1)
    if isReversed { sides = (sides.1, sides.0) }
    return CalendarMerge(
      base: EventCalendar(), ours: sides.0, theirs: sides.1, policy: .newer, uids: .seeded(9))
  }

  @Test(
    "without a base a split of one side is known by its relation: no later instance is doubled",
    arguments: [false, true])
  func splitWithoutBase(isReversed: Bool) throws {
    let others: [Edit] = [
      delete(.this, 4), place("L", .this, 8), place("L", .this, 4), delete(.this, 9), { _ in },
      title("T", .this, 6),
    ]
    for (split, isMoved) in [(move(1, .thisAndFuture, 6), true), (title("B", .thisAndFuture, 6), false)] {
      // A removed instance is one value with a moved start.
      for (index, other) in others.enumerated() where !isMoved || index != 3 {
        var both = try calendar(Self.series)
        try other(&both)
        try split(&both)
        let merge = try mergeWithoutBase(split, other, isReversed: isReversed)
        let expected = try shown(both).map { String($0.prefix(8)) }
        #expect(try shown(merge.calendar).map { String($0.prefix(8)) } == expected, "\(index)")
        #expect(try shown(merge.calendar).filter { $0.hasSuffix(" L") }.count == [0, 1, 1, 0, 0, 0][index])
      }
    }
  }

  @Test(
    "a first part whose second part is in another file shortens the series of the other side",
    arguments: [false, true])
  func firstPartAlone(hasBase: Bool) throws {
    let base = try calendar(Self.series)
    var (ours, theirs) = (base, base)
    try move(1, .thisAndFuture, 6)(&ours)
    ours = ours.with(items: ours.items.filter { $0.uid == "s" })
    try delete(.this, 4)(&theirs)
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = CalendarMerge(
        base: hasBase ? base : EventCalendar(), ours: one, theirs: other, policy: .newer, uids: .seeded(9))
      #expect(try shown(merge.calendar) == ["02", "03", "05"].map { "\($0) 09:00 S " })
    }
  }

  @Test("edits of instances follow into the new series of a split")
  func split() throws {
    try expectSequence(title("Late", .thisAndFuture, 6), place("P", .this, 4))
    try expectSequence(place("P", .all, 4), title("A", .this, 6))
    let merge = try merge(title("Late", .thisAndFuture, 6), place("P", .this, 8))
    #expect(merge.conflicts.isEmpty)
    #expect(
      try shown(merge.calendar).filter { $0.hasPrefix("07") || $0.hasPrefix("08") }
        == ["07 09:00 Late ", "08 09:00 Late P"])
    #expect(
      try shown(self.merge(place("P", .this, 8), title("Late", .thisAndFuture, 6)).calendar)
        == shown(merge.calendar))
  }

  @Test("a deleted instance stays deleted in the new series of a split")
  func splitAndDeletion() throws {
    let merge = try merge(delete(.this, 8), title("Late", .thisAndFuture, 6))
    #expect(merge.conflicts.isEmpty)
    #expect(try shown(merge.calendar).map { $0.prefix(2) }.contains("08") == false)
    #expect(try shown(merge.calendar).count == 9)
  }

  @Test(
    "the second part of a split stays whole where the other side ended the series before it, which is a conflict"
  )
  func splitAndEnd() throws {
    func end(_ day: Int) -> Edit { { _ = try $0.delete(id(day), scope: .thisAndFuture, at: nil) } }
    for merge in [
      try merge(title("T", .thisAndFuture, 8), end(5)), try merge(end(5), title("T", .thisAndFuture, 8)),
    ] {
      #expect(merge.conflicts.map(\.property) == [""])
      #expect(
        try shown(merge.calendar)
          == (2...4).map { "0\($0) 09:00 S " } + ["08", "09", "10", "11"].map { "\($0) 09:00 T " })
    }
    try expectSequence(end(8), title("T", .thisAndFuture, 5))
  }

  @Test("an edit of the whole series reaches both parts of a split")
  func splitAndSeries() throws {
    let merge = try merge(title("Late", .thisAndFuture, 6), place("P", .all, 2))
    #expect(merge.conflicts.isEmpty)
    let days = try shown(merge.calendar)
    #expect(days.count == 10)
    #expect(days.allSatisfy { $0.hasSuffix(" P") })
    #expect(days.filter { $0.contains("Late") }.count == 6)
  }

  @Test("a moved second part carries the edit of an instance with it")
  func movedSplit() throws {
    let merge = try merge(move(3, .thisAndFuture, 6), place("P", .this, 8))
    #expect(merge.conflicts.isEmpty)
    let days = try shown(merge.calendar)
    #expect(days.filter { $0.hasPrefix("08") } == ["08 12:00 S P"])
    #expect(days.count == 10)
  }

  @Test("splits at the same instance become one")
  func sameSplit() throws {
    let merge = try merge(title("Late", .thisAndFuture, 6), place("P", .thisAndFuture, 6))
    #expect(merge.conflicts.isEmpty)
    #expect(Set(merge.calendar.items.map(\.uid)).count == 2)
    let days = try shown(merge.calendar)
    #expect(days.filter { $0.hasPrefix("07") } == ["07 09:00 Late P"])
    #expect(days.count == 10)
  }

  /// If each of these joins took work in the number of items, a thousand would take some minutes.
  @Test("hundreds of series that both sides split at the same instance become as many pairs")
  func manySplits() throws {
    let count = min(rounds(250), 1_000)
    func series(_ number: Int, _ lines: String...) -> [String] {
      event("s\(number)", "DTSTART:20260302T090000Z", "SUMMARY:S").dropLast() + lines + ["END:VEVENT"]
    }
    let base = try calendar(file((0..<count).flatMap { series($0, "RRULE:FREQ=DAILY;COUNT=10") }))
    /// The calendar after edits of an instance and all later ones of each series.
    func split(_ side: String, _ lines: String...) throws -> EventCalendar {
      try calendar(
        file(
          (0..<count).flatMap { number in
            let part = "\(side)\((number * 7_919) % count)"
            return series(number, "RRULE:FREQ=DAILY;COUNT=4", "RELATED-TO;RELTYPE=NEXT:\(part)")
              + event(
                part, "DTSTART:20260306T090000Z", "RRULE:FREQ=DAILY;COUNT=6",
                "RELATED-TO;RELTYPE=FIRST:s\(number)"
              ).dropLast() + lines + ["END:VEVENT"]
          }))
    }
    let merge = CalendarMerge(
      base: base, ours: try split("b", "SUMMARY:Late"), theirs: try split("a", "SUMMARY:S", "LOCATION:P"))
    #expect(merge.conflicts.isEmpty)
    #expect(merge.calendar.count == 2 * count)
    #expect(merge.calendar.items.count { $0.uid.hasPrefix("a") } == count)
    for item in merge.calendar.items where item.uid.hasPrefix("s") {
      let part = try #require(item.relations.first.flatMap { merge.calendar.item(uid: $0.target) })
      #expect(item.relations.map(\.kind) == [.next] && (part.summary, part.location) == ("Late", "P"))
      #expect(part.relations.map(\.target) == [item.uid])
    }
  }

  @Test("a series that both sides split at the same instances becomes one chain of parts")
  func chains() throws {
    func split(_ days: [Int], _ side: String, _ change: @escaping (inout Item, Int) -> Void) -> Edit {
      { calendar in
        for day in days {
          let instance = try id(day).recurrenceID
          let names = calendar.items.map { ItemID(uid: $0.uid, recurrenceID: instance) }
          let name = try #require(names.first { (try? calendar.item(inEffectAt: $0)) != nil })
          let uids = UIDSource { _ in "\(side)\(day)" }
          try calendar.edit(name, scope: .thisAndFuture, at: nil, uids: uids) { change(&$0, day) }
        }
      }
    }
    let days = [4, 6, 8, 10]
    for order in [days, days.reversed(), [8, 4, 10, 6]] {
      let merge = try merge(
        split(days, "b") { $0.summary = "S\($1)" }, split(order, "a") { $0.location = "P\($1)" })
      #expect(merge.conflicts.isEmpty)
      let items = merge.calendar.items
      #expect(Set(items.map(\.uid)) == ["s", "a4", "a6", "a8", "a10"])
      for relation in items.flatMap(\.relations) { #expect(merge.calendar.item(uid: relation.target) != nil) }
      let parts = [2: "S ", 4: "S4 P4", 6: "S6 P6", 8: "S8 P8", 10: "S10 P10"]
      let expected = (2...11).map { day in
        "\(day < 10 ? "0" : "")\(day) 09:00 \(parts[day - day % 2] ?? "")"
      }
      #expect(try shown(merge.calendar) == expected)
    }
  }

  @Test("splits at different instances both remain")
  func twoSplits() throws {
    let merge = try merge(title("Late", .thisAndFuture, 5), place("P", .thisAndFuture, 8))
    #expect(merge.conflicts.isEmpty)
    #expect(Set(merge.calendar.items.map(\.uid)).count == 3)
    let days = try shown(merge.calendar)
    #expect(
      days == [
        "02 09:00 S ", "03 09:00 S ", "04 09:00 S ", "05 09:00 Late ", "06 09:00 Late ", "07 09:00 Late ",
        "08 09:00 Late P", "09 09:00 Late P", "10 09:00 Late P", "11 09:00 Late P",
      ])
  }

  @Test(
    "a conflict of a series that one side split is settled for its parts and their overrides at once",
    arguments: [false, true])
  func settledSplit(isReversed: Bool) throws {
    // An override of an instance in either part, and a series that was moved and renamed as a whole.
    let ours: Edit = { calendar in
      try title("Override", .this, 8)(&calendar)
      try place("Early", .this, 3)(&calendar)
      try calendar.edit(id(2), scope: .all, at: nil) { item in
        item.summary = "Renamed"
        if let start = item.start { item.move(to: start.adding(.hours(2))) }
      }
    }
    let theirs: Edit = { calendar in
      try calendar.edit(id(6), scope: .thisAndFuture, at: nil, uids: .seeded(3)) { item in
        item.summary = "Late"
        if let start = item.start { item.move(to: start.adding(.hours(1))) }
      }
    }
    let newest = Instant(secondsSinceEpoch: 1_790_000_000)
    for (policy, stampsOurs) in [
      (MergePolicy.ours, false), (.theirs, false), (.newer, true), (.newer, false), (.both, false),
    ] {
      // One item of a side is newer, the others of that side are older than those of the other.
      func stamped(_ edit: @escaping Edit, _ isNewest: Bool) -> Edit {
        { calendar in
          try edit(&calendar)
          guard policy == .newer, isNewest,
            var item = Array(calendar.items).last(where: { $0.summary != "S" })
          else {
            return
          }
          (item.stamp, item.sequence) = (newest, 9)
          calendar.put(item)
        }
      }
      let (ours, theirs) = (stamped(ours, stampsOurs), stamped(theirs, !stampsOurs))
      let merge = try isReversed ? merge(theirs, ours, policy) : merge(ours, theirs, policy)
      var chosen = try calendar(Self.series)
      let usesOurs = policy == .newer ? stampsOurs : (policy == .theirs) == isReversed
      try usesOurs ? ours(&chosen) : theirs(&chosen)
      #expect(merge.conflicts.contains { $0.property == "DTSTART" } && merge.unresolved.isEmpty)
      let side: MergeSide = usesOurs == isReversed ? .theirs : .ours
      #expect(merge.conflicts.allSatisfy { $0.resolution == side })
      if policy == .both {
        // The other side's series is beside it, as one whole.
        var copied = try calendar(Self.series)
        try isReversed ? ours(&copied) : theirs(&copied)
        let both = try (shown(chosen) + shown(copied)).sorted()
        #expect(try shown(merge.calendar) == both)
        let again = try CalendarMerge(
          base: calendar(Self.series), ours: merge.calendar, theirs: copied, policy: .both, uids: .seeded(7))
        #expect(try shown(again.calendar) == both)
        let targets = Set(merge.calendar.items.flatMap(\.relations).map(\.target))
        #expect(targets.allSatisfy { merge.calendar.item(uid: $0) != nil })
        continue
      }
      #expect(differences(merge.calendar, chosen) == [])
      #expect(try shown(merge.calendar) == shown(chosen))
    }
  }

  @Test("without a conflict a policy changes nothing in a series that one side split")
  func peacefulSplit() throws {
    for policy in MergePolicy.allCases {
      let merge = try merge(title("Late", .thisAndFuture, 6), place("P", .this, 8), policy)
      #expect(merge.conflicts.isEmpty)
      #expect(try shown(merge.calendar).filter { $0.hasPrefix("08") } == ["08 09:00 Late P"])
    }
  }
}
