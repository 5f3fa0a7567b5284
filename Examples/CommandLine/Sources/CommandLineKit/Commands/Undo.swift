import AlmanacEvents
import AlmanacICS
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
    let locks = try invocation.lock(places)
    defer { withExtendedLifetime(locks) {} }
    try invocation.recover(places)
    var journals = places.map { UndoJournal(of: $0) }
    for fault in journals.compactMap({ $0.fault }) { invocation.complain(fault) }
    guard let last = journals.compactMap({ $0.entries.last }).max(by: { $0.time < $1.time }) else {
      throw Self.nothing
    }
    journals.removeAll { $0.entries.last?.id != last.id }
    var changes: [[FileChange]] = []
    for journal in journals {
      changes.append(
        try journal.entries.last.map { (entry) throws(CommandError) in try journal.inverse(of: entry) } ?? [])
    }
    let files = changes.joined().map { FileReport($0) }
    guard !dryRun else { return report(files, last, in: &invocation) }
    do throws(FileError) {
      for index in journals.indices {
        let entry = journals[index].entry(changes[index], last.what, at: last.time, id: last.id, isUndo: true)
        try journals[index].begin(entry)
      }
    } catch {
      for index in journals.indices where journals[index].isPending { try? journals[index].dropIfUndone() }
      throw CommandError(error)
    }
    do throws(CommandError) { try FileChange.make(changes.flatMap { $0 }) } catch {
      for index in journals.indices { try? journals[index].dropIfUndone() }
      throw error
    }
    invocation.hasSaved = true
    do throws(FileError) { for index in journals.indices { try journals[index].complete() } } catch {
      throw CommandError(error)
    }
    report(files, last, in: &invocation)
  }

  private static var nothing: CommandError {
    .refused("nothing_to_undo", "no change is known", expected: "a change made with this program")
  }

  /// Says what was taken back; of what only would be, the files and what would be in them.
  private func report(_ files: [FileReport], _ last: UndoJournal.Entry, in invocation: inout Invocation) {
    if common.format == .text, dryRun {
      for line in files.flatMap({ $0.lines }) { invocation.output.writeLine(SafeText.singleLine(line)) }
      return
    }
    invocation.print(
      "taken back: \(last.what)",
      [
        "version": 1, "undone": .string(last.what), "at": .string(last.time.description),
        "dryRun": .bool(dryRun), "files": .array(files.map { $0.json }),
      ], common)
  }
}

/// The file of a change, and the items that the change adds, changes and removes in it.
private struct FileReport {
  let path: String
  let effect: String
  var items: [(effect: String, item: Item)] = []

  init(_ change: FileChange) {
    path = change.path
    let (old, new) = (Self.items(change.before), Self.items(change.after))
    let size = change.after.map { "\($0.count) bytes" } ?? "nothing"
    switch change.stage {
    case .addition: effect = "made again, \(size)"
    case .replacement: effect = "changed, \(size)"
    case .removal: effect = "removed"
    }
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
    items =
      new.filter { before[$0.id] != $0 }.map { (before[$0.id] == nil ? "added" : "changed", $0) }
      + old.filter { after[$0.id] == nil }.map { ("removed", $0) }
  }

  private static func items(_ bytes: [UInt8]?) -> [Item] {
    let document = bytes.flatMap { try? ICSDocument(reading: $0, options: ICSOptions(uids: .seeded(0))) }
    return document?.calendars.flatMap { $0.items } ?? []
  }

  var lines: [String] {
    ["\(path): \(effect)"] + items.map { "  \($0.effect) \($0.item.uid): \($0.item.summary)" }
  }

  var json: JSON {
    [
      "path": .string(path), "effect": .string(effect),
      "items": .array(
        items.map {
          [
            "uid": .string($0.item.uid), "summary": .string($0.item.summary),
            "recurrenceID": JSON($0.item.recurrenceID?.description), "effect": .string($0.effect),
          ]
        }),
    ]
  }
}
