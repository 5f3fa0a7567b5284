import AlmanacContentLines
import CLibical

/// Lines and components that libical 3.0 would drop, split, cut short or alter travel under private names.
///
/// A line becomes the value of an `X-ALMANAC-LINE` property, between two `=` so that blanks at its ends and empty values stay; a
/// component that libical does not know becomes a VPOLL whose first property tells its name. Printing is followed by
/// ``restored(_:)``.
enum ProtectedLines {
  static let line = "X-ALMANAC-LINE"
  static let componentName = "X-ALMANAC-COMPONENT"
  static let carrier = ICAL_VPOLL_COMPONENT

  /// The components that libical keeps and prints under their own names.
  static func kind(ofComponent name: String) -> icalcomponent_kind? {
    switch name {
    case "VCALENDAR": ICAL_VCALENDAR_COMPONENT
    case "VEVENT": ICAL_VEVENT_COMPONENT
    case "VTODO": ICAL_VTODO_COMPONENT
    case "VJOURNAL": ICAL_VJOURNAL_COMPONENT
    case "VFREEBUSY": ICAL_VFREEBUSY_COMPONENT
    case "VALARM": ICAL_VALARM_COMPONENT
    case "VTIMEZONE": ICAL_VTIMEZONE_COMPONENT
    case "STANDARD": ICAL_XSTANDARD_COMPONENT
    case "DAYLIGHT": ICAL_XDAYLIGHT_COMPONENT
    case "VAVAILABILITY": ICAL_VAVAILABILITY_COMPONENT
    case "AVAILABLE": ICAL_XAVAILABLE_COMPONENT
    default: nil
    }
  }

  /// Whether ``kind(ofComponent:)`` has a kind for that name, without making a string of it.
  static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first else { return false }
    if isNamed(name, "VEVENT") || isNamed(name, "VALARM") { return true }
    switch first & 0xDF {
    case UInt8(ascii: "V"), UInt8(ascii: "S"), UInt8(ascii: "D"), UInt8(ascii: "A"):
      return kind(ofComponent: String(decoding: name, as: UTF8.self).uppercased()) != nil
    default: return false
    }
  }

  static func withoutControls(_ text: String) -> String {
    guard text.utf8.contains(where: isControl) else { return text }
    return String(decoding: text.utf8.filter { !isControl($0) }, as: UTF8.self)
  }

  private static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

  /// Puts lines and names back into what libical printed.
  static func restored(_ printed: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var writer = LineWriter()
    var open: [Begin] = []
    for line in PrintedLines(printed) {
      if let name = line.value(of: componentName), let begin = open.popLast() {
        writer.removeEnd(from: begin.position)
        open.append(Begin(position: begin.position, name: name))
        writer.write(line: "BEGIN:" + name)
      } else if let text = line.value(of: Self.line) {
        writer.write(line: text)
      } else if line.starts(with: "BEGIN:") {
        open.append(Begin(position: writer.bytes.count, name: nil))
        writer.write(verbatim: line.bytes)
      } else if line.starts(with: "END:"), let name = open.popLast()?.name {
        writer.write(line: "END:" + name)
      } else {
        writer.write(verbatim: line.bytes)
      }
    }
    return writer.bytes
  }

  private struct Begin {
    let position: Int
    let name: String?
  }
}

/// The content lines of what libical printed, folds and all.
private struct PrintedLines: Sequence, IteratorProtocol {
  struct Line {
    let bytes: UnsafeBufferPointer<UInt8>

    func starts(with prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

    /// The text protected under that private name.
    func value(of name: String) -> String? {
      guard bytes.count > name.utf8.count, starts(with: name), bytes[name.utf8.count] == UInt8(ascii: ":")
      else {
        return nil
      }
      var text: [UInt8] = []
      var index = name.utf8.count + 1
      while index < bytes.count {
        switch bytes[index] {
        case 0x0D: break
        case 0x0A: index += 1  // and the blank of the fold
        default: text.append(bytes[index])
        }
        index += 1
      }
      return Self.unescaped(text)
    }

    /// libical escapes the backslash, and in some versions `;` and `,`; the folds are out already.
    private static func unescaped(_ text: [UInt8]) -> String {
      var output: [UInt8] = []
      output.reserveCapacity(text.count)
      var index = 1
      while index < text.count - 1 {
        if text[index] == UInt8(ascii: "\\"), index + 1 < text.count - 1 { index += 1 }
        output.append(text[index])
        index += 1
      }
      return String(decoding: output, as: UTF8.self)
    }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    repeat {
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      position += 1
    } while position < bytes.count && bytes[position] == 0x20
    position = Swift.min(position, bytes.count)
    return Line(bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]))
  }
}
