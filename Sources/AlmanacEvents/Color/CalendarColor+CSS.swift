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
  static let all: [(name: String, color: CalendarColor)] = [
    ("aliceblue", .aliceBlue), ("antiquewhite", .antiqueWhite), ("aqua", .aqua),
    ("aquamarine", .aquamarine), ("azure", .azure), ("beige", .beige), ("bisque", .bisque),
    ("black", .black), ("blanchedalmond", .blanchedAlmond), ("blue", .blue), ("blueviolet", .blueViolet),
    ("brown", .brown), ("burlywood", .burlyWood), ("cadetblue", .cadetBlue), ("chartreuse", .chartreuse),
    ("chocolate", .chocolate), ("coral", .coral), ("cornflowerblue", .cornflowerBlue),
    ("cornsilk", .cornsilk), ("crimson", .crimson), ("cyan", .cyan), ("darkblue", .darkBlue),
    ("darkcyan", .darkCyan), ("darkgoldenrod", .darkGoldenrod), ("darkgray", .darkGray),
    ("darkgreen", .darkGreen), ("darkgrey", .darkGrey), ("darkkhaki", .darkKhaki),
    ("darkmagenta", .darkMagenta), ("darkolivegreen", .darkOliveGreen), ("darkorange", .darkOrange),
    ("darkorchid", .darkOrchid), ("darkred", .darkRed), ("darksalmon", .darkSalmon),
    ("darkseagreen", .darkSeaGreen), ("darkslateblue", .darkSlateBlue), ("darkslategray", .darkSlateGray),
    ("darkslategrey", .darkSlateGrey), ("darkturquoise", .darkTurquoise), ("darkviolet", .darkViolet),
    ("deeppink", .deepPink), ("deepskyblue", .deepSkyBlue), ("dimgray", .dimGray), ("dimgrey", .dimGrey),
    ("dodgerblue", .dodgerBlue), ("firebrick", .fireBrick), ("floralwhite", .floralWhite),
    ("forestgreen", .forestGreen), ("fuchsia", .fuchsia), ("gainsboro", .gainsboro),
    ("ghostwhite", .ghostWhite), ("gold", .gold), ("goldenrod", .goldenrod), ("gray", .gray),
    ("green", .green), ("greenyellow", .greenYellow), ("grey", .grey), ("honeydew", .honeydew),
    ("hotpink", .hotPink), ("indianred", .indianRed), ("indigo", .indigo), ("ivory", .ivory),
    ("khaki", .khaki), ("lavender", .lavender), ("lavenderblush", .lavenderBlush),
    ("lawngreen", .lawnGreen), ("lemonchiffon", .lemonChiffon), ("lightblue", .lightBlue),
    ("lightcoral", .lightCoral), ("lightcyan", .lightCyan), ("lightgoldenrodyellow", .lightGoldenrodYellow),
    ("lightgray", .lightGray), ("lightgreen", .lightGreen), ("lightgrey", .lightGrey),
    ("lightpink", .lightPink), ("lightsalmon", .lightSalmon), ("lightseagreen", .lightSeaGreen),
    ("lightskyblue", .lightSkyBlue), ("lightslategray", .lightSlateGray),
    ("lightslategrey", .lightSlateGrey), ("lightsteelblue", .lightSteelBlue), ("lightyellow", .lightYellow),
    ("lime", .lime), ("limegreen", .limeGreen), ("linen", .linen), ("magenta", .magenta),
    ("maroon", .maroon), ("mediumaquamarine", .mediumAquamarine), ("mediumblue", .mediumBlue),
    ("mediumorchid", .mediumOrchid), ("mediumpurple", .mediumPurple), ("mediumseagreen", .mediumSeaGreen),
    ("mediumslateblue", .mediumSlateBlue), ("mediumspringgreen", .mediumSpringGreen),
    ("mediumturquoise", .mediumTurquoise), ("mediumvioletred", .mediumVioletRed),
    ("midnightblue", .midnightBlue), ("mintcream", .mintCream), ("mistyrose", .mistyRose),
    ("moccasin", .moccasin), ("navajowhite", .navajoWhite), ("navy", .navy), ("oldlace", .oldLace),
    ("olive", .olive), ("olivedrab", .oliveDrab), ("orange", .orange), ("orangered", .orangeRed),
    ("orchid", .orchid), ("palegoldenrod", .paleGoldenrod), ("palegreen", .paleGreen),
    ("paleturquoise", .paleTurquoise), ("palevioletred", .paleVioletRed), ("papayawhip", .papayaWhip),
    ("peachpuff", .peachPuff), ("peru", .peru), ("pink", .pink), ("plum", .plum),
    ("powderblue", .powderBlue), ("purple", .purple), ("rebeccapurple", .rebeccaPurple), ("red", .red),
    ("rosybrown", .rosyBrown), ("royalblue", .royalBlue), ("saddlebrown", .saddleBrown),
    ("salmon", .salmon), ("sandybrown", .sandyBrown), ("seagreen", .seaGreen), ("seashell", .seaShell),
    ("sienna", .sienna), ("silver", .silver), ("skyblue", .skyBlue), ("slateblue", .slateBlue),
    ("slategray", .slateGray), ("slategrey", .slateGrey), ("snow", .snow), ("springgreen", .springGreen),
    ("steelblue", .steelBlue), ("tan", .tan), ("teal", .teal), ("thistle", .thistle), ("tomato", .tomato),
    ("turquoise", .turquoise), ("violet", .violet), ("wheat", .wheat), ("white", .white),
    ("whitesmoke", .whiteSmoke), ("yellow", .yellow), ("yellowgreen", .yellowGreen),
  ]
}

