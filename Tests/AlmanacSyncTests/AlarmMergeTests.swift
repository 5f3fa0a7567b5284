import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import TestSupport
import Testing

/// Alarms that a side dismissed or put off: the program that stored it gave the alarm a UID (RFC 9074 §6, §7).
@Suite("Merges of alarms that were dismissed, put off, moved or removed")
struct AlarmMergeTests {
  private func alarm(_ trigger: String, _ uid: String = "", _ more: String...) -> [String] {
    ["BEGIN:VALARM"] + (uid.isEmpty ? [] : ["UID:\(uid)"]) + ["ACTION:DISPLAY", "DESCRIPTION:d"]
      + ["TRIGGER\(trigger.hasPrefix("-") ? ":" : ";VALUE=DATE-TIME:")\(trigger)"] + more + ["END:VALARM"]
  }

  private func dismissed(_ trigger: String, _ uid: String, at time: String = "084500") -> [String] {
    alarm(trigger, uid, "ACKNOWLEDGED:20260302T\(time)Z")
  }

  private func text(_ lines: [String]) -> String {
    file(event("a", "DTSTART:20260302T090000Z", "SUMMARY:S").dropLast() + lines + ["END:VEVENT"])
  }

  /// The merge in both orders, each of which gives the same alarms, and again when merged with either side.
  private func merged(_ base: [String], _ one: [String], _ other: [String]) throws -> [Alarm] {
    var results: [[Alarm]] = []
    for (ours, theirs) in [(one, other), (other, one)] {
      let sides = Sides(base: text(base), ours: text(ours), theirs: text(theirs))
      let merge = try sides.merged()
      #expect(merge.conflicts.isEmpty, "\(merge.conflicts)")
      let item = try #require(merge.calendar.item(uid: "a"))
      results.append(item.alarms.sorted { $0.uid < $1.uid })
      for side in [ours, theirs] {
        for sides in [
          [calendar(having: item), try calendar(text(side))],
          [try calendar(text(side)), calendar(having: item)],
        ] {
          let again = CalendarMerge(base: try calendar(text(base)), ours: sides[0], theirs: sides[1])
          #expect(again.conflicts.isEmpty)
          #expect(again.calendar.item(uid: "a")?.alarms.sorted { $0.uid < $1.uid } == results.last)
        }
      }
    }
    #expect(results[0] == results[1])
    return results[0]
  }

  @Test(
    "an alarm is the same in any notation of its trigger",
    arguments: [
      ("-PT1H", "-PT60M"), ("-PT15M", "-PT900S"), ("-PT1H30M", "-PT90M"), ("-P1W", "-P7D"),
      ("-PT0S", "-PT0M"),
    ])
  func notation(one: String, other: String) throws {
    #expect(try merged([], alarm(one), alarm(other)).count == 1)
    #expect(try merged(alarm(one), alarm(other), []).isEmpty)
    #expect(try merged(alarm(one), alarm(other), dismissed(one, "q")).count == 1)
    // A day has not always 24 hours.
    let days = Sides(base: text([]), ours: text(alarm("-P1D")), theirs: text(alarm("-PT24H")))
    #expect(try days.merged().calendar.item(uid: "a")?.alarms.count == 2)
  }

