internal import AlmanacEvents
public import AlmanacScheduling
public import AlmanacTime

/// A refusal with every reason at once. It is the only error type of this module; its codes are open.
public struct TrainingError: Error, Sendable, Hashable {
  /// The kind of a reason; the set of codes is open.
  public typealias Code = ErrorCode<TrainingError>

  /// A thing as people name it: the word for its kind, and its name or identity.
  struct NamedPart: Sendable, Hashable {
    let kind: String
    let name: String
  }

  /// One rule that is broken.
  public struct Reason: Sendable, Hashable {
    /// The kind of the reason; for a refusal of the session book, its code.
    public let code: Code
    /// The subject, such as `exercise squat` or `set 2.0`; empty for the whole.
    public let subject: String
    /// The property of the subject, such as `name`; empty for the whole subject.
    public let property: String
    /// The accepted values, as a phrase for a person.
    public let expected: String
    /// The refusal of the session book, when the reason is its.
    public let refusal: SessionRefusal?
    /// The subject by name, and the part of it that is at fault; empty for the words of `subject`.
    let parts: [NamedPart]

    /// Creates a reason; an empty `subject` or `property` is the whole.
    public init(_ code: Code, of subject: String = "", _ property: String = "", expected: String) {
      self.init(code, of: subject, property, expected: expected, named: [])
    }

    init(
      _ code: Code, of subject: String, _ property: String = "", expected: String, named parts: [NamedPart]
    ) {
      self.parts = parts
      self.code = code
      self.subject = subject
      self.property = property
      self.expected = expected
      refusal = nil
    }

    /// A refusal of the session book as a reason, with its code.
    init(_ refusal: SessionRefusal, of subject: String) {
      parts = []
      code = Code(rawValue: refusal.code)
      self.subject = subject
      property = ""
      expected = "\(refusal)"
      self.refusal = refusal
    }
  }

  /// Never empty.
  public let reasons: [Reason]

  /// Creates an error; `nil` without reasons.
  public init?(_ reasons: [Reason]) {
    guard !reasons.isEmpty else { return nil }
    self.reasons = reasons
  }

  init(_ reason: Reason) {
    reasons = [reason]
  }
}

extension TrainingError.Code {
  /// A name of nothing but spaces.
  public static var emptyName: Self { Self(rawValue: "empty_name") }
  /// An identity of no characters.
  public static var emptyIdentity: Self { Self(rawValue: "empty_identity") }
  /// A red, which is reserved for days with several items.
  public static var reservedColor: Self { Self(rawValue: "reserved_color") }
  /// A number, load or time outside the limits of sets and sessions.
  public static var outOfRange: Self { Self(rawValue: "out_of_range") }
  /// More exercises or sets than a session can have.
  public static var tooMany: Self { Self(rawValue: "too_many") }
  /// A prescription of neither repetitions nor a time.
  public static var nothingPrescribed: Self { Self(rawValue: "nothing_prescribed") }
  /// An identity that is unknown, or that the coach may not see.
  public static var notFound: Self { Self(rawValue: "not_found") }
  /// An identity that is taken.
  public static var alreadyExists: Self { Self(rawValue: "already_exists") }
  /// An item that the subject still uses.
  public static var inUse: Self { Self(rawValue: "in_use") }
  /// An item that the coach may not add, change or remove.
  public static var notPermitted: Self { Self(rawValue: "not_permitted") }
  /// An item that the coach may not share.
  public static var sharingNotPermitted: Self { Self(rawValue: "sharing_not_permitted") }
  /// A private item that a shared one names.
  public static var notShared: Self { Self(rawValue: "not_shared") }
  /// A person who is not a client of the coach.
  public static var notAClient: Self { Self(rawValue: "not_a_client") }
  /// A routine that is assigned to another client.
  public static var notAssigned: Self { Self(rawValue: "not_assigned") }

