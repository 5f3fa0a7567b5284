import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac show UID`
struct Show: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one item in full, or one instance of a series.")

  @Argument(help: .itemName, completion: .items)
  var uid: String

  @OptionGroup
  var instance: InstanceOptions

  @OptionGroup
  var kinds: KindOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let (calendars, uid) = try invocation.calendars(calendars, naming: uid, kind: kinds.kind)
    let setting = try invocation.setting(calendars, common)
    var reports: [ItemReport] = []
    for (number, calendar) in setting.calendars.enumerated() {
      let all = calendar.allSeries(uid: uid, kind: kinds.kind)
      if let on = instance.on {
        if all.isEmpty { continue }
        let named = try calendar.instance(of: uid, kind: kinds.kind, on: on, viewer: setting.zone)
        invocation.reportOthers(of: named, on: on)
        let occurrence = named.occurrence
        reports.append(
          ItemReport(setting: setting, item: occurrence.item, occurrence: occurrence, calendar: number))
      } else {
        for series in all { reports.append(try report(series, number, calendar, setting)) }
      }
    }
    guard let first = reports.first else { throw .notFound(uid) }
    switch common.format {
    case .text:
      for (number, report) in reports.enumerated() {
        if number > 0 { invocation.output.writeLine("") }
        invocation.output.write(setting.renderer.text(report.lines))
      }
    default: invocation.write(first.json)
    }
  }

  private func report(
    _ series: Series, _ number: Int, _ calendar: EventCalendar, _ setting: ViewSetting
  ) throws(CommandError) -> ItemReport {
    guard let item = series.main ?? series.overrides.first else { throw .notFound(series.uid) }
    var report = ItemReport(setting: setting, item: item, calendar: number)
    if series.main != nil { report.overrides = series.overrides }
    let late = LateTodos(of: [calendar.only([series])], at: setting.now, in: setting.zone, matching: .all)
    report.missed = late.entries.first?.missed ?? 0
    if item.isRecurring {
      report.next = calendar.nextOpen(
        of: series.uid, kind: item.kind, at: setting.now, viewer: setting.zone)
    }
    return report
  }
}
