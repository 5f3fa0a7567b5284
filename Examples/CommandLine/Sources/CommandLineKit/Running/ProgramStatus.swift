internal import AlmanacEvents
import AlmanacFiles
import AlmanacTime
import AlmanacTraining

/// The exit status of the program; numbers from 64 on are those of `sysexits.h`.
public struct ProgramStatus: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  public static let done = Self(rawValue: 0)
  /// A request was refused by a rule of the calendar: validation, a full class, a conflict.
  public static let refused = Self(rawValue: 1)
  /// The command line is wrong.
  public static let usage = Self(rawValue: 64)
  /// Data could not be read.
  public static let badData = Self(rawValue: 65)
  /// No such file.
  public static let noInput = Self(rawValue: 66)
  public static let cannotWrite = Self(rawValue: 73)
}

/// The end of a command before its completion: an exit status with messages, a refusal with its reasons, or the need for
/// the program that has calendar systems and locales.
enum CommandError: Error, Sendable, Hashable {
  case ended(ProgramStatus, [Complaint])
  case refused([Refusal])
  case needsInternational

  /// The exit status; `nil` if the other program takes over.
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
    case .refused(let refusals):
      refusals.prefix(Self.mostReasons).map { $0.complaint }
        + (refusals.count > Self.mostReasons ? [Self.further(refusals.dropFirst(Self.mostReasons))] : [])
    case .needsInternational: []
    }
  }

  /// The most reasons of a refusal that are printed; its JSON has all.
  private static let mostReasons = 20

  /// The number of further reasons, in their language.
  private static func further(_ refusals: ArraySlice<Refusal>) -> Complaint {
    let count = refusals.count
    let complaint = Complaint(
      count == 1 ? "one more reason" : "\(count) more reasons", expected: "--format json for all of them")
    return refusals.last.map { complaint.localized(Localization(identifier: $0.language.rawValue)) }
      ?? complaint
  }

  /// The same end with its messages in another language, as far as there are any.
  func localized(_ language: Localization) -> CommandError {
    switch self {
    case .ended(let status, let complaints): .ended(status, complaints.map { $0.localized(language) })
    case .refused(let refusals): .refused(refusals.map { $0.localized(language) })
    case .needsInternational: self
    }
  }

  static func usage(_ message: String, expected: String? = nil) -> CommandError {
    .ended(.usage, [Complaint(message, expected: Phrase(expected))])
  }

  static func overwriting(_ path: String) -> CommandError {
    .usage("--output would overwrite \(path), which this command reads", expected: "another file")
  }

  static func badData(_ complaint: Complaint) -> CommandError {
    .ended(.badData, [complaint])
  }

  init(_ error: FileError) {
    switch error.code {
    case .brokenPipe: self = .ended(.done, [])
    case .unreadable: self = .ended(.noInput, [Complaint(error)])
    case .badData: self = .badData(Complaint(error))
    case .conflict where error.expected == "an unchanged file":
      self = .refused(
        "conflict", "\(error.path) was changed by another program meanwhile", expected: "an unchanged file",
        uid: error.uid)
    case .conflict, .interrupted: self = Self.refused("conflict", error, expected: error.expected)
    case .notFound where !error.uid.isEmpty: self = .notFound(error.uid)
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
      let message = "\(error.reason); to change the file, use --calendar \(file)"
      self = .ended(.cannotWrite, [Complaint(message, file: error.path)])
    default: self = .ended(.cannotWrite, [Complaint(error)])
    }
  }

  static func notFound(_ uid: String) -> CommandError {
    let expected = "the UID, the handle or the whole title of one item in these calendars"
    return CommandError(EventError(.notFound, uid: uid, expected: expected))
  }

  private static func refused(_ code: String, _ error: FileError, expected: String?) -> CommandError {
    .refused(code, Phrase(error.reason), expected: Phrase(expected), uid: error.uid)
  }
}

/// An error of the library that ends a command.
protocol CommandFault: Error {
  var ending: CommandError { get }
}

extension CommandFault {
  /// The result of an expression, whose errors of this type end the command.
  @discardableResult
  static func refusing<Result>(
    _ expression: @autoclosure () throws(Self) -> Result
  ) throws(CommandError) -> Result {
    do throws(Self) { return try expression() } catch { throw error.ending }
  }
}

extension EventError: CommandFault {
  var ending: CommandError { CommandError(self) }
}

extension FileError: CommandFault {
  var ending: CommandError { CommandError(self) }
}

extension TrainingError: CommandFault {
  var ending: CommandError { CommandError(self) }
}
