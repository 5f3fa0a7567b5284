import Almanac
import Testing

@MainActor
@Suite("K: the screens of a member of a gym")
struct GymScreensTests {
  private let zone: Zone
  private let now: Instant
  private let model: ActivitiesModel

  /// Zumba on Tuesdays at 10:00 and 18:00 with two places, of which one is taken.
  init() throws {
    let zone = try Zone("Europe/Madrid")
    self.zone = zone
    now = try CivilDateTime("2026-03-03T08:00").in(zone).instant
    let zumba = try ["10:00", "18:00"].map { hour in
      ClassSeries(
        "Zumba", repeating: RecurrenceRule(.weekly),
        from: try CivilDateTime("2026-03-03T\(hour)").in(zone), lasting: .hours(1), places: 2,
        uid: "zumba-\(hour)")
    }
    var gym = ClassBook(zumba)
    _ = gym.request(.book("eva"), of: "zumba-10:00", on: try CivilDate("2026-03-03"), now: now)
    model = ActivitiesModel(gym, for: "ana", zone: zone, now: now)
  }

  private var states: [String] { model.activities.map { model.state($0) } }

  @Test("a class that runs twice is two rows, booked and cancelled with a tap, and says when it is full")
  func activitiesScreen() throws {
    #expect(model.activities.map { model.title($0) } == ["10:00 Zumba", "18:00 Zumba"])
    #expect(states == ["1 de 2 plazas libres", "2 de 2 plazas libres"])
    model.tap(model.activities[0])
    #expect(model.alert == "Zumba: confirmada" && states[0] == "confirmada")
    let other = ActivitiesModel(model.gym, for: "bob", zone: zone, now: now)
    #expect(other.state(other.activities[0]) == "la clase está completa")
    other.tap(other.activities[0])
    #expect(other.alert == "Zumba: la clase está completa (0 en espera)")
    model.tap(model.activities[0])
    #expect(model.alert == "Zumba: cancelada" && states[0] == "1 de 2 plazas libres")
    model.now = try CivilDateTime("2026-03-03T12:00").in(zone).instant
    #expect(states[0] == "la clase ha terminado")
    model.day = model.week[2]
    #expect(model.activities.isEmpty && model.week.map(\.dayOfMonth) == [2, 3, 4, 5, 6, 7, 8])
  }

  @Test("the schedule of a week has the booked classes among the member's own appointments")
  func scheduleScreen() throws {
    model.tap(model.activities[1])
    var own = EventCalendar()
    try own.add(
      Event("Dentista", from: try CivilDateTime("2026-03-04T12:00").in(zone), lasting: .hours(1)), at: now)
    let schedule = ScheduleModel(model.gym, for: "ana", with: [own], zone: zone, now: now)
    #expect(schedule.title == "2–8 de marzo de 2026")
    #expect(schedule.view.days.flatMap { $0.items.map(\.item.summary) } == ["Zumba", "Dentista"])
  }
}
