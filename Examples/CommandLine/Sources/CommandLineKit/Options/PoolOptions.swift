import AlmanacScheduling
import ArgumentParser

/// People and things of which some serve, and resources of which an amount is taken.
struct PoolOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "People or things of whom any one serves: eva,leo or coach:eva,leo; may be given several times. "
        + "The first are coaches unless they have another role.", valueName: "names"),
    transform: Pool.init(argument:))
  var anyOf: [Pool] = []

  @Option(
    help: ArgumentHelp(
      "How many of --any-of serve; with several, as room=2 for those of a role. [default: 1]",
      valueName: "number"),
    transform: Named.number(1...1_000))
  var needs: [Named<Int>] = []

  @OptionGroup
  var suitability: SuitabilityOptions

  @Option(
    help: ArgumentHelp(
      "How much is taken of those who serve, which others may share, such as two lanes of either pool; with several, as lanes=2 for "
        + "those of a role.", valueName: "number"),
    transform: Named.number(1...1_000_000))
  var amount: [Named<Int>] = []

  @Option(
    help: ArgumentHelp(
      "So much of a resource, of how much there is: mats:3/10, or mats:3 once a booking has said how much; may be given several "
        + "times.", valueName: "name:amount"),
    transform: ResourceAmount.init(argument:))
  var resource: [ResourceAmount] = []

  @OptionGroup
  var choice: ChoiceOptions

  var isEmpty: Bool { anyOf.isEmpty && resource.isEmpty }

  /// The people of whom some are chosen.
  var candidates: [String] { anyOf.flatMap { $0.names } }

  /// The people and things with options of their own.
  var names: [String] { suitability.names + choice.names }

  func validate() throws {
    let ofPools = [
      ("needs", needs.map { $0.name }), ("tagged", suitability.tagged.map { $0.name }),
      ("amount", amount.map { $0.name }), ("holds", suitability.holds.map { $0.name }),
    ]
    try requireOne()
    for (option, roles) in ofPools {
      if anyOf.isEmpty && !roles.isEmpty {
        throw ValidationError("--\(option) is about a pool (expected --any-of)")
      }
      if anyOf.count > 1 && roles.contains(nil) {
        throw ValidationError(
          "--\(option) is about one pool (expected --any-of once, or a role, as in room=2)")
      }
      for case .some(let role) in roles where !anyOf.indices.contains(where: { self.role(at: $0) == role }) {
        throw ValidationError("--\(option) \(role)=… is about no pool (expected the role of one of --any-of)")
      }
    }
    if !choice.isEmpty && anyOf.isEmpty {
      throw ValidationError("--choose, --weight and --priority are about a pool (expected --any-of)")
    }
  }

  private func requireOne() throws {
    try needs.requireOne("--needs")
    try amount.requireOne("--amount")
    for (index, entry) in resource.enumerated() {
      let others = resource[..<index].filter { $0.name.isOf(entry.name) }.compactMap { $0.capacity }
      if let capacity = entry.capacity, let other = others.first(where: { $0 != capacity }) {
        throw ValidationError(
          "--resource says that there are \(other) and \(capacity) of \(entry.name) (expected one number)")
      }
    }
  }

  /// The role of a pool: that which is stated, `coach` for the first one without, else its number.
  func role(at index: Int) -> String {
    let isFirst = index == anyOf.firstIndex { $0.role == nil }
    let hasCoaches = anyOf.contains { $0.role == SessionBook.coachRole }
    return anyOf[index].role ?? (isFirst && !hasCoaches ? SessionBook.coachRole : "pool \(index + 1)")
  }

  /// Whether a coach is chosen.
  var choosesCoach: Bool { anyOf.indices.contains { role(at: $0) == SessionBook.coachRole } }

  /// The needs of a session of each pool.
  var pools: [SessionNeeds.Pool] {
    anyOf.indices.map { index in
      let role = role(at: index)
      func value<Value>(_ values: [Named<Value>]) -> Value? {
        values.last { $0.name == nil || $0.name == role }?.value
      }
      return SessionNeeds.Pool(
        role: role, names: anyOf[index].names, count: value(needs) ?? 1,
        tags: Set(value(suitability.tagged) ?? []),
        amount: value(amount), holds: value(suitability.holds))
    }
  }
}

