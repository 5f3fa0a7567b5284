/// A fault or a remarkable detail in a document, and how it was handled.
///
/// ```swift
/// for diagnostic in document.diagnostics { print(diagnostic) }
/// // line 41: error unknown_value, bad-rule@broken.example RRULE: FREQ=FORTNIGHTLY …; ignored: happens once
/// ```
/// Repairs affect only the model: the text of the document stays as it was read.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a finding, in ascending order: note, warning, error.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Legal or harmless; reported because it influenced the result.
    case note
    /// Illegal but read nevertheless.
    case warning
    /// Illegal and not readable; missing from the model.
    case error

    public static func < (lhs: Severity, rhs: Severity) -> Bool {
      lhs != rhs && allCases.first { $0 == lhs || $0 == rhs } == lhs
    }
  }

  /// The kind of finding; new codes may be added. Recurrence rules use the codes of `RecurrenceError`.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The severity; strict reading ends at the first diagnostic above ``Severity/note``.
  public let severity: Severity
  /// The kind of the finding, such as ``Code/badValue``.
  public let code: Code
  /// The physical line, from 1; in jCal the line of the JSON on which the property or the component begins.
  public package(set) var line: Int
  /// The UID of the component concerned; empty if it has none, or if the calendar is concerned.
  public package(set) var uid: String
  /// The iCalendar name of the property; empty if the whole component is concerned.
  public package(set) var property: String
  /// The fault found.
  public let message: String
  /// The repair made.
  public let repair: String

  /// Creates a diagnostic; `line` counts from 1, and `repair` is empty where none was made.
  public init(
    _ severity: Severity, _ code: Code, line: Int, uid: String = "", property: String = "", message: String,
    repair: String
  ) {
    (self.severity, self.code, self.message, self.repair) = (severity, code, message, repair)
    (self.line, self.uid, self.property) = (line, uid, property)
  }
}

extension Diagnostic: CustomStringConvertible {
  public var description: String {
    let place = [uid, property].filter { !$0.isEmpty }.joined(separator: " ")
    let head = "line \(line): \(severity.rawValue) \(code.rawValue)"
    return head + (place.isEmpty ? "" : ", \(place)") + ": \(message)" + (repair.isEmpty ? "" : "; \(repair)")
  }
}

extension Diagnostic.Code {
  // MARK: Properties and components

  /// A component without a UID: the model gives one to a component that it represents.
  public static let missingUID = Self(rawValue: "missing_uid")
  /// A component without DTSTAMP, which RFC 5545 §3.8.7.2 requires; it is read without one.
  public static let missingStamp = Self(rawValue: "missing_stamp")
  /// An event without a start, or a to-do or a journal entry that repeats without one.
  public static let missingStart = Self(rawValue: "missing_start")
  /// A property that may occur once occurs again.
  public static let repeatedProperty = Self(rawValue: "repeated_property")
  /// A property that a calendar requires: VERSION, PRODID.
  public static let missingProperty = Self(rawValue: "missing_property")
  /// A property in a component that does not allow it.
  public static let misplacedProperty = Self(rawValue: "misplaced_property")
  /// A value that does not have its property's type.
  public static let badValue = Self(rawValue: "bad_value")
  /// A value that is not among those that its property defines.
  public static let unknownValue = Self(rawValue: "unknown_value")
  /// A number outside the range that its property allows.
  public static let outOfRange = Self(rawValue: "out_of_range")
  /// More content lines in a component, or in a calendar itself, than the limits allow.
  public static let tooManyProperties = Self(rawValue: "too_many_properties")
  /// More values in lists than the limits allow.
  public static let tooManyValues = Self(rawValue: "too_many_values")
  /// An alarm without a trigger, or without an action.
  public static let incompleteAlarm = Self(rawValue: "incomplete_alarm")
  /// An item replaced by another of the same UID and RECURRENCE-ID: the one with the highest SEQUENCE is
  /// used, then the one with the latest DTSTAMP, then the last.
  public static let superseded = Self(rawValue: "superseded")
  /// An override whose RECURRENCE-ID matches no instance of its series.
  public static let orphanOverride = Self(rawValue: "orphan_override")
  /// A red, which is reserved for days with several items.
  public static let reservedColor = Self(rawValue: "reserved_color")

  // MARK: Characters

  /// Control characters, which text may not contain.
  public static let controlCharacter = Self(rawValue: "control_character")
  /// Bytes that are not UTF-8, or unpaired UTF-16 surrogates.
  public static let undecodable = Self(rawValue: "undecodable")
  package static let decoded = Self(rawValue: "decoded")
  package static let splitCharacter = Self(rawValue: "split_character")

  /// Whether the fault is in the encoding of the bytes rather than in lines.
  package var isOfEncoding: Bool { [.decoded, .splitCharacter, .undecodable].contains(self) }

  // MARK: Lines and their grouping into components

