import AlmanacScheduling
import AlmanacTime

/// A roster as one would write it first: one list, everything worked out anew each time, all times in seconds.
struct NaiveRoster {
  struct Entry {
    let member: String
    let places: Int
    let channel: String
    var state: String
    var until = Instant.min
  }

  struct Rules {
    var opens: Int?
    var closes = 0
    var freeCancellation = 0
    var promotes = 0
    var waitlist: Int?
    var most = 1
    var holds = 600
    var checkInOpens = 3600
    var checkInCloses = 900
    var limits: [String: Int] = [:]

    var policy: ClassPolicy {
      ClassPolicy(
        opensBefore: opens.map { .seconds($0) }, closesBefore: .seconds(closes),
        freeCancellationBefore: .seconds(freeCancellation), promotesUntilBefore: .seconds(promotes),
        waitlistLimit: waitlist, placesPerBooking: most, holdsFor: .seconds(holds),
        checkInOpensBefore: .seconds(checkInOpens), checkInClosesAfter: .seconds(checkInCloses))
    }

    /// Seconds before the start at which something begins or ends.
    var edges: [Int] {
      [opens ?? 0, closes, freeCancellation, promotes, checkInOpens, -checkInCloses, 0]
    }
  }

  private static let taking = ["held", "confirmed", "checked_in"]

  var entries: [Entry] = []
  var places: Int
  let start: Instant
  let rules: Rules
  var barred: Set<String> = []
  var isCalledOff = false

  init(places: Int, start: Instant, rules: Rules) {
    self.places = places
    self.start = start
    self.rules = rules
  }

  var taken: Int { entries.filter { Self.taking.contains($0.state) }.reduce(0) { $0 + $1.places } }
  private var waiting: Int { entries.filter { $0.state == "waiting" }.count }

  private func active(_ member: String) -> Int? {
    entries.firstIndex { $0.member == member && (Self.taking + ["waiting"]).contains($0.state) }
  }

  private func before(_ seconds: Int) -> Instant { start.adding(seconds: -seconds) }

  private func shortage(_ count: Int, _ channel: String) -> [String] {
    var codes = count > places - taken ? ["full"] : []
    if let limit = rules.limits[channel] {
      let used = entries.filter { Self.taking.contains($0.state) && $0.channel == channel }
      if used.reduce(count, { $0 + $1.places }) > limit { codes.append("channel_full") }
    }
    return codes
  }

  private mutating func promote(_ now: Instant) {
    guard now <= before(rules.promotes), !isCalledOff else { return }
    for index in entries.indices where entries[index].state == "waiting" {
      let entry = entries[index]
      if shortage(entry.places, entry.channel).isEmpty, !barred.contains(entry.member) {
        entries[index].state = "confirmed"
      }
    }
  }

  private mutating func settle(_ now: Instant) {
    for index in entries.indices where entries[index].state == "held" && entries[index].until <= now {
      entries[index].state = "expired"
    }
    promote(now)
  }

  /// Why the request is refused, in any order; nothing for one that is granted. Refused, it leaves everything as it was.
  mutating func perform(_ command: RosterCommand, at now: Instant) -> [String] {
    var next = self
    next.settle(now)
    let codes = next.refusals(command, at: now, waited: self)
    if codes.isEmpty { self = next }
    return codes.sorted()
  }

  private func general(_ member: String?, _ now: Instant, isBooking: Bool) -> [String] {
    var codes = isCalledOff ? ["class_cancelled"] : []
    if isBooking {
      if let opens = rules.opens, now < before(opens) { codes.append("too_early") }
      if now > before(rules.closes) { codes.append("too_late") }
    }
    if let member, barred.contains(member) { codes.append("not_eligible") }
    return codes
  }

