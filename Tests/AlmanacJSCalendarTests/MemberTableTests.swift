import AlmanacComponents
import Testing

@testable import AlmanacJSCalendar

@Suite("The list of JSCalendar's members")
struct MemberTableTests {
  /// Properties that `iCalComponent` has as they are.
  private static let kept: PropertySet = [
    .allDayEvent, .allDayOfMSN, .altDescription, .appleLocation, .busyStatus, .googleConference,
    .structuredData, .styledDescription, .teamsMeeting,
  ]

  @Test(
    "A property that events or to-dos may have stands in one row, or is left as it is",
    arguments: PropertyName.allCases.filter { $0.mayStand(in: .event) || $0.mayStand(in: .todo) })
  func properties(property: PropertyName) {
    let rows = MemberTable.rows.count { $0.properties.contains(property) }
    #expect(rows == (Self.kept.contains(property) ? 0 : 1))
  }

  @Test("A member stands once, also those that no patch may touch")
  func members() {
    let names = MemberTable.rows.flatMap { row in row.members.map { $0.key } }
    #expect(names.count == Set(names).count)
    #expect(MemberTable.fixed.isSubset(of: names))
  }
}
