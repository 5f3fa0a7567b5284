import Almanac
import AlmanacTraining
import Foundation
import Testing

@MainActor
@Suite("G: the screens of a personal trainer")
struct PersonalTrainerScreensTests {
  private let zone: Zone
  private let now: Instant
  private let shared: CoachModel
  private let agenda: AgendaModel

  /// Laia with two clients, a routine, and sessions on Monday and Wednesday.
  init() throws {
    zone = try Zone("Europe/Madrid")
    now = try CivilDateTime("2026-03-02T09:00").in(zone).instant
    var library = TrainingLibrary()
    try library.add(Exercise(id: "squat", coach: "laia", name: "Esquat"))
    let set = PrescribedSet(repetitions: 8, load: .kilograms(60), rest: .seconds(90))
    try library.add(
      Routine(id: "legs", coach: "laia", name: "Cames", exercises: [.init("squat", sets: 2, of: set)]))
    var coaching = Coaching(library: library)
    for (id, name) in [("biel", "Biel"), ("anna", "Anna")] {
      try coaching.request(.addClient(SessionBook.Client(id, name: name)), by: "laia", now: now)
    }
    for (client, start) in [("anna", "2026-03-04T10:00"), ("biel", "2026-03-02T18:00")] {
      let time = try CivilDateTime(start).in(zone)
      try coaching.request(.schedule(client: client, at: time), by: "laia", now: now)
    }
    shared = CoachModel(coaching, coach: "laia", zone: zone, now: now)
    agenda = AgendaModel(shared)
  }

  @Test(
    "the agenda marks the days, lists the selected one and the next sessions, and says why a booking fails")
  func agendaScreen() throws {
    #expect(agenda.month.days.filter { $0.count > 0 }.map(\.date.dayOfMonth) == [2, 4])
    #expect(agenda.day?.items.map(\.item.summary) == ["Biel"])
    #expect(agenda.next.map { agenda.title($0) } == ["18:00 Biel", "10:00 Anna"])
    #expect(agenda.clients.map(\.client.name) == ["Anna", "Biel"] && agenda.clients[0].lastTrained == nil)
    agenda.book("anna", at: try CivilTime("18:30"))
    #expect(shared.alert == ["laia té un altre compromís: Biel"] && agenda.next.count == 2)
    agenda.selected = try CivilDate("2026-03-05")
    #expect(agenda.day?.items.isEmpty == true)
    agenda.book("anna", at: try CivilTime("18:30"), place: "Gimnàs")
    #expect(shared.alert.isEmpty && agenda.day?.items.count == 1)
  }

  @Test("a workout is run from the agenda, each repetition timed, and is in the history with its progress")
  func workoutScreens() throws {
    let first = try #require(agenda.next.first)
    shared.now = first.start.instant
    let routine = try #require(agenda.choices(for: first).first)
    let live = try #require(agenda.start(first, running: routine.id))
    #expect(live.title == "Cames" && live.next?.exercise.name == "Esquat")
    #expect(live.exercises.map { live.state($0) } == [.open] && live.choices.map(\.name) == ["Esquat"])
    let set = try #require(live.next)
    live.perform(.start(set.id), at: .seconds(5))
    for second in [8, 11, 15] { live.perform(.repetition(set.id), at: .seconds(second)) }
    live.perform(.complete(set.id), at: .seconds(16))
    #expect(live.rest(at: .seconds(100))?.remaining == .seconds(6) && !live.may(.complete(set.id)))
    // A session that is booked meanwhile stays, and the finished workout is in the agenda.
    agenda.selected = try CivilDate("2026-03-06")
    agenda.book("anna", at: try CivilTime("18:30"))
    #expect(shared.alert.isEmpty && agenda.day?.items.count == 1)
    live.perform(.finish, at: .seconds(1200))
    let record = try #require(live.record)
    #expect(record.report.repetitions == 3 && record.exercises[0].sets[0].repetitionDurations.count == 3)
    #expect(agenda.clients[1].lastTrained == first.start.instant && agenda.next.count == 2)

    let progress = ProgressModel(shared.coaching, of: "biel", by: "laia", zone: zone)
    #expect(progress.exercise == "squat" && progress.measures == [.load, .volume, .repetitions])
    // Three repetitions of 60 kg by Epley: 66 kg.
    #expect(progress.best?.estimatedMaximum == .kilograms(66))
    let light = try #require(progress.picture)
    #expect(light.contains("66 kg") && light.contains("1RM estimada (Epley)"))
    progress.isDark = true
    progress.formula = .brzycki
    #expect(progress.picture != light && progress.chart?.series[1].name == "1RM estimada (Brzycki)")
  }
}
