import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The rule by which those who serve are chosen among those who can.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Who serves: fewest (bookings; one who is new or was away for long counts as one behind from the first on), fewest-in:4w (bookings less than so long from the session), waiting (the longest), "
        + "listed (in that order), or same (as in the client's last session, else fewest). [default: fewest]",
      valueName: "rule"),
    completion: .list(["fewest", "fewest-in:4w", "waiting", "listed", "same"]),
    transform: ChoiceRule.init(argument:))
  var choose: ChoiceRule?

  @Option(
    help: ArgumentHelp(
      "The share of somebody, as eva=2 for twice as many bookings as the others, who have 1; may be given several times.",
      valueName: "name=number"), transform: Named.number(0...1_000_000))
  var weight: [Named<Int>] = []

  @Option(
    help: ArgumentHelp(
      "Who goes first whatever --choose says, as eva=5: the highest number, the others have 0; may be given several times.",
      valueName: "name=number"), transform: Named.number(-1_000_000...1_000_000))
  var priority: [Named<Int>] = []

  func validate() throws {
    if (weight + priority).contains(where: { $0.name == nil }) {
      throw ValidationError("--weight and --priority are those of somebody (expected a name, such as eva=2)")
    }
    try weight.requireOne("--weight")
    try priority.requireOne("--priority")
    if !weight.isEmpty, choose?.countsBookings == false {
      throw ValidationError("--weight is about shares of bookings (expected --choose fewest)")
    }
  }

  var isEmpty: Bool { choose == nil && weight.isEmpty && priority.isEmpty }

  /// The people and things that the options name.
  var names: [String] { weight.names() + priority.names() }

  /// The policy of the options.
  ///
  /// - Parameters:
  ///   - first: The first start for which somebody is chosen.
  ///   - end: The last one.
  ///   - last: Those who served the last time.
  func policy(
    from first: ZonedDateTime, to end: ZonedDateTime, after last: @autoclosure () -> [String] = []
  ) -> ChoicePolicy {
    func numbers(_ values: [Named<Int>]) -> [String: Int] {
      Dictionary(values.compactMap { entry in entry.name.map { ($0, entry.value) } }) { _, last in last }
    }
    func fewest(in window: Range<Instant>? = nil) -> ChoicePolicy {
      weight.isEmpty ? .fewestBookings(in: window) : .shares(weights: numbers(weight), in: window)
    }
    let rule: ChoicePolicy
    switch choose ?? .fewest {
    case .fewest: rule = fewest()
    case .fewestIn(let length):
      let lower = first.adding(-length).instant
      rule = fewest(in: lower..<Swift.max(lower, end.adding(length).instant))
    case .waiting: rule = .longestWaiting
    case .listed: rule = .inOrder
    case .same: rule = .sequence([.same(as: last()), fewest()])
    }
    return priority.isEmpty ? rule : .sequence([.priority(numbers(priority)), rule])
  }
}

/// The value of `--choose`.
enum ChoiceRule: Sendable {
  case fewest
  /// The fewest bookings that begin less than so long from the session.
  case fewestIn(CalendarDuration)
  case waiting
  case listed
  case same

  init(argument text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("fewest", 1): self = .fewest
    case ("fewest-in", 2): self = .fewestIn(try Length.read(parts[1]))
    case ("waiting", 1): self = .waiting
    case ("listed", 1): self = .listed
    case ("same", 1): self = .same
    default:
      throw ArgumentFault(
        "\(text) is not a rule of choice", expected: "fewest, fewest-in:4w, waiting, listed or same")
    }
  }

  /// Whether bookings are counted, so that shares of them have a meaning.
  fileprivate var countsBookings: Bool {
    switch self {
    case .fewest, .fewestIn, .same: true
    case .waiting, .listed: false
    }
  }
}
