import AlmanacEvents
import AlmanacTime
import AlmanacViews
import Testing

@Suite("The hours of a day")
struct DayColumnTests {
  func column(
    _ date: String, _ zone: String = "Europe/Madrid", _ occurrences: [Occurrence] = [], now: Instant? = nil,
    change: (inout HourOptions) -> Void = { _ in }
  ) -> DayColumn {
    var options = ViewOptions()
    change(&options.hours)
    return DayView(
      of: Sample.date(date), showing: ViewContents(occurrences), in: Sample.zone(zone), now: now,
      options: options
    ).column
  }

  func clock(_ marks: [DayColumn.GridLine]) -> [String] {
    marks.map { String($0.local.time.description.prefix(5)) }
  }

  /// Lengths and clocks as the zone database has these days.
  @Test("are as many as the day has, with the times that clocks show")
  func clockChanges() {
    let normal = column("2026-03-10")
    #expect(normal.length == 86_400)
    #expect(clock(normal.hours) == (0..<24).map { ($0 < 10 ? "0" : "") + "\($0):00" })
    let spring = column("2026-03-29")
    #expect(spring.length == 23 * 3600)
    #expect(clock(spring.hours).prefix(4) == ["00:00", "01:00", "03:00", "04:00"])
    let autumn = column("2026-10-25")
    #expect(autumn.length == 25 * 3600)
    #expect(clock(autumn.hours).prefix(5) == ["00:00", "01:00", "02:00", "02:00", "03:00"])
    // Clocks go from 24:00 to 01:00: the day begins at one.
    let noMidnight = column("2018-11-04", "America/Sao_Paulo")
    #expect(noMidnight.length == 23 * 3600)
    #expect(clock(noMidnight.hours).prefix(2) == ["01:00", "02:00"])
    let longEvening = column("2018-02-17", "America/Sao_Paulo")
    #expect(longEvening.length == 25 * 3600)
    #expect(clock(longEvening.hours).suffix(3) == ["22:00", "23:00", "23:00"])
    // Half an hour.
    let lordHowe = column("2026-04-05", "Australia/Lord_Howe")
    #expect(lordHowe.length == 24 * 3600 + 1800)
    #expect(clock(lordHowe.hours).prefix(4) == ["00:00", "01:00", "01:30", "02:00"])
    #expect(column("2026-10-04", "Australia/Lord_Howe").length == 24 * 3600 - 1800)
    // A day that did not happen.
    #expect(column("2011-12-30", "Pacific/Apia").length == 0)
    #expect(column("2011-12-30", "Pacific/Apia").hours.isEmpty)
  }

  @Test("show items where exact time has them")
  func exactPlaces() throws {
    let night = Sample.timed("night", "2026-03-28T23:00", to: "2026-03-29T04:00")
    let box = try #require(column("2026-03-29", "Europe/Madrid", [night]).boxes.first)
    #expect(box.time == 0..<(3 * 3600))
    #expect(box.continuesBefore && !box.continuesAfter)
    let evening = try #require(column("2026-03-28", "Europe/Madrid", [night]).boxes.first)
    #expect(evening.time == (23 * 3600)..<(24 * 3600))
    #expect(!evening.continuesBefore && evening.continuesAfter)
  }

  @Test("show an item also on a day on which the next-day threshold hides it in grids")
  func threshold() {
    var options = ViewOptions()
    options.nextDayThreshold = Sample.time("06:00")
    let night = Sample.timed("night", "2026-03-10T23:00", to: "2026-03-11T04:00")
    let day = DayView(
      of: Sample.date("2026-03-11"), showing: ViewContents([night]), in: Sample.madrid, options: options)
    #expect(day.cell.items.isEmpty)
    #expect(day.column.boxes.map(\.time) == [0..<(4 * 3600)])
    let week = WeekView(
      days: Sample.date("2026-03-09")...Sample.date("2026-03-15"), showing: ViewContents([night]),
      in: Sample.madrid, options: options)
    #expect(week.days.map(\.items.count) == [0, 1, 0, 0, 0, 0, 0])
    #expect(week.columns.map(\.boxes.count) == [0, 1, 1, 0, 0, 0, 0])
  }

