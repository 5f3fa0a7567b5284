import AlmanacEvents
import AlmanacTime
import AlmanacViews
import Testing

@Suite("The days on which an item is shown")
struct DaysOfItemsTests {
  /// The days of the grid that show the occurrence, as `03-28`.
  func days(
    _ occurrence: Occurrence, of month: YearMonth = Sample.month(2026, 3), in zone: Zone = Sample.madrid,
    threshold: String = "00:00"
  ) -> [String] {
    var options = ViewOptions()
    options.nextDayThreshold = Sample.time(threshold)
    let view = MonthView(of: month, showing: ViewContents([occurrence]), in: zone, options: options)
    return view.days.filter { !$0.items.isEmpty }.map { String($0.date.description.suffix(5)) }
  }

  @Test("do not include one that it only reaches at midnight")
  func midnight() {
    #expect(days(Sample.timed("x", "2026-03-10T22:00", to: "2026-03-11T00:00")) == ["03-10"])
    #expect(days(Sample.timed("x", "2026-03-10T00:00", to: "2026-03-10T00:00")) == ["03-10"])
    #expect(days(Sample.timed("x", "2026-03-10T00:00", to: "2026-03-11T00:00")) == ["03-10"])
    #expect(days(Sample.allDay("x", "2026-03-10", "2026-03-11")) == ["03-10"])
    #expect(days(Sample.allDay("x", "2026-03-10", "2026-03-10")) == ["03-10"])
  }

  @Test("do not include one in which it ends before the next-day threshold")
  func threshold() {
    let night = Sample.timed("night", "2026-03-10T22:00", to: "2026-03-11T03:00")
    #expect(days(night) == ["03-10", "03-11"])
    #expect(days(night, threshold: "03:00") == ["03-10", "03-11"])
    #expect(days(night, threshold: "06:00") == ["03-10"])
    let long = Sample.timed("long", "2026-03-10T22:00", to: "2026-03-12T03:00")
    #expect(days(long, threshold: "06:00") == ["03-10", "03-11"])
    let early = Sample.timed("early", "2026-03-10T01:00", to: "2026-03-10T02:00")
    #expect(days(early, threshold: "06:00") == ["03-10"])
  }

  @Test("are those of the view's zone, and for dates those of every zone")
  func zones() {
    let late = Sample.timed("late", "2026-03-10T23:00", minutes: 30)
    #expect(days(late, in: Sample.zone("Asia/Tokyo")) == ["03-11"])
    #expect(days(late, in: Sample.zone("America/New_York")) == ["03-10"])
    let date = Sample.allDay("date", "2026-03-10", "2026-03-11")
    for zone in ["Asia/Tokyo", "America/New_York", "Pacific/Apia"] {
      #expect(days(date, in: Sample.zone(zone)) == ["03-10"])
    }
  }

  @Test("are one also where clocks change")
  func clockChanges() {
    #expect(days(Sample.timed("gap", "2026-03-29T02:30", minutes: 30)) == ["03-29"])
    let saoPaulo = Sample.zone("America/Sao_Paulo")
    let midnightGap = Sample.timed("gap", "2018-11-04T00:00", to: "2018-11-04T01:30", in: saoPaulo)
    #expect(days(midnightGap, of: Sample.month(2018, 11), in: saoPaulo) == ["11-04"])
    // At midnight clocks go back to 23:00: both passes belong to the 17th.
    let fold = Sample.timed("fold", "2018-02-17T23:30", minutes: 75, in: saoPaulo)
    #expect(days(fold, of: Sample.month(2018, 2), in: saoPaulo) == ["02-17"])
    let lordHowe = Sample.zone("Australia/Lord_Howe")
    let half = Sample.timed("half", "2026-04-05T01:30", minutes: 60, in: lordHowe)
    #expect(days(half, of: Sample.month(2026, 4), in: lordHowe) == ["04-05"])
  }

  @Test("include a date that a zone skipped, and clocks jump over it")
  func skippedDay() {
    let apia = Sample.zone("Pacific/Apia")
    let month = Sample.month(2011, 12)
    #expect(days(Sample.allDay("x", "2011-12-30", "2011-12-31"), of: month, in: apia) == ["12-30"])
    let over = Sample.timed("over", "2011-12-29T23:00", minutes: 120, in: apia)
    #expect(days(over, of: month, in: apia) == ["12-29", "12-30", "12-31"])
  }
}
