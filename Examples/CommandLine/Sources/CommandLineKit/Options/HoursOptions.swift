import AlmanacTime
import AlmanacViews
import ArgumentParser

/// The options of views that show hours.
struct HoursOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The hours to show, such as 8-20. [default: 0-24]", valueName: "from-to"),
    transform: Self.read(_:))
  var hours: Range<Int>?

  @Option(
    help: ArgumentHelp(
      "A further zone whose times are shown beside the hours; repeatable.", valueName: "zone"),
    transform: zone(_:))
  var also: [Zone] = []

  /// The options for the views of the library.
  func options(_ configuration: Configuration) -> HourOptions {
    HourOptions(visible: hours ?? configuration.hours ?? 0..<24, zones: also)
  }
}

extension HoursOptions {
  /// Reads a range of hours, such as `8-20` or `08:00-20:00`.
  static func read(_ text: String) throws -> Range<Int> {
    let bounds = text.split(separator: "-").map { Int($0.hasSuffix(":00") ? $0.dropLast(3) : $0) }
    guard bounds.count == 2, let first = bounds[0], let end = bounds[1], first < end, end <= 24 else {
      throw ArgumentFault(
        "\(text) is not a range of hours", expected: "two hours from 0 to 24, such as 8-20 or 08:00-20:00")
    }
    return first..<end
  }
}

private func zone(_ name: String) throws -> Zone {
  do throws(TimeError) { return try Zone(name) } catch { throw ArgumentFault(error) }
}
