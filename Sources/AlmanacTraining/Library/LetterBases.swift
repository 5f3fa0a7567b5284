/// Which letters an accented or joined small letter is sorted as.
///
/// The names of Unicode's characters never change (Unicode's stability policy), and an accented letter is named
/// after its base: LATIN SMALL LETTER E WITH ACUTE. This gives the base without a table of decompositions, and for
/// letters with a stroke too, which have none.
enum LetterBases {
  /// - Returns: `nil` for a letter that stands for itself.
  static func bases(of scalar: Unicode.Scalar) -> [UInt32]? {
    if let joined = joined[scalar] { return joined.map(\.value) }
    if let syllable = hangul(scalar) { return syllable }
    guard let name = scalar.properties.name, let with = name.firstRange(of: " WITH ") else { return nil }
    return named[String(name[..<with.lowerBound])].map { [$0] }
  }

  /// Those whose names do not say it.
  private static let joined: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ß": ["s", "s"], "æ": ["a", "e"], "ǽ": ["a", "e"], "œ": ["o", "e"], "ı": ["i"], "ё": ["е"], "ї": ["і"],
  ]

  /// The letters by which others are named.
  private static let named: [String: UInt32] = {
    let ranges: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F, 0x454...0x45F, 0x621...0x64A,
    ]
    var named: [String: UInt32] = [:]
    for value in ranges.joined() {
      if let scalar = Unicode.Scalar(value), let name = scalar.properties.name { named[name] = value }
    }
    return named
  }()

  /// The letters of a composed Korean syllable (The Unicode Standard §3.12).
  private static func hangul(_ scalar: Unicode.Scalar) -> [UInt32]? {
    guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
    let index = scalar.value - 0xAC00
    let (leading, vowel, trailing) = (index / 588, index % 588 / 28, index % 28)
    return [0x1100 + leading, 0x1161 + vowel] + (trailing == 0 ? [] : [0x11A7 + trailing])
  }
}
