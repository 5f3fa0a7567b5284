public import AlmanacRendering

extension DisplayWidth {
  /// The text in lines of at most `width` cells, each safe to print (``SafeText``).
  ///
  /// Its own line breaks are preserved. Lines break at spaces, which are dropped there, after a hyphen between
  /// letters, and around wide characters except before closing and after opening punctuation; a word longer
  /// than a line breaks between graphemes. A width below 1 counts as 1; only a wide character alone on its line may exceed
  /// it. Only spaces at line ends are lost.
  ///
  /// - Complexity: O(bytes).
  public static func wrapped(_ text: String, to width: Int) -> [String] {
    SafeText.lines(text).flatMap { line in
      var wrapper = LineWrapper(width: max(width, 1))
      for character in line { wrapper.add(character) }
      return wrapper.finish()
    }
  }
}

/// A filler of lines, grapheme by grapheme, which breaks each line as late as possible.
private struct LineWrapper {
  private let width: Int
  private var lines: [String] = []
  /// The line being filled.
  private var line: [(character: Character, width: Int)] = []
  private var lineWidth = 0
  /// The index in `line` at which the next line may begin.
  private var breakIndex: Int?

  init(width: Int) {
    self.width = width
  }

  mutating func add(_ character: Character) {
    // Spaces at a break belong to neither line.
    if character == " ", line.isEmpty, !lines.isEmpty { return }
    let own = DisplayWidth.of(character)
    if character != " ", mayBreak(before: character, own) { breakIndex = line.count }
    if character != " ", lineWidth + own > width, !line.isEmpty {
      endLine(at: breakIndex ?? line.count)
      // The rest on the new line may leave no room either.
      if lineWidth + own > width, !line.isEmpty { endLine(at: line.count) }
    }
    line.append((character, own))
    lineWidth += own
  }

  mutating func finish() -> [String] {
    if !line.isEmpty || lines.isEmpty { endLine(at: line.count) }
    return lines
  }

  private mutating func endLine(at end: Int) {
    var head = line[..<end]
    while head.last?.character == " " { head.removeLast() }
    lines.append(String(head.map(\.character)))
    line.removeSubrange(..<end)
    lineWidth = line.reduce(0) { $0 + $1.width }
    breakIndex = nil
  }

  private func mayBreak(before next: Character, _ nextWidth: Int) -> Bool {
    guard let last = line.last else { return false }
    if last.character == " " { return true }
    if last.character == "-" {
      return next.isLetter && line.count > 1 && line[line.count - 2].character.isLetter
    }
    guard last.width == 2 || nextWidth == 2 else { return false }
    return !Self.closes(next) && !Self.opens(last.character)
  }

  private static func closes(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter: true
    default: false
    }
  }

  private static func opens(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: false
    }
  }
}
