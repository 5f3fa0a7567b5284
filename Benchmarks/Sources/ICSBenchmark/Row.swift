import Measuring

/// One line of the table.
struct Row: CustomStringConvertible {
  let name: String
  let almanac: Double
  let peer: Double
  let unit: String
  /// What the ratio should not exceed.
  let bar: Double

  var ratio: Double { almanac / peer }
  var isFarOff: Bool { ratio > 2 * bar }

  var description: String {
    func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    return column(rounded(almanac), 9) + column(rounded(peer), 9) + " " + unit + column(rounded(ratio), 7)
      + "  (bar "
      + rounded(bar) + ")  " + name
  }
}
