import AlmanacEvents
import AlmanacScheduling

/// The people and things that have sessions or classes in some calendars, and the capacities of the things.
///
/// A new name is possible at any time. One that is nearly a name of the calendar is rather a mistake: `evva` for `eva`, but not `r2`
/// for `r1`.
struct KnownNames {
  private var names: [PersonKey: String] = [:]
  private var capacities: [PersonKey: Int] = [:]
  /// The roles of people and things in sessions: coach, client, or a requirement of a session, such as a room.
  private var roles: [PersonKey: Set<String>] = [:]

  private static let client = "client"

  init(_ files: SessionFiles) {
    // The capacity of a thing is that of its latest session that is not cancelled.
    for session in files.sessions {
      add([session.coach] + session.clients + session.resources.map { $0.name })
      add([session.coach], as: SessionBook.coachRole)
      add(session.clients, as: Self.client)
      // A resource of its own, such as mats, has no role.
      for resource in session.resources where !resource.requirement.isOf(resource.name) {
        add([resource.name], as: resource.requirement)
      }
      if case .cancelled = session.state { continue }
      for resource in session.resources where resource.capacity != nil {
        capacities[PersonKey(resource.name)] = resource.capacity
      }
    }
    for series in files.classes.series {
      let instructors = [series.instructor] + series.changes.values.compactMap { $0.instructor }
      add(instructors)
      add(instructors, as: SessionBook.coachRole)
    }
  }

  private mutating func add(_ found: [String]) {
    for name in found where !name.isEmpty { names[PersonKey(name)] = names[PersonKey(name)] ?? name }
  }

  private mutating func add(_ found: [String], as role: String) {
    for name in found where !name.isEmpty { roles[PersonKey(name), default: []].insert(role) }
  }

  /// Refuses a person who is known, but only in other roles than those of the people to replace, such as a room for a coach.
  ///
  /// - Parameter new: Names that are meant.
  func requireRole(of name: String, for others: [String], except new: [String]) throws(CommandError) {
    let own = roles[PersonKey(name), default: []].subtracting([Self.client])
    guard let needed = own.min() else { return }
    for other in others where !new.contains(where: { $0.isOf(other) }) {
      guard let role = roles[PersonKey(other)]?.min(), roles[PersonKey(other)]?.isDisjoint(with: own) == true
      else { continue }
      throw .refused(
        "other_role", "\(other) is here \(role), and not \(needed)", expected: "another, or --new \(other)")
    }
  }

  /// The capacity of a resource by earlier bookings; `nil` where none states it.
  func capacity(of name: String) -> Int? { capacities[PersonKey(name)] }

  /// The capacity of one of a pool: as stated in a request, else that of earlier bookings.
  ///
  /// - Parameter amount: How much of it is taken; `nil` for all of it, which is 1 unless a capacity is known.
  func capacity(of name: String, stated: Int?, taking amount: Int?) throws(CommandError) -> Int {
    if let capacity = stated ?? capacity(of: name) { return capacity }
    guard let amount else { return 1 }
    throw .usage(
      "no booking says how much of \(name) there is, and \(amount) are needed",
      expected: "how much there is, such as --capacity \(name)=\(Swift.max(10, amount))")
  }

  /// Refuses names that the calendar does not have, but nearly.
  ///
  /// - Parameter stated: Names that are meant, as they have terms of their own or are new.
  func require(_ names: [String], except stated: [String]) throws(CommandError) {
    for name in names where !stated.contains(where: { $0.isOf(name) }) {
      guard let near = nearest(to: name), !names.contains(where: { $0.isOf(near) }) else { continue }
      throw .refused(
        "unknown_name", "\(name) has no sessions, classes or hours here; did you mean \(near)?",
        expected: "\(near), or --new \(name)")
    }
  }

  /// The capacity of a resource: as stated in a request, else that of earlier bookings.
  func capacity(
    of entry: ResourceAmount, beside entries: [ResourceAmount]
  ) throws(CommandError) -> Int {
    let stated = entries.filter { $0.name.isOf(entry.name) }.compactMap { $0.capacity }.first
    if let capacity = entry.capacity ?? stated { return capacity }
    guard let capacity = capacities[PersonKey(entry.name)] else {
      let near = nearest(to: entry.name).map { "; did you mean \($0)?" } ?? ""
      throw .usage(
        "--resource \(entry.name):\(entry.amount): no booking says how much of \(entry.name) there is\(near)",
        expected: "how much there is, such as \(entry.name):\(entry.amount)/\(Swift.max(10, entry.amount))")
    }
    guard entry.amount <= capacity else {
      throw .usage(
        "--resource \(entry.name):\(entry.amount): by earlier bookings there are \(capacity)",
        expected:
          "1 to \(capacity), or how much there is, such as \(entry.name):\(entry.amount)/\(entry.amount)")
    }
    return capacity
  }

  /// The name of which an unknown one is probably a misspelling; `nil` for a known name and for one unlike all others.
  func nearest(to name: String) -> String? {
    if names[PersonKey(name)] != nil { return nil }
    return names.values.sorted().first { Self.isMisspelling(name, of: $0) }
  }

  /// Whether one word differs by a slip: a letter too many, too few or another. Short words and numbers are told apart by each
  /// letter: `r1` and `r2`, `court a` and `court b`.
  private static func isMisspelling(_ name: String, of other: String) -> Bool {
    func words(_ text: String) -> [[Character]] {
      text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { Array($0) }
    }
    let (own, known) = (words(name), words(other))
    guard own.count == known.count else { return false }
    let different = zip(own, known).filter { $0 != $1 }
    guard different.count <= 1 else { return false }
    guard let (one, another) = different.first else { return true }
    let isWord = [one, another].allSatisfy { $0.count >= 3 && $0.allSatisfy { $0.isLetter } }
    let longest = Swift.max(one.count, another.count)
    return isWord && longest >= 4
      && Suggestions.distance(one, another, swaps: false) <= (longest >= 8 ? 2 : 1)
  }
}

extension SessionFiles {
  /// Refuses a place that no item of the calendars has, and no journey, if there are some: from it no time to travel would be
  /// known. An empty one does not matter.
  func requirePlace(_ place: String, _ offer: OfferOptions) throws(CommandError) {
    if place.isEmpty || offer.new.contains(where: { $0.isOf(place) }) { return }
    let places =
      offer.terms.travel.flatMap { [$0.from, $0.to] }
      + store.everything.items.map { $0.location }.filter { !$0.isEmpty }
    let known = Dictionary(places.map { (PersonKey($0), $0) }) { first, _ in first }
    if known.isEmpty || known[PersonKey(place)] != nil { return }
    let names = known.values.sorted()
    let shown =
      names.prefix(10).joined(separator: ", ") + (names.count > 10 ? " and \(names.count - 10) more" : "")
    throw .refused(
      "unknown_place", "\(place) is no place of these calendars",
      expected: "one of \(shown), or --new \(place)")
  }
}
