internal import AlmanacEvents
internal import AlmanacTime

/// The hours, the busy time and the policies of a person or a thing. Those with which it is named in one pool hold in every
/// other one too.
struct PersonalTerms {
  /// The different opening hours, all of which must be open.
  private(set) var availabilities: [Availability]
  /// The different policies, all of which apply.
  private(set) var policies: [BookingPolicy]
  private(set) var busy: BusyTime

  init(_ participant: SlotParticipant) {
    availabilities = participant.availability.map { [$0] } ?? []
    policies = participant.policy.map { [$0] } ?? []
    busy = participant.busy
  }

  /// Adds those with which another pool names it.
  mutating func add(_ participant: SlotParticipant) {
    if let availability = participant.availability, !availabilities.contains(availability) {
      availabilities.append(availability)
    }
    if let policy = participant.policy, !policies.contains(policy) { policies.append(policy) }
    busy = busy.union(participant.busy)
  }

  /// The longest buffers of the policies; `nil` without a policy.
  var buffers: Buffers? {
    policies.dropFirst().reduce(policies.first?.buffers) { $0?.union($1.buffers) }
  }

  /// The time in which all hours are open; `nil` for all time.
  ///
  /// - Parameter resolve: The opening hours in the range of a search.
  func time(_ resolve: (Availability) -> OpenTime) -> OpenTime? {
    availabilities.dropFirst().reduce(availabilities.first.map(resolve)) { time, next in
      time?.intersection(resolve(next))
    }
  }
}

extension Buffers {
  /// The longer of the buffers on either side.
  fileprivate func union(_ other: Buffers) -> Buffers {
    func longer(_ one: CalendarDuration, _ another: CalendarDuration) -> CalendarDuration {
      one.civilSeconds < another.civilSeconds ? another : one
    }
    return Buffers(
      before: longer(before, other.before), after: longer(after, other.after),
      combination: combination == .adding ? .adding : other.combination)
  }
}

extension BusyTime {
  /// The items of both. An item that both have counts once.
  ///
  /// - Complexity: O(*n* log *n*), or O(*n*) for equal items.
  fileprivate func union(_ other: BusyTime) -> BusyTime {
    let own = items
    var left = Dictionary(own.map { ($0, 1) }, uniquingKeysWith: +)
    let further = other.items.filter { item in
      guard let count = left[item], count > 0 else { return true }
      left[item] = count - 1
      return false
    }
    return further.isEmpty ? self : BusyTime(own + further)
  }
}
