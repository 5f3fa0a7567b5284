// A gym's classes: places, bookings, and each member's own calendar. Start it with a file of your own:
//     GymClasses [CLASSES [CALENDAR OF A MEMBER]] [--as MEMBER] [--now 2026-03-09T08:00]
import Almanac
import AlmanacICS
import ExampleSupport

let example = Example(
  file: "gym.ics", companion: "university.ics", now: "2026-03-09T08:00", zone: "Europe/Madrid")
let (now, zone, today) = (example.now, example.zone, example.today)
let words = Localization.spanish
let reader = SchedulingWords(words, in: zone)
let calendars = Example.calendars(of: example.data)
var gym = ClassBook(calendars.first ?? EventCalendar())

/// A time on the clocks of the program's zone, wherever the gym is.
@MainActor func time(_ start: EventTime) -> String {
  let local = zone.local(at: start.instant(in: zone))
  return "\(local.date) \(local.time.clock)"
}

/// The outcome of a request, in a line.
@MainActor func words(_ decision: RosterDecision) -> String {
  (decision.isRefused ? "refused: " : "") + decision.outcome.description(in: reader)
}

/// A line with the number of bookings of a class on a date.
@MainActor func places(_ occurrence: ClassOccurrence) -> String {
  guard let roster = gym.roster(of: occurrence.uid, at: occurrence.original.instant) else { return "" }
  return
    "\(time(.zoned(roster.occurrence.start))): \(roster.takenPlaces) of \(roster.occurrence.places) taken, "
    + "\(roster.waitlist.count) waiting"
}

// K1: the classes of each weekday of a week, with their times; one date has a substitute instructor.
// The next week, or that of the next class, or of the first one of all.
let nextMonday = today.startOfWeek(from: .monday).adding(days: 7)
let upcoming = gym.series.compactMap {
  $0.nextOccurrences(from: nextMonday.startOfDay.in(zone).instant, limit: 1).first
}
guard let opening = upcoming.map({ $0.start.instant }).min() ?? gym.series.map({ $0.start.instant }).min()
else {
  Example.end("a calendar without classes has nothing to show")
}
let monday = opening.in(zone).local.date.startOfWeek(from: .monday)
for day in gym.timetable(on: monday..<monday.adding(days: 7), in: zone, now: now, in: words) {
  example.show("K1", "\(words.name(of: day.date.weekday)) \(day.date)")
  for one in day.classes.map(\.occurrence) where one.status == .scheduled {
    let instructor =
      one.instructor.isEmpty ? "" : ", \(one.instructor)\(one.isSubstituted ? " (sustituye)" : "")"
    let details = one.details.isEmpty ? "" : " – \(one.details)"
    example.show(
      "K1", "  \(zone.local(at: one.start.instant).time.clock) \(one.summary)\(instructor)\(details)")
  }
}

// The classes of these two weeks that have places: the first of all, the first of a later day, and those of the day of the
// second week that has the most.
let fortnight = gym.timetable(on: monday..<monday.adding(days: 14), in: zone, now: now).map { day in
  (
    date: day.date,
    classes: day.classes.map { $0.occurrence }.filter { $0.status == .scheduled }
  )
}
guard let firstDay = fortnight.first(where: { !$0.classes.isEmpty }), let first = firstDay.classes.first
else {
  Example.end("there are no classes in the two weeks from \(monday)")
}
let later = fortnight.first { $0.date > firstDay.date && !$0.classes.isEmpty } ?? firstDay
let second = later.classes[0]
let fullestDay = fortnight.suffix(7).max { $0.classes.count < $1.classes.count } ?? firstDay
let booked = gym.series.flatMap { series in
  gym.rosters(of: series.uid, on: firstDay.date).flatMap { $0.bookings }
}
let member = example.person ?? booked.first?.member ?? "ana@members.example"

// K2: one date of a class is booked; a date on which it does not run is refused, with the next dates.
let decision = gym.request(.book(member), of: first, now: now)
example.show("K2", "\(first.summary) on \(firstDay.date): \(words(decision))")
if let other = fortnight.first(where: { gym.rosters(of: first.uid, on: $0.date).isEmpty }) {
  let refused = gym.request(.book(member), of: first.uid, on: other.date, now: now)
  example.show("K2", "\(first.summary) on \(other.date): \(words(refused))")
}
if let last = firstDay.classes.last {
  let term = QueryWindow(days: monday..<monday.adding(days: 14), in: zone).range
  for entry in gym.bookTerm(member, of: last.uid, in: term, .skipping, now: now).dates {
    let outcome = entry.outcome.description(in: reader)
    example.show("K2", "\(last.summary) \(time(.zoned(entry.occurrence.start))): \(outcome)")
  }
}

