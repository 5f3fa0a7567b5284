public import AlmanacFiles
public import AlmanacRecurrence
public import AlmanacTime
public import AlmanacViews

/// The source of calendar systems and locales that are not built into the library.
///
/// They need the data of ICU, which takes longer to load than most commands run. So there are two programs with the same
/// commands: `almanac` is not linked to ICU, and replaces itself by the other program only for commands that need it.
public enum International: Sendable {
  /// This program has them.
  case here(CalendarSystems, localize: @Sendable (_ identifier: String) -> (Localization, ViewPhrases))
  /// Another program has them, if it is installed. `replaceProcess` runs it in place of this program, with the same
  /// arguments and the standard input that was already read; it returns only if that failed.
  case elsewhere(isInstalled: Bool, replaceProcess: @Sendable (_ input: [UInt8]?) -> FileError)
  /// They are not available.
  case absent

  /// The calendar systems of this program.
  var calendars: CalendarSystems {
    if case .here(let calendars, _) = self { calendars } else { .gregorian }
  }

  var isElsewhere: Bool {
    if case .elsewhere = self { true } else { false }
  }
}
