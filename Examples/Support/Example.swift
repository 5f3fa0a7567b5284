public import Almanac
import Foundation

/// What an example program is started with, and how it prints: `PROGRAM [FILE [COMPANION]] [--now 2026-03-11T09:00]`.
///
/// The library has no clock and no zone of its own, so a program passes both in; here they come from the command line.
public struct Example {
  /// The bytes of the file that the program is about.
  public let data: [UInt8]
  /// Those of a file beside it, such as what a member has planned elsewhere; empty when the program needs none.
  public let companion: [UInt8]
  public let now: Instant
  public let zone: Zone

  /// Ends the program, saying why, when a file or the time cannot be read.
  ///
  /// - Parameters:
  ///   - file: In `Examples/Data`, unless the command line names another.
  ///   - companion: The same of a second file.
  ///   - now: Unless the command line says.
  public init(file: String, companion: String? = nil, now: String, zone: String) {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var time = now
    if let option = arguments.firstIndex(of: "--now"), option + 1 < arguments.count {
      time = arguments[option + 1]
      arguments.removeSubrange(option...option + 1)
    }
    let paths = arguments
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Data")
    func read(_ name: String, _ place: Int) -> [UInt8] {
      let path = paths.indices.contains(place) ? URL(filePath: paths[place]) : folder.appending(path: name)
      guard let bytes = try? Data(contentsOf: path) else { Self.end("\(path.path) cannot be read") }
      return Array(bytes)
    }
    (self.zone, self.now) = Self.reading {
      let zone = try Zone(zone)
      return (zone, try CivilDateTime(time).in(zone).instant)
    }
    data = read(file, 0)
    self.companion = companion.map { read($0, 1) } ?? []
  }

  /// What a file is read as; the program ends when it is nothing of the kind.
  public static func reading<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { end("\(error)") }
  }

  /// Ends the program, saying why.
  public static func end(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("\(CommandLine.arguments[0]): \(reason)\n".utf8))
    exit(65)
  }

  public var today: CivilDate { zone.local(at: now).date }

  /// Prints lines, each with the number of the capability that it shows.
  public func show(_ row: String, _ lines: String...) { show(row, lines) }

  public func show(_ row: String, _ lines: [String]) {
    for line in lines { print(line.isEmpty ? row : "\(row)  \(line)") }
  }
}
