import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// Random rules, asked of the engine and of two other implementations.
///
/// The known faults of an oracle are in its list. `ALMANAC_ROUNDS=200 swift test -c release
/// -Xswiftc -enable-testing --filter PeerDifferentialTests` runs a hundred thousand rules against each.
@Suite("The engine against other implementations", .serialized)
struct PeerDifferentialTests {
  #if LIBICAL_DOOR
    @Test("libical")
    func libical() {
      var generator = RuleGenerator(seed: 11)
      var tally = Tally(faults: Libical.faults)
      for _ in 0..<rounds(500) {
        let item = generator.expansionCase()
        guard tally.admits(item) else { continue }
        let ours = item.instances(upTo: item.horizon)
        // Asked for no more than there is near the start, it cannot search for ever.
        guard item.oracleLimit > 0 else { continue }
        guard let oracle = Libical(item.rule, from: item.start) else {
          tally.refuse(item, "")
          continue
        }
        tally.compare(item, ours, oracle.next(item.oracleLimit).filter { $0 <= item.horizon })
      }
      tally.report("libical")
    }
  #endif

  @Test("python-dateutil", .enabled(if: Dateutil.isPresent, "python3 has no dateutil"))
  func dateutil() throws {
    var generator = RuleGenerator(seed: 12)
    var tally = Tally(faults: Dateutil.faults)
    var left = rounds(500)
    while left > 0 {
      let drawn = (0..<min(left, 2_000)).map { _ in generator.expansionCase() }
      left -= drawn.count
      let cases = drawn.filter { tally.admits($0) && $0.oracleLimit > 0 }
      for (item, answer) in zip(cases, try Dateutil.answers(to: cases)) {
        switch answer {
        case .instances(let theirs): tally.compare(item, item.instances(upTo: item.horizon), theirs)
        case .gaveUp: tally.giveUp()
        case .refused(let message): tally.refuse(item, message)
        }
      }
    }
    tally.report("dateutil")
  }
}

extension ExpansionCase {
  /// For how many instances an oracle is asked: for those there are before the horizon where a rule of small steps is
  /// limited, as a slow oracle would search on and on.
  var oracleLimit: Int {
    guard rule.frequency < .daily, rule.limitsDays || rule.limitsClock || !rule.bySetPosition.isEmpty else {
      return Self.limit
    }
    return instances(upTo: horizon).count
  }
}

extension RecurrenceRule {
  /// Whether a part of the time of day limits rather than expands: it is as large as the frequency, or larger.
  var limitsClock: Bool {
    guard frequency < .daily else { return false }
    return !byHour.isEmpty || frequency <= .minutely && !byMinute.isEmpty
      || frequency == .secondly && !bySecond.isEmpty
  }
}

/// Counts the rules of a run by their results.
private struct Tally {
  let faults: [KnownFault]
  private var drawn = 0
  private var excluded: [String: Int] = [:]
  private var compared = 0
  private var gaveUp = 0
  private var disagreements: [String] = []

  init(faults: [KnownFault]) {
    self.faults = faults
  }

  mutating func admits(_ item: ExpansionCase) -> Bool {
    drawn += 1
    guard let fault = faults.first(of: item) else { return true }
    excluded[fault.name, default: 0] += 1
    return false
  }

  mutating func compare(_ item: ExpansionCase, _ ours: [CivilDateTime], _ theirs: [CivilDateTime]) {
    compared += 1
    if ours != theirs { disagreements.append(item.explain(found: ours, expected: theirs)) }
  }

  /// A rule that is refused because it never matches gives the same as one that gives nothing.
  mutating func refuse(_ item: ExpansionCase, _ message: String) {
    compared += 1
    if item.rule.occurrences(from: item.start).first == nil { return }
    disagreements.append("\(item.text) refused: \(message)")
  }

  mutating func giveUp() { gaveUp += 1 }

  func report(_ oracle: String) {
    let reasons = excluded.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("\(oracle): \(compared) of \(drawn) rules compared, \(gaveUp) given up; excluded: \(reasons)")
    #expect(
      disagreements.isEmpty, "\(disagreements.count):\n\(disagreements.prefix(40).joined(separator: "\n"))")
    #expect(compared * 10 >= drawn * 6, "at least 60 % are compared: \(compared) of \(drawn)")
  }
}
