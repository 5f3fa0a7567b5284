import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Times that clocks show twice, and the end of a day")
struct AmbiguousTimeTests {
  /// In Madrid the clocks go back from 03:00 CEST to 02:00 CET on 25 October 2026.
  private static let autumn = ViewSample.date("2026-10-25")

  private static func day(_ date: CivilDate, _ items: [Occurrence]) -> DayView {
    DayView(of: date, showing: ViewContents(items), in: ViewSample.madrid)
  }

  private static func sources(_ view: DayView) -> [String] {
    [
      HTMLRenderer().document(view), SVGRenderer().document(view),
      (TextRenderer().lines(view.cell) + TextRenderer(width: 80).lines(view)).map(\.plain)
        .joined(separator: "\n"),
    ]
  }

  @Test("have the name of the clocks beside them")
  func names() {
    let items = [
      ViewSample.timed("Change", "2026-10-25T02:30", minutes: 30),
      ViewSample.timed("Later", "2026-10-25T12:00", minutes: 30),
    ]
    for source in Self.sources(Self.day(Self.autumn, items)) {
      #expect(source.contains("02:30 CEST–02:00 CET"))
      #expect(source.contains("02:00 CEST") && source.contains("02:00 CET"))
      #expect(source.contains("12:00–12:30"))
    }
    let all = JSON(Self.day(Self.autumn, items)).text()
    #expect(!all.contains("CEST"))
  }

  @Test("A start alone has the name of the clocks too")
  func starts() {
    let items = [
      ViewSample.timed("The first of two", "2026-10-25T02:30", minutes: 30),
      ViewSample.timed("Beside it", "2026-10-25T02:30", minutes: 30),
    ]
    let texts = ListPictureTests.texts(SVGRenderer(width: 420).document(Self.day(Self.autumn, items)))
    let own = texts.filter { $0.contains("02:30") }
    #expect(!own.isEmpty && own.allSatisfy { $0.contains("02:30 CEST") }, "\(texts)")
    let month = MonthView(
      of: try! YearMonth(2026, 10), showing: ViewContents(items), in: ViewSample.madrid)
    #expect(HTMLRenderer().document(month).contains(#"<span class="al-clock">02:30 CEST</span>"#))
  }

  @Test("are plain on any other day")
  func plain() {
    let item = ViewSample.timed("Night", "2026-10-24T02:30", minutes: 30)
    for source in Self.sources(Self.day(ViewSample.date("2026-10-24"), [item])) {
      #expect(source.contains("02:30–03:00") && !source.contains("CEST"))
    }
  }

  @Test("A whole day with times ends at 24:00, or is all day where clocks have twelve hours")
  func wholeDay() {
    let item = ViewSample.timed("Duty", "2026-03-10T00:00", minutes: 24 * 60)
    let view = Self.day(ViewSample.date("2026-03-10"), [item])
    #expect(HTMLRenderer().document(view).contains("00:00–24:00"))
    #expect(!HTMLRenderer().document(view).contains("00:00–00:00"))
    let american = Localization(identifier: "en_US")
    let page = HTMLRenderer(localization: american).document(view)
    #expect(page.contains("Duty · all day") && !page.contains("12:00–12:00"))
    // So does the last of several days.
    let days = ViewSample.timed("Shift", "2026-03-10T18:00", minutes: 30 * 60)
    let last = Self.day(ViewSample.date("2026-03-11"), [days])
    for source in Self.sources(last) { #expect(source.contains("→ 24:00") && !source.contains("→ 00:00")) }
    #expect(HTMLRenderer(localization: american).document(last).contains("→ 12 AM"))
    // A range that only ends at midnight is as before.
    let evening = ViewSample.timed("Evening", "2026-03-10T22:00", minutes: 120)
    let other = Self.day(ViewSample.date("2026-03-10"), [evening])
    #expect(HTMLRenderer().document(other).contains("22:00–00:00"))
  }
}
