import AlmanacRecurrence
import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Importing the series of a calendar")
struct ImportTests {
  /// Imports all series, in order.
  private func results(_ text: String, _ calendar: inout EventCalendar) throws -> [ImportResult] {
    try ICSDocument(parsing: text).calendars.flatMap(\.importedSeries).map {
      calendar.importSeries($0).result
    }
  }

  @Test("An import has all items, and the same again changes nothing", arguments: 1...20)
  func repeated(seed: UInt64) throws {
    let feed = RandomSchedule(seed: seed, count: 12).text
    var own = EventCalendar()
    let first = try results(feed, &own)
    #expect(first.allSatisfy { $0.outcome == .added && $0.before.isEmpty && !$0.after.isEmpty })
    #expect(differences(try calendar(feed), own).isEmpty)
    let before = own
    for text in [feed, feed.replacing("DTSTAMP:2026", with: "DTSTAMP:2027")] {
      let again = try results(text, &own)
      #expect(again.allSatisfy { $0.outcome == .unchanged && $0.changes.isEmpty })
      #expect(own == before)
    }
  }

  @Test("Several series are imported as one change, which is applied elsewhere and undone", arguments: 1...10)
  func together(seed: UInt64) throws {
    let document = try ICSDocument(parsing: RandomSchedule(seed: seed, count: 12).text)
    var (one, all) = (EventCalendar(), EventCalendar())
    let single = document.importedSeries.map { one.importSeries($0).result }
    let (results, change) = all.importSeries(document.importedSeries)
    #expect(results == single && all == one)
    var other = EventCalendar()
    try other.apply(change)
    #expect(other == all)
    try other.apply(change.inverse)
    #expect(other.count == 0)
    let again = all.importSeries(document.importedSeries)
    #expect(again.results.allSatisfy { $0.outcome == .unchanged } && again.change.isEmpty && all == one)
  }

  @Test("A preview names the changed properties; an older state is ignored")
  func changes() throws {
    var own = try calendar(meeting())
    let newer = try results(meeting(["DTSTAMP:20260201T000000Z", "SUMMARY:Retrospective"]), &own)
    #expect(newer.map(\.outcome) == [.replaced])
    let change = try #require(newer.first?.changes.first?.properties.first)
    #expect(change.name == "SUMMARY" && newer.first?.changes.first?.properties.count == 1)
    #expect(change.before == ["SUMMARY:Review"] && change.after == ["SUMMARY:Retrospective"])
    let after = own
    let older = try results(meeting(["SUMMARY:Something else"]), &own)
    #expect(older.map(\.outcome) == [.older] && older.first?.changes.isEmpty == true && own == after)
  }

  @Test("An edit made here is preserved when the state that was edited is imported again")
  func editedHere() throws {
    let text = meeting(["ORGANIZER:mailto:boss@example.org"])
    var own = try calendar(text)
    try own.edit(ItemID(uid: "m"), scope: .all, at: Instant("2026-02-01T00:00:00Z"), by: ["ana@example.org"])
    {
      $0.details = "My note"
    }
    #expect(try results(text, &own).map(\.outcome) == [.unchanged])
    #expect(own.item(uid: "m")?.details == "My note")
    // A later DTSTAMP alone may be that of a download; in a message it is that of the organizer's state.
    let newer = meeting(["ORGANIZER:mailto:boss@example.org", "DTSTAMP:20260102T000000Z", "SUMMARY:New"])
    let edited = own
    #expect(try results(newer, &own).map(\.outcome) == [.editedHere] && own == edited)
    let message = newer.replacing("BEGIN:VEVENT", with: "METHOD:REQUEST\r\nBEGIN:VEVENT")
    #expect(try results(message, &own).map(\.outcome) == [.replaced])
  }

