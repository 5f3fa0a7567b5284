import AlmanacEvents
import AlmanacICS
import AlmanacTime
import TestSupport
import Testing

@Suite("Reading in parts and side by side")
struct StreamingTests {
  private let options = ICSOptions(uids: .seeded(4))

  private func elements(_ bytes: [UInt8], size: Int) throws -> (
    elements: [ICSStream.Element], codes: [String]
  ) {
    var stream = ICSStream(options: options)
    var elements: [ICSStream.Element] = []
    var codes: [String] = []
    var start = 0
    while start < bytes.count {
      stream.append(bytes[start..<min(start + size, bytes.count)])
      start += size
      while let element = try stream.next() { elements.append(element) }
    }
    stream.finish()
    while let element = try stream.next() { elements.append(element) }
    codes = stream.takeDiagnostics().map(\.code.rawValue)
    return (elements, codes)
  }

  @Test(
    "Cut anywhere, the stream gives the items of the whole document",
    arguments: [1, 7, 100, 4096, 1 << 20])
  func parts(size: Int) throws {
    for file in try files(in: "Examples/Data") {
      let document = try ICSDocument(parsing: file.bytes, options: ICSOptions(uids: .seeded(4)))
      let (elements, codes) = try elements(file.bytes, size: size)
      let items = elements.compactMap { element in if case .item(let item) = element { item } else { nil } }
      let known = document.calendars.flatMap { Array($0.items) }
      // What has no UID is given one by its place.
      #expect(items.map(\.summary) == known.map(\.summary), "\(file.name)")
      #expect(items.map(\.start) == known.map(\.start), "\(file.name)")
      guard case .calendar(let calendar)? = elements.first else {
        Issue.record("no calendar in \(file.name)")
        continue
      }
      #expect(calendar.name == document.calendars[0].name)
      #expect(codes.sorted() == document.codes.sorted(), "\(file.name)")
    }
  }

  @Test("A strict stream stops at the first fault")
  func strict() throws {
    var stream = ICSStream(options: .strict)
    stream.append(Array(event("DTSTART:20260302T0900").utf8))
    stream.finish()
    #expect(throws: ICSError.self) { while try stream.next() != nil {} }
  }

  @Test("Read by several tasks a document is the same as read by one")
  func tasks() async throws {
    var all = try files(in: "Tests/AlmanacICSTests/Corpus") + files(in: "Examples/Data")
    all.append(("generated", Array(generated(events: min(rounds(2_000), 4_000)).utf8)))
    all += try mixtures(of: all.dropLast())
    for (number, file) in all.enumerated() {
      let one = try ICSDocument(parsing: file.bytes, options: options)
      let counts =
        file.name == "generated" ? [1, 3, 16] : sample([1, 3, 16], oneIn: 3, seed: UInt64(number))
      for tasks in counts {
        let many = try await ICSDocument.parsing(file.bytes, tasks: tasks, options: options)
        #expect(many.calendars == one.calendars, "\(file.name)")
        #expect(many.diagnostics == one.diagnostics, "\(file.name)")
        #expect(many.text == one.text, "\(file.name)")
      }
    }
  }

  @Test("Zones defined by a calendar's own properties are the same in one task and in several")
  func zoneOfCalendar() async throws {
    let event = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Here:20260702T090000", "END:VEVENT",
    ]
    let here = [
      "BEGIN:VTIMEZONE", "TZID:Here", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0530",
      "TZOFFSETTO:+0530", "END:STANDARD", "END:VTIMEZONE",
    ]
    for lines in [
      ["X-WR-TIMEZONE:Romance Standard Time"] + event, ["X-WR-TIMEZONE:Here"] + event + here,
      ["X-WR-TIMEZONE:Here"] + here + event, ["X-WR-TIMEZONE:Nowhere"], event + ["no line", "X-A:1"] + event,
    ] {
      let bytes = Array(calendar(lines).utf8)
      let one = try ICSDocument(parsing: bytes, options: options)
      let many = try await ICSDocument.parsing(bytes, tasks: 2, options: options)
      #expect(many.calendars == one.calendars, "\(lines)")
      #expect(many.diagnostics == one.diagnostics, "\(lines)")
    }
  }

  /// Files one behind the other, some without the lines that hold a calendar together.
  private func mixtures(
    of files: some Collection<(name: String, bytes: [UInt8])>
  ) throws -> [(name: String, bytes: [UInt8])] {
    var random = SeededGenerator(seed: 20_260_302)
    let files = Array(files)
    return (0..<rounds(10)).map { number in
      let chosen = (0..<Int.random(in: 2...12, using: &random)).compactMap { _ in
        files.randomElement(using: &random)
      }
      let isBare = number % 4 == 0
      let lines = chosen.flatMap { file in
        String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).filter {
          !isBare || !$0.hasSuffix(":VCALENDAR")
        }
      }
      return (
        "\(number): " + chosen.map(\.name).joined(separator: ", "),
        Array(lines.joined(separator: "\r\n").utf8)
      )
    }
  }

  /// Several hundred kilobytes, so that there is something to share, with faults in every part of it.
  private func generated(events: Int) -> String {
    var lines: [String] = []
    for number in 0..<events {
      lines += ["BEGIN:VEVENT", "UID:\(number)", "DTSTAMP:20260101T000000Z", "SUMMARY:Event \(number)"]
      lines.append(
        "DTSTART;TZID=\(number % 3 == 0 ? "Romance Standard Time" : "Europe/Madrid"):20260302T090000")
      if number % 100 == 0 { lines.append("DTEND:20260301T090000Z") }
      if number % 333 == 0 { lines.append("no colon here") }
      lines += ["END:VEVENT", ""]
    }
    return calendar(lines)
  }
}
