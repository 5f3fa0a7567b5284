import Foundation

/// How many random cases a test checks: as many as usual, or ALMANAC_ROUNDS times as many.
public func rounds(_ usual: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["ALMANAC_ROUNDS"].flatMap { Double($0) } ?? 1
  return max(1, Int(Double(usual) * factor))
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
