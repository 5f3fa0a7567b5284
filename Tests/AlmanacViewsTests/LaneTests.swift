import AlmanacEvents
import AlmanacTime
import AlmanacViews
import TestSupport
import Testing

@Suite("Bars in the lanes of a week")
struct LaneTests {
  static let month = Sample.month(2026, 3)

  func view(seed: UInt64, count: Int = 60, change: (inout ViewOptions) -> Void = { _ in }) -> MonthView {
    var options = ViewOptions()
    change(&options)
    return MonthView(
      of: Self.month, showing: ViewContents(Sample.occurrences(count, around: Self.month, seed: seed)),
      in: Sample.madrid, options: options)
  }

  @Test("never cross, and none could be in a lower lane", arguments: 0..<30 as Range<UInt64>)
  func lowest(seed: UInt64) {
    for week in view(seed: seed, change: { $0.hiddenWeekdays = seed % 3 == 0 ? [.sunday, .wednesday] : [] })
      .weeks
    {
      for (index, segment) in week.segments.enumerated() {
        let earlier = week.segments[..<index].filter { $0.columns.overlaps(segment.columns) }
        #expect(Set(earlier.map(\.lane)).isSuperset(of: 0..<segment.lane))
        #expect(!earlier.contains { $0.lane == segment.lane })
      }
    }
  }

  @Test("show each item on each of its days and mark where it continues", arguments: 0..<30 as Range<UInt64>)
  func complete(seed: UInt64) {
    for week in view(seed: seed).weeks {
      for (column, day) in week.days.enumerated() {
        let bars = week.segments.filter { $0.columns.contains(column) }
        #expect(Set(bars.map(\.item.id)) == Set(day.items.map(\.id)))
        #expect(bars.allSatisfy { $0.item.days.contains(day.date) })
        #expect(day.hiddenCount == 0)
      }
      for segment in week.segments {
        let dates = segment.columns.map { week.days[$0].date }
        #expect(segment.continuesBefore == (segment.item.days.lowerBound < dates[0]))
        #expect(segment.continuesAfter == (segment.item.days.upperBound > dates[dates.count - 1]))
      }
    }
  }

  @Test("leave out items beyond the maximum, and each day counts them", arguments: 0..<30 as Range<UInt64>)
  func maximum(seed: UInt64) {
    for overflow in [ViewOptions.Overflow.whole, .sliced] {
      let view = view(seed: seed) {
        $0.maximumLanes = Int(seed % 4)
        $0.overflow = overflow
      }
      for week in view.weeks {
        #expect(week.laneCount <= Int(seed % 4))
        for (column, day) in week.days.enumerated() {
          let bars = week.segments.filter { $0.columns.contains(column) }
          #expect(Set(bars.map(\.lane)).count == bars.count)
          #expect(bars.count + day.hiddenCount == day.items.count)
          // Sliced bars use every row that is free, so a day hides items only when its rows are full.
          if overflow == .sliced, day.hiddenCount > 0 { #expect(bars.count == Int(seed % 4)) }
        }
      }
    }
  }

  @Test(
    "are fitted for a drawing to the lanes that the options would allow",
    arguments: 0..<30 as Range<UInt64>)
  func fitted(seed: UInt64) {
    let limit = Int(seed % 5)
    for overflow in [ViewOptions.Overflow.whole, .sliced] {
      let fitted = view(seed: seed) { $0.overflow = overflow }.fitted(lanes: limit)
      let limited = view(seed: seed) {
        $0.maximumLanes = limit
        $0.overflow = overflow
      }
      #expect(fitted == limited)
    }
  }

  @Test("are cut to the days with a free lane when sliced, and hidden as a whole otherwise")
  func slices() throws {
    let items = [
      Sample.allDay("a", "2026-03-09", "2026-03-10"), Sample.allDay("b", "2026-03-10", "2026-03-11"),
      Sample.allDay("c", "2026-03-09", "2026-03-13"),
    ]
    var options = ViewOptions()
    options.maximumLanes = 1
    options.order = [.title]
    let whole = try #require(
      MonthView(of: Self.month, showing: ViewContents(items), in: .utc, options: options).weeks[2...].first)
    #expect(whole.segments.map(\.item.item.summary) == ["a", "b"])
    #expect(whole.days.map(\.hiddenCount) == [1, 1, 1, 1, 0, 0, 0])
    options.overflow = .sliced
    let sliced = try #require(
      MonthView(of: Self.month, showing: ViewContents(items), in: .utc, options: options).weeks[2...].first)
    #expect(sliced.days.map(\.hiddenCount) == [1, 1, 0, 0, 0, 0, 0])
    let cut = try #require(sliced.segments.last)
    #expect(cut.item.item.summary == "c")
    #expect(cut.columns == 2..<4)
    #expect(cut.continuesBefore && !cut.continuesAfter)
  }

  @Test("do not depend on the order of the occurrences", arguments: 0..<10 as Range<UInt64>)
  func orderIndependent(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let occurrences = Sample.occurrences(80, around: Self.month, seed: seed)
    let view = MonthView(of: Self.month, showing: ViewContents(occurrences), in: Sample.madrid)
    let other = MonthView(
      of: Self.month, showing: ViewContents(occurrences.shuffled(using: &random)), in: Sample.madrid)
    #expect(view == other)
  }

  @Test("come in the order that is asked for")
  func order() {
    let items = [
      Sample.timed("b", "2026-03-10T09:00", minutes: 30), Sample.timed("a", "2026-03-10T11:00", minutes: 60),
      Sample.timed("c", "2026-03-10T09:00", minutes: 60), Sample.allDay("d", "2026-03-10", "2026-03-11"),
    ]
    func titles(_ order: [ItemOrder]) -> String {
      var options = ViewOptions()
      options.order = order
      let view = MonthView(of: Self.month, showing: ViewContents(items), in: Sample.madrid, options: options)
      return view[Sample.date("2026-03-10")]?.items.map(\.item.summary).joined() ?? ""
    }
    #expect(titles(ItemOrder.standard) == "dcba")
    #expect(titles([.start, .shortestFirst]) == "dbca")
    #expect(titles([.title]) == "abcd")
    #expect(titles([.shortestFirst, .title]) == "bacd")
    #expect(titles([.allDayFirst, .title]) == "dabc")
  }
}
