import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime

/// The needs of a session: a coach, or some of a pool, amounts of resources, and the time of its clients.
struct SessionNeeds {
  /// So many people or things of several.
  struct Pool {
    let role: String
    let names: [String]
    let count: Int
    /// The tags that those who serve have.
    let tags: Set<String>
    /// The amount of each that is used; `nil` for all of it.
    var amount: Int?
    /// The least capacity.
    var holds: Int?
  }

  /// The coach; `nil` where a pool has the coach, or nobody is needed.
  var coach: String?
  var pools: [Pool] = []
  /// Amounts of resources, each with its capacity, and things that are taken as a whole.
  var resources: [SessionBook.Session.Resource] = []
  var clients: [String] = []
  /// The place of the session; empty if it does not matter.
  var place = ""
  /// The session that is moved, which is not in its own way.
  var moving: String?
  /// The number of people who can come.
  var places = 1
  /// The tags of the candidates.
  var tags: [Named<[String]>] = []
  /// The capacities of the candidates; 1 for those who have none.
  var capacities: [PersonKey: Int] = [:]

  /// Everybody and everything that may take part.
  var names: [String] { [coach].compactMap { $0 } + candidates + resources.map { $0.name } + clients }

  /// The candidates of the pools.
  var candidates: [String] { pools.flatMap { $0.names } }

  /// The requirements in order. The terms for everybody are those of the coach or of the first pool, and of the resources
  /// if there is neither.
  func requirements(_ participants: ParticipantSource) throws(CommandError) -> [Requirement] {
    for pool in pools { try requireEnough(of: pool) }
    var result: [Requirement] = []
    do throws(SchedulingError) {
      if let coach {
        result.append(.all([participants.participant(coach, isLeading: true)], as: SessionBook.coachRole))
      }
      for pool in pools {
        let isLeading = result.isEmpty
        let members = pool.names.map { name in
          participants.participant(
            name, isLeading: isLeading, capacity: capacities[PersonKey(name)] ?? 1, tags: tags(of: name))
        }
        result.append(
          try .any(pool.count, of: members, as: pool.role, taking: pool.amount, holding: pool.holds) {
            isSuitable($0.name, in: pool)
          })
      }
      let hasLeader = !result.isEmpty
      for resource in resources {
        let found = participants.participant(
          resource.name, isLeading: !hasLeader, capacity: resource.capacity ?? 1)
        if let amount = resource.amount {
          result.append(try .amount(amount, of: resource.name, among: [found], as: resource.requirement))
        } else {
          result.append(.all([found], as: resource.requirement))
        }
      }
    } catch {
      throw .usage("--any-of or --resource: \(error.code.rawValue)", expected: error.expected)
    }
    // Coaches may train themselves.
    let others = clients.filter { client in !(coach?.isOf(client) ?? false) }
    if !others.isEmpty { result.append(.all(others.map { participants.participant($0) })) }
    return result
  }

  func tags(of name: String) -> Set<String> {
    Set(tags.filter { $0.name?.isOf(name) == true }.flatMap { $0.value })
  }

  /// Whether one of a pool has its tags, and a room of a known size holds all of a group where no other number is stated.
  func isSuitable(_ name: String, in pool: Pool) -> Bool {
    let (tags, capacity) = (tags(of: name), capacities[PersonKey(name)] ?? 1)
    let isSized =
      capacity > 1 && pool.amount == nil && pool.holds == nil && pool.role != SessionBook.coachRole
    return pool.tags.allSatisfy { tag in tags.contains { $0.isOf(tag) } }
      && capacity >= (isSized ? places : 1)
  }

  private func requireEnough(of pool: Pool) throws(CommandError) {
    let able = pool.names.unique.filter { name in
      isSuitable(name, in: pool) && capacities[PersonKey(name)] ?? 1 >= pool.holds ?? 1
    }
    if able.count >= pool.count { return }
    var terms = pool.tags.sorted().map { "--tagged \($0)" }
    if let holds = pool.holds ?? (places > 1 ? places : nil) { terms.append("room for \(holds)") }
    let names = pool.names.joined(separator: ", ")
    throw .usage(
      "--any-of \(pool.role): \(pool.count) needed, and \(able.isEmpty ? "none" : able.joined(separator: ", ")) of \(names) can serve"
        + (terms.isEmpty ? "" : " with \(terms.joined(separator: " and "))"),
      expected: able.isEmpty ? "others, or other terms" : "--needs up to \(able.count), or more candidates")
  }

  /// Checks that options such as `--hours eva=…` are about somebody who may take part.
  func requireNames(_ named: [String]) throws(CommandError) {
    for name in named where !names.contains(where: { $0.isOf(name) }) {
      throw .usage(
        "\(name)=… is about nobody of this request",
        expected: names.isEmpty ? "a value for everybody" : "one of \(names.joined(separator: ", "))")
    }
  }
}

