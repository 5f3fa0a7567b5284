public import AlmanacTime

/// Twenty shades of one colour, none of them a red, for items without a colour: in turn or by a key.
///
/// The shades have the hue of the base. Their lightness rises from 0.25 to 0.95 in even steps, and their chroma alternates
/// between the base's and about half of it, so that any two are distinct (at least 0.03 apart in OKLab) even when the base
/// is a grey. Neighbouring turns are far apart.
///
///     let palette = try Palette(of: .teal)
///     palette[0], palette[1]            // the shades of the first and the second item
///     palette.shade(for: "Leg day")     // always the same for this key, in every process
public struct Palette: Sendable, Hashable {
  /// The number of shades.
  public static let count = 20

  /// The shades of ``CalendarColor/steelBlue``.
  public static let standard = Palette(unchecked: .steelBlue)

  /// The colour whose shades these are.
  public let base: CalendarColor

  /// The shades in the order in which they are assigned.
  public let shades: [CalendarColor]

  /// Creates the shades of a colour.
  ///
  /// - Throws: ``ColorError`` with `ColorError.Code.reserved` if the base is a red.
  public init(of base: CalendarColor) throws(ColorError) {
    guard !base.isRed else {
      throw ColorError(.reserved, expected: "a base colour that is not a red")
    }
    self.init(unchecked: base)
  }

  private init(unchecked base: CalendarColor) {
    let (chroma, hue) = (base.oklch.chroma, base.oklch.hue)
    self.base = base
    // 7 has no divisor in common with 20: each shade occurs once, and never beside its neighbour.
    shades = (0..<Self.count).map { turn in
      Self.shade(turn * 7 % Self.count, chroma: chroma, hue: hue)
    }
  }

  /// The shade of a turn; turns repeat after the last shade, and below 0.
  public subscript(turn: Int) -> CalendarColor {
    shades[turn.flooredRemainder(Self.count)]
  }

  /// The shade of a key: the same for equal UTF-8 text in every process and on every platform.
  public func shade(for key: String) -> CalendarColor {
    shades[Int(key.utf8.stableHash.mixed % UInt64(Self.count))]
  }

  private static func shade(_ step: Int, chroma: Double, hue: Double) -> CalendarColor {
    var shade = OKLCH(
      lightness: 0.25 + 0.7 * Double(step) / Double(count - 1),
      chroma: step % 2 == 0 ? chroma : chroma * 0.55, hue: hue)
    // A base just outside the reserved band has shades inside it: their chroma is reduced until they are not red.
    while CalendarColor(shade).isRed { shade.chroma = min(shade.chroma, 0.25) - 0.01 }
    return CalendarColor(shade)
  }
}
