import AlmanacScheduling
import AlmanacTime

/// The slots of weekdays 9–13 and 15–19 as one would find them first: every start compared with every item, minutes
/// of opening hours looked up on the wall clock.
func slotsByComparing(_ items: [BusyTime.Item], in month: Range<Instant>, zone: Zone, now: Instant) -> Int {
  var count = 0
  var start = month.lowerBound
  while start < month.upperBound {
    defer { start = start.adding(seconds: 900) }
    let end = start.adding(seconds: 1800)
    guard start >= now.adding(seconds: 7200), isOpen(start, to: end, in: zone) else { continue }
    let from = start.adding(seconds: -300)
    let upTo = end.adding(seconds: 300)
    if !items.contains(where: { $0.interval.lowerBound < upTo && $0.interval.upperBound > from }) {
      count += 1
    }
  }
  return count
}

/// The same with a map of the minutes that are taken.
func slotsByMinutes(_ items: [BusyTime.Item], in month: Range<Instant>, zone: Zone, now: Instant) -> Int {
  let minutes = month.upperBound.seconds(since: month.lowerBound) / 60
  var taken = [Bool](repeating: false, count: minutes)
  for item in items {
    let from = item.interval.lowerBound.seconds(since: month.lowerBound) / 60 - 5
    let upTo = item.interval.upperBound.seconds(since: month.lowerBound) / 60 + 5
    for minute in (from..<upTo).clamped(to: 0..<minutes) { taken[minute] = true }
  }
  var count = 0
  for minute in stride(from: 0, to: minutes - 30, by: 15) {
    let start = month.lowerBound.adding(seconds: minute * 60)
    guard start >= now.adding(seconds: 7200), isOpen(start, to: start.adding(seconds: 1800), in: zone),
      !taken[minute..<(minute + 30)].contains(true)
    else { continue }
    count += 1
  }
  return count
}

func isOpen(_ start: Instant, to end: Instant, in zone: Zone) -> Bool {
  let local = zone.local(at: start)
  guard local.date.weekday != .saturday, local.date.weekday != .sunday else { return false }
  let from = local.time.secondOfDay
  let upTo = from + end.seconds(since: start)
  return from >= 9 * 3600 && upTo <= 13 * 3600 || from >= 15 * 3600 && upTo <= 19 * 3600
}

/// A booking as one would decide it first: all bookings looked through for the member and for the places taken.
func isBookable(_ member: String, places: Int, among bookings: [Booking]) -> Bool {
  let taken = bookings.filter { $0.state.takesPlaces }.reduce(0) { $0 + $1.places }
  return taken < places && !bookings.contains { $0.member == member && $0.state.isActive }
}
