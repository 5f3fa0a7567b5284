extension CalendarColor {
  /// The relative luminance of WCAG 2.2, 0 (black) … 1 (white).
  public var relativeLuminance: Double {
    let light = LinearRGB(self)
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// The contrast ratio of WCAG 2.2 between two colours, 1 … 21; normal text is readable from 4.5 on.
  public func contrastRatio(with other: CalendarColor) -> Double {
    let (one, two) = (relativeLuminance, other.relativeLuminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Black or white, whichever is read better on this colour; the ratio is at least 4.58.
  public var contrastingText: CalendarColor {
    contrastRatio(with: .black) >= contrastRatio(with: .white) ? .black : .white
  }
}
