import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac slots --for LENGTH`
struct Slots: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "slots",
    abstract: "List the times that can be booked.",
    discussion: """
      Without bounds the next seven days. Without --hours the times that the calendars state as available (VAVAILABILITY), \
      else day and night. A slot that has begun cannot be booked. With --any-of or --resource the sessions and classes of those \
      people and things count, not the other items of the calendars; --hours and the limits are those of each of the first pool. \
      A value such as --hours eva=… is that of one of them, in place of the one for everybody.
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

  @Option(help: ArgumentHelp("Where the slots take place, for --travel.", valueName: "place"))
  var place: String = ""

  @Option(
    help: ArgumentHelp(
      "The person whose time it is: invitations count by that person's answer. [default: you, as $ALMANAC_ME or the configuration says]",
      valueName: "address"),
    transform: personArgument)
  var owner: String?

  @Flag(help: "Do not count tentative items.")
  var ignoreTentative = false

  @Flag(help: "List also the times that cannot be booked and those who are not chosen, with the reasons.")
  var explain = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if !pools.isEmpty && (owner != nil || ignoreTentative) {
      throw ValidationError(
        "--owner and --ignore-tentative are about one calendar (expected no --any-of or --resource)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    if !pools.isEmpty {
      return try invocation.listSlots(
        of: nil, pools, lasting: length, offer, place: place, bounds, explaining: explain, calendars, common)
    }
    try SessionNeeds().requireNames(offer.names)
    let setting = try invocation.setting(calendars, common)
    let range = try bounds.range(aheadElseDays: 7, common, in: setting.zone, &invocation)
    let zone = offer.terms.hoursZone ?? setting.zone
    let policy = offer.policy(common)
    let reach = PersonalTerms(offer, in: zone, common).reach(around: range, lasting: length)
    let (calendars, owner) = setting.owned(by: owner)
    let busy = BusyTime(
      calendars, in: reach, viewer: zone,
      rules: BusyRules(owner: owner, countsTentative: !ignoreTentative), budget: setting.options.budget)
    let own = SlotParticipant(
      "",
      availability: offer.availability(
        in: setting.zone, usual: setting.calendars.flatMap { $0.availabilities }), busy: busy)
    let others = try offer.calendars(in: setting.zone, within: reach, common, &invocation).further
    let grid = try CommandError.checkingLength { () throws(SchedulingError) in
      try SlotGrid(
        lasting: length, in: range, requiring: [.all([own] + others)], policy: policy, at: setting.now,
        location: place, travel: offer.terms.travelTimes, viewer: setting.zone)
    }
    try invocation.show(grid, until: range.upperBound, explaining: explain, setting, common)
  }
}

extension Invocation {
  /// Lists the slots for a session of a coach or of those who are chosen, as `session book` books them.
  mutating func listSlots(
    of coach: String?, _ pools: PoolOptions, with clients: [String] = [], places: Int? = nil,
    lasting length: CalendarDuration, _ offer: OfferOptions, place: String, _ bounds: BoundsOptions,
    explaining: Bool,
    _ calendars: CalendarOptions, _ common: CommonOptions
  ) throws(CommandError) {
    let setting = try setting([], common)
    let range = try bounds.range(aheadElseDays: 7, common, in: setting.zone, &self)
    let files = SessionFiles(
      CalendarStore(reading: try sources(calendars)), at: setting.now, showing: setting.words,
      coaches: coaches(coach, or: pools.candidates))
    let needs = try needs(
      of: coach, pools, with: clients, places: places, at: place, in: files, hours: offer)
    let grid = try offer.grid(
      of: needs, in: files, lasting: length, in: range, at: setting.now, common, &self)
    func choose(_ slot: Slot) -> SlotChoice {
      let start = slot.start
      let policy = pools.choice.policy(
        from: start, to: start,
        after: files.lastServing(clients, before: start.instant))
      return grid.choice(
        at: start.instant, by: policy, history: files.book.history, explaining: explaining)
    }
    try show(
      grid, until: range.upperBound, explaining: explaining, setting, common, ofPeople: true,
      choosing: pools.isEmpty ? nil : choose(_:))
  }

  /// The needs of a session of a coach or of those who are chosen.
  ///
  /// - Parameters:
  ///   - places: The number of people who can come; `nil` for the clients.
  ///   - offer: The options that may name people too.
  func needs(
    of coach: String?, _ pools: PoolOptions, with clients: [String], places: Int?, at place: String,
    in files: SessionFiles, hours offer: OfferOptions
  ) throws(CommandError) -> SessionNeeds {
    var needs = SessionNeeds(coach: coach, pools: pools.pools, clients: clients, place: place)
    needs.tags = pools.suitability.tag
    needs.places = places ?? clients.count
    let known = KnownNames(files)
    for pool in needs.pools {
      for name in pool.names {
        let capacity = try known.capacity(
          of: name, stated: pools.suitability.capacity.own(of: name), taking: pool.amount)
        needs.capacities[PersonKey(name)] = capacity
      }
    }
    needs.resources = try pools.resource.map { (entry) throws(CommandError) in
      let capacity = try known.capacity(of: entry, beside: pools.resource)
      return SessionBook.Session.Resource(
        entry.name, as: entry.name, amount: entry.amount, capacity: capacity)
    }
    try files.requirePlace(place, offer)
    try needs.requireNames(pools.names)
    // A capacity that is stated defines a thing.
    let defined = pools.resource.filter { $0.capacity != nil }.map { $0.name }
    try known.require(
      needs.candidates + pools.resource.map { $0.name },
      except: offer.names + offer.new + pools.names + defined)
    return needs
  }
}
