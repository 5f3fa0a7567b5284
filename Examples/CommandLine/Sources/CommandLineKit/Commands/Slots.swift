import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac slots --for LENGTH`
struct Slots: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the times that can still be booked.",
    discussion: """
      Without bounds in the next seven days. Without --hours what the calendars say of availability (VAVAILABILITY), \
      else day and night. What has begun cannot be booked.
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long a slot lasts, such as 30m.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration

  @Option(
    help: ArgumentHelp("From one start to the next. [default: as long as a slot]", valueName: "length"),
    transform: Length.read(_:))
  var every: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "Opening hours, such as \"mon-fri 09:00-13:00,15:00-19:00; sat 10:00-14:00\".", valueName: "hours"),
    transform: hours(_:))
  var hours: WeeklyHours?

  @Option(
    help: ArgumentHelp("What must stay free before and after.", valueName: "length"),
    transform: Length.read(_:))
  var buffer: CalendarDuration?

  @Option(
    help: ArgumentHelp("How long before its start a slot must be booked.", valueName: "length"),
    transform: Length.read(_:))
  var notice: CalendarDuration?

  @OptionGroup(title: "Terms")
  var terms: SlotTerms

  @Flag(help: "Tell of the other starts why they cannot be booked.")
  var explain = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting(calendars, common)
    let range = try bounds.range(elseDays: 7, common, in: setting.zone, &invocation)
    let grid = SlotGrid(
      lasting: length, in: range, for: try participants(setting, in: range, &invocation), policy: policy,
      at: setting.now, viewer: setting.zone)
    let slots = explain ? grid.candidates : grid.slots.map { grid.candidate(at: $0.interval.lowerBound) }
    switch common.format {
    case .text:
      let lines = slots.map { slot in
        setting.line(slot.slot.interval, slot.reasons.map { "\($0.code): \($0)" }.joined(separator: "; "))
      }
      let none = [StyledText(setting.renderer.phrases.nothing, .dim)]
      invocation.output.write(setting.renderer.text(lines.isEmpty ? none : lines))
    default:
      let value: JSON = ["version": 1, "slots": .array(slots.map { JSON($0) })]
      invocation.output.writeLine(value.text())
    }
  }

  /// Whose slots they are, and those who must have time beside them.
  private func participants(
    _ setting: ViewSetting, in range: Range<Instant>, _ invocation: inout Invocation
  ) throws(CommandError) -> [SlotParticipant] {
    // What lies beyond counts for buffers, the last slot and limits of weeks.
    let reach =
      range.lowerBound.adding(seconds: -400 * 86_400)..<range.upperBound.adding(seconds: 400 * 86_400)
    let rules = BusyRules(owner: terms.owner, countsTentative: !terms.ignoreTentative)
    let zone = terms.hoursZone ?? setting.zone
    var own = hours.map { Availability($0, in: zone) } ?? availability(of: setting.calendars, in: zone)
    own = own ?? Availability(.always, in: zone)
    own?.closures += terms.closed
    var result = [
      SlotParticipant(
        "", availability: own,
        busy: BusyTime(setting.calendars, in: reach, viewer: zone, rules: rules))
    ]
    for path in terms.with {
      var options = CalendarOptions()
      options.paths = [path]
      let others = try invocation.calendars(options)
      result.append(
        SlotParticipant(
          path, availability: availability(of: others, in: zone),
          busy: BusyTime(others, in: reach, viewer: zone)))
    }
    return result
  }

  /// What calendars say of when somebody can be had.
  private func availability(of calendars: [EventCalendar], in zone: Zone) -> Availability? {
    let statements = calendars.flatMap { $0.availabilities }
    return statements.isEmpty ? nil : Availability(statements, in: zone)
  }

  private var policy: BookingPolicy {
    var policy = BookingPolicy(every: every, firstWeekday: common.firstWeekday.weekday)
    if let buffer { policy.buffers = Buffers(before: buffer, after: buffer) }
    if let notice { policy.minimumNotice = notice }
    terms.apply(to: &policy)
    return policy
  }
}

extension JSON {
  fileprivate init(_ candidate: SlotCandidate) {
    self = [
      "start": .string(candidate.slot.start.description),
      "end": .string(candidate.slot.end.description),
      "available": .bool(candidate.isAvailable),
      "reasons": .array(
        candidate.reasons.map { ["code": .string($0.code), "message": .string($0.description)] }),
    ]
  }
}

private func hours(_ text: String) throws -> WeeklyHours {
  do throws(SchedulingError) { return try WeeklyHours(text) } catch {
    throw ArgumentFault("not understood at offset \(error.position)", expected: error.expected)
  }
}
