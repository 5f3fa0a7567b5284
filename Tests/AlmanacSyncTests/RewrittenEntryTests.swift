import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import TestSupport
import Testing

/// Merges with a side that KDE's engine (KCalendarCore 5.103) has only loaded and saved: it states the defaults of parameters,
/// adds `X-UID`, a number that is another one each time, and X- properties of its own, writes `MAILTO:`, stores GEO in 32
/// bits, and drops the UIDs of alarms and RELTYPE.
@Suite("Merges of entries that a program rewrote without an edit")
struct RewrittenEntryTests {
  private static let defaults = "RSVP=FALSE;PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT;CUTYPE=INDIVIDUAL"

  private func alarm(_ trigger: String, uid: String = "", isSaved: Bool = false) -> [String] {
    ["BEGIN:VALARM"] + (uid.isEmpty || isSaved ? [] : ["UID:\(uid)"])
      + ["DESCRIPTION:d", "ACTION:DISPLAY", "TRIGGER:\(trigger)"]
      + (isSaved ? ["X-KDE-KCALCORE-ENABLED:TRUE"] : []) + ["END:VALARM"]
  }

  private func text(_ lines: [String]) -> String {
    file(event("a", "DTSTART:20260302T090000Z").dropLast() + lines + ["END:VEVENT"])
  }

  /// The merge in both orders, which give the same item without a conflict.
  private func merged(_ base: [String], _ edited: [String], _ saved: [String]) throws -> [Item] {
    let texts = [base, edited, saved].map(text)
    return try [(1, 2), (2, 1)].map { one, other in
      let merge = try Sides(base: texts[0], ours: texts[one], theirs: texts[other]).merged()
      #expect(merge.conflicts.isEmpty, "\(merge.conflicts)")
      return try #require(merge.calendar.item(uid: "a"))
    }
  }

  @Test(
    "a removed attendee is removed where the other side only stated defaults, a number or another case",
    arguments: [
      "ATTENDEE;\(defaults);X-UID=94729306803056:mailto:p@x.org", "ATTENDEE:MAILTO:p@x.org",
      "ATTENDEE;X-UID=94:mailto:p@x.org", "ATTENDEE;\(defaults):mailto:p@x.org",
      "ATTENDEE;X-OTHER=1:mailto:P@X.org",
    ])
  func attendees(saved: String) throws {
    let organizer = "ORGANIZER:mailto:b@x.org"
    for item in try merged(
      [organizer, "ATTENDEE:mailto:p@x.org"], [organizer], ["ORGANIZER:MAILTO:b@x.org", saved])
    {
      #expect(item.attendees.isEmpty && item.organizer?.address == "mailto:b@x.org")
    }
    // An answer is an edit.
    let answered = saved.replacing(";PARTSTAT=NEEDS-ACTION", with: "")
      .replacing("ATTENDEE", with: "ATTENDEE;PARTSTAT=DECLINED")
    let states = [["ATTENDEE:mailto:p@x.org"], [], [answered]].map(text)
    let merge = try Sides(base: states[0], ours: states[1], theirs: states[2]).merged()
    #expect(merge.conflicts.map(\.property) == ["ATTENDEE"])
    #expect(merge.calendar.item(uid: "a")?.attendees.first?.status == .declined)
  }

