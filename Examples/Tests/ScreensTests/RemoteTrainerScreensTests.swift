import Almanac
import AlmanacTraining
import Testing

@MainActor
@Suite("R: the screens of a remote trainer")
struct RemoteTrainerScreensTests {
  private let player: WorkoutPlayerModel
  private let zone: Zone

  /// Giulia's workout of two squats, with a video, and a plank of Sara's shared library.
  init() throws {
    zone = try Zone("Europe/Rome")
    var library = TrainingLibrary(palette: try Palette(of: .indigo))
    library.sharing = SharingTerms(everyone: .contribute)
    try library.add(
      Exercise(
        id: "squat", coach: "marco", name: "Squat", video: "https://video.example/squat", isShared: true))
    try library.add(Exercise(id: "plank", coach: "sara", name: "Plank", isShared: true), by: "sara")
    let squat = PrescribedSet(repetitions: 10, load: .kilograms(50), rest: .seconds(60))
    let workout = try library.add(
      Routine(
        id: "gambe", coach: "marco", client: "giulia", name: "Gambe", note: "Piano",
        exercises: [
          .init("squat", sets: 2, of: squat), .init("plank", [PrescribedSet(time: .seconds(45))]),
        ]), by: "marco")
    let now = try CivilDateTime("2026-03-02T18:00").in(zone).instant
    player = try WorkoutPlayerModel(workout, in: library, for: "giulia", id: "run", now: now)
  }

  @Test("the player shows a card for each set, counts rests down, and names the next set with its target")
  func playerScreen() throws {
    #expect(player.title == "Gambe" && player.note == "Piano" && player.color?.isRed == false)
    #expect(
      player.cards.map { "\($0.exercise.name) \($0.number)/\($0.count)" } == [
        "Squat 1/2", "Squat 2/2", "Plank 1/1",
      ])
    #expect(player.cards[0].exercise.video == "https://video.example/squat")
    player.tick(to: .seconds(30))
    player.done(player.cards[0])
    player.fewer(player.cards[0])
    player.heavier(player.cards[0])
    player.write("Faticoso", on: player.cards[0])
    #expect(player.cards[0].set.deviation.map { "\($0)" } == "-1×, +2 kg")
    player.done(player.cards[1])
    #expect(player.alert == ["è in corso un altro recupero"] && player.notification == nil)
    player.tick(to: .seconds(80))
    #expect(
      player.isBlinking && player.rest?.next?.exercise.name == "Squat" && player.isEditable(player.cards[0]))
    player.tick(to: .seconds(90))
    #expect(player.rest == nil && !player.isEditable(player.cards[0]))
    #expect(player.notification == "Squat 2/2: 10× 50 kg")
    player.done(player.cards[1])
    player.leave()
    #expect(player.rest == nil && player.notification == "Plank 1/1: 0:45")
  }

  @Test("the report has each set with its deviation and note, and a discarded workout has none")
  func reportScreen() throws {
    player.done(player.cards[0])
    player.write("Faticoso", on: player.cards[0])
    player.lighter(player.cards[0])
    player.tick(to: .seconds(100))
    #expect(player.report == nil)
    player.save()
    let report = try #require(player.report)
    #expect(report.title == "Gambe" && report.color == player.color)
    #expect(report.date(in: zone, .italian) == "2 marzo 2026")
    #expect(report.rows.map(\.title) == ["Squat 1/2", "Squat 2/2", "Plank 1/1"])
    #expect(report.rows.map(\.work) == ["10× 48 kg", "saltata", "saltata"])
    #expect(report.rows.map(\.deviation) == ["-2 kg", "", ""] && report.rows[0].note == "Faticoso")
    player.discard()
    #expect(player.alert == ["l’allenamento è terminato"])
  }
}
