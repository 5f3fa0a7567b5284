internal import AlmanacEvents
internal import AlmanacTime

/// The reasons that `SlotSearch.examine` finds against a start: all of them, or only whether there is one.
struct ReasonCollector {
  /// The most reasons to store; 0 where it is enough to know that there is one, as for the list of slots.
  let most: Int
  private(set) var isRefused = false
  private(set) var reasons: [Unavailability] = []

  /// The number of further reasons that are stored.
  var room: Int { Swift.max(0, most - reasons.count) }

  /// Whether no further reason is needed.
  var isDone: Bool { isRefused && reasons.count >= most }

  /// The most reasons of one start: thousands of items may take one slot.
  static let maximumPerStart = 100

  mutating func add(_ reason: @autoclosure () -> Unavailability) {
    isRefused = true
    if reasons.count < most { reasons.append(reason()) }
  }

  /// - Parameter reasons: One reason or more.
  mutating func add(contentsOf reasons: @autoclosure () -> [Unavailability]) {
    isRefused = true
    if self.reasons.count < most { self.reasons += reasons().prefix(most - self.reasons.count) }
  }
}

/// Searches in a grid of slots: it decides for every start, for slots and for bookings, with the working state that makes ascending
/// starts fast.
///
/// The candidates of pools are matched with the places to be filled, so that one who can serve in two requirements serves in
/// that which has nobody else (augmenting paths, found breadth first).
struct SlotSearch {
  let grid: SlotGrid
  /// The commitments of the candidates of pools beside their busy time.
  private let context: BookingContext?
  var hasContext: Bool { context != nil }
  private var start: Int64 = 0
  private var end: Int64 = 0
  private var hints: [PreparedParticipant.Hints]
  private var latticeHints: [Int]
  /// Whether a candidate of a pool can serve at the present start; `nil` where it was not looked at yet.
  private var canServeByIndex: [Bool?]
  /// The seat that a person takes, by the number of the person.
  private var seatOfPerson: [Int?]
  /// The candidate that takes a seat.
  private(set) var candidateOfSeat: [Int?]

  init(_ grid: SlotGrid, checking context: BookingContext? = nil) {
    self.grid = grid
    self.context = context
    hints = Array(repeating: PreparedParticipant.Hints(), count: grid.participants.count)
    latticeHints = Array(repeating: 0, count: grid.lattices.count)
    canServeByIndex = Array(repeating: nil, count: grid.seats.isEmpty ? 0 : grid.participants.count)
    seatOfPerson = Array(repeating: nil, count: grid.seats.isEmpty ? 0 : grid.fixed.count)
    candidateOfSeat = Array(repeating: nil, count: grid.seats.count)
  }

  /// Decides whether a start can be booked.
  ///
  /// - Complexity: O(*p* log *n*) for *p* participants with *n* busy items; see `SlotGrid.slots` for pools.
  mutating func examine(_ start: Int64, _ reasons: inout ReasonCollector) {
    guard begin(at: start, &reasons) else { return }
    forEachObstacle(most: reasons.most, findingAll: reasons.most > 0) { _, verdict in
      reasons.add(contentsOf: verdict.reasons)
      return !reasons.isDone
    }
  }

  /// Begins with a start.
  ///
  /// - Returns: Whether anything more is to be examined.
  mutating func begin(at start: Int64, _ reasons: inout ReasonCollector) -> Bool {
    guard grid.searched.seconds.contains(start) else {
      reasons.add(.notSearched)
      return false
    }
    (self.start, end) = (start, grid.end(of: start))
    for index in canServeByIndex.indices { canServeByIndex[index] = nil }
    grid.terms.examineTimeOfBooking(start, of: "", &reasons)
    if reasons.isDone { return false }
    if isOffGrid(start) { reasons.add(.offGrid) }
    return !reasons.isDone
  }

  /// Whether a start is within the hours of some schedule and a starting time of none.
  private mutating func isOffGrid(_ start: Int64) -> Bool {
    var isWithinHours = false
    for index in grid.lattices.indices {
      guard let isStart = grid.lattices[index].isStart(start, near: &latticeHints[index]) else { continue }
      if isStart { return false }
      isWithinHours = true
    }
    return isWithinHours
  }

