public import AlmanacFiles
public import AlmanacRecurrence
public import AlmanacTime
public import AlmanacViews

/// Where a command finds calendar systems and locales that are not built into the library.
///
/// They come with the data of ICU, which takes longer to load than most commands run. So there are two programs of
/// the same commands: `almanac` does without, and replaces itself by the other one only for what needs it.
public enum International: Sendable {
  /// In this program.
  case here(CalendarSystems, localize: @Sendable (_ identifier: String) -> (Localization, ViewPhrases))
  /// In another program: `become` starts it in place of this one with the same arguments, and with what was
  /// already read of standard input; it returns only if it failed. `isThere` says whether there is such a program.
  case elsewhere(isThere: Bool, become: @Sendable (_ input: [UInt8]?) -> FileError)
  /// Nowhere.
  case absent

  /// What rules can be counted by in this program.
  var calendars: CalendarSystems {
    if case .here(let calendars, _) = self { calendars } else { .gregorian }
  }

  var isElsewhere: Bool {
    if case .elsewhere = self { true } else { false }
  }
}
