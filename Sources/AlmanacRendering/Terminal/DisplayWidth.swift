internal import AlmanacTime

/// The number of cells of a text on a terminal.
///
/// A grapheme (`Character`) is measured as a whole, as current terminals and python's `wcwidth` do:
/// - East Asian wide and fullwidth characters and emoji take 2 cells, ambiguous ones 1;
/// - an emoji sequence – joined by ZWJ, with a skin tone, a flag, a keycap, or with the emoji selector U+FE0F
///   – takes 2;
/// - combining marks, joiners, other invisible format characters and the vowels and finals of decomposed
///   Hangul take none; a spacing mark takes 1, and a grapheme of marks and conjuncts never more than 2;
/// - control characters take none: they must not be printed, see ``SafeText``.
///
/// Reference: UAX #11 and UAX #29, Unicode 17.
public enum DisplayWidth {
  /// The cells of a text: the sum over its graphemes.
  ///
  /// - Complexity: O(bytes), and fast where they are ASCII, Latin letters and the usual dashes and quotation marks.
  public static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count { $0 >= 0x20 && $0 != 0x7F } }
    var cells = 0
    for scalar in text.unicodeScalars {
      // Each of these is a grapheme, unless one of another kind follows.
      guard scalar.value < 0x300 || (0x2010...0x2027).contains(scalar.value) else {
        return text.reduce(0) { $0 + of($1) }
      }
      cells += of(scalar)
    }
    return cells
  }

  /// The cells of one grapheme.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return of(only) }
    var measure = ClusterMeasure()
    for scalar in scalars { measure.add(scalar) }
    return measure.width
  }

  /// The number of cells of a single scalar.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if isRegionalIndicator(scalar) { return 2 }
    if isInvisible(scalar) { return 0 }
    return WideScalars.contains(scalar) ? 2 : 1
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F: return false  // Leading consonants of Hangul, with their filler.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true  // Its vowels and finals, which join the leading one.
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: return false  // The bulk of CJK, spared the look-up.
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return true
    case .format: return !isPrependedSign(scalar)
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// The format characters that have a glyph: those with the property Prepended_Concatenation_Mark.
  private static func isPrependedSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}

/// Measures a grapheme of several scalars, one after the other.
private struct ClusterMeasure {
  /// Bases, spacing marks and conjuncts.
  private var cells = 0
  /// The cells of skin tones that belong to no emoji and are shown beside their base.
  private var strayCells = 0
  private var isEmojiStyle = false
  private var previous: Unicode.Scalar?
  private var joins = false

  var width: Int { (isEmojiStyle ? 2 : min(cells, 2)) + strayCells }

  mutating func add(_ scalar: Unicode.Scalar) {
    defer { previous = scalar }
    if scalar.value == 0x200D {
      joins = true
      return
    }
    defer { joins = false }
    guard let previous else {
      cells = DisplayWidth.of(scalar)
      return
    }
    let properties = scalar.properties
    if scalar.value == 0xFE0F {
      if previous.properties.isEmoji { isEmojiStyle = true }
    } else if properties.isEmojiModifier {
      if !previous.properties.isEmojiModifierBase { strayCells += 2 }
    } else if DisplayWidth.isRegionalIndicator(scalar) || (joins && !properties.isAlphabetic) {
      // The second half of a flag, or an emoji joined to the one before, needs no further cells.
    } else {
      cells += DisplayWidth.of(scalar)
    }
  }
}

extension DisplayWidth {
  /// The position of a text in a wider field.
  public enum Alignment: Sendable, Hashable, CaseIterable {
    /// All spaces after the text.
    case left
    /// Spaces on both sides, the greater half after the text.
    case center
    /// All spaces before the text.
    case right
  }

  static let ellipsis = "…"

  /// The text if it fits into the width, else as many of its graphemes as fit before an ellipsis.
  ///
  /// The result never has more than `width` cells and may have one less before a wide character. Spaces before the
  /// ellipsis are dropped. A negative width counts as 0, which has no room for an ellipsis.
  package static func truncated(_ text: String, to width: Int) -> String {
    let end = text.end(within: max(width, 0)) { of($0) }
    if end == text.endIndex { return text }
    guard width > 0 else { return String(text[..<end]) }
    return text.beginning(within: width - 1) { of($0) } + ellipsis
  }

  /// The text with spaces around it up to the width; unchanged if it is not narrower.
  ///
  /// Centred text with an odd number of spaces has the greater half after it.
  public static func padded(_ text: String, to width: Int, _ alignment: Alignment = .left) -> String {
    let (before, after) = padding(of(text), to: width, alignment)
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: after)
  }

  /// The text truncated or padded to exactly this width.
  package static func fitted(_ text: String, to width: Int, _ alignment: Alignment = .left) -> String {
    padded(truncated(text, to: width), to: width, alignment)
  }

  /// The spaces before and after a text of `own` cells in a field of `width`.
  static func padding(_ own: Int, to width: Int, _ alignment: Alignment) -> (before: Int, after: Int) {
    guard width > own else { return (0, 0) }
    let gap = width - own
    return switch alignment {
    case .left: (0, gap)
    case .center: (gap / 2, gap - gap / 2)
    case .right: (gap, 0)
    }
  }
}

extension StringProtocol {
  /// The end of the longest prefix of whole graphemes that fits, with graphemes of no width after it.
  func end<Width: Comparable & AdditiveArithmetic>(
    within room: Width, by width: (Character) -> Width
  ) -> Index {
    var used = Width.zero
    for index in indices {
      used += width(self[index])
      if used > room { return index }
    }
    return endIndex
  }

  /// The longest prefix that fits, without the spaces at its end.
  func beginning<Width: Comparable & AdditiveArithmetic>(
    within room: Width, by width: (Character) -> Width
  ) -> SubSequence {
    var beginning = self[..<end(within: room, by: width)]
    while beginning.last == " " { beginning.removeLast() }
    return beginning
  }
}

/// The scalars that take two cells, by WideScalars.txt.
enum WideScalars {
  /// - Complexity: O(log *n*) in the number of runs.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    let index = runs.partitioningIndex { $0.upperBound >= scalar.value }
    return index < runs.count && runs[index].contains(scalar.value)
  }

  private static let runs = PackageResources.WideScalars_txt.split(separator: UInt8(ascii: "\n"))
    .filter { $0.first != UInt8(ascii: "#") }.map { line in
      let ends = line.split(separator: UInt8(ascii: ".")).compactMap {
        UInt32(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      return ends[0]...ends[1]
    }
}