  @Test("an alarm into which one side changed another, and that the other side added, is one")
  func addedAndChanged() throws {
    let (five, ten, day) = (alarm("-PT5M"), alarm("-PT10M"), alarm("-P1D"))
    #expect(try merged(five, five + ten, ten).map(\.trigger) == [.before(.minutes(10))])
    #expect(
      try merged(five + day, five + ten + day, ten + day).count { $0.trigger == .before(.minutes(10)) } == 1)
    #expect(try merged(five + ten, ten + day, five + day).count { $0.trigger == .before(.days(1)) } == 1)
    // Two with UIDs of their own, or that a side has twice, are two.
    #expect(try merged([], alarm("-PT10M", "a"), alarm("-PT10M", "b")).count == 2)
    #expect(try merged(five, five + ten + ten, ten).count { $0.trigger == .before(.minutes(10)) } == 2)
  }

  @Test("an alarm that one side dismissed and the other removed is removed, also among others")
  func removed() throws {
    #expect(try merged(alarm("-PT15M"), [], dismissed("-PT15M", "q")).isEmpty)
    #expect(try merged(alarm("-PT15M"), [], alarm("-PT15M", "q")).isEmpty)
    #expect(try merged(alarm("-PT15M", "q"), [], dismissed("-PT15M", "q")).isEmpty)
    #expect(
      try merged(dismissed("-PT15M", "q"), [], dismissed("-PT15M", "q", at: "090000")).isEmpty)
    let rest = try merged(
      alarm("-PT15M") + alarm("-PT30M"), alarm("-PT30M"),
      dismissed("-PT15M", "q") + dismissed("-PT30M", "r"))
    #expect(rest.map(\.uid) == ["r"])
  }

  @Test("an event that one side deleted, and of which the other only dismissed an alarm, is deleted")
  func deletedEvent() throws {
    let base = text(alarm("-PT15M"))
    let dismissed = text(dismissed("-PT15M", "q"))
    for (ours, theirs) in [(file(), dismissed), (dismissed, file())] {
      let merge = try Sides(base: base, ours: ours, theirs: theirs).merged()
      #expect(merge.conflicts.isEmpty && merge.calendar.count == 0)
    }
  }

  @Test("an alarm that one side dismissed and the other moved is one alarm, whoever gave it a UID")
  func moved() throws {
    for other in [alarm("-PT30M"), alarm("-PT30M", "r")] {
      let alarms = try merged(alarm("-PT15M"), dismissed("-PT15M", "q"), other)
      #expect(alarms.map(\.trigger) == [.before(.minutes(30))])
      #expect(alarms.map(\.uid) == ["q"] && alarms.allSatisfy { $0.acknowledged != nil })
    }
    let both = try merged(alarm("-PT15M"), dismissed("-PT30M", "q"), alarm("-PT30M"))
    #expect(both.map(\.uid) == ["q"])
    let several = try merged(
      alarm("-PT15M") + alarm("-PT60M"), dismissed("-PT15M", "q") + alarm("-PT60M", "r"),
      alarm("-PT30M") + alarm("-PT60M"))
    #expect(several.map(\.trigger) == [.before(.minutes(30)), .before(.minutes(60))])
    #expect(several.map(\.uid) == ["q", "r"])
  }

  @Test("of two UIDs that the sides gave an alarm the same one remains in either order")
  func twoIdentities() throws {
    let alarms = try merged(
      alarm("-PT15M"), dismissed("-PT15M", "r", at: "085000"), dismissed("-PT15M", "q"))
    #expect(alarms.map(\.uid) == ["q"])
    #expect(try alarms.map(\.acknowledged) == [Instant("2026-03-02T08:50:00Z")])
    // Without a base, and of alarms that both sides added.
    for base in [file(), text([])] {
      let sides = [alarm("-PT15M"), dismissed("-PT15M", "q")].map(text)
      for (ours, theirs) in [(0, 1), (1, 0)] {
        let merge = try Sides(base: base, ours: sides[ours], theirs: sides[theirs]).merged(.newer)
        #expect(merge.calendar.item(uid: "a")?.alarms.map(\.uid) == ["q"])
      }
    }
  }

  @Test("an alarm that both sides moved to different times is one conflict, which is resolved later too")
  func conflict() throws {
    for uid in ["q", ""] {
      let sides = Sides(
        base: text(alarm("-PT15M")), ours: text(alarm("-PT30M", uid)), theirs: text(alarm("-PT45M")))
      var merge = try sides.merged()
      #expect(merge.unresolved.map(\.property) == ["VALARM"])
      #expect(merge.calendar.item(uid: "a")?.alarms.map(\.trigger) == [.before(.minutes(30))])
      for (side, minutes) in [(MergeSide.theirs, 45), (.ours, 30)] {
        merge.calendar.resolve(try #require(merge.conflicts.first), as: side)
        #expect(merge.calendar.item(uid: "a")?.alarms.map(\.trigger) == [.before(.minutes(minutes))])
      }
    }
  }

  // RFC 9074 §7
  @Test("of two snoozes of an alarm the later one remains, and a later dismissal ends an earlier snooze")
  func snoozes() throws {
    func snooze(_ uid: String, of alarm: String, until time: String) -> [String] {
      self.alarm("20260302T\(time)Z", uid, "RELATED-TO;RELTYPE=SNOOZE:\(alarm)")
    }
    let early = dismissed("-PT15M", "q", at: "084500") + snooze("s1", of: "q", until: "085500")
    let late = dismissed("-PT15M", "q", at: "084600") + snooze("s2", of: "q", until: "085000")
    for base in [alarm("-PT15M", "q"), alarm("-PT15M")] {
      #expect(try merged(base, early, late).map(\.uid) == ["q", "s2"])
      #expect(try merged(base, early, dismissed("-PT15M", "q", at: "084600")).map(\.uid) == ["q"])
      #expect(try merged(base, late, dismissed("-PT15M", "q", at: "084500")).map(\.uid) == ["q", "s2"])
    }
    // A snooze names the alarm by the UID that it gets.
    let other = dismissed("-PT15M", "r", at: "084600") + snooze("s2", of: "r", until: "085000")
    let alarms = try merged(alarm("-PT15M"), early, other)
    #expect(alarms.map(\.uid) == ["q", "s2"] && alarms.last?.snoozed == "q")
    // At one time the one that goes off later.
    let same = dismissed("-PT15M", "q", at: "084500") + snooze("s2", of: "q", until: "085000")
    #expect(try merged(alarm("-PT15M", "q"), early, same).map(\.uid) == ["q", "s1"])
  }
}
