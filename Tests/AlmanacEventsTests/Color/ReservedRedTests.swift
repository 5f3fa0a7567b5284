import AlmanacEvents
import Testing

@Suite("Red is reserved")
struct ReservedRedTests {
  @Test("Reds among the CSS names: hue 15°–38°, chroma from 0.15, lightness to 0.72 by coloraide's figures")
  func namedReds() throws {
    let reds = try cssColorTable.filter { try CalendarColor($0.name).isRed }.map(\.name)
    // Near misses: indianred (chroma 0.144), coral (hue 40.2°), salmon and lightcoral (lightness over 0.72).
    #expect(
      reds == ["brown", "crimson", "darkred", "firebrick", "maroon", "orangered", "red", "tomato"])
    #expect(CalendarColor.reservedRed.isRed)
  }

  @Test("A colour is red exactly by its OKLCH coordinates")
  func definition() {
    for color in sampleColors(20_000) + colorGrid {
      let (lightness, chroma, hue) = (color.oklch.lightness, color.oklch.chroma, color.oklch.hue)
      #expect(color.isRed == (hue >= 15 && hue <= 38 && chroma >= 0.15 && lightness <= 0.72))
    }
  }

  @Test("A red is shown as another colour that differs visibly; any other as itself")
  func shown() {
    for color in sampleColors(5_000) + colorGrid {
      #expect(!color.shown.isRed)
      #expect(color.shown.shown == color.shown)
      if color.isRed {
        #expect(color.distance(to: color.shown) > 0.04)
        #expect(abs(color.oklch.lightness - color.shown.oklch.lightness) < 0.006)
      } else {
        #expect(color.shown == color)
      }
    }
  }

  @Test("A terminal's entry is a red exactly for a red, with 256 and with 16 colours")
  func quantized() {
    for color in sampleColors(3_000) + colorGrid {
      #expect(CalendarColor(xterm256: color.xterm256).isRed == color.isRed)
      #expect([1, 9].contains(color.ansi16) == color.isRed)
      #expect(color.xterm256 >= 16)
      #expect(color.ansi16 < 16)
    }
    #expect(CalendarColor.reservedRed.xterm256 == 196)
    #expect(CalendarColor.reservedRed.ansi16 == 9)
  }

  @Test("Entries of the cube and the ramp follow xterm's formula and map to themselves")
  func xtermFormula() {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    var index = 16
    for red in levels {
      for green in levels {
        for blue in levels {
          let color = CalendarColor(red: red, green: green, blue: blue)
          #expect(CalendarColor(xterm256: UInt8(index)) == color)
          #expect(CalendarColor(xterm256: color.xterm256) == color)
          index += 1
        }
      }
    }
    for step in 0..<24 {
      let level = UInt8(8 + 10 * step)
      #expect(
        CalendarColor(xterm256: UInt8(232 + step)) == CalendarColor(red: level, green: level, blue: level))
    }
    for index in UInt8(0)..<16 { #expect(CalendarColor(xterm256: index).ansi16 == index) }
  }

  @Test(
    "With 16 colours a colour stays within its range of hues",
    arguments: [
      (.green, [2, 10]), (.forestGreen, [2, 10]), (.navy, [4, 12]),
      (.teal, [6, 14]), (.gold, [3, 11]),
      (.hotPink, [5, 13]), (.purple, [5, 13]),
      (.dimGray, [0, 8]), (.whiteSmoke, [15]), (.black, [0]),
    ] as [(CalendarColor, [UInt8])])
  func ansiHue(color: CalendarColor, expected: [UInt8]) {
    #expect(expected.contains(color.ansi16))
  }
}
