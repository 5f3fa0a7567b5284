import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// People and things of which some serve, and resources of which an amount is taken.
struct PoolOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "People or things of whom any one serves: eva,leo or coach:eva,leo; may be given several times. "
        + "The first are coaches unless they have another role.", valueName: "names"),
    transform: Pool.init(argument:))
  var anyOf: [Pool] = []

  @Option(help: ArgumentHelp("How many of --any-of serve. [default: 1]", valueName: "number"))
  var needs: Int?

  @Option(
    help: ArgumentHelp(
      "So much of a resource, of how much there is: mats:3/10, or mats:3 for all there are; may be given several times.",
      valueName: "name:amount"),
    transform: ResourceAmount.init(argument:))
  var resource: [ResourceAmount] = []

  @Option(
    help: "Who serves: fewest bookings, longest waiting, or as listed. [default: fewest]")
  var choose: Choice?

  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case fewest, waiting, listed
  }

  var isEmpty: Bool { anyOf.isEmpty && resource.isEmpty }

  func validate() throws {
    if let needs, !(1...1_000).contains(needs) {
      throw ValidationError("--needs \(needs) is out of range (expected 1 to 1000)")
    }
    if needs != nil && anyOf.count != 1 {
      throw ValidationError("--needs is about one pool (expected --any-of once)")
    }
    if choose != nil && anyOf.isEmpty {
      throw ValidationError("--choose is about a pool (expected --any-of)")
    }
  }

  var policy: ChoicePolicy {
    switch choose ?? .fewest {
    case .fewest: .fewestBookings()
    case .waiting: .longestWaiting
    case .listed: .inOrder
    }
  }

  /// The requirements, with the time that sessions and classes take.
  ///
  /// - Parameters:
  ///   - hours: The hours of the people of the first pool; `nil` for all hours.
  ///   - range: The range in which their busy time is needed.
  func requirements(
    in files: SessionFiles, hours: Availability?, within range: Range<Instant>
  ) throws(CommandError) -> [Requirement] {
    let classes = files.classes
    var result: [Requirement] = []
    do throws(SchedulingError) {
      for (number, pool) in anyOf.enumerated() {
        let candidates = pool.names.map {
          classes.participant($0, availability: number == 0 ? hours : nil, in: range)
        }
        result.append(
          try .any(
            needs ?? 1, of: files.book.participants(candidates, in: range),
            as: pool.role ?? (number == 0 ? SessionBook.coachRole : "pool \(number + 1)")))
      }
      for entry in resource {
        let found = SlotParticipant(entry.name, capacity: entry.capacity)
        result.append(
          try .amount(entry.amount, of: entry.name, among: files.book.participants([found], in: range)))
      }
      return result
    } catch {
      throw .usage("--any-of or --resource: \(error.code.rawValue)", expected: error.expected)
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
    names = (hasRole ? parts[1] : text[...]).split(separator: ",").map { String($0).trimmed }
      .filter { !$0.isEmpty }
    guard !names.isEmpty, role?.isEmpty != true else {
      throw ArgumentFault("\(text) names nobody", expected: "names such as eva,leo or coach:eva,leo")
    }
  }
}

/// The value of `--resource`: how much, of how much there is.
struct ResourceAmount {
  let name: String
  let amount: Int
  let capacity: Int

  init(argument text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = (parts.last ?? "").split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count >= 2, let amount = numbers.first ?? nil, let capacity = numbers.last ?? nil,
      numbers.count <= 2, (1...1_000_000).contains(amount), (amount...1_000_000).contains(capacity)
    else {
      throw ArgumentFault(
        "\(text) is not an amount of a resource",
        expected: "a name and an amount that there is, such as mats:3 or mats:3/10")
    }
    name = parts.dropLast().joined(separator: ":").trimmed
    guard !name.isEmpty else { throw ArgumentFault("\(text) has no name", expected: "such as mats:3") }
    (self.amount, self.capacity) = (amount, capacity)
  }
}

extension SlotChoice {
  /// Who serves, and how much is taken: `eva, room 1, 3 mats`.
  var words: String {
    parts.flatMap { part in part.chosen.map { name in part.amount.map { "\($0) \(name)" } ?? name } }
      .joined(separator: ", ")
  }

  /// Who serves in each requirement, for scripts.
  var json: JSON {
    .array(
      parts.map { part in
        [
          "requirement": .string(part.requirement), "names": .array(part.chosen.map { .string($0) }),
          "amount": part.amount.map { .int($0) } ?? .null,
        ]
      })
  }
}

extension CandidateVerdict {
  func json(in zone: Zone) -> JSON {
    ["name": .string(name), "reasons": reasons.json(in: zone)]
  }
}

extension [Unavailability] {
  func json(in zone: Zone) -> JSON {
    .array(map { ["code": .string($0.code), "message": .string($0.description(zone.words(of:)))] })
  }
}
