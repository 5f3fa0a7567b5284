import Testing
import TestSupport

@testable import AlmanacComponents

@Suite("Writing content lines")
struct WritingTests {
  private func written(_ name: String, _ parameters: [Parameter] = [], _ value: String) -> String {
    var writer = LineWriter()
    writer.write(name, parameters, value: value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Lines are folded at 75 octets, never within a character, and unfold to the same line")
  func folding() throws {
    for unit in ["x", "é", "€", "🗓", "a🗓", "éa€"] {
      for count in [1, 20, 60, 66, 67, 68, 74, 75, 76, 150, 400] {
        let value = String(repeating: unit, count: count)
        let text = written("SUMMARY", [], value)
        #expect(text.hasSuffix("\r\n"))
        for line in text.dropLast().split(separator: "\r\n") {
          #expect(line.utf8.count <= 75)
          #expect(!line.unicodeScalars.contains("\u{FFFD}"))
        }
        #expect(try read(text).lines == [Line(name: "SUMMARY", value: value)])
      }
    }
    #expect(
      written("A", [], String(repeating: "x", count: 73)) == "A:" + String(repeating: "x", count: 73) + "\r\n"
    )
  }

  /// The RFC writes the first without quotes; with them it says the same, also to readers that know carets only there.
  @Test("The examples of RFC 6868; quotes where required, and around escapes")
  func parameters() {
    #expect(
      written(
        "ATTENDEE", [Parameter("CN", [#"George Herman "Babe" Ruth"#])], "mailto:babe@example.com")
        == "ATTENDEE;CN=\"George Herman ^'Babe^' Ruth\":mailto:babe@example.com\r\n")
    #expect(
      written("X", [Parameter("A", ["a^b", "c,d", "e\r\nf"])], "1")
        == "X;A=\"a^^b\",\"c,d\",\"e^nf\":1\r\n")
  }

  @Test("Addresses in parameters are quoted, whatever they contain (RFC 5545 §3.2.1 to §3.2.18)")
  func addresses() {
    for name in ["ALTREP", "DELEGATED-FROM", "DELEGATED-TO", "DIR", "MEMBER", "SENT-BY"] {
      #expect(written("ATTENDEE", [Parameter(name, ["g"])], "a") == "ATTENDEE;\(name)=\"g\":a\r\n")
    }
    #expect(
      written("ATTENDEE", [Parameter("MEMBER", ["g", "h:i"])], "a") == "ATTENDEE;MEMBER=\"g\",\"h:i\":a\r\n")
    #expect(
      written("ATTENDEE", [Parameter("RANGE", ["g"]), Parameter("CN", ["h"])], "a")
        == "ATTENDEE;RANGE=g;CN=h:a\r\n")
  }

  @Test("No value, parameter or name can start another line")
  func injection() throws {
    let evil = "a\r\nEND:VEVENT\r\nBEGIN:VEVENT\u{0}\u{B}\rX:1\nY:2"
    let text = written("X-A", [Parameter("B\r\nC", [evil])], evil)
    let lines = try read(text).lines
    #expect(lines.count == 1)
    #expect(lines[0].parameters.first?.values.first == "a\nEND:VEVENT\nBEGIN:VEVENT\nX:1\nY:2")
    #expect(!TextValue.escaped(evil).utf8.contains { $0 < 0x20 })
  }

  @Test("TEXT escapes: the example of RFC 5545 §3.3.11, and the forms of older programs")
  func text() {
    #expect(
      TextValue.unescaped(#"Project XYZ Final Review\nConference Room - 3B\nCome Prepared."#)
        == "Project XYZ Final Review\nConference Room - 3B\nCome Prepared.")
    #expect(TextValue.unescaped(#"a\\b\;c\,d\Ne"#) == "a\\b;c,d\ne")
    #expect(TextValue.unescaped(#"C:\temp \"q\" 10\:30 end\"#) == #"C:\temp "q" 10:30 end\"#)
    #expect(TextValue.escaped("a\\b;c,d\ne\r\nf\rg") == #"a\\b\;c\,d\ne\nf\ng"#)
  }

  @Test("Lists are divided at unescaped commas only")
  func lists() {
    func parts(_ text: String) -> [String] {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        TextValue.listParts(bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
      }
    }
    #expect(parts(#"a\,b,c\\,d,,e\"#) == [#"a\,b"#, #"c\\"#, "d", "", #"e\"#])
    #expect(parts("") == [""])
  }

  @Test("Random lines are read as they were written")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 42)
    let pieces = [
      "a", "Z9", " ", "\t", ":", ";", ",", "\"", "^", "^n", "\\", "\\n", "=", "é", "€", "🗓", "\n", "'", "日本",
    ]
    func text(_ limit: Int) -> String {
      (0..<Int.random(in: 0...limit, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined()
    }
    for _ in 0..<rounds(750) {
      let parameters = (0..<Int.random(in: 0...3, using: &random)).map { index in
        Parameter("X-P\(index)", (0...Int.random(in: 0...2, using: &random)).map { _ in text(12) })
      }
      let plain = text(60)
      let line = Line(name: "X-NAME", parameters: parameters, value: TextValue.escaped(plain))
      let back = try read(written(line.name, line.parameters, line.value)).lines
      #expect(back == [line])
      #expect(back.first.map { TextValue.unescaped($0.value) } == plain)
    }
  }
}
