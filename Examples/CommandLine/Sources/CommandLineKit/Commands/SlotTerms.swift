import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The less common terms on which slots are offered.
struct SlotTerms: ParsableArguments {
  @Option(
    help: ArgumentHelp("The free time required before. [default: --buffer]", valueName: "length"),
    transform: Length.readGap(_:))
  var bufferBefore: CalendarDuration?

  @Option(
    help: ArgumentHelp("The free time required after. [default: --buffer]", valueName: "length"),
    transform: Length.readGap(_:))
  var bufferAfter: CalendarDuration?

  @Flag(help: "Count --every from midnight, not from the start of the hours.")
  var fromMidnight = false

  @Option(
    help: ArgumentHelp(
      "How many days ahead can be booked, or as eva=14 those of one of several.", valueName: "number"),
    transform: Named.number(0...100_000))
  var ahead: [Named<Int>] = []

  @Option(help: ArgumentHelp("How many days that have hours can be booked ahead.", valueName: "number"))
  var openDaysAhead: Int?

  @Option(
    help: ArgumentHelp(
      "The most sessions per day, or as eva=3 those of one of several.", valueName: "number"),
    transform: Named.number(0...100_000))
  var perDay: [Named<Int>] = []

  @Option(
    help: ArgumentHelp(
      "The most sessions per week, or as eva=12 those of one of several.", valueName: "number"),
    transform: Named.number(0...100_000))
  var perWeek: [Named<Int>] = []

  @Option(
    help: ArgumentHelp(
      "A date or a month that is closed, or a period as FROM/UNTIL with both included, or as eva=DATE that of one of several; may be "
        + "given several times.", valueName: "closed"),
    transform: { try Named(argument: $0, closure(_:)) })
  var closed: [Named<ClosedPeriod>] = []

  @Option(
    help: ArgumentHelp(
      "The time to travel between two places, as Sants,Badalona=40m; may be given several times.",
      valueName: "places=length"),
    transform: Journey.init(argument:))
  var travel: [Journey] = []

  @Option(help: "The zone of --hours. [default: --zone]", completion: .zones, transform: Zone.init(argument:))
  var hoursZone: Zone?

  @Option(
    help: ArgumentHelp(
      "The calendars of a further person or resource that must be free, or as eva=PATH more of the time of one of several; may "
        + "be given several times.", valueName: "path"),
    completion: .file(), transform: { try Named(argument: $0) { $0 } })
  var with: [Named<String>] = []

  func validate() throws {
    try requireRange("--open-days-ahead", openDaysAhead, 0...100_000)
    try ahead.requireOne("--ahead")
    try perDay.requireOne("--per-day")
    try perWeek.requireOne("--per-week")
    for (index, journey) in travel.enumerated() {
      if let other = travel[..<index].first(where: { $0.isBetween(journey.from, journey.to) }) {
        throw ValidationError(
          "--travel says that \(journey.from) and \(journey.to) are \(other.length) and \(journey.length) apart (expected one length)"
        )
      }
    }
    if ahead.shared() != nil && openDaysAhead != nil {
      throw ValidationError("--ahead and --open-days-ahead both say how far (expected one)")
    }
  }

  var isEmpty: Bool {
    bufferBefore == nil && bufferAfter == nil && !fromMidnight && ahead.isEmpty && openDaysAhead == nil
      && perDay.isEmpty && perWeek.isEmpty && closed.isEmpty && hoursZone == nil && with.isEmpty
      && travel.isEmpty
  }

  func apply(to policy: inout BookingPolicy) {
    policy.buffers.before = bufferBefore ?? policy.buffers.before
    policy.buffers.after = bufferAfter ?? policy.buffers.after
    if fromMidnight { policy.anchor = .midnight }
    if let ahead = ahead.shared() { policy.bookable = .rolling(days: ahead) }
    if let openDaysAhead { policy.bookable = .rollingOpenDays(openDaysAhead) }
    policy.dailyLimit = perDay.shared()
    policy.weeklyLimit = perWeek.shared()
  }

  var travelTimes: TravelTimes {
    var times = TravelTimes()
    for journey in travel { times.set(journey.length, between: journey.from, and: journey.to) }
    return times
  }
}

/// The value of `--travel`: two places and the time between them.
struct Journey: Sendable {
  let from: String
  let to: String
  let length: CalendarDuration

  /// Whether the journey connects the two places, in either direction.
  func isBetween(_ one: String, _ other: String) -> Bool {
    (from, to) == (one, other) || (from, to) == (other, one)
  }

  init(argument text: String) throws {
    let parts = text.split(separator: "=").map(String.init)
    let places = (parts.first ?? "").split(separator: ",").map { String($0).trimmed }
    guard parts.count == 2, places.count == 2, !places.contains("") else {
      throw ArgumentFault(
        "\(text) is not a journey", expected: "two places and a length, such as Sants,Badalona=40m")
    }
    (from, to, length) = (places[0], places[1], try Length.read(parts[1].trimmed))
  }
}

private func closure(_ text: String) throws -> ClosedPeriod {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  guard let first = parts.first, let last = parts.last, parts.count <= 2 else {
    throw ArgumentFault("\(text) is not a period", expected: "a date, or two with / between them")
  }
  let from = try ClosedRange<CivilDate>(argument: first).lowerBound
  let until = try ClosedRange<CivilDate>(argument: last).upperBound
  guard from <= until else { throw ArgumentFault("\(text) ends before it begins", expected: "a later end") }
  return ClosedPeriod(days: from..<until.adding(days: 1))
}
