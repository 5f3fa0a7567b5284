import Measuring

/// Times of reading and writing as multiples of libical's.
struct Ratios {
  let rows: [Row]

  init(events: Int) {
    func row(_ name: String, _ work: Work, _ peer: Work, bar: Double, _ measure: (ProcessUsage) -> Double)
      -> Row
    {
      Row(
        name: name, almanac: work.milliseconds(events: events, of: measure),
        peer: peer.milliseconds(events: events, of: measure), unit: "ms", bar: bar)
    }
    rows = [
      row("parse \(events) events, CPU", .parse, .libicalParse, bar: 1) { $0.cpuSeconds },
      row("parse them on two cores, wall", .parseOnTwo, .libicalParse, bar: 1) { $0.wallSeconds },
      row("print them, all made anew", .print, .libicalPrint, bar: 1.3) { $0.cpuSeconds },
      row("print them as read", .printAsRead, .libicalPrint, bar: 0.5) { $0.cpuSeconds },
      // libical has neither of the two forms: its own text is the measure.
      row("write them as jCal", .jCal, .libicalPrint, bar: 3) { $0.cpuSeconds },
      row("read them as jCal", .fromJCal, .libicalParse, bar: 3) { $0.cpuSeconds },
      row("write them as JSCalendar", .jsCalendar, .libicalPrint, bar: 6) { $0.cpuSeconds },
      row("read them as JSCalendar", .fromJSCalendar, .libicalParse, bar: 11) { $0.cpuSeconds },
    ]
  }
}
