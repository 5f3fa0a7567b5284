import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import AlmanacViews
import ArgumentParser

/// `almanac workout history`
struct WorkoutHistory: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List training records in order of time, with totals.")

  @Option(
    help: ArgumentHelp("Only records visible to this coach.", valueName: "address"), transform: personArgument
  )
  var coach: String?

  @Option(help: ArgumentHelp("Only records of this client.", valueName: "address"), transform: personArgument)
  var client: String?

  @Option(name: .customLong("by"), help: "The moment that orders records and is compared with bounds.")
  var moment = Choice(TrainingLog.Moment.start)

  @Flag(help: "Show each set.")
  var sets = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let range = try bounds.openRange(common, in: setting.zone, &invocation)
    let locations = try invocation.locations(calendars)
    let all = try TrainingFile(locations).log
    let log = coach.map { all.seen(by: $0) } ?? all
    let records = log.records(during: range, by: moment.value).filter { $0.client.isOf(client) }
    let clients = records.map { $0.client }.people
    let statistics = clients.map { (client: $0, log.statistics(of: $0, during: range, by: moment.value)) }
    guard common.format == .text else {
      return invocation.write([
        "version": .version, "records": .array(records.map { $0.json(in: setting.zone) }),
        "clients": .array(statistics.map { $0.1.json($0.client, in: setting.zone) }),
      ])
    }
    let everything = CalendarStore(reading: try invocation.sources(at: locations)).everything
    let people = everything.currentItems.compactMap { try? ClientRecord($0) }
    var words = setting.words
    words.name = SchedulingWords.names(everything, people)
    var lines = records.flatMap { self.lines($0, setting, words) }
    if !lines.isEmpty { lines.append("") }
    lines += statistics.map { line($0.1, words.name($0.client), setting) }
    invocation.output.write(setting.text(lines))
  }

  private func lines(
    _ record: TrainingRecord, _ setting: ViewSetting, _ words: SchedulingWords
  ) -> [StyledText] {
    let shown = moment.value == .start ? record.start : record.completion
    var line = StyledText(setting.moment(.utc(shown)) + "  ")
    if let color = record.color { line.append("● ", .text(color.shown)) }
    let localization = setting.renderer.localization
    let name = record.routine?.name ?? Phrase.freeTraining.text(in: localization)
    line.append("\(words.name(record.client)), \(name)")
    line.append("  \(record.reportLines(localization).first ?? "")", .dim)
    guard sets else { return [line] }
    return [line] + record.report.lines.map { StyledText("  " + $0.text(localization)) }
  }

  private func line(_ statistics: ClientStatistics, _ client: String, _ setting: ViewSetting) -> StyledText {
    let last = statistics.last.map { "; " + setting.moment(.utc($0)) } ?? ""
    return StyledText("\(client): ")
      + StyledText(statistics.description(in: setting.renderer.localization) + last, .dim)
  }
}

extension Phrase {
  /// The name of a workout without a routine.
  static let freeTraining: Phrase = "free training"
}
