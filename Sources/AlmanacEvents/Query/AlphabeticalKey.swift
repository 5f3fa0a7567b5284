public import AlmanacTime

/// The sort key of a name in an alphabetical list.
///
/// Names are compared letter by letter, largely as the root of the Unicode Collation Algorithm (UTS #10) does:
/// 1. by letters, without regard to accents and case: spaces and punctuation come before digits, digits before letters;
///    a run of digits counts as one number ("Press 2" before "Press 10"); `ß` is `ss`, `æ` is `ae`, `ø` is `o`, `ı` is
///    `i`; letters of other scripts follow in the order of Unicode;
/// 2. if these are all equal, a letter without an accent comes before one with;
/// 3. then a small letter before a capital;
/// 4. then by code points, and at last by identity, so that only equal names of one identity are equal.
///
/// This is the order of all languages of `Localization` but Spanish, in which `ñ` is a letter between `n` and `o`. An accent
/// may be part of its letter's code point or follow it.
///
/// ```swift
/// ["Zancada", "Élévation", "dips", "Curl 10", "Curl 2"].alphabetical { AlphabeticalKey($0) }
/// // ["Curl 2", "Curl 10", "dips", "Élévation", "Zancada"]
/// ```
///
/// - Complexity: O(*n*) to make, *n* being the length of the text.
package struct AlphabeticalKey: Sendable, Hashable, Comparable {
  /// The letters, the accents, the capitals and the code points, with a 0 after each of these levels.
  private let weights: [UInt32]
  package let id: String

  /// - Parameter language: The language of the readers; `nil` for the order that all languages have in common.
  package init(_ text: String, id: String = "", in language: Localization.Language? = nil) {
    var levels = Levels(hasSpanishLetter: language == .spanish)
    for scalar in text.unicodeScalars { levels.read(scalar) }
    levels.endNumber()
    self.id = id
    weights = [levels.letters, levels.accents, levels.capitals, text.unicodeScalars.map { $0.value + 1 }]
      .flatMap { $0 + [0] }
  }

  /// Whether two texts have the same letters, without regard to case and accents.
  func hasSameLetters(as other: AlphabeticalKey) -> Bool {
    weights.prefix { $0 != 0 } == other.weights.prefix { $0 != 0 }
  }

  package static func < (lhs: AlphabeticalKey, rhs: AlphabeticalKey) -> Bool {
    lhs.weights == rhs.weights ? lhs.id < rhs.id : lhs.weights.lexicographicallyPrecedes(rhs.weights)
  }
}

extension Sequence {
  /// The elements in the order of their keys, each of which is made once.
  package func alphabetical(by key: (Element) -> AlphabeticalKey) -> [Element] {
    map { (key: key($0), element: $0) }.sorted { $0.key < $1.key }.map { $0.element }
  }
}

extension Sequence {
  /// The elements in the alphabetical order of their names, as readers of a language expect it: "Àngel" before "Oriol", and in
  /// Spanish "Nuria" before "Ñico". Elements of the same name stay in their order.
  ///
  /// ```swift
  /// let clients = book.clients(of: coach).alphabetical(in: .spanish) { $0.name }
  /// ```
  ///
  /// - Complexity: O(*n* log *n*).
  public func alphabetical(in localization: Localization, by name: (Element) -> String) -> [Element] {
    enumerated().map { number, element in
      (key: AlphabeticalKey(name(element), in: localization.language), number: number, element: element)
    }.sorted { ($0.key, $0.number) < ($1.key, $1.number) }.map { $0.element }
  }
}

/// The first three levels of a key, while its text is read.
private struct Levels {
  /// Whether `ñ` is a letter of its own.
  let hasSpanishLetter: Bool
  /// Separators are 1, digits of numbers 2 to 11, the lengths of numbers follow from 16 on, then letters.
  var letters: [UInt32] = []
  /// For each letter 2 where it has an accent, else 1.
  var accents: [UInt32] = []
  /// For each letter 2 where it is a capital, else 1.
  var capitals: [UInt32] = []
  /// The digits of a number that has not ended.
  private var digits: [UInt32] = []

  init(hasSpanishLetter: Bool) {
    self.hasSpanishLetter = hasSpanishLetter
  }

