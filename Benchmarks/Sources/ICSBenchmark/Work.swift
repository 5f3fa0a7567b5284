import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import Measuring

/// A piece of work that is repeated in a process of its own, so that no other's heap is in its way.
enum Work: String {
  case parse, parseOnTwo, print, printAsRead
  case jCal, fromJCal, jsCalendar, fromJSCalendar
  case libicalParse, libicalPrint

  /// - Parameter rounds: How often it is done.
  func run(events: Int, rounds: Int) async {
    let bytes = input(events: events)
    switch self {
    case .parse:
      for _ in 0..<rounds { keep(Int64((try? ICSDocument(parsing: bytes))?.calendars.count ?? 0)) }
    case .parseOnTwo:
      for _ in 0..<rounds {
        keep(Int64((try? await ICSDocument.parsing(bytes, tasks: 2))?.calendars.count ?? 0))
      }
    case .print:
      let calendars = (try? ICSDocument(parsing: bytes))?.calendars ?? []
      for _ in 0..<rounds { keep(Int64(ICSDocument(calendars).bytes.count)) }
    case .printAsRead:
      guard let document = try? ICSDocument(parsing: bytes) else { return }
      for _ in 0..<rounds { keep(Int64(document.bytes.count)) }
    case .jCal:
      guard let document = try? ICSDocument(parsing: bytes) else { return }
      for _ in 0..<rounds { keep(Int64(document.jCal.utf8.count)) }
    case .fromJCal:
      let text = Array((try? ICSDocument(parsing: bytes))?.jCal.utf8 ?? "".utf8)
      for _ in 0..<rounds { keep(Int64((try? ICSDocument(jCal: text))?.calendars.count ?? 0)) }
    case .jsCalendar:
      guard let document = try? ICSDocument(parsing: bytes) else { return }
      let calendars = JSCalendarDocument(document.calendars)
      for _ in 0..<rounds { keep(Int64(calendars.text().utf8.count)) }
    case .fromJSCalendar:
      let calendars = (try? ICSDocument(parsing: bytes))?.calendars ?? []
      let text = Array(JSCalendarDocument(calendars).text().utf8)
      // With the text of the iCalendar that is made of them.
      for _ in 0..<rounds {
        keep(Int64(ICSDocument((try? JSCalendarDocument(parsing: text))?.calendars ?? []).bytes.count))
      }
    case .libicalParse:
      let text = zeroTerminated(bytes)
      for _ in 0..<rounds { withExtendedLifetime(LibicalTree(text)) {} }
    case .libicalPrint:
      guard let tree = LibicalTree(zeroTerminated(bytes)) else { return }
      for _ in 0..<rounds { keep(Int64(tree.print())) }
    }
  }

  /// Whether one round is long enough to be measured by itself.
  private var takesLong: Bool { [.fromJCal, .jsCalendar, .fromJSCalendar].contains(self) }

  /// Milliseconds of one more round, the median of several measurements.
  func milliseconds(events: Int, of measure: (ProcessUsage) -> Double) -> Double {
    func total(_ rounds: Int) -> Double {
      usage(ofProcess: ["--work", rawValue, "\(events)", "\(rounds)"]).map(measure) ?? .nan
    }
    let more = takesLong ? 1 : 6
    let times = (0..<5).map { _ in (total(1 + more) - total(1)) / Double(more) }
    return 1000 * times.sorted()[2]
  }
}

private func zeroTerminated(_ bytes: consuming [UInt8]) -> [CChar] {
  var text: [CChar] = []
  text.reserveCapacity(bytes.count + 1)
  for byte in bytes { text.append(CChar(bitPattern: byte)) }
  text.append(0)
  return text
}
