import AlmanacEvents
import AlmanacTime
import Foundation
import Testing

@Suite("A colour and its text")
struct CalendarColorTests {
  @Test("All 148 CSS names are read in any case and printed back", arguments: cssColorTable)
  func names(name: String, hex: String) throws {
    let color = try CalendarColor(name)
    #expect(color.hex == hex)
    #expect(try CalendarColor(name.uppercased()) == color)
    #expect(try CalendarColor(hex) == color)
    let printed = try #require(color.cssName)
    // Several names of one colour: the first in the alphabet.
    #expect(printed == cssColorTable.filter { $0.hex == hex }.map(\.name).min())
    #expect(color.description == printed)
  }

  @Test("The table is whole, and members agree with it")
  func members() throws {
    #expect(cssColorTable.count == 148)
    #expect(CalendarColor.steelBlue.hex == "#4682b4")
    #expect(CalendarColor.rebeccaPurple.hex == "#663399")
    #expect(CalendarColor.lightGoldenrodYellow.cssName == "lightgoldenrodyellow")
    #expect(CalendarColor.grey == .gray)
    #expect(CalendarColor.grey.cssName == "gray")
  }

  @Test(
    "Hexadecimal forms of CSS Color 4",
    arguments: [
      ("#000", 0x000000), ("#f80", 0xff8800), ("#F80C", 0xff8800), ("#123456", 0x123456),
      ("#aBcDeF", 0xabcdef),
      ("#1BADF8FF", 0x1badf8), ("#12345600", 0x123456),
    ] as [(String, UInt32)])
  func hexadecimal(text: String, rgb: UInt32) throws {
    #expect(try CalendarColor(text).rgb == rgb)
  }

  @Test(
    "A text that is not a colour is refused with the position of the fault",
    arguments: [
      ("", ColorError.Code.unknownName, 0), ("reddish", .unknownName, 0), (" red", .unknownName, 0),
      ("transparent", .unknownName, 0), ("currentcolor", .unknownName, 0), ("ff8800", .unknownName, 0),
      // The Kelvin sign, whose Unicode lower case is k.
      ("blac\u{212A}", .unknownName, 0),
      (String(repeating: "red", count: 40), .unknownName, 0),
      ("#", .malformedHex, 1), ("#12", .malformedHex, 3), ("#12345", .malformedHex, 6),
      ("#1234567", .malformedHex, 8), ("#123456789", .malformedHex, 9), ("#12g", .malformedHex, 3),
      ("#12345é", .malformedHex, 8), ("#1234é", .malformedHex, 5), ("#+12345", .malformedHex, 1),
      ("# 12345", .malformedHex, 1), ("#-12", .malformedHex, 1),
    ] as [(String, ColorError.Code, Int)])
  func refused(text: String, code: ColorError.Code, offset: Int) {
    let error = #expect(throws: ColorError.self) { try CalendarColor(text) }
    #expect(error?.code == code)
    #expect(error?.offset == offset)
    #expect(error?.expected.isEmpty == false)
  }

  @Test("Every colour's hex and description are read back as that colour")
  func roundTrip() throws {
    for color in sampleColors(5_000) + colorGrid {
      #expect(try CalendarColor(color.hex) == color)
      #expect(try CalendarColor(color.description) == color)
      #expect(CalendarColor(rgb: color.rgb) == color)
    }
  }

  @Test("Codable: the text, as a plain string")
  func codable() throws {
    let colors: [CalendarColor] = [.steelBlue, CalendarColor(rgb: 0x010203), .reservedRed]
    let data = try JSONEncoder().encode(colors)
    #expect(String(decoding: data, as: UTF8.self) == ##"["steelblue","#010203","red"]"##)
    #expect(try JSONDecoder().decode([CalendarColor].self, from: data) == colors)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarColor].self, from: Data(#"["reddish"]"#.utf8))
    }
  }

  @Test("The nearest name is the colour's own where it has one that is not a red")
  func nearestNameOfNamed() throws {
    for (name, hex) in cssColorTable {
      let color = try CalendarColor(hex)
      if !color.isRed { #expect(color.nearestName == color.cssName, "\(name)") }
    }
  }

  @Test("The nearest name is that of the named colour at the least distance, and never of a red")
  func nearestName() throws {
    let candidates = try cssColorTable.map { try CalendarColor($0.hex) }.filter { !$0.isRed }
    for color in sampleColors(300) + [.reservedRed, .crimson, .maroon, .tomato] {
      let named = try CalendarColor(color.nearestName)
      #expect(!named.isRed)
      let least = try #require(candidates.map(color.distance(to:)).min())
      #expect(color.distance(to: named) == least)
    }
    for color in colorGrid where color.isRed {
      #expect(try !CalendarColor(color.nearestName).isRed)
    }
  }
}
