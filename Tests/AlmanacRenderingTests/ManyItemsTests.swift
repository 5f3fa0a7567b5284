import AlmanacEvents
import AlmanacRecurrence
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Foundation
import Testing

@Suite("More items at once than there is room for")
struct ManyItemsTests {
  static let date = ViewSample.date("2026-03-10")

  /// Items of one hour, the last of which is the one that matters.
  static func occurrences(_ count: Int) -> [Occurrence] {
    (1..<count).map { ViewSample.timed("Item \($0)", "2026-03-10T09:00", minutes: 60) } + [
      ViewSample.timed("Surgery", "2026-03-10T09:00", minutes: 60)
    ]
  }

  static func day(_ count: Int) -> DayView {
    DayView(of: date, showing: ViewContents(occurrences(count)), in: ViewSample.madrid)
  }

  static func week(_ count: Int) -> WeekView {
    WeekView(
      days: date.adding(days: -1)...date.adding(days: 5), showing: ViewContents(occurrences(count)),
      in: ViewSample.madrid)
  }

  /// Each frame has one item.
  @Test(
    "are counted in text where they are not shown, and those that are have a title",
    arguments: [(2, 120), (3, 80), (12, 70), (12, 80), (70, 80), (70, 120), (500, 80)])
  func text(count: Int, width: Int) {
    let renderer = TextRenderer(width: width)
    for lines in [renderer.lines(Self.day(count)), renderer.lines(Self.week(count), style: .hours)] {
      let text = lines.map(\.plain).joined(separator: "\n")
      let shown = text.count { $0 == "┌" }
      let counted = text.firstMatch(of: /\+(\d+)/).flatMap { Int($0.1) } ?? 0
      #expect(shown + counted == count, "\(text)")
      #expect(text.matches(of: /┌[\p{L}…]/).count == shown, "\(text)")
    }
  }

