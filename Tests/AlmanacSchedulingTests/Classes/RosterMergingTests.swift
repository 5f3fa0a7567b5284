import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Merging rosters")
struct RosterMergingTests {
  private func booked(_ roster: Roster, _ members: [String], at text: String) throws -> Roster {
    var roster = roster
    for (index, member) in members.enumerated() {
      let now = try Gym.at(text).adding(seconds: index)
      _ = try roster.perform(.book(member, waitlist: true), at: now)
    }
    return roster
  }

  private func members(_ roster: Roster) -> [String] {
    roster.bookings.filter { $0.state.takesPlaces }.map(\.member)
  }

  @Test(
    "earlier bookings are kept, then the first of both sides get the places, and the others wait and are reported"
  )
  func places() throws {
    let base = try booked(Gym.roster(places: 3), ["a"], at: "2026-03-01T09:00")
    let ours = try booked(base, ["b", "c"], at: "2026-03-01T11:00")
    let theirs = try booked(base, ["d", "e"], at: "2026-03-01T10:00")
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = Roster.merging(one, with: other, since: base, of: base.occurrence)
      #expect(members(merge.roster) == ["a", "d", "e"])
      #expect(merge.roster.waitlist.map { $0.member } == ["b", "c"])
      #expect(merge.displaced.map(\.member) == ["b", "c"])
      #expect(merge.roster.takenPlaces == 3)
      #expect(merge.roster.version > max(ours.version, theirs.version))
    }
  }

  @Test("bookings of one second go by address")
  func ties() throws {
    let base = try Gym.roster(places: 1)
    let ours = try booked(base, ["zoe@example.org"], at: "2026-03-01T10:00")
    let theirs = try booked(base, ["ana@example.org"], at: "2026-03-01T10:00")
    let merge = Roster.merging(ours, with: theirs, since: nil, of: base.occurrence)
    #expect(members(merge.roster) == ["ana@example.org"])
    #expect(merge.displaced.map(\.member) == ["zoe@example.org"])
  }

  @Test("a cancellation on one side frees the place for a new booking of the other")
  func cancellation() throws {
    let base = try booked(Gym.roster(places: 1), ["a"], at: "2026-03-01T09:00")
    var ours = base
    _ = try ours.perform(.cancel("a"), at: Gym.at("2026-03-01T10:00"))
    let theirs = try booked(base, ["b"], at: "2026-03-01T11:00")
    let merge = Roster.merging(ours, with: theirs, since: base, of: base.occurrence)
    #expect(merge.roster.booking(of: "a") == nil)
    #expect(merge.displaced.isEmpty)
    #expect(merge.roster.bookings.map(\.member) == ["a", "b"])
  }

  @Test("places that only both cancellations together leave free go to the waiting list")
  func freedPlaces() throws {
    let base = try booked(Gym.roster(places: 2), ["a", "b", "w1", "w2"], at: "2026-03-01T09:00")
    var (ours, theirs) = (base, base)
    _ = try ours.perform(.cancel("a"), at: Gym.at("2026-03-01T10:00"))
    _ = try theirs.perform(.cancel("b"), at: Gym.at("2026-03-01T11:00"))
    #expect(members(ours) == ["b", "w1"] && members(theirs) == ["a", "w1"])
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = Roster.merging(one, with: other, since: base, of: base.occurrence)
      #expect(members(merge.roster) == ["w1", "w2"] && merge.roster.waitlist.isEmpty)
      #expect(merge.displaced.isEmpty)
    }
  }

  @Test(
    "a place that one side left free is that of a member who waited on the other side before it was booked again"
  )
  func waitedBefore() throws {
    let base = try booked(Gym.roster(places: 2), ["a", "b"], at: "2026-03-01T09:00")
    let theirs = try booked(base, ["w"], at: "2026-03-01T11:30")
    var ours = base
    _ = try ours.perform(.cancel("a"), at: Gym.at("2026-03-01T12:00"))
    let later = try booked(ours, ["d"], at: "2026-03-01T12:10")
    for (one, other) in [(later, theirs), (theirs, later)] {
      let merge = Roster.merging(one, with: other, since: base, of: base.occurrence)
      #expect(members(merge.roster) == ["b", "w"] && merge.roster.waitlist.map { $0.member } == ["d"])
      #expect(merge.displaced.map(\.member) == ["d"])
    }
    // Who waited later waits on.
    let last = try booked(base, ["w"], at: "2026-03-01T12:30")
    for (one, other) in [(later, last), (last, later)] {
      let merge = Roster.merging(one, with: other, since: base, of: base.occurrence)
      #expect(members(merge.roster) == ["b", "d"] && merge.displaced.isEmpty)
    }
  }

  @Test("who cancels while waiting is not booked with a place that another leaves on the other side")
  func cancelledWaiting() throws {
    let base = try booked(Gym.roster(places: 1), ["a", "w"], at: "2026-03-01T09:00")
    var (ours, theirs) = (base, base)
    _ = try ours.perform(.cancel("w"), at: Gym.at("2026-03-01T10:00"))
    _ = try theirs.perform(.cancel("a"), at: Gym.at("2026-03-01T11:00"))
    #expect(members(theirs) == ["w"])
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = Roster.merging(one, with: other, since: base, of: base.occurrence)
      #expect(merge.roster.states == ["a cancelled", "w cancelled"])
    }
  }

  @Test("a place that one side adds goes to whom the other side puts on the waiting list")
  func addedPlace() throws {
    let base = try booked(Gym.roster(places: 2), ["a", "b"], at: "2026-03-01T09:00")
    let theirs = try booked(base, ["w"], at: "2026-03-01T10:00")
    #expect(theirs.waitlist.map(\.member) == ["w"])
    var occurrence = base.occurrence
    occurrence.places = 3
    for (one, other) in [(base, theirs), (theirs, base)] {
      let merge = Roster.merging(one, with: other, since: base, of: occurrence)
      #expect(members(merge.roster) == ["a", "b", "w"] && merge.roster.waitlist.isEmpty)
    }
  }

  @Test("a granted booking that expires, as the member has an earlier one, is reported")
  func twice() throws {
    let base = try Gym.roster(places: 3)
    let ours = try booked(base, ["a"], at: "2026-03-01T09:00")
    let theirs = try booked(base, ["a"], at: "2026-03-01T10:00")
    let merge = Roster.merging(ours, with: theirs, since: base, of: base.occurrence)
    #expect(merge.roster.states == ["a confirmed", "a expired"])
    #expect(merge.displaced.map(\.state) == [.expired])
  }

  @Test("of a class that was called off each booking that had a place or waited is reported once")
  func calledOff() throws {
    let base = try Gym.roster(places: 1)
    let ours = try booked(base, ["ana", "bob"], at: "2026-03-01T10:00")
    let theirs = try booked(base, ["ben"], at: "2026-03-01T09:00")
    #expect(ours.waitlist.map(\.member) == ["bob"])
    var occurrence = base.occurrence
    occurrence.status = .cancelled(reason: "")
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = Roster.merging(one, with: other, since: base, of: occurrence)
      #expect(merge.roster.bookings.map(\.member) == ["ben", "ana", "bob"])
      #expect(merge.roster.bookings.allSatisfy { $0.state == .calledOff })
      #expect(merge.displaced.map(\.member) == ["ben", "ana", "bob"])
      // Who was called off by the side that cancelled the class is known there.
      let again = Roster.merging(merge.roster, with: merge.roster, since: base, of: occurrence)
      #expect(again.displaced.isEmpty)
    }
  }

  @Test("of two states of one time the same one remains, whichever side has it")
  func tiedStates() throws {
    let base = try Gym.roster(places: 3)
    let now = try Gym.at("2026-03-01T09:00")
    let ends = [now.adding(seconds: 60), now.adding(seconds: 120)]
    let sides = ends.map { end in
      Roster(
        of: base.occurrence, version: 1,
        bookings: [Booking(number: 0, member: "a", state: .held(until: end), madeAt: now)])
    }
    let merges = [(0, 1), (1, 0)].map { one, other in
      Roster.merging(sides[one], with: sides[other], since: nil, of: base.occurrence).roster.bookings
    }
    #expect(merges[0] == merges[1])
  }

  @Test("a side that lost its bookings deletes none")
  func lost() throws {
    let base = try booked(Gym.roster(places: 2), ["a", "b"], at: "2026-03-01T09:00")
    let merge = Roster.merging(base, with: Roster(of: base.occurrence), since: base, of: base.occurrence)
    #expect(merge.roster == base)
  }

  @Test(
    "merged bookings never exceed the places, nobody is lost, and the sides' order does not matter",
    arguments: 1...UInt64(rounds(15)))
  func laws(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    func changed(_ roster: Roster, _ day: Int) throws -> Roster {
      var roster = roster
      for hour in 0..<random.int(0...6) {
        let now = try Gym.at("2026-03-0\(day)T1\(hour):0\(random.int(0...9))")
        let member = random.one(of: names)
        let command: RosterCommand = random.once(in: 3) ? .cancel(member) : .book(member, waitlist: true)
        _ = try roster.perform(command, at: now)
      }
      return roster
    }
    let base = try changed(Gym.roster(places: random.int(1...4)), 1)
    let (ours, theirs) = (try changed(base, 1), try changed(base, 1))
    let merge = Roster.merging(ours, with: theirs, since: base, of: base.occurrence)
    #expect(merge.roster.takenPlaces <= base.occurrence.places)
    let made = Set((ours.bookings + theirs.bookings).map { "\($0.member) \($0.madeAt)" })
    #expect(Set(merge.roster.bookings.map { "\($0.member) \($0.madeAt)" }) == made)
    #expect(
      Roster.merging(theirs, with: ours, since: base, of: base.occurrence).roster.bookings
        == merge.roster.bookings)
    #expect(Roster.merging(base, with: theirs, since: base, of: base.occurrence).roster == theirs)
    #expect(Roster.merging(ours, with: ours, since: base, of: base.occurrence).roster == ours)
    let active = merge.roster.bookings.filter { $0.state.isActive }.map(\.member)
    #expect(Set(active).count == active.count)
    // A merge with a side that is in it already changes nothing, also where places were added.
    var occurrence = base.occurrence
    occurrence.places += random.int(0...3)
    let once = Roster.merging(ours, with: theirs, since: base, of: occurrence).roster
    for (one, other) in [(once, theirs), (theirs, once), (once, ours), (once, once)] {
      let again = Roster.merging(one, with: other, since: base, of: occurrence).roster
      #expect(again.bookings == once.bookings && again.version == once.version)
    }
  }
}
