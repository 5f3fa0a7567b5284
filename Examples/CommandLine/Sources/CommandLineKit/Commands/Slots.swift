import AlmanacEvents
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

  @OptionGroup
  var offer: OfferOptions

  @Option(help: ArgumentHelp("Whose time it is: invitations count by their answers.", valueName: "address"))
  var owner: String = ""

  @Flag(help: "What is tentative does not count.")
  var ignoreTentative = false

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
}
