import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import TestSupport
import Testing

@Suite("Three-way merges of documents")
struct DocumentMergeTests {
  private func merge(
    _ base: String?, _ ours: String, _ theirs: String, _ policy: MergePolicy = .ask
  ) throws -> DocumentMerge {
    DocumentMerge(
      base: try base.map { try ICSDocument(parsing: $0) }, ours: try ICSDocument(parsing: ours),
      theirs: try ICSDocument(parsing: theirs), policy: policy, uids: .seeded(1))
  }

  private let odd = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//Odd//EN\r
    x-Wr-CalName:Plans\r
    BEGIN:VEVENT\r
    DTSTART;VALUE=DATE:20260302\r
    uid:a\r
    SUMMARY:A\r
    X-Long;X-P="q":one\r
     two\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    UID:b\r
    DTSTART;VALUE=DATE:20260303\r
    SUMMARY:B\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test("lines that the other side did not change keep our bytes")
  func bytes() throws {
    let ours = odd.replacing("SUMMARY:A", with: "summary:Ours")
    let theirs = odd.replacing("SUMMARY:B", with: "SUMMARY:Theirs").replacing("uid:a", with: "UID:a")
    let merged = try merge(odd, ours, theirs)
    #expect(merged.document.text == ours.replacing("SUMMARY:B", with: "SUMMARY:Theirs"))
    #expect(merged.conflicts.isEmpty)
  }

  @Test(
    "a line that readers ignore is in the result as the side wrote it that changed it",
    arguments: [
      ([], "PRIORITY:high"), (["SUMMARY:A"], "SUMMARY:Second"), ([], "GEO:91;0"), ([], "NOCOLON"),
      (["URL:http://a"], "URL:http://b"), ([], "RRULE:FREQ=FOO"), ([], "DTEND:20260301T090000Z"),
      (["DTEND:20260302T100000Z"], "DURATION:PT5H"), ([], "EXDATE:nonsense"),
      (["ATTACH:http://a/b"], "ATTACH;ENCODING=BASE64;VALUE=BINARY:***"), (["COLOR:teal"], "COLOR:red"),
    ] as [([String], String)])
  func ignoredLines(_ read: [String], _ ignored: String) throws {
    func text(_ place: String, _ more: [String]) -> String {
      file(
        ["BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + [place] + read
          + more + ["END:VEVENT"])
    }
    for (before, after) in [([], [ignored]), ([ignored], []), ([ignored], [ignored + "1"])] {
      let base = text("LOCATION:K", before)
      let (ours, theirs) = (text("LOCATION:L", before), text("LOCATION:K", after))
      for (one, other) in [(ours, theirs), (theirs, ours)] {
        let merged = try merge(base, one, other)
        #expect(merged.conflicts.isEmpty)
        #expect(Self.lines(of: merged.document.text) == Self.lines(of: text("LOCATION:L", after)))
        #expect(try ICSDocument(parsing: merged.document.bytes).calendars == merged.document.calendars)
      }
    }
  }

  @Test("an item that the other side added has its ignored lines; one that both changed keeps those of both")
  func ignoredLinesOfNewItems() throws {
    let base = file(event("u", "DTSTART:20260302T090000Z", "SUMMARY:A"))
    let ours = file(event("u", "DTSTART:20260302T090000Z", "SUMMARY:A", "PRIORITY:high"))
    let theirs = file(
      event("u", "DTSTART:20260302T090000Z", "SUMMARY:A", "PRIORITY:low", "LOCATION:L"),
      event("n", "DTSTART:20260303T090000Z", "PRIORITY:low"))
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let text = try merge(base, one, other).document.text
      #expect(text.ranges(of: "PRIORITY:low").count == 2)
      #expect(text.ranges(of: "PRIORITY:high").count == 1)
    }
  }

  private static func lines(of text: String) -> [Substring] { text.split(separator: "\r\n").sorted() }

