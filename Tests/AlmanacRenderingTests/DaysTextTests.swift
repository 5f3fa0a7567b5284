import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Week, day and year as text")
struct DaysTextTests {
  static let week = ViewSample.date("2026-03-23")...ViewSample.date("2026-03-29")

  /// Items with any title, overlapping, of all lengths.
  static let strange = sampleTexts(60).enumerated().map { number, title -> Occurrence in
    let day = week.lowerBound.adding(days: number % 7)
    let start = day.startOfDay.adding(seconds: number * 1234 % 86_400).in(ViewSample.madrid)
    let event = Event(title, from: start, lasting: .minutes(number * 7 % 300), color: .teal, uid: "\(number)")
    return Occurrence(event, from: event.start, to: event.end)
  }

  @Test(
    "have grids of one width, also where clocks change, whatever the titles hold", arguments: [40, 80, 200])
  func widths(width: Int) {
    for minutes in [15, 30, 60, 97] {
      var options = ViewOptions()
      options.hours.slotMinutes = minutes
      options.hours.zones = minutes == 60 ? [try! Zone("Asia/Tokyo")] : []
      let renderer = TextRenderer(localization: .catalan, width: width)
      for occurrences in [ViewSample.occurrences, Self.strange] {
        let week = WeekView(
          days: Self.week, showing: ViewContents(occurrences), in: ViewSample.madrid, options: options)
        let heading = renderer.lines(week, style: .hours).prefix(1)
        #expect(heading.allSatisfy { $0.width <= width })
        let hours = renderer.lines(week, style: .hours).dropFirst()
        // A narrow week is drawn as rows.
        if width >= 80 { #expect(Set(hours.map(\.width)).count == 1) }
        let day = DayView(
          of: Self.week.upperBound, showing: ViewContents(occurrences), in: ViewSample.madrid,
          options: options)
        let lines = renderer.lines(day)
        #expect(Set(lines.map(\.width)).count == 1)
        #expect((lines + hours).allSatisfy { $0.width <= width })
        #expect((lines + hours).allSatisfy { isInert($0.plain) })
      }
      let year = YearView(of: 2026, showing: ViewContents(ViewSample.occurrences), in: ViewSample.madrid)
      for line in renderer.lines(year).map(\.width) { #expect(line <= max(width, 21)) }
    }
  }

  /// Capability U3 of `Systems.md`.
  @Test("have a week's rows, one a day, that name several in the language")
  func rows() {
    let view = WeekView(
      days: ViewSample.date("2026-03-02")...ViewSample.date("2026-03-08"),
      showing: ViewContents(ViewSample.occurrences), in: ViewSample.madrid,
      today: ViewSample.date("2026-03-04"))
    let lines = TextRenderer(localization: .catalan).lines(view).map(\.plain)
    #expect(lines.count == 8)
    #expect(lines[0] == "Setmana 10  2–8 de març de 2026")
    #expect(lines[2].hasPrefix("dt.   3+  diverses tasques (3)  "))
    #expect(lines[3].hasPrefix("dc. [ 4 ]"))
    #expect(lines[4] == "dj.   5•  15:00–17:00 ● Laboratori 実験 👩‍🔬")
  }

  @Test("have a day's hours as clocks show them")
  func clocks() {
    var options = ViewOptions()
    options.hours.slotMinutes = 60
    func hours(_ date: String) -> [String] {
      let view = DayView(
        of: ViewSample.date(date), showing: ViewContents([]), in: ViewSample.madrid, options: options)
      return TextRenderer().lines(view).dropFirst().map { String($0.plain.prefix(2)) }
    }
    #expect(hours("2026-03-29").prefix(4) == ["00", "01", "03", "04"])
    #expect(hours("2026-03-29").count == 23)
    #expect(hours("2026-10-25").prefix(5) == ["00", "01", "02", "02", "03"])
  }

  @Test("have the titles of a busy day in its row, as many as fit")
  func busyDay() {
    let items = [
      ViewSample.timed("Alpha", "2026-03-10T09:00", minutes: 60),
      ViewSample.timed("Beta", "2026-03-10T10:00", minutes: 60),
    ]
    func row(_ width: Int) -> String {
      let day = ViewSample.date("2026-03-10")
      let view = WeekView(days: day...day, showing: ViewContents(items), in: ViewSample.madrid)
      return TextRenderer(width: width).lines(view).map(\.plain)[1]
    }
    #expect(row(80) == "Tue  10+  several tasks (2)  09:00 Alpha · 10:00 Beta")
    #expect(row(40) == "Tue  10+  several tasks (2)  09:00 Alph…")
  }

  @Test(
    "have signs of series and alarms and the names of calendars in lines of items, if they are to be shown")
  func signs() throws {
    var event = Event("Standup", at: EventTime.floating(try CivilDateTime("2026-03-10T09:00")))
    event.alarms = [Alarm(.before(.minutes(15), .start))]
    let id = event.start
    let items = [
      Occurrence(event, from: event.start, to: event.end, recurrenceID: id, calendar: 1),
      ViewSample.timed("Alpha", "2026-03-10T12:00", minutes: 60),
    ]
    let day = ViewSample.date("2026-03-10")
    let view = ListView(of: day...day, showing: ViewContents(items), in: ViewSample.madrid)
    var renderer = TextRenderer()
    #expect(renderer.lines(view).map(\.plain).last?.hasSuffix("● Alpha") == true)
    let plain = renderer.lines(view).map(\.plain)[1]
    #expect(plain.hasSuffix("● Standup"))
    renderer.showsSigns = true
    renderer.calendarNames = ["Home", "Work"]
    #expect(renderer.lines(view).map(\.plain)[1] == plain + " ↻ ⏰ · Work")
    #expect(renderer.lines(view).map(\.plain).last?.hasSuffix("● Alpha · Home") == true)
  }

  /// Each box is a frame of its own with its title, beside the other.
  @Test("have overlapping items side by side")
  func sideBySide() {
    let items = [
      ViewSample.timed("Alpha", "2026-03-10T09:00", minutes: 120),
      ViewSample.timed("Beta", "2026-03-10T10:00", minutes: 120),
    ]
    let view = DayView(of: ViewSample.date("2026-03-10"), showing: ViewContents(items), in: ViewSample.madrid)
    let lines = TextRenderer(width: 46).lines(view).map(\.plain)
    #expect(
      lines[19...24] == [
        "09:00│┌Alpha─────────────┐                    ",
        "     ││09:00–11:00       │                    ",
        "10:00││                  │┌Beta──────────────┐",
        "     │└──────────────────┘│10:00–12:00       │",
        "11:00│                    │                  │",
        "     │                    └──────────────────┘",
      ])
  }
}
