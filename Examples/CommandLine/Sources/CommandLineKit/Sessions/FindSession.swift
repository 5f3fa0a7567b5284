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
      The earliest times that leave few gaps, within the preferred hours, come first; where nothing fits, the times at which the \
      fewest stand in the way, with who and why.
      """)

  @Option(help: ArgumentHelp("The people: eva,leo,bob.", valueName: "names"), transform: Pool.init(argument:))
  var people: Pool

  @Option(
    help: ArgumentHelp("How far ahead to search. [default: 2w]", valueName: "length"),
    transform: Length.read(_:))
  var within: CalendarDuration?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(
    help: ArgumentHelp("The hours that all prefer, in the form of --hours.", valueName: "hours"),
    transform: OfferOptions.weeklyHours(_:))
  var prefer: WeeklyHours?

  @Option(help: ArgumentHelp("The most times. [default: 5]", valueName: "number"))
  var limit: Int?

  @OptionGroup
  var offer: OfferOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if let limit, !(1...1_000).contains(limit) {
      throw ValidationError("--limit \(limit) is out of range (expected 1 to 1000)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let zone = setting.zone
    let end = setting.now.in(zone).adding(within ?? .weeks(2)).instant
    let length = length ?? .hours(1)
    let files = SessionFiles(
      CalendarStore(reading: try invocation.sources(calendars)), at: setting.now, showing: zone)
    let policy = offer.policy(common)
    let reach = policy.reach(around: setting.now..<end, lasting: length)
    var needed = files.book.participants(
      people.names.people.map { files.classes.participant($0, in: reach) }, in: reach)
    // The hours of --hours are those of everybody.
    if !needed.isEmpty { needed[0].availability = offer.availability(in: zone) }
    needed += try offer.others(in: zone, within: reach, common, &invocation)
    let grid = SlotGrid(
      lasting: length, in: setting.now..<end, requiring: [.all(needed)], policy: policy, at: setting.now,
      viewer: zone)
    var score = SlotScore()
    if let prefer {
      let hours = Availability(prefer, in: offer.terms.hoursZone ?? zone)
      for name in people.names { score.preferred[name] = hours }
    }
    let ranking = grid.ranked(by: score, limit: limit ?? 5)
    guard !ranking.slots.isEmpty else {
      throw .refused(
        ranking.excluded.map {
          Refusal($0.code, $0.description(zone.words(of:)), expected: "a longer --within, or other hours")
        })
    }
    show(ranking, setting, &invocation)
  }

  private func show(_ ranking: SlotRanking, _ setting: ViewSetting, _ invocation: inout Invocation) {
    switch common.format {
    case .text:
      let lines = ranking.slots.map { found in
        let missing = found.missing.map { $0.description(setting.zone.words(of:)) }
        return setting.line(
          found.slot.interval, missing.isEmpty ? "" : "without \(missing.joined(separator: "; "))")
      }
      invocation.output.write(setting.renderer.text(lines))
    default:
      let slots = ranking.slots.map { found -> JSON in
        [
          "start": .string(found.slot.start.description), "end": .string(found.slot.end.description),
          "score": .int(found.score), "missing": .array(found.missing.map { $0.json(in: setting.zone) }),
        ]
      }
      let value: JSON = ["version": 1, "complete": .bool(ranking.isComplete), "slots": .array(slots)]
      invocation.output.writeLine(value.text())
    }
  }
}

/// `almanac session reassign`
struct ReassignSessions: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "reassign", abstract: "Give the sessions of a coach or a thing to others.",
    discussion: """
      Each session goes to one of --to who is free, in fairness. All are given to others or none; with --skip those that can be, \
      and the others are listed.
      """)

  @Argument(help: "The coach who is ill, or the thing that is not to be had.")
  var name: String

  @Option(
    help: ArgumentHelp("Those who can take over: leo,mia.", valueName: "names"),
    transform: Pool.init(argument:))
  var to: Pool

  @OptionGroup
  var offer: OfferOptions

  @Flag(help: "Give those sessions to others that can be, and list the others.")
  var skip = false

  @Flag(help: "Only show what would be changed.")
  var dryRun = false

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let range = try bounds.range(common, in: zone, &invocation) ?? now..<Instant.max
    var files = SessionFiles(try invocation.store(calendars, isPreview: dryRun), at: now, showing: zone)
    let classes = files.classes
    let hours = offer.hours == nil && offer.terms.closed.isEmpty ? nil : offer.availability(in: zone)
    let pool = to.names.people.map { classes.participant($0, availability: hours, in: range) }
    let reassignment = files.book.reassignment(
      of: name, in: range, among: pool, policy: offer.policy(common), now: now,
      checking: .classes(classes, visibleTo: ""))
    let (changes, impossible) = (reassignment.changes, reassignment.impossible)
    guard !changes.isEmpty || !impossible.isEmpty else {
      throw .refused(
        "no_such_session", "\(name) has no sessions then",
        expected: "a coach or a thing with planned sessions")
    }
    if !dryRun && !(impossible.isEmpty || skip && !changes.isEmpty) {
      throw CommandError(impossible.flatMap { $0.refusals }, uid: "", showing: zone)
    }
    if !dryRun {
      try files.apply(reassignment, at: now)
      try invocation.save(files.store, "reassigned \(changes.count) sessions of \(name)")
    }
    switch common.format {
    case .text:
      for change in changes {
        let line =
          "\(change.session.start.local)  \(change.session.clients.joined(separator: ", "))  \(name) → \(change.substitute)"
        invocation.output.writeLine(SafeText.singleLine(line))
      }
      for entry in impossible {
        let reasons = entry.refusals.words(showing: zone)
        invocation.output.writeLine(
          SafeText.singleLine(
            "\(entry.session.start.local)  \(entry.session.clients.joined(separator: ", "))  \(reasons)"))
      }
    default:
      let made = changes.map { change -> JSON in
        [
          "session": change.session.json, "to": .string(change.substitute),
          "others": .array(change.others.map { $0.json(in: zone) }),
        ]
      }
      let refused = impossible.map { entry -> JSON in
        [
          "session": entry.session.json,
          "refused": .array(entry.refusals.map { Refusal($0, showing: zone).json }),
        ]
      }
      let value: JSON = [
        "version": 1, "dryRun": .bool(dryRun), "reassigned": .array(made), "impossible": .array(refused),
      ]
      invocation.output.writeLine(value.text())
    }
  }
}
