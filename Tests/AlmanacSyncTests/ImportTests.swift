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

  @Test("An import has all items, and the same again changes nothing", arguments: 1...UInt64(rounds(5)))
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

  @Test("Items without a UID are added once; others in their places do not replace them")
  func withoutUID() throws {
    func text(_ titles: [String], _ time: String) -> String {
      file(
        titles.flatMap { title in
          ["BEGIN:VEVENT", "DTSTAMP:\(time)", "DTSTART:20260302T090000Z", "SUMMARY:\(title)", "END:VEVENT"]
        })
    }
    var own = EventCalendar()
    let time = "20260101T000000Z"
    func outcomes(_ titles: [String], _ time: String) throws -> [ImportResult.Outcome] {
      let options = ICSOptions(uids: .seeded(1))
      let document = try ICSDocument(parsing: text(titles, time), options: options)
      return own.importSeries(document.importedSeries).results.map(\.outcome)
    }
    #expect(try outcomes(["A", "B", "A"], time) == [.added, .added, .added])
    #expect(try outcomes(["A", "A", "B"], "20260505T000000Z") == [.unchanged, .unchanged, .unchanged])
    #expect(try outcomes(["C", "A", "A"], time) == [.added, .unchanged, .unchanged])
    let created = text(["A", "B"], time).replacing("DTSTAMP", with: "CREATED:20260601T000000Z\r\nDTSTAMP")
    _ = own.importSeries(try ICSDocument(parsing: created).importedSeries)
    #expect(own.items.map(\.summary).sorted() == ["A", "A", "B", "C"])
  }

  @Test("An export of one's own items changes nothing when it is imported, whatever the export repaired")
  func ownExport() throws {
    let alarms = [
      ["ACTION:DISPLAY", "TRIGGER:-PT15M"],
      ["ACTION:EMAIL", "TRIGGER:-PT1H", "ATTENDEE:mailto:ana@example.org"],
      ["ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Now"],
    ].flatMap { ["BEGIN:VALARM"] + $0 + ["END:VALARM"] }
    let lines = ["DTSTART;TZID=Europe/Madrid:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4"]
    let override = [
      "RECURRENCE-ID;TZID=Europe/Madrid:20260303T090000", "DTSTART;TZID=Europe/Madrid:20260303T120000",
      "SUMMARY:Later",
    ]
    func item(_ lines: [String]) -> [String] {
      ["BEGIN:VEVENT", "UID:s", "DTSTAMP:20260101T000000Z"] + lines + alarms + ["END:VEVENT"]
    }
    var own = try calendar(file(item(lines + ["SUMMARY:S"]), item(override)))
    let before = own
    for _ in 1...2 {
      let results = try results(ICSDocument([own]).text(.normalized), &own)
      #expect(results.map(\.outcome) == [.unchanged])
      #expect(own == before)
    }
  }

  @Test("An organizer’s update leaves an attendee the own categories, colour and X- properties")
  func marks() throws {
    func request(_ hour: Int, _ revision: Int, _ lines: [String] = [], method: String = "REQUEST") -> String {
      let meeting = [
        "BEGIN:VEVENT", "UID:m", "DTSTAMP:202601\(10 + revision)T000000Z", "SEQUENCE:\(revision)",
        "DTSTART:20260302T\(hour)0000Z", "SUMMARY:Meet", "ORGANIZER:mailto:org@example.org",
        "ATTENDEE:mailto:me@example.org",
      ]
      let text = file(meeting + lines + ["END:VEVENT"])
      return method.isEmpty
        ? text : text.replacing("VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:\(method)")
    }
    let own = [
      "CATEGORIES:Work", "COLOR:blue", "TRANSP:TRANSPARENT", "X-SNOOZE:1", "LAST-MODIFIED:20260115T000000Z",
    ]
    var mine = try calendar(request(10, 0, own, method: ""))
    let results = try results(request(11, 1, ["CATEGORIES:Team", "TRANSP:OPAQUE"]), &mine)
    #expect(results.map(\.outcome) == [.replaced])
    let event = try #require(mine.events.first)
    #expect(event.start == .utc(try Instant("2026-03-02T11:00:00Z")))
    #expect(event.categories == ["Work", "Team"])
    #expect(event.color == .blue && event.transparency == .transparent)
    #expect(ICSDocument([mine]).text.contains("X-SNOOZE:1"))
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

  @Test("The same message again changes nothing beside my alarm, answer and marks, which are no edits of it")
  func messageBesideOwnContent() throws {
    let lines = [
      "ORGANIZER:mailto:boss@example.org", "SEQUENCE:2", "ATTENDEE;RSVP=TRUE:mailto:ana@example.org",
    ]
    func request(_ lines: [String]) -> String {
      meeting(lines).replacing("BEGIN:VEVENT", with: "METHOD:REQUEST\r\nBEGIN:VEVENT")
    }
    let edits: [(inout Item) -> Void] = [
      { $0.alarms = [Alarm(.before(.minutes(10)))] }, { $0.attendees[0].status = .accepted },
      { $0.color = .blue }, { $0.categories.append("mine") },
    ]
    for (index, edit) in edits.enumerated() {
      var own = EventCalendar()
      #expect(try results(request(lines), &own).map(\.outcome) == [.added])
      try own.edit(
        ItemID(uid: "m"), scope: .all, at: Instant("2026-02-01T00:00:00Z"), by: ["ana@example.org"]
      ) {
        edit(&$0)
      }
      let update = request(lines + ["DTSTAMP:20260301T000000Z", "LOCATION:Room 2"])
      #expect(try results(update, &own).map(\.outcome) == [.replaced])
      let updated = own
      #expect(try results(update, &own).map(\.outcome) == [.unchanged], "\(index)")
      #expect(own == updated)
    }
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
