import AlmanacContentLines
import CLibical

/// Lines and components that libical 3.0 would drop, split, cut short or alter are only given a place in it.
///
/// For a line stands an `X-ALMANAC-LINE` property; a component that libical does not know becomes a VPOLL whose first
/// property stands for its name. Printing is followed by ``restored(_:_:)``, which puts lines and names in their places.
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

  /// Puts lines and names, in their order, into what libical printed.
  static func restored(_ printed: UnsafeBufferPointer<UInt8>, _ lines: [[UInt8]]) -> [UInt8] {
    var restoration = Restoration(printed, lines)
    return restoration.run()
  }
}

/// One pass over printed text: untouched stretches are copied whole.
private struct Restoration {
  private let printed: UnsafeBufferPointer<UInt8>
  private var lines: ArraySlice<[UInt8]>
  private var writer = LineWriter()
  /// What is copied so far ends here.
  private var copied = 0
  /// The true names of the components that are open; `nil` where the printed one is true.
  private var open: [[UInt8]?] = []

  init(_ printed: UnsafeBufferPointer<UInt8>, _ lines: [[UInt8]]) {
    self.printed = printed
    self.lines = lines[...]
  }

  mutating func run() -> [UInt8] {
    var begin = 0
    var position = 0
    while position < printed.count {
      let start = position
      position = end(ofLineAt: start)
      switch printed[start] {
      case UInt8(ascii: "X"):
        if hasPrefix("X-ALMANAC-LINE:", at: start, in: printed) {
          copy(upTo: start)
          writer.write(line: lines.popFirst() ?? [])
          copied = position
        } else if hasPrefix("X-ALMANAC-COMPONENT:", at: start, in: printed), !open.isEmpty {
          copy(upTo: begin)
          let name = lines.popFirst() ?? []
          open[open.count - 1] = name
          writer.write(line: Array("BEGIN:".utf8) + name)
          copied = position
        }
      case UInt8(ascii: "B") where hasPrefix("BEGIN:", at: start, in: printed):
        begin = start
        open.append(nil)
      case UInt8(ascii: "E") where hasPrefix("END:", at: start, in: printed):
        guard let name = open.popLast() ?? nil else { continue }
        copy(upTo: start)
        writer.write(line: Array("END:".utf8) + name)
        copied = position
      default: break
      }
    }
    copy(upTo: printed.count)
    return writer.bytes
  }

  private mutating func copy(upTo end: Int) {
    guard copied < end else { return }
    writer.write(verbatim: UnsafeBufferPointer(rebasing: printed[copied..<end]))
    copied = end
  }

  private func end(ofLineAt start: Int) -> Int {
    guard let base = printed.baseAddress else { return 0 }
    return min(firstPosition(of: 0x0A, in: base, from: start, to: printed.count) + 1, printed.count)
  }
}
