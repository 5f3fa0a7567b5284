import AlmanacTime
import ArgumentParser

/// The day that begins a week, as typed.
enum FirstWeekday: String, ExpressibleByArgument, CaseIterable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  var weekday: Weekday {
    switch self {
    case .monday: .monday
    case .tuesday: .tuesday
    case .wednesday: .wednesday
    case .thursday: .thursday
    case .friday: .friday
    case .saturday: .saturday
    case .sunday: .sunday
    }
  }
}

extension Invocation {
  /// The day that begins a week: `--first-weekday`, else that of the configuration, else the one of the region of the locale,
  /// else Monday.
  ///
  /// For scripts environment variables do not decide.
  func firstWeekday(_ options: CommonOptions) -> Weekday {
    if let day = options.firstWeekday ?? environment.configuration.firstWeekday { return day.weekday }
    if options.locale?.isEmpty ?? true, options.format.isForScripts { return .monday }
    return (try? localization(options))?.firstWeekday ?? .monday
  }
}
