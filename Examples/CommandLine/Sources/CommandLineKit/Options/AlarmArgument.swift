import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// The time of an alarm as typed: `15m` before the start, `start`, `end`, or a time such as `tomorrow 8:00`.
enum AlarmArgument: Sendable, Hashable {
  case before(CalendarDuration)
  case end
  case at(When)

  init(argument text: String) throws {
    switch text.lowercased() {
    case "start", "0", "0m": self = .before(.zero)
    case "end": self = .end
    default:
      if let length = try? Length.read(text) {
        self = .before(length)
      } else if let when = try? When(argument: text), when.time != nil {
        self = .at(when)
      } else {
        let length = text.hasPrefix("-") ? String(text.dropFirst()) : ""
        throw ArgumentFault(
          "\(text) is no time of an alarm",
          expected: (try? Length.read(length)) != nil
            ? "\(length), which is before the start"
            : "a length before the start such as 15m, start, end, a time such as 2026-03-02T08:00, or none")
      }
    }
  }

  /// The alarm. A to-do that is only due has no start: its calendar lets such a length count from the due time.
  func alarm(in zone: Zone) -> Alarm {
    switch self {
    case .before(let length): Alarm(.before(length, .start))
    case .end: Alarm(.relative(.zero, to: .end))
    case .at(let when): Alarm(.absolute(when.eventTime(in: zone).instant(in: zone)))
    }
  }
}

/// Whether an event takes time.
enum BusyFlag: String, EnumerableFlag, Sendable {
  case free, busy

  static func help(for value: BusyFlag) -> ArgumentHelp? {
    value == .free ? "The event takes no time: others can be booked then." : "The event takes time, as usual."
  }

  var transparency: Transparency? { self == .free ? .transparent : nil }
}

/// The priority of an item (RFC 5545 §3.8.1.9): `high`, `medium`, `low`, `none`, or 1, the highest, to 9.
func priority(_ text: String) throws -> Int {
  switch text.lowercased() {
  case "high": return 1
  case "medium": return 5
  case "low": return 9
  case "none": return 0
  default:
    guard let number = Int(text), (0...9).contains(number) else {
      throw ArgumentFault("\(text) is no priority", expected: "high, medium, low, none, or 1 to 9")
    }
    return number
  }
}