  mutating func read(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    if properties.numericType == .decimal, let value = properties.numericValue {
      return digits.append(UInt32(value))
    }
    endNumber()
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: markAccent(scalar)
    case .spaceSeparator, .control, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .connectorPunctuation, .otherPunctuation:
      append(1)
    default:
      for small in properties.lowercaseMapping.unicodeScalars {
        if small.properties.generalCategory == .nonspacingMark {
          markAccent(small)
        } else if hasSpanishLetter, small == "ñ" {
          append(Self.spanishLetter, isCapital: properties.isUppercase)
        } else {
          let bases = small.isASCII ? nil : LetterBases.bases(of: small)
          for letter in bases ?? [small.value] {
            append(Self.weight(letter), isAccented: bases != nil, isCapital: properties.isUppercase)
          }
        }
      }
    }
  }

  /// Adds the number that the digits make: its length and then its digits, so that a longer one is greater.
  mutating func endNumber() {
    guard !digits.isEmpty else { return }
    let significant = digits.drop { $0 == 0 }
    append(16 + UInt32(clamping: min(significant.count, 1 << 20)))
    for digit in significant { append(2 + digit) }
    digits.removeAll()
  }

  private mutating func append(_ letter: UInt32, isAccented: Bool = false, isCapital: Bool = false) {
    letters.append(letter)
    accents.append(isAccented ? 2 : 1)
    capitals.append(isCapital ? 2 : 1)
  }

  /// Two for each letter, so that there is room for one after it.
  private static func weight(_ letter: UInt32) -> UInt32 { 0x4000_0000 + 2 * letter }

  private static let spanishLetter = weight(0x6E) + 1

  private mutating func markAccent(_ mark: Unicode.Scalar) {
    guard let last = accents.indices.last else { return }
    if hasSpanishLetter, mark == "\u{303}", letters[last] == Self.weight(0x6E), accents[last] == 1 {
      letters[last] = Self.spanishLetter
    } else {
      accents[last] = 2
    }
  }
}

extension String {
  /// The text in the form by which a text is searched in others: that of ``caseFolded``, without accents, with the apostrophes and
  /// quotation marks of keyboards. `cafe` is in `Café`, and `l'any` in `l’any`.
  package var searchFolded: String {
    let folded = caseFolded
    guard folded.utf8.contains(where: { $0 >= 0x80 }) else { return folded }
    var letters: [UInt8] = []
    var known: [Unicode.Scalar: [UInt8]] = [:]
    for scalar in folded.unicodeScalars where !LetterBases.accents.contains(scalar) {
      switch scalar {
      case "\u{2018}", "\u{2019}", "\u{2BC}": letters.append(UInt8(ascii: "'"))
      case "\u{201C}"..."\u{201E}": letters.append(UInt8(ascii: "\""))
      case "\0"..."\u{7F}": letters.append(UInt8(truncatingIfNeeded: scalar.value))
      default:
        let bases = known[scalar] ?? LetterBases.scalars(of: scalar).flatMap { String($0).utf8 }
        known[scalar] = bases
        letters += bases
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// The base letters by which an accented or joined small letter is sorted.
///
/// The names of Unicode's characters never change (Unicode's stability policy), and an accented letter is named
/// after its base: LATIN SMALL LETTER E WITH ACUTE. The name gives the base without Foundation's decomposition, and for
/// letters with a stroke too, which have none.
private enum LetterBases {
  /// The accents that follow their letter.
  static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

  /// The base letters, or the letter itself where it has none.
  static func scalars(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    bases(of: scalar)?.compactMap(Unicode.Scalar.init) ?? [scalar]
  }

  /// - Returns: The code points of the base letters; `nil` for a letter without one.
  static func bases(of scalar: Unicode.Scalar) -> [UInt32]? {
    if let joined = joined[scalar] { return joined.map { $0.value } }
    if let syllable = hangul(scalar) { return syllable }
    guard blocks.contains(where: { $0.contains(scalar) }), let name = scalar.properties.name,
      let with = name.firstRange(of: " WITH ")
    else { return nil }
    return named[String(name[..<with.lowerBound])].map { [$0] }
  }

  /// The bases of letters whose names do not give them.
  private static let joined: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ß": ["s", "s"], "æ": ["a", "e"], "ǽ": ["a", "e"], "œ": ["o", "e"], "ı": ["i"], "ё": ["е"], "ї": ["і"],
  ]

  /// The blocks of Unicode that have letters of these alphabets: looking up a name takes a microsecond.
  private static let blocks: [ClosedRange<Unicode.Scalar>] = [
    "\u{80}"..."\u{8FF}", "\u{1D00}"..."\u{1FFF}", "\u{2C60}"..."\u{2DFF}", "\u{A640}"..."\u{A7FF}",
    "\u{AB30}"..."\u{AB6F}", "\u{FB00}"..."\u{FEFF}", "\u{1DF00}"..."\u{1DFFF}",
  ]

  /// The base letters by name: Latin, Greek, Cyrillic, Arabic.
  private static let named: [String: UInt32] = {
    let ranges: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F, 0x454...0x45F, 0x621...0x64A,
    ]
    let letters = ranges.joined().compactMap { Unicode.Scalar($0) }
    return Dictionary(firstOf: letters.map { ($0.properties.name ?? "", $0.value) })
  }()

  /// The letters of a composed Korean syllable (The Unicode Standard §3.12).
  private static func hangul(_ scalar: Unicode.Scalar) -> [UInt32]? {
    guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
    let index = scalar.value - 0xAC00
    let (leading, vowel, trailing) = (index / 588, index % 588 / 28, index % 28)
    return [0x1100 + leading, 0x1161 + vowel] + (trailing == 0 ? [] : [0x11A7 + trailing])
  }
}
