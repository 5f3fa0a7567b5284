extension CalendarColor {
  /// The CSS name of exactly this colour, or nil; of several names the first in the alphabet (`aqua`,
  /// `gray`).
  public var cssName: String? { CSSNames.name(of: self) }

  /// The CSS name of the colour that looks nearest, never that of a red, whatever this colour is.
  ///
  /// Nearness is the distance in OKLab. It is what a hexadecimal colour becomes where only names may be
  /// written (RFC 7986 `COLOR`); as reds are reserved, a red is named after its nearest neighbour among the
  /// others.
  public var nearestName: String { CSSNames.nearestName(to: self) }
}

/// The names of CSS Color Module Level 4 §6.1 and what is looked up in them.
enum CSSNames {
  static func color(named text: String) -> CalendarColor? {
    // The longest name; it bounds the work on any text. Only ASCII letters have case here, as in CSS.
    guard text.utf8.count <= "lightgoldenrodyellow".utf8.count else { return nil }
    let lowercase = text.utf8.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return byName[String(decoding: lowercase, as: UTF8.self)]
  }

  static func name(of color: CalendarColor) -> String? { byColor[color] }

  static func nearestName(to color: CalendarColor) -> String {
    if !color.isRed, let exact = byColor[color] { return exact }
    return withoutReds.nearest(to: color) ?? "black"
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all)

  private static let byColor = Dictionary(all.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  private static let withoutReds = PerceptualSet(all.filter { !$1.isRed }.map { ($1, $0) })

  /// In the order of the alphabet, which decides between names of one colour.
  static let all: [(name: String, color: CalendarColor)] = [
    ("aliceblue", .aliceBlue),
    ("antiquewhite", .antiqueWhite),
    ("aqua", .aqua),
    ("aquamarine", .aquamarine),
    ("azure", .azure),
    ("beige", .beige),
    ("bisque", .bisque),
    ("black", .black),
    ("blanchedalmond", .blanchedAlmond),
    ("blue", .blue),
    ("blueviolet", .blueViolet),
    ("brown", .brown),
    ("burlywood", .burlyWood),
    ("cadetblue", .cadetBlue),
    ("chartreuse", .chartreuse),
    ("chocolate", .chocolate),
    ("coral", .coral),
    ("cornflowerblue", .cornflowerBlue),
    ("cornsilk", .cornsilk),
    ("crimson", .crimson),
    ("cyan", .cyan),
    ("darkblue", .darkBlue),
    ("darkcyan", .darkCyan),
    ("darkgoldenrod", .darkGoldenrod),
    ("darkgray", .darkGray),
    ("darkgreen", .darkGreen),
    ("darkgrey", .darkGrey),
    ("darkkhaki", .darkKhaki),
    ("darkmagenta", .darkMagenta),
    ("darkolivegreen", .darkOliveGreen),
    ("darkorange", .darkOrange),
    ("darkorchid", .darkOrchid),
    ("darkred", .darkRed),
    ("darksalmon", .darkSalmon),
    ("darkseagreen", .darkSeaGreen),
    ("darkslateblue", .darkSlateBlue),
    ("darkslategray", .darkSlateGray),
    ("darkslategrey", .darkSlateGrey),
    ("darkturquoise", .darkTurquoise),
    ("darkviolet", .darkViolet),
    ("deeppink", .deepPink),
    ("deepskyblue", .deepSkyBlue),
    ("dimgray", .dimGray),
    ("dimgrey", .dimGrey),
    ("dodgerblue", .dodgerBlue),
    ("firebrick", .fireBrick),
    ("floralwhite", .floralWhite),
    ("forestgreen", .forestGreen),
    ("fuchsia", .fuchsia),
    ("gainsboro", .gainsboro),
    ("ghostwhite", .ghostWhite),
    ("gold", .gold),
    ("goldenrod", .goldenrod),
    ("gray", .gray),
    ("green", .green),
    ("greenyellow", .greenYellow),
    ("grey", .grey),
    ("honeydew", .honeydew),
    ("hotpink", .hotPink),
    ("indianred", .indianRed),
    ("indigo", .indigo),
    ("ivory", .ivory),
    ("khaki", .khaki),
    ("lavender", .lavender),
    ("lavenderblush", .lavenderBlush),
    ("lawngreen", .lawnGreen),
    ("lemonchiffon", .lemonChiffon),
    ("lightblue", .lightBlue),
    ("lightcoral", .lightCoral),
    ("lightcyan", .lightCyan),
    ("lightgoldenrodyellow", .lightGoldenrodYellow),
    ("lightgray", .lightGray),
    ("lightgreen", .lightGreen),
    ("lightgrey", .lightGrey),
    ("lightpink", .lightPink),
    ("lightsalmon", .lightSalmon),
    ("lightseagreen", .lightSeaGreen),
    ("lightskyblue", .lightSkyBlue),
    ("lightslategray", .lightSlateGray),
    ("lightslategrey", .lightSlateGrey),
    ("lightsteelblue", .lightSteelBlue),
    ("lightyellow", .lightYellow),
    ("lime", .lime),
    ("limegreen", .limeGreen),
    ("linen", .linen),
    ("magenta", .magenta),
    ("maroon", .maroon),
    ("mediumaquamarine", .mediumAquamarine),
    ("mediumblue", .mediumBlue),
    ("mediumorchid", .mediumOrchid),
    ("mediumpurple", .mediumPurple),
    ("mediumseagreen", .mediumSeaGreen),
    ("mediumslateblue", .mediumSlateBlue),
    ("mediumspringgreen", .mediumSpringGreen),
    ("mediumturquoise", .mediumTurquoise),
    ("mediumvioletred", .mediumVioletRed),
    ("midnightblue", .midnightBlue),
    ("mintcream", .mintCream),
    ("mistyrose", .mistyRose),
    ("moccasin", .moccasin),
    ("navajowhite", .navajoWhite),
    ("navy", .navy),
    ("oldlace", .oldLace),
    ("olive", .olive),
    ("olivedrab", .oliveDrab),
    ("orange", .orange),
    ("orangered", .orangeRed),
    ("orchid", .orchid),
    ("palegoldenrod", .paleGoldenrod),
    ("palegreen", .paleGreen),
    ("paleturquoise", .paleTurquoise),
    ("palevioletred", .paleVioletRed),
    ("papayawhip", .papayaWhip),
    ("peachpuff", .peachPuff),
    ("peru", .peru),
    ("pink", .pink),
    ("plum", .plum),
    ("powderblue", .powderBlue),
    ("purple", .purple),
    ("rebeccapurple", .rebeccaPurple),
    ("red", .red),
    ("rosybrown", .rosyBrown),
    ("royalblue", .royalBlue),
    ("saddlebrown", .saddleBrown),
    ("salmon", .salmon),
    ("sandybrown", .sandyBrown),
    ("seagreen", .seaGreen),
    ("seashell", .seaShell),
    ("sienna", .sienna),
    ("silver", .silver),
    ("skyblue", .skyBlue),
    ("slateblue", .slateBlue),
    ("slategray", .slateGray),
    ("slategrey", .slateGrey),
    ("snow", .snow),
    ("springgreen", .springGreen),
    ("steelblue", .steelBlue),
    ("tan", .tan),
    ("teal", .teal),
    ("thistle", .thistle),
    ("tomato", .tomato),
    ("turquoise", .turquoise),
    ("violet", .violet),
    ("wheat", .wheat),
    ("white", .white),
    ("whitesmoke", .whiteSmoke),
    ("yellow", .yellow),
    ("yellowgreen", .yellowGreen),
  ]
}