// K2: a group session takes any room that holds six and half of the mats; a court is booked without a coach.
var desk = SessionBook()
let rooms = [SlotParticipant("Sala 1", capacity: 4), SlotParticipant("Sala 2", capacity: 8)]
let resources = [SlotParticipant("mats", capacity: 12)]
let evening = monday.at(try CivilTime("20:00")).in(zone)
let hour = evening.instant..<evening.adding(.hours(1)).instant
let needs = [
  try Requirement.any(of: desk.participants(rooms, in: hour), as: "room") { $0.capacity >= 6 },
  try Requirement.amount(6, of: "mats", among: desk.participants(resources, in: hour)),
]
let groups = try SlotGrid(lasting: .hours(1), in: hour, requiring: needs, at: now)
let group = desk.decide(
  SessionRequest(["ana", "bob"], at: evening, places: 6, summary: "Pilates"), offering: groups, by: "marta",
  now: now)
try desk.apply(group.decision)
let joined = desk.request(.join(group.decision.session?.uid ?? "", client: "cyd"), by: "marta", now: now)
example.show(
  "K2",
  "Pilates in \(group.choice.chosen(for: "room").joined()), \(joined.session?.clients.count ?? 0) of \(joined.session?.places ?? 0) places"
)
let court = SessionRequest([], at: evening, resources: [SessionBook.Session.Resource("court")])
for attempt in ["court", "court again"] {
  let decision = desk.request(.book(court), by: "", now: now)
  example.show(
    "K2", "\(attempt): \(decision.isRefused ? decision.refusals.map { $0.code }.joined() : "booked")")
}

// K3: the booking after the last place is refused, or joins the waiting list; places are never exceeded.
// A class of very many places is not filled.
let attempts = min(second.places, 200) + 1
for number in 1...attempts {
  let guest = "member\(number)@members.example"
  let decision = gym.request(.book(guest), of: second, now: now, key: "request-\(number)")
  if !decision.isRefused, number < attempts { continue }
  example.show("K3", "\(second.summary) \(places(second))")
  example.show("K3", "booking \(number): \(words(decision))")
  break
}
let waiting = gym.request(.book(member, waitlist: true), of: second, now: now)
example.show("K3", "with a waiting list: \(words(waiting))")
let again = gym.request(.book("member1@members.example"), of: second, now: now, key: "request-1")
example.show("K3", "the same request sent twice: \(words(again)), \(places(second))")

// K4: the calendar of a member has the member's own bookings, and no others.
@MainActor func show(calendarOf member: String, row: String) throws {
  let own = gym.calendar(of: member, name: member, at: now)
  let week = QueryWindow(days: monday..<monday.adding(days: 14), in: zone)
  for item in try own.occurrences(in: week.range, viewer: zone) {
    let state = item.item.status == .confirmed ? "" : " (waiting)"
    example.show(row, "\(member): \(time(item.start)) \(item.item.summary)\(state)")
  }
}
let guest = "member2@members.example"
try show(calendarOf: member, row: "K4")
try show(calendarOf: guest, row: "K4")

// K5: other commitments of a member are checked; bookings are exported as iCalendar and imported again.
let eva = "eva@members.example"
let elsewhere = Example.calendars(of: example.companion)
let context = BookingContext(commitments: { member, interval in
  member == eva ? BusyTime(elsewhere, in: interval, viewer: zone).items : []
})
for one in fullestDay.classes {
  let decision = gym.request(.book(eva), of: one, now: now, checking: context)
  example.show("K5", "\(one.summary) on \(fullestDay.date): \(words(decision))")
}
let exported = ICSDocument([gym.calendar(name: "Gym", at: now)]).text(.normalized)
let imported = ClassBook(try ICSDocument(parsing: exported).calendars.first ?? EventCalendar())
let same =
  gym.bookings(of: member).map { "\($0.occurrence.id) \($0.booking.state.code)" }
  == imported.bookings(of: member).map { "\($0.occurrence.id) \($0.booking.state.code)" }
example.show("K5", "exported and imported: \(same ? "the same bookings" : "other bookings")")
let feed = ICSDocument([gym.publicCalendar(name: "Gym", at: now)]).text(.normalized)
example.show("K5", "the public feed names members: \(feed.contains("members.example") ? "yes" : "no")")
var personal = gym.calendar(of: eva, at: now)
for item in personal.items.prefix(1) { try personal.remove(uid: item.uid) }
for (occurrence, booking) in MemberCalendar(personal)?.cancellations(in: gym) ?? [] {
  let decision = gym.request(.cancel(booking.member), of: occurrence, now: now)
  example.show("K5", "eva removed \(occurrence.summary) from her calendar: \(words(decision))")
}

// K6: a booking is cancelled; the place goes to the waiting list.
let cancelled = gym.request(.cancel(guest), of: second, now: now)
example.show("K6", "\(guest): \(words(cancelled)), \(places(second))")
try show(calendarOf: member, row: "K6")
let undone = gym.request(.cancel(member), of: first, now: now)
example.show("K6", "\(member): \(words(undone)), \(places(first))")
