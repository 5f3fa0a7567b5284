import AlmanacEvents
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
      else day and night. A slot that has begun cannot be booked.
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long a slot lasts, such as 30m.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration

  @OptionGroup
  var offer: OfferOptions

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
