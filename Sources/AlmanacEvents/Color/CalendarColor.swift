/// An opaque colour of the sRGB space with 8 bits a channel, with its CSS name where it has one.
///
/// Two colours are equal when their channels are: `.gray` and `.grey` are one colour. There is no alpha: the
/// one that `#rrggbbaa` carries (Apple's calendars write it) is dropped, since a calendar's colour is never
/// seen through; the text it came from is kept by whoever keeps the file.
///
///     let color = try CalendarColor("SteelBlue")
///     color.hex                       // "#4682b4"
///     color.description               // "steelblue"
///     color.contrastingText           // white
public struct CalendarColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour `0xRRGGBB`; bits above these 24 are ignored.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// The colour as the number `0xRRGGBB`.
  public var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Reads a CSS colour name in any case, or `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, whose alpha is
  /// dropped.
  ///
  /// No space is allowed around the text. See CSS Color Module Level 4 §5.2 and §6.1; RFC 7986 §5.9 uses the
  /// names.
  ///
  /// - Throws: ``ColorError`` with ``ColorError/Code/unknownName`` or ``ColorError/Code/malformedHex``.
  public init(_ text: String) throws(ColorError) {
    if text.utf8.first == UInt8(ascii: "#") {
      self = try Self.parseHex(text)
    } else if let named = CSSNames.color(named: text) {
      self = named
    } else {
      throw ColorError(.unknownName, expected: "a CSS colour name or #rrggbb")
    }
  }

  /// The colour as `#rrggbb`, in lower case.
  public var hex: String {
    let digits = String(rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  private static func parseHex(_ text: String) throws(ColorError) -> CalendarColor {
    let length = text.utf8.count - 1
    guard [3, 4, 6, 8].contains(length) else {
      throw ColorError(
        .malformedHex, at: min(length, 8) + 1, expected: "3, 4, 6 or 8 hexadecimal digits after #")
    }
    var channels: [UInt8] = []
    var offset = 1
    for byte in text.utf8.dropFirst() {
      guard let digit = hexDigit(byte) else {
        throw ColorError(.malformedHex, at: offset, expected: "a hexadecimal digit")
      }
      if length <= 4 {
        channels.append(digit * 17)
      } else if offset % 2 == 1 {
        channels.append(digit << 4)
      } else {
        channels[channels.count - 1] |= digit
      }
      offset += 1
    }
    return CalendarColor(red: channels[0], green: channels[1], blue: channels[2])
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension CalendarColor: CustomStringConvertible {
  /// The exact CSS name if there is one, else ``hex``; `CalendarColor(color.description)` is `color` again.
  public var description: String { cssName ?? hex }
}

extension CalendarColor: Codable {
  /// Reads the colour's text, in any form that ``init(_:)`` accepts.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  /// Writes the colour's ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
