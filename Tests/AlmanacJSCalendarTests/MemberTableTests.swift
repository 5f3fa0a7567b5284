import AlmanacComponents
import Testing

@testable import AlmanacJSCalendar

@Suite("The list of JSCalendar's members")
struct MemberTableTests {
  @Test(
    "A property that events or to-dos may have stands in one row, or is left as it is",
    arguments: PropertyName.allCases.filter { $0.mayStand(in: .event) || $0.mayStand(in: .todo) })
  func properties(property: PropertyName) {
    let rows = MemberTable.rows.count { $0.properties.contains(property) }
    #expect(rows == (MemberTable.leftOfItems.contains(property) ? 0 : 1))
  }

  @Test("A member stands once")
  func members() {
    #expect(MemberTable.rows.flatMap(\.members).count == MemberTable.members.count)
  }

  // RFC 8984 §4.3.5.
  @Test("What no patch may touch")
  func fixed() {
    #expect(
      MemberTable.fixed == [
        "@type", "excludedRecurrenceRules", "method", "privacy", "prodId", "recurrenceId",
        "recurrenceIdTimeZone", "recurrenceOverrides", "recurrenceRules", "relatedTo", "replyTo", "sentBy",
        "timeZones", "uid",
      ])
  }
}
