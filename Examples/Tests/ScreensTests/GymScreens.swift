import Almanac
import Observation

/// The state that the screens of a member share: the gym's classes and the member's own calendars.
@MainActor @Observable
final class GymModel {
  var gym: ClassBook
  var own: [EventCalendar]
  var now: Instant
  let member: String
  let zone: Zone

  init(_ gym: ClassBook, for member: String, with own: [EventCalendar] = [], zone: Zone, now: Instant) {
    (self.gym, self.member, self.own, self.zone, self.now) = (gym, member, own, zone, now)
  }

  var words: SchedulingWords { SchedulingWords(.spanish, in: zone) }

  /// The member's own appointments, with which no class may collide.
  var context: BookingContext {
    BookingContext(commitments: { [own, zone] _, range in BusyTime(own, in: range, viewer: zone).items })
  }

  func request(_ command: RosterCommand, of one: ClassOccurrence) -> String {
    let decision = gym.request(command, of: one, now: now, checking: context)
    return "\(one.summary): \(decision.outcome.description(in: words))"
  }
}

/// K1 to K3, K6: the activities of a weekday, booked with a tap.
@MainActor @Observable
final class ActivitiesModel {
  let shared: GymModel
  var day: CivilDate
  private(set) var alert = ""
  /// A full class whose waiting list the screen offers.
  private(set) var full: ClassOffer?

  init(_ shared: GymModel) {
    self.shared = shared
    day = shared.zone.local(at: shared.now).date
  }

  /// The days of the week, for the row of weekdays.
  var week: [CivilDate] { (0..<7).map { day.startOfWeek(from: .monday).adding(days: $0) } }

  /// The classes of the day; one that runs twice has two rows.
  var activities: [ClassOffer] {
    shared.gym.timetable(
      on: day..<day.adding(days: 1), in: shared.zone, for: shared.member, now: shared.now,
      checking: shared.context
    ).flatMap { $0.classes }
  }

  func title(_ activity: ClassOffer) -> String {
    "\(activity.occurrence.start.in(shared.zone).local.time.clock) \(activity.occurrence.summary)"
  }

  /// `3 de 12 plazas libres`, `la clase está completa`, or what the member has.
  func state(_ activity: ClassOffer) -> String {
    activity.booking?.state.description(in: shared.words)
      ?? activity.description(at: shared.now, in: shared.words)
  }

  func tap(_ activity: ClassOffer) {
    full = activity.booking == nil && activity.free == 0 ? activity : nil
    let command: RosterCommand = activity.booking == nil ? .book(shared.member) : .cancel(shared.member)
    alert = shared.request(command, of: activity.occurrence)
  }

  func wait() {
    guard let activity = full else { return }
    alert = shared.request(.book(shared.member, waitlist: true), of: activity.occurrence)
    full = nil
  }
}

/// K4 and K5: the member's booked classes among their own appointments.
@MainActor @Observable
final class ScheduleModel {
  let shared: GymModel
  var week: CivilDate

  init(_ shared: GymModel) { (self.shared, week) = (shared, shared.zone.local(at: shared.now).date) }

  var view: WeekView {
    let calendars = shared.gym.schedule(of: shared.member, with: shared.own, at: shared.now)
    return WeekView(of: week, showing: calendars, in: shared.zone, firstWeekday: .monday)
  }
  var title: String { Localization.spanish.dates(week.startOfWeek(from: .monday)...lastDay) }
  private var lastDay: CivilDate { week.startOfWeek(from: .monday).adding(days: 6) }

  /// The bookings as a calendar for the member's phone.
  var exported: EventCalendar { shared.gym.calendar(of: shared.member, at: shared.now) }

  /// Cancels what the member removed from the calendar on the phone, where the rules of the class allow it.
  func receive(_ edited: EventCalendar) -> [String] {
    (MemberCalendar(edited)?.cancellations(in: shared.gym) ?? []).map { occurrence, booking in
      shared.request(.cancel(booking.member), of: occurrence)
    }
  }
}
