import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac class change`
struct ChangeClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Change a class, or what is different on one date; bookings follow.",
    discussion: """
      Whose bookings are moved, called off, promoted or in conflict is shown first. Bookings are called off only after an \
      answer that begins with y, or with --yes.
      """)

  @Argument(help: "The UID of the class, as class list prints it.")
  var uid: String

  @Option(
    help: "Only this date, on the clocks of the class. [default: the whole class]",
    transform: CivilDate.init(argument:))
  var on: CivilDate?

  @Option(help: ArgumentHelp("How many can take part.", valueName: "number"))
  var places: Int?

  @Option(help: ArgumentHelp("Who leads it; of one date the substitute.", valueName: "name"))
  var instructor: String?

  @Option(help: ArgumentHelp("Where.", valueName: "place"))
  var location: String?

  @Option(
    help: ArgumentHelp("With --on: when it takes place instead.", valueName: "when"),
    transform: When.init(argument:))
  var at: When?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(help: ArgumentHelp("With --on: it does not take place, and why.", valueName: "reason"))
  var cancel: String?

  @Option(help: ArgumentHelp("With --on: what people are told about the date.", valueName: "text"))
  var note: String?

  @Flag(help: "With --on: as always again.")
  var restore = false

  @Flag(help: "Only show what it does to bookings.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if let places, !(0...1_000_000).contains(places) {
      throw ValidationError("--places \(places) is out of range (expected 0 to 1000000)")
    }
    if on == nil, at != nil || cancel != nil || note != nil || restore {
      throw ValidationError("--at, --cancel, --note and --restore are about one date (expected --on)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    var files = ClassFiles(try invocation.ledger(calendars))
    let edit = try edit(files, at: now)
    let (isDone, impact) = files.book.apply(edit, now: now)
    guard isDone else { throw CommandError(impact, uid: uid) }
    invocation.tell(impact, isDryRun: dryRun, common)
    if dryRun { return }
    try invocation.confirm(impact, yes: yes)
    try files.write(at: now)
    try invocation.save(files.ledger, "changed the class \(try files.series(uid).title)")
  }

  private func edit(_ files: ClassFiles, at now: Instant) throws(CommandError) -> ClassEdit {
    var series = try files.series(uid)
    guard let on else {
      if let places { series.places = places }
      if let instructor { series.instructor = instructor }
      if let location { series.location = location }
      if let length { series.duration = length }
      return ClassEdit([series])
    }
    var edit = ClassEdit([series])
    for roster in try files.rosters(uid, on: on) {
      let original = roster.occurrence.original.instant
      var change = restore ? ClassChange() : series.changes[original] ?? ClassChange()
      if let places { change.places = places }
      if let instructor { change.instructor = instructor }
      if let location { change.location = location }
      if let length { change.duration = length }
      if let cancel { change.cancellation = cancel }
      if let note { change.note = note }
      if let at { change.start = try at.start(in: series.zone, now: now, else: on) }
      series = edit.series[0]
      edit = series.changing(original, change == ClassChange() ? nil : change)
    }
    return edit
  }
}

extension CommandError {
  /// Why a change of classes cannot be made.
  fileprivate init(_ impact: ClassEditImpact, uid: String) {
    let overbooked = impact.overbooked.map { date in
      var refusal = Refusal(.placesTaken(date.taken), uid: uid)
      refusal.details = [.init("on", .string(date.occurrence.start.local.date.description))]
      return refusal
    }
    let merged = impact.merged.map { id in
      Refusal("merged", "the bookings of two dates would fall on one", uid: id.uid)
    }
    self = .refused(overbooked + merged)
  }
}

extension Invocation {
  /// Says what a change of classes does to bookings.
  mutating func tell(_ impact: ClassEditImpact, isDryRun: Bool, _ common: CommonOptions) {
    let kinds = [
      ("moved", impact.moved), ("calledOff", impact.calledOff), ("promoted", impact.promoted),
      ("conflicts", impact.conflicts.map { $0.affected }),
    ]
    guard common.format == .text else {
      let parts = kinds.map { JSON.Member($0.0, .array($0.1.map { $0.json })) }
      let value = JSON.object([.init("version", 1), .init("dryRun", .bool(isDryRun))] + parts)
      return output.writeLine(value.text())
    }
    let words = [
      "moved": "moved", "calledOff": "called off", "promoted": "has a place", "conflicts": "in conflict",
    ]
    for (kind, affected) in kinds {
      for one in affected {
        let line =
          "\(one.from.start.local.date)  \(one.from.title)  \(one.booking.member)  \(words[kind] ?? kind)"
        output.writeLine(SafeText.singleLine(line))
      }
    }
  }

  /// Asks before bookings are called off.
  ///
  /// - Throws: A refusal when the answer is no.
  mutating func confirm(_ impact: ClassEditImpact, yes: Bool) throws(CommandError) {
    guard !yes, !impact.calledOff.isEmpty else { return }
    output.flush()
    let count = impact.calledOff.count
    let answer = environment.ask("Call off \(count == 1 ? "this" : "these \(count)")? [y/N] ")
    guard answer?.lowercased().hasPrefix("y") == true else {
      throw .refused("not_confirmed", "nothing was changed", expected: "y, or --yes")
    }
  }
}

extension ClassEditImpact.Affected {
  fileprivate var json: JSON {
    [
      "uid": .string(from.uid), "start": .string(from.start.description), "to": JSON(to?.start.description),
      "member": .string(booking.member),
    ]
  }
}
