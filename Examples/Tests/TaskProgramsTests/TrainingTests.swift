import Almanac
import AlmanacTraining
import Testing

@Test("Training: a routine, recorded live, and progress")
func training() throws {
  let madrid = try Zone("Europe/Madrid")
  var library = TrainingLibrary()
  try library.add(Exercise(id: "squat", coach: "marta", name: "Squat"))
  try library.add(Exercise(id: "plank", coach: "marta", name: "Plank"))
  let squats = PrescribedSet(repetitions: 5, load: .kilograms(80), rest: .seconds(120))
  let planks = PrescribedSet(time: .seconds(60), rest: .seconds(30))
  let legs = try library.add(
    Routine(
      id: "legs", coach: "marta", client: "joan", name: "Leg day",
      exercises: [.init("squat", sets: 2, of: squats), .init("plank", sets: 1, of: planks)]))

  /// A session in which the first squats have a repetition more and another load.
  func session(on day: String, load: Load) throws -> TrainingRecord {
    let start = try CivilDateTime("\(day)T18:00").in(madrid).instant
    var recorder = try SessionRecorder(id: day, running: legs, in: library, for: "joan", start: start)
    var sets = 0
    while let set = recorder.next {
      try recorder.apply(.start(set), at: recorder.elapsed)
      let events = try recorder.apply(.complete(set), at: recorder.elapsed + .seconds(40))
      #expect(!events.isEmpty)
      sets += 1
      if recorder.line(set)?.exercise.id == "squat" {
        if sets == 1 { try recorder.apply(.change(set, .repetitions(6)), at: recorder.elapsed) }
        try recorder.apply(.change(set, .load(load)), at: recorder.elapsed)
      }
      if let rest = recorder.countdown(at: recorder.elapsed) {
        #expect(rest.remaining > .zero)
        try recorder.advance(to: rest.end)
      }
    }
    #expect(sets == 3)
    return try recorder.finish(at: recorder.elapsed)
  }

  var log = TrainingLog()
  try log.add(session(on: "2026-03-02", load: .kilograms(80)))
  try log.add(session(on: "2026-03-09", load: .kilograms(90)))

  let history = log.history(of: "joan")
  #expect(history.count == 2)
  #expect(history.map(\.report.done.count) == [3, 3])
  // 40 and 120 of rest, twice, then 40: a last rest is not waited for.
  #expect(history[0].duration == .seconds(360))
  #expect(log.statistics(of: "joan").sessions == 2)

  // Six and five squats: 880 kg the first time, 990 kg the second.
  let progress = try #require(log.progress(of: "joan", in: "squat", zone: madrid, estimating: .brzycki))
  #expect(progress.points.map(\.date) == [try CivilDate("2026-03-02"), try CivilDate("2026-03-09")])
  #expect(progress.points.map(\.volume) == [.kilograms(880), .kilograms(990)])
  #expect(progress.points.map(\.bestLoad) == [.kilograms(80), .kilograms(90)])
  // Brzycki: 80 × 36 ÷ (37 − 6) = 92.9 kg.
  let estimated = try #require(progress.points.first?.estimatedMaximum)
  #expect(abs(estimated.kilograms - 92.9) < 0.05)
  let chart = progress.chart(of: .load, localization: .english)
  #expect(chart.series[0].points.map(\.value) == [80, 90])
}
