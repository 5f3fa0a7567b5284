import AlmanacComponents
import CLibical
import Synchronization

/// What libical shares between threads, set up once; and how often it was called, for tests to see.
///
/// Almanac calls only those of libical's functions that leave its shared state alone once this is done, but for what
/// does no harm: the parser is fed line by line (`icalparser_add_line`), since `icalparser_parse` swaps all of the error
/// states that threads share; reading a period swaps one, between states of which none ends the process or prints
/// anything; and lists are numbered from a shared counter that nothing depends on.
enum LibicalLibrary {
  /// Loads what libical loads lazily and without a lock, and keeps it from ending the process on errors.
  static func prepare() { _ = isPrepared }

  private static let isPrepared: Bool = {
    icalerror_set_errors_are_fatal(0)
    return true
  }()

  /// libical asks with each time that it is given, and each that it prints, whether it is in UTC, and would load its
  /// zones on any thread.
  static func prepareToWrite() {
    prepare()
    _ = utc
  }

  /// libical's UTC. Asking for it loads libical's zones (milliseconds), so only writing does; never freed.
  nonisolated(unsafe) static let utc: OpaquePointer? = icaltimezone_get_utc_timezone()

  /// libical's kind for each known property; `ICAL_NO_PROPERTY` where this libical has none.
  static let kinds: [icalproperty_kind] = KnownProperty.allCases.map { property in
    guard property.shape != .unknownToLibical else { return ICAL_NO_PROPERTY }
    let kind = property.name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(icalproperty_string_to_kind) }
    }
    guard let kind, kind != ICAL_X_PROPERTY else { return ICAL_NO_PROPERTY }
    return kind
  }

  /// Whether libical lets a known property be of a type; of others it makes an error besides the property itself.
  static let takesDate = taking("DATE")
  static let takesPeriod = taking("PERIOD")

  private static func taking(_ type: String) -> [Bool] {
    prepare()
    return KnownProperty.allCases.map { property in
      guard [.time, .timeList].contains(property.shape), let parser = icalparser_new() else { return false }
      defer { icalparser_free(parser) }
      var component: OpaquePointer?
      for line in ["BEGIN:VEVENT", "\(property.text);VALUE=\(type):20260302", "END:VEVENT"] {
        var bytes = line.utf8CString
        component = bytes.withUnsafeMutableBufferPointer {
          $0.baseAddress.flatMap { icalparser_add_line(parser, $0) }
        }
      }
      guard let component else { return false }
      defer { icalcomponent_free(component) }
      return icalcomponent_count_properties(component, ICAL_ANY_PROPERTY) == 1
    }
  }

  private static let parses = Atomic<Int>(0)
  private static let prints = Atomic<Int>(0)

  /// Components parsed since the process began.
  static var parseCount: Int { parses.load(ordering: .relaxed) }
  /// Components printed since the process began; one with subcomponents counts once.
  static var printCount: Int { prints.load(ordering: .relaxed) }

  static func countParse() { parses.wrappingAdd(1, ordering: .relaxed) }
  static func countPrint() { prints.wrappingAdd(1, ordering: .relaxed) }
}
