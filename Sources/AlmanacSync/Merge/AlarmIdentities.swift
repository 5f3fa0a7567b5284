internal import AlmanacEvents
internal import AlmanacTime

/// The alarms of the states of a merge, each with one identity in all of them.
///
/// A program gives an alarm a UID to store that it was dismissed or snoozed (RFC 9074 §6, §7), and another one drops the UID, so
/// that it alone does not identify an alarm. If not both have a UID, an alarm of the base and one of a side are the same one
/// - by their action and trigger, else
/// - as the only ones that differ in the trigger alone, else
/// - as the only ones of their action.
///
/// Without a UID in the base the last two count only if the other side has the alarm too; otherwise they are a removal and an
/// addition. If the sides gave one alarm two UIDs, the one that comes first in byte order is used.
struct AlarmIdentities {
  /// The alarms of the base and of the sides, with the same UIDs.
  private(set) var states: [[Alarm]]
  /// For each state, the place in the base of each alarm; `nil` for one that the base lacks.
  private var origins: [[Int?]]

  /// - Complexity: O(*n*) in the number of alarms.
  init(base: [Alarm], sides: [[Alarm]]) {
    states = [base] + sides
    origins = states.map { $0.map { _ in nil } }
    origins[0] = base.indices.map { $0 }
    if sides.allSatisfy({ $0 == base }) {
      origins = states.map { $0.indices.map { $0 } }
      return
    }
    matchUnchanged()
    matchChanged()
    giveUIDsToKnown()
    if sides.count == 2 { giveUIDsToNew() }
  }

  /// The keys of the alarms in a merge: that of its state in the base, else its own.
  ///
  /// - Parameter keys: The own keys of the alarms of each state.
  func keys(_ keys: [[String]]) -> [[String]] {
    zip(keys, origins).map { own, origins in
      zip(own, origins).map { key, origin in origin.map { keys[0][$0] } ?? key }
    }
  }
}

// MARK: Matching with the base

extension AlarmIdentities {
  private mutating func matchUnchanged() {
    for side in states.indices.dropFirst() {
      match(side, baseHasUID: true, sideHasUID: true) { $0.uid }
      match(side, baseHasUID: false, sideHasUID: false) { $0.signal }
      match(side, baseHasUID: false, sideHasUID: true) { $0.signal }
      match(side, baseHasUID: true, sideHasUID: false) { $0.signal }
    }
  }

  private mutating func matchChanged() {
    var guesses: [(side: Int, place: Int)] = []
    for side in states.indices.dropFirst() {
      match(side, baseHasUID: true, sideHasUID: false, onlyIfUnique: true) { $0.untriggered }
      let certain = origins[side]
      for isNamed in [false, true] {
        match(side, baseHasUID: false, sideHasUID: isNamed, onlyIfUnique: true) { $0.untriggered }
      }
      for isNamed in [false, true] {
        match(side, baseHasUID: false, sideHasUID: isNamed, onlyIfUnique: true) { $0.action }
      }
      guesses += certain.indices.filter { origins[side][$0] != certain[$0] }.map { (side, $0) }
    }
    let found = origins.map { Set($0.compactMap { $0 }) }
    for (side, place) in guesses {
      let isElsewhere = origins[side][place].map { base in
        found.indices.dropFirst().contains { $0 != side && found[$0].contains(base) }
      }
      if isElsewhere != true { origins[side][place] = nil }
    }
  }

