import AlmanacTime
import AlmanacTraining
import AlmanacViews
import TestSupport
import Testing

@Suite("One-repetition maximum")
struct OneRepetitionMaximumTests {
  /// The load of *n* repetitions in per cent of the maximum, as published: Epley's table in M. Jovanović, "Reps at 80 %
  /// 1RM?", complementarytraining.net, table 1 (its 97 % for one repetition is not used: one repetition is the maximum);
  /// Brzycki's as 102.78 − 2.78 n in Mayhew and others (1993).
  static let epley = [2: 94.0, 3: 91, 4: 88, 5: 86, 6: 83, 7: 81, 8: 79, 9: 77, 10: 75]

  @Test("Epley's estimates are those of the published table")
  func epley() throws {
    for (count, percent) in Self.epley {
      let maximum = try #require(
        OneRepetitionMaximum.epley.estimate(lifting: .kilograms(100), repetitions: count))
      #expect((100 / maximum.kilograms * 100).rounded() == percent, "\(count) repetitions")
    }
  }

  @Test("Brzycki's estimates are those of the formula with four decimals in which it was published")
  func brzycki() throws {
    for count in 2...10 {
      let maximum = try #require(
        OneRepetitionMaximum.brzycki.estimate(lifting: .kilograms(80), repetitions: count))
      #expect(abs(80 / maximum.kilograms * 100 - (102.78 - 2.78 * Double(count))) < 0.05)
    }
    // Epley and Brzycki agree on ten repetitions: both 4/3 of the load.
    #expect(
      OneRepetitionMaximum.brzycki.estimate(lifting: .kilograms(75), repetitions: 10) == .kilograms(100))
    #expect(OneRepetitionMaximum.epley.estimate(lifting: .kilograms(75), repetitions: 10) == .kilograms(100))
  }

  @Test("Lander's and O'Conner's estimates are those of their formulas, added up by hand")
  func others() throws {
    // Lander: 100 · 60 / (101.3 − 2.67123 · 5) = 6000 / 87.94385; O'Conner: 60 · 1.125.
    let lander = try #require(OneRepetitionMaximum.lander.estimate(lifting: .kilograms(60), repetitions: 5))
    #expect(abs(lander.kilograms - 68.2253) < 0.0001)
    #expect(
      OneRepetitionMaximum.oConner.estimate(lifting: .kilograms(60), repetitions: 5) == .kilograms(67.5))
  }

  @Test("Each grows with load and repetitions, one is its own maximum, and there is none beyond ten")
  func laws() {
    for formula in OneRepetitionMaximum.allCases {
      #expect(formula.estimate(lifting: .kilograms(62.5), repetitions: 1) == .kilograms(62.5))
      for count in [-1, 0, 11, 37, .max] {
        #expect(formula.estimate(lifting: .kilograms(60), repetitions: count) == nil)
      }
      #expect(formula.estimate(lifting: .none, repetitions: 5) == nil)
      let values = (1...10).compactMap { formula.estimate(lifting: .kilograms(60), repetitions: $0) }
      #expect(values.count == 10 && zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "\(formula)")
    }
  }
}

@Suite("Progress in an exercise")
struct ExerciseProgressTests {
  private let madrid: Zone

  init() throws { madrid = try Zone("Europe/Madrid") }

  @Test("G6 a point for each session: date, best load, volume, repetitions and estimated maximum")
  func points() throws {
    var log = TrainingLog()
    try log.add(TrainingLogTests.record("b", day: 7, sets: [(5, 70), (8, 60), (12, 80)]))
    try log.add(TrainingLogTests.record("a", day: 0, sets: [(8, 60), (8, 60)]))
    try log.add(TrainingLogTests.record("c", day: 8, exercise: "Row"))
    try log.add(TrainingLogTests.record("d", day: 9, client: "pere"))
    let progress = try #require(log.progress(of: "joan", in: "squat", zone: madrid))
    #expect(progress.exercise.name == "Squat" && progress.formula == .epley)
    #expect(progress.points.map(\.id) == ["a", "b"])
    let (first, second) = (progress.points[0], progress.points[1])
    // The samples start on 2 March 2026 at 8:00 UTC.
    #expect(try first.date == CivilDate("2026-03-02") && second.date == CivilDate("2026-03-09"))
    #expect(first.sets == 2 && first.repetitions == 16 && first.volume == .kilograms(960))
    #expect(first.bestLoad == .kilograms(60) && first.estimatedMaximum == .kilograms(76))
    #expect(second.bestLoad == .kilograms(80) && second.volume == .kilograms(350 + 480 + 960))
    // 70 kg five times is 81.67 kg; twelve repetitions of 80 kg estimate nothing.
    #expect(abs((second.estimatedMaximum?.kilograms ?? 0) - 81.667) < 0.001)
    #expect(progress.heaviest?.id == "b" && progress.strongest?.id == "b")
    #expect(log.progress(of: "joan", zone: madrid).map(\.exercise.name) == ["Row", "Squat"])
    #expect(log.progress(of: "joan", in: "deadlift", zone: madrid) == nil)
    #expect(log.progress(of: "anna", zone: madrid).isEmpty)
  }

