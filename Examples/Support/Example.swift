public import Almanac
import AlmanacICS
import Foundation

/// The arguments and the output of an example program:
/// `PROGRAM [FILE [COMPANION]] [--as PERSON] [--now 2026-03-11T09:00] [--zone Europe/Madrid]`.
///
/// The library has no clock, no default zone and no user, so a program passes them; here they come from the command line.
public struct Example {
  /// The bytes of the file that the program shows.
  public let data: [UInt8]
  /// The bytes of a second file, such as another calendar of a member; empty if the program needs none.
  public let companion: [UInt8]
  /// The person for whom the program runs; `nil` for the first one in the file.
  public let person: String?
  public let now: Instant
  public let zone: Zone

  /// Reads the arguments and files. If a file or the time cannot be read, the program ends with a message.
  ///
  /// - Parameters:
  ///   - file: A file in `Examples/Data`, unless the command line names another.
  ///   - companion: A second file there.
  ///   - now: The time, unless the command line states one.
  ///   - zone: The zone of the time and of what is shown, unless the command line states one.
  public init(file: String, companion: String? = nil, now: String, zone: String) {
    var arguments = Array(CommandLine.arguments.dropFirst())
    func value(of option: String) -> String? {
      guard let index = arguments.firstIndex(of: option) else { return nil }
      guard index + 1 < arguments.count else { Self.end("\(option) has no value") }
      defer { arguments.removeSubrange(index...index + 1) }
      guard !arguments[index + 1].allSatisfy(\.isWhitespace) else { Self.end("\(option) is empty") }
      return arguments[index + 1]
    }
    person = value(of: "--as")
    if let person, PersonKey(validating: person) == nil {
      Self.end("--as \(person) names nobody (expected one address, or a name without blanks at its ends)")
    }
    let (time, place) = (value(of: "--now") ?? now, value(of: "--zone") ?? zone)
    let paths = arguments
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Data")
    func read(_ name: String, _ index: Int) -> [UInt8] {
      let path = paths.indices.contains(index) ? URL(filePath: paths[index]) : folder.appending(path: name)
      guard let bytes = try? Data(contentsOf: path) else { Self.end("\(path.path) cannot be read") }
      return Array(bytes)
    }
    (self.zone, self.now) = Self.reading {
      let zone = try Zone(place)
      return (zone, try CivilDateTime(time).in(zone).instant)
    }
    data = read(file, 0)
    self.companion = companion.map { read($0, 1) } ?? []
  }

  /// The value that a closure reads from a file. If it throws, the program ends with a message.
  public static func reading<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { end("\(error)") }
  }

  /// The calendars of a file. Errors in it are reported, and items that are marked as sessions, classes or matches and are read as
  /// none. If it is no calendar, the program ends with a message.
  public static func calendars(of bytes: [UInt8]) -> [EventCalendar] {
    let document = reading { try ICSDocument(parsing: bytes) }
    for diagnostic in document.diagnostics where diagnostic.severity >= .error { report("\(diagnostic)") }
    for mark in document.calendars.flatMap({ $0.unreadableMarks }) { report("\(mark.item.uid): \(mark)") }
    return document.calendars
  }

  /// The value of a file in JSON: alone, or as a member of the file `training.json` of `almanac`. If there is none, the program ends
  /// with a message.
  public static func decoded<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], orMember name: String
  ) -> Value {
    let data = Data(bytes)
    let whole = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    let member = (whole?[name] as? [String: Any]).flatMap { try? JSONSerialization.data(withJSONObject: $0) }
    do { return try JSONDecoder().decode(type, from: member ?? data) } catch {
      end("the file has no \(name) that can be read: \(error)")
    }
  }

  /// Ends the program with a message.
  public static func end(_ reason: String) -> Never {
    report(reason)
    exit(65)
  }

  private static func report(_ message: String) {
    FileHandle.standardError.write(Data("\(CommandLine.arguments[0]): \(message)\n".utf8))
  }

  public var today: CivilDate { zone.local(at: now).date }

  /// Prints lines after the number of the capability that they show.
  public func show(_ row: String, _ lines: String...) { show(row, lines) }

  public func show(_ row: String, _ lines: [String]) {
    for line in lines { print(line.isEmpty ? row : "\(row)  \(line)") }
  }
}
