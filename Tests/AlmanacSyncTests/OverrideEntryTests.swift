import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// One side changes an entry of a list of a single instance, the other one other entries of the whole series: the instance has both
/// changes, as if both had been made in one calendar.
@Suite("Merges of an override that one side made with entries that the other changed in the series")
struct OverrideEntryTests {
  /// A series of ten days, and, where it has lines, the third one as an override at 10:00.
  private func series(_ lines: [String], override: [String]? = nil, range: String = "") -> String {
    let own = ["DTSTAMP:20260101T000000Z", "DURATION:PT1H", "SUMMARY:S", "ORGANIZER:mailto:boss@example.org"]
    let main = ["BEGIN:VEVENT", "UID:u", "DTSTART:20260302T090000Z", "RRULE:FREQ=DAILY;COUNT=10"]
    let changed = [
      "BEGIN:VEVENT", "UID:u", "RECURRENCE-ID\(range):20260304T090000Z", "DTSTART:20260304T100000Z",
    ]
    let end = ["END:VEVENT"]
    return file(main + own + lines + end, override.map { changed + own + $0 + end } ?? [])
  }

  private func attendee(_ name: String, _ status: String = "NEEDS-ACTION") -> String {
    "ATTENDEE;PARTSTAT=\(status):mailto:\(name)@example.org"
  }

  private static func alarm(_ minutes: Int) -> [String] {
    ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT\(minutes)M", "DESCRIPTION:d", "END:VALARM"]
  }

  /// The override, and its series, which both orders of the sides have.
  private func merged(
    base: [String], override: [String], series changed: [String]
  ) throws -> (override: Item, series: Item) {
    let (ours, theirs) = (series(base, override: override), series(changed))
    var found: [(Item, Item)] = []
    for sides in [(ours, theirs), (theirs, ours)] {
      let merge = try Sides(base: series(base), ours: sides.0, theirs: sides.1).merged()
      #expect(merge.conflicts.isEmpty)
      let override = try #require(merge.calendar.items.first { $0.recurrenceID != nil })
      found.append((override, try #require(merge.calendar.item(uid: "u"))))
    }
    #expect(found[0].0.hasSameLists(as: found[1].0) && found[0].1.hasSameLists(as: found[1].1))
    return found[0]
  }

  @Test(
    "attendees who are invited to the series or removed from it are so on a day that one of them declined")
  func attendees() throws {
    let base = [attendee("ana", "ACCEPTED"), attendee("bob", "ACCEPTED")]
    let (override, series) = try merged(
      base: base, override: [attendee("ana", "DECLINED"), attendee("bob", "ACCEPTED")],
      series: [attendee("ana", "ACCEPTED"), attendee("eva")])
    #expect(override.people == ["ana DECLINED", "eva NEEDS-ACTION"])
    #expect(series.people == ["ana ACCEPTED", "eva NEEDS-ACTION"])
  }

  @Test("whom one side removed from a day stays removed when the other one records an answer to the series")
  func removedAttendee() throws {
    let base = [attendee("ana"), attendee("bob")]
    let (override, series) = try merged(
      base: base, override: [attendee("ana")],
      series: [attendee("ana", "ACCEPTED"), attendee("bob", "ACCEPTED")])
    #expect(override.people == ["ana ACCEPTED"])
    #expect(series.people == ["ana ACCEPTED", "bob ACCEPTED"])
  }

  @Test("an answer to a day remains beside another one to the series")
  func answers() throws {
    let (override, _) = try merged(
      base: [attendee("ana")], override: [attendee("ana", "DECLINED")], series: [attendee("ana", "ACCEPTED")])
    #expect(override.people == ["ana DECLINED"])
  }

  @Test("categories and comments are sets, alarms are merged by what they signal")
  func others() throws {
    let (categories, _) = try merged(
      base: ["CATEGORIES:a,b"], override: ["CATEGORIES:a,b,k"], series: ["CATEGORIES:a,g"])
    #expect(Set(categories.categories) == ["a", "k", "g"])
    let (comments, _) = try merged(
      base: ["COMMENT:a"], override: ["COMMENT:a", "COMMENT:k"], series: ["COMMENT:a", "COMMENT:g"])
    #expect(Set(comments.comments) == ["a", "k", "g"])
    let (alarms, _) = try merged(
      base: Self.alarm(5), override: Self.alarm(5) + Self.alarm(10), series: Self.alarm(5) + Self.alarm(30))
    #expect(Set(alarms.alarms.map(\.trigger)) == Set([5, 10, 30].map { .before(.minutes($0)) }))
    let (new, _) = try merged(base: [], override: ["CATEGORIES:k"], series: ["CATEGORIES:g"])
    #expect(Set(new.categories) == ["k", "g"])
    let (extensions, _) = try merged(
      base: ["X-A:1"], override: ["X-A:1", "X-B:1"], series: ["X-A:1", "X-C:1"])
    #expect(Set(extensions.unmodelled.properties.map(\.name)) == ["X-A", "X-B", "X-C"])
  }

  @Test("a value that the override states differently is its own, and its revision is its own")
  func values() throws {
    let (override, series) = try merged(
      base: ["LOCATION:Room 1"], override: ["LOCATION:Room 2", "SEQUENCE:1"],
      series: ["LOCATION:Room 3", "SEQUENCE:4", "DESCRIPTION:d"])
    #expect((override.location, override.details, override.sequence) == ("Room 2", "d", 1))
    #expect((series.location, series.sequence) == ("Room 3", 4))
  }

  @Test("an override of an instance and all later ones has the changes of the series too")
  func range() throws {
    let base = ["CATEGORIES:a"]
    let ours = series(base, override: ["CATEGORIES:a,k"], range: ";RANGE=THISANDFUTURE")
    for sides in [
      (ours, series(["CATEGORIES:a,g", "LOCATION:L"])), (series(["CATEGORIES:a,g", "LOCATION:L"]), ours),
    ] {
      let merge = try Sides(base: series(base), ours: sides.0, theirs: sides.1).merged()
      #expect(merge.conflicts.isEmpty)
      let override = try #require(merge.calendar.items.first { $0.recurrenceID != nil })
      #expect(override.overridesFuture && override.location == "L")
      #expect(Set(override.categories) == ["a", "k", "g"])
      #expect(override.start == .utc(try Instant("2026-03-04T10:00:00Z")))
    }
  }
}

extension Item {
  /// The name and the answer of each attendee.
  fileprivate var people: [String] {
    attendees.map { attendee in
      let name = attendee.address.dropFirst("mailto:".count).prefix { $0 != "@" }
      return "\(name) \(attendee.status?.rawValue ?? "NEEDS-ACTION")"
    }.sorted()
  }

  fileprivate func hasSameLists(as other: Item) -> Bool {
    people == other.people && Set(categories) == Set(other.categories) && Set(comments) == Set(other.comments)
      && Set(alarms.map(\.trigger)) == Set(other.alarms.map(\.trigger))
      && (location, details, start, sequence) == (other.location, other.details, other.start, other.sequence)
  }
}
