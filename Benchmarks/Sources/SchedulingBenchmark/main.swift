import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Measuring

/// A piece of work, and which of them it is compared with.
struct Line {
  let name: String
  let bar: String
  let against: Int?
  let run: () -> Void
}

func measure() throws {
  // The slots of a month for one person with 1 000 busy items, many of which overlap.
  let madrid = try Zone("Europe/Madrid")
  let month = try QueryWindow(days: YearMonth(2026, 3).days, in: madrid).range
  let office = Availability(try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00"), in: madrid)
  let policy = BookingPolicy(
    every: .minutes(15), buffers: Buffers(before: .minutes(5), after: .minutes(5)), minimumNotice: .hours(2))

  var calendar = EventCalendar()
  var items: [BusyTime.Item] = []
  var state: UInt64 = 7
  for number in 0..<1_000 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let start = month.lowerBound.adding(seconds: Int(state >> 33) % (31 * 288) * 300)
    let minutes = 5 + Int(state >> 20) % 4 * 10
    items.append(BusyTime.Item(start..<start.adding(seconds: minutes * 60), summary: "\(number)"))
    calendar.insert(
      Event("\(number)", from: start.in(madrid), lasting: .minutes(minutes), uid: "\(number)"))
  }
  let busy = BusyTime(items)
  let now = month.lowerBound

  func grid() -> SlotGrid {
    try SlotGrid(
      lasting: .minutes(30), in: month, for: [SlotParticipant("", availability: office, busy: busy)],
      policy: policy, at: now)
  }

  func gridOfCalendar() -> SlotGrid {
    office.slots(lasting: .minutes(30), in: month, around: [calendar], policy: policy, at: now)
  }

  // A class with 10 000 bookings.
  let series = ClassSeries(
    "Marathon", from: month.lowerBound.adding(seconds: 86_400).in(madrid), lasting: .hours(4), places: 10_001,
    uid: "marathon")
  var book = ClassBook([series])
  for number in 0..<10_000 {
    _ = book.request(.book("member \(number)"), of: "marathon", at: series.start.instant, now: now)
  }
  let roster =
    book.roster(of: "marathon", at: series.start.instant)
    ?? Roster(of: series.nextOccurrences(from: now, limit: 1)[0])

  // What is measured gives the same answer as what it is compared with.
  let counts = [
    grid().slots.count, gridOfCalendar().slots.count,
    slotsByMinutes(items, in: month, zone: madrid, now: now),
    slotsByComparing(items, in: month, zone: madrid, now: now),
  ]
  precondition(Set(counts).count == 1, "\(counts)")
  precondition(
    isBookable("new", places: 10_001, among: roster.bookings)
      != roster.decide(.book("new"), at: now).isRefused)

  let lines = [
    Line(name: "slots of a month, 1 000 busy items", bar: "200", against: nil) {
      keep(Int64(grid().slots.count))
    },
    Line(name: "  straight from a calendar of 1 000 events", bar: "200", against: 0) {
      keep(Int64(gridOfCalendar().slots.count))
    },
    Line(name: "    of which the occurrences", bar: "", against: 0) {
      keep(Int64(calendar.agenda(in: month, viewer: madrid).found.count))
    },
    Line(name: "    of which the busy time, occurrences and all", bar: "", against: 0) {
      keep(Int64(BusyTime([calendar], in: month, viewer: madrid).items.count))
    },
    Line(name: "  every start with every reason", bar: "", against: 0) {
      keep(Int64(grid().candidates.count))
    },
    Line(name: "  naive: a map of the minutes of the month", bar: "", against: 0) {
      keep(Int64(slotsByMinutes(items, in: month, zone: madrid, now: now)))
    },
    Line(name: "  naive: every start compared with every item", bar: "", against: 0) {
      keep(Int64(slotsByComparing(items, in: month, zone: madrid, now: now)))
    },
    Line(name: "a booking decided on 10 000 bookings", bar: "5", against: nil) {
      keep(Int64(roster.decide(.book("new"), at: now).events.count))
    },
    Line(name: "  a refusal", bar: "5", against: 7) {
      keep(Int64(roster.decide(.book("member 7"), at: now).events.count))
    },
    Line(name: "  decided and done, and cancelled, through the book", bar: "", against: 7) {
      keep(Int64(book.request(.book("new"), of: "marathon", at: series.start.instant, now: now).events.count))
      keep(
        Int64(book.request(.cancel("new"), of: "marathon", at: series.start.instant, now: now).events.count))
    },
    Line(name: "  naive: all bookings looked through", bar: "", against: 7) {
      keep(isBookable("new", places: 10_001, among: roster.bookings) ? 1 : 0)
    },
  ]
  if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "choices" {
    try measureChoices(month, madrid, office, only: Int(CommandLine.arguments[2]))
  } else if CommandLine.arguments.count == 2, let only = Int(CommandLine.arguments[1]),
    lines.indices.contains(only)
  {
    for _ in 0..<5_000 { lines[only].run() }
  } else {
    print("\(counts[0]) slots; medians of CPU time, one thread, all in turns")
    print(column("µs", 10), column("bar", 6), column("ratio", 8))
    report(lines, barWidth: 6)
    try measureChoices(month, madrid, office)
  }
}

try measure()
