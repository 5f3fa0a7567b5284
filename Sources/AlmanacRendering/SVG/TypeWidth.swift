/// How wide text stands in a sans-serif type, in parts of its size.
///
/// A picture that stands alone does not know which of its fonts will be there. These are widths by classes of letters
/// between those of Noto Sans and DejaVu Sans, two common ones, of which the second is among the widest there are.
enum TypeWidth {
  static func of(_ text: String) -> Double {
    text.reduce(0) { $0 + of($1) }
  }

  /// The text if it fits, else as much of it as does before an ellipsis; nothing where not even that does.
  static func cut(_ text: String, to room: Double) -> String {
    var used = 0.0
    var end = text.startIndex
    for index in text.indices {
      used += of(text[index])
      if used > room {
        let head = text[..<end].trimmingTrailingSpaces
        return head.isEmpty ? "" : head + "…"
      }
      if used + ellipsis <= room { end = text.index(after: index) }
    }
    return text
  }

  private static let ellipsis = 0.85

  private static func of(_ character: Character) -> Double {
    if let ascii = character.asciiValue { return widths[Int(ascii)] }
    let cells = DisplayWidth.of(character)
    // Letters of other scripts are as wide as the wide ones of Latin.
    return cells > 1 ? 1.1 : cells == 1 ? 0.61 : 0
  }

  private static let widths: [Double] = (0..<128).map { value in
    switch UInt8(value) {
    case UInt8(ascii: "i"), UInt8(ascii: "j"), UInt8(ascii: "l"), UInt8(ascii: "'"), UInt8(ascii: "|"): 0.3
    case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "I"): 0.33
    case UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: ":"), UInt8(ascii: ";"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "-"):
      0.41
    case UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "@"),
      UInt8(ascii: "%"):
      0.95
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 0.71
    default: 0.59
    }
  }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
