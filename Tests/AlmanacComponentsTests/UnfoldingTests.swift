import TestSupport
import Testing

@testable import AlmanacComponents

@Suite("Unfolding content lines")
struct UnfoldingTests {
  /// The three forms of RFC 5545 §3.1's example.
  @Test(arguments: [
    "DESCRIPTION:This is a long description that exists on a long line.",
    "DESCRIPTION:This is a lo\r\n ng description\r\n  that exists on a long line.",
    "DESCRIPTION:This is a lo\n ng description\n  that exists on a long line.\n",
    "DESCRIPTION:This is a lo\r\n\tng description\r\n\t that exists on a long line.\r\n",
    "DESCRIPTION:This is a lo\r ng description\r  that exists on a long line.\r",
    "\u{FEFF}DESCRIPTION:This is a lo\r\r\n ng description  \r\n \r\n that exists on a long line.",
  ])
  func theExampleOfTheRFC(text: String) throws {
    let value = try #require(try read(text).lines.first?.value)
    #expect(
      value.replacing("  that", with: " that") == "This is a long description that exists on a long line.")
  }

  @Test("A character cut by a fold is joined, in every place it can be cut")
  func cutCharacters() throws {
    let value = "aé€🗓z"
    for cut in 1..<value.utf8.count {
      var bytes = Array("X-A:".utf8)
      bytes += value.utf8.prefix(cut)
      bytes += Array("\r\n ".utf8)
      bytes += value.utf8.dropFirst(cut)
      bytes += Array("\r\nX-B:2\r\n".utf8)
      let reading = try read(bytes)
      #expect(reading.lines.map(\.value) == [value, "2"])
      #expect(reading.numbers == [1, 3])
    }
  }

  @Test("A character may be spread over three folds")
  func spreadCharacter() throws {
    let bytes = Array("X-A:".utf8) + [0xF0, 0x0D, 0x0A, 0x20, 0x9F, 0x97, 0x0D, 0x0A, 0x20, 0x93, 0x0D, 0x0A]
    let reading = try read(bytes)
    #expect(reading.lines.map(\.value) == ["🗓"])
    #expect(reading.codes.contains(.splitCharacter))
  }

  @Test("Blank lines before a continuation do not end the line; before another line they are ignored")
  func blankLines() throws {
    let folded = try read("\r\n\r\nX-A:one\r\n\r\n two\r\n\r\n\r\nX-B:three\r\n   \r\n")
    #expect(folded.lines.map(\.value) == ["onetwo", "three  "])
    #expect(folded.numbers == [3, 8])
    #expect(folded.codes.contains(.blankLineInFold))
  }

  @Test("A continuation without a preceding line is a line; a byte order mark within the file is removed")
  func strayFold() throws {
    let reading = try read("  X-A:1\nX-B:2\n\u{FEFF}X-C:3\n")
    #expect(reading.lines.map(\.name) == ["X-A", "X-B", "X-C"])
    #expect(reading.codes.contains(.strayFold))
  }

  @Test("BEGIN and END may be folded; a fold may be cut off by the end of the file")
  func foldedBegin() throws {
    let reading = try read("BEGIN:VEV\n ENT\nEN\n D:VE\n VENT\n")
    #expect(reading.components == [["BEGIN:VEVENT", "END:VEVENT"]])
    #expect(try read("X-A:1\r\n ").lines.map(\.value) == ["1"])
    #expect(try read("X-A:1\r\n").lines.map(\.value) == ["1"])
  }

  @Test("Lines read the same whatever ends each of them", arguments: 0..<20)
  func mixedEndings(seed: Int) throws {
    let lines = [
      "BEGIN:VCALENDAR", "PRODID:1", "BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20260302",
      "DESCRIPTION:This is a lo", " ng description", "\t that exists on a long line.", "X-A1;B=C:2",
      "END:VEVENT",
      "END:VCALENDAR",
    ]
    let expected = try read(lines.joined(separator: "\n") + "\n")
    var random = SeededGenerator(seed: UInt64(seed))
    var text = "BEGIN:VCALENDAR\n"
    for line in lines.dropFirst() {
      text += line + (["\r\n", "\n", "\r"].randomElement(using: &random) ?? "")
    }
    let mixed = try read(text)
    #expect(mixed.items.map(\.lines) == expected.items.map(\.lines))
    #expect(mixed.numbers == expected.numbers)
    #expect(mixed.findings.isEmpty)
  }

  @Test(
    "In a document with LF, a CR before text that is not a line is a control character",
    arguments: [
      "a\rb", "a\rPS: b", "a\rnote: b", "a\rFROM b", "a\rA_B:", "a\r\rb", "a\r", "a\r:", "a\rÉCRIT:",
    ])
  func carriageReturnInText(_ value: String) throws {
    let reading = try read("X-A:\(value)\nX-B:2\n")
    #expect(reading.lines.map(\.name) == ["X-A", "X-B"])
    #expect(reading.lines[0].value == value.replacing("\r", with: ""))
    #expect(reading.codes.contains(.controlCharacter) != value.hasSuffix("\r"))
  }

  @Test("Tens of thousands of lines that end with CR before one that ends with LF")
  func manyCarriageReturns() throws {
    let count = isAtLength ? 200_000 : 30_000
    let many = String(repeating: "DESCRIPTION:01234567890123456789\r", count: count)
    #expect(try read(many + "X-B:2\n").lines.count == count + 1)
    let texts = String(repeating: "01234567890123456789\r", count: count)
    #expect(try read("X-A:" + texts + "X-B:2\n").lines.map(\.name) == ["X-A", "X-B"])
  }
}
