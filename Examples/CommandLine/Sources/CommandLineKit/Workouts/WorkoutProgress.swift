import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacTraining
import AlmanacViews
import ArgumentParser

/// `almanac workout progress`
struct WorkoutProgress: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress",
    abstract: "Show a client's progress in each exercise, or as a picture in one.",
    discussion: """
      For each session: the best load, the volume, the repetitions, and the one-repetition maximum (1RM) that a formula \
      estimates from the best set of at most 10 repetitions.
      """)

  static let formats: [OutputFormat] = [.text, .json, .svg]

  @Argument(help: "The exercise, by its id or its name. [default: all exercises]")
  var exercise: String?

  @Option(help: ArgumentHelp("The client.", valueName: "address"), transform: personArgument)
  var client: String

  @Option(
    help: ArgumentHelp("Only records visible to this coach.", valueName: "address"), transform: personArgument
  )
  var coach: String?

  @Option(help: "The formula of the one-repetition maximum.")
  var formula = Choice(OneRepetitionMaximum.epley)

  @Option(help: "The values of the picture: load is the best load and the 1RM.")
  var measure: Choice<ExerciseProgress.Measure>?

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let range = try bounds.openRange(common, in: setting.zone, &invocation)
    let all = try TrainingFile(try invocation.locations(calendars)).log
    let log = coach.map { all.seen(by: $0) } ?? all
    var series = log.progress(
      of: client, during: range, zone: setting.zone, estimating: formula.value,
      in: setting.renderer.localization)
    if let exercise {
      let named = series.filter { $0.exercise.id == exercise }
      series =
        try named.isEmpty ? [series.only(named: exercise, "exercise done") { $0.exercise.name }] : named
    }
    var chart: ChartView?
    if common.format == .svg {
      guard let one = series.first, series.count == 1 else {
        let names = series.map { $0.exercise.name }.joined(separator: ", ")
        throw .usage(
          "a picture shows one exercise", expected: names.isEmpty ? "an exercise done" : "one of \(names)")
      }
      chart = one.chart(
        of: measure?.value ?? one.measures.first ?? .load, localization: setting.renderer.localization)
    }
    try invocation.show(
      ShownView(
        unexpanded: [], text: { lines(series, setting) }, json: { json(series) },
        svg: { renderer in chart.map { renderer.document($0) } ?? "" }), setting, common)
  }

  private func lines(_ series: [ExerciseProgress], _ setting: ViewSetting) -> [StyledText] {
    let lines = series.flatMap { progress -> [StyledText] in
      [StyledText(progress.exercise.name, .bold)]
        + progress.points.map { point in
          StyledText("  \(point.date)  ")
            + StyledText(progress.description(of: point, in: setting.renderer.localization), .dim)
        }
    }
    return lines.isEmpty ? [StyledText(setting.renderer.phrases.nothing, .dim)] : lines
  }

  private func json(_ series: [ExerciseProgress]) -> JSON {
    [
      "version": .version, "client": .string(client), "formula": .string(formula.value.rawValue),
      "exercises": .array(
        series.map { progress in
          [
            "id": .string(progress.exercise.id), "name": .string(progress.exercise.name),
            "heaviest": JSON(progress.heaviest?.id), "strongest": JSON(progress.strongest?.id),
            "points": .array(progress.points.map { $0.json }),
          ]
        }),
    ]
  }
}

extension ExerciseProgress.Point {
  fileprivate var json: JSON {
    [
      "record": .string(id), "date": .string(date.description), "sets": .int(sets),
      "repetitions": .int(repetitions), "bestLoad": bestLoad.map { JSON($0) } ?? .null,
      "bestSeconds": JSON(seconds: bestTime), "volume": JSON(volume),
      "estimatedMaximum": estimatedMaximum.map { JSON($0) } ?? .null,
    ]
  }
}
