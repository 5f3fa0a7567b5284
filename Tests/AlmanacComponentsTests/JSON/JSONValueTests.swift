import AlmanacComponents
import Foundation
import TestSupport
import Testing

@Suite("JSON values as text")
struct JSONValueTests {
  @Test("Random values are read as they were written, by the reader and by Foundation")
  func random() throws {
    var generator = SeededGenerator(seed: 30)
    for _ in 0..<2000 {
      let value = JSONValue.object([.init(name: "value", value: randomJSON(&generator, depth: 0))])
      let text = value.written
      #expect(JSONValue(reading: text, depth: 10) == value, "\(text)")
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect(object?["value"].map { isSame(value.members?.first?.value, $0) } == true, "\(text)")
    }
  }

  @Test("Objects and arrays on lines of their own, or on one")
  func indentation() {
    func written(_ isIndented: Bool) -> String {
      var writer = JSONWriter(isIndented: isIndented)
      writer.write(
        .object([
          .init(name: "z", value: .array([.number("1"), .array([]), .object([])])),
          .init(name: "a", value: .object([.init(name: "k", value: .null)])),
        ]))
      return writer.text
    }
    #expect(written(false) == #"{"z":[1,[],{}],"a":{"k":null}}"#)
    #expect(
      written(true) == """
        {
          "z": [
            1,
            [],
            {}
          ],
          "a": {
            "k": null
          }
        }
        """)
  }

  @Test("Characters escaped for files and for terminals")
  func escapes() {
    func written(_ text: String, _ escapes: JSONWriter.Escapes) -> String {
      var writer = JSONWriter(escapes)
      writer.write(text)
      return writer.text
    }
    let text =
      "a\"\\/\u{8}\t\r\n\u{1F}\u{7F}\u{80}\u{9F}\u{A0}é\u{2027}\u{2028}\u{202E}\u{202F}\u{2066}\u{2069}\u{206A}🗓"
      + "\u{61B}\u{61C}\u{61D}\u{200E}\u{200F}\u{E0001}\u{E007F}\u{E0080}"
    let start = #""a\"\\/\u0008\t\r\n\u001f\u007f"#
    #expect(
      written(text, .controls)
        == start + "\u{80}\u{9F}\u{A0}é\u{2027}\u{2028}\u{202E}\u{202F}\u{2066}\u{2069}\u{206A}🗓"
        + "\u{61B}\u{61C}\u{61D}\u{200E}\u{200F}\u{E0001}\u{E007F}\u{E0080}\"")
    #expect(
      written(text, .terminal)
        == start + #"\u0080\u009f"# + "\u{A0}é\u{2027}" + #"\u2028\u202e"# + "\u{202F}" + #"\u2066\u2069"#
        + "\u{206A}🗓\u{61B}" + #"\u061c"# + "\u{61D}\u{200E}" + #"\u200f\udb40\udc01\udb40\udc7f"#
        + "\u{E0080}\"")
  }

  @Test(
    "Text that is not JSON is refused with its line",
    arguments: [
      ("", 1), ("[1,]", 1), ("[1\n,\n2", 3), (#"{"a" 1}"#, 1), ("{a:1}", 1), ("[1] 2", 1), (#""a"#, 1),
      (#""\x""#, 1), (#""\u12""#, 1), (#""\u+041""#, 1), (#""\u-000""#, 1), (#""\u00g0""#, 1),
      (#""\u004 ""#, 1), ("nul", 1), ("+", 1), ("\n\n]", 3), ("[[[[[[1]]]]]]", 1),
    ])
  func faults(text: String, line: Int) {
    var reader = JSONReader(Array(text.utf8), depth: 4)
    #expect { try reader.read() } throws: { ($0 as? ICSError)?.line == line }
  }

  @Test("Members have line numbers; control characters are removed and reported")
  func findings() throws {
    let text = "{\n\"uid\": \"1\",\n\"title\": \"a\\u0007b\",\n\"d\": \"\\ud83dx\"}"
    var reader = JSONReader(Array(text.utf8), depth: 4, findings: 9)
    let members = try #require(try reader.read().members)
    #expect(members.map(\.line) == [2, 3, 4])
    #expect(members.map(\.value.text) == ["1", "ab", "\u{FFFD}x"])
    #expect(members.map(\.hadControls) == [false, true, false])
    #expect(reader.findings.map(\.code) == [.controlCharacter, .undecodable])
    #expect(reader.findings.map(\.property) == ["title", "d"])
    #expect(reader.findings.map(\.uid) == ["1", "1"])
    #expect(reader.findings.map(\.line) == [3, 4])
  }

  @Test(
    "Of the members of one name the last is read (RFC 8259 §4), which is reported; names differ in large objects",
    arguments: [0, 1, 14, 15, 16, 40])
  func repeated(others: Int) throws {
    let names = (0..<others).map { "\"m\($0)\":\($0)" }
    let text =
      "{" + (["\"a\":1"] + names + ["\n\"a\":{\"a\":2}", "\"b\":3", "\"a\":[4]"]).joined(separator: ",")
      + "}"
    var reader = JSONReader(Array(text.utf8), depth: 4, findings: 9)
    let value = try reader.read()
    let members = try #require(value.members)
    #expect(members.map(\.name) == ["a"] + (0..<others).map { "m\($0)" } + ["b"])
    #expect(members.first?.value == .array([.number("4")]) && members.last?.value == .number("3"))
    #expect(reader.findings.map(\.code) == [.repeatedProperty, .repeatedProperty])
    #expect(reader.findings.map(\.line) == [2, 2] && reader.findings.map(\.property) == ["a", "a"])
  }

  @Test("Values nested too deep are null if lines are recorded")
  func depth() throws {
    var reader = JSONReader(Array("[[[[1]]],\n2]".utf8), depth: 2, isJCal: true)
    #expect(try reader.read() == .array([.array([.array([.null])]), .number("2")]))
    #expect(reader.valueLines.last == 2)
  }
}

private func randomJSON(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
  func text() -> String {
    (0..<generator.int(0...12))
      .map { _ in generator.one(of: ["a", "\"", "\\", "/", "\n", "\t", "é", "🗓", "\u{2028}", "\u{85}", " "]) }
      .joined()
  }
  switch generator.int(0...(depth < 4 ? 6 : 4)) {
  case 0: return .null
  case 1: return .bool(generator.once(in: 2))
  case 2: return .number(generator.one(of: ["0", "-1", "2.5", "1e3", "-0.125", "123456789"]))
  case 3, 4: return .string(text())
  case 5: return .array((0..<generator.int(0...4)).map { _ in randomJSON(&generator, depth: depth + 1) })
  default:
    return .object(
      (0..<generator.int(0...4)).map {
        .init(name: text() + "\($0)", value: randomJSON(&generator, depth: depth + 1))
      })
  }
}

/// Whether Foundation read the same value.
private func isSame(_ value: JSONValue?, _ object: Any) -> Bool {
  switch value {
  case .null: object is NSNull
  case .bool(let bool): object as? Bool == bool
  case .number(let digits): object as? Double == Double(digits)
  case .string(let text): object as? String == text
  case .array(let elements):
    (object as? [Any]).map { $0.count == elements.count && zip(elements, $0).allSatisfy(isSame) } ?? false
  case .object(let members):
    (object as? [String: Any]).map { objects in
      objects.count == members.count
        && members.allSatisfy { member in objects[member.name].map { isSame(member.value, $0) } ?? false }
    } ?? false
  case nil: false
  }
}
