public import AlmanacTime

/// An opaque colour of the sRGB space with 8 bits a channel, with its CSS name where it has one.
///
/// Two colours are equal when their channels are: `.gray` and `.grey` are one colour. There is no alpha: that of
/// `#rrggbbaa` (which Apple's calendars write) is dropped, as a calendar's colour is never transparent.
///
///     let color = try CalendarColor("SteelBlue")
///     color.hex                       // "#4682b4"
///     color.description               // "steelblue"
///     color.contrastingText           // white
public struct CalendarColor: Sendable, Hashable {
  /// The red channel, 0 … 255, gamma-encoded as sRGB is.
  public var red: UInt8
  /// The green channel, 0 … 255, gamma-encoded as sRGB is.
  public var green: UInt8
  /// The blue channel, 0 … 255, gamma-encoded as sRGB is.
  public var blue: UInt8

  /// Creates a colour from its sRGB channels, 0 … 255 each.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates the colour `0xRRGGBB`; bits above these 24 are ignored.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// The colour as the number `0xRRGGBB`.
  public var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Creates a colour from a CSS name in any case, or `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, whose alpha is
  /// dropped.
  ///
  /// No space is allowed around the text. See CSS Color Module Level 4 §5.2 and §6.1; RFC 7986 §5.9 uses the
  /// names.
  ///
  /// - Throws: ``ColorError`` with `ColorError.Code.unknownName` or `ColorError.Code.malformedHex`.
  public init(_ text: String) throws(ColorError) {
    if text.utf8.first == UInt8(ascii: "#") {
      self = try Self.parseHex(text)
    } else if let named = CSSNames.color(named: text) {
      self = named
    } else {
      throw ColorError(.unknownName, expected: "a CSS colour name or #rrggbb")
    }
  }

  /// The colour as `#rrggbb`, in lower case.
  public var hex: String {
    String(unsafeUninitializedCapacity: 7) { memory in
      memory[0] = UInt8(ascii: "#")
      for place in 0..<6 {
        let digit = UInt8(truncatingIfNeeded: rgb >> (20 - 4 * UInt32(place)) & 0xF)
        memory[place + 1] = digit + UInt8(ascii: digit < 10 ? "0" : "W")
      }
      return 7
    }
  }

  private static func parseHex(_ text: String) throws(ColorError) -> CalendarColor {
    let length = text.utf8.count - 1
    guard [3, 4, 6, 8].contains(length) else {
      throw ColorError(
        .malformedHex, at: min(length, 8) + 1, expected: "3, 4, 6 or 8 hexadecimal digits after #")
    }
    var digits: [UInt32] = []
    for (offset, byte) in text.utf8.enumerated().dropFirst() {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw ColorError(.malformedHex, at: offset, expected: "a hexadecimal digit")
      }
      // A short form has each digit once.
      for _ in 0..<(length <= 4 ? 2 : 1) { digits.append(UInt32(digit)) }
    }
    return CalendarColor(rgb: digits.prefix(6).reduce(0) { $0 << 4 | $1 })
  }
}

extension CalendarColor: CustomStringConvertible {
  /// The exact CSS name if there is one, else ``hex``; `CalendarColor(color.description)` is `color` again.
  public var description: String { cssName ?? hex }
}

/// Coded as its ``description``; decoding accepts every form that ``init(_:)`` accepts.
extension CalendarColor: TextCoded {}

/// A text that is not a colour, or a colour that cannot be used.
public typealias ColorError = TextError<CalendarColor>

extension ColorError.Code {
  /// The text is neither a CSS name nor a hexadecimal colour.
  public static var unknownName: Self { Self(rawValue: "unknown_color") }
  /// A `#` is not followed by 3, 4, 6 or 8 hexadecimal digits.
  public static var malformedHex: Self { Self(rawValue: "malformed_color") }
  /// The colour is a red, which is reserved for days with several items.
  public static var reserved: Self { Self(rawValue: "reserved_color") }
}

extension CalendarColor {
  /// The red that marks a day with several items; see ``DayColorPolicy``.
  public static let reservedRed = CalendarColor.red

