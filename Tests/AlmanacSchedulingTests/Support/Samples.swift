import AlmanacEvents
import AlmanacScheduling
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

  mutating func one<T>(of choices: [T]) -> T {
    choices[int(0...(choices.count - 1))]
  }

  /// True once in so many times.
  mutating func once(in count: Int) -> Bool {
    int(1...count) == 1
  }
}

func date(_ text: String) throws -> CivilDate { try CivilDate(text) }

func time(_ text: String) throws -> CivilTime { try CivilTime(text) }

func instant(_ text: String, in zone: Zone) throws -> Instant { try CivilDateTime(text).in(zone).instant }

func zoned(_ text: String, _ zone: Zone) throws -> ZonedDateTime { try CivilDateTime(text).in(zone) }

/// The whole days from one date to another, the second not included.
func days(_ from: String, _ to: String, in zone: Zone) throws -> Range<Instant> {
  QueryWindow(days: try CivilDate(from)..<CivilDate(to), in: zone).range
}

extension Sequence where Element == Slot {
  /// `09:00` of each start.
  var clock: [String] { map { String($0.start.local.time.description.prefix(5)) } }
}
