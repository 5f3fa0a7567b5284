/// How many cells of a terminal a text takes.
///
/// A grapheme (`Character`) is measured as a whole, the way current terminals and python's `wcwidth` do it:
/// - East Asian wide and fullwidth characters and emoji take 2 cells, ambiguous ones 1;
/// - an emoji sequence – joined by ZWJ, with a skin tone, a flag, a keycap, or with the emoji selector U+FE0F
///   – takes 2;
/// - combining marks, joiners, other invisible format characters and the vowels and finals of decomposed
///   Hangul take none; a spacing mark takes 1, and a grapheme of marks and conjuncts never more than 2;
/// - control characters take none: they are not to be printed, see ``SafeText``.
///
/// Reference: UAX #11 and UAX #29, Unicode 17.
public enum DisplayWidth {
  /// The cells of a text: the sum over its graphemes.
  ///
  /// Complexity: O(bytes), and fast where they are all ASCII.
  public static func of(_ text: some StringProtocol) -> Int {
    var printable = 0
    var isASCII = true
    for byte in text.utf8 {
      if byte >= 0x80 {
        isASCII = false
        break
      }
      if byte >= 0x20 && byte != 0x7F { printable += 1 }
    }
    if isASCII { return printable }
    var width = 0
    for character in text { width += of(character) }
    return width
  }

  /// The cells of one grapheme.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return of(only) }
    var measure = ClusterMeasure()
    for scalar in scalars { measure.add(scalar) }
    return measure.width
  }

  /// The cells of one scalar that stands alone.
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

/// The width of a grapheme of several scalars, taken one after the other.
private struct ClusterMeasure {
  /// Bases, spacing marks and conjuncts.
  private var cells = 0
  /// Skin tones that no emoji takes up and that stand beside their base.
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
      // The second half of a flag, or an emoji joined to the one before: within that one's cells.
    } else {
      cells += DisplayWidth.of(scalar)
    }
  }
}
