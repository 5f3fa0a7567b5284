import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// Compares each query of a sequence with plain enumeration, for any rule.
@Suite("Laws of a recurrence sequence")
struct SequenceLawTests {
  /// Random rules, each with the instances up to its horizon.
  private func forEachCase(seed: UInt64, _ check: (Sample, inout RuleGenerator) -> Void) {
    var generator = RuleGenerator(seed: seed)
    for index in 0..<min(rounds(40), 5_000) {
      let item = generator.expansionCase(skips: index % 5 == 0)
      check(Sample(item), &generator)
    }
  }

  private struct Sample {
    let item: ExpansionCase
    let sequence: RecurrenceSequence
    /// All instances up to the horizon, or the first thousand.
    let all: [CivilDateTime]
    /// Up to here `all` is complete.
    let end: CivilDateTime
    var text: Comment { "\(item.text)" }

    init(_ item: ExpansionCase) {
      self.item = item
      sequence = item.rule.occurrences(from: item.start)
      var all: [CivilDateTime] = []
      var end = item.horizon
      for time in sequence {
        guard time <= item.horizon else { break }
        all.append(time)
        if all.count == 1_000 {
          end = time
          break
        }
      }
      self.all = all
      self.end = end
    }

    /// A time from just before the start to just after the end, often an instance.
    func time(_ generator: inout RuleGenerator) -> CivilDateTime {
      if !all.isEmpty, generator.chance(1, in: 2) {
        return generator.one(of: all).adding(seconds: generator.number(-1...1))
      }
      return item.start.adding(seconds: generator.number(-10_000...end.seconds(since: item.start)))
    }
  }

  @Test("Instances ascend strictly and never come before the start")
  func order() {
    forEachCase(seed: 21) { sample, _ in
      #expect(zip(sample.all, sample.all.dropFirst()).allSatisfy { $0 < $1 }, sample.text)
      #expect(sample.all.first.map { $0 >= sample.item.start } ?? true, sample.text)
    }
  }

  @Test("A window is the whole, filtered; counting it is counting them")
  func window() {
    forEachCase(seed: 22) { sample, generator in
      let (one, other) = (sample.time(&generator), sample.time(&generator))
      let range = min(one, other)..<min(max(one, other), sample.end)
      guard !range.isEmpty else { return }
      let expected = sample.all.filter { range.contains($0) }
      #expect(Array(sample.sequence.occurrences(in: range)) == expected, sample.text)
      #expect(sample.sequence.count(in: range) == expected.count, sample.text)
    }
  }

  @Test("Seeking is dropping")
  func seek() {
    forEachCase(seed: 23) { sample, generator in
      let time = sample.time(&generator)
      let expected = sample.all.filter { $0 >= time }.prefix(30)
      let found = sample.sequence.starting(at: time).prefix(30).filter { $0 <= sample.end }
      #expect(found == Array(expected), sample.text)
    }
  }

  @Test("Next and previous are neighbours, contains is membership")
  func neighbours() {
    forEachCase(seed: 24) { sample, generator in
      for _ in 0..<5 {
        let time = sample.time(&generator)
        #expect(sample.sequence.contains(time) == sample.all.contains(time) || time > sample.end, sample.text)
        #expect(
          sample.sequence.previous(before: time) == sample.all.last { $0 < time } || time > sample.end,
          sample.text)
        let next = sample.sequence.next(after: time)
        if let expected = sample.all.first(where: { $0 > time }) {
          #expect(next == expected, sample.text)
          #expect(
            next.flatMap { sample.sequence.previous(before: $0) } == sample.all.last { $0 < expected },
            sample.text)
        } else {
          #expect(next.map { $0 > sample.end } ?? true, sample.text)
        }
      }
    }
  }

  @Test("Instances by index, all at once, and by iteration are the same")
  func indices() {
    forEachCase(seed: 25) { sample, generator in
      let limit = generator.number(0...60)
      let expected = Array(sample.all.prefix(limit))
      #expect(sample.sequence.collect(limit).filter { $0 <= sample.end } == expected, sample.text)
      for _ in 0..<5 where !sample.all.isEmpty {
        let index = generator.number(0...(sample.all.count - 1))
        #expect(sample.sequence.occurrence(at: index) == sample.all[index], sample.text)
      }
      #expect(sample.sequence.occurrence(at: -1) == nil)
    }
  }

  @Test("A window of a window is their intersection, and COUNT is counted from the start")
  func windowOfWindow() {
    forEachCase(seed: 26) { sample, generator in
      let times = (0..<4).map { _ in min(sample.time(&generator), sample.end) }.sorted()
      let outer = sample.sequence.starting(at: times[0])
      let expected = sample.all.filter { $0 >= times[1] && $0 < times[2] }
      #expect(Array(outer.occurrences(in: times[1]..<times[2])) == expected, sample.text)
      let inner = outer.occurrences(in: times[0]..<times[3])
      #expect(inner.count(in: times[1]..<times[2]) == expected.count, sample.text)
      #expect(inner.contains(times[2]) == (sample.all.contains(times[2]) && times[2] < times[3]), sample.text)
    }
  }

  @Test("The count of an ending rule is that of its instances")
  func count() {
    forEachCase(seed: 27) { sample, _ in
      switch sample.item.rule.end {
      case .never:
        // A rule may be seen to be empty without a search.
        #expect(sample.sequence.count == nil || sample.sequence.first == nil, sample.text)
      case .until where sample.all.count < 1_000:
        #expect(sample.sequence.count == sample.all.count, sample.text)
      case .count(let count) where sample.all.count == count:
        #expect(sample.sequence.count == count, sample.text)
      default: break
      }
    }
  }

  @Test("Counting far, by words, periods and days, is counting one by one")
  func countingFar() {
    var generator = RuleGenerator(seed: 29)
    for _ in 0..<min(rounds(15), 2_000) {
      var item = generator.expansionCase()
      item.rule.end = .never
      let sequence = item.rule.occurrences(from: item.start)
      let limit = item.rule.frequency < .daily && item.rule.limitsDays ? 2_000 : 12_000
      let all = sequence.collect(limit)
      guard all.count > 10, let last = all.last else { continue }
      for _ in 0..<4 {
        let index = generator.number((all.count / 2)...(all.count - 1))
        #expect(sequence.occurrence(at: index) == all[index], "\(item.text)")
        var counted = item.rule
        counted.end = .count(index + 1)
        let previous = counted.occurrences(from: item.start).previous(before: .max)
        #expect(previous == all[index], "\(item.text)")
        #expect(sequence.count(in: all[index]..<last) == all.count - 1 - index, "\(item.text)")
        #expect(sequence.count(in: item.start..<all[index]) == index, "\(item.text)")
      }
    }
  }

  @Test("A copy of an iterator continues independently")
  func copies() {
    forEachCase(seed: 28) { sample, generator in
      var iterator = sample.sequence.makeIterator()
      let taken = generator.number(0...15)
      for _ in 0..<taken { _ = iterator.next() }
      var copy = iterator
      let expected = sample.all.dropFirst(taken).prefix(10)
      let first = (0..<10).compactMap { _ in iterator.next() }.filter { $0 <= sample.end }
      let second = (0..<10).compactMap { _ in copy.next() }.filter { $0 <= sample.end }
      #expect(first == Array(expected) && second == first, sample.text)
    }
  }
}