  @Test("another organizer, and the same one added by both sides in two cases of the scheme")
  func organizers() throws {
    for item in try merged(
      ["ORGANIZER:mailto:b@x.org"], ["ORGANIZER:mailto:c@x.org"], ["ORGANIZER:MAILTO:b@x.org"])
    {
      #expect(item.organizer?.address == "mailto:c@x.org")
    }
    #expect(
      try merged([], ["ORGANIZER:mailto:b@x.org"], ["ORGANIZER:MAILTO:b@x.org"]).allSatisfy {
        $0.organizer != nil
      })
    let (one, other) = (
      file(event("a", "DTSTART:20260302", "ORGANIZER:mailto:b@x.org")),
      file(event("a", "DTSTART:20260302", "ORGANIZER:MAILTO:b@x.org"))
    )
    #expect(CalendarDifference(from: try calendar(one), to: try calendar(other)).isEmpty)
    // What was read is written as it was.
    #expect(try ICSDocument(parsing: other).text == other)
  }

  @Test("two programs that only saved the event differ in nothing")
  func twoSaves() throws {
    func saved(_ number: Int) -> [String] {
      ["ORGANIZER:MAILTO:b@x.org", "ATTENDEE;\(Self.defaults);X-UID=\(number):mailto:p@x.org"]
        + alarm("-PT5M", uid: "A1", isSaved: true)
    }
    let base = ["ORGANIZER:mailto:b@x.org", "ATTENDEE:mailto:p@x.org"] + alarm("-PT5M", uid: "A1")
    for item in try merged(base, saved(1), saved(2)) {
      #expect(item.attendees.count == 1 && item.alarms.count == 1)
    }
    // Beside an edit of each of them.
    let answered = saved(1).map { $0.replacing("NEEDS-ACTION", with: "ACCEPTED") }
    for item in try merged(base, answered, saved(2) + ["ATTENDEE:mailto:q@x.org"]) {
      #expect(item.attendees.map(\.status).contains(.accepted) && item.attendees.count == 2)
    }
  }

  @Test("an alarm is the one that lost its UID: removed, moved, or moved by both", arguments: ["", "A1"])
  func alarms(uid: String) throws {
    let base = alarm("-PT5M", uid: uid)
    let saved = alarm("-PT5M", uid: uid, isSaved: true)
    #expect(try merged(base, [], saved).allSatisfy { $0.alarms.isEmpty })
    for item in try merged(base, alarm("-PT23M", uid: uid), saved) {
      #expect(item.alarms.map(\.trigger) == [.before(.minutes(23))] && item.alarms.first?.uid == uid)
    }
    for item in try merged(base, alarm("-PT23M", uid: uid), alarm("-PT23M", uid: uid, isSaved: true)) {
      #expect(item.alarms.map(\.trigger) == [.before(.minutes(23))])
    }
    // Of several alarms each is the same one.
    let several = base + alarm("-PT7M", uid: "A2") + alarm("-PT9M", uid: "A3")
    let rest = saved + alarm("-PT7M", isSaved: true) + alarm("-PT9M", isSaved: true)
    for item in try merged(several, base + alarm("-PT8M", uid: "A3"), rest) {
      #expect(item.alarms.map(\.trigger) == [.before(.minutes(5)), .before(.minutes(8))])
    }
  }

  @Test("an alarm that one side changed otherwise and the other removed is a conflict, and stays")
  func changedAlarm() throws {
    let texts = [alarm("-PT5M", uid: "A1"), [], alarm("-PT6M", uid: "A1", isSaved: true)].map(text)
    let merge = try Sides(base: texts[0], ours: texts[1], theirs: texts[2]).merged()
    #expect(merge.conflicts.map(\.property) == ["VALARM"])
    #expect(merge.calendar.item(uid: "a")?.alarms.map(\.trigger) == [.before(.minutes(6))])
  }

  @Test("a place in 32 bits is the same place, and a relation without its kind the same relation")
  func placesAndRelations() throws {
    for item in try merged(["GEO:47.1;8.5"], [], ["GEO:47.099998;8.500000"]) { #expect(item.geo == nil) }
    for item in try merged(["GEO:47.1;8.5"], ["GEO:47.2;8.5"], ["GEO:47.099998;8.500000"]) {
      #expect(item.geo?.latitude == 47.2)
    }
    let related = "RELATED-TO;RELTYPE=SIBLING:zz"
    for item in try merged([related], [], ["RELATED-TO:zz"]) { #expect(item.relations.isEmpty) }
    for item in try merged([related], [related, "SUMMARY:S"], ["RELATED-TO:zz", "LOCATION:L"]) {
      #expect(item.relations.map(\.kind) == [.sibling] && item.summary == "S" && item.location == "L")
    }
  }

  @Test("an event that one side deleted and the other only saved is deleted")
  func deleted() throws {
    let base =
      ["ORGANIZER:mailto:b@x.org", "ATTENDEE:mailto:p@x.org", "GEO:47.1;8.5"] + alarm("-PT5M", uid: "A1")
    let saved =
      [
        "ORGANIZER:MAILTO:b@x.org", "ATTENDEE;\(Self.defaults);X-UID=7:mailto:p@x.org",
        "GEO:47.099998;8.500000",
        "LAST-MODIFIED:20260401T000000Z",
      ] + alarm("-PT5M", uid: "A1", isSaved: true)
    let texts = [base, saved].map(text)
    for (ours, theirs) in [(file(), texts[1]), (texts[1], file())] {
      let merge = try Sides(base: texts[0], ours: ours, theirs: theirs).merged()
      #expect(merge.conflicts.isEmpty && merge.calendar.count == 0)
    }
  }
}
