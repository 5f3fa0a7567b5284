import AlmanacTime

/// SplitMix64: the same numbers on every run and machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  mutating func date() -> CivilDate {
    CivilDate(daysSinceEpoch: int(CivilDate.min.daysSinceEpoch...CivilDate.max.daysSinceEpoch))
  }

  mutating func dateTime() -> CivilDateTime {
    date().at(CivilTime(uncheckedSecondOfDay: int(0...86_399)))
  }
}
