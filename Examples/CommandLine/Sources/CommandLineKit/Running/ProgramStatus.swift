internal import AlmanacFiles

/// How a run ended, as scripts see it; numbers from 64 on are those of `sysexits.h`.
public struct ProgramStatus: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  public static let done = Self(rawValue: 0)
  /// A rule of the calendar said no: validation, a full class, a conflict.
  public static let refused = Self(rawValue: 1)
  /// The command line is wrong.
  public static let usage = Self(rawValue: 64)
  /// Data that cannot be read.
  public static let badData = Self(rawValue: 65)
  /// No such file.
  public static let noInput = Self(rawValue: 66)
  public static let cannotWrite = Self(rawValue: 73)
}

/// Ends a command: with a status and the lines that say why, with the reasons of a refusal, or by handing over to
/// the program that knows calendar systems and locales.
enum CommandError: Error, Sendable, Hashable {
  case ended(ProgramStatus, [Complaint])
  case refused([Refusal])
  case needsInternational

  /// `nil` when it is the other program that ends.
  var status: ProgramStatus? {
    switch self {
    case .ended(let status, _): status
    case .refused: .refused
    case .needsInternational: nil
    }
  }

  var complaints: [Complaint] {
    switch self {
    case .ended(_, let complaints): complaints
    case .refused(let refusals): refusals.map { $0.complaint }
    case .needsInternational: []
    }
  }

  static func usage(_ what: String, expected: String? = nil) -> CommandError {
    .ended(.usage, [Complaint(what, expected: expected)])
  }

  static func overwriting(_ path: String) -> CommandError {
    .usage("--output would write into \(path), which is read", expected: "a file beside it")
  }

  static func badData(_ complaint: Complaint) -> CommandError {
    .ended(.badData, [complaint])
  }

  init(_ error: FileError) {
    switch error.code {
    case .brokenPipe: self = .ended(.done, [])
    case .unreadable: self = .ended(.noInput, [Complaint(error)])
    case .badData: self = .badData(Complaint(error))
    case .conflict, .interrupted: self = Self.refused("conflict", error, expected: error.expected)
    case .notFound, .nothingToUndo:
      self = Self.refused(error.code.rawValue, error, expected: error.expected)
    case .otherLocations:
      self = Self.refused("other_locations", error, expected: "--calendar \(error.path) too")
    case .ambiguous:
      let expected = error.path.isEmpty ? "one --calendar" : "\(error.expected ?? "") as --calendar"
      self = Self.refused("ambiguous", error, expected: expected)
    case .ambiguousKind:
      self = Self.refused("ambiguous", error, expected: "--kind \(error.expected ?? "")")
    case .outside:
      let file = FileSystem.destination(of: error.path)
      let what = "\(error.reason); it is changed by --calendar \(file)"
      self = .ended(.cannotWrite, [Complaint(what, file: error.path)])
    default: self = .ended(.cannotWrite, [Complaint(error)])
    }
  }

  static func notFound(_ uid: String) -> CommandError {
    .refused("not_found", "there is no such item", expected: "the UID of an item of the calendars", uid: uid)
  }

  private static func refused(_ code: String, _ error: FileError, expected: String?) -> CommandError {
    .refused(code, error.reason, expected: expected, uid: error.uid)
  }
}
