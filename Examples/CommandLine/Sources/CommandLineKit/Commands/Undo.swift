import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac undo`
struct Undo: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take back the last change; asked again, the one before.",
    discussion: """
      Only changes made with this program are known; a file that something else has changed since is left as it is.
      """)

  @Flag(help: "Only show what would be taken back.")
  var dryRun = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let places = try invocation.changeablePlaces(calendars)
    if let missing = places.first(where: { Platform.entry(at: $0.folder) == nil && !$0.isDefault }) {
      throw CommandError(FileError(.unreadable, missing.path, "No such file or directory"))
    }
    let locks = Invocation.lock(places)
    defer { withExtendedLifetime(locks) {} }
    var journals = places.map { UndoJournal(of: $0) }
    guard let last = journals.compactMap({ $0.entries.last }).max(by: { $0.time < $1.time }) else {
      throw .refused("nothing_to_undo", "no change is known", expected: "a change made with this program")
    }
    var changes: [FileChange] = []
    for number in journals.indices where journals[number].entries.last?.id == last.id {
      guard let entry = journals[number].entries.popLast() else { continue }
      for step in entry.files { changes.append(try inverse(of: step, in: journals[number])) }
    }
    if !dryRun {
      try FileChange.make(changes)
      for journal in journals {
        do throws(FileError) { try journal.save() } catch { throw CommandError(error) }
      }
    }
    switch common.format {
    case .text: invocation.output.writeLine(Complaint("taken back: \(last.what)").reason)
    default:
      let value: JSON = [
        "version": 1, "undone": .string(last.what), "at": .string(last.time.description),
        "dryRun": .bool(dryRun),
      ]
      invocation.output.writeLine(value.text())
    }
  }

  private func inverse(
    of step: UndoJournal.FileStep, in journal: UndoJournal
  ) throws(CommandError) -> FileChange {
    let path = journal.absolute(step.path)
    guard let change = step.inverse(try FileChange.content(of: path), at: path) else {
      throw FileChange.isForeign(path)
    }
    return change
  }
}
