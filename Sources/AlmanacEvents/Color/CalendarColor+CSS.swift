extension CalendarColor {
  /// The CSS name of exactly this colour, or nil; of several names the first in the alphabet (`aqua`,
  /// `gray`).
  public var cssName: String? { CSSNames.byColor[self] }

  /// The CSS name of the colour that looks nearest, never that of a red, whatever this colour is.
  ///
  /// Nearness is the distance in OKLab. Where only names may be written (RFC 7986 `COLOR`), this is the name of a
  /// hexadecimal colour. As reds are reserved, a red gets the name of the nearest colour that is not a red.
  public var nearestName: String {
    if !isRed, let cssName { return cssName }
    return CSSNames.withoutReds.nearest(to: self) ?? "black"
  }

  public init(_ color: CSSColor) {
    self = CSSNames.color(named: color.rawValue) ?? CalendarColor(rgb: 0)
  }

  public static let black = CalendarColor(.black)
  public static let crimson = CalendarColor(.crimson)
  public static let darkOrange = CalendarColor(.darkOrange)
  public static let gold = CalendarColor(.gold)
  public static let gray = CalendarColor(.gray)
  public static let green = CalendarColor(.green)
  public static let olive = CalendarColor(.olive)
  public static let orange = CalendarColor(.orange)
  public static let orchid = CalendarColor(.orchid)
  public static let red = CalendarColor(.red)
  public static let steelBlue = CalendarColor(.steelBlue)
  public static let teal = CalendarColor(.teal)
  public static let white = CalendarColor(.white)
}

/// The colours of CSS Color Module Level 4 §6.1, whose names RFC 7986 §5.9 allows in COLOR.
///
/// ```swift
/// CalendarColor(.lightSeaGreen).hex       // #20b2aa
/// ```
public enum CSSColor: String, Sendable, Hashable, CaseIterable {
  case aliceBlue, antiqueWhite, aqua, aquamarine, azure
  case beige, bisque, black, blanchedAlmond, blue, blueViolet, brown, burlyWood
  case cadetBlue, chartreuse, chocolate, coral, cornflowerBlue, cornsilk, crimson, cyan
  case darkBlue, darkCyan, darkGoldenrod, darkGray, darkGreen, darkGrey, darkKhaki, darkMagenta
  case darkOliveGreen, darkOrange, darkOrchid, darkRed, darkSalmon, darkSeaGreen, darkSlateBlue
  case darkSlateGray, darkSlateGrey, darkTurquoise, darkViolet, deepPink, deepSkyBlue, dimGray, dimGrey
  case dodgerBlue
  case fireBrick, floralWhite, forestGreen, fuchsia
  case gainsboro, ghostWhite, gold, goldenrod, gray, green, greenYellow, grey
  case honeydew, hotPink
  case indianRed, indigo, ivory
  case khaki
  case lavender, lavenderBlush, lawnGreen, lemonChiffon, lightBlue, lightCoral, lightCyan
  case lightGoldenrodYellow, lightGray, lightGreen, lightGrey, lightPink, lightSalmon, lightSeaGreen
  case lightSkyBlue, lightSlateGray, lightSlateGrey, lightSteelBlue, lightYellow, lime, limeGreen, linen
  case magenta, maroon, mediumAquamarine, mediumBlue, mediumOrchid, mediumPurple, mediumSeaGreen
  case mediumSlateBlue, mediumSpringGreen, mediumTurquoise, mediumVioletRed, midnightBlue, mintCream
  case mistyRose, moccasin
  case navajoWhite, navy
  case oldLace, olive, oliveDrab, orange, orangeRed, orchid
  case paleGoldenrod, paleGreen, paleTurquoise, paleVioletRed, papayaWhip, peachPuff, peru, pink, plum
  case powderBlue, purple
  case rebeccaPurple, red, rosyBrown, royalBlue
  case saddleBrown, salmon, sandyBrown, seaGreen, seaShell, sienna, silver, skyBlue, slateBlue, slateGray
  case slateGrey, snow, springGreen, steelBlue
  case tan, teal, thistle, tomato, turquoise
  case violet
  case wheat, white, whiteSmoke
  case yellow, yellowGreen
}

/// Look-up of the names of CSS.
enum CSSNames {
  static func color(named text: String) -> CalendarColor? {
    // The length of the longest name bounds the work on any text. Only ASCII letters have case, as in CSS.
    guard text.utf8.count <= "lightgoldenrodyellow".utf8.count else { return nil }
    let lowercase = text.utf8.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return byName[String(decoding: lowercase, as: UTF8.self)]
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all)

  fileprivate static let byColor = Dictionary(firstOf: all.map { ($1, $0) })

  fileprivate static let withoutReds = PerceptualSet(all.filter { !$1.isRed }.map { ($1, $0) })

  /// The rows of CSSColors.txt in alphabetical order, which decides between names of one colour.
  private static let all: [(name: String, color: CalendarColor)] = PackageResources.CSSColors_txt
    .split(separator: UInt8(ascii: "\n")).map { row in
      let words = row.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      return (words[0], CalendarColor(rgb: UInt32(words[1], radix: 16) ?? 0))
    }
}
