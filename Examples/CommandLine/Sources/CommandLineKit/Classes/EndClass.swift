import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac class end`
struct EndClass: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End a class before a date; later bookings are called off.",
    discussion: """
      The bookings that are called off are shown first. Unless --yes is given, the class ends only after an answer that \
      begins with y. A class that ends before its first date is deleted.
      """)

  @Argument(help: "The UID of the class, as class list prints it.")
  var uid: String

  @Option(
    help: "The first date on which it no longer takes place, in its zone.",
    transform: CivilDate.init(argument:))
  var before: CivilDate

  @OptionGroup
  var preview: PreviewOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    var files = ClassFiles(
      try invocation.store(calendars, isPreview: preview.dryRun),
      showing: try invocation.schedulingWords(common))
    let uid = try files.uid(named: uid)
    let title = try files.series(uid).summary
    let first = try files.firstDate(of: uid, from: before)
    let edit: ClassEdit
    do throws(SchedulingError) {
      edit = try files.book.ending(uid, before: first.original.instant)
    } catch {
      throw CommandError(error, uid: uid)
    }
    let (isDone, impact) = files.book.apply(edit, now: now)
    guard isDone else { throw CommandError(impact, of: uid, in: files.book, files.words) }
    guard try invocation.approves(Preview(impact, in: files.words), of: files.store, preview, common) else {
      return
    }
    try files.write(at: now, following: edit, of: uid)
    try invocation.save(files.store, "ended the class \(title) before \(before)")
  }
}
