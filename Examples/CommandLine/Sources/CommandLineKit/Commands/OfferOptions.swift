import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// The terms on which slots are offered.
struct OfferOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The distance between starts. [default: the length of a slot]", valueName: "length"),
    transform: Length.read(_:))
  var every: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "Opening hours, such as \"mon-fri 09:00-13:00,15:00-19:00; sat 10:00-14:00\".", valueName: "hours"),
    transform: OfferOptions.weeklyHours(_:))
  var hours: WeeklyHours?

  @Option(
    help: ArgumentHelp("The free time required before and after.", valueName: "length"),
    transform: Length.read(_:))
  var buffer: CalendarDuration?

  @Option(
    help: ArgumentHelp("How long before its start a slot must be booked.", valueName: "length"),
    transform: Length.read(_:))
  var notice: CalendarDuration?

  @OptionGroup(title: "Terms")
  var terms: SlotTerms

  /// Whether no option is given.
  var isEmpty: Bool {
    every == nil && hours == nil && buffer == nil && notice == nil && terms.isEmpty
  }

  func policy(_ common: CommonOptions) -> BookingPolicy {
    var policy = BookingPolicy(every: every, firstWeekday: common.firstWeekday.weekday)
    if let buffer { policy.buffers = Buffers(before: buffer, after: buffer) }
    if let notice { policy.minimumNotice = notice }
    terms.apply(to: &policy)
    return policy
  }

  /// The times of slots by `--hours` and `--closed`; without hours the usual times.
  func availability(in zone: Zone, usual: [AvailabilityStatement] = []) -> Availability {
    let zone = terms.hoursZone ?? zone
    var result =
      hours.map { Availability($0, in: zone) }
      ?? (usual.isEmpty ? Availability(.always, in: zone) : Availability(usual, in: zone))
    result.closures += terms.closed
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
}

extension Invocation {
  /// Lists the slots of a grid that can be booked.
  ///
  /// - Parameters:
  ///   - explaining: Whether the others are listed too, with the reasons.
  ///   - choose: Who serves in a slot; `nil` where nobody is chosen.
  /// - Throws: An error that names the series and the opening hours because of which the list may be incomplete.
  mutating func show(
    _ grid: SlotGrid, explaining: Bool, _ setting: ViewSetting, _ common: CommonOptions,
    choosing choose: ((Slot) -> SlotChoice)? = nil
  ) throws(CommandError) {
    let slots = explaining ? grid.candidates : grid.slots.map { SlotCandidate(slot: $0) }
    switch common.format {
    case .text:
      let lines = slots.map { slot in
        var reasons = slot.reasons.map { $0.words(showing: setting.zone) }
        if let choose, slot.isAvailable { reasons.append(choose(slot.slot).words) }
        return setting.line(slot.slot.interval, reasons.joined(separator: "; "))
      }
      let none = [StyledText(setting.renderer.phrases.nothing, .dim)]
      output.write(setting.renderer.text(lines.isEmpty ? none : lines))
    default:
      let value: JSON = ["version": 1, "slots": .array(slots.map { JSON($0, choose, in: setting.zone) })]
      output.writeLine(value.text())
    }
    try requireComplete(grid.unexpanded.earliest, in: setting.zone)
  }
}

extension JSON {
  fileprivate init(_ candidate: SlotCandidate, _ choose: ((Slot) -> SlotChoice)?, in zone: Zone) {
    let members: [JSON.Member] = [
      .init("start", .string(candidate.slot.start.description)),
      .init("end", .string(candidate.slot.end.description)),
      .init("available", .bool(candidate.isAvailable)),
      .init("reasons", candidate.reasons.json(in: zone)),
    ]
    self = .object(members + (choose.map { [.init("chosen", $0(candidate.slot).json)] } ?? []))
  }
}

extension OfferOptions {
  static func weeklyHours(_ text: String) throws -> WeeklyHours {
    do throws(SchedulingError) { return try WeeklyHours(text) } catch {
      throw ArgumentFault("not understood at offset \(error.position)", expected: error.expected)
    }
  }
}