  @Test("components that no calendar may have, but files do, are merged like others")
  func withoutStart() throws {
    func text(_ place: String, _ title: String, _ more: [String] = []) -> String {
      file(
        event("u", "DTSTART:20260302T090000Z", "SUMMARY:A", place), event("v", "SUMMARY:\(title)"), more)
    }
    let (base, ours) = (text("X-N:1", "Old"), text("LOCATION:L", "Old"))
    let unreadable = event("w", "DTSTART:20261399T000000Z", "SUMMARY:W")
    let theirs = text("X-N:1", "New", unreadable)
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merged = try merge(base, one, other)
      #expect(merged.conflicts.isEmpty)
      #expect(merged.document.text.ranges(of: "BEGIN:VEVENT").count == 3)
      #expect(merged.document.text.contains("LOCATION:L"))
      #expect(merged.document.text.contains("SUMMARY:New") && !merged.document.text.contains("SUMMARY:Old"))
      #expect(merged.document.text.contains("DTSTART:20261399T000000Z"))
    }
  }

  @Test("if one side equals the base, the result is the other side, byte for byte")
  func oneSided() throws {
    let other = odd.replacing("SUMMARY:A", with: "SUMMARY:Z").replacing("-//Odd//EN", with: "-//Other//EN")
    #expect(try merge(odd, odd, other).document.text == other)
    #expect(try merge(odd, other, odd).document.text == other)
    #expect(try merge(odd, other, other).document.text == other)
  }

  @Test("calendar properties, free/busy time and components of unknown kinds of both sides")
  func others() throws {
    func file(_ lines: String...) -> String {
      let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
      return (head + lines + ["END:VCALENDAR"]).joined(separator: "\r\n") + "\r\n"
    }
    let item = ["BEGIN:VEVENT", "UID:a", "DTSTART:20260302T090000Z", "END:VEVENT"].joined(separator: "\r\n")
    let one = ["BEGIN:X-LIST", "X-NAME:one", "END:X-LIST"].joined(separator: "\r\n")
    let two = ["BEGIN:X-MAP", "X-NAME:two", "END:X-MAP"].joined(separator: "\r\n")
    let busy = ["BEGIN:VFREEBUSY", "UID:f", "FREEBUSY:20260302T090000Z/PT1H", "END:VFREEBUSY"]
    let base = file("NAME:N", "X-COLOR:1", item, one)
    let ours = file("NAME:N", "X-COLOR:2", item, one.replacing("one", with: "uno"))
    let theirs = file("NAME:M", "X-COLOR:1", item, one, two, busy.joined(separator: "\r\n"))
    let merged = try merge(base, ours, theirs)
    #expect(merged.conflicts.isEmpty)
    let text = merged.document.text
    let busyLine = "FREEBUSY:20260302T090000Z/20260302T100000Z"
    for line in ["NAME:M", "X-COLOR:2", "X-NAME:uno", "X-NAME:two", busyLine] {
      #expect(text.contains("\r\n\(line)\r\n"), "\(line)")
    }
    #expect(!text.contains("X-NAME:one"))
    #expect(try ICSDocument(parsing: text).calendars == merged.document.calendars)
  }

  @Test("a zone that only the other side uses is defined in the result")
  func zones() throws {
    let theirs = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:-//Odd//EN\r
      BEGIN:VTIMEZONE\r
      TZID:Somewhere\r
      BEGIN:STANDARD\r
      DTSTART:19700101T000000\r
      TZOFFSETFROM:+0345\r
      TZOFFSETTO:+0345\r
      END:STANDARD\r
      END:VTIMEZONE\r
      BEGIN:VEVENT\r
      UID:z\r
      DTSTART;TZID=Somewhere:20260302T090000\r
      END:VEVENT\r
      END:VCALENDAR\r

      """
    let merged = try merge(nil, odd, theirs)
    let read = try ICSDocument(parsing: merged.document.text)
    let item = try #require(read.calendars.first?.item(uid: "z"))
    #expect(item.start?.instant(in: .utc).description == "2026-03-02T05:15:00Z")
    #expect(read.calendars.first?.count == 3)
    #expect(!read.diagnostics.contains { $0.code == .unknownZone })
  }

  private func named(_ name: String, _ components: [String]...) -> String {
    file(components.flatMap { $0 }).replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\nNAME:\(name)\r\n")
  }

  @Test("calendars in another order are matched by name, and by an item that they share")
  func order() throws {
    let (home, work) = (
      named("Home", event("h", "DTSTART:20260302")), named("Work", event("w", "DTSTART:20260302"))
    )
    let edited = named("Work", event("w", "DTSTART:20260302", "SUMMARY:Edited"))
    let merged = try merge(home + work, work + home, home + edited)
    #expect(merged.conflicts.isEmpty)
    #expect(merged.document.calendars.map(\.name) == ["Work", "Home"])
    #expect(merged.document.calendars.map { $0.items.map(\.uid) } == [["w"], ["h"]])
    #expect(merged.document.calendars[0].item(uid: "w")?.summary == "Edited")
    let renamed = try merge(home + work, named("Office", event("w", "DTSTART:20260302")), home + edited)
    #expect(renamed.document.calendars.map(\.name) == ["Office"])
    #expect(renamed.document.calendars[0].item(uid: "w")?.summary == "Edited")
  }

  @Test("an edit of a calendar against its deletion is a conflict, resolved by the policy or later")
  func deletedCalendar() throws {
    let (home, work) = (
      named("Home", event("h", "DTSTART:20260302")), named("Work", event("w", "DTSTART:20260302"))
    )
    let edited = named("Work", event("w", "DTSTART:20260302", "SUMMARY:Edited"))
    for (policy, count) in [(MergePolicy.ours, 1), (.theirs, 2), (.newer, 2), (.both, 2), (.ask, 2)] {
      let merged = try merge(home + work, home, home + edited, policy)
      #expect(merged.document.calendars.count == count)
      #expect(merged.conflicts.map(\.conflict.property) == ["VCALENDAR"])
      #expect(merged.unresolved.isEmpty == (policy != .ask))
    }
    var merged = try merge(home + work, home, home + edited)
    let conflict = try #require(merged.unresolved.first)
    merged.resolve(conflict, as: .ours)
    #expect(merged.document.calendars.map(\.name) == ["Home"])
    #expect(merged.unresolved.isEmpty)
    merged.resolve(conflict, as: .theirs)
    #expect(merged.document.calendars.map(\.name) == ["Home", "Work"])
  }

  @Test("X- properties that the other side lost altogether are restored")
  func lostExtensions() throws {
    let theirs = odd.replacing("X-Long;X-P=\"q\":one\r\n two\r\n", with: "").replacing(
      "SUMMARY:A", with: "SUMMARY:Z")
    let merged = try merge(odd, odd, theirs)
    let item = try #require(merged.document.calendars.first?.item(uid: "a"))
    #expect(item.summary == "Z")
    #expect(item.unmodelled.properties.map(\.value) == ["onetwo"])
    #expect(merged.conflicts.isEmpty)
    // A program that drops the properties of others writes some of its own.
    let marked = try merge(odd, odd, theirs.replacing("SUMMARY:Z", with: "SUMMARY:Z\r\nX-MOZ-GENERATION:2"))
    let both = try #require(marked.document.calendars.first?.item(uid: "a"))
    #expect(Set(both.unmodelled.properties.map(\.value)) == ["onetwo", "2"])
  }

  @Test(
    "calendars without names are matched by their items; added ones are kept, removed ones removed unless changed"
  )
  func calendars() throws {
    let second = file(event("s", "DTSTART:20260302"))
    #expect(
      try merge(odd, odd + second, odd.replacing("SUMMARY:A", with: "SUMMARY:Z")).document.calendars.count
        == 2)
    #expect(
      try merge(odd + second, odd.replacing("SUMMARY:A", with: "SUMMARY:Z"), odd + second).document.calendars
        .count == 1)
    let changed = file(event("s", "DTSTART:20260302", "SUMMARY:Kept"))
    #expect(try merge(odd + second, odd, odd + changed).document.calendars.count == 2)
  }

  @Test("a resolved conflict changes its line alone")
  func resolution() throws {
    let ours = odd.replacing("SUMMARY:A", with: "SUMMARY:Ours")
    var merged = try merge(odd, ours, odd.replacing("SUMMARY:A", with: "SUMMARY:Theirs"))
    let conflict = try #require(merged.unresolved.first)
    #expect(merged.document.text == ours)
    merged.resolve(conflict, as: .theirs)
    #expect(merged.document.text == odd.replacing("SUMMARY:A", with: "SUMMARY:Theirs"))
  }

  @Test("thousands of unknown components without a UID are merged one by one")
  func unknownComponents() throws {
    let count = min(rounds(5_000), 20_000)
    func text(_ changed: Int?) -> String {
      file(
        (0..<count).flatMap { number in
          ["BEGIN:X-T", "X-N:\(number)", "X-V:\(number % 3 == changed ? 1 : 0)", "END:X-T"]
        })
    }
    let states = try [text(nil), text(0), text(1)].map { try ICSDocument(parsing: $0) }
    let merge = DocumentMerge(base: states[0], ours: states[1], theirs: states[2])
    let merged = try ICSDocument(parsing: merge.document.bytes).calendars[0].unmodelled.components
    #expect(merge.conflicts.isEmpty && merged.count == count)
    let values = Dictionary(uniqueKeysWithValues: merged.map { ($0.value("X-N"), $0.value("X-V")) })
    #expect((0..<count).allSatisfy { values["\($0)"] == ($0 % 3 < 2 ? "1" : "0") })
  }
}