  private mutating func refusals(_ command: RosterCommand, at now: Instant, waited: NaiveRoster) -> [String] {
    switch command {
    case .book(let member, let count, let channel, let waitlist):
      return book(member, count, channel, waitlist, now, waited)
    case .hold(let member, let count, let channel): return hold(member, count, channel, now)
    case .confirm(let member):
      guard let index = active(member) else { return ["not_booked"] }
      guard entries[index].state == "held" else { return ["wrong_state"] }
      entries[index].state = "confirmed"
      return general(member, now, isBooking: false)
    case .cancel(let member):
      guard let index = active(member) else { return ["not_booked"] }
      if entries[index].state == "checked_in" { return ["wrong_state"] }
      guard now < start else { return ["too_late"] }
      let had = entries[index].state
      let knew = waited.active(member).map { waited.entries[$0].state } == "confirmed"
      entries[index].state = knew && now > before(rules.freeCancellation) ? "cancelled_late" : "cancelled"
      if had != "waiting" { promote(now) }
      return []
    case .checkIn, .markMissed, .releaseAbsent: return attend(command, now)
    case .settle: return []
    case .revise(let terms): return revise(terms, now)
    }
  }

  private mutating func book(
    _ member: String, _ count: Int, _ channel: String, _ waitlist: Bool, _ now: Instant,
    _ waited: NaiveRoster
  ) -> [String] {
    let own = active(member)
    if let own, entries[own].state == "waiting" {
      let short = shortage(entries[own].places, entries[own].channel)
      entries[own].state = "confirmed"
      return general(member, now, isBooking: true) + (short.isEmpty ? [] : ["already_waiting"] + short)
    }
    if let old = waited.active(member), waited.entries[old].state == "waiting" { return [] }
    var codes = general(member, now, isBooking: true)
    if count < 1 || count > rules.most { codes.append("invalid_places") }
    if own != nil { codes.append("already_booked") }
    let short = shortage(count, channel)
    if !waitlist || short.isEmpty || count > places { codes += short }
    if waitlist, !short.isEmpty, let limit = rules.waitlist, waiting >= limit {
      if count <= places { codes += short }
      codes.append("waitlist_full")
    }
    entries.append(
      Entry(
        member: member, places: count, channel: channel, state: short.isEmpty ? "confirmed" : "waiting"))
    return codes
  }

  private mutating func hold(_ member: String, _ count: Int, _ channel: String, _ now: Instant) -> [String] {
    var codes = general(member, now, isBooking: true)
    if count < 1 || count > rules.most { codes.append("invalid_places") }
    if let own = active(member) {
      codes.append(entries[own].state == "waiting" ? "already_waiting" : "already_booked")
    }
    codes += shortage(count, channel)
    entries.append(
      Entry(
        member: member, places: count, channel: channel, state: "held",
        until: now.adding(seconds: rules.holds)))
    return codes
  }

  private mutating func attend(_ command: RosterCommand, _ now: Instant) -> [String] {
    var codes = isCalledOff ? ["class_cancelled"] : []
    switch command {
    case .checkIn(let member):
      guard let index = active(member) else { return ["not_booked"] }
      if entries[index].state != "confirmed" { codes.append("wrong_state") }
      if now < before(rules.checkInOpens) { codes.append("too_early") }
      if now > before(-rules.checkInCloses) { codes.append("too_late") }
      entries[index].state = "checked_in"
    case .markMissed(let member):
      guard let index = active(member) else { return ["not_booked"] }
      if entries[index].state != "confirmed" { codes.append("wrong_state") }
      if now < start { codes.append("too_early") }
      entries[index].state = "missed"
      promote(now)
    default:
      if now <= before(-rules.checkInCloses) { codes.append("too_early") }
      for index in entries.indices where entries[index].state == "confirmed" {
        entries[index].state = "missed"
      }
      promote(now)
    }
    return codes
  }

  private mutating func revise(_ terms: ClassOccurrence, _ now: Instant) -> [String] {
    isCalledOff = terms.status != .scheduled
    guard !isCalledOff else {
      for index in entries.indices where (Self.taking + ["waiting"]).contains(entries[index].state) {
        entries[index].state = "called_off"
      }
      places = terms.places
      return []
    }
    guard terms.places >= taken else { return ["places_taken"] }
    places = terms.places
    promote(now)
    return []
  }
}