  package static let missingColon = Self(rawValue: "missing_colon")
  package static let missingName = Self(rawValue: "missing_name")
  package static let unterminatedQuote = Self(rawValue: "unterminated_quote")
  package static let missingParameterValue = Self(rawValue: "missing_parameter_value")
  package static let unquotedColon = Self(rawValue: "unquoted_colon")
  package static let unquotedComma = Self(rawValue: "unquoted_comma")
  package static let repeatedParameter = Self(rawValue: "repeated_parameter")
  package static let blankLineInFold = Self(rawValue: "blank_line_in_fold")
  package static let strayFold = Self(rawValue: "stray_fold")
  package static let unterminatedComponent = Self(rawValue: "unterminated_component")
  package static let mismatchedEnd = Self(rawValue: "mismatched_end")
  package static let strayEnd = Self(rawValue: "stray_end")
  package static let outsideCalendar = Self(rawValue: "outside_calendar")
  package static let tooDeep = Self(rawValue: "too_deep")
  package static let lineTooLong = Self(rawValue: "line_too_long")
  package static let tooManyParameters = Self(rawValue: "too_many_parameters")

  /// Whether content exceeds the limits: the text has it, and the model lacks it.
  package var isOverLimits: Bool {
    [.tooDeep, .tooManyProperties, .tooManyValues, .lineTooLong, .tooManyParameters].contains(self)
  }

  /// Whether the model lacks content that was not deleted, so that one diagnostic of the code is stored beyond the limit.
  package var leavesGap: Bool { isOverLimits || self == .unterminatedComponent }

  /// Codes reported as errors: content is missing from the model.
  fileprivate static let errorsOfLines: Set = [
    invalidName, tooDeep, tooManyProperties, lineTooLong, tooManyParameters, missingColon, missingName,
  ]

  // MARK: Times

  /// A value that is not a date or time, or one that does not exist: 30 February, hour 25.
  public static let badTime = Self(rawValue: "bad_time")
  /// A date or a time in a nonstandard form.
  public static let timeForm = Self(rawValue: "time_form")
  /// An end or a due time that is not after the start.
  public static let endNotAfterStart = Self(rawValue: "end_not_after_start")
  /// A date beside a time, or a time with a zone beside one without.
  public static let mixedTimeForms = Self(rawValue: "mixed_time_forms")
  /// Times from midnight to midnight marked as whole days by a vendor's property.
  public static let wholeDays = Self(rawValue: "whole_days")
  /// Both an end and a duration.
  public static let endAndDuration = Self(rawValue: "end_and_duration")
  /// A date with a time zone.
  public static let dateWithZone = Self(rawValue: "date_with_zone")
  /// A time in UTC with a time zone.
  public static let utcWithZone = Self(rawValue: "utc_with_zone")
  /// A time that must be in UTC and is not.
  public static let notUTC = Self(rawValue: "not_utc")

  // MARK: Zones

  /// A TZID that could not be resolved.
  public static let unknownZone = Self(rawValue: "unknown_zone")
  /// A TZID that is not an IANA name but was resolved.
  public static let zoneName = Self(rawValue: "zone_name")
  /// A VTIMEZONE that is empty or cannot be read.
  public static let badTimeZone = Self(rawValue: "bad_time_zone")
  /// A VTIMEZONE whose offsets differ from those of the zone it names, from the offset in its name, or from
  /// another VTIMEZONE with its TZID.
  public static let zoneDiffers = Self(rawValue: "zone_differs")

  // MARK: jCal

  // A property that is omitted is missing from the text too, because the text is made from what was read.

  /// An element of a list of properties that is not a property: `["summary", {}, "text"]` has no value.
  public static let badProperty = Self(rawValue: "bad_property")
  /// Invalid parameters of a property.
  public static let badParameter = Self(rawValue: "bad_parameter")
  /// An element of a list of components that is not a component.
  public static let badComponent = Self(rawValue: "bad_component")
  /// A name with characters other than letters, digits and `-`; in iCalendar also of a
  /// parameter or a component.
  public static let invalidName = Self(rawValue: "invalid_name")
}

/// Diagnostics of the line scanner in document order, at most `limit`, and the first of each code that leaves a gap.
package struct Diagnostics: Sendable {
  package private(set) var all: [Diagnostic] = []
  private var gaps: Set<Diagnostic.Code> = []
  let limit: Int

  package init(limit: Int = ICSLimits.standard.diagnostics) { self.limit = limit }

  mutating func add(
    _ code: Diagnostic.Code, line: Int, property: @autoclosure () -> String = "",
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String
  ) {
    let isFirstGap = code.leavesGap && gaps.insert(code).inserted
    guard all.count < limit || isFirstGap else { return }
    let isError = Diagnostic.Code.errorsOfLines.contains(code)
    all.append(
      Diagnostic(
        isError ? .error : code == .decoded ? .note : .warning, code, line: line, property: property(),
        message: message(), repair: repair()))
  }

  /// Appends the diagnostics of another part of the document, up to the limit.
  mutating func append(_ other: Diagnostics) { all += other.all.prefix(max(0, limit - all.count)) }

  /// Removes and returns the diagnostics, so that the limit applies anew.
  mutating func drain() -> [Diagnostic] {
    defer { all.removeAll() }
    return all
  }

  /// Removes the diagnostics after the first `count`.
  mutating func goBack(to count: Int) {
    gaps.subtract(all[count...].lazy.map(\.code))
    all.removeLast(all.count - count)
  }
}
