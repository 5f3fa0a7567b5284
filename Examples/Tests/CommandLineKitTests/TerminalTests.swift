import CommandLineKit
import Foundation
import Testing

@Suite("Texts of files on a terminal and in a pipe")
struct TerminalTests {
  /// The controls of terminals (C0 with ESC, DEL, C1), and those of writing direction, in a text.
  private func controls(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0x00..<0x20, 0x7F..<0xA0, 0x61C, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  @Test(
    "copied file content is exact into a pipe, and without controls to a terminal",
    arguments: [
      ["export", "-c", "FILE"], ["convert", "FILE", "-"], ["merge", "FILE", "FILE", "FILE"],
      ["class", "calendar", "-c", "FILE"], ["export", "-c", "FILE", "--format", "json"],
      ["list", "--from", "2026-03-01", "-c", "FILE", "--format", "html"],
      ["list", "--from", "2026-03-01", "-c", "FILE", "--format", "svg"],
      ["expand", "--input", "RULES"],
    ])
  func copies(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let title = "a\u{9B}31mb\u{202E}c\u{2066}d"
    let lines = "DURATION:PT1H\nX-ALMANAC-KIND:CLASS\nX-ALMANAC-PLACES:3\n"
    let file = try folder.file(
      "a.ics", Sample.calendar(Sample.event("a", ":20260303T090000Z", title, lines)))
    let rules = try folder.file(
      "rules.txt", "# \u{1B}]0;title\u{07} \(title)\nRRULE:FREQ=DAILY;COUNT=1\nDTSTART:20260302\n")
    let words = arguments.map { $0.replacing("FILE", with: file).replacing("RULES", with: rules) }
    let shown = try AlmanacRun(words, terminal: .init(showsOutput: true))
    #expect(shown.status == .done && shown.output.contains("31mb"))
    #expect(controls(in: shown.output).isEmpty)
    let piped = try AlmanacRun(words)
    let isCopy = !words.contains { ["html", "svg"].contains($0) }
    #expect(isCopy == piped.output.contains("b\u{202E}c\u{2066}d"))
    #expect(piped.status == .done && (!isCopy || piped.output.contains("\u{9B}31m")))
    if words[0] == "expand" { #expect(piped.output.hasPrefix("# \u{1B}]0;title\u{07} \(title)\n")) }
  }

  @Test("no line separator of a text makes a line of its own on a terminal, and JSON remains JSON")
  func lineSeparators() throws {
    let folder = try TemporaryFolder()
    let title = "a\u{2028}BEGIN:b\u{2029}c\u{85}d\u{200F}e\u{61C}f"
    let file = try folder.file(
      "a.ics", Sample.calendar(Sample.event("a", ":20260303T090000Z", title, "")))
    for format in [[], ["--format", "json"]] {
      let words = ["export", "-c", file] + format
      let (shown, piped) = (try AlmanacRun(words, terminal: .init(showsOutput: true)), try AlmanacRun(words))
      #expect(controls(in: shown.output).isEmpty)
      #expect(piped.output.contains(title))
      let breaks = [shown, piped].map { $0.output.utf8.count { $0 == 0x0A } }
      #expect(breaks[0] == breaks[1] && !shown.lines.contains { $0.hasPrefix("BEGIN:b") })
      if format.isEmpty { continue }
      let values = try [shown, piped].map { try ReadJSON($0.output).value as? NSArray }
      #expect(values[0] != nil && values[0] == values[1])
    }
    // In messages and in what is not a copy.
    let none = try AlmanacRun("show", title, "-c", file + title)
    for text in none.errors + [try AlmanacRun("diff", file, folder.file("b.ics", Sample.calendar(""))).output]
    {
      #expect(controls(in: text).isEmpty)
    }
  }

  @Test(
    "a title written from right to left stands between marks of direction, so that the line keeps its order",
    arguments: [
      ["list", "--from", "2026-03-03", "-c", "FILE"], ["search", "e", "-c", "FILE"],
      ["alarms", "--from", "2026-03-03", "-c", "FILE"], ["diff", "OTHER", "FILE"],
      ["import", "FILE", "-c", "OTHER"], ["import", "FILE", "-c", "OTHER", "--dry-run"],
      ["class", "list", "--today", "2026-03-01", "-c", "FILE"],
    ])
  func rightToLeft(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let title = "שיעור 12 יוגה"
    let more = "DURATION:PT1H\nX-ALMANAC-KIND:CLASS\nX-ALMANAC-PLACES:3\nDESCRIPTION:e\n"
    let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:e\nTRIGGER:-PT5M\nEND:VALARM\n"
    let file = try folder.file(
      "a.ics", Sample.calendar(Sample.event("a", ":20260303T090000Z", title, more + alarm)))
    let other = try folder.file("b.ics", Sample.calendar(Sample.event("b", ":20260303T090000Z", "b", "")))
    let words = arguments.map { $0.replacing("FILE", with: file).replacing("OTHER", with: other) }
    let run = try AlmanacRun(words)
    let lines = run.output.split(separator: "\n").filter { $0.contains(title) }
    #expect(!lines.isEmpty, "\(run.output) \(run.errors)")
    for line in lines { #expect(line.contains("\u{200E}\(title)\u{200E}"), "\(line)") }
  }
}