/// The source of the participants of slots, with the time that sessions and other commitments take of them.
struct ParticipantSource {
  private let files: SessionFiles
  private let commitments: Commitments
  private let terms: PersonalTerms
  private let range: Range<Instant>
  private let needs: SessionNeeds
  private let calendars: [SlotParticipant]

  /// - Parameters:
  ///   - range: The range in which their time matters.
  ///   - calendars: The time that further calendars take of some of them.
  init(
    _ files: SessionFiles, _ terms: PersonalTerms, in range: Range<Instant>, for needs: SessionNeeds,
    with calendars: [SlotParticipant]
  ) {
    (self.files, self.terms, self.range, self.needs) = (files, terms, range, needs)
    self.calendars = calendars
    commitments = files.commitments
  }

  /// A participant with its own hours and terms and the time of its other commitments.
  func candidate(
    _ name: String, isLeading: Bool = false, capacity: Int = 1, tags: Set<String> = []
  ) -> SlotParticipant {
    var result = commitments.participant(
      name, availability: terms.availability(of: name, isLeading: isLeading), in: range,
      visibleTo: needs.coach)
    for own in calendars where own.name.isOf(name) {
      if let stated = own.availability, !terms.hasHours(of: name, isLeading: isLeading) {
        let closures = result.availability?.closures ?? []
        result.availability = stated
        result.availability?.closures += closures
      }
      // A copy of the session that is moved is not in its own way.
      let items = own.busy.items.filter { needs.moving == nil || $0.id?.uid != needs.moving }
      result.busy = BusyTime(result.busy.items + items)
    }
    result.policy = terms.policy(of: name, isLeading: isLeading)
    (result.tags, result.capacity) = (tags, capacity)
    return result
  }

  /// A participant with the time of its sessions too.
  func participant(
    _ name: String, isLeading: Bool = false, capacity: Int = 1, tags: Set<String> = []
  ) -> SlotParticipant {
    let candidate = candidate(
      name, isLeading: isLeading, capacity: capacity, tags: tags)
    return files.book.participants(
      [candidate], in: range, except: needs.moving, shownTo: needs.coach ?? "")[0]
  }
}

extension CommandError {
  /// The slots, or the error of a `--for` that no slot can have.
  static func checkingLength(
    _ slots: () throws(SchedulingError) -> SlotGrid
  ) throws(CommandError) -> SlotGrid {
    do throws(SchedulingError) { return try slots() } catch {
      throw .usage("--for is too short for a slot", expected: error.expected)
    }
  }
}

extension OfferOptions {
  /// The slots for a session on these terms: the one grid of all commands, for the list of slots and for what is booked.
  ///
  /// - Parameters:
  ///   - start: The start of a session, which is one of the times unless the options say which are.
  ///   - rule: The rule by which it repeats, so that other minutes may be among the times.
  ///   - range: The range in which slots start.
  ///   - now: The present; `nil` where the past can be booked too.
  func grid(
    of needs: SessionNeeds, with start: ZonedDateTime? = nil, repeating rule: RecurrenceRule? = nil,
    in files: SessionFiles, lasting length: CalendarDuration, in range: Range<Instant>, at now: Instant?,
    _ common: CommonOptions,
    _ invocation: inout Invocation
  ) throws(CommandError) -> SlotGrid {
    try needs.requireNames(names)
    let zone = invocation.zone(common)
    let terms = PersonalTerms(self, in: zone, common)
    let reach = terms.reach(around: range, lasting: length)
    let calendars = try calendars(in: zone, within: reach, common, &invocation)
    let participants = ParticipantSource(files, terms, in: reach, for: needs, with: calendars.own)
    var requirements = try needs.requirements(participants)
    if !calendars.further.isEmpty { requirements.append(.free(calendars.further)) }
    var policy = terms.policy
    if let start, every == nil, hours.isEmpty {
      // Hours that a calendar states may begin at any minute.
      let isAnyMinute = rule.map { !$0.byMinute.isEmpty || $0.frequency < .daily } ?? false
      let steps = isAnyMinute || calendars.own.contains { $0.availability != nil } ? [] : [15, 5]
      let minute = start.local.time.secondOfDay / 60
      policy.step = .minutes(steps.first { minute % $0 == 0 } ?? 1)
    }
    return try CommandError.checkingLength { () throws(SchedulingError) in
      guard let now else {
        return try .anyTime(
          lasting: length, in: range, requiring: requirements, every: policy.step, viewer: zone)
      }
      return try SlotGrid(
        lasting: length, in: range, requiring: requirements, policy: policy, at: now, location: needs.place,
        travel: terms.travel, viewer: zone
      ).onStartsOfEverybody
    }
  }
}
