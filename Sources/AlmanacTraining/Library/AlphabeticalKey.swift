/// The sort key of a name in an alphabetical list, by one rule for all languages.
///
/// Names are compared letter by letter, as the root of the Unicode Collation Algorithm (UTS #10) does in
/// the main:
/// 1. by letters, without regard to accents and case: spaces and punctuation come before digits, digits before
///    letters; a run of digits counts as one number ("Press 2" before "Press 10"); `ß` is `ss`, `æ` is `ae`,
///    `ø` is `o`, `ı` is `i`; letters of other scripts follow in the order of Unicode;
/// 2. if these are all equal, a letter without an accent comes before one with;
/// 3. then a small letter before a capital;
/// 4. then by code points, so that only equal texts are equal.
///
/// No language's own rule is followed (in Spanish `ñ` comes after all `n`, here beside them). An accent may be
/// part of its letter's code point or stand beside it.
///
/// ```swift
/// ["Zancada", "Élévation", "dips", "Curl 10", "Curl 2"].sorted { AlphabeticalKey($0) < AlphabeticalKey($1) }
/// // ["Curl 2", "Curl 10", "dips", "Élévation", "Zancada"]
/// ```
///
/// - Complexity: O(*n*) to make, *n* being the length of the text.
package struct AlphabeticalKey: Sendable, Hashable {
  package let text: String
  /// An element for each letter: see `Element`.
  private var letters: [UInt32] = []
  /// For each element of `letters`, whether it carries an accent.
  private var accents: [Bool] = []
  /// For each element of `letters`, whether it is a capital.
  private var capitals: [Bool] = []

  package init(_ text: String) {
    self.text = text
    var digits: [UInt32] = []
    for scalar in text.unicodeScalars {
      if let digit = Self.digit(scalar) {
        digits.append(digit)
        continue
      }
      flush(&digits)
      append(scalar)
    }
    flush(&digits)
  }

  /// The elements of the first level: separators, then numbers, then letters.
  private enum Element {
    static let separator: UInt32 = 1
    static let digit: UInt32 = 2
    static let number: UInt32 = 16
    static let letter: UInt32 = 0x4000_0000
  }

  /// A number is its length and then its digits, so that a longer one is greater.
  private mutating func flush(_ digits: inout [UInt32]) {
    guard !digits.isEmpty else { return }
    let significant = digits.drop { $0 == 0 }
    append(Element.number + UInt32(clamping: min(significant.count, 1 << 20)))
    for digit in significant { append(Element.digit + digit) }
    digits.removeAll()
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if let ascii = Self.asciiLetter(scalar) {
      append(Element.letter + ascii, isCapital: scalar.value < 0x61)
      return
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      if let last = accents.indices.last { accents[last] = true }
    case .spaceSeparator, .control, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .connectorPunctuation, .otherPunctuation:
      append(Element.separator)
    default:
      for lower in properties.lowercaseMapping.unicodeScalars {
        appendLetter(lower, isCapital: properties.isUppercase)
      }
    }
  }

  private mutating func appendLetter(_ scalar: Unicode.Scalar, isCapital: Bool) {
    if scalar.properties.generalCategory == .nonspacingMark {
      if let last = accents.indices.last { accents[last] = true }
    } else if let bases = LetterBases.bases(of: scalar) {
      for base in bases { append(Element.letter + base, isAccented: true, isCapital: isCapital) }
    } else {
      append(Element.letter + scalar.value, isCapital: isCapital)
    }
  }

  private mutating func append(_ element: UInt32, isAccented: Bool = false, isCapital: Bool = false) {
    letters.append(element)
    accents.append(isAccented)
    capitals.append(isCapital)
  }

  private static func asciiLetter(_ scalar: Unicode.Scalar) -> UInt32? {
    let lower = scalar.value | 0x20
    return scalar.isASCII && (0x61...0x7A).contains(lower) ? lower : nil
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
    if scalar.isASCII { return (0x30...0x39).contains(scalar.value) ? scalar.value - 0x30 : nil }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else {
      return nil
    }
    return UInt32(value)
  }
}

extension AlphabeticalKey: Comparable {
  package static func < (lhs: AlphabeticalKey, rhs: AlphabeticalKey) -> Bool {
    if lhs.letters != rhs.letters { return lhs.letters.lexicographicallyPrecedes(rhs.letters) }
    if lhs.accents != rhs.accents {
      return lhs.accents.lexicographicallyPrecedes(rhs.accents) { !$0 && $1 }
    }
    if lhs.capitals != rhs.capitals {
      return lhs.capitals.lexicographicallyPrecedes(rhs.capitals) { !$0 && $1 }
    }
    return lhs.text.unicodeScalars.lexicographicallyPrecedes(rhs.text.unicodeScalars)
  }

  /// Equal keys have equal code points.
  package static func == (lhs: AlphabeticalKey, rhs: AlphabeticalKey) -> Bool {
    lhs.text.unicodeScalars.elementsEqual(rhs.text.unicodeScalars)
  }

  package func hash(into hasher: inout Hasher) {
    for scalar in text.unicodeScalars { hasher.combine(scalar) }
  }
}

/// The base letters by which an accented or joined small letter is sorted.
///
/// The names of Unicode's characters never change (Unicode's stability policy), and an accented letter is named
/// after its base: LATIN SMALL LETTER E WITH ACUTE. The name gives the base without Foundation's decomposition, and for
/// letters with a stroke too, which have none.
enum LetterBases {
  /// - Returns: The code points of the base letters; `nil` for a letter without one.
  static func bases(of scalar: Unicode.Scalar) -> [UInt32]? {
    if let joined = joined[scalar] { return joined.map(\.value) }
    if let syllable = hangul(scalar) { return syllable }
    guard let name = scalar.properties.name, let with = name.firstRange(of: " WITH ") else { return nil }
    return named[String(name[..<with.lowerBound])].map { [$0] }
  }

  /// The bases of letters whose names do not give them.
  private static let joined: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ß": ["s", "s"], "æ": ["a", "e"], "ǽ": ["a", "e"], "œ": ["o", "e"], "ı": ["i"], "ё": ["е"], "ї": ["і"],
  ]

  /// The base letters by name.
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