  /// Decides whether a participant can serve at the present start.
  mutating func examine(
    _ index: Int, in number: Int, _ reasons: inout ReasonCollector
  ) {
    // A participant of whom one requirement needs all serves in no other one.
    if grid.requirements.count > 1, grid.requirements[number].demand != .all,
      let other = grid.fixed[grid.participants[index].person],
      grid.requirements[number].isPool || grid.requirements[other].demand == .all
    {
      reasons.add(.serves(grid.requirements[other].name))
      if reasons.isDone { return }
    }
    grid.participants[index].examine(start, end, near: &hints[index], &reasons)
    guard let context, grid.requirements[number].isPool, !reasons.isDone else { return }
    let (name, slot) = (grid.participants[index].name, grid.slot(at: start).interval)
    let known = reasons.reasons.compactMap { reason in
      if case .conflict(let item, _) = reason { item.interval } else { nil }
    }
    for item in context.commitments(name, slot)
    where item.interval.overlaps(slot) && !known.contains(item.interval) {
      reasons.add(.conflict(item, of: name))
    }
  }
}

/// The requirements that block an otherwise allowed start.
extension SlotSearch {
  /// A part of the requirements that cannot be met.
  private enum Obstacle {
    /// A participant who must serve, or a resource, with the number of the person.
    case participant(Int, person: Int)
    /// A requirement whose pool has too few who can serve.
    case pool(Int)
    /// The limits of the slots.
    case limits
  }

  /// Reports what cannot be had at the present start, until `body` returns `false`.
  ///
  /// - Parameters:
  ///   - most: The most reasons to find for each; 0 where it is enough to know that there is one.
  ///   - findingAll: Whether to report each pool that cannot be met, not only the first.
  private mutating func forEachObstacle(
    most: Int, findingAll: Bool, _ body: (Obstacle, ReasonCollector) -> Bool
  ) {
    for number in grid.requirements.indices where !grid.requirements[number].isPool {
      for index in grid.requirements[number].candidates {
        var verdict = ReasonCollector(most: most)
        examine(index, in: number, &verdict)
        let person = grid.participants[index].person
        if verdict.isRefused, !body(.participant(index, person: person), verdict) { return }
      }
    }
    for number in grid.seats.isEmpty ? [] : unmetPools(findingAll: findingAll) {
      var verdict = ReasonCollector(most: most)
      verdict.add(tooFew(number))
      if !body(.pool(number), verdict) { return }
    }
    guard grid.limitsSlots else { return }
    var verdict = ReasonCollector(most: most)
    grid.terms.examineLimits(start, of: "", &verdict)
    if verdict.isRefused { _ = body(.limits, verdict) }
  }

  /// The number of participants, pools and resources that cannot be had at the present start.
  mutating func countMissing() -> Int {
    var persons: Set<Int> = []
    var others = 0
    forEachObstacle(most: 0, findingAll: true) { obstacle, _ in
      if case .participant(_, let person) = obstacle {
        persons.insert(person)
      } else {
        others += 1
      }
      return true
    }
    return persons.count + others
  }

  /// The blocking candidates at a start, with all their reasons.
  mutating func missing(at start: Int64) -> [CandidateVerdict] {
    var verdict = ReasonCollector(most: ReasonCollector.maximumPerStart)
    guard begin(at: start, &verdict), !verdict.isRefused else { return [] }
    let grid = grid
    var names: [String] = []
    var reasons: [String: [Unavailability]] = [:]
    forEachObstacle(most: ReasonCollector.maximumPerStart, findingAll: true) { obstacle, verdict in
      let name =
        switch obstacle {
        case .participant(let index, _): grid.participants[index].name
        case .pool(let number): grid.requirements[number].name
        case .limits: ""
        }
      if reasons[name] == nil { names.append(name) }
      reasons[name, default: []] += verdict.reasons
      return true
    }
    return names.map { CandidateVerdict($0, reasons[$0] ?? []) }
  }
}

/// The matching of candidates with seats.
extension SlotSearch {
  /// Whether a candidate can serve at the present start, examined once.
  private mutating func canServe(_ index: Int, in number: Int) -> Bool {
    if let known = canServeByIndex[index] { return known }
    var verdict = ReasonCollector(most: 0)
    examine(index, in: number, &verdict)
    canServeByIndex[index] = !verdict.isRefused
    return !verdict.isRefused
  }

  /// Fills the seats.
  ///
  /// - Parameter findingAll: Whether to go on after a requirement that cannot be met.
  /// - Returns: The requirements that cannot be met.
  private mutating func unmetPools(findingAll: Bool) -> [Int] {
    for index in seatOfPerson.indices { seatOfPerson[index] = nil }
    for index in candidateOfSeat.indices { candidateOfSeat[index] = nil }
    var unmet: [Int] = []
    for (seat, requirement) in grid.seats.enumerated() where requirement != unmet.last {
      if fill(seat) { continue }
      unmet.append(requirement)
      if !findingAll { break }
    }
    return unmet
  }

