import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import TestSupport
import Testing

/// Laws of the lines of text for any titles, in every style, width and view.
@Suite("Grids of text")
struct GridPropertyTests {
  static let zones = [try! Zone("Asia/Tokyo"), try! Zone("America/St_Johns")]

  static func occurrences(seed: UInt64) -> [Occurrence] {
    sampleTexts(60, seed: seed).enumerated().map { number, title in
      let day = ViewSample.march.firstDay.adding(days: number * 7 % 31)
      if number % 3 == 0 {
        let event = Event(title, from: day, to: day.adding(days: number % 5), uid: "\(number)")
        return Occurrence(event, from: event.start, to: event.end)
      }
      let start = day.startOfDay.adding(seconds: number * 4321 % 86_400).in(ViewSample.madrid)
      var event = Event(title, from: start, lasting: .minutes(number * 13 % 400), uid: "\(number)")
      event.location = title
      return Occurrence(event, from: event.start, to: event.end)
    }
  }

  /// The lines of every grid, each grid for itself.
  static func grids(_ seed: UInt64) -> [[StyledText]] {
    let occurrences = occurrences(seed: seed)
    var options = ViewOptions(firstWeekday: Weekday.allCases[Int(seed % 7)])
    options.maximumLanes = [nil, 0, 1, 3][Int(seed % 4)]
    options.overflow = seed % 2 == 0 ? .whole : .sliced
    options.hiddenWeekdays = seed % 5 == 0 ? [.sunday, .tuesday] : []
    options.hours.slotMinutes = [15, 30, 60, 97][Int(seed % 4)]
    options.hours.zones = Array(zones.prefix(Int(seed % 3)))
    options.hours.visible = seed % 3 == 0 ? 7..<22 : 0..<24
    let today = ViewSample.date("2026-03-25")
    let month = MonthView(
      of: ViewSample.march, showing: ViewContents(occurrences), in: ViewSample.madrid, today: today,
      selected: ViewSample.date("2026-03-29"), options: options)
    let week = WeekView(
      days: ViewSample.date("2026-03-23")...ViewSample.date("2026-03-29"), showing: ViewContents(occurrences),
      in: ViewSample.madrid, today: today, options: options)
    let day = DayView(
      of: today, showing: ViewContents(occurrences), in: ViewSample.madrid, today: today, options: options)
    let year = YearView(
      of: 2026, showing: ViewContents(occurrences), in: ViewSample.madrid, today: today, options: options)
    let localization = seed % 4 == 3 ? Localization.hebrew : Localization.all[Int(seed % 7)]
    return [20, 33, 80, 133].flatMap { width in
      let renderer = TextRenderer(localization: localization, width: width, showsWeekNumbers: seed % 2 == 1)
      return [
        renderer.grid(month), renderer.grid(month, style: .boxed), renderer.lines(day),
        // The hours of a narrow week are rows.
        width < 80 ? [] : Array(renderer.lines(week, style: .hours).dropFirst()),
        renderer.grid(year).filter { !$0.isEmpty },
      ]
    }
  }

  @Test("have lines of one width, on which nothing acts", arguments: 1...UInt64(rounds(6)))
  func equalWidths(seed: UInt64) {
    for grid in Self.grids(seed) {
      #expect(Set(grid.map(\.width)).count <= 1)
      #expect(grid.allSatisfy { isInert($0.plain) })
    }
  }

  /// UAX #9: two stretches of right-to-left text with only neutral characters between them are one.
  @Test("isolate right-to-left text in its own cell", arguments: 1...UInt64(rounds(6)))
  func directions(seed: UInt64) {
    for line in Self.grids(seed).joined() {
      var isRightToLeft = false
      var crossesBorder = false
      for scalar in line.plain.unicodeScalars {
        switch scalar.value {
        case 0x590..<0x900 where scalar.properties.generalCategory == .otherLetter, 0x200F:
          #expect(!(isRightToLeft && crossesBorder), "\(line.plain)")
          isRightToLeft = true
          crossesBorder = false
        case 0x200E: isRightToLeft = false
        case 0x2500..<0x2580: crossesBorder = true
        default: if scalar.properties.isAlphabetic, scalar.value < 0x590 { isRightToLeft = false }
        }
      }
    }
  }

  @Test("are the same text at every depth of colour", arguments: 1...UInt64(rounds(2)))
  func depths(seed: UInt64) {
    for line in Self.grids(seed).joined() {
      for depth in ColorDepth.allCases {
        #expect(line.rendered(depth).replacing(/\u{1B}\[[0-9;]*m/, with: "") == line.plain)
      }
    }
  }
}

@Suite("Views at the calendar's ends as text, pictures and pages")
struct EndsRenderingTests {
  @Test(
    "leave dates that do not exist blank", arguments: [try! YearMonth(9999, 12), try! YearMonth(-9999, 1)])
  func blank(month: YearMonth) {
    for first in Weekday.allCases {
      var options = ViewOptions(firstWeekday: first)
      options.weeks = .six
      let view = MonthView(of: month, showing: ViewContents([]), in: .utc, options: options)
      for style in TextRenderer.MonthStyle.allCases {
        let grid = TextRenderer(width: 80, showsWeekNumbers: true).grid(view, style: style)
        #expect(Set(grid.map(\.width)).count == 1)
      }
      let compact = TextRenderer(width: 80).grid(view).dropFirst(2).map(\.plain).joined()
      #expect(compact.split(separator: " ").count == view.days.count)
      #expect(SVGRenderer().document(view).matches(of: /<g class="al-day/).count == view.days.count)
      #expect(HTMLRenderer().document(view).matches(of: /<time datetime/).count == view.days.count)
      let days = JSON(view)["weeks"].map { weeks -> Int in
        guard case .array(let weeks) = weeks else { return 0 }
        return weeks.reduce(0) { sum, week in
          if case .array(let days)? = week["days"] { sum + days.count } else { sum }
        }
      }
      #expect(days == view.days.count)
    }
  }
}
