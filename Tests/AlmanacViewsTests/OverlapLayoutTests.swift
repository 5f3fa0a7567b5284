import AlmanacEvents
import AlmanacTime
import AlmanacViews
import TestSupport
import Testing

@Suite("Overlapping items of a day side by side (row U4)")
struct OverlapLayoutTests {
  static let date = Sample.date("2026-03-10")

  /// Items at times of a grid coarse enough for many to start and end together.
  func occurrences(_ count: Int, seed: UInt64, longest: Int = 40) -> [Occurrence] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let start = Self.date.startOfDay.adding(seconds: 900 * .random(in: 0..<96, using: &random))
      let event = Event(
        "\(number)", from: start, lasting: .minutes(15 * .random(in: 0...longest, using: &random)),
        uid: "\(number)")
      return Sample.occurrence(event)
    }
  }

  func boxes(_ occurrences: [Occurrence]) -> [DayColumn.Box] {
    DayView(of: Self.date, showing: ViewContents(occurrences), in: .utc).column.boxes
  }

  /// The boxes that overlap one, found by comparing each pair, which the layout does not do.
  func overlapping(_ box: DayColumn.Box, _ boxes: [DayColumn.Box]) -> [DayColumn.Box] {
    boxes.filter { $0.item.id != box.item.id && $0.drawn.overlaps(box.drawn) }
  }

  @Test("never overlap, within one width", arguments: 0..<100 as Range<UInt64>)
  func noOverlap(seed: UInt64) {
    let boxes = boxes(occurrences(Int(seed % 25) + 2, seed: seed))
    for box in boxes {
      for other in overlapping(box, boxes) {
        #expect(!box.columns.overlaps(other.columns))
        #expect(box.columnCount == other.columnCount)
      }
      #expect(
        box.columns.lowerBound >= 0 && box.columns.upperBound <= box.columnCount && !box.columns.isEmpty)
    }
  }

  @Test("could not be wider, on either side", arguments: 0..<100 as Range<UInt64>)
  func noRoom(seed: UInt64) {
    let boxes = boxes(occurrences(Int(seed % 25) + 2, seed: seed))
    for box in boxes {
      let others = overlapping(box, boxes)
      #expect(
        box.columns.upperBound == box.columnCount
          || others.contains { $0.columns.contains(box.columns.upperBound) })
      #expect(
        box.columns.lowerBound == 0 || others.contains { $0.columns.contains(box.columns.lowerBound - 1) })
    }
  }

  @Test("have as many columns as items of their cluster overlap at once", arguments: 0..<100 as Range<UInt64>)
  func concurrency(seed: UInt64) {
    var rest = boxes(occurrences(Int(seed % 25) + 2, seed: seed, longest: 12))
    while let first = rest.first {
      // The boxes that overlap the first one, directly or through others.
      var cluster = [first]
      var next = 0
      while next < cluster.count {
        cluster += overlapping(cluster[next], rest).filter { box in
          !cluster.contains { $0.item.id == box.item.id }
        }
        next += 1
      }
      let most = cluster.map { box in cluster.count { $0.drawn.contains(box.drawn.lowerBound) } }.max()
      #expect(Set(cluster.map(\.columnCount)) == [most])
      rest.removeAll { box in cluster.contains { $0.item.id == box.item.id } }
    }
  }

  @Test("do not depend on the order in which they come", arguments: 0..<20 as Range<UInt64>)
  func orderIndependent(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let occurrences = occurrences(20, seed: seed)
    #expect(boxes(occurrences) == boxes(occurrences.shuffled(using: &random)))
  }

  @Test("do not overlap on a coarser grid either", arguments: [5, 30, 60, 97, 1440])
  func snapped(minutes: Int) {
    for seed in 0..<20 as Range<UInt64> {
      let column = DayView(of: Self.date, showing: ViewContents(occurrences(20, seed: seed)), in: .utc).column
      let boxes = column.fitted(columns: .max, rows: minutes).boxes
      for box in boxes {
        #expect(box.drawn.lowerBound % (minutes * 60) == 0 && box.drawn.upperBound % (minutes * 60) == 0)
        #expect(!box.drawn.isEmpty)
        #expect(!overlapping(box, boxes).contains { $0.columns.overlaps(box.columns) })
      }
    }
  }

  @Test("are laid out by the thousand")
  func many() {
    let boxes = boxes(occurrences(4000, seed: 1))
    #expect(boxes.count == 4000)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20 {
      let box = boxes.randomElement(using: &random) ?? boxes[0]
      #expect(!overlapping(box, boxes).contains { $0.columns.overlaps(box.columns) })
    }
  }

  @Test("share the last column where there are more of them than columns", arguments: 0..<60 as Range<UInt64>)
  func limited(seed: UInt64) {
    let occurrences = occurrences(Int(seed % 25) + 2, seed: seed)
    let limit = Int(seed % 5) + 1
    var options = ViewOptions()
    options.hours.maximumColumns = limit
    let boxes = DayView(of: Self.date, showing: ViewContents(occurrences), in: .utc, options: options).column
      .boxes
    let whole = self.boxes(occurrences)
    #expect(boxes.flatMap(\.items).map(\.item.uid).sorted() == whole.map(\.item.item.uid).sorted())
    for box in boxes {
      #expect(box.columnCount <= limit)
      #expect(!overlapping(box, boxes).contains { $0.columns.overlaps(box.columns) })
      let own = whole.filter { box.items.contains($0.item) }
      #expect(own.map(\.drawn.lowerBound).min() == box.drawn.lowerBound)
      #expect(own.map(\.drawn.upperBound).max() == box.drawn.upperBound)
      guard !box.others.isEmpty else { continue }
      #expect(box.columns == (limit - 1)..<limit && box.columnCount == limit)
      // Each of them begins among as many others as there are columns, or is overlapped by one that does.
      let most = own.map { one in whole.count { $0.drawn.contains(one.drawn.lowerBound) } }.max() ?? 0
      #expect(most > limit)
    }
  }

  @Test("are all shown with a limit that none of them exceeds", arguments: 0..<20 as Range<UInt64>)
  func generous(seed: UInt64) {
    let occurrences = occurrences(12, seed: seed)
    var options = ViewOptions()
    options.hours.maximumColumns = boxes(occurrences).map(\.columnCount).max()
    let day = DayView(of: Self.date, showing: ViewContents(occurrences), in: .utc, options: options)
    #expect(day.column.boxes == boxes(occurrences))
  }

  /// Two beside a long one, then room again.
  @Test("grow into the room beside them")
  func example() {
    let items = [
      Sample.timed("long", "2026-03-10T09:00", minutes: 180),
      Sample.timed("one", "2026-03-10T09:00", minutes: 60),
      Sample.timed("two", "2026-03-10T09:30", minutes: 30),
      Sample.timed("three", "2026-03-10T10:30", minutes: 60),
      Sample.timed("apart", "2026-03-10T12:00", minutes: 60),
    ]
    let boxes = DayView(of: Self.date, showing: ViewContents(items), in: Sample.madrid).column.boxes
    let places = Dictionary(uniqueKeysWithValues: boxes.map { ($0.item.item.summary, $0) })
    #expect(places["long"]?.columns == 0..<1)
    #expect(places["one"]?.columns == 1..<2)
    #expect(places["two"]?.columns == 2..<3)
    #expect(places["three"]?.columns == 1..<3)
    #expect(places["apart"]?.columnCount == 1)
    #expect(places["three"]?.leading == 1.0 / 3 && places["three"]?.trailing == 1)
  }
}
