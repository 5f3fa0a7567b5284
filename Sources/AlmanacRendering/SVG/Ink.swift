internal import AlmanacEvents
internal import AlmanacViews

/// The colours of everything but the items; text has a contrast of at least 4.5 on `paper`, `shade` and `tint`.
struct Ink: Sendable {
  let paper: CalendarColor
  let text: CalendarColor
  let faint: CalendarColor
  let line: CalendarColor
  /// The colour of the lines between hours.
  let slot: CalendarColor
  /// The background of days outside the month, of invalid days and of closed hours.
  let shade: CalendarColor
  /// The background of today.
  let tint: CalendarColor
  /// The colours of the series of a chart.
  let series: [CalendarColor]

  static let light = Ink(
    paper: CalendarColor(rgb: 0xFFFFFF), text: CalendarColor(rgb: 0x1B1F24),
    faint: CalendarColor(rgb: 0x59636E), line: CalendarColor(rgb: 0xD5D9DE),
    slot: CalendarColor(rgb: 0xECEEF0), shade: CalendarColor(rgb: 0xF3F5F7),
    tint: CalendarColor(rgb: 0xE4EDFA),
    series: [0x2463A8, 0x8A5500, 0x3F6F12, 0x7A3E9D].map { CalendarColor(rgb: $0) })
  static let dark = Ink(
    paper: CalendarColor(rgb: 0x15181C), text: CalendarColor(rgb: 0xE8EAED),
    faint: CalendarColor(rgb: 0xA3ABB5), line: CalendarColor(rgb: 0x3A4048),
    slot: CalendarColor(rgb: 0x262B31), shade: CalendarColor(rgb: 0x1E2227),
    tint: CalendarColor(rgb: 0x1F2D42),
    series: [0x7DB8F0, 0xE0A84E, 0x9CCC65, 0xC79BE8].map { CalendarColor(rgb: $0) })
}

/// The colours of the box of an item.
struct BoxColors {
  let fill: CalendarColor
  let edge: CalendarColor
  let text: CalendarColor
  var isDashed = false
}

extension Ink {
  /// Whether a fill can be distinguished from the ground without an edge: its contrast is at least 3 (WCAG 2.2, 1.4.11).
  func isDistinct(_ color: CalendarColor) -> Bool {
    [paper, shade, tint].allSatisfy { color.contrastRatio(with: $0) >= 3 }
  }

  /// The edge of a fill: its own colour where that is distinct from the ground.
  func edge(of color: CalendarColor) -> CalendarColor { isDistinct(color) ? color : faint }

  /// The ground of a background item: a tenth of its colour.
  func ground(of color: CalendarColor) -> CalendarColor {
    func mixed(_ part: KeyPath<CalendarColor, UInt8>) -> UInt8 {
      UInt8((Int(color[keyPath: part]) + 9 * Int(paper[keyPath: part])) / 10)
    }
    return CalendarColor(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
  }

  /// The colours of an item: filled, or with a dashed edge if it is tentative; cancelled items are faint.
  func colors(of item: ViewItem) -> BoxColors {
    if item.isCancelled { return BoxColors(fill: paper, edge: faint, text: faint) }
    let edge = edge(of: item.color)
    if item.isTentative { return BoxColors(fill: paper, edge: edge, text: text, isDashed: true) }
    return BoxColors(fill: item.color, edge: edge, text: item.color.contrastingText)
  }
}