  /// The session was finished or discarded.
  public static var sessionOver: Self { Self(rawValue: "session_over") }
  /// A time before one that was passed earlier.
  public static var timeRunsBackwards: Self { Self(rawValue: "time_runs_backwards") }
  /// A set that is done, and whose rest is over: it can be reopened, not changed.
  public static var setClosed: Self { Self(rawValue: "set_closed") }
  /// A set that was skipped: it can be reopened, not changed.
  public static var setSkipped: Self { Self(rawValue: "set_skipped") }
  /// A set that is done already, and in its rest.
  public static var setResting: Self { Self(rawValue: "set_resting") }
  /// A set that is open, so that it cannot be reopened.
  public static var setOpen: Self { Self(rawValue: "set_open") }
  /// A rest of another set that is running.
  public static var restRunning: Self { Self(rawValue: "rest_running") }
  /// A command about a rest when none is running.
  public static var notResting: Self { Self(rawValue: "not_resting") }
  /// An exercise without an open set.
  public static var nothingOpen: Self { Self(rawValue: "nothing_open") }
  /// An exercise whose sets are all open.
  public static var nothingDone: Self { Self(rawValue: "nothing_done") }
  /// Decoded values that contradict each other.
  public static var inconsistent: Self { Self(rawValue: "inconsistent") }
}

extension TrainingError.Reason {
  private static let phrases = LanguageTable.tables(in: PackageResources.TrainingPhrases_txt)

  /// The reason in a phrase for a person, such as `l’entrenament s’ha acabat`. A reason about an item of a library names it:
  /// `encara es fa servir: rutina cames`. A reason of the program's own is described by what is expected.
  public func description(in words: SchedulingWords) -> String {
    if let refusal { return refusal.description(in: words) }
    let phrases = Self.phrases.texts(in: words.localization)
    let phrase = phrases.text(code.rawValue)
    if phrase.isEmpty { return expected }
    let place = namesSubject ? self.place(in: phrases) : ""
    return place.isEmpty ? phrase : phrases.text("of").filled(["reason": phrase, "subject": place])
  }

  /// Whether `description(in:)` names the subject, as the reason is about an item of a library or a person.
  public var namesSubject: Bool {
    let codes: Set<TrainingError.Code> = [
      .emptyIdentity, .notFound, .alreadyExists, .inUse, .notPermitted, .sharingNotPermitted, .notShared,
    ]
    return codes.contains(code)
  }

  /// The subject with its part or property, kinds in words: `rutina Cames`, `exercici Esquat, màquina Gàbia`.
  private func place(in phrases: LanguageTable) -> String {
    let parts = self.parts.isEmpty ? [TrainingError.NamedPart(subject: subject)] : self.parts
    let names = parts.map { part in
      let kind = phrases.text(part.kind)
      return [kind.isEmpty ? part.kind : kind, part.name].filter { !$0.isEmpty }.joined(separator: " ")
    }
    // An item that uses another one does so in one property only.
    let isStated = code == .inUse || parts.contains { $0.kind == property }
    return (names + [isStated ? "" : phrases.text(property)]).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension TrainingError.NamedPart {
  /// Reads a subject of a kind and an identity: `session s1`.
  fileprivate init(subject: String) {
    let words = subject.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(kind: words.first ?? "", name: words.dropFirst().first ?? "")
  }
}

extension TrainingError.Reason: CustomStringConvertible {
  public var description: String {
    if let refusal { return "\(subject): \(code.rawValue), \(refusal)" }
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

extension [TrainingError.Reason] {
  /// Adds a reason unless a rule is obeyed.
  mutating func require(
    _ isObeyed: Bool, _ code: TrainingError.Code, of subject: String, _ property: String = "",
    expected: String, named parts: [TrainingError.NamedPart] = []
  ) {
    if !isObeyed { append(.init(code, of: subject, property, expected: expected, named: parts)) }
  }

  /// Adds a reason if a text names nobody.
  mutating func require(_ person: String, of subject: String, _ property: String) {
    require(
      PersonKey(validating: person) != nil, .emptyIdentity, of: subject, property,
      expected: "a name or an address")
  }
}

extension TrainingError {
  /// The error that a decoder throws for this one.
  func decoding(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: description, underlyingError: self))
  }
}

/// The limits of sets and sessions, within which sums of decoded values cannot overflow.
enum TrainingLimits {
  static let repetitions = 0...100_000
  static let load = Load.none...Load.kilograms(10_000)
  /// The time and the rest of one set.
  static let duration = Duration.zero...Duration.seconds(86_400)
  /// The time since the start of a session, long enough to finish a forgotten one a year later.
  static let elapsed = Duration.zero...Duration.seconds(366 * 86_400)
  static let exercises = 1000
  static let sets = 1000
}

extension String {
  /// Whether it is empty or white space only.
  var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}