  /// Matches alarms of the base with those of a side that have the same key, in their order.
  ///
  /// - Parameters:
  ///   - baseHasUID: Whether those of the base have a UID.
  ///   - sideHasUID: Whether those of the side have one.
  ///   - onlyIfUnique: Whether only the single ones of a key are matched, without snoozes, which are other alarms.
  private mutating func match<Key: Hashable>(
    _ side: Int, baseHasUID: Bool, sideHasUID: Bool, onlyIfUnique: Bool = false, by key: (Alarm) -> Key
  ) {
    let known = Set(origins[side].compactMap { $0 })
    func isCandidate(_ alarm: Alarm, _ isNamed: Bool) -> Bool {
      alarm.uid.isEmpty != isNamed && !(onlyIfUnique && alarm.snoozed != nil)
    }
    let lost = states[0].indices.filter { !known.contains($0) && isCandidate(states[0][$0], baseHasUID) }
    if lost.isEmpty { return }
    let new = states[side].indices.filter {
      origins[side][$0] == nil && isCandidate(states[side][$0], sideHasUID)
    }
    let places = Dictionary(grouping: new) { key(states[side][$0]) }
    for (key, lost) in Dictionary(grouping: lost, by: { key(states[0][$0]) }) {
      let own = places[key] ?? []
      if onlyIfUnique, lost.count != 1 || own.count != 1 { continue }
      for (base, place) in zip(lost, own) { origins[side][place] = base }
    }
  }
}

// MARK: UIDs

extension AlarmIdentities {
  /// Gives each alarm of the base its UID, or one that a side gave it, in all states.
  private mutating func giveUIDsToKnown() {
    let places = origins.map { origins in
      Dictionary(firstOf: origins.enumerated().compactMap { place, base in base.map { ($0, place) } })
    }
    var renamed: [[String: String]] = states.map { _ in [:] }
    for base in states[0].indices {
      let own = places.map { $0[base] }
      let uids = zip(states, own).compactMap { alarms, place in place.map { alarms[$0].uid } }
      let given = states[0][base].uid.isEmpty ? uids.filter { !$0.isEmpty }.min() : states[0][base].uid
      guard let uid = given else { continue }
      for (state, place) in own.enumerated() {
        guard let place, states[state][place].uid != uid else { continue }
        renamed[state][states[state][place].uid] = uid
        states[state][place].uid = uid
      }
    }
    for (state, uids) in renamed.enumerated() { renameSnoozed(state, uids) }
  }

  /// Lets the snoozes of alarms with other UIDs follow them.
  private mutating func renameSnoozed(_ state: Int, _ uids: [String: String]) {
    if uids.keys.allSatisfy(\.isEmpty) { return }
    for place in states[state].indices {
      for index in states[state][place].relations.indices
      where states[state][place].relations[index].kind == .snooze {
        let target = states[state][place].relations[index].target
        if let uid = target.isEmpty ? nil : uids[target] {
          states[state][place].relations[index].target = uid
        }
      }
    }
  }

  /// Gives an alarm that both sides have new, and that has a UID on one of them, that UID on the other one.
  private mutating func giveUIDsToNew() {
    let new = [1, 2].map { side in origins[side].indices.filter { origins[side][$0] == nil } }
    let uids = zip([1, 2], new).map { side, places in Set(places.map { states[side][$0].uid }) }
    func grouped(_ number: Int, named isNamed: Bool) -> [Alarm: [Int]] {
      let alarms = states[number + 1]
      let places = new[number].filter {
        alarms[$0].uid.isEmpty != isNamed && !(isNamed && uids[1 - number].contains(alarms[$0].uid))
      }
      return Dictionary(grouping: places) { alarms[$0].signal }
    }
    let unnamed = [0, 1].map { grouped($0, named: false) }
    for number in [0, 1] where !unnamed[number].isEmpty {
      let others = grouped(1 - number, named: true)
      for (signal, places) in unnamed[number] {
        let rest = places.dropFirst(unnamed[1 - number][signal]?.count ?? 0)
        for (place, other) in zip(rest, others[signal] ?? []) {
          states[number + 1][place].uid = states[2 - number][other].uid
        }
      }
    }
  }
}

// MARK: Snoozes

