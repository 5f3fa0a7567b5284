/// Why something about training was refused: every reason at once.
///
/// One error type serves the module; its codes are open and are what the command line prints.
public struct TrainingError: Error, Sendable, Hashable {
  /// One rule that is broken.
  public struct Reason: Sendable, Hashable {
    public let code: Code
    /// What it is about, such as `exercise squat` or `set 2.0`; empty when it is about the whole.
    public let subject: String
    /// The property of it, such as `name`; empty when it is about the whole subject.
    public let property: String
    /// A phrase for a person: what would be accepted.
    public let expected: String

    public init(_ code: Code, of subject: String = "", _ property: String = "", expected: String) {
      self.code = code
      self.subject = subject
      self.property = property
      self.expected = expected
    }
  }

  /// Never empty.
  public let reasons: [Reason]

  /// - Returns: `nil` when there is nothing to complain about.
  public init?(_ reasons: [Reason]) {
    guard !reasons.isEmpty else { return nil }
    self.reasons = reasons
  }

  init(_ reason: Reason) {
    reasons = [reason]
  }
}

extension TrainingError {
  /// The kind of a fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A name of nothing but spaces.
    public static let emptyName = Code(rawValue: "empty_name")
    /// An identity of no characters.
    public static let emptyIdentity = Code(rawValue: "empty_identity")
    /// A red, which is kept for days with several items.
    public static let reservedColor = Code(rawValue: "reserved_color")
    /// A number, load or time that no set or session has.
    public static let outOfRange = Code(rawValue: "out_of_range")
    /// More exercises or sets than a session has.
    public static let tooMany = Code(rawValue: "too_many")
    /// A prescription of neither repetitions nor a time.
    public static let nothingPrescribed = Code(rawValue: "nothing_prescribed")
    /// Nothing has this identity, or nothing that this coach may see.
    public static let notFound = Code(rawValue: "not_found")
    /// Something else has this identity.
    public static let alreadyExists = Code(rawValue: "already_exists")
    /// What the subject names still uses it.
    public static let inUse = Code(rawValue: "in_use")
    /// A routine that is assigned to another client.
    public static let notAssigned = Code(rawValue: "not_assigned")

    /// The session was finished or discarded.
    public static let sessionOver = Code(rawValue: "session_over")
    /// A time before one that the session has reached.
    public static let timeRunsBackwards = Code(rawValue: "time_runs_backwards")
    /// A set that is done, and whose rest is over: it can be taken back, not changed.
    public static let setClosed = Code(rawValue: "set_closed")
    /// A set that was skipped: it can be taken back, not changed.
    public static let setSkipped = Code(rawValue: "set_skipped")
    /// A set that is done already, and in its rest.
    public static let setResting = Code(rawValue: "set_resting")
    /// A set that is neither done nor skipped, so that nothing can be taken back.
    public static let setOpen = Code(rawValue: "set_open")
    /// The rest of another set is running, and only one does.
    public static let restRunning = Code(rawValue: "rest_running")
    /// No rest is running.
    public static let notResting = Code(rawValue: "not_resting")
    /// An exercise none of whose sets is left to do.
    public static let nothingOpen = Code(rawValue: "nothing_open")
    /// An exercise none of whose sets is done or skipped.
    public static let nothingDone = Code(rawValue: "nothing_done")
    /// Values that contradict each other, as read from somewhere.
    public static let inconsistent = Code(rawValue: "inconsistent")
  }
}

extension TrainingError.Reason: CustomStringConvertible {
  public var description: String {
    let place = [subject, property].filter { !$0.isEmpty }.joined(separator: " ")
    return place.isEmpty
      ? "\(code.rawValue) (expected \(expected))" : "\(place): \(code.rawValue) (expected \(expected))"
  }
}

extension TrainingError: CustomStringConvertible {
  public var description: String {
    reasons.map { $0.description }.joined(separator: "; ")
  }
}

extension TrainingError {
  /// The same fault as a decoder reports it.
  func decoding(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: description, underlyingError: self))
  }
}

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
