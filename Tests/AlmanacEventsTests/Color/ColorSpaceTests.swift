import AlmanacEvents
import Testing

/// The truth here is the python package coloraide (its OKLCH, luminance and WCAG 2.1 contrast with white), of
/// sRGB's corners and of random colours.
@Suite("Lightness, chroma, hue and contrast")
struct ColorSpaceTests {
  struct Reference: Sendable, CustomTestStringConvertible {
    let color: CalendarColor
    let oklch: OKLCH
    let luminance: Double
    let contrastWithWhite: Double

    var testDescription: String { color.hex }
  }

  @Test("OKLCH is coloraide's", arguments: references)
  func oklch(reference: Reference) {
    let own = reference.color.oklch
    #expect(abs(own.lightness - reference.oklch.lightness) < 0.0001)
    #expect(abs(own.chroma - reference.oklch.chroma) < 0.0001)
    #expect(abs(own.hue - reference.oklch.hue) < 0.03)
  }

  @Test("Luminance and contrast are coloraide's", arguments: references)
  func contrast(reference: Reference) {
    #expect(abs(reference.color.relativeLuminance - reference.luminance) < 0.0001)
    #expect(abs(reference.color.contrastRatio(with: .white) - reference.contrastWithWhite) < 0.002)
  }

  @Test(
    "Contrast ratios that accessibility guides publish",
    arguments: [
      (0x777777, 4.48), (0x767676, 4.54), (0x0000ff, 8.59), (0xff0000, 4.00), (0x808080, 3.95),
      (0xffff00, 1.07),
    ] as [(UInt32, Double)])
  func published(rgb: UInt32, ratio: Double) {
    let color = CalendarColor(rgb: rgb)
    #expect(abs(color.contrastRatio(with: .white) - ratio) < 0.005)
    #expect(color.contrastRatio(with: .white) == CalendarColor.white.contrastRatio(with: color))
  }

  @Test("Black and white are 21 apart in contrast and 1 in distance")
  func extremes() {
    #expect(abs(CalendarColor.black.contrastRatio(with: .white) - 21) < 1e-9)
    #expect(abs(CalendarColor.black.distance(to: .white) - 1) < 1e-6)
    #expect(CalendarColor.teal.distance(to: .teal) == 0)
  }

  @Test("The contrasting text is the better of black and white and always readable")
  func contrastingText() {
    for color in colorGrid + sampleColors(1_000) {
      let ratio = color.contrastRatio(with: color.contrastingText)
      #expect(ratio >= 4.5)
      #expect(ratio == max(color.contrastRatio(with: .black), color.contrastRatio(with: .white)))
    }
    #expect(CalendarColor.yellow.contrastingText == .black)
    #expect(CalendarColor.navy.contrastingText == .white)
  }

  @Test("A colour round-trips through OKLCH")
  func roundTrip() {
    for color in sampleColors(2_000) + colorGrid { #expect(CalendarColor(color.oklch) == color) }
  }

  @Test("A colour outside sRGB loses chroma but not lightness or hue")
  func gamut() {
    for hue in stride(from: 0.0, to: 360, by: 7) {
      for lightness in [0.3, 0.5, 0.7, 0.9] {
        let shown = CalendarColor(OKLCH(lightness: lightness, chroma: 0.4, hue: hue)).oklch
        #expect(abs(shown.lightness - lightness) < 0.006)
        let turn = abs(shown.hue - hue)
        // With little chroma, 8 bits a channel are no more exact.
        #expect(min(turn, 360 - turn) * shown.chroma < 0.3)
        #expect(shown.chroma < 0.34)
      }
    }
  }

  @Test("Numbers that make no sense give a colour all the same")
  func nonsense() {
    #expect(CalendarColor(OKLCH(lightness: .nan, chroma: .nan, hue: .nan)) == .black)
    #expect(CalendarColor(OKLCH(lightness: 7, chroma: -3, hue: 1e300)) == .white)
    #expect(CalendarColor(OKLCH(lightness: -.infinity, chroma: .infinity, hue: .infinity)) == .black)
  }

  /// hex, OKLCH, relative luminance, contrast with white.
  static let references: [Reference] =
    """
    #ff0000 0.62796 0.25768 29.23388 0.21264 3.998
    #00ff00 0.86644 0.29483 142.49535 0.71517 1.372
    #0000ff 0.45201 0.31321 264.05202 0.07219 8.593
    #ffff00 0.96798 0.21101 109.76924 0.92781 1.074
    #00ffff 0.90540 0.15455 194.76896 0.78736 1.254
    #ff00ff 0.70167 0.32249 328.36342 0.28483 3.136
    #008000 0.51975 0.17686 142.49535 0.15438 5.138
    #7d2329 0.40049 0.12360 21.11940 0.05723 9.792
    #4682b4 0.58800 0.09934 245.73942 0.20562 4.108
    #663399 0.44027 0.16030 303.37299 0.07493 8.405
    #a5cd68 0.79731 0.13676 127.06633 0.52661 1.821
    #4d3c1a 0.36661 0.05505 82.82894 0.04884 10.623
    #ca264e 0.55041 0.19715 13.76754 0.14495 5.386
    #18b8ff 0.74066 0.15539 236.05385 0.41693 2.249
    #25165e 0.27347 0.12002 284.77232 0.01775 15.498
    #3031d0 0.44188 0.23290 271.39348 0.07379 8.482
    #bb3b93 0.56537 0.18756 342.68244 0.15801 5.048
    #1db208 0.66419 0.22034 141.87438 0.32118 2.829
    #6deceb 0.87144 0.11264 194.58176 0.69238 1.414
    #1332a1 0.38136 0.18149 265.41888 0.04993 10.508
    #2c0146 0.23125 0.11645 307.32907 0.00999 17.502
    #de06ce 0.62363 0.27899 332.39185 0.20118 4.180
    #d61aa9 0.59656 0.24625 341.15841 0.17902 4.585
    #23c417 0.71415 0.23356 142.15290 0.39897 2.339
    #7b382e 0.42749 0.09572 30.20330 0.07237 8.580
    #2e71ef 0.57934 0.20197 261.52680 0.18622 4.445
    #d95a94 0.64542 0.16969 354.42875 0.24204 3.595
    #1e43bb 0.44130 0.19293 265.41907 0.07878 8.154
    #3f62f8 0.56409 0.22665 268.01487 0.16569 4.868
    #724c60 0.46531 0.05878 346.77667 0.09591 7.196
    """.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").map(String.init)
      let numbers = fields.dropFirst().compactMap(Double.init)
      guard let color = try? CalendarColor(fields[0]), numbers.count == 5 else { return nil }
      return Reference(
        color: color, oklch: OKLCH(lightness: numbers[0], chroma: numbers[1], hue: numbers[2]),
        luminance: numbers[3], contrastWithWhite: numbers[4])
    }

  @Test("All references were read")
  func referencesRead() { #expect(Self.references.count == 30) }
}
