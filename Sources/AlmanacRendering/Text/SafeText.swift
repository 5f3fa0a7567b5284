/// Text from files made safe to print.
///
/// A title may hold escape sequences that would recolour, move or reprogram the terminal, and controls of
/// writing direction that would turn around the text beside it. Neither may reach the output.
public enum SafeText {
  /// The text on one line, without anything that acts on what displays it.
  ///
  /// - Line breaks (CR LF as one), tabs, vertical tabs and form feeds become one space each.
  /// - Other controls – C0, DEL, C1, ESC among them – become U+FFFD, so that they are seen to have been
  ///   there.
  /// - Embeddings, overrides and isolates of writing direction (U+202A … U+202E, U+2066 … U+2069) are left
  ///   out; the direction marks U+200E, U+200F and U+061C stay: they leave nothing open.
  ///
  /// Everything else stays as it is. Complexity: O(bytes).
  public static func singleLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var safe = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where afterReturn: break
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: safe.append(" ")
      case 0x00..<0x20, 0x7F..<0xA0: safe.append("\u{FFFD}")
      case 0x202A...0x202E, 0x2066...0x2069: break
      default: safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// The lines of a text, split at its line breaks, each safe as by ``singleLine(_:)``; an empty text is one
  /// line.
  public static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { singleLine(String($0)) }
  }
}