  /// The reason for a requirement that cannot be met.
  private mutating func tooFew(_ number: Int) -> Unavailability {
    let requirement = grid.requirements[number]
    guard case .any(let count) = requirement.demand else { return .notSearched }
    let verdicts = verdicts(of: number) { _ in [] }.filter { !$0.reasons.isEmpty }
    return .tooFew(of: requirement.name, needed: count, verdicts)
  }

  /// The candidates of a requirement that do not take one of its seats, with every reason.
  ///
  /// - Parameter free: The reasons of one who could serve and takes no seat at all.
  mutating func verdicts(
    of number: Int, free: (Int) -> [Unavailability]
  ) -> [CandidateVerdict] {
    var result: [CandidateVerdict] = []
    for index in grid.requirements[number].candidates {
      let seat = seatOfPerson[grid.participants[index].person]
      if let seat, grid.seats[seat] == number { continue }
      var verdict = ReasonCollector(most: ReasonCollector.maximumPerStart)
      if !canServe(index, in: number) {
        examine(index, in: number, &verdict)
      } else if let seat {
        verdict.add(.serves(grid.requirements[grid.seats[seat]].name))
      }
      result.append(
        CandidateVerdict(grid.participants[index].name, verdict.isRefused ? verdict.reasons : free(index)))
    }
    return result + grid.requirements[number].ineligible
  }

  /// Finds a candidate for a seat, moving others to other seats where necessary.
  ///
  /// - Parameter isLocked: Whether a person may not be moved.
  private mutating func fill(_ seat: Int, where isLocked: [Bool] = []) -> Bool {
    let number = grid.seats[seat]
    for index in grid.requirements[number].candidates
    where seatOfPerson[grid.participants[index].person] == nil {
      if canServe(index, in: number) {
        take(seat, by: index)
        return true
      }
    }
    return grid.seats.count > 1 && rearrange(seat, isLocked)
  }

  private mutating func take(_ seat: Int, by index: Int) {
    candidateOfSeat[seat] = index
    seatOfPerson[grid.participants[index].person] = seat
  }

  /// Finds the shortest chain of candidates, each of whom moves to the seat before, that ends with somebody free.
  private mutating func rearrange(_ seat: Int, _ isLocked: [Bool]) -> Bool {
    var isVisited = isLocked.isEmpty ? Array(repeating: false, count: seatOfPerson.count) : isLocked
    var queue: [(seat: Int, before: Int, candidate: Int)] = [(seat, -1, -1)]
    var next = 0
    while next < queue.count {
      let number = grid.seats[queue[next].seat]
      for index in grid.requirements[number].candidates {
        let person = grid.participants[index].person
        guard !isVisited[person], canServe(index, in: number) else { continue }
        isVisited[person] = true
        if let taken = seatOfPerson[person] {
          queue.append((taken, next, index))
          continue
        }
        var (step, mover) = (next, index)
        while step >= 0 {
          take(queue[step].seat, by: mover)
          mover = queue[step].candidate
          step = queue[step].before
        }
        return true
      }
      next += 1
    }
    return false
  }

  /// Gives each seat in turn to the first in the order of its requirement with whom the other seats can still be filled.
  /// All seats must be filled.
  ///
  /// - Parameter order: The candidates of a requirement, the preferred first.
  /// - Complexity: O(*c*) where requirements do not compete, O(*c* *e*) for *c* candidates and the *e* pairs of a seat and
  ///   somebody who can take it otherwise.
  mutating func choose(_ order: (PreparedRequirement) -> [Int]) {
    var isLocked = Array(repeating: false, count: seatOfPerson.count)
    var (orders, last): ([Int], Int?) = ([], nil)
    for (seat, number) in grid.seats.enumerated() {
      if last != number { (orders, last) = (order(grid.requirements[number]), number) }
      for index in orders {
        let person = grid.participants[index].person
        guard !isLocked[person], canServe(index, in: number), claim(seat, by: index, &isLocked) else {
          continue
        }
        isLocked[person] = true
        break
      }
    }
  }

  /// Assigns a candidate to a seat along an augmenting path: whoever loses a seat by it gets another.
  private mutating func claim(_ seat: Int, by index: Int, _ isLocked: inout [Bool]) -> Bool {
    let person = grid.participants[index].person
    if candidateOfSeat[seat] == index { return true }
    let before = (seatOfPerson, candidateOfSeat)
    if let previous = candidateOfSeat[seat] { seatOfPerson[grid.participants[previous].person] = nil }
    let lost = seatOfPerson[person]
    take(seat, by: index)
    guard let lost else { return true }
    candidateOfSeat[lost] = nil
    isLocked[person] = true
    if fill(lost, where: isLocked) { return true }
    isLocked[person] = false
    (seatOfPerson, candidateOfSeat) = before
    return false
  }
}
