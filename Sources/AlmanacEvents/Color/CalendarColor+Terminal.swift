extension CalendarColor {
  /// The colour that xterm shows for an entry of its 256-colour palette.
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