  @Test("reports and progress are sentences in the language of the reader, in each of the languages")
  func sentences() throws {
    var log = TrainingLog()
    try log.add(TrainingLogTests.record("a", day: 0, sets: [(8, 60), (8, 60)]))
    let progress = try #require(log.progress(of: "joan", in: "squat", zone: madrid))
    let (statistics, report) = (log.statistics(of: "joan"), try #require(log.records.first).report)
    #expect(
      progress.description(of: progress.points[0], in: .catalan)
        == "60 kg, 2 sèries, 16 repeticions, volum 960 kg, 1RM estimada (Epley) 76 kg")
    #expect(statistics.description(in: .english).hasPrefix("1 session, 2 sets, 16 repetitions, 960 kg"))
    #expect(report.description(in: .spanish) == "2 de 2 series hechas, 16 repeticiones, 960 kg")
    for sentences in [
      Localization.all.map { progress.description(of: progress.points[0], in: $0) },
      Localization.all.map { statistics.description(in: $0) },
      Localization.all.map { report.description(in: $0) },
    ] { #expect(Set(sentences).count == Localization.all.count && !sentences.contains { $0.contains("{") }) }
  }

  @Test("G6 loads, names and charts are written and sorted as the language does")
  func languages() throws {
    var log = TrainingLog()
    try log.add(TrainingLogTests.record("a", day: 0, sets: [(7, 62.5), (8, 60)]))
    try log.add(TrainingLogTests.record("b", day: 1, exercise: "Zancada"))
    try log.add(TrainingLogTests.record("c", day: 2, exercise: "Ñandú"))
    try log.add(TrainingLogTests.record("d", day: 3, exercise: "Nz"))
    let squat = try #require(log.progress(of: "joan", in: "squat", zone: madrid))
    // 62.5 kg seven times by Epley: 62.5 · (1 + 7/30) = 77.08 kg; the volume is 437.5 + 480 kg.
    #expect(
      squat.description(of: squat.points[0], in: .german).contains("62,5 kg")
        && squat.description(of: squat.points[0], in: .german).contains("917,5 kg")
        && squat.description(of: squat.points[0], in: .german).hasSuffix("77,1 kg"))
    #expect(squat.description(of: squat.points[0], in: .english).hasSuffix("77.1 kg"))
    #expect(Load.kilograms(62.5).description(in: Localization(identifier: "es_MX")) == "62.5 kg")
    #expect(PrescribedSet(repetitions: 7, load: .kilograms(62.5)).description(in: .italian) == "7× 62,5 kg")
    func names(_ localization: Localization?) -> [String] {
      log.progress(of: "joan", zone: madrid, in: localization).map(\.exercise.name)
    }
    #expect(names(nil) == ["Ñandú", "Nz", "Squat", "Zancada"])
    #expect(names(.spanish) == ["Nz", "Ñandú", "Squat", "Zancada"])
  }

