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
  /// - Complexity: O(bytes), and fast where they are all ASCII.
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

  /// The cells of one scalar by itself.
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
    case left, center, right
  }

  static let ellipsis = "…"

  /// The text if it fits into the width, else as many of its graphemes as fit before an ellipsis.
  ///
  /// The result never has more than `width` cells and may have one less before a wide character. Spaces before the
  /// ellipsis are dropped. A negative width counts as 0, which has no room for an ellipsis.
  package static func truncated(_ text: String, to width: Int) -> String {
    let end = prefixEnd(of: text, within: width)
    if end == text.endIndex { return text }
    guard width > 0 else { return String(text[..<end]) }
    var head = text[..<prefixEnd(of: text, within: width - 1)]
    while head.last == " " { head.removeLast() }
    return head + ellipsis
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

  /// The end of the longest prefix of whole graphemes that fits, with graphemes of no cells after it.
  private static func prefixEnd(of text: String, within width: Int) -> String.Index {
    var used = 0
    for index in text.indices {
      used += of(text[index])
      if used > max(width, 0) { return index }
    }
    return text.endIndex
  }
}

/// The scalars that take two cells: East Asian Width W or F in Unicode 17, with the unassigned code points
/// that EastAsianWidth.txt makes wide by default.
///
/// Printed by python with unicodedata2 17.0, as the runs of code points with this property:
///
///     east_asian_width(c) in "WF" or category(c) == "Cn" and (0x3400 <= ord(c) <= 0x4DBF
///       or 0x4E00 <= ord(c) <= 0x9FFF or 0xF900 <= ord(c) <= 0xFAFF
///       or 0x20000 <= ord(c) <= 0x2FFFD or 0x30000 <= ord(c) <= 0x3FFFD)
enum WideScalars {
  /// - Complexity: O(log *n*) in the number of runs.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    let index = runs.partitioningIndex { $0.upperBound >= scalar.value }
    return index < runs.count && runs[index].contains(scalar.value)
  }

  private static let runs: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653, 0x267F...0x267F, 0x268A...0x268F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE,
    0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD,
    0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
    0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
    0x2B55...0x2B55, 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5, 0x2FF0...0x303E, 0x3041...0x3096,
    0x3099...0x30FF, 0x3105...0x312F, 0x3131...0x318E, 0x3190...0x31E5, 0x31EF...0x321E, 0x3220...0x3247,
    0x3250...0xA48C, 0xA490...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE52, 0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4,
    0x16FF0...0x16FF6, 0x17000...0x18CD5, 0x18CFF...0x18D1E, 0x18D80...0x18DF2, 0x1AFF0...0x1AFF3,
    0x1AFF5...0x1AFFB, 0x1AFFD...0x1AFFE, 0x1B000...0x1B122, 0x1B132...0x1B132, 0x1B150...0x1B152,
    0x1B155...0x1B155, 0x1B164...0x1B167, 0x1B170...0x1B2FB, 0x1D300...0x1D356, 0x1D360...0x1D376,
    0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x1F300...0x1F320,
    0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
    0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC,
    0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596,
    0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2,
    0x1F6D5...0x1F6D8, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB,
    0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FA7C,
    0x1FA80...0x1FA8A, 0x1FA8E...0x1FAC6, 0x1FAC8...0x1FAC8, 0x1FACD...0x1FADC, 0x1FADF...0x1FAEA,
    0x1FAEF...0x1FAF8, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
