import Almanac
import Testing

@MainActor
@Suite("K: the screens of a member of a gym")
struct GymScreensTests {
  private let zone: Zone
  private let now: Instant
  private let ana: GymModel

  /// Zumba on Tuesdays at 10:00 and 18:00 with two places, of which one is taken.
  init() throws {
    let zone = try Zone("Europe/Madrid")
    self.zone = zone
    now = try CivilDateTime("2026-03-03T08:00").in(zone).instant
    let zumba = try ["10:00", "18:00"].map { hour in
      ClassSeries(
        "Zumba", from: try CivilDateTime("2026-03-03T\(hour)").in(zone),
        lasting: .hours(1), repeating: RecurrenceRule(.weekly), places: 2,
        uid: "zumba-\(hour)")
    }
    var gym = ClassBook(zumba)
    _ = gym.request(.book("eva"), of: "zumba-10:00", on: try CivilDate("2026-03-03"), now: now)
    ana = GymModel(gym, for: "ana", zone: zone, now: now)
  }

  private func appointment(_ title: String, at start: String) throws -> EventCalendar {
    var calendar = EventCalendar()
    try calendar.add(Event(title, from: try CivilDateTime(start).in(zone), lasting: .hours(1)), at: now)
    return calendar
  }

  @Test("a class that runs twice is two rows, booked and cancelled with a tap, and says when it is full")
  func activitiesScreen() throws {
    let model = ActivitiesModel(ana)
    var states: [String] { model.activities.map { model.state($0) } }
    #expect(model.activities.map { model.title($0) } == ["10:00 Zumba", "18:00 Zumba"])
    #expect(states == ["1 de 2 plazas libres", "2 de 2 plazas libres"])
    model.tap(model.activities[0])
    #expect(model.alert == "Zumba: confirmada" && states[0] == "confirmada" && model.full == nil)
    let bob = ActivitiesModel(GymModel(ana.gym, for: "bob", zone: zone, now: now))
    #expect(bob.state(bob.activities[0]) == "la clase está completa")
    bob.tap(bob.activities[0])
    #expect(bob.alert == "Zumba: la clase está completa (0 en espera)" && bob.full != nil)
    bob.wait()
    #expect(bob.state(bob.activities[0]).contains("espera") && bob.full == nil)
    model.tap(model.activities[0])
    #expect(model.alert == "Zumba: cancelada" && states[0] == "1 de 2 plazas libres")
    ana.now = try CivilDateTime("2026-03-03T12:00").in(zone).instant
    #expect(states[0] == "la clase ha terminado")
    model.day = model.week[2]
    #expect(model.activities.isEmpty && model.week.map(\.dayOfMonth) == [2, 3, 4, 5, 6, 7, 8])
  }

  @Test("a class at the time of an appointment of the member's own is not booked, and says why")
  func collision() throws {
    ana.own = [try appointment("Dentista", at: "2026-03-03T10:30")]
    let model = ActivitiesModel(ana)
    model.tap(model.activities[0])
    #expect(model.alert.contains("Dentista") && model.activities[0].booking == nil && model.full == nil)
    model.tap(model.activities[1])
    #expect(model.alert == "Zumba: confirmada")
  }

  @Test("the schedule has what is booked on the other screen, and a class removed on the phone is cancelled")
  func scheduleScreen() throws {
    ana.own = [try appointment("Dentista", at: "2026-03-04T12:00")]
    let schedule = ScheduleModel(ana)
    var titles: [String] { schedule.view.days.flatMap { $0.items.map(\.item.summary) } }
    #expect(schedule.title == "2–8 de marzo de 2026" && titles == ["Dentista"])
    let activities = ActivitiesModel(ana)
    activities.tap(activities.activities[1])
    #expect(titles == ["Zumba", "Dentista"])
    var phone = schedule.exported
    #expect(schedule.receive(phone).isEmpty)
    for item in phone.items { try phone.remove(uid: item.uid) }
    #expect(schedule.receive(phone) == ["Zumba: cancelada"] && titles == ["Dentista"])
  }
}
