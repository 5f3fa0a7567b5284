import AlmanacRecurrence
import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Refreshing a calendar from a feed")
struct FeedRefreshTests {
  private var own = EventCalendar()
  private var record = FeedRecord()

  private func feed(_ components: [String]...) throws -> ICSDocument {
    try ICSDocument(parsing: file(components.flatMap { $0 }))
  }

  private func plain(_ uid: String, _ lines: String...) -> [String] {
    event(uid, "DTSTART:20260302T090000Z").dropLast() + lines + ["END:VEVENT"]
  }

  @discardableResult
  private mutating func refresh(_ feed: ICSDocument) throws -> FeedRefresh {
    let refresh = FeedRefresh(of: feed, record: record, in: own)
    let before = own
    let now = try Instant("2026-03-01T00:00:00Z")
    if refresh.needsConsent, !refresh.deletions.isEmpty {
      #expect { try own.apply(refresh, recordedIn: &record, at: now) } throws: {
        ($0 as? SyncError)?.code == .massDeletion
      }
      #expect(own == before)
    }
    let (results, change) = try own.apply(refresh, recordedIn: &record, deletingMany: true, at: now)
    #expect(results.count == refresh.imports.count)
    var other = before
    try other.apply(change)
    #expect(other == own)
    try other.apply(change.inverse)
    #expect(other == before)
    return refresh
  }

  private var uids: [String] { own.items.map(\.uid).sorted() }

  @Test("Only unchanged series of the feed are removed when the feed lacks them")
  mutating func deletions() throws {
    own = try calendar(file(plain("mine"), plain("both")))
    try refresh(feed(plain("both"), plain("gone"), plain("changed"), plain("alarmed"), plain("stays")))
    #expect(uids == ["alarmed", "both", "changed", "gone", "mine", "stays"])
    #expect(record.uids == ["gone", "changed", "alarmed", "stays"])
    var changed = try #require(own.item(uid: "changed"))
    changed.summary = "Changed here"
    var alarmed = try #require(own.item(uid: "alarmed"))
    alarmed.alarms = [Alarm(.before(.minutes(5)))]
    for item in [changed, alarmed] { try own.update(item, at: Instant("2026-03-01T00:00:00Z")) }
    let second = try refresh(feed(plain("stays")))
    #expect(
      second.deletions.map(\.uid) == ["alarmed", "gone"] && second.kept.map(\.uid) == ["both", "changed"])
    #expect(uids == ["both", "changed", "mine", "stays"] && record.uids == ["stays"])
    let third = try refresh(feed())
    #expect(third.deletions.map(\.uid) == ["stays"])
    #expect(uids == ["both", "changed", "mine"] && record.uids.isEmpty)
    // What the feed does not delete is no mass of deletions.
    #expect(try refresh(feed()).kept.isEmpty)
  }

  /// A state of a feed with the time of its download as DTSTAMP, as many servers write it.
  private func state(_ day: Int, _ lines: String...) throws -> ICSDocument {
    try feed(
      ["BEGIN:VEVENT", "UID:m", "DTSTAMP:202601\(day)T000000Z", "DTSTART:20260302T090000Z"] + lines
        + ["END:VEVENT"])
  }

  @Test(
    "A series that was here before and was edited here receives the feed's changes", arguments: [true, false])
  mutating func editedBefore(isRefreshedBefore: Bool) throws {
    let first = try state(10, "SUMMARY:Match")
    _ = own.importSeries(first.importedSeries)
    if isRefreshedBefore { try refresh(first) }
    try own.edit(ItemID(uid: "m"), scope: .all, at: Instant("2026-01-10T12:00:00Z")) {
      $0.details = "Bring water"
    }
    try refresh(state(11, "SUMMARY:Match", "LOCATION:New"))
    #expect(own.item(uid: "m")?.location == "New" && own.item(uid: "m")?.details == "Bring water")
    try refresh(state(12, "SUMMARY:Final", "LOCATION:New"))
    #expect(own.item(uid: "m")?.summary == "Final" && own.item(uid: "m")?.details == "Bring water")
    // It is not the feed's.
    #expect(try refresh(feed(plain("other"))).deletions.isEmpty && own.item(uid: "m") != nil)
    #expect(record.uids == ["other"])
  }

  @Test(
    "Of a feed whose earlier state is not known, a state that was here before it was edited brings nothing back",
    arguments: [true, false])
  mutating func sameStateAfterEdit(isSentAgain: Bool) throws {
    func series(_ day: Int, _ place: String) throws -> ICSDocument {
      let head = ["BEGIN:VEVENT", "UID:m", "DTSTAMP:202601\(day)T000000Z"]
      let start = "DTSTART:20260302T090000Z"
      let rule = [start, "RRULE:FREQ=DAILY;COUNT=5", "LOCATION:\(place)", "CATEGORIES:X"]
      let instance = ["RECURRENCE-ID:20260303T090000Z", "DTSTART:20260303T100000Z", "END:VEVENT"]
      return try feed(head + rule + alarm(5) + ["END:VEVENT"], head + instance)
    }
    _ = own.importSeries(try series(10, "Hall").importedSeries)
    let now = try Instant("2026-02-01T00:00:00Z")
    try own.edit(ItemID(uid: "m"), scope: .all, at: now) {
      $0.alarms = []
      if !isSentAgain { ($0.location, $0.categories) = ("", []) }
    }
    let instance = EventTime.zoned(try Instant("2026-03-03T09:00:00Z").in(.utc))
    try own.delete(ItemID(uid: "m", kind: .event, recurrenceID: instance), scope: .this, at: now)
    let edited = own
    for _ in 0..<2 {
      try refresh(series(isSentAgain ? 11 : 10, "Hall"))
      #expect(differences(edited, own).isEmpty)
    }
    try refresh(series(12, "Garden"))
    #expect(own.items.map(\.location) == ["Garden"] && own.items.allSatisfy(\.alarms.isEmpty))
  }

  // RFC 5546 §2.1.5.
  @Test("A state of a feed that was sent before the one that is here changes nothing, and a later one does")
  mutating func staleWithoutBase() throws {
    _ = own.importSeries(try state(12, "SEQUENCE:2", "SUMMARY:Match").importedSeries)
    let before = own
    try refresh(state(10, "SEQUENCE:1", "SUMMARY:Match", "LOCATION:Old"))
    #expect(own == before)
    try refresh(state(13, "SEQUENCE:3", "SUMMARY:Final"))
    #expect(own.item(uid: "m")?.summary == "Final" && own.item(uid: "m")?.location == "")
  }

  @Test("A series that was deleted here stays deleted when the feed lacks it once")
  mutating func deletedAndMissingOnce() throws {
    try refresh(feed(plain("a"), plain("b")))
    try own.remove(uid: "a", kind: .event)
    try refresh(feed(plain("b")))
    try refresh(feed(plain("a"), plain("b")))
    #expect(uids == ["b"])
    try refresh(feed(plain("a", "SUMMARY:New"), plain("b")))
    #expect(uids == ["a", "b"])
  }

  @Test("A series that came from two feeds is not deleted when one of them lacks it, which is reported once")
  mutating func inTwoFeeds() throws {
    try refresh(feed(plain("a"), plain("b")))
    var other = FeedRecord()
    func second(_ feed: ICSDocument) throws -> FeedRefresh {
      let refresh = FeedRefresh(of: feed, record: other, others: [record], in: own)
      try own.apply(refresh, recordedIn: &other, at: Instant("2026-03-01T00:00:00Z"))
      return refresh
    }
    #expect(try second(feed(plain("a"), plain("b"))).shared.isEmpty)
    let (later, last) = (try second(feed(plain("b"))), try second(feed(plain("b"))))
    #expect(later.shared.map(\.uid) == ["a"] && last.shared.isEmpty)
    #expect(later.deletions.isEmpty && later.kept.isEmpty && uids == ["a", "b"])
  }

  @Test("What was edited here before the feed's earlier state was known stays, and is reported")
  mutating func editedWithoutBase() throws {
    _ = own.importSeries(try state(10, "SUMMARY:Match", "LOCATION:Old").importedSeries)
    try own.edit(ItemID(uid: "m"), scope: .all, at: Instant("2026-02-01T00:00:00Z")) {
      $0.summary = "My match"
    }
    let results = try refresh(state(11, "SUMMARY:Match", "LOCATION:New")).imports.map {
      $0.result(among: own.items.map { $0 })
    }
    #expect(own.item(uid: "m")?.summary == "My match")
    #expect(results.map(\.outcome) != [.editedHere])
    try refresh(state(12, "SUMMARY:Match", "LOCATION:Newer"))
    #expect(own.item(uid: "m")?.summary == "My match" && own.item(uid: "m")?.location == "Newer")
  }

  @Test("A series that was here before the feed is not deleted, which is reported once each time it goes")
  mutating func hereBefore() throws {
    _ = own.importSeries(try feed(plain("a"), plain("b")).importedSeries)
    for _ in 1...2 {
      #expect(try refresh(feed(plain("a"), plain("b"))).kept.isEmpty)
      let gone = try refresh(feed(plain("a")))
      #expect(gone.kept.map(\.uid) == ["b"] && gone.deletions.isEmpty && uids == ["a", "b"])
      let stored = try JSONDecoder().decode(FeedRecord.self, from: JSONEncoder().encode(record))
      #expect(stored == record)
      #expect(try refresh(feed(plain("a"))).kept.isEmpty)
    }
    let empty = try refresh(feed())
    #expect(empty.kept.map(\.uid) == ["a"] && !empty.needsConsent && uids == ["a", "b"])
  }

  @Test("A series that was edited here, that the feed lacks once and has again, receives its changes")
  mutating func missingOnce() throws {
    try refresh(state(10, "SUMMARY:Match"))
    try own.edit(ItemID(uid: "m"), scope: .all, at: Instant("2026-02-01T00:00:00Z")) {
      $0.details = "Bring water"
    }
    #expect(try refresh(feed(plain("other"))).kept.map(\.uid) == ["m"])
    #expect(try refresh(feed(plain("other"))).kept.isEmpty)
    try refresh(state(11, "SUMMARY:Final"))
    #expect(own.item(uid: "m")?.summary == "Final" && own.item(uid: "m")?.details == "Bring water")
  }

  @Test(
    "A series deleted here stays deleted until the feed changes it, or none of the feed's series are left")
  mutating func deletedHere() throws {
    try refresh(feed(plain("a"), plain("b")))
    try own.remove(uid: "a", kind: .event)
    try refresh(feed(plain("a"), plain("b")))
    #expect(uids == ["b"] && record.uids == ["a", "b"])
    try refresh(feed(plain("a", "SUMMARY:New"), plain("b")))
    #expect(uids == ["a", "b"] && own.item(uid: "a")?.summary == "New")
    own = EventCalendar()
    try refresh(feed(plain("a", "SUMMARY:New"), plain("b")))
    #expect(uids == ["a", "b"])
  }

  @Test(
    "A series that was split here receives the feed's changes in both parts, and no instance is duplicated")
  mutating func splitHere() throws {
    func series(_ count: Int, _ title: String) throws -> ICSDocument {
      try feed(
        plain("s", "RRULE:FREQ=DAILY;COUNT=\(count)", "SUMMARY:\(title)", "DURATION:PT1H"), plain("other"))
    }
    try refresh(series(5, "Course"))
    let instance = EventTime.zoned(try Instant("2026-03-04T09:00:00Z").in(.utc))
    try own.edit(ItemID(uid: "s", kind: .event, recurrenceID: instance), scope: .thisAndFuture, at: nil) {
      $0.location = "Hall"
    }
    for (count, title) in [(5, "Course"), (6, "Course"), (7, "Class"), (7, "Class")] {
      try refresh(series(count, title))
      let week = try Instant("2026-03-01T00:00:00Z")..<Instant("2026-03-20T00:00:00Z")
      let shown = try own.occurrences(in: week, viewer: .utc).filter { $0.item.uid != "other" }
      #expect(shown.map { $0.start.date.dayOfMonth } == Array(2..<2 + count))
      #expect(shown.map(\.item.location) == ["", ""] + Array(repeating: "Hall", count: count - 2))
      #expect(shown.allSatisfy { $0.item.summary == title })
      #expect(record.uids == ["s", "other"])
    }
  }

  private func alarm(_ minutes: Int) -> [String] {
    ["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT\(minutes)M", "END:VALARM"]
  }

  @Test(
    "Alarms and notes that were added here are preserved when the feed changes something else, whatever its METHOD",
    arguments: ["", "METHOD:PUBLISH\r\n"])
  mutating func localEdits(method: String) throws {
    func feed(_ day: Int, _ lines: String...) throws -> ICSDocument {
      let event =
        ["BEGIN:VEVENT", "UID:m", "DTSTAMP:202601\(day)T000000Z"] + lines + alarm(30) + ["END:VEVENT"]
      return try ICSDocument(parsing: file(event).replacing("PRODID:", with: method + "PRODID:"))
    }
    let (start, moved) = ("DTSTART:20260302T090000Z", "DTSTART:20260302T110000Z")
    try refresh(feed(10, start, "SUMMARY:Match"))
    var mine = try #require(own.item(uid: "m"))
    let alarms = mine.alarms + [Alarm(.before(.minutes(5)))]
    (mine.alarms, mine.details) = (alarms, "Bring water")
    // A change here that is later than the feed's next one.
    try own.update(mine, at: Instant("2026-02-01T00:00:00Z"))
    try refresh(feed(10, start, "SUMMARY:Match"))
    #expect(own.item(uid: "m")?.details == "Bring water")
    for (day, title) in [(11, "Match"), (12, "Final")] {
      try refresh(feed(day, moved, "SUMMARY:\(title)"))
      let item = try #require(own.item(uid: "m"))
      #expect(item.start?.local.time.hour == 11 && item.summary == title)
      #expect(item.details == "Bring water" && item.alarms == alarms)
    }
    // The feed's own text goes before the one that was written here.
    try refresh(feed(13, moved, "SUMMARY:Final", "DESCRIPTION:At the lake"))
    #expect(own.item(uid: "m")?.details == "At the lake" && own.item(uid: "m")?.alarms == alarms)
    // A copy of the feed that is older than what came from it before.
    try refresh(feed(11, moved, "SUMMARY:Match"))
    #expect(own.item(uid: "m")?.summary == "Final")
    // What was changed here stays when the feed has it no longer.
    try own.edit(ItemID(uid: "m"), scope: .all, at: nil) { $0.location = "Hall" }
    let gone = try refresh(ICSDocument(parsing: file([])))
    #expect(gone.kept.map(\.uid) == ["m"] && own.item(uid: "m") != nil)
  }

  @Test("An instance that was changed here is unchanged when the feed changes the others")
  mutating func localInstance() throws {
    func feed(_ day: Int, _ title: String) throws -> ICSDocument {
      try ICSDocument(
        parsing: file([
          "BEGIN:VEVENT", "UID:s", "DTSTAMP:202601\(day)T000000Z", "DTSTART:20260302T090000Z",
          "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:\(title)", "END:VEVENT",
        ]))
    }
    try refresh(feed(10, "Class"))
    let second = ItemID(uid: "s", recurrenceID: .zoned(try Instant("2026-03-03T09:00:00Z").in(.utc)))
    try own.edit(second, scope: .this, at: Instant("2026-02-01T00:00:00Z")) { $0.location = "Hall" }
    try refresh(feed(11, "Course"))
    #expect(own.items.map(\.summary) == ["Course", "Course"] && own.item(second)?.location == "Hall")
  }

  @Test("An empty feed, one that lacks more than half of its items, and one that is cut off need consent")
  mutating func consent() throws {
    let all = try feed(plain("a"), plain("b"), plain("c"))
    try refresh(all)
    let present = own
    func needsConsent(_ feed: ICSDocument, _ record: FeedRecord) -> Bool {
      FeedRefresh(of: feed, record: record) { id in present.items.filter { $0.uid == id.uid } }.needsConsent
    }
    #expect(!needsConsent(all, record))
    let (empty, smaller) = (try feed(), try feed(plain("a"), plain("b")))
    #expect(needsConsent(empty, record))
    #expect(!needsConsent(smaller, record))
    #expect(needsConsent(try feed(plain("a")), record))
    #expect(needsConsent(try feed(plain("d")), record))
    let whole = file(plain("a"), plain("b"), plain("c"))
    let cutOff = try ICSDocument(parsing: String(whole.dropLast("END:VCALENDAR\r\n".count)))
    // Nothing is gone, but the last item may lack a part.
    #expect(needsConsent(cutOff, record))
  }

  /// RFC 7986 §5.7: the minimum interval between two refreshes.
  @Test(
    "The next refresh is due after the interval of the feed, in either of its forms, and has no time without one",
    arguments: [
      ("REFRESH-INTERVAL;VALUE=DURATION:PT6H", "2026-03-01T18:00:00Z"),
      ("X-PUBLISHED-TTL:PT15M", "2026-03-01T12:15:00Z"),
      ("REFRESH-INTERVAL;VALUE=DURATION:P1W", "2026-03-08T12:00:00Z"),
      ("REFRESH-INTERVAL;VALUE=DURATION:PT0S", nil), ("X-OTHER:1", nil),
    ] as [(String, String?)])
  mutating func interval(line: String, expected: String?) throws {
    let text = file(plain("a")).replacing("PRODID:", with: line + "\r\nPRODID:")
    let refresh = FeedRefresh(of: try ICSDocument(parsing: text), record: record) { _ in [] }
    let now = try Instant("2026-03-01T12:00:00Z")
    #expect(refresh.nextRefresh(after: now)?.description == expected)
    record.update(with: refresh, refresh.imports.map { $0.result(among: []) }, at: now)
    #expect(record.nextRefresh?.description == expected)
    #expect(try JSONDecoder().decode(FeedRecord.self, from: JSONEncoder().encode(record)) == record)
  }

  @Test(
    "Over random rounds a calendar has its own items and those of the feed, and nothing else",
    arguments: 1...UInt64(TestSupport.rounds(4)))
  mutating func rounds(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    own = try calendar(file(plain("own-1"), plain("own-2")))
    for round in 0..<15 {
      let names = (0..<8).filter { _ in random.once(in: 2) }.map { "feed-\($0)" }
      let components = names.map { name in
        ["BEGIN:VEVENT", "UID:\(name)", "DTSTAMP:202601\(10 + round)T000000Z", "DTSTART:20260302T090000Z"]
          + ["SUMMARY:\(random.int(1...3))", "END:VEVENT"]
      }
      let document = try ICSDocument(parsing: file(components.flatMap { $0 }))
      try refresh(document)
      #expect(uids == names + ["own-1", "own-2"])
      for item in document.calendars[0].items { #expect(own.item(uid: item.uid)?.summary == item.summary) }
      let before = (own, record)
      let again = try refresh(document)
      #expect(again.deletions.isEmpty && own == before.0 && record == before.1)
    }
  }
}

