import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// The options of views that show hours.
struct HoursOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The hours to show, such as 8-20, or \"mon-fri 9-13,15-19\": from the first to the last of them. [default: 0-24]",
      valueName: "hours"),
    transform: Self.read(_:))
  var hours: Range<Int>?

  @Option(
    help: ArgumentHelp(
      "A further zone whose times are shown beside the hours; repeatable.", valueName: "zone"),
    completion: .zones, transform: Zone.init(argument:))
  var also: [Zone] = []

  /// The options for the views of the library.
  func options(_ configuration: Configuration) -> HourOptions {
    HourOptions(visible: hours ?? configuration.hours ?? 0..<24, zones: also)
  }
}

extension HoursOptions {
  /// Reads hours such as `8-20` or `mon-fri 09:00-13:00,15:00-19:00`, and returns the whole hours in which all of them are.
  static func read(_ text: String) throws -> Range<Int> {
    let weekly = try WeeklyHours(argument: text)
    let hours = Weekday.allCases.flatMap { weekly[$0] }
    let ends = hours.map { $0.to == .midnight ? 24 : $0.to.hour + ($0.to.minute + $0.to.second > 0 ? 1 : 0) }
    guard let first = hours.map({ $0.from.hour }).min(), let last = ends.max(),
      zip(hours, ends).allSatisfy({ $0.from.hour < $1 })
    else {
      throw ArgumentFault("\(text) is not a range of hours", expected: "hours of one day, such as 8-20")
    }
    return first..<last
  }
}

extension WeeklyHours {
  /// Reads hours with or without days.
  init(argument text: String) throws {
    do throws(SchedulingError) { try self.init(text) } catch {
      throw ArgumentFault("\(text) is not understood at offset \(error.position)", expected: error.expected)
    }
  }
}
