extension CalendarColor {
  /// The CSS name of exactly this colour, or nil; of several names the first in the alphabet (`aqua`,
  /// `gray`).
  public var cssName: String? { CSSNames.byColor[self] }

  /// The CSS name of the colour that looks nearest; never the name of a red, even for a red.
  ///
  /// Nearness is the distance in OKLab. Where only names may be written (RFC 7986 `COLOR`), this is the name of a
  /// hexadecimal colour. As reds are reserved, a red gets the name of the nearest colour that is not a red.
  public var nearestName: String {
    if !isRed, let cssName { return cssName }
    return CSSNames.withoutReds.nearest(to: self) ?? "black"
  }
}

extension CalendarColor {
  /// The names of CSS Color Module Level 4 §6.1 in alphabetical order, those of reds included, which are reserved.
  public static var cssNames: [String] { CSSNames.all.map { $0.name } }
}

/// Look-up of the names of CSS Color Module Level 4 §6.1.
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

  /// All names in alphabetical order, which decides between names of one colour.
  static let all: [(name: String, color: CalendarColor)] =
    String(decoding: PackageResources.Colors_txt, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return UInt32(words[1], radix: 16).map { (String(words[0]), CalendarColor(rgb: $0)) }
    }
}

/// The sixteen basic colours of HTML, and some more.
///
/// The other names of CSS Color Module Level 4 §6.1 are read from text: `try CalendarColor("lightsalmon")`.
extension CalendarColor {
  /// `#00ffff`.
  public static let aqua = CalendarColor(rgb: 0x00ffff)
  /// `#000000`.
  public static let black = CalendarColor(rgb: 0x000000)
  /// `#0000ff`.
  public static let blue = CalendarColor(rgb: 0x0000ff)
  /// `#ff7f50`, a red (``isRed``).
  public static let coral = CalendarColor(rgb: 0xff7f50)
  /// `#dc143c`, a red (``isRed``).
  public static let crimson = CalendarColor(rgb: 0xdc143c)
  /// `#556b2f`.
  public static let darkOliveGreen = CalendarColor(rgb: 0x556b2f)
  /// `#ff8c00`.
  public static let darkOrange = CalendarColor(rgb: 0xff8c00)
  /// `#ff1493`.
  public static let deepPink = CalendarColor(rgb: 0xff1493)
  /// `#696969`.
  public static let dimGray = CalendarColor(rgb: 0x696969)
  /// `#228b22`.
  public static let forestGreen = CalendarColor(rgb: 0x228b22)
  /// `#ff00ff`.
  public static let fuchsia = CalendarColor(rgb: 0xff00ff)
  /// `#ffd700`.
  public static let gold = CalendarColor(rgb: 0xffd700)
  /// `#808080`.
  public static let gray = CalendarColor(rgb: 0x808080)
  /// `#008000`.
  public static let green = CalendarColor(rgb: 0x008000)
  /// `#808080`.
  public static let grey = CalendarColor(rgb: 0x808080)
  /// `#ff69b4`.
  public static let hotPink = CalendarColor(rgb: 0xff69b4)
  /// `#cd5c5c`, a red (``isRed``).
  public static let indianRed = CalendarColor(rgb: 0xcd5c5c)
  /// `#4b0082`.
  public static let indigo = CalendarColor(rgb: 0x4b0082)
  /// `#fafad2`.
  public static let lightGoldenrodYellow = CalendarColor(rgb: 0xfafad2)
  /// `#87cefa`.
  public static let lightSkyBlue = CalendarColor(rgb: 0x87cefa)
  /// `#00ff00`.
  public static let lime = CalendarColor(rgb: 0x00ff00)
  /// `#800000`, a red (``isRed``).
  public static let maroon = CalendarColor(rgb: 0x800000)
  /// `#3cb371`.
  public static let mediumSeaGreen = CalendarColor(rgb: 0x3cb371)
  /// `#000080`.
  public static let navy = CalendarColor(rgb: 0x000080)
  /// `#808000`.
  public static let olive = CalendarColor(rgb: 0x808000)
  /// `#ffa500`.
  public static let orange = CalendarColor(rgb: 0xffa500)
  /// `#da70d6`.
  public static let orchid = CalendarColor(rgb: 0xda70d6)
  /// `#ffc0cb`.
  public static let pink = CalendarColor(rgb: 0xffc0cb)
  /// `#800080`.
  public static let purple = CalendarColor(rgb: 0x800080)
  /// `#663399`.
  public static let rebeccaPurple = CalendarColor(rgb: 0x663399)
  /// `#ff0000`, a red (``isRed``).
  public static let red = CalendarColor(rgb: 0xff0000)
  /// `#8b4513`.
  public static let saddleBrown = CalendarColor(rgb: 0x8b4513)
  /// `#fa8072`.
  public static let salmon = CalendarColor(rgb: 0xfa8072)
  /// `#c0c0c0`.
  public static let silver = CalendarColor(rgb: 0xc0c0c0)
  /// `#6a5acd`.
  public static let slateBlue = CalendarColor(rgb: 0x6a5acd)
  /// `#4682b4`.
  public static let steelBlue = CalendarColor(rgb: 0x4682b4)
  /// `#008080`.
  public static let teal = CalendarColor(rgb: 0x008080)
  /// `#ff6347`, a red (``isRed``).
  public static let tomato = CalendarColor(rgb: 0xff6347)
  /// `#ffffff`.
  public static let white = CalendarColor(rgb: 0xffffff)
  /// `#f5f5f5`.
  public static let whiteSmoke = CalendarColor(rgb: 0xf5f5f5)
  /// `#ffff00`.
  public static let yellow = CalendarColor(rgb: 0xffff00)
}
