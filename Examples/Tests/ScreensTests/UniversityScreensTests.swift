import Almanac
import Testing

@MainActor
@Suite("U: the screens of a student's calendar")
struct UniversityScreensTests {
  private let zone: Zone
  private let now: Instant
  private let model: TasksModel

  /// Two tasks on Thursday, 5 March 2026, one on the 12th.
  init() throws {
    zone = try Zone("Europe/Madrid")
    now = try CivilDateTime("2026-03-02T09:00").in(zone).instant
    var calendar = EventCalendar()
    for (name, day, color) in [
      ("Pràctica", 5, CalendarColor.steelBlue), ("Examen", 5, .gold), ("Lectura", 12, .teal),
    ] {
      let draft = TaskDraft(
        name: name, date: try CivilDate(2026, 3, day), time: .noon, color: color,
        categories: [name == "Examen" ? "Física" : "Àlgebra"])
      try calendar.add(try draft.event(in: zone), at: now)
    }
    model = TasksModel(calendar, today: try CivilDate("2026-03-02"), zone: zone)
  }

  @Test("the month is red on a day with several tasks, and each view is where it was left")
  func monthScreen() throws {
    #expect(model.title == "març de 2026")
    let colors = model.month.days.filter { $0.count > 0 }.map { $0.color }
    #expect(colors[0]?.isRed == true && colors[1] == .teal)
    model.navigator.select(try CivilDate("2026-03-05"))
    #expect(model.month.selectedDay?.items.map(\.item.summary) == ["Examen", "Pràctica"])
    #expect(model.week.days.map { model.row($0) }.prefix(4).last == "diverses tasques")
    model.navigator.step(by: 1)
    model.navigator.show(.day, at: try CivilDate("2026-03-12"))
    #expect(model.day.column.boxes.map(\.item.item.summary) == ["Lectura"])
    model.navigator.show(.month)
    #expect(model.title == "abril de 2026" && model.month.days.allSatisfy { $0.count == 0 })
    #expect(model.list.items.count == 3)
  }

  @Test("the form says what is wrong beside each field, and saves a new task or a changed one")
  func formScreen() throws {
    let form = TaskFormModel(on: try CivilDate("2026-03-06"), in: zone)
    form.draft.name = "2n lliurament"
    form.draft.color = .crimson
    #expect(form.alert(.name) == "el nom comença amb una xifra" && form.alert(.time) == "falta l’hora")
    #expect(form.alert(.color) == "el vermell es reserva per als dies amb diverses tasques")
    #expect(form.alert(.date).isEmpty && !form.isComplete && !model.save(form, at: now))
    (form.draft.name, form.draft.time, form.draft.color) = ("Segon lliurament", .noon, .teal)
    #expect(form.isComplete && model.save(form, at: now) && model.list.items.count == 4)
    let task = try #require(model.calendar.items(category: "Física").first?.event)
    let change = TaskFormModel(task, in: zone)
    change.draft.name = "Examen final"
    #expect(model.save(change, at: now) && model.list.items.count == 4)
    #expect(model.calendar.item(task.item.id)?.summary == "Examen final")
  }

  @Test("the form shows a task from abroad on the student's clock, and its colour alone changes")
  func formFromAbroad() throws {
    let start = try CivilDateTime("2026-03-04T10:00").in(Zone("America/New_York"))
    let task = Event("Seminari", from: start, lasting: .hours(1), uid: "abroad")
    var calendar = EventCalendar()
    try calendar.add(task, at: now)
    let model = TasksModel(calendar, today: try CivilDate("2026-03-02"), zone: zone)
    let form = TaskFormModel(task, in: zone)
    #expect(form.draft.time == (try CivilTime("16:00")))
    form.draft.color = .teal
    #expect(model.save(form, at: now))
    let saved = try #require(model.calendar.item(uid: "abroad"))
    #expect(saved.start == .zoned(start) && saved.color == .teal && !saved.isTask)
  }

  @Test("the tasks of a subject are listed before they are deleted")
  func subject() {
    #expect(model.tasks(of: "Àlgebra").map(\.summary) == ["Pràctica", "Lectura"])
    model.delete(subject: "Àlgebra")
    #expect(model.list.items.map(\.item.summary) == ["Examen"])
  }
}
