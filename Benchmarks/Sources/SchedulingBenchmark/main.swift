import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Measuring

// The slots of a month for one person with 1 000 busy items, many of which overlap.
let madrid = try Zone("Europe/Madrid")
let month = QueryWindow(days: YearMonth(2026, 3).days, in: madrid).range
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
  SlotGrid(
    lasting: .minutes(30), in: month, for: [SlotParticipant("", availability: office, busy: busy)],
    policy: policy, at: now)
}

let work: [(String, () -> Void)] = [
  ("slots of a month, 1 000 busy items", { keep(Int64(grid().slots.count)) }),
  ("the same with every reason of every start", { keep(Int64(grid().candidates.count)) }),
  (
    "the occurrences of a calendar of 1 000 events",
    {
      keep(Int64(calendar.occurrences(in: month, viewer: madrid).count))
    }
  ),
  (
    "the busy time of a calendar of 1 000 events",
    {
      keep(Int64(BusyTime([calendar], in: month, viewer: madrid).items.count))
    }
  ),
  (
    "the same from a calendar of 1 000 events",
    {
      let free = office.slots(lasting: .minutes(30), in: month, around: [calendar], policy: policy, at: now)
      keep(Int64(free.slots.count))
    }
  ),
]
print("\(grid().slots.count) slots of \(grid().candidates.count) starts")
for ((name, _), seconds) in zip(work, measureInTurns(work.map { $0.1 })) {
  print(column("\((seconds * 10_000_000).rounded() / 10)", 10), "µs ", name)
}

// A booking decision on a class with 10 000 bookings, by itself and through the book, cancelled again.
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
let decisions: [(String, () -> Void)] = [
  (
    "a booking decided on 10 000 bookings", { keep(Int64(roster.decide(.book("new"), at: now).events.count)) }
  ),
  ("a refusal on 10 000 bookings", { keep(Int64(roster.decide(.book("member 7"), at: now).events.count)) }),
  (
    "booked and cancelled through the book",
    {
      keep(Int64(book.request(.book("new"), of: "marathon", at: series.start.instant, now: now).events.count))
      keep(
        Int64(book.request(.cancel("new"), of: "marathon", at: series.start.instant, now: now).events.count))
    }
  ),
]
for ((name, _), seconds) in zip(decisions, measureInTurns(decisions.map { $0.1 })) {
  print(column("\((seconds * 10_000_000).rounded() / 10)", 10), "µs ", name)
}
