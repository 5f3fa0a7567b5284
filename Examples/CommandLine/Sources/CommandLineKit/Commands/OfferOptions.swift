import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The terms on which slots are offered.
struct OfferOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The distance between starts. [default: the length of a slot, of session find 15m]", valueName: "length"
    ),
    transform: Length.read(_:))
  var every: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "Opening hours, such as \"mon-fri 09:00-13:00,15:00-19:00; sat 10:00-14:00\", or as \"eva=mon 09:00-13:00\" those of one of "
        + "several, for each of whom it may be given.", valueName: "hours"),
    transform: { try Named(argument: $0, WeeklyHours.init(argument:)) })
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

  @Option(
    help: ArgumentHelp(
      "Somebody or something new whose name is much like another one, or a new --place; may be given several times.",
      valueName: "name"), transform: Person.identity(in:))
  var new: [String] = []

  @OptionGroup(title: "Terms")
  var terms: SlotTerms

  func validate() throws {
    try hours.requireOne("--hours")
    try buffer.requireOne("--buffer")
    try notice.requireOne("--notice")
  }

  /// Whether no option is given.
  var isEmpty: Bool {
    every == nil && hours.isEmpty && buffer.isEmpty && notice.isEmpty && terms.isEmpty
  }

  /// The people and things with terms of their own.
  var names: [String] {
    hours.names() + buffer.names() + notice.names() + terms.perDay.names() + terms.perWeek.names()
      + terms.closed.names() + terms.with.names() + terms.ahead.names()
  }

  /// The terms for everybody.
  func policy(_ common: CommonOptions) -> BookingPolicy {
    var policy = BookingPolicy(every: every, firstWeekday: common.firstWeekday?.weekday ?? .monday)
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

  /// The calendars of `--with` as participants: those without a name are further participants that must be free too, named by
  /// path; those with a name are the calendars of the participant of that name.
  ///
  /// - Parameter range: The range in which their busy time is needed.
  func calendars(
    in zone: Zone, within range: Range<Instant>, _ common: CommonOptions, _ invocation: inout Invocation
  ) throws(CommandError) -> (further: [SlotParticipant], own: [SlotParticipant]) {
    let zone = terms.hoursZone ?? zone
    var (further, own): ([SlotParticipant], [SlotParticipant]) = ([], [])
    for entry in terms.with {
      var options = CalendarOptions()
      options.paths = [entry.value]
      let calendars = try invocation.calendars(options)
      let statements = calendars.flatMap { $0.availabilities }
      let participant = SlotParticipant(
        entry.name ?? entry.value,
        availability: statements.isEmpty ? nil : Availability(statements, in: zone),
        busy: BusyTime(
          calendars, in: range, viewer: zone, rules: BusyRules(owner: entry.name ?? ""),
          budget: common.budgeted().budget))
      if entry.name == nil { further.append(participant) } else { own.append(participant) }
    }
    return (further, own)
  }
}
