import AlmanacComponents
import AlmanacMapping
import Testing

@testable import AlmanacEvents
@testable import AlmanacJSCalendar

@Suite("The list of JSCalendar's members")
struct MemberTableTests {
  @Test(
    "A property that events or to-dos may have is in one row, or is stored as it was read",
    arguments: PropertyName.allCases.filter { $0.isAllowed(in: .event) || $0.isAllowed(in: .todo) })
  func properties(property: PropertyName) {
    let rows = MemberTable.items.count { $0.properties.contains(property) }
    let isKept = ItemTable.leftover.contains(property)
    // A Link represents most LINKs.
    #expect(rows == (isKept && property != .link ? 0 : 1))
  }

  @Test("Each property of a participant and of a place that the model reads has a member")
  func details() {
    let people = [DetailMember<Participant>].participants.map(\.property)
    #expect(people == [.summary, .description, .participantType, .calendarAddress])
    let places = [DetailMember<DetailedLocation>].locations.map(\.property)
    // The UID is the key of the object.
    let kept: Set<PropertyName> = [.uid, .concept, .link, .refid, .structuredData, .styledDescription]
    #expect(Set(PropertyName.allCases.filter { $0.isAllowed(in: .location) }) == kept.union(places))
  }

  /// The properties that a component may have and no row represents, and those with two rows.
  private func faults<Model>(_ rows: [MemberRow<Model>], in kind: ComponentKind) -> Set<PropertyName> {
    Set(
      PropertyName.allCases.filter { property in
        rows.count { $0.properties.contains(property) } != (property.isAllowed(in: kind) ? 1 : 0)
      })
  }

  @Test("A property that alarms and calendars may have is in one row, or is left as it is")
  func alertsAndGroups() {
    #expect(faults(MemberTable.alarms, in: .alarm) == Set(Alarm.codingTable.leftover))
    let kept = Set(EventCalendar.codingTable.leftover)
    // Every calendar that is written has the first three.
    #expect(faults(MemberTable.calendars, in: .calendar) == kept.union([.version, .prodid, .calscale]))
  }

  @Test("A member has one row, and those that no patch may change are the ones of RFC 8984 §4.3.5")
  func members() {
    let names = MemberTable.items.flatMap { row in row.members.map { $0.key } }
    #expect(names.count == Set(names).count)
    #expect(
      MemberTable.fixed == [
        "@type", "excludedRecurrenceRules", "method", "privacy", "prodId", "recurrenceId",
        "recurrenceIdTimeZone", "recurrenceOverrides", "recurrenceRules", "relatedTo", "replyTo", "sentBy",
        "timeZones", "uid",
      ])
  }
}
