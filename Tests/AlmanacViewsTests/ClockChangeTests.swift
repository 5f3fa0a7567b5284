import AlmanacEvents
import AlmanacTime
import AlmanacViews
import Foundation
import Testing

/// Days on which clocks change, and the days around them.
struct ClockChange: Sendable, CustomStringConvertible {
  let zone: String
  let date: String
  /// The length of the day by the zone database, in minutes.
  let minutes: Int
  /// The clock when it changes, and what it shows then.
  let from: String
  let to: String

  var description: String { "\(zone) \(date)" }

  static let all = [
    ClockChange(zone: "Europe/Madrid", date: "2026-03-29", minutes: 23 * 60, from: "02:00", to: "03:00"),
    ClockChange(zone: "Europe/Madrid", date: "2026-10-25", minutes: 25 * 60, from: "03:00", to: "02:00"),
    // Midnight itself does not exist.
    ClockChange(zone: "America/Sao_Paulo", date: "2018-11-04", minutes: 23 * 60, from: "00:00", to: "01:00"),
    ClockChange(zone: "America/Sao_Paulo", date: "2018-02-17", minutes: 25 * 60, from: "24:00", to: "23:00"),
    // Half an hour.
    ClockChange(
      zone: "Australia/Lord_Howe", date: "2026-10-04", minutes: 24 * 60 - 30, from: "02:00", to: "02:30"),
    ClockChange(
      zone: "Australia/Lord_Howe", date: "2026-04-05", minutes: 24 * 60 + 30, from: "02:00", to: "01:30"),
    // The whole day does not exist.
    ClockChange(zone: "Pacific/Apia", date: "2011-12-30", minutes: 0, from: "00:00", to: "24:00"),
  ]
}

@Suite("Days, weeks and months in which clocks change")
struct ClockChangeTests {
  func minutes(_ text: String) -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return parts[0] * 60 + parts[1]
  }

  @Test("A day has its actual length, and its marks the times that clocks showed", arguments: ClockChange.all)
  func day(change: ClockChange) {
    let zone = Sample.zone(change.zone)
    let date = Sample.date(change.date)
    let column = DayView(of: date, showing: ViewContents([]), in: zone).column
    #expect(column.length == change.minutes * 60)
    let clocks = column.hours.map { Int($0.local.seconds(since: date.startOfDay)) / 60 }
    let (from, to) = (minutes(change.from), minutes(change.to))
    // Each full hour once, but for what is skipped or comes twice.
    var expected = Array(stride(from: 0, to: from, by: 60))
    if change.minutes > 0, to < 24 * 60 { expected += to % 60 == 0 ? [] : [to] }
    expected += Array(stride(from: (to + 59) / 60 * 60, to: 24 * 60, by: 60))
    #expect(clocks == expected)
  }

  @Test(
    "What goes on over a day that clocks skip has a box on the day after it, in weeks as on the day itself")
  func skippedDay() throws {
    let apia = Sample.zone("Pacific/Apia")
    let night = Sample.timed("night", "2011-12-29T20:00", to: "2011-12-31T06:00", in: apia)
    let ground = Sample.timed("ground", "2011-12-29T08:00", to: "2011-12-31T12:00", in: apia)
    let week = WeekView(of: Sample.date("2011-12-30"), showing: ViewContents([night, ground]), in: apia)
    for column in week.columns {
      let day = DayView(of: column.date, showing: ViewContents([night, ground]), in: apia).column
      #expect(column.boxes == day.boxes, "\(column.date)")
    }
    #expect(week.columns[5].boxes.contains { $0.time == 0..<(6 * 3600) })
  }

  @Test("Foundation's calendar has days of the same length", arguments: ClockChange.all)
  func foundation(change: ClockChange) throws {
    var calendar = Calendar(identifier: .gregorian)
    let zone = TimeZone(identifier: change.zone)
    calendar.timeZone = try #require(zone)
    let date = Sample.date(change.date)
    for day in date.adding(days: -3)...date.adding(days: 3) where day != date || change.minutes > 0 {
      let noon = DateComponents(year: day.year, month: day.month, day: day.dayOfMonth, hour: 12)
      let instant = try #require(calendar.date(from: noon))
      let interval = try #require(calendar.dateInterval(of: .day, for: instant))
      let column = DayView(of: day, showing: ViewContents([]), in: Sample.zone(change.zone)).column
      #expect(Double(column.length) == interval.duration)
      #expect(Double(column.start.secondsSinceEpoch) == interval.start.timeIntervalSince1970)
    }
  }

  @Test("The days of a week follow each other and share an axis without overlap", arguments: ClockChange.all)
  func week(change: ClockChange) throws {
    let zone = Sample.zone(change.zone)
    let date = Sample.date(change.date)
    let view = WeekView(of: date, showing: [], in: zone)
    for (one, next) in zip(view.columns, view.columns.dropFirst()) {
      #expect(one.start.adding(seconds: one.length) == next.start)
    }
    let axis = try #require(view.axis)
    for column in view.columns {
      // The day and its gaps are together the axis, each second once.
      let gaps = column.gaps(along: axis)
      #expect(gaps.reduce(0) { $0 + $1.count } == axis.length - column.length)
      var places = stride(from: 0, to: column.length, by: 900).map {
        column.place($0..<min($0 + 900, column.length), along: axis)
      }
      #expect(places.allSatisfy { place in !gaps.contains { $0.overlaps(place) } })
      #expect(places.allSatisfy { $0.count == 900 })
      places.sort { $0.lowerBound < $1.lowerBound }
      #expect(zip(places, places.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
  }

  @Test(
    "A month has each date once, and an item of a whole night on the right ones", arguments: ClockChange.all)
  func month(change: ClockChange) throws {
    let zone = Sample.zone(change.zone)
    let date = Sample.date(change.date)
    let eve = date.adding(days: -1)
    // From the evening before to the morning after, in exact time.
    let start = zone.instant(of: eve.startOfDay.adding(seconds: 22 * 3600))
    let end = zone.instant(of: date.adding(days: 1).startOfDay.adding(seconds: 6 * 3600))
    let event = Event("night", from: start.in(zone), to: end.in(zone), uid: "night")
    let view = MonthView(of: date.yearMonth, showing: ViewContents([Sample.occurrence(event)]), in: zone)
    #expect(view.days.filter(\.isInMonth).map(\.date) == Array(date.yearMonth.days))
    let shown = view.days.filter { !$0.items.isEmpty }.map(\.date)
    #expect(shown == [eve, date, date.adding(days: 1)])
    let whole = Sample.allDay("whole", change.date, date.adding(days: 1).description)
    let days = MonthView(of: date.yearMonth, showing: ViewContents([whole]), in: zone).days
    #expect(days.filter { !$0.items.isEmpty }.map(\.date) == [date])
  }
}