  @Test("give short items a box that can be seen, within the day")
  func shortItems() {
    let items = [
      Sample.timed("moment", "2026-03-10T10:00", minutes: 0),
      Sample.timed("last", "2026-03-10T23:55", minutes: 5),
    ]
    let boxes = column("2026-03-10", "Europe/Madrid", items).boxes
    #expect(boxes.map(\.time) == [36_000..<36_000, 86_100..<86_400])
    // Half of the least height is left of the day.
    #expect(boxes.map(\.drawn) == [36_000..<37_800, 85_500..<86_400])
  }

  @Test(
    "draw short items at their end at their time, below each other",
    arguments: [
      (8..<12, ["11:30", "11:45"], 15), (0..<24, ["23:30", "23:45"], 14), (0..<24, ["23:40"], 5),
      (0..<24, ["23:30", "23:40"], 10), (10..<11, ["10:20", "10:40"], 20), (0..<24, ["23:45"], 0),
    ])
  func lastItems(visible: Range<Int>, starts: [String], minutes: Int) {
    let items = starts.map { Sample.timed($0, "2026-03-10T\($0)", minutes: minutes) }
    let column = column("2026-03-10", "Europe/Madrid", items) { $0.visible = visible }
    for box in column.boxes {
      #expect(box.drawn.lowerBound == box.time.lowerBound && box.drawn.upperBound <= column.length)
      #expect(box.drawn.count >= 15 * 60 || box.drawn == box.time)
      #expect(starts == ["23:30", "23:40"] || box.columnCount == 1)
    }
  }

  @Test("leave items of whole days and of a day or longer to the lane above")
  func allDay() {
    let items = [
      Sample.allDay("day", "2026-03-10", "2026-03-11"),
      Sample.timed("two days", "2026-03-09T12:00", to: "2026-03-11T12:00"),
      Sample.timed("night", "2026-03-09T22:00", to: "2026-03-10T06:00"),
    ]
    let view = DayView(of: Sample.date("2026-03-10"), showing: ViewContents(items), in: Sample.madrid)
    #expect(view.allDay.map(\.item.summary) == ["two days", "day"])
    #expect(view.column.boxes.map(\.item.item.summary) == ["night"])
  }

  @Test("are those asked for, with lines, working hours, further zones and the present")
  func options() throws {
    let now = ZonedDateTime(try CivilDateTime("2026-03-10T12:30"), in: Sample.madrid).instant
    let column = column("2026-03-10", now: now) { hours in
      hours.visible = 8..<20
      hours.slotMinutes = 15
      hours.zones = [Sample.zone("Asia/Tokyo")]
      hours.business = [
        .init(on: [.tuesday], from: Sample.time("09:00"), to: Sample.time("13:00")),
        .init(on: [.tuesday], from: Sample.time("15:00"), to: .midnight),
        .init(on: [.friday], from: Sample.time("09:00"), to: Sample.time("13:00")),
      ]
    }
    #expect(column.length == 12 * 3600)
    #expect(column.slots.count == 48)
    #expect(column.hours.first?.others.map(\.time) == [Sample.time("16:00")])
    #expect(column.business == [3600..<(5 * 3600), (7 * 3600)..<(12 * 3600)])
    #expect(column.now == 4 * 3600 + 1800)
    #expect(self.column("2026-03-11", now: now).now == nil)
  }

  @Test("of several days share an axis by the clock")
  func sharedAxis() throws {
    let week = WeekView(
      days: Sample.date("2026-10-19")...Sample.date("2026-10-25"), showing: ViewContents([]),
      in: Sample.madrid)
    let axis = try #require(week.axis)
    #expect(axis.date == Sample.date("2026-10-25"))
    #expect(week.columns[0].offset(2 * 3600, along: axis) == 2 * 3600)
    #expect(week.columns[0].offset(3 * 3600, along: axis) == 4 * 3600)
    #expect(week.columns[0].offset(24 * 3600, along: axis) == 25 * 3600)
    let spring = WeekView(
      days: Sample.date("2026-03-23")...Sample.date("2026-03-29"), showing: ViewContents([]),
      in: Sample.madrid)
    let whole = try #require(spring.axis)
    #expect(spring.columns[6].offset(2 * 3600, along: whole) == 3 * 3600)
    #expect(spring.columns[6].offset(23 * 3600, along: whole) == 24 * 3600)
  }
}
