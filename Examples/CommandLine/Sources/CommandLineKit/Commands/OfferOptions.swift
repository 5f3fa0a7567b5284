import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The terms on which slots are offered.
struct OfferOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The distance between starts. [default: the length of a slot]", valueName: "length"),
    transform: Length.read(_:))
  var every: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "Opening hours, such as \"mon-fri 09:00-13:00,15:00-19:00; sat 10:00-14:00\", or as \"eva=mon 09:00-13:00\" those of one of "
        + "several; may be given several times.", valueName: "hours"),
    transform: { try Named(argument: $0, OfferOptions.weeklyHours(_:)) })
  var hours: [Named<WeeklyHours>] = []

  @Option(
    help: ArgumentHelp(
      "The free time required before and after, or as eva=15m that of one of several.", valueName: "length"),
    transform: Named.length(_:))
  var buffer: [Named<CalendarDuration>] = []

  @Option(
    help: ArgumentHelp(
      "How long before its start a slot must be booked, or as eva=1d one of several.", valueName: "length"),
    transform: Named.length(_:))
  var notice: [Named<CalendarDuration>] = []

  @OptionGroup(title: "Terms")
  var terms: SlotTerms

  /// Whether no option is given.
  var isEmpty: Bool {
    every == nil && hours.isEmpty && buffer.isEmpty && notice.isEmpty && terms.isEmpty
  }

  /// The people and things with terms of their own.
  var names: [String] {
    hours.names() + buffer.names() + notice.names() + terms.perDay.names() + terms.perWeek.names()
      + terms.closed.names()
  }

  /// The terms for everybody.
  func policy(_ common: CommonOptions) -> BookingPolicy {
    var policy = BookingPolicy(every: every, firstWeekday: common.firstWeekday.weekday)
    if let buffer = buffer.shared() { policy.buffers = Buffers(before: buffer, after: buffer) }
    if let notice = notice.shared() { policy.minimumNotice = notice }
    terms.apply(to: &policy)
    return policy
  }

  /// The times of slots by `--hours` and `--closed` for everybody; without hours the usual times.
  func availability(in zone: Zone, usual: [AvailabilityStatement] = []) -> Availability {
    let zone = terms.hoursZone ?? zone
    var result =
      hours.shared().map { Availability($0, in: zone) }
      ?? (usual.isEmpty ? Availability(.always, in: zone) : Availability(usual, in: zone))
    result.closures += terms.closed.filter { $0.name == nil }.map { $0.value }
    return result
  }

  /// The further participants, who must be free too, by `--with`.
  ///
  /// - Parameter range: The range in which their busy time is needed.
  func others(
    in zone: Zone, within range: Range<Instant>, _ common: CommonOptions, _ invocation: inout Invocation
  ) throws(CommandError) -> [SlotParticipant] {
    let zone = terms.hoursZone ?? zone
    var result: [SlotParticipant] = []
    for path in terms.with {
      var options = CalendarOptions()
      options.paths = [path]
      let calendars = try invocation.calendars(options)
      let statements = calendars.flatMap { $0.availabilities }
      result.append(
        SlotParticipant(
          path, availability: statements.isEmpty ? nil : Availability(statements, in: zone),
          busy: BusyTime(calendars, in: range, viewer: zone, budget: common.budgeted().budget)))
    }
    return result
  }

  static func weeklyHours(_ text: String) throws -> WeeklyHours {
    do throws(SchedulingError) { return try WeeklyHours(text) } catch {
      throw ArgumentFault("not understood at offset \(error.position)", expected: error.expected)
    }
  }
}
