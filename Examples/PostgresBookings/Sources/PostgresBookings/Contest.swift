import Almanac
import Foundation
import PostgresStore

/// The classes that are booked, and the numbers given on the command line.
struct Contest {
  let arguments: [String]
  let now: Instant
  let monday: ClassOccurrence

  init(_ arguments: [String]) throws {
    self.arguments = arguments
    let start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
    now = start.adding(.days(-1)).instant
    let places = Self.number("--places", else: 100, in: arguments)
    let yoga = ClassSeries("Yoga", from: start, lasting: .hours(1), places: places, uid: "yoga")
    guard let date = yoga.occurrences(on: start.local.date).first else { throw CocoaError(.formatting) }
    monday = date
  }

  func number(_ option: String, else standard: Int) -> Int {
    Self.number(option, else: standard, in: arguments)
  }

  func text(_ option: String) -> String? {
    arguments.firstIndex(of: option).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
  }

  private static func number(_ option: String, else standard: Int, in arguments: [String]) -> Int {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return standard }
    return Int(arguments[index + 1]) ?? standard
  }

  /// A date of another class, for the measurement.
  func date(_ number: Int) throws -> ClassOccurrence {
    let start = monday.start.adding(.days(number))
    let series = ClassSeries("Class", from: start, lasting: .hours(1), places: 20, uid: "class-\(number)")
    guard let date = series.occurrences(on: start.local.date).first else { throw CocoaError(.formatting) }
    return date
  }
}
