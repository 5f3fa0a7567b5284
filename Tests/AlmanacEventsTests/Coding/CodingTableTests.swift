import AlmanacComponents
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacEvents

/// The coded forms against the facts of the properties.
@Suite("Coded forms and the properties of iCalendar")
struct CodingTableTests {
  /// The properties that a component may have and no field stores, those in two fields, and those that it may not
  /// have.
  private func faults<Root>(_ table: CodingTable<Root>, in kind: ComponentKind) -> Set<PropertyName> {
    let stored = table.fields.flatMap(\.properties)
    return Set(
      PropertyName.allCases.filter { property in
        stored.count { $0 == property } != (property.isAllowed(in: kind) ? 1 : 0)
      })
  }

  @Test("Each property that a component may have has one field, or is stored as it was read")
  func complete() {
    #expect(faults(Alarm.codingTable, in: .alarm) == [])
    #expect(faults(FreeBusy.codingTable, in: .freeBusy) == [])
    #expect(faults(AvailabilityStatement.codingTable, in: .availability) == [])
    #expect(faults(AvailabilityStatement.Window.codingTable, in: .available) == [])
    // Every calendar that is written has these.
    #expect(faults(EventCalendar.codingTable, in: .calendar) == [.version, .prodid, .calscale])
  }

  @Test("No table has two fields of one key")
  func keys() {
    func isUnique<Root>(_ table: CodingTable<Root>) -> Bool {
      let keys = table.fields.flatMap(\.keys).map(\.stringValue)
      return Set(keys).count == keys.count
    }
    #expect(
      isUnique(Alarm.codingTable) && isUnique(FreeBusy.codingTable) && isUnique(EventCalendar.codingTable))
    #expect(isUnique(AvailabilityStatement.codingTable) && isUnique(AvailabilityStatement.Window.codingTable))
  }

  @Test("The documentation of calendars names the keys of calendars and items, and no others")
  func documentation() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/AlmanacEvents/Coding/EventCalendar+Codable.swift")
    let text = String(decoding: try Data(contentsOf: source), as: UTF8.self)
      .replacing("///", with: "").replacing("\n", with: " ")
    func keys(from start: String, to end: String) throws -> Set<String> {
      let first = try #require(text.range(of: "- **\(start)**"))
      let last = try #require(text.range(of: "- **\(end)**"))
      let part = text[first.upperBound..<last.lowerBound]
      return Set(part.matches(of: /`([A-Za-z]+)`/).map { String($0.output.1) })
    }
    let ofCalendars = EventCalendar.codingTable.fields.flatMap(\.keys).map(\.stringValue)
    #expect(try keys(from: "Calendar", to: "Items") == Set(ofCalendars + ["version", "zones", "items"]))
    let ofRecurrence = ["rules", "exclusionRules", "additions", "exceptions"]
    #expect(
      try keys(from: "Items", to: "Zones")
        == Set(
          ItemTable.fields.flatMap(\.keys) + ofRecurrence + ["kind", "event", "todo", "journal"]))
  }
}
