extension CalendarColor {
  /// The red that marks a day with several items; see ``DayColorPolicy``.
  public static let reservedRed = CalendarColor.red

  /// Whether the colour is a red, and so kept for days with several items: OKLCH hue 15° … 38°, chroma at
  /// least 0.15, lightness at most 0.72.
  ///
  /// Of the CSS names these are `brown`, `crimson`, `darkred`, `firebrick`, `maroon`, `orangered`, `red` and
  /// `tomato`.
  public var isRed: Bool {
    // In this band red is the strongest channel by far, which spares most colours the arithmetic.
    guard red > green, red > blue else { return false }
    let color = oklch
    return color.chroma >= 0.15 && color.lightness <= 0.72 && (15.0...38.0).contains(color.hue)
  }

  /// The colour to show in place of this one for an item: itself, unless it is a red.
  ///
  /// A red is kept in the data but shown with its hue turned out of the reserved band to the nearer of 355°
  /// (rose) and 55° (orange), far enough to look different, with the same lightness and the same chroma as
  /// far as sRGB can show it. The rule depends on the colour alone, so a colour is always shown the same.
  public var shown: CalendarColor {
    guard isRed else { return self }
    var turned = oklch
    turned.hue = turned.hue < 25 ? 355 : 55
    return CalendarColor(turned)
  }
}