  /// Whether the colour is a red, which is reserved for days with several items: OKLCH hue 15° … 41°, chroma at least 0.14
  /// and at least 0.22 of the lightness.
  ///
  /// The range is that of the colours which people call red, whether dark, pale or turned to orange: in the xkcd survey of
  /// colour names (2010) it includes all whose name ends in "red" except the purplish ones. Less chroma than a part of the
  /// lightness is pink or salmon, a greater hue orange or brown. The CSS names of reds are `brown`, `coral`, `crimson`,
  /// `darkred`, `firebrick`, `indianred`, `maroon`, `orangered`, `red` and `tomato`.
  public var isRed: Bool {
    // In this range red is the strongest channel by far: most colours need no arithmetic.
    guard red > green, red > blue else { return false }
    let color = oklch
    return color.chroma >= max(0.14, 0.22 * color.lightness) && (15.0...41.0).contains(color.hue)
  }

  /// The colour to show in place of this one for an item: itself, unless it is a red.
  ///
  /// A red stays in the data but is shown with its hue turned out of the reserved band to the nearer of 355° (rose) and
  /// 60° (orange), with the same lightness and the same chroma as far as sRGB can show it. The result depends on the
  /// colour alone.
  public var shown: CalendarColor {
    guard isRed else { return self }
    var turned = oklch
    turned.hue = turned.hue < 27.5 ? 355 : 60
    return CalendarColor(turned)
  }
}

extension CalendarColor {
  /// The relative luminance of WCAG 2.2, 0 (black) … 1 (white).
  package var relativeLuminance: Double {
    let light = LinearRGB(self)
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// The contrast ratio of WCAG 2.2 between two colours, 1 … 21; normal text is readable from 4.5 on.
  package func contrastRatio(with other: CalendarColor) -> Double {
    let (one, two) = (relativeLuminance, other.relativeLuminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Black or white, whichever has the higher contrast with this colour; the ratio is at least 4.58.
  public var contrastingText: CalendarColor {
    contrastRatio(with: .black) >= contrastRatio(with: .white) ? .black : .white
  }
}

extension CalendarColor {
  /// Creates the colour that xterm shows for an entry of its 256-colour palette.
  ///
  /// 0 … 15 are the ANSI colours with xterm's defaults (users change these), 16 … 231 a 6 × 6 × 6 cube with
  /// the levels 0, 95, 135, 175, 215, 255, and 232 … 255 a ramp of greys from 8 in steps of 10.
  package init(xterm256 index: UInt8) {
    switch index {
    case 0..<16:
      self = Self.xtermANSI[Int(index)]
    case 16..<232:
      let cell = index - 16
      func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
      self.init(red: level(cell / 36), green: level(cell / 6 % 6), blue: level(cell % 6))
    default:
      let grey = 8 + 10 * (index - 232)
      self.init(red: grey, green: grey, blue: grey)
    }
  }

  /// The entry of xterm's cube and grey ramp (16 … 255) that looks nearest; a red entry exactly for a red.
  ///
  /// Entries below 16 are not used, as users change their colours.
  package var xterm256: UInt8 {
    (isRed ? Self.cubeReds : Self.cubeOthers).nearest(to: self) ?? 0
  }

  /// The ANSI colour (0 … 15; 8 and above are the bright ones) that looks nearest; 1 or 9 exactly for a red.
  ///
  /// Among so few colours the hue distinguishes items: a colour that has one (a chroma of 0.05 or more) does not become a
  /// grey, and nearness is by hue first, by lightness second.
  package var ansi16: UInt8 {
    if isRed { return Self.ansiReds.nearest(to: self) ?? 0 }
    return (oklch.chroma >= 0.05 ? Self.ansiHues : Self.ansiGreys).nearest(to: self) ?? 0
  }

  private static let xtermANSI: [CalendarColor] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ].map { CalendarColor(rgb: $0) }

  // Reds, and only these, are shown as red entries, so the two groups are searched apart.
  private static let cubeReds = PerceptualSet(entries(16...255).filter { $0.0.isRed })
  private static let cubeOthers = PerceptualSet(entries(16...255).filter { !$0.0.isRed })
  private static let ansiReds = PerceptualSet(entries(0...15).filter { $0.0.isRed })
  private static let ansiGreys = PerceptualSet(entries(0...15).filter { $0.0.isGrey })
  private static let ansiHues = PerceptualSet(
    entries(0...15).filter { !$0.0.isRed && !$0.0.isGrey },
    place: { color in
      let own = color.oklch
      return OKLCH(lightness: own.lightness / 2, chroma: 0.2, hue: own.hue).lab
    })

  private static func entries(_ indices: ClosedRange<UInt8>) -> [(CalendarColor, UInt8)] {
    indices.map { (CalendarColor(xterm256: $0), $0) }
  }

  private var isGrey: Bool { red == green && green == blue }
}
