import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac session find`
struct FindSession: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Find the best times for several people.",
    discussion: """
      The earliest times that leave few gaps, within the preferred hours, come first: the lowest score, which is one for each hour \
      until then, one for each minute of an idle time of less than two hours beside, and two for each minute outside of the preferred hours. Where nothing fits, the \
      times at which the fewest stand in the way, with who and why. Without --every a time may begin at each quarter of an hour.
      """)

  @Option(
    help: ArgumentHelp("The people: eva,leo,bob; may be given several times.", valueName: "names"),
    transform: Pool.init(argument:))
  var people: [Pool]

  @Option(
    help: ArgumentHelp("How far ahead to search. [default: 2w]", valueName: "length"),
    transform: Length.read(_:))
  var within: CalendarDuration?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "The hours that all prefer, in the form of --hours, or as \"eva=mon 09:00-10:00\" those that one prefers; may be given "
        + "several times.", valueName: "hours"),
    transform: { try Named(argument: $0, WeeklyHours.init(argument:)) })
  var prefer: [Named<WeeklyHours>] = []

  @Option(help: ArgumentHelp("The most times. [default: 5]", valueName: "number"))
  var limit: Int?

  @Option(help: ArgumentHelp("Where they meet, for --travel.", valueName: "place"))
  var place: String = ""

  @OptionGroup
  var offer: OfferOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    try prefer.requireOne("--prefer")
    try requireRange("--limit", limit, 1...1_000)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let zone = setting.zone
    let end = setting.now.in(zone).adding(within ?? .weeks(2)).instant
    let length = length ?? .hours(1)
    let files = SessionFiles(
      CalendarStore(reading: try invocation.sources(calendars)), at: setting.now, showing: setting.words,
      coaches: invocation.coaches(or: people.flatMap { $0.names }))
    let terms = PersonalTerms(offer, in: zone, common, limitsEach: true)
    let reach = terms.reach(around: setting.now..<end, lasting: length)
    let needs = SessionNeeds(clients: people.flatMap { $0.names }.unique, place: place)
    let stated = offer.names + prefer.names()
    try needs.requireNames(stated)
    try KnownNames(files).require(needs.clients, except: stated + offer.new)
    try files.requirePlace(place, offer)
    // The hours and the limits are those of everybody.
    let calendars = try offer.calendars(in: zone, within: reach, common, &invocation)
    let participants = ParticipantSource(files, terms, in: reach, for: needs, with: calendars.own)
    let needed =
      needs.clients.map { participants.participant($0, isLeading: true) } + calendars.further
    var policy = terms.policy
    // People meet at any quarter of an hour.
    policy.step = policy.step ?? .minutes(15)
    let grid = try CommandError.checkingLength { () throws(SchedulingError) in
      try SlotGrid(
        lasting: length, in: setting.now..<end, requiring: [.all(needed)], policy: policy,
        at: setting.now, location: place, travel: terms.travel, viewer: zone)
    }
    var score = SlotScore()
    for name in needs.clients {
      let hours = prefer.own(of: name) ?? prefer.shared()
      score.preferred[name] = hours.map { Availability($0, in: offer.terms.hoursZone ?? zone) }
    }
    // Items of files that are not read may be at any time.
    let unexpanded = invocation.recordUnknownTimes(of: grid, viewer: zone, ofPeople: true)
    guard invocation.unread.isEmpty else { return show([], isComplete: false, setting, &invocation) }
    let ranking = grid.ranked(by: score, limit: limit ?? 5)
    guard !ranking.slots.isEmpty else {
      throw .refused(
        ranking.excluded.map { reason in
          Refusal(
            reason.code, reason.description(in: setting.words), in: setting.words,
            expected: "a longer --within, or other hours")
        })
    }
    show(ranking.slots, isComplete: ranking.isComplete, setting, &invocation)
    try invocation.requireComplete(unexpanded, in: zone)
  }

  private func show(
    _ found: [RankedSlot], isComplete: Bool, _ setting: ViewSetting, _ invocation: inout Invocation
  ) {
    switch common.format {
    case .text:
      let lines = found.map { found in
        let missing = found.missing.map { $0.description(in: setting.words) }
        let score: Phrase = "score \(found.score)"
        let text: Phrase =
          missing.isEmpty ? score : "without \(missing.joined(separator: "; ")); \(score)"
        return setting.line(found.slot.interval, text.text(in: setting.words.localization))
      }
      invocation.output.write(setting.renderer.text(lines))
    default:
      let slots = found.map { found -> JSON in
        [
          "start": .string(found.slot.start.description), "end": .string(found.slot.end.description),
          "score": .int(found.score), "missing": .array(found.missing.map { $0.json(in: setting.words) }),
        ]
      }
      invocation.write(["version": .version, "complete": .bool(isComplete), "slots": .array(slots)])
    }
  }
}