/// Who and what is suitable: tags and capacities.
struct SuitabilityOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What somebody can do or something has, as eva=yoga,pilates; may be given several times.",
      valueName: "name=words"),
    transform: Named.list(_:))
  var tag: [Named<[String]>] = []

  @Option(
    help: ArgumentHelp(
      "Only those who have these words as --tag; with several of --any-of, as room=stage for those of a role.",
      valueName: "words"),
    transform: Named.list(_:))
  var tagged: [Named<[String]>] = []

  @Option(
    help: ArgumentHelp(
      "How much there is of something, or how many people a room holds, as r1=12; may be given several times. [default: as "
        + "earlier bookings of it state]", valueName: "name=number"),
    transform: Named.number(1...1_000_000))
  var capacity: [Named<Int>] = []

  @Option(
    help: ArgumentHelp(
      "Only those that hold so many, by --capacity; with several of --any-of, as room=12 for those of a role.",
      valueName: "number"),
    transform: Named.number(1...1_000_000))
  var holds: [Named<Int>] = []

  /// The people and things with tags or a capacity.
  var names: [String] { tag.names() + capacity.names() }

  func validate() throws {
    try tagged.requireOne("--tagged")
    try capacity.requireOne("--capacity")
    try holds.requireOne("--holds")
    if capacity.contains(where: { $0.name == nil }) {
      throw ValidationError("--capacity is that of something (expected its name, such as r1=12)")
    }
    if tag.contains(where: { $0.name == nil }) {
      throw ValidationError("--tag is about somebody (expected a name, such as eva=yoga)")
    }
  }
}

/// The value of `--any-of`: names with a role.
struct Pool {
  /// `nil` for the role of its place.
  let role: String?
  let names: [String]

  init(argument text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let hasRole = parts.count == 2 && parts[0].lowercased() != "mailto" && !parts[0].contains(",")
    role = hasRole ? String(parts[0]).trimmed : nil
    names = (hasRole ? parts[1] : text[...]).split(separator: ",")
      .map { Person.identity(in: String($0).trimmed) }.filter { !$0.isEmpty }
    guard !names.isEmpty, role?.isEmpty != true else {
      throw ArgumentFault("\(text) names nobody", expected: "names such as eva,leo or coach:eva,leo")
    }
  }
}

/// The value of `--resource`: how much, of how much there is.
struct ResourceAmount {
  let name: String
  let amount: Int
  /// `nil` where it is that of earlier bookings.
  let capacity: Int?

  init(argument text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = (parts.last ?? "").split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count >= 2, let amount = numbers.first ?? nil, let last = numbers.last ?? nil,
      numbers.count <= 2, (1...1_000_000).contains(amount), (amount...1_000_000).contains(last)
    else {
      throw ArgumentFault(
        "\(text) is not an amount of a resource",
        expected: "a name and an amount that there is, such as mats:3 or mats:3/10")
    }
    name = parts.dropLast().joined(separator: ":").trimmed
    guard !name.isEmpty else { throw ArgumentFault("\(text) has no name", expected: "such as mats:3") }
    (self.amount, capacity) = (amount, numbers.count == 2 ? last : nil)
  }
}

extension PoolOptions {
  /// Checks that a session has one coach at most, and takes somebody or something.
  func validate(beside coach: String?) throws {
    if coach == nil && isEmpty {
      throw ValidationError("the session takes nobody's time (expected --coach, --any-of or --resource)")
    }
    if coach != nil && choosesCoach {
      throw ValidationError(
        "a session has one coach (expected --coach or --any-of, or a role for --any-of, such as room:r1,r2)")
    }
  }
}
