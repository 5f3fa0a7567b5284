/// The characters that control a terminal or change the direction of writing: C0 and DEL, C1, the line and paragraph
/// separators, the embeddings, overrides and isolates, the marks U+200F and U+061C, and the invisible tags.
package enum DisplayControl {
  /// The control character at an index of UTF-8 and its length in bytes; `nil` for another character.
  package static func scalar(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let byte = text[index]
    switch byte {
    case 0..<0x20, ASCII.delete: return (UInt32(byte), 1)
    // U+0080 … U+009F
    case 0xC2 where index + 1 < text.count && text[index + 1] < 0xA0: return (UInt32(text[index + 1]), 2)
    case 0xD8 where index + 1 < text.count && text[index + 1] == 0x9C: return (0x61C, 2)
    // U+200F, U+2028 … U+202E, U+2066 … U+2069
    case 0xE2 where index + 2 < text.count:
      let scalar = 0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
      let isControl = scalar == 0x200F || 0x2028...0x202E ~= scalar || 0x2066...0x2069 ~= scalar
      return isControl ? (scalar, 3) : nil
    // U+E0000 … U+E007F
    case 0xF3 where index + 3 < text.count && text[index + 1] == 0xA0:
      let tag = UInt32(text[index + 2] & 0x3F) << 6 | UInt32(text[index + 3] & 0x3F)
      return tag < 0x80 ? (0xE0000 | tag, 4) : nil
    default: return nil
    }
  }
}
