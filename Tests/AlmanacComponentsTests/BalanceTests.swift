import Testing
import TestSupport

@testable import AlmanacComponents

@Suite("Balancing components")
struct BalanceTests {
  private func balanced(_ names: String) throws -> (components: [[String]], codes: [Diagnostic.Code]) {
    let lines = names.split(separator: " ").map { word -> String in
      switch word.first {
      case "+": "BEGIN:\(word.dropFirst())"
      case "-": "END:\(word.dropFirst())"
      default: "\(word):1"
      }
    }
    let reading = try read(lines.joined(separator: "\r\n"))
    let short = reading.components.map { lines in
      lines.map { line in
        line.replacing("synthetic ", with: "~").replacing("BEGIN:", with: "+").replacing("END:", with: "-")
          .replacing(":1", with: "")
      }
    }
    return (short, reading.codes)
  }

  @Test("Balanced documents are not changed")
  func wellFormed() throws {
    let result = try balanced("+VCALENDAR A +VEVENT B +VALARM C -VALARM D -VEVENT +VTODO -VTODO -VCALENDAR")
    #expect(
      result.components == [
        ["+VEVENT", "B", "+VALARM", "C", "-VALARM", "D", "-VEVENT"], ["+VTODO", "-VTODO"],
      ])
    #expect(result.codes.isEmpty)
  }

  @Test("A missing END is added where the outer component, the next one, the calendar or the file ends")
  func missingEnds() throws {
    let outer = try balanced("+VCALENDAR +VEVENT +VALARM C -VEVENT +VTODO -VTODO -VCALENDAR")
    #expect(outer.components == [["+VEVENT", "+VALARM", "C", "~-VALARM", "-VEVENT"], ["+VTODO", "-VTODO"]])
    #expect(outer.codes == [.mismatchedEnd])
    let next = try balanced("+VCALENDAR +VEVENT A +VEVENT B -VEVENT -VCALENDAR")
    #expect(next.components == [["+VEVENT", "A", "~-VEVENT"], ["+VEVENT", "B", "-VEVENT"]])
    #expect(next.codes == [.unterminatedComponent])
    let calendar = try balanced("+VCALENDAR +VEVENT +VALARM -VCALENDAR +VCALENDAR +VTODO -VTODO -VCALENDAR")
    #expect(calendar.components == [["+VEVENT", "+VALARM", "~-VALARM", "~-VEVENT"], ["+VTODO", "-VTODO"]])
    let file = try balanced("+VCALENDAR +VEVENT A")
    #expect(file.components == [["+VEVENT", "A", "~-VEVENT"]])
    #expect(file.codes == [.unterminatedComponent, .unterminatedComponent])
  }

  @Test("Stray ENDs are skipped; components outside of a calendar are read and reported")
  func strayAndBare() throws {
    let stray = try balanced("+VCALENDAR -VALARM +VEVENT -X A -VEVENT -VEVENT -VCALENDAR -VCALENDAR")
    #expect(stray.components == [["+VEVENT", "-X", "A", "-VEVENT"]])
    #expect(stray.codes == [.strayEnd, .strayEnd, .strayEnd, .strayEnd])
    let bare = try balanced("+VEVENT A -VEVENT +VTODO -VTODO")
    #expect(bare.components == [["+VEVENT", "A", "-VEVENT"], ["+VTODO", "-VTODO"]])
    #expect(bare.codes == [.outsideCalendar, .outsideCalendar])
  }

  @Test("Several calendars, small letters, blanks; unknown components may contain any component")
  func severalCalendars() throws {
    let reading = try read(
      "begin:vcalendar\nBegin: VEvent \nend:VEVENT\nEND:VCALENDAR\nBEGIN:VCALENDAR\nBEGIN:X-BOX\nBEGIN:VEVENT\n"
        + "END:VEVENT\nEND:X-BOX\nEND:VCALENDAR")
    #expect(
      reading.items.map(\.item) == [
        .calendarBegin, .component, .calendarEnd, .calendarBegin, .component, .calendarEnd,
      ])
    #expect(reading.findings.isEmpty)
  }

  @Test("A calendar without END ends where the next begins")
  func calendarWithoutEnd() throws {
    let reading = try read("BEGIN:VCALENDAR\nX-A:1\nBEGIN:VCALENDAR\nX-B:2\nEND:VCALENDAR\n")
    #expect(
      reading.items.map(\.item) == [.calendarBegin, .line, .calendarEnd, .calendarBegin, .line, .calendarEnd])
    #expect(reading.codes == [.unterminatedComponent])
  }

  @Test("Items of random BEGINs and ENDs are balanced and their ranges cover the bytes")
  func random() throws {
    var random = SeededGenerator(seed: 11)
    let words =
      ["VCALENDAR", "VEVENT", "VALARM", "X-A", "VTODO"].flatMap { ["BEGIN:\($0)", "END:\($0)"] } + [
        "A:1", "b", "", " x",
      ]
    for _ in 0..<rounds(1_000) {
      let text = (0..<Int.random(in: 0...14, using: &random))
        .map { _ in words.randomElement(using: &random)! }.joined(
          separator: ["\n", "\r\n"].randomElement(using: &random)!)
      let source = try ContentSource(Array(text.utf8))
      var scanner = ComponentScanner(source)
      var table = LineTable()
      var end = 0
      while let item = try scanner.next(into: &table) {
        #expect(scanner.range.lowerBound == end)
        end = scanner.range.upperBound
        guard item == .component else { continue }
        var open: [String] = []
        for line in table.lines {
          if line.role == .begin { open.append(table.componentName(of: line)) }
          if line.role == .end { #expect(open.popLast() == table.componentName(of: line), "\(text)") }
        }
        #expect(open.isEmpty, "\(text)")
      }
      #expect(end <= source.bytes.count)
    }
  }
}
