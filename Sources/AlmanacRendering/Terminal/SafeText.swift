internal import AlmanacComponents
internal import AlmanacTime

/// Makes text from files safe to print.
///
/// A title may contain escape sequences that recolour, move or reprogram the terminal, and controls of writing direction
/// that reorder the text beside it. Neither reaches the output.
public enum SafeText {
  /// The text on one line, without controls of the terminal or of writing direction.
  ///
  /// - Line breaks (CR LF as one), tabs, vertical tabs and form feeds become one space each.
  /// - Other controls – C0 with ESC, DEL, C1 – become U+FFFD, which shows their place.
  /// - Embeddings, overrides and isolates of writing direction (U+202A … U+202E, U+2066 … U+2069), the Arabic letter mark
  ///   U+061C and the invisible tags U+E0000 … U+E007F are removed, and so is the mark U+200F unless the text has
  ///   right-to-left letters, which have the same effect on the text beside them; U+200E is preserved.
  ///
  /// Everything else is unchanged.
  ///
  /// - Complexity: O(bytes).
  public static func singleLine(_ text: String) -> String {
    if isSafe(text) { return text }
    var safe = String.UnicodeScalarView()
    var afterReturn = false
    lazy var hasRightToLeftLetters = text.unicodeScalars.contains { scalar in
      isRightToLeft(scalar) && !marks.contains(scalar)
    }
    for scalar in text.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where afterReturn: break
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: safe.append(" ")
      case 0x00..<0x20, 0x7F..<0xA0: safe.append("\u{FFFD}")
      case 0x200F where !hasRightToLeftLetters: break
      case 0x61C, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: break
      default: safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// The marks of right-to-left direction.
  private static let marks: [Unicode.Scalar] = ["\u{200F}", "\u{61C}"]

  /// Whether a text has nothing that `singleLine(_:)` may change.
  private static func isSafe(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.allSatisfy { 0x20..<0x7F ~= bytes[$0] || DisplayControl.scalar(in: bytes, at: $0) == nil }
    }
  }

  /// The lines of a text, split at CR, LF and CR LF, each safe as by ``singleLine(_:)``; an empty text is one line. Other
  /// line separators are spaces: no text within a line of a file looks like a line of its own.
  public static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { ["\r", "\n", "\r\n"].contains($0) }
      .map { singleLine(String($0)) }
  }

  /// The JSON text of the same value with escapes in place of the characters that ``singleLine(_:)`` replaces or removes,
  /// without space between its parts; a text that is not JSON becomes a single line.
  public static func json(_ text: String) -> String {
    JSONValue(reading: text, depth: 1_000)?.text() ?? singleLine(text)
  }
}

extension SafeText {
  /// The text between invisible marks of left-to-right direction (U+200E), if any of it is written from right to left.
  ///
  /// Terminals that support both directions reorder a whole line: without marks, two Hebrew titles in neighbouring cells
  /// would be one run of text and change places. The marks take no room, and controls are not replaced (``singleLine(_:)``).
  ///
  /// - Complexity: O(bytes).
  public static func guarded(_ text: String) -> String {
    guard let mark = guardMark(text) else { return text }
    let before = text.unicodeScalars.first == mark.unicodeScalars.first ? "" : mark
    let after = text.unicodeScalars.last == mark.unicodeScalars.first ? "" : mark
    return before + text + after
  }

  /// The mark for both sides of a text; `nil` for a text that needs none.
  static func guardMark(_ text: String) -> String? {
    text.unicodeScalars.contains(where: isRightToLeft) ? "\u{200E}" : nil
  }

  /// Whether a scalar is in a block of right-to-left scripts or is the mark of that direction.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x590 else { return false }
    switch scalar.value {
    case 0x590..<0x900, 0x200F, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000:
      return true
    default: return false
    }
  }

  /// Whether any letter of a text is written against a direction.
  static func hasLetters(in text: String, against direction: Localization.Direction) -> Bool {
    text.unicodeScalars.contains { scalar in
      isRightToLeft(scalar)
        ? direction == .leftToRight : direction == .rightToLeft && scalar.properties.isAlphabetic
    }
  }

  /// The direction of writing of a text: that of its first letter (UAX #9, rule P2); `nil` for a text without letters.
  static func direction(of text: String) -> Localization.Direction? {
    for scalar in text.unicodeScalars {
      if isRightToLeft(scalar) { return .rightToLeft }
      let isLetter =
        scalar.isASCII ? 0x41...0x5A ~= scalar.value & 0xDF : scalar.properties.isAlphabetic
      if isLetter { return .leftToRight }
    }
    return nil
  }
}
