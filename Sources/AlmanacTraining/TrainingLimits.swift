/// What sets and sessions stay within, so that sums of what was read from anywhere cannot overflow.
enum TrainingLimits {
  static let repetitions = 0...100_000
  static let load = Load.none...Load.kilograms(10_000)
  /// The time and the rest of one set.
  static let duration = Duration.zero...Duration.seconds(86_400)
  /// The time since the start of a session; one that was forgotten can still be finished a year later.
  static let elapsed = Duration.zero...Duration.seconds(366 * 86_400)
  static let exercises = 1000
  static let sets = 1000
}

extension Duration {
  /// The duration itself, or the nearer end of what a session can last.
  var boundedToSession: Duration {
    min(max(self, TrainingLimits.elapsed.lowerBound), TrainingLimits.elapsed.upperBound)
  }
}

extension String {
  /// Whether there is nothing but white space.
  var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}
