import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Foundation
import Testing

/// ESTIMATED-DURATION of the IETF's draft on tasks, and `estimatedDuration` of RFC 8984 §5.2.2.
@Suite("The time that a to-do is expected to take")
struct EstimatedDurationTests {
  private func todo(_ lines: String...) -> String {
    calendar(["BEGIN:VTODO", "UID:1", "DTSTAMP:20260101T000000Z", "SUMMARY:s"] + lines + ["END:VTODO"])
  }

  private func onlyTodo(_ document: ICSDocument) throws -> Todo {
    try #require(document.calendars.flatMap { Array($0.items) }.first?.todo)
  }

  private func task(_ members: String) throws -> ICSDocument {
    let text = #"{"@type":"Task","uid":"1","updated":"2026-01-01T00:00:00Z",\#(members)}"#
    return try ICSDocument(jsCalendar: Array(text.utf8))
  }

  @Test("It is read, changed, and written in its line")
  func lines() throws {
    var document = try ICSDocument(parsing: todo("ESTIMATED-DURATION:PT45M"))
    #expect(document.diagnostics == [])
    var todo = try onlyTodo(document)
    #expect(todo.estimatedDuration == .minutes(45) && todo.unmodelled.isEmpty && todo.extent == .implied)
    todo.estimatedDuration = .hours(1)
    try document.calendars[0].update(todo, at: nil)
    #expect(document.text.contains("\r\nESTIMATED-DURATION:PT1H\r\n"))
    #expect(document.text(.normalized).contains("\r\nESTIMATED-DURATION:PT1H\r\n"))
    todo.estimatedDuration = nil
    try document.calendars[0].update(todo, at: nil)
    #expect(!document.text.contains("ESTIMATED"))
  }

  @Test("it is in jCal and in stored calendars, also those without a schema")
  func otherForms() throws {
    let document = try ICSDocument(parsing: todo("ESTIMATED-DURATION:PT45M"))
    #expect(document.jCal.contains(#"["estimated-duration",{},"duration","PT45M"]"#))
    #expect(try ICSDocument(jCal: Array(document.jCal.utf8)).calendars == document.calendars)
    let stored = try JSONEncoder().encode(document.calendars[0])
    #expect(try JSONDecoder().decode(EventCalendar.self, from: stored) == document.calendars[0])
    let form = #"""
      {"items": [{"kind": "todo", "uid": "1", "unmodelled": {"properties":
        [{"name": "ESTIMATED-DURATION", "value": "PT45M"}, {"name": "ESTIMATED-DURATION", "value": "soon"}]}}]}
      """#
    let items = Array(try JSONDecoder().decode(EventCalendar.self, from: Data(form.utf8)).items)
    #expect(items.map { $0.todo?.estimatedDuration } == [.minutes(45)])
    #expect(items.map { $0.unmodelled.properties.map(\.value) } == [["soon"]])
  }

  @Test("JSCalendar has it as estimatedDuration, beside a due time or alone")
  func jsCalendar() throws {
    let due = try task(#""due":"2026-03-02T09:00:00","estimatedDuration":"PT1H30M""#)
    #expect(try onlyTodo(due).estimatedDuration == CalendarDuration("PT1H30M"))
    #expect(due.text.contains("\r\nESTIMATED-DURATION:PT1H30M\r\n") && !due.text.contains("JSPROP"))
    #expect(due.jsCalendar(uids: .seeded(1)).contains(#""estimatedDuration":"PT1H30M""#))
    // A start and an estimate do not make a due time.
    let begun = try onlyTodo(task(#""start":"2026-03-02T09:00:00","estimatedDuration":"PT1H30M""#))
    #expect(begun.due == nil && begun.estimatedDuration?.description == "PT1H30M")
    let both = try ICSDocument(
      parsing: todo("DTSTART:20260302T090000", "DURATION:PT2H", "ESTIMATED-DURATION:PT45M"))
    let json = both.jsCalendar(uids: .seeded(1))
    #expect(json.contains(#""due":"2026-03-02T11:00:00""#) && json.contains(#""estimatedDuration":"PT45M""#))
    #expect(try onlyTodo(ICSDocument(jsCalendar: Array(json.utf8))).due == onlyTodo(both).due)
  }

  @Test("A value that is not a duration, or a negative one, is reported and ignored")
  func faults() throws {
    for (value, code) in [("soon", "bad_value"), ("-PT1H", "out_of_range")] {
      let document = try ICSDocument(parsing: todo("ESTIMATED-DURATION:\(value)"))
      #expect(document.diagnostics.map(\.code.rawValue) == [code])
      #expect(try onlyTodo(document).estimatedDuration == nil)
      #expect(document.text.contains("ESTIMATED-DURATION:\(value)"))
    }
    let negative = try task(#""estimatedDuration":"-PT1H""#)
    #expect(negative.diagnostics.map(\.code.rawValue) == ["out_of_range"])
    #expect(negative.jsCalendar(uids: .seeded(1)).contains(#""estimatedDuration":"-PT1H""#))
  }
}