  @Test(
    "The same message again replaces nothing that another program changed", arguments: ["REQUEST", "PUBLISH"])
  func sameMessage(method: String) throws {
    let message = meeting(["ORGANIZER:mailto:boss@example.org"])
      .replacing("BEGIN:VEVENT", with: "METHOD:\(method)\r\nBEGIN:VEVENT")
    // An editor of text writes neither LAST-MODIFIED nor SEQUENCE.
    var own = try calendar(meeting(["ORGANIZER:mailto:boss@example.org", "SUMMARY:Edited"]))
    let edited = own
    #expect(try results(message, &own).map(\.outcome) == [.editedHere] && own == edited)
    let modified = message.replacing("SUMMARY:", with: "LAST-MODIFIED:20260101T000001Z\r\nSUMMARY:")
    #expect(try results(modified, &own).map(\.outcome) == [.replaced])
  }

  @Test(
    "Title, note and alarm of mine stay when a feed without LAST-MODIFIED is downloaded again, and a later SEQUENCE is taken",
    arguments: ["", "METHOD:PUBLISH\r\n"], ["", "ORGANIZER:mailto:school@example.org"])
  func downloadedAgain(method: String, organizer: String) throws {
    func feed(_ lines: String...) -> String {
      meeting(lines + [organizer].filter { !$0.isEmpty }).replacing(
        "BEGIN:VEVENT", with: method + "BEGIN:VEVENT")
    }
    var own = EventCalendar()
    #expect(try results(feed(), &own).map(\.outcome) == [.added])
    try own.edit(ItemID(uid: "m"), scope: .all, at: Instant("2026-02-01T00:00:00Z"), by: ["ana@example.org"])
    {
      ($0.summary, $0.details, $0.alarms) = ("Mine", "My note", [Alarm(.before(.minutes(15)))])
    }
    let edited = own
    for day in ["02", "03"] {
      let again = try results(feed("DTSTAMP:202603\(day)T000000Z"), &own)
      #expect(
        again.map(\.outcome) == [.editedHere] && own == edited && again.allSatisfy { $0.changes.isEmpty })
    }
    let changed = feed("DTSTAMP:20260304T000000Z", "SEQUENCE:3", "SUMMARY:Moved")
    #expect(try results(changed, &own).map(\.outcome) == [.replaced])
    #expect(own.item(uid: "m")?.summary == "Moved" && own.item(uid: "m")?.alarms.count == 1)
  }

  @Test("An alarm of mine stays when the file has none for the item, whoever added it")
  func alarmsOfMine() throws {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:d", "TRIGGER:-PT5M", "END:VALARM"]
    var own = try calendar(meeting(alarm))
    #expect(try results(meeting(["SUMMARY:New"]), &own).map(\.outcome) == [.replaced])
    #expect(own.item(uid: "m")?.alarms.count == 1 && own.item(uid: "m")?.summary == "New")
    let other = alarm.map { $0.replacing("-PT5M", with: "-PT9M") }
    #expect(try results(meeting(["SUMMARY:New"] + other), &own).map(\.outcome) == [.replaced])
    #expect(own.item(uid: "m")?.alarms.map(\.trigger) == [.before(.minutes(9))])
  }

  @Test("What was edited here stays when the same state comes with a later DTSTAMP, as exports write it")
  func restamped() throws {
    let lines = ["LAST-MODIFIED:20260101T000000Z"]
    var own = try calendar(meeting(lines))
    try own.edit(ItemID(uid: "m"), scope: .all, at: Instant("2026-02-01T00:00:00Z")) {
      $0.summary = "Mine"
      $0.alarms = [Alarm(.before(.minutes(10)))]
    }
    let edited = own
    let again = meeting(
      lines + ["DTSTAMP:20260301T000000Z", "SEQUENCE:\(own.item(uid: "m")?.sequence ?? 0)"])
    #expect(try results(again, &own).map(\.outcome) == [.unchanged] && own == edited)
    let newer = again.replacing("LAST-MODIFIED:20260101", with: "LAST-MODIFIED:20260215")
    #expect(try results(newer, &own).map(\.outcome) == [.replaced])
    #expect(own.item(uid: "m")?.summary == "Review")
  }

  @Test(
    "My answer, alarm and note for one instance stay when the organizer sends the same revision again",
    arguments: [false, true])
  func editedInstances(editsSeriesLast: Bool) throws {
    let lines = [
      "ORGANIZER:mailto:boss@example.org", "ATTENDEE:mailto:ana@example.org", "RRULE:FREQ=WEEKLY;COUNT=4",
    ]
    var own = try calendar(meeting(lines))
    let id = ItemID(uid: "m", recurrenceID: .zoned(try Instant("2026-03-09T09:00:00Z").in(.utc)))
    let edits: [(EventCalendar) throws -> EventCalendar] = [
      { calendar in
        var calendar = calendar
        try calendar.edit(id, scope: .this, at: Instant("2026-02-01T00:00:00Z"), by: ["ana@example.org"]) {
          $0.attendees[0].status = .declined
          $0.details = "My note"
        }
        return calendar
      },
      { calendar in
        var calendar = calendar
        try calendar.edit(
          ItemID(uid: "m"), scope: .all, at: Instant("2026-02-02T00:00:00Z"), by: ["ana@example.org"]
        ) { $0.alarms = [Alarm(.before(.minutes(10)))] }
        return calendar
      },
    ]
    for edit in editsSeriesLast ? edits : edits.reversed() { own = try edit(own) }
    let again = meeting(lines + ["DTSTAMP:20260215T000000Z", "X-MOOD:wild"])
      .replacing("BEGIN:VEVENT", with: "METHOD:REQUEST\r\nBEGIN:VEVENT")
    _ = try ICSDocument(parsing: again).calendars.flatMap(\.importedSeries).map {
      own.importSeries($0, me: ["ana@example.org"]).result
    }
    let instance = try #require(own.item(id))
    #expect(instance.attendees.first?.status == .declined && instance.details == "My note")
    #expect(own.item(uid: "m")?.alarms.count == 1)
  }

  @Test("A request for a series alone leaves its changed instances if it has the same SEQUENCE")
  func resentSeries() throws {
    let people = ["ORGANIZER:mailto:boss@example.org", "ATTENDEE:mailto:ana@example.org"]
    let rule = ["RRULE:FREQ=WEEKLY;COUNT=4", "SEQUENCE:1"]
    let moved =
      ["BEGIN:VEVENT", "UID:m", "RECURRENCE-ID:20260309T090000Z", "DTSTAMP:20260101T000000Z", "SEQUENCE:1"]
      + ["DTSTART:20260309T120000Z", "DURATION:PT1H", "SUMMARY:Review", people[0]]
      + [
        "ATTENDEE;PARTSTAT=DECLINED:mailto:ana@example.org", "BEGIN:VALARM", "ACTION:DISPLAY",
        "DESCRIPTION:d",
      ]
      + ["TRIGGER:-PT5M", "END:VALARM", "END:VEVENT"]
    let stored = meeting(people + rule).replacing(
      "END:VCALENDAR", with: moved.joined(separator: "\r\n") + "\r\nEND:VCALENDAR")
    for (sequence, remains) in [(1, true), (2, false)] {
      var own = try calendar(stored)
      let lines = people + [rule[0], "SEQUENCE:\(sequence)", "DTSTAMP:20260105T000000Z", "SUMMARY:New"]
      let request = meeting(lines).replacing("BEGIN:VEVENT", with: "METHOD:REQUEST\r\nBEGIN:VEVENT")
      let series = try ICSDocument(parsing: request).importedSeries
      #expect(series.map { own.importSeries($0, me: ["ana@example.org"]).result.outcome } == [.replaced])
      let instance = own.items.first { $0.recurrenceID != nil }
      #expect((instance != nil) == remains && own.item(uid: "m")?.summary == "New")
      guard let instance else { continue }
      #expect(instance.summary == "New" && instance.alarms.count == 1)
      #expect(instance.attendees.first?.status == .declined)
      #expect(instance.start == .zoned(try Instant("2026-03-09T12:00:00Z").in(.utc)))
    }
  }

  /// A weekly series, of which another file has one instance alone.
  private let series = ["RRULE:FREQ=WEEKLY;COUNT=4"]
  private func instance(_ id: String, _ stamp: String) -> String {
    meeting(["DTSTAMP:\(stamp)", "RECURRENCE-ID:\(id)", "SUMMARY:Alone"])
  }

  @Test("An instance imported alone joins its series, also in place of an exception")
  func lone() throws {
    for exceptions in [[], ["EXDATE:20260309T090000Z"], ["EXDATE;VALUE=DATE:20260309"]] {
      var own = try calendar(meeting(series + exceptions))
      let alone = instance("20260309T090000Z", "20260101T000000Z")
      #expect(try results(alone, &own).map(\.outcome) == [.replaced])
      #expect(own.count == 2 && own.item(uid: "m")?.recurrence.exceptions == [])
      #expect(try results(alone, &own).map(\.outcome) == [.unchanged])
    }
    // One that the series does not have is there all the same.
    var own = try calendar(meeting(series))
    #expect(try results(instance("20260310T090000Z", "20260101T000000Z"), &own).map(\.outcome) == [.replaced])
    #expect(own.count == 2)
  }

  @Test("Exceptions in UTC get the zone of the start; the same import again changes nothing")
  func exceptionsInUTC() throws {
    let text = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//x//EN
      BEGIN:VEVENT
      UID:u
      DTSTAMP:20260101T000000Z
      DTSTART;TZID=Europe/Madrid:20260302T100000
      RRULE:FREQ=WEEKLY;COUNT=4
      EXDATE:20260309T090000Z
      END:VEVENT
      END:VCALENDAR
      """
    var own = EventCalendar()
    #expect(try results(text, &own).map(\.outcome) == [.added])
    #expect(ICSDocument([own]).text.contains("EXDATE;TZID=Europe/Madrid:20260309T100000\r\n"))
    let before = own
    #expect(try results(text, &own).map(\.outcome) == [.unchanged] && own == before)
  }

  @Test("An instance deleted here stays deleted, unless a later state of it is imported alone")
  func deletedInstance() throws {
    for me: Set<String> in [["boss@example.org"], ["ana@example.org"]] {
      var own = try calendar(meeting(series + ["ORGANIZER:mailto:boss@example.org"]))
      let id = ItemID(
        uid: "m", kind: .event, recurrenceID: .zoned(try Instant("2026-03-09T09:00:00Z").in(.utc)))
      try own.delete(id, scope: .this, at: Instant("2026-02-01T00:00:00Z"), by: me)
      let deleted = own
      #expect(try results(instance("20260309T090000Z", "20260101T000000Z"), &own).map(\.outcome) == [.older])
      #expect(own == deleted)
      let later = instance("20260309T090000Z", "20260301T000000Z")
        .replacing("SUMMARY", with: "SEQUENCE:1\r\nSUMMARY")
      #expect(try results(later, &own).map(\.outcome) == [.replaced])
      #expect(own.count == 2 && own.item(uid: "m")?.recurrence.exceptions == [])
    }
  }
}

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
    let (results, change) = own.apply(refresh, recordedIn: &record, at: now)
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
    #expect(second.deletions.map(\.uid) == ["alarmed", "gone"] && second.kept.map(\.uid) == ["changed"])
    #expect(uids == ["both", "changed", "mine", "stays"] && record.uids == ["stays"])
    let third = try refresh(feed())
    #expect(third.deletions.map(\.uid) == ["stays"])
    #expect(uids == ["both", "changed", "mine"] && record.isEmpty)
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
    try own.edit(ItemID(uid: "s", kind: .event, recurrenceID: instance), scope: .thisAndFuture) {
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
    try own.edit(ItemID(uid: "m"), scope: .all) { $0.location = "Hall" }
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
    arguments: 1...10)
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
  @Test("The bytes depend on the calendar alone, not on the order of its items", arguments: 1...10)
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
