import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews

/// What every view is made with.
struct ViewSetting: Sendable {
  let zone: Zone
  let now: Instant
  let today: CivilDate
  let calendars: [EventCalendar]
  var options: ViewOptions
  var renderer: TextRenderer
}

extension Invocation {
  /// Reads the calendars and what the common options say about views.
  mutating func setting(
    _ calendars: CalendarOptions, _ common: CommonOptions
  ) throws(CommandError) -> ViewSetting {
    setting(try self.calendars(calendars), common)
  }

  /// The same for calendars that are at hand.
  mutating func setting(_ calendars: [EventCalendar], _ common: CommonOptions) -> ViewSetting {
    let zone = zone(common)
    let now = now(common, in: zone)
    return ViewSetting(
      zone: zone,
      now: now,
      today: zone.local(at: now).date,
      calendars: calendars,
      options: ViewOptions(firstWeekday: common.firstWeekday.weekday),
      renderer: TextRenderer(
        localization: localization(common), colors: colorDepth(common), width: width(common)))
  }

  /// `--locale`, else what the variables say of the language of times.
  func localization(_ options: CommonOptions) -> Localization {
    let names = [
      options.locale, environment.variables["LC_ALL"], environment.variables["LC_TIME"],
      environment.variables["LANG"],
    ]
    for case let name? in names where !name.isEmpty { return Localization(identifier: name) }
    return .english
  }
}
