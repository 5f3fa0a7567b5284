import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// Random rules, asked of the engine and of `NaiveExpansion`.
///
/// `ALMANAC_ROUNDS=200 swift test -c release -Xswiftc -enable-testing --filter DifferentialTests` checks
/// 37 000 here, and a hundred thousand against each of the other implementations.
@Suite("The engine against the plain definition")
struct NaiveDifferentialTests {
  @Test("Random rules over all parts", arguments: [1, 2])
  func randomRules(seed: UInt64) {
    var generator = RuleGenerator(seed: seed)
    var disagreements = Disagreements()
    for _ in 0..<rounds(60) {
      disagreements.compare(generator.expansionCase())
    }
    disagreements.report()
  }

  @Test("Parts that RFC 5545 does not allow beside a frequency limit it")
  func misplacedParts() {
    var generator = RuleGenerator(seed: 4)
    var disagreements = Disagreements()
    for _ in 0..<rounds(25) {
      var item = generator.expansionCase()
      item.rule.byYearDay = generator.list { $0.signed(366) }
      item.rule.byWeekNumber = generator.list { $0.signed(53) }
      item.rule.byMonthDay = generator.list { $0.signed(31) }
      disagreements.compare(item)
    }
    disagreements.report(nonemptyShare: 5)
  }

  @Test("Random rules with SKIP")
  func skippingRules() {
    var generator = RuleGenerator(seed: 3)
    var disagreements = Disagreements()
    for _ in 0..<rounds(40) {
      disagreements.compare(generator.expansionCase(skips: true))
    }
    disagreements.report()
  }
}

private struct Disagreements {
  private var texts: [String] = []
  private var compared = 0
  private var nonempty = 0

  mutating func compare(_ item: ExpansionCase) {
    let naive = NaiveExpansion(item.rule, from: item.start)
    let expected = naive.instances(limit: ExpansionCase.limit, upTo: item.horizon)
    let found = item.instances(upTo: expected.end)
    compared += 1
    if !expected.instances.isEmpty { nonempty += 1 }
    guard found != expected.instances else { return }
    texts.append(item.explain(found: found, expected: expected.instances))
  }

  func report(nonemptyShare: Int = 2) {
    #expect(texts.isEmpty, "\(texts.count) of \(compared):\n\(texts.prefix(12).joined(separator: "\n"))")
    #expect(nonempty * nonemptyShare > compared, "many rules give something: \(nonempty) of \(compared)")
  }
}

extension ExpansionCase {
  /// One line on where two lists part.
  func explain(found: [CivilDateTime], expected: [CivilDateTime]) -> String {
    let same = zip(found, expected).prefix { $0 == $1 }.count
    let ours = same < found.count ? "\(found[same])" : "end"
    let theirs = same < expected.count ? "\(expected[same])" : "end"
    return "\(text) at \(same): found \(ours), expected \(theirs)"
  }
}
