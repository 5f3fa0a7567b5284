import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The less common terms on which slots are offered.
struct SlotTerms: ParsableArguments {
  @Option(
    help: ArgumentHelp("The free time required before. [default: --buffer]", valueName: "length"),
    transform: Length.read(_:))
  var bufferBefore: CalendarDuration?

  @Option(
    help: ArgumentHelp("The free time required after. [default: --buffer]", valueName: "length"),
    transform: Length.read(_:))
  var bufferAfter: CalendarDuration?

  @Flag(help: "Count --every from midnight, not from the start of the hours.")
  var fromMidnight = false

  @Option(help: ArgumentHelp("How many days ahead can be booked.", valueName: "number"))
  var ahead: Int?

  @Option(help: ArgumentHelp("How many days that have hours can be booked ahead.", valueName: "number"))
  var openDaysAhead: Int?

  @Option(help: ArgumentHelp("The most sessions per day.", valueName: "number"))
  var perDay: Int?

  @Option(help: ArgumentHelp("The most sessions per week.", valueName: "number"))
  var perWeek: Int?

  @Option(
    help: "A date that is closed, or a period as FROM/UNTIL with both included; may be given several times.",
    transform: closure(_:))
  var closed: [ClosedPeriod] = []

  @Option(help: "The zone of --hours. [default: --zone]", transform: hoursZone(_:))
  var hoursZone: Zone?

  @Option(
    help: ArgumentHelp(
      "The calendars of a further person or resource that must be free; may be given several times.",
      valueName: "path"))
  var with: [String] = []

  func validate() throws {
    for (name, number) in [
      ("ahead", ahead), ("open-days-ahead", openDaysAhead), ("per-day", perDay), ("per-week", perWeek),
    ] {
      if let number, !(0...100_000).contains(number) {
        throw ValidationError("--\(name) \(number) is out of range (expected 0 to 100000)")
      }
    }
    if ahead != nil && openDaysAhead != nil {
      throw ValidationError("--ahead and --open-days-ahead both say how far (expected one)")
    }
  }

  var isEmpty: Bool {
    bufferBefore == nil && bufferAfter == nil && !fromMidnight && ahead == nil && openDaysAhead == nil
      && perDay == nil
      && perWeek == nil && closed.isEmpty && hoursZone == nil && with.isEmpty
  }

  func apply(to policy: inout BookingPolicy) {
    policy.buffers.before = bufferBefore ?? policy.buffers.before
    policy.buffers.after = bufferAfter ?? policy.buffers.after
    if fromMidnight { policy.anchor = .midnight }
    if let ahead { policy.bookable = .rolling(days: ahead) }
    if let openDaysAhead { policy.bookable = .rollingOpenDays(openDaysAhead) }
    policy.dailyLimit = perDay
    policy.weeklyLimit = perWeek
  }
}

private func closure(_ text: String) throws -> ClosedPeriod {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  guard let first = parts.first, let last = parts.last, parts.count <= 2 else {
    throw ArgumentFault("\(text) is not a period", expected: "a date, or two with / between them")
  }
  let from = try CivilDate(argument: first)
  let until = try CivilDate(argument: last)
  guard from <= until else { throw ArgumentFault("\(text) ends before it begins", expected: "a later end") }
  return ClosedPeriod(days: from..<until.adding(days: 1))
}

private func hoursZone(_ name: String) throws -> Zone {
  do throws(TimeError) { return try Zone(name) } catch { throw ArgumentFault(error) }
}
