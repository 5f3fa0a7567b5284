import Almanac
import Observation

/// K1 to K3, K6: the activities of a weekday, booked with a tap.
@MainActor @Observable
final class ActivitiesModel {
  var gym: ClassBook
  var now: Instant
  var day: CivilDate
  private(set) var alert = ""
  let member: String
  let zone: Zone

  init(_ gym: ClassBook, for member: String, zone: Zone, now: Instant) {
    (self.gym, self.member, self.zone, self.now) = (gym, member, zone, now)
    day = zone.local(at: now).date
  }

  private var words: SchedulingWords { SchedulingWords(.spanish, in: zone) }

  /// The days of the week, for the row of weekdays.
  var week: [CivilDate] { (0..<7).map { day.startOfWeek(from: .monday).adding(days: $0) } }

  /// The classes of the day; one that runs twice has two rows.
  var activities: [ClassOffer] {
    gym.timetable(on: day..<day.adding(days: 1), in: zone, for: member, now: now).flatMap { $0.classes }
  }

  func title(_ activity: ClassOffer) -> String {
    "\(activity.occurrence.start.in(zone).local.time.clock) \(activity.occurrence.title)"
  }

  /// `3 de 12 plazas libres`, `la clase está completa`, or what the member has.
  func state(_ activity: ClassOffer) -> String {
    activity.booking?.state.description(in: words) ?? activity.description(at: now, in: words)
  }

  func tap(_ activity: ClassOffer) {
    let command: RosterCommand = activity.booking == nil ? .book(member) : .cancel(member)
    let decision = gym.request(command, of: activity.occurrence, now: now)
    alert = "\(activity.occurrence.title): \(decision.outcome.description(in: words))"
  }
}

/// K4 and K5: the member's booked classes among their own appointments.
@MainActor @Observable
final class ScheduleModel {
  var calendars: [EventCalendar]
  var week: CivilDate
  let zone: Zone

  init(_ gym: ClassBook, for member: String, with own: [EventCalendar], zone: Zone, now: Instant) {
    calendars = gym.schedule(of: member, with: own, at: now)
    (self.zone, week) = (zone, zone.local(at: now).date)
  }

  var view: WeekView { WeekView(of: week, showing: calendars, in: zone, firstWeekday: .monday) }
  var title: String { Localization.spanish.dates(week.startOfWeek(from: .monday)...lastDay) }
  private var lastDay: CivilDate { week.startOfWeek(from: .monday).adding(days: 6) }
}
