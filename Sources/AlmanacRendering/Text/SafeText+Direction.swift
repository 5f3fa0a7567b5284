extension SafeText {
  /// The text between marks of left-to-right direction (U+200E), which are not seen and take no cell, if any of it is
  /// written from right to left.
  ///
  /// Terminals that know both directions put a whole line in order. Without marks two Hebrew titles in neighbouring
  /// cells are one stretch of text to them, and change places.
  static func guarded(_ text: String) -> String {
    guard let mark = guardMark(text) else { return text }
    let before = text.unicodeScalars.first == mark.unicodeScalars.first ? "" : mark
    let after = text.unicodeScalars.last == mark.unicodeScalars.first ? "" : mark
    return before + text + after
  }

  /// The mark to stand on both sides of a text, if it needs one.
  static func guardMark(_ text: String) -> String? {
    text.unicodeScalars.contains(where: isRightToLeft) ? "\u{200E}" : nil
  }

  /// The blocks in which Unicode has its right-to-left scripts, and the mark of that direction.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x590 else { return false }
    switch scalar.value {
    case 0x590..<0x900, 0x200F, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000:
      return true
    default: return false
    }
  }
}