  @Test("G6 a period is half-open, and dates are those of the zone")
  func period() throws {
    var log = TrainingLog()
    for day in 0..<4 { try log.add(TrainingLogTests.record("r\(day)", day: day)) }
    let range = Gym.start.adding(seconds: 86_400)..<Gym.start.adding(seconds: 3 * 86_400)
    let progress = log.progress(of: "joan", in: "squat", during: range, zone: madrid, estimating: .brzycki)
    #expect(progress?.points.map(\.id) == ["r1", "r2"] && progress?.formula == .brzycki)
    let honolulu = try #require(
      log.progress(of: "joan", in: "squat", during: range, zone: Zone("Pacific/Honolulu")))
    #expect(try honolulu.points[0].date == CivilDate("2026-03-02"))
  }

  @Test("G6 exercises for a time have no load; skipped sets do not count")
  func timed() throws {
    var session = try Gym.session()
    try session.apply(.skipExercise(0))
    try session.apply(.change(SetID(1, 1), .time(.seconds(60))))
    while let set = session.next { try session.apply(.complete(set)) }
    var log = TrainingLog()
    try log.add(session.finish())
    let all = log.progress(of: "joan", zone: madrid)
    #expect(all.map(\.exercise.id) == ["plank"])
    let point = try #require(all.first?.points.first)
    #expect(point.bestTime == .seconds(60) && point.bestLoad == nil && point.estimatedMaximum == nil)
    #expect(point.volume == .none && point.sets == 2)
    #expect(all.first?.description(of: point, in: .english) == "1:00, 2 sets")
    #expect(all.first?.measures == [.time] && all.first?.chart(of: .time).series[0].points[0].value == 60)
  }

  @Test("G6 the series of random logs, recomputed from the sets", arguments: 1...10)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var log = TrainingLog()
    var expected: [(day: Int, id: String, best: Double, volume: Double, count: Int, maximum: Double?)] = []
    for number in 0..<30 {
      let day = Int.random(in: 0..<60, using: &random)
      let sets = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (Int.random(in: 1...14, using: &random), Double(Int.random(in: 4...40, using: &random)) * 2.5)
      }
      try log.add(TrainingLogTests.record("r\(number)", day: day, sets: sets))
      let maxima = sets.filter { $0.0 <= 10 }.map { $0.0 == 1 ? $0.1 : $0.1 * (1 + Double($0.0) / 30) }
      expected.append(
        (
          day, "r\(number)", sets.map(\.1).max() ?? 0, sets.reduce(0) { $0 + Double($1.0) * $1.1 },
          sets.reduce(0) { $0 + $1.0 }, maxima.max()
        ))
    }
    expected.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    let points = try #require(log.progress(of: "joan", in: "squat", zone: .utc)).points
    #expect(points.map(\.id) == expected.map(\.id))
    #expect(points.map { $0.bestLoad?.kilograms } == expected.map(\.best))
    #expect(points.map(\.volume.kilograms) == expected.map(\.volume))
    #expect(points.map(\.repetitions) == expected.map(\.count))
    for (point, row) in zip(points, expected) {
      #expect((point.estimatedMaximum == nil) == (row.maximum == nil))
      #expect(abs((point.estimatedMaximum?.kilograms ?? 0) - (row.maximum ?? 0)) < 0.000_01)
    }
  }

  @Test("G6 a chart has the names of the values in the language and the formula's")
  func chart() throws {
    var log = TrainingLog()
    try log.add(TrainingLogTests.record("a", day: 0))
    try log.add(TrainingLogTests.record("b", day: 7, sets: [(8, 62.5)]))
    let progress = try #require(
      log.progress(of: "joan", in: "squat", zone: madrid, estimating: .brzycki))
    let chart = progress.chart(localization: .catalan)
    #expect(chart.title == "Squat" && chart.unit == "kg")
    #expect(chart.series.map(\.name) == ["càrrega màxima", "1RM estimada (Brzycki)"])
    #expect(chart.series[0].points.map(\.value) == [60, 62.5])
    #expect(progress.measures == [.load, .volume, .repetitions])
    #expect(progress.chart(of: .volume).scale.lowerBound == 0)
    let names = Localization.all.map { language in
      ExerciseProgress.Measure.allCases.flatMap { progress.chart(of: $0, localization: language).series }
        .map(\.name)
    }
    #expect(names.allSatisfy { $0.count == 5 && $0.allSatisfy { !$0.isEmpty && !$0.contains("{") } })
    #expect(Set(names).count == Localization.all.count)
  }

  @Test("R5 the history by the moment of completion")
  func completion() throws {
    var log = TrainingLog()
    // A session of three hours began first and ended last; one without a length counts from its start.
    for (id, hour, length) in [("long", 0, 3), ("short", 1, 1), ("untimed", 2, nil)] as [(String, Int, Int?)]
    {
      var session = try Gym.freeSession(id, start: Gym.start.adding(seconds: hour * 3600))
      try log.add(session.finish(at: length.map { .seconds($0 * 3600) }))
    }
    #expect(log.history(of: "joan").map(\.id) == ["long", "short", "untimed"])
    let ended = log.history(of: "joan", by: .completion)
    #expect(ended.map(\.id) == ["short", "untimed", "long"])
    #expect(ended.map { $0.completion.seconds(since: Gym.start) } == [7200, 7200, 10_800])
    let last = Gym.start.adding(seconds: 7201)..<Gym.start.adding(seconds: 10_801)
    #expect(log.history(of: "joan", during: last, by: .completion).map(\.id) == ["long"])
    #expect(log.history(of: "joan", during: last).isEmpty)
  }
}
