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
  /// The day that begins a week: `--first-weekday`, else that of the configuration, else the one that is usual in the region of the locale, else Monday.
  ///
  /// For scripts environment variables do not decide.
  func firstWeekday(_ options: CommonOptions) -> Weekday {
    if let day = options.firstWeekday { return day.weekday }
    if let day = environment.configuration.firstWeekday { return day.weekday }
    if let name = options.locale, !name.isEmpty { return Weekday(usualIn: name) }
    guard !options.format.isForScripts else { return .monday }
    let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment.variables[$0] }.first {
      !$0.isEmpty
    }
    return name.map { Weekday(usualIn: $0) } ?? .monday
  }
}

extension Weekday {
  /// The regions whose weeks begin on a Sunday or a Saturday (CLDR, `weekData`), without the smallest.
  private static let sunday: Set<String> = [
    "BD", "BR", "BW", "BZ", "CA", "CO", "DO", "ET", "GT", "HK", "HN", "ID", "IL", "IN", "JM", "JP", "KE",
    "KH", "KR", "LA", "MM", "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY",
    "SA",
    "SG", "SV", "TH", "TT", "TW", "US", "VE", "YE", "ZA", "ZW",
  ]
  private static let saturday: Set<String> = [
    "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
  ]

  /// The first day of weeks in the region of a locale such as `en_US.UTF-8`; Monday for one without a region.
  fileprivate init(usualIn locale: String) {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    let region = parts.dropFirst().last?.uppercased() ?? ""
    self = Self.sunday.contains(region) ? .sunday : Self.saturday.contains(region) ? .saturday : .monday
  }
}
