import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Hours as text")
struct HourGridTests {
  private static func lines(_ items: [Occurrence], hours: Range<Int>, width: Int) -> [String] {
    var options = ViewOptions()
    options.hours.visible = hours
    let view = DayView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid, options: options
    )
    return TextRenderer(width: width).lines(view).map(\.plain)
  }

  private static func item(_ title: String, _ start: String, minutes: Int) -> Occurrence {
    ViewSample.timed(title, "2026-03-10T\(start)", minutes: minutes)
  }

  @Test("have items side by side by their starts, also where those are in one row")
  func order() {
    let items = (0..<8).map { number in
      Self.item("N\(number)", "09:0\(number)", minutes: 60 + 20 * number)
    }
    let lines = Self.lines(items, hours: 9..<13, width: 60)
    let first = lines.first { $0.hasPrefix("09:00") } ?? ""
    let places = (0..<3).map { first.firstRange(of: "N\($0)")?.lowerBound }
    #expect(
      !places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted(), "\(first)")
    let text = lines.joined(separator: "\n")
    let last = (5..<8).compactMap { text.firstRange(of: "N\($0)")?.lowerBound }
    #expect(last == last.sorted(), "\(text)")
  }

  @Test("have items of a quarter of an hour below each other, with their times", arguments: [5, 10, 15, 20])
  func quarters(minutes: Int) {
    let starts = (0..<6).map { 9 * 60 + $0 * minutes }
    let clocks = starts.map { String("0\($0 / 60):".suffix(3)) + String("0\($0 % 60)".suffix(2)) }
    let items = clocks.map { Self.item("Visit \($0)", $0, minutes: minutes) }
    let lines = Self.lines(items, hours: 9..<12, width: 80)
    for clock in clocks {
      let own = lines.filter { $0.contains("Visit \(clock)") }
      #expect(own.count == 1 && own.allSatisfy { $0.matches(of: /Visit/).count == 1 }, "\(lines)")
      #expect(clock.hasSuffix("00") || own.allSatisfy { $0.contains("\(clock) Visit \(clock)") }, "\(own)")
    }
  }

  @Test("have an item that shares its place at its own hour, not in a number of one")
  func alone() {
    let items = [
      Self.item("Long day", "09:00", minutes: 540), Self.item("Long too", "09:00", minutes: 540),
      Self.item("Lunch", "12:00", minutes: 60), Self.item("Tea", "17:00", minutes: 30),
    ]
    let lines = Self.lines(items, hours: 8..<19, width: 24)
    for (title, hour) in [("Lunch", "12:00"), ("Tea", "17:00")] {
      #expect(lines.contains { $0.hasPrefix(hour) && $0.contains(title) }, "\(lines)")
    }
    #expect(!lines.contains { $0.contains("+") })
  }

  @Test("have whole times: the range, the start alone or none", arguments: 20...70)
  func times(width: Int) {
    let items = [
      Self.item("Training", "09:15", minutes: 165), Self.item("Clinic", "09:45", minutes: 165),
      Self.item("Lesson", "10:00", minutes: 180),
    ]
    let lines = Self.lines(items, hours: 9..<14, width: width)
    #expect(!lines.contains { $0.contains(/\d…|:…|–…/) }, "\(lines)")
  }

  @Test("keep quarters below each other beside a day with items of five minutes, which no row resolves")
  func mixed() {
    let quarters = ["09:00", "09:15", "09:30", "09:45"].map { Self.item("Quarter \($0)", $0, minutes: 15) }
    let five = ["09:00", "09:05", "09:10"].map { clock in
      ViewSample.timed("Five \(clock)", "2026-03-11T\(clock)", minutes: 5)
    }
    var options = ViewOptions()
    options.hours.visible = 8..<20
    let view = WeekView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents(quarters + five), in: ViewSample.madrid,
      options: options)
    let lines = TextRenderer(width: 200).lines(view, style: .hours).map(\.plain)
    for clock in ["09:00", "09:15", "09:30", "09:45"] {
      let own = lines.filter { $0.contains("Quarter \(clock)") }
      #expect(own.count == 1 && own[0].matches(of: /Quarter/).count == 1, "\(lines)")
    }
  }

  @Test("number the days of an item in the digits of the language")
  func digits() {
    let item = ViewSample.allDay("Trip", "2026-03-08", "2026-03-13")
    let view = DayView(
      of: ViewSample.date("2026-03-10"), showing: ViewContents([item]), in: ViewSample.madrid)
    let arabic = TextRenderer(localization: Localization(identifier: "ar_EG"), width: 80)
    let number = arabic.localization.number(3) + "/" + arabic.localization.number(5)
    #expect(arabic.lines(view).contains { $0.plain.contains(number) })
  }
}
