import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac class change`
struct ChangeClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Change a class, one date of it, or it from a date on; bookings follow.",
    discussion: """
      Bookings that are moved, called off, promoted or in conflict, and other commitments of the instructor, are shown first. \
      Bookings are called off, and instructors taken twice, only after an answer that begins with y, or with --yes. With --scope future the class is split, and the UID of the new one printed.
      """)

  @Argument(help: "The UID of the class, as class list prints it.")
  var uid: String

  @Option(
    help: ArgumentHelp(
      "A date of the class, in its zone; if it runs several times on the date, the start too. [default: the whole class]",
      valueName: "date"),
    transform: EventTime.init(argument:))
  var on: EventTime?

  @Option(
    help:
      "this: that date alone; future: it and all later ones; all: the whole class. [default: this with --on, else all]"
  )
  var scope: EditScope?

  @OptionGroup
  var amendment: ClassAmendment

  @OptionGroup
  var date: ClassDateAmendment

  @OptionGroup
  var preview: PreviewOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  /// The scope, or its default.
  private var extent: EditScope { scope ?? (on == nil ? .all : .this) }

  func validate() throws {
    if on == nil, extent != .all {
      throw ValidationError("--scope \(extent.rawValue) names no date (expected --on)")
    }
    if extent != .this, !date.isEmpty {
      throw ValidationError("--cancel and --restore are about one date (expected --on, and no other --scope)")
    }
    if extent == .this, !amendment.repeating.isEmpty {
      throw ValidationError("--repeat and --rrule are about the whole class (expected --scope future or all)")
    }
    if on == nil, amendment.note != nil {
      throw ValidationError("--note is about a date (expected --on)")
    }
    if on == nil, amendment.at?.day != nil {
      throw ValidationError("--at moves a date (expected --on, or a time of day alone)")
    }
    if amendment.isEmpty, date.isEmpty {
      throw ValidationError("there is nothing to change (expected an option such as --places)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try amendment.marks.requireNoRed()
    let now = invocation.now(common, in: invocation.zone(common))
    var files = ClassFiles(
      try invocation.store(calendars, isPreview: preview.dryRun),
      showing: try invocation.schedulingWords(common))
    let uid = try files.uid(named: uid)
    let title = try files.series(uid).summary
    let store = files.store
    let uids = invocation.environment.uids
    let edit =
      extent == .this
      ? try changeOfDate(uid, files, at: now)
      : try changeOfClass(uid, files, at: now, uids: UIDSource { _ in store.unusedUID(uids) }, &invocation)
    let (isDone, impact) = files.book.apply(edit, now: now, checking: files.context(at: now))
    guard isDone else { throw CommandError(impact, of: uid, in: files.book, files.words) }
    // In a preview the new class has no UID yet.
    let new = preview.dryRun ? nil : edit.series.first { $0.uid != uid }
    guard
      try invocation.approves(Preview(impact, new: new, in: files.words), of: files.store, preview, common)
    else {
      return
    }
    try files.write(at: now, following: edit, of: uid)
    try invocation.save(files.store, "changed the class \(title)")
  }

  /// The change of one date.
  private func changeOfDate(_ uid: String, _ files: ClassFiles, at now: Instant) throws(CommandError)
    -> ClassEdit
  {
    let series = try files.series(uid)
    guard let on else { return ClassEdit([series]) }
    let run = try files.run(uid, on: on, at: now)
    let original = run.original.instant
    var change = date.restore ? ClassChange() : series.changes[original] ?? ClassChange()
    try amendment.apply(to: &change, in: series.zone, on: run.start.local.date, now: now)
    if let reason = date.cancel {
      change.cancellation = reason
    } else if date.restore {
      return series.opening(original, change)
    }
    return series.changing(original, change == ClassChange() ? nil : change)
  }

  /// The change of the class from a date on, or of all dates.
  private func changeOfClass(
    _ uid: String, _ files: ClassFiles, at now: Instant, uids: UIDSource, _ invocation: inout Invocation
  ) throws(CommandError) -> ClassEdit {
    let shown: ClassOccurrence
    if let on {
      shown = try files.run(uid, on: on, at: now)
    } else {
      // The time of the class is not that of a date which was moved alone.
      shown = try files.firstDate(of: uid) { !$0.isMoved }
    }
    let (stated, first) = try amendment.start(on: shown, now: now)
    if let first {
      let date = (stated ?? shown.original).local.date
      invocation.complain(
        Complaint("the new rule does not have \(date); the class begins on \(first.local.date)"))
    }
    let change = try amendment.change(on: shown, to: first ?? stated)
    do throws(SchedulingError) {
      return try files.book.editing(
        uid, at: shown.original.instant, scope: extent.scope, uids: uids, change: change)
    } catch {
      throw CommandError(error, uid: uid)
    }
  }
}

/// The changes that concern a single date.
struct ClassDateAmendment: ParsableArguments {
  @Option(help: ArgumentHelp("With --on: cancel the date, for this reason.", valueName: "reason"))
  var cancel: String?

  @Flag(help: "With --on: remove all changes of the date, and open it if it is closed.")
  var restore = false

  var isEmpty: Bool { cancel == nil && !restore }
}
