extension DisplayWidth {
  /// Where a text stands in a field wider than it.
  public enum Alignment: Sendable, Hashable, CaseIterable {
    case left, center, right
  }

  /// The text itself if it fits into the width, else as many of its graphemes as fit before an ellipsis.
  ///
  /// The result never takes more than `width` cells and may take one less before a wide character. Spaces
  /// before the ellipsis are dropped; an ellipsis that is itself too wide is left out. A negative width
  /// counts as 0.
  public static func truncated(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    let end = text.endIndex
    if prefixEnd(of: text, within: width) == end { return text }
    let room = width - of(ellipsis)
    guard room >= 0 else { return String(text[..<prefixEnd(of: text, within: width)]) }
    var head = text[..<prefixEnd(of: text, within: room)]
    while head.last == " " { head.removeLast() }
    return head + ellipsis
  }

  /// The text with spaces around it up to the width; unchanged if it already takes as much.
  ///
  /// Centred text that cannot stand exactly in the middle stands one cell to the left of it.
  public static func padded(_ text: String, to width: Int, _ alignment: Alignment = .left) -> String {
    let (before, after) = padding(of(text), to: width, alignment)
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: after)
  }

  /// The text truncated or padded to exactly this width.
  public static func fitted(_ text: String, to width: Int, _ alignment: Alignment = .left) -> String {
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

  /// The end of the longest prefix of whole graphemes that fits, and of what takes no cells after it.
  static func prefixEnd(of text: String, within width: Int) -> String.Index {
    var used = 0
    for index in text.indices {
      used += of(text[index])
      if used > max(width, 0) { return index }
    }
    return text.endIndex
  }
}
