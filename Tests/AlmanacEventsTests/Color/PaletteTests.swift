import AlmanacEvents
import AlmanacTime
import Testing

@Suite("Twenty shades of one colour")
struct PaletteTests {
  static let bases: [CalendarColor] = [
    .steelBlue, .teal, .gray, .black, .white, .salmon, .pink, .deepPink, .orange,
    .yellow,
    .lime, .blue, .indigo, .saddleBrown,
  ]

  @Test("Twenty shades, none a red, any two distinct", arguments: bases)
  func shades(base: CalendarColor) throws {
    let palette = try Palette(of: base)
    #expect(palette.shades.count == 20)
    for (index, shade) in palette.shades.enumerated() {
      #expect(!shade.isRed)
      for other in palette.shades[..<index] { #expect(shade.distance(to: other) > 0.03) }
    }
  }

  @Test(
    "The shades have the base's hue",
    arguments: [CalendarColor.steelBlue, .teal, .orange, .indigo])
  func hue(base: CalendarColor) throws {
    for shade in try Palette(of: base).shades {
      let turn = abs(shade.oklch.hue - base.oklch.hue)
      #expect(min(turn, 360 - turn) < 4)
    }
  }

  @Test("Every base that is not a red has a palette without reds")
  func everyBase() throws {
    for base in sampleColors(300) where !base.isRed {
      #expect(try Palette(of: base).shades.allSatisfy { !$0.isRed })
    }
  }

  @Test(
    "A red base is refused",
    arguments: [CalendarColor.red, .crimson, .maroon, .tomato, .coral, .indianRed])
  func redBase(base: CalendarColor) {
    let error = #expect(throws: ColorError.self) { try Palette(of: base) }
    #expect(error?.code == .reserved)
  }

  @Test("In turn: all twenty, then the first again; neighbours look far apart")
  func turns() {
    let palette = Palette.standard
    #expect(Set((0..<20).map { palette[$0] }).count == 20)
    for turn in 0..<20 {
      #expect(palette[turn + 20] == palette[turn])
      #expect(palette[turn - 20] == palette[turn])
      #expect(palette[turn].distance(to: palette[turn + 1]) > 0.1)
    }
    #expect(palette.shades.contains(palette[.min]))
    #expect(palette.shades.contains(palette[.max]))
  }

  @Test("Equal keys have the same shade, and many keys spread evenly")
  func keys() {
    let palette = Palette.standard
    #expect(palette.shade(for: "Leg day") == palette.shade(for: "Leg day"))
    var counts: [CalendarColor: Int] = [:]
    for number in 0..<10_000 { counts[palette.shade(for: "workout-\(number)"), default: 0] += 1 }
    #expect(counts.count == 20)
    // 500 are expected of each; 5 standard deviations are 110.
    #expect(counts.values.allSatisfy { (390...610).contains($0) })
  }

  @Test("The hash of a key is FNV-1a with SplitMix64's finalizer, as computed by python")
  func hash() {
    let palette = Palette.standard
    let expected = [("", 3), ("Leg day", 11), ("Sóc aquí 🏋️", 2)]
    for (key, index) in expected { #expect(palette.shade(for: key) == palette[index]) }
  }
}
