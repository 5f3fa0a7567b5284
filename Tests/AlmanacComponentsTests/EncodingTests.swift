import Testing
import TestSupport

@testable import AlmanacComponents

@Suite("Encodings of documents")
struct EncodingTests {
  private let text = "BEGIN:VEVENT\r\nSUMMARY:Zürich – 予定 🗓\r\nEND:VEVENT\r\n"

  private func utf16(_ text: String, little: Bool) -> [UInt8] {
    text.utf16.flatMap { little ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  @Test("UTF-8 is unchanged, without copying a byte order mark into the text")
  func utf8() throws {
    let plain = try ContentSource(Array(text.utf8))
    #expect(plain.bytes == Array(text.utf8) && plain.start == 0)
    let marked = try ContentSource([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(marked.start == 3)
    #expect(try read([0xEF, 0xBB, 0xBF] + Array(text.utf8)).lines.map(\.value) == ["Zürich – 予定 🗓"])
  }

  @Test("UTF-16 in both orders, with and without byte order mark", arguments: [true, false], [true, false])
  func utf16(little: Bool, marked: Bool) throws {
    let source = try ContentSource(utf16((marked ? "\u{FEFF}" : "") + text, little: little))
    #expect(String(decoding: source.bytes, as: UTF8.self) == text)
  }

  @Test("Lone surrogates become U+FFFD, half units are removed, and both are reported")
  func loneSurrogates() throws {
    var bytes = utf16("X-A:a", little: true) + [0x00, 0xD8] + utf16("b", little: true) + [0x00, 0xDC]
    bytes += utf16("\nX-B:", little: true) + [0x3D, 0xD8]
    let source = try ContentSource(bytes + [0x41])
    #expect(String(decoding: source.bytes, as: UTF8.self) == "X-A:a\u{FFFD}b\u{FFFD}\nX-B:\u{FFFD}")
    #expect(source.findings.all.map(\.line) == [1, 1, 2, 2])
  }

  @Test("Latin-1 and Windows-1252 are read line by line with the same line numbers")
  func windows1252() throws {
    var bytes = Array("BEGIN:VEVENT\r\nSUMMARY:Caf".utf8) + [0xE9, 0x20, 0x80, 0x20, 0x93]
    bytes += Array("\r\n x".utf8) + [0xFC] + Array("\r\nLOCATION:Zürich\r\nEND:VEVENT\r\n".utf8)
    let reading = try read(bytes)
    #expect(reading.lines.map(\.value) == ["Café € “xü", "Zürich"])
    #expect(reading.numbers == [2, 4])
    #expect(reading.findings.first?.code == .decoded && reading.findings.first?.line == 2)
    #expect(reading.codes.filter { $0 == .decoded }.count == 1)
  }

  @Test("Text divided within a character retains its other characters")
  func truncatedText() throws {
    let bytes = Array("X-A:Zürich ".utf8) + [0xE2, 0x82] + Array("\nX-B:1\n".utf8)
    #expect(try read(bytes).lines.map(\.value) == ["Zürich \u{FFFD}\u{FFFD}", "1"])
  }

  @Test("The source of random bytes is well-formed UTF-8")
  func alwaysWellFormed() throws {
    var random = SeededGenerator(seed: 5)
    let alphabet: [UInt8] = [
      0x20, 0x09, 0x0A, 0x0D, 0x3A, 0x41, 0x00, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0xED, 0xFF, 0xFE,
    ]
    for _ in 0..<rounds(750) {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      let source = try ContentSource(bytes)
      #expect(String(validating: source.bytes, as: UTF8.self) != nil, "\(bytes)")
    }
  }
}
