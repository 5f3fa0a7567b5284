import Foundation

/// How many times as many cases as usual the tests check: ALMANAC_ROUNDS, 1 where it is not set.
private let factor = ProcessInfo.processInfo.environment["ALMANAC_ROUNDS"].flatMap { Double($0) } ?? 1

/// Whether tests check at length: ALMANAC_ROUNDS is 4 or more. Loads and limits that need seconds have their full size then.
public let isAtLength = factor >= 4

/// How many random cases a test checks: as many as usual, or ALMANAC_ROUNDS times as many.
///
/// The usual numbers make a run of all tests brief; ALMANAC_ROUNDS=4 or more checks at length.
public func rounds(_ usual: Int) -> Int {
  max(1, Int(Double(usual) * factor))
}

/// A part of a list of cases, in order: one of each `count` successive cases, chosen at random; all cases where
/// ALMANAC_ROUNDS is `count` or more.
///
/// - Parameter seed: Other seeds choose other cases; the same seed always chooses the same ones.
public func sample<List: Collection>(_ list: List, oneIn count: Int, seed: UInt64 = 0) -> [List.Element] {
  let distance = max(1, Int((Double(count) / factor).rounded(.up)))
  let all = Array(list)
  guard distance > 1 else { return all }
  var random = SeededGenerator(seed: seed)
  return stride(from: 0, to: all.count, by: distance).map { start in
    all[random.int(start...min(start + distance, all.count) - 1)]
  }
}

/// SplitMix64: the same numbers for the same seed on every run and machine, so that a failure can be had again.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  public mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  public mutating func one<Choice>(of choices: [Choice]) -> Choice {
    choices[int(0...(choices.count - 1))]
  }

  /// True once in so many times.
  public mutating func once(in count: Int) -> Bool {
    int(1...count) == 1
  }
}
