import AlmanacEvents
import Foundation
import Testing

/// The chart of reds in the documentation: CSS colours beside the reserved red, in order of hue. Look at it after a change of
/// the rule, and write it anew with
///
///     ALMANAC_REWRITE_GOLDEN=1 swift test --filter RedChartTests
@Suite("The chart of reds in the documentation")
struct RedChartTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Sources/Almanac/Almanac.docc/Resources/reds.svg")
  private static let names = [
    "mediumvioletred", "hotpink", "deeppink", "palevioletred", "crimson", "lightcoral", "indianred", "brown",
    "firebrick", "salmon", "maroon", "darkred", "red", "tomato", "orangered", "darksalmon", "coral",
    "lightsalmon",
    "sienna", "chocolate", "saddlebrown", "darkorange",
  ]

  @Test("shows which colours are reds by the rule")
  func chart() throws {
    let chart = try Self.chart
    if GoldenTests.isRewriting { try Data(chart.utf8).write(to: Self.file) }
    #expect(String(decoding: try Data(contentsOf: Self.file), as: UTF8.self) == chart)
  }

  private static var chart: String {
    get throws {
      let height = (names.count + 1) / 2 * 44 + 12
      let rows = try names.enumerated().map { number, name in
        let color = try CalendarColor(name)
        let (x, y) = (12 + number % 2 * 380, 12 + number / 2 * 44)
        let mark = color.isRed ? "a red" : ""
        return """
          <rect x="\(x)" y="\(y)" width="84" height="36" fill="\(color.hex)"/>\
          <rect x="\(x + 84)" y="\(y)" width="36" height="36" fill="\(CalendarColor.reservedRed.hex)"/>\
          <text x="\(x + 132)" y="\(y + 24)">\(name)</text>\
          <text x="\(x + 280)" y="\(y + 24)" font-weight="bold">\(mark)</text>
          """
      }
      return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 \(height)" font-family="sans-serif" font-size="16">
        <title>CSS colours beside the reserved red</title>
        <rect width="760" height="\(height)" fill="#ffffff"/>
        \(rows.joined(separator: "\n"))
        </svg>

        """
    }
  }
}