extension [Alarm] {
  /// Merged alarms with at most one snooze of each alarm: that of the side which acknowledged the alarm last, by putting it off
  /// or by dismissing it (RFC 9074 §7). If both did so at one time, the snooze that goes off later remains.
  func keepingLatestSnoozes(of ours: [Alarm], _ theirs: [Alarm]) -> [Alarm] {
    let merged = snoozes
    if merged.isEmpty { return self }
    let sides = [ours, theirs]
    let acknowledged = sides.map { alarms in
      Dictionary(firstOf: alarms.filter { !$0.uid.isEmpty }.map { ($0.uid, $0.acknowledged ?? .min) })
    }
    let known = sides.map { $0.snoozes.mapValues { Set($0.map(\.uid)) } }
    var ended: Set<Alarm> = []
    for (target, snoozes) in merged {
      let moments = acknowledged.map { $0[target] ?? .min }
      var remaining = snoozes
      if moments[0] != moments[1] {
        let latest = known[moments[0] > moments[1] ? 0 : 1][target] ?? []
        remaining = snoozes.filter { latest.contains($0.uid) }
      }
      let last = remaining.max { ($0.end, $0.uid, $0.details) < ($1.end, $1.uid, $1.details) }
      ended.formUnion(snoozes.filter { $0 != last })
    }
    return ended.isEmpty ? self : filter { !ended.contains($0) }
  }

  /// Merged alarms of which none is beside an equal one unless it is on a side too: one side may have added the alarm into which the
  /// other one changed another. Alarms with two UIDs are two.
  func withoutDoubles(of ours: [Alarm], _ theirs: [Alarm]) -> [Alarm] {
    let known = [ours, theirs].map { Dictionary(grouping: $0) { $0.contentAndTrigger } }
    var ended: Set<Int> = []
    for (content, places) in Dictionary(grouping: indices, by: { self[$0].contentAndTrigger }) {
      let most = Swift.max(1, known[0][content]?.count ?? 0, known[1][content]?.count ?? 0)
      let unnamed = places.filter { self[$0].uid.isEmpty }
      ended.formUnion(unnamed.suffix(Swift.max(places.count - most, 0)))
    }
    return ended.isEmpty ? self : indices.filter { !ended.contains($0) }.map { self[$0] }
  }

  /// The snoozes by the UIDs of the alarms that they put off.
  private var snoozes: [String: [Alarm]] {
    let named = compactMap { alarm in alarm.snoozed.map { (target: $0, alarm: alarm) } }
    return Dictionary(grouping: named, by: \.target).mapValues { $0.map(\.alarm) }
  }
}

extension Alarm {
  /// The instant until which a snooze puts an alarm off.
  fileprivate var end: Instant { if case .absolute(let instant) = trigger { instant } else { .min } }
}

extension Alarm {
  /// An alarm of the same action and trigger, in whatever notation, without other content.
  var signal: Alarm { Alarm(trigger.normalForm, action: action) }

  /// The alarm apart from its trigger and what programs change when they save it.
  fileprivate var untriggered: Alarm {
    var alarm = contentAndTrigger
    alarm.trigger = .before(.zero)
    return alarm
  }

  /// The alarm, its trigger in whatever notation, apart from what programs change when they save it.
  fileprivate var contentAndTrigger: Alarm {
    var alarm = self
    (alarm.trigger, alarm.uid, alarm.acknowledged) = (trigger.normalForm, "", nil)
    alarm.unmodelled.properties.removeAll { $0.name.uppercased().hasPrefix("X-") }
    return alarm
  }
}

extension Item {
  /// The item, and the base, with the same UIDs of alarms, and with the kinds of relations that a program dropped since
  /// the base.
  func sharingIdentities(with base: Item) -> (own: Item, base: Item) {
    var (own, former) = (restoringKinds(since: base), base)
    if alarms != base.alarms {
      let identities = AlarmIdentities(base: base.alarms, sides: [alarms])
      (former.alarms, own.alarms) = (identities.states[0], identities.states[1])
    }
    return (own, former)
  }
}
