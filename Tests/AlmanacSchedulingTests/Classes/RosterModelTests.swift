import AlmanacScheduling
import AlmanacTime
import Testing

/// A roster as one would write it first: one list, everything worked out anew each time.
private struct NaiveRoster {
  struct Entry {
    let member: String
    let places: Int
    var state: String
    var until = Instant.min
  }

  var entries: [Entry] = []
  var places: Int
  let start: Instant
  let cutOff: Instant
  var barred: Set<String> = []

  var free: Int {
    places
      - entries.filter { ["held", "confirmed", "checked_in"].contains($0.state) }.reduce(0) { $0 + $1.places }
  }

  private func active(_ member: String) -> Int? {
    entries.firstIndex {
      $0.member == member && ["held", "confirmed", "checked_in", "waiting"].contains($0.state)
    }
  }

  private mutating func promote(_ now: Instant) {
    guard now <= cutOff else { return }
    for index in entries.indices where entries[index].state == "waiting" {
      if entries[index].places <= free, !barred.contains(entries[index].member) {
        entries[index].state = "confirmed"
      }
    }
  }

  private mutating func settle(_ now: Instant) {
    var isAnyOver = false
    for index in entries.indices where entries[index].state == "held" && entries[index].until <= now {
      entries[index].state = "expired"
      isAnyOver = true
    }
    if isAnyOver { promote(now) }
  }

  /// Whether the request is granted; refused, it leaves everything as it was.
  mutating func perform(_ command: RosterCommand, at now: Instant) -> Bool {
    var next = self
    next.settle(now)
    guard next.grants(command, at: now) else { return false }
    self = next
    return true
  }

  private mutating func grants(_ command: RosterCommand, at now: Instant) -> Bool {
    switch command {
    case .book(let member, let count, _, let waitlist):
      guard now <= start, !barred.contains(member) else { return false }
      if let index = active(member) {
        guard entries[index].state == "waiting", entries[index].places <= free else { return false }
        entries[index].state = "confirmed"
        return true
      }
      if count > free, !waitlist || count > places { return false }
      entries.append(Entry(member: member, places: count, state: count > free ? "waiting" : "confirmed"))
    case .hold(let member, let count, _):
      guard now <= start, !barred.contains(member), active(member) == nil, count <= free else { return false }
      entries.append(Entry(member: member, places: count, state: "held", until: now.adding(seconds: 600)))
    case .confirm(let member):
      guard let index = active(member), entries[index].state == "held", !barred.contains(member) else {
        return false
      }
      entries[index].state = "confirmed"
    case .cancel(let member):
      guard now < start, let index = active(member), entries[index].state != "checked_in" else {
        return false
      }
      let freed = entries[index].state != "waiting"
      entries[index].state = "cancelled"
      if freed { promote(now) }
    case .checkIn(let member):
      guard let index = active(member), entries[index].state == "confirmed",
        now >= start.adding(seconds: -3600),
        now <= start.adding(seconds: 900)
      else { return false }
      entries[index].state = "checked_in"
    case .markMissed(let member):
      guard let index = active(member), entries[index].state == "confirmed", now >= start else {
        return false
      }
      entries[index].state = "missed"
      promote(now)
    case .releaseAbsent:
      guard now > start.adding(seconds: 900) else { return false }
      for index in entries.indices where entries[index].state == "confirmed" {
        entries[index].state = "missed"
      }
      promote(now)
    case .settle: promote(now)
    case .revise(let terms):
      guard terms.places >= places - free else { return false }
      places = terms.places
      promote(now)
    }
    return true
  }
}

@Suite("Rosters against a naive reference")
struct RosterModelTests {
  @Test("long random sequences of requests", arguments: UInt64(1)...40)
  func sequences(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let policy = ClassPolicy(promotesUntilBefore: .hours(1), placesPerBooking: 3)
    var roster = try Gym.roster(places: random.int(1...6), policy: policy)
    let empty = roster
    let start = roster.occurrence.start.instant
    var naive = NaiveRoster(
      places: roster.occurrence.places, start: start, cutOff: start.adding(seconds: -3600))
    var now = start.adding(seconds: -40_000)
    var log: [RosterEvent] = []
    var answered: [(key: String, command: RosterCommand, outcome: RosterOutcome)] = []

    for step in 0..<400 {
      now = now.adding(seconds: random.int(0...220))
      if random.once(in: 8) {
        let member = "m\(random.int(0...9))"
        if naive.barred.remove(member) == nil { naive.barred.insert(member) }
      }
      let command = command(&random, roster)
      let barred = naive.barred
      let context = BookingContext(ineligibility: { barred.contains($0) ? "barred" : nil })
      let decision = roster.decide(command, at: now, key: "\(step)", checking: context)
      #expect(decision == roster.decide(command, at: now, key: "\(step)", checking: context))
      try roster.apply(decision)
      log += decision.events
      if step % 50 == 0 { roster = try stored(roster) }
      let isGranted = naive.perform(command, at: now)
      #expect(decision.isRefused != isGranted, "\(step): \(command) \(decision.outcome)")
      #expect(
        roster.bookings.map { "\($0.member) \($0.places) \($0.state.code)" }
          == naive.entries.map { "\($0.member) \($0.places) \($0.state)" }, "\(step): \(command)")
      #expect(roster.takenPlaces <= roster.occurrence.places)
      #expect(roster.takenPlaces == naive.places - naive.free)
      #expect(
        roster.waitlist.map { $0.number } == roster.bookings.filter { $0.state == .waiting }.map { $0.number }
      )

      if !decision.isRefused { answered.append(("\(step)", command, decision.outcome)) }
      if let old = answered.randomElement(using: &random) {
        let again = roster.decide(old.command, at: now, key: old.key)
        #expect(again.outcome == old.outcome)
        #expect(again.events.isEmpty)
      }
    }
    var replayed = empty
    try replayed.apply(log)
    #expect(replayed == roster)
  }

  private func command(_ random: inout SeededGenerator, _ roster: Roster) -> RosterCommand {
    let member = "m\(random.int(0...9))"
    let places = random.once(in: 3) ? random.int(1...3) : 1
    switch random.int(0...15) {
    case 0...4: return .book(member, places: places, waitlist: !random.once(in: 3))
    case 5...6: return .hold(member, places: places)
    case 7: return .confirm(member)
    case 8...10: return .cancel(member)
    case 11: return .checkIn(member)
    case 12: return .markMissed(member)
    case 13: return random.once(in: 5) ? .releaseAbsent : .settle
    default:
      var terms = roster.occurrence
      terms.places = random.int(1...7)
      return .revise(terms)
    }
  }
}
