import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac now`
struct NowCommand: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Show the events that go on, and the next one.",
    discussion:
      "Whole days are events that go on, too; the next event has a time of day and begins within a year.")

  @OptionGroup
  var names: HandleOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common, of: identity).labelled(names.handles)
    let (now, zone) = (setting.now, setting.zone)
    var query = common.budgeted()
    query.kinds = [.event]
    let agenda = setting.calendars.agenda(
      in: now..<now.in(zone).adding(.days(366)).instant, viewer: zone, matching: query)
    let found = setting.withoutDeclined(agenda.found.filter { !$0.item.isCancelled })
    let current = found.filter { $0.start.instant(in: zone) <= now }
    let next = found.first { !$0.start.isDate && $0.start.instant(in: zone) > now }
    let following = next.map { next in
      found.filter { $0.start.instant(in: zone) == next.start.instant(in: zone) && !$0.start.isDate }
    }
    switch common.format {
    case .text:
      var lines = current.map { setting.line($0, until: true) }
      lines += (following ?? []).map { setting.line($0, until: false) }
      invocation.output.write(setting.text(lines))
    default:
      func values(_ occurrences: [Occurrence]) -> JSON {
        let values = setting.json(of: occurrences)
        return .array(occurrences.compactMap { values[$0.id]?.adding(.lateness(false)) })
      }
      invocation.write([
        "version": .version, "items": values(current), "next": values(following ?? []),
      ])
    }
    let missing = agenda.unexpanded.filter { unexpanded in
      next.map { unexpanded.from <= $0.start.instant(in: zone) } ?? true
    }
    try invocation.requireComplete(missing, in: zone)
  }
}

extension ViewSetting {
  /// The line of an event that goes on, with its end, or of the next one, with its start.
  fileprivate func line(_ occurrence: Occurrence, until isCurrent: Bool) -> StyledText {
    let item = occurrence.item
    var line = StyledText(isCurrent ? "● " : "○ ")
    line.append(SafeText.guarded(item.summary), isCurrent ? .bold : .plain)
    if !item.location.isEmpty { line.append("  \(SafeText.guarded(item.location))", .dim) }
    let time = isCurrent ? occurrence.end : occurrence.start
    if time.isDate {
      line.append(" · \(renderer.phrases.allDay)", .dim)
    } else {
      let local = zone.local(at: time.instant(in: zone))
      let text = local.date == today ? renderer.localization.time(local.time) : day(time)
      line.append(isCurrent ? " · –\(text)" : " · \(text)", .dim)
    }
    return labelled(line, item)
  }
}
