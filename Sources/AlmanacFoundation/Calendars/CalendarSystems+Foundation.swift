public import AlmanacRecurrence
import Foundation
import Synchronization

extension CalendarSystems {
  /// The calendars of Foundation's ICU, and the Hebrew one by its own arithmetic, under their CLDR names, which RSCALE uses:
  /// CHINESE, DANGI, HEBREW, COPTIC, ETHIOPIC, ETHIOAA (or ETHIOPIC-AMETE-ALEM), INDIAN, PERSIAN, ISLAMIC,
  /// ISLAMIC-CIVIL (or ISLAMICC), ISLAMIC-TBLA, ISLAMIC-UMALQURA and ISLAMIC-RGSA, beside those that are Gregorian in
  /// months and days.
  ///
  /// The value caches a bounded number of computed years and is safe to share between threads. Calendars that follow the moon reach from year 1 to year 3000, the others from 4700 BC
  /// to the year 9999.
  ///
  /// ```swift
  /// let calendars = CalendarSystems.foundation
  /// let feast = try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1")
  /// feast.occurrences(from: try CivilDate(2026, 1, 1), calendars: calendars).first        // 2026-09-12
  /// ```
  public static var foundation: CalendarSystems {
    let systems = KnownSystems()
    return CalendarSystems { systems.system(named: $0) }
  }
}

/// The systems in use, so that all rules of an expansion share the cache of each.
private final class KnownSystems: Sendable {
  private let systems = Mutex<[String: CalendarSystem]>([:])

  func system(named name: String) -> CalendarSystem? {
    guard let scale = FoundationScale(named: name) else { return nil }
    return systems.withLock { systems in
      if let system = systems[name] { return system }
      let system = makeSystem(scale, named: name)
      systems[name] = system
      return system
    }
  }

  private func makeSystem(_ scale: FoundationScale, named name: String) -> CalendarSystem {
    // ICU postpones some Hebrew new years twice: 5807 begins on 1 October 2046, not on the 2nd.
    guard scale != .hebrew else { return .hebrew }
    let cache = CalendarYearCache(FoundationCalendar(scale))
    return CalendarSystem(name: name) { cache.year(containing: $0) }
  }
}