  @Test("are counted and named in pictures and on pages", arguments: [12, 70, 500])
  func markup(count: Int) {
    let (svg, html) = (SVGRenderer(), HTMLRenderer())
    for source in [
      svg.document(Self.day(count)), svg.document(Self.week(count)), html.document(Self.day(count)),
      html.document(Self.week(count)),
    ] {
      let counted = source.firstMatch(of: />\+(\d+)( more)?</).flatMap { Int($0.1) } ?? 0
      let shown = source.matches(of: /<title>(Item|Surgery)|<li style="[^"]*" title="(Item|Surgery)/).count
      #expect(shown + counted == count)
      #expect(source.contains("Surgery"))
    }
  }

  @Test("are counted and named in the timeline of a room", arguments: [4, 5, 12])
  func timeline(count: Int) throws {
    let items =
      (1..<count).map { ViewSample.allDay("Item \($0)", "2026-03-10", "2026-03-11") } + [
        ViewSample.allDay("Surgery", "2026-03-10", "2026-03-11")
      ]
    let view = ResourceView(of: Self.date, showing: ViewContents(items), in: ViewSample.madrid)
    let source = SVGRenderer().document(view, style: .timeline)
    let counted = source.firstMatch(of: />\+(\d+)( more)?</).flatMap { Int($0.1) } ?? 0
    let shown = source.matches(of: /data-uid=/).count
    #expect(shown + counted == count && source.contains("Surgery"))
  }

  @Test("are counted beyond a hundred of one series, and those of others are named")
  func series() throws {
    let ticks = (0..<1000).map { _ in ViewSample.timed("Tick", "2026-03-10T09:00", minutes: 60) }
    let surgery = ViewSample.timed("Surgery", "2026-03-10T09:00", minutes: 60)
    let view = DayView(of: Self.date, showing: ViewContents(ticks + [surgery]), in: ViewSample.madrid)
    let days = (0..<1000).map { _ in ViewSample.allDay("Tick", "2026-03-09", "2026-03-12") }
    let visit = ViewSample.allDay("Surgery", "2026-03-09", "2026-03-12")
    let long = DayView(of: Self.date, showing: ViewContents(days + [visit]), in: ViewSample.madrid)
    let month = MonthView(
      of: try YearMonth(2026, 3), showing: ViewContents(days + [visit]), in: ViewSample.madrid)
    let (svg, html) = (SVGRenderer(), HTMLRenderer())
    let text = TextRenderer(width: 80).lines(long).map(\.plain).joined()
    for source in [
      svg.document(view), html.document(view), svg.document(long), html.document(long), text,
      svg.document(month), html.document(month),
    ] {
      #expect(source.matches(of: /Tick/).count < 1000 && source.contains("Surgery"))
    }
    #expect(long.cell.hiddenCount == 900 && long.cell.count == 1001)
  }

  /// A series of every ten seconds, a changed instance of it, and a meeting, which occur once.
  private static func ticks() throws -> [EventCalendar] {
    let midnight = ZonedDateTime(try CivilDateTime("2026-03-10T00:00"), in: .utc)
    var tick = Event("Tick", from: midnight, lasting: .seconds(10), uid: "tick")
    tick.recurrence.rules = [try RecurrenceRule("FREQ=SECONDLY;INTERVAL=10;COUNT=8640")]
    let half = midnight.adding(.minutes(570))
    var changed = Event("Changed", from: half, lasting: .hours(1), uid: "tick")
    changed.recurrenceID = .zoned(half)
    let evening = ZonedDateTime(try CivilDateTime("2026-03-10T23:59:58"), in: .utc)
    let meeting = Event("Surgery", from: evening, lasting: .seconds(1), uid: "meeting")
    var calendar = EventCalendar()
    calendar.insert([.event(tick), .event(changed), .event(meeting)])
    return [calendar]
  }

  @Test("are one entry if they are instances of one series, beside which all that occurs once is named")
  func summaries() throws {
    let calendars = try Self.ticks()
    let days = Self.date.adding(days: -1)...Self.date.adding(days: 1)
    let renderer = TextRenderer(width: 80)
    var texts = [
      renderer.lines(DayView(of: Self.date, showing: calendars, in: .utc).cell),
      renderer.lines(
        ListView(of: days, showing: calendars, in: .utc), style: .table),
    ]
    for grouping in ListView.Grouping.allCases {
      texts.append(renderer.lines(ListView(of: days, showing: calendars, in: .utc, by: grouping)))
    }
    for text in texts.map({ $0.map(\.plain) }) {
      #expect(text.count { $0.contains("Tick") } == 1)
      #expect(text.contains { $0.contains("Tick") && $0.contains("8639 times") })
      #expect(text.contains { $0.contains("Changed") } && text.contains { $0.contains("Surgery") })
    }
    #expect(texts[0].contains { $0.plain.contains("00:00–00:00") || $0.plain.contains("00:00–24:00") })
    for json in [
      JSON(ListView(of: days, showing: calendars, in: .utc)),
      JSON(DayView(of: Self.date, showing: calendars, in: .utc)),
      JSON(WeekView(days: days, showing: calendars, in: .utc)),
      JSON(MonthView(of: ViewSample.march, showing: calendars, in: .utc)),
    ] {
      let text = json.text()
      #expect(text.matches(of: /"Tick"/).count == 1)
      #expect(text.contains(#""times":8639"#) && text.contains(#""timesUntil":"2026-03-11T00:00:00"#))
      #expect(text.contains(#""Changed""#) && text.contains(#""Surgery""#) && !text.contains(#""more""#))
    }
  }

  @Test("are each in JSON, one for each minute of a day")
  func minutes() throws {
    let midnight = ZonedDateTime(try CivilDateTime("2026-03-10T00:00"), in: .utc)
    var tick = Event("Tick", from: midnight, lasting: .seconds(10), uid: "tick")
    tick.recurrence.rules = [try RecurrenceRule("FREQ=MINUTELY;COUNT=2880")]
    var calendar = EventCalendar()
    calendar.insert([.event(tick)])
    let days = Self.date...Self.date.adding(days: 1)
    #expect(
      JSON(ListView(of: days, showing: [calendar], in: .utc)).text().matches(of: /"Tick"/).count == 2_880)
    #expect(
      JSON(DayView(of: Self.date, showing: [calendar], in: .utc)).text().matches(of: /"Tick"/).count == 1_440)
    #expect(
      JSON(WeekView(days: days, showing: [calendar], in: .utc)).text().matches(of: /"Tick"/).count == 2_880)
  }

  @Test("are counted beyond a thousand on each day of a month, whose number and colour are those of all")
  func month() throws {
    let items = (0..<1_200).map { ViewSample.allDay("Item \($0)", "2026-03-01", "2026-04-01") }
    let view = MonthView(
      of: ViewSample.march, showing: ViewContents(items), in: ViewSample.madrid)
    let day = try #require(view[Self.date])
    #expect(day.count == 1_200 && day.color == .reservedRed && day.hiddenCount == 200)
    #expect(view.weeks.allSatisfy { $0.laneCount == 1_000 })
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(JSON(view).text().utf8)) as? [String: Any])
    let days = (json["weeks"] as? [[String: Any]] ?? []).flatMap { $0["days"] as? [[String: Any]] ?? [] }
      .filter { ($0["date"] as? String ?? "").hasPrefix("2026-03") }
    #expect(days.count == 31)
    for day in days {
      #expect((day["items"] as? [Any])?.count == 1_000 && day["more"] as? Int == 200)
      #expect(day["count"] as? Int == 1_200 && day["color"] as? String == "red")
    }
  }

  @Test("are counted or named in text at the hour at which each begins", arguments: [60, 80, 120])
  func ownHour(width: Int) {
    let late = ViewSample.timed("Late", "2026-03-10T10:00", minutes: 60)
    let many = (0..<100).map { ViewSample.timed("Item \($0)", "2026-03-10T09:00", minutes: 120) }
    let view = DayView(of: Self.date, showing: ViewContents(many + [late]), in: ViewSample.madrid)
    let lines = TextRenderer(width: width).lines(view).map(\.plain)
    #expect(lines.contains { $0.hasPrefix("10:00") && $0.contains("┌Late") })
    #expect(lines.contains { $0.hasPrefix("09:00") && $0.contains("+\(100 - $0.count { $0 == "┌" }) ") })
  }

  @Test("are all shown where they have room")
  func room() {
    #expect(!SVGRenderer().document(Self.day(8)).contains(" more"))
    // A narrow page has room for fewer.
    #expect(!HTMLRenderer().document(Self.day(8)).contains("al-more al-wide"))
    #expect(!TextRenderer(width: 120).lines(Self.day(8)).contains { $0.plain.contains("more") })
  }
}
