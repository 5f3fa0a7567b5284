import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Rosters against a naive reference")
struct RosterModelTests {
  @Test(
    "long random sequences of requests: states, reasons, replays, repetitions",
    arguments: 1...UInt64(rounds(3)))
  func sequences(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = rules(&random)
    var yoga = try Gym.yoga(places: random.int(1...6), policy: rules.policy)
    yoga.channelLimits = rules.limits
    var roster = Roster(of: try yoga.occurrences(on: date("2026-03-02"))[0])
    let empty = roster
    let start = roster.occurrence.start.instant
    var naive = NaiveRoster(places: roster.occurrence.places, start: start, rules: rules)
    var now = start.adding(seconds: -40_000)
    var log: [RosterEvent] = []
    var answered: [(key: String, command: RosterCommand, outcome: RosterOutcome)] = []

    for step in 0..<min(rounds(200), 400) {
      now = advance(now, &random, naive, start)
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
      let codes = naive.perform(command, at: now)
      #expect(decision.refusals.map { $0.code }.sorted() == codes, "\(step): \(command) \(decision.outcome)")
      #expect(
        roster.bookings.map { "\($0.member) \($0.places) \($0.channel) \($0.state.code)" }
          == naive.entries.map { "\($0.member) \($0.places) \($0.channel) \($0.state)" },
        "\(step): \(command)")
      #expect(roster.takenPlaces <= roster.occurrence.places || roster.occurrence.status != .scheduled)
      #expect(roster.takenPlaces == naive.taken)
      #expect(
        roster.waitlist.map { $0.number } == roster.bookings.filter { $0.state == .waiting }.map { $0.number }
      )
      #expect(
        roster.nextHoldEnd
          == naive.entries.filter { $0.state == "held" }.map { $0.until }.min())
      for (channel, limit) in rules.limits {
        let used = roster.bookings.filter { $0.state.takesPlaces && $0.channel == channel }
        #expect(used.reduce(0) { $0 + $1.places } <= limit)
      }

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

  private func rules(_ random: inout SeededGenerator) -> NaiveRoster.Rules {
    NaiveRoster.Rules(
      opens: random.one(of: [nil, 36_000, 20_000]), closes: random.one(of: [0, 1800, -1200]),
      freeCancellation: random.one(of: [0, 7200]), promotes: random.one(of: [0, 3600, -600]),
      waitlist: random.one(of: [nil, 2]), most: random.one(of: [1, 3]),
      holds: random.one(of: [1, 600, 5000]), checkInOpens: random.one(of: [3600, 20_000]),
      checkInCloses: random.one(of: [900, 3600]),
      limits: random.one(of: [[:], ["web": 1], ["web": 2, "desk": 3]]))
  }

  /// Mostly a little later, often to the very second at which something begins or ends, or the one after it.
  private func advance(
    _ now: Instant, _ random: inout SeededGenerator, _ naive: NaiveRoster, _ start: Instant
  ) -> Instant {
    let holds = naive.entries.filter { $0.state == "held" }.map { $0.until }
    let edges = naive.rules.edges.map { start.adding(seconds: -$0) } + holds
    let next = edges.filter { $0 >= now && $0.seconds(since: now) < 600 }.min()
    if let next, random.once(in: 3) { return next.adding(seconds: random.int(0...1)) }
    return now.adding(seconds: random.int(0...220))
  }

  private func command(_ random: inout SeededGenerator, _ roster: Roster) -> RosterCommand {
    let member = "m\(random.int(0...9))"
    let places = random.once(in: 3) ? random.int(0...4) : 1
    let channel = random.one(of: ["", "web", "desk"])
    switch random.int(0...15) {
    case 0...4: return .book(member, places: places, channel: channel, waitlist: !random.once(in: 3))
    case 5...6: return .hold(member, places: places, channel: channel)
    case 7: return .confirm(member)
    case 8...10: return .cancel(member)
    case 11: return .checkIn(member)
    case 12: return .markMissed(member)
    case 13: return random.once(in: 5) ? .releaseAbsent : .settle
    default:
      var terms = roster.occurrence
      terms.status = random.once(in: 30) ? .cancelled(reason: "ill") : .scheduled
      terms.places = random.int(1...7)
      return .revise(terms)
    }
  }
}
