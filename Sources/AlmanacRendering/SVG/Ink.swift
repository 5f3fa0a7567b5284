internal import AlmanacEvents

extension SVGRenderer {
  /// What a picture is drawn on.
  public enum Theme: String, Sendable, Hashable, CaseIterable {
    /// White, as paper is: the one for printing.
    case light
    case dark

    var ink: Ink {
      switch self {
      case .light: .light
      case .dark: .dark
      }
    }
  }
}

/// The colours of what is drawn around the items; text has a contrast of at least 4.5 on paper and on shade.
struct Ink: Sendable {
  let paper: String
  let text: String
  let faint: String
  let line: String
  /// Of the lines between hours.
  let slot: String
  /// What is not in the month, not valid or not open.
  let shade: String

  static let light = Ink(
    paper: 0xffffff, text: 0x1b1f24, faint: 0x59636e, line: 0xd5d9de, slot: 0xeceef0, shade: 0xf3f5f7)
  static let dark = Ink(
    paper: 0x15181c, text: 0xe8eaed, faint: 0xa3abb5, line: 0x3a4048, slot: 0x262b31, shade: 0x1e2227)

  private init(paper: UInt32, text: UInt32, faint: UInt32, line: UInt32, slot: UInt32, shade: UInt32) {
    func hex(_ value: UInt32) -> String { CalendarColor(rgb: value).hex }
    self.paper = hex(paper)
    self.text = hex(text)
    self.faint = hex(faint)
    self.line = hex(line)
    self.slot = hex(slot)
    self.shade = hex(shade)
  }
}
