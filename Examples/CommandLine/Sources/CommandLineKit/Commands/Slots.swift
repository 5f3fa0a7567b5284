import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac slots --for LENGTH`
struct Slots: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the times that can be booked.",
    discussion: """
      Without bounds the next seven days. Without --hours the times that the calendars state as available (VAVAILABILITY), \
      else day and night. A slot that has begun cannot be booked. With --any-of or --resource the sessions and classes of those \
      people and things count, not the other items of the calendars, and --hours are the hours of each of the first pool.
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long a slot lasts, such as 30m.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration

  @OptionGroup
  var offer: OfferOptions

  @OptionGroup(title: "Choices")
  var pools: PoolOptions

  @Option(
    help: ArgumentHelp(
      "The person whose time it is: invitations count by that person's answer.", valueName: "address"))
  var owner: String = ""

  @Flag(help: "Do not count tentative items.")
  var ignoreTentative = false

  @Flag(help: "List also the times that cannot be booked, with the reasons.")
  var explain = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if !pools.isEmpty && (!owner.isEmpty || ignoreTentative) {
      throw ValidationError(
        "--owner and --ignore-tentative are about one calendar (expected no --any-of or --resource)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    if !pools.isEmpty { return try offerPools(in: &invocation) }
    let setting = try invocation.setting(calendars, common)
    let range = try bounds.range(aheadElseDays: 7, common, in: setting.zone, &invocation)
    let zone = offer.terms.hoursZone ?? setting.zone
    let policy = offer.policy(common)
    let reach = policy.reach(around: range, lasting: length)
    let busy = BusyTime(
      setting.calendars, in: reach, viewer: zone,
      rules: BusyRules(owner: owner, countsTentative: !ignoreTentative), budget: setting.options.budget)
    let own = SlotParticipant(
      "",
      availability: offer.availability(
        in: setting.zone, usual: setting.calendars.flatMap { $0.availabilities }), busy: busy)
    let grid = SlotGrid(
      lasting: length, in: range,
      for: [own] + (try offer.others(in: setting.zone, within: reach, common, &invocation)),
      policy: policy, at: setting.now, viewer: setting.zone)
    try invocation.show(grid, explaining: explain, setting, common)
  }

  private func offerPools(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let range = try bounds.range(aheadElseDays: 7, common, in: setting.zone, &invocation)
    let files = SessionFiles(
      CalendarStore(reading: try invocation.sources(calendars)), at: setting.now, showing: setting.zone)
    let grid = try offer.grid(
      of: pools, in: files, lasting: length, in: range, at: setting.now, common, &invocation)
    let policy = pools.policy
    try invocation.show(grid, explaining: explain, setting, common) {
      grid.choice(at: $0.interval.lowerBound, by: policy, history: files.book.history)
    }
  }
}

extension OfferOptions {
  /// The slots for some of pools and resources, on these terms.
  ///
  /// - Parameters:
  ///   - people: Further people who must be free.
  ///   - start: A start that is one of the times unless the options say which are.
  func grid(
    of pools: PoolOptions, for people: [String] = [], with start: ZonedDateTime? = nil,
    in files: SessionFiles,
    lasting length: CalendarDuration,
    in range: Range<Instant>, at now: Instant, _ common: CommonOptions, _ invocation: inout Invocation
  ) throws(CommandError) -> SlotGrid {
    let zone = invocation.zone(common)
    var policy = policy(common)
    if let start, every == nil, hours == nil {
      let minute = start.local.time.secondOfDay / 60
      policy.step = .minutes([15, 5].first { minute % $0 == 0 } ?? 1)
    }
    let reach = policy.reach(around: range, lasting: length)
    var needs = try pools.requirements(in: files, hours: availability(in: zone), within: reach)
    let others = try others(in: zone, within: reach, common, &invocation)
    let clients = people.flatMap { files.classes.participants($0, nil, in: reach) }
    let all = files.book.participants(clients, in: reach) + others
    if !all.isEmpty { needs.append(.all(all)) }
    return SlotGrid(lasting: length, in: range, requiring: needs, policy: policy, at: now, viewer: zone)
  }
}