/// The 148 named colours of CSS Color Module Level 4 §6.1, as static members and as a table.
///
/// Spelling variants of one colour (`gray`/`grey`, `aqua`/`cyan`, `fuchsia`/`magenta`) are all there.
extension CalendarColor {
  public static let aliceBlue = CalendarColor(rgb: 0xf0f8ff)
  public static let antiqueWhite = CalendarColor(rgb: 0xfaebd7)
  public static let aqua = CalendarColor(rgb: 0x00ffff)
  public static let aquamarine = CalendarColor(rgb: 0x7fffd4)
  public static let azure = CalendarColor(rgb: 0xf0ffff)
  public static let beige = CalendarColor(rgb: 0xf5f5dc)
  public static let bisque = CalendarColor(rgb: 0xffe4c4)
  public static let black = CalendarColor(rgb: 0x000000)
  public static let blanchedAlmond = CalendarColor(rgb: 0xffebcd)
  public static let blue = CalendarColor(rgb: 0x0000ff)
  public static let blueViolet = CalendarColor(rgb: 0x8a2be2)
  public static let brown = CalendarColor(rgb: 0xa52a2a)
  public static let burlyWood = CalendarColor(rgb: 0xdeb887)
  public static let cadetBlue = CalendarColor(rgb: 0x5f9ea0)
  public static let chartreuse = CalendarColor(rgb: 0x7fff00)
  public static let chocolate = CalendarColor(rgb: 0xd2691e)
  public static let coral = CalendarColor(rgb: 0xff7f50)
  public static let cornflowerBlue = CalendarColor(rgb: 0x6495ed)
  public static let cornsilk = CalendarColor(rgb: 0xfff8dc)
  public static let crimson = CalendarColor(rgb: 0xdc143c)
  public static let cyan = CalendarColor(rgb: 0x00ffff)
  public static let darkBlue = CalendarColor(rgb: 0x00008b)
  public static let darkCyan = CalendarColor(rgb: 0x008b8b)
  public static let darkGoldenrod = CalendarColor(rgb: 0xb8860b)
  public static let darkGray = CalendarColor(rgb: 0xa9a9a9)
  public static let darkGreen = CalendarColor(rgb: 0x006400)
  public static let darkGrey = CalendarColor(rgb: 0xa9a9a9)
  public static let darkKhaki = CalendarColor(rgb: 0xbdb76b)
  public static let darkMagenta = CalendarColor(rgb: 0x8b008b)
  public static let darkOliveGreen = CalendarColor(rgb: 0x556b2f)
  public static let darkOrange = CalendarColor(rgb: 0xff8c00)
  public static let darkOrchid = CalendarColor(rgb: 0x9932cc)
  public static let darkRed = CalendarColor(rgb: 0x8b0000)
  public static let darkSalmon = CalendarColor(rgb: 0xe9967a)
  public static let darkSeaGreen = CalendarColor(rgb: 0x8fbc8f)
  public static let darkSlateBlue = CalendarColor(rgb: 0x483d8b)
  public static let darkSlateGray = CalendarColor(rgb: 0x2f4f4f)
  public static let darkSlateGrey = CalendarColor(rgb: 0x2f4f4f)
  public static let darkTurquoise = CalendarColor(rgb: 0x00ced1)
  public static let darkViolet = CalendarColor(rgb: 0x9400d3)
  public static let deepPink = CalendarColor(rgb: 0xff1493)
  public static let deepSkyBlue = CalendarColor(rgb: 0x00bfff)
  public static let dimGray = CalendarColor(rgb: 0x696969)
  public static let dimGrey = CalendarColor(rgb: 0x696969)
  public static let dodgerBlue = CalendarColor(rgb: 0x1e90ff)
  public static let fireBrick = CalendarColor(rgb: 0xb22222)
  public static let floralWhite = CalendarColor(rgb: 0xfffaf0)
  public static let forestGreen = CalendarColor(rgb: 0x228b22)
  public static let fuchsia = CalendarColor(rgb: 0xff00ff)
  public static let gainsboro = CalendarColor(rgb: 0xdcdcdc)
  public static let ghostWhite = CalendarColor(rgb: 0xf8f8ff)
  public static let gold = CalendarColor(rgb: 0xffd700)
  public static let goldenrod = CalendarColor(rgb: 0xdaa520)
  public static let gray = CalendarColor(rgb: 0x808080)
  public static let green = CalendarColor(rgb: 0x008000)
  public static let greenYellow = CalendarColor(rgb: 0xadff2f)
  public static let grey = CalendarColor(rgb: 0x808080)
  public static let honeydew = CalendarColor(rgb: 0xf0fff0)
  public static let hotPink = CalendarColor(rgb: 0xff69b4)
  public static let indianRed = CalendarColor(rgb: 0xcd5c5c)
  public static let indigo = CalendarColor(rgb: 0x4b0082)
  public static let ivory = CalendarColor(rgb: 0xfffff0)
  public static let khaki = CalendarColor(rgb: 0xf0e68c)
  public static let lavender = CalendarColor(rgb: 0xe6e6fa)
  public static let lavenderBlush = CalendarColor(rgb: 0xfff0f5)
  public static let lawnGreen = CalendarColor(rgb: 0x7cfc00)
  public static let lemonChiffon = CalendarColor(rgb: 0xfffacd)
  public static let lightBlue = CalendarColor(rgb: 0xadd8e6)
  public static let lightCoral = CalendarColor(rgb: 0xf08080)
  public static let lightCyan = CalendarColor(rgb: 0xe0ffff)
  public static let lightGoldenrodYellow = CalendarColor(rgb: 0xfafad2)
  public static let lightGray = CalendarColor(rgb: 0xd3d3d3)
  public static let lightGreen = CalendarColor(rgb: 0x90ee90)
  public static let lightGrey = CalendarColor(rgb: 0xd3d3d3)
  public static let lightPink = CalendarColor(rgb: 0xffb6c1)
  public static let lightSalmon = CalendarColor(rgb: 0xffa07a)
  public static let lightSeaGreen = CalendarColor(rgb: 0x20b2aa)
  public static let lightSkyBlue = CalendarColor(rgb: 0x87cefa)
  public static let lightSlateGray = CalendarColor(rgb: 0x778899)
  public static let lightSlateGrey = CalendarColor(rgb: 0x778899)
  public static let lightSteelBlue = CalendarColor(rgb: 0xb0c4de)
  public static let lightYellow = CalendarColor(rgb: 0xffffe0)
  public static let lime = CalendarColor(rgb: 0x00ff00)
  public static let limeGreen = CalendarColor(rgb: 0x32cd32)
  public static let linen = CalendarColor(rgb: 0xfaf0e6)
  public static let magenta = CalendarColor(rgb: 0xff00ff)
  public static let maroon = CalendarColor(rgb: 0x800000)
  public static let mediumAquamarine = CalendarColor(rgb: 0x66cdaa)
  public static let mediumBlue = CalendarColor(rgb: 0x0000cd)
  public static let mediumOrchid = CalendarColor(rgb: 0xba55d3)
  public static let mediumPurple = CalendarColor(rgb: 0x9370db)
  public static let mediumSeaGreen = CalendarColor(rgb: 0x3cb371)
  public static let mediumSlateBlue = CalendarColor(rgb: 0x7b68ee)
  public static let mediumSpringGreen = CalendarColor(rgb: 0x00fa9a)
  public static let mediumTurquoise = CalendarColor(rgb: 0x48d1cc)
  public static let mediumVioletRed = CalendarColor(rgb: 0xc71585)
  public static let midnightBlue = CalendarColor(rgb: 0x191970)
  public static let mintCream = CalendarColor(rgb: 0xf5fffa)
  public static let mistyRose = CalendarColor(rgb: 0xffe4e1)
  public static let moccasin = CalendarColor(rgb: 0xffe4b5)
  public static let navajoWhite = CalendarColor(rgb: 0xffdead)
  public static let navy = CalendarColor(rgb: 0x000080)
  public static let oldLace = CalendarColor(rgb: 0xfdf5e6)
  public static let olive = CalendarColor(rgb: 0x808000)
  public static let oliveDrab = CalendarColor(rgb: 0x6b8e23)
  public static let orange = CalendarColor(rgb: 0xffa500)
  public static let orangeRed = CalendarColor(rgb: 0xff4500)
  public static let orchid = CalendarColor(rgb: 0xda70d6)
  public static let paleGoldenrod = CalendarColor(rgb: 0xeee8aa)
  public static let paleGreen = CalendarColor(rgb: 0x98fb98)
  public static let paleTurquoise = CalendarColor(rgb: 0xafeeee)
  public static let paleVioletRed = CalendarColor(rgb: 0xdb7093)
  public static let papayaWhip = CalendarColor(rgb: 0xffefd5)
  public static let peachPuff = CalendarColor(rgb: 0xffdab9)
  public static let peru = CalendarColor(rgb: 0xcd853f)
  public static let pink = CalendarColor(rgb: 0xffc0cb)
  public static let plum = CalendarColor(rgb: 0xdda0dd)
  public static let powderBlue = CalendarColor(rgb: 0xb0e0e6)
  public static let purple = CalendarColor(rgb: 0x800080)
  public static let rebeccaPurple = CalendarColor(rgb: 0x663399)
  public static let red = CalendarColor(rgb: 0xff0000)
  public static let rosyBrown = CalendarColor(rgb: 0xbc8f8f)
  public static let royalBlue = CalendarColor(rgb: 0x4169e1)
  public static let saddleBrown = CalendarColor(rgb: 0x8b4513)
  public static let salmon = CalendarColor(rgb: 0xfa8072)
  public static let sandyBrown = CalendarColor(rgb: 0xf4a460)
  public static let seaGreen = CalendarColor(rgb: 0x2e8b57)
  public static let seaShell = CalendarColor(rgb: 0xfff5ee)
  public static let sienna = CalendarColor(rgb: 0xa0522d)
  public static let silver = CalendarColor(rgb: 0xc0c0c0)
  public static let skyBlue = CalendarColor(rgb: 0x87ceeb)
  public static let slateBlue = CalendarColor(rgb: 0x6a5acd)
  public static let slateGray = CalendarColor(rgb: 0x708090)
  public static let slateGrey = CalendarColor(rgb: 0x708090)
  public static let snow = CalendarColor(rgb: 0xfffafa)
  public static let springGreen = CalendarColor(rgb: 0x00ff7f)
  public static let steelBlue = CalendarColor(rgb: 0x4682b4)
  public static let tan = CalendarColor(rgb: 0xd2b48c)
  public static let teal = CalendarColor(rgb: 0x008080)
  public static let thistle = CalendarColor(rgb: 0xd8bfd8)
  public static let tomato = CalendarColor(rgb: 0xff6347)
  public static let turquoise = CalendarColor(rgb: 0x40e0d0)
  public static let violet = CalendarColor(rgb: 0xee82ee)
  public static let wheat = CalendarColor(rgb: 0xf5deb3)
  public static let white = CalendarColor(rgb: 0xffffff)
  public static let whiteSmoke = CalendarColor(rgb: 0xf5f5f5)
  public static let yellow = CalendarColor(rgb: 0xffff00)
  public static let yellowGreen = CalendarColor(rgb: 0x9acd32)
}