@Suite("Publishing a feed")
struct PublishedFeedTests {
  @Test(
    "The bytes depend on the calendar alone, not on the order of its items", arguments: 1...UInt64(rounds(3)))
  func stable(seed: UInt64) throws {
    let whole = try calendar(RandomSchedule(seed: seed, count: 12).text)
    var random = SeededGenerator(seed: seed)
    var shuffled = whole
    for uid in Set(whole.items.map(\.uid)) { try shuffled.remove(uid: uid) }
    shuffled.insert(whole.items.shuffled(using: &random))
    let (feed, other) = (PublishedFeed([whole]), PublishedFeed([shuffled]))
    #expect(feed.bytes == other.bytes && feed.entityTag == other.entityTag)
    #expect(differences(whole, try calendar(String(decoding: feed.bytes, as: UTF8.self))).isEmpty)
    let uids = whole.items.map(\.uid)
    try shuffled.remove(uid: uids[0])
    #expect(PublishedFeed([shuffled]).entityTag != feed.entityTag)
  }

  // RFC 9110 §8.8.3: entity-tag = [ weak ] opaque-tag, in quotation marks.
  @Test("An item without a time of change has a fixed DTSTAMP; the entity tag is a strong one")
  func unstamped() throws {
    let feed = PublishedFeed([try calendar(meeting(without: ["DTSTAMP"]))])
    #expect(String(decoding: feed.bytes, as: UTF8.self).contains("DTSTAMP:19700101T000000Z\r\n"))
    #expect(feed.entityTag.hasPrefix("\"") && feed.entityTag.hasSuffix("\"") && feed.entityTag.count == 66)
  }

  @Test("A partial feed has the series that changed since a time, each as a whole")
  func partial() throws {
    let series = [
      event("old", "DTSTART:20260302T090000Z", "LAST-MODIFIED:20260201T000000Z"),
      event("series", "DTSTART:20260302T090000Z", "RRULE:FREQ=DAILY;COUNT=3"),
      event(
        "series", "DTSTART:20260303T100000Z", "RECURRENCE-ID:20260303T090000Z",
        "LAST-MODIFIED:20260301T000000Z"),
    ]
    let whole = try calendar(file(series.flatMap { $0 }))
    func uids(since limit: String) throws -> [String] {
      let feed = PublishedFeed([whole], since: try Instant(limit))
      return try calendar(String(decoding: feed.bytes, as: UTF8.self)).items.map(\.uid)
    }
    #expect(try uids(since: "2026-01-15T00:00:00Z") == ["old", "series", "series"])
    #expect(try uids(since: "2026-02-01T00:00:01Z") == ["series", "series"])
    #expect(try uids(since: "2026-03-01T00:00:00Z") == ["series", "series"])
    #expect(try uids(since: "2026-03-01T00:00:01Z").isEmpty)
  }
}
