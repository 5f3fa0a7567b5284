import AlmanacEvents
import Testing

@Suite("Red is reserved")
struct ReservedRedTests {
  @Test(
    "Reds among the CSS names: hue 15°–41°, chroma from 0.14 and from 0.22 of the lightness, by coloraide's figures"
  )
  func namedReds() throws {
    let reds = try cssColorTable.filter { try CalendarColor($0.name).isRed }.map(\.name)
    // Near misses: salmon and lightcoral (chroma 0.207 and 0.190 of the lightness), chocolate (hue 50.3°).
    #expect(
      reds == [
        "brown", "coral", "crimson", "darkred", "firebrick", "indianred", "maroon", "orangered", "red",
        "tomato",
      ])
    #expect(CalendarColor.reservedRed.isRed)
  }

  @Test(
    "What people name a red is a red, unless it is a purple; names of other colours in the survey are none")
  func surveyed() {
    // The xkcd survey of colour names (2010, public domain): all colours whose name ends in "red".
    let reds: [UInt32] = [
      0xbe013c, 0xf5054f, 0x7b0323, 0xf10c45, 0xb9484e, 0xc0022f, 0xfc2647, 0xfe2f4a, 0xd3494e, 0xff073a,
      0xdb5856,
      0xbb3f3f, 0xff474c, 0xf7022a, 0xd9544d, 0xa90308, 0xff000d, 0x980002, 0xfe0002, 0x840000, 0xe50000,
      0x9a0200,
      0x850e04, 0x8f1402, 0xfa4224, 0xec2d01, 0xfd411e, 0x9e3623, 0xf43605, 0x9f2305, 0xaa2704, 0xaf2f0d,
      0x922b05,
    ]
    #expect(reds.allSatisfy { CalendarColor(rgb: $0).isRed })
    // Violet red, purple red, purplish red; orange, burnt orange, pumpkin, brown, reddish brown, sienna, terracotta;
    // pink, rose, salmon pink, light salmon, dark pink, dusty rose, wine, plum.
    let others: [UInt32] = [
      0xa50055, 0x990147, 0xb0054b, 0xf97306, 0xc04e01, 0xe17701, 0x653700, 0x7f2b0a, 0xa9561e, 0xca6641,
      0xff81c0, 0xcf6275, 0xfe7b7c, 0xfea993, 0xcb416b, 0xc0737a, 0x80013f, 0x580f41,
    ]
    #expect(!others.contains { CalendarColor(rgb: $0).isRed })
  }

  @Test("A colour is red exactly by its OKLCH coordinates")
  func definition() {
    for color in sampleColors(20_000) + colorGrid {
      let (lightness, chroma, hue) = (color.oklch.lightness, color.oklch.chroma, color.oklch.hue)
      #expect(color.isRed == (hue >= 15 && hue <= 41 && chroma >= 0.14 && chroma >= 0.22 * lightness))
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
