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
    if !dryRun {
      let (locks, takenBack) = try invocation.lockAndRecover(places)
      defer { withExtendedLifetime(locks) {} }
      // Whoever asks after a change that was cut off means that one.
      guard takenBack.isEmpty else { return report(takenBack, "an interrupted change", in: &invocation) }
      return try undo(places, in: &invocation)
    }
    try undo(places, in: &invocation)
  }

  private func undo(_ places: [CalendarPlace], in invocation: inout Invocation) throws(CommandError) {
    var journals = places.map { UndoJournal(of: $0) }
    for fault in journals.compactMap({ $0.fault }) { invocation.complain(fault) }
    let order = journals.compactMap { journal in
      journal.entries.last.map { (entry: $0, moment: Platform.modified(journal.path)) }
    }
    guard let last = order.max(by: { ($0.entry.time, $0.moment) < ($1.entry.time, $1.moment) })?.entry else {
      throw .refused("nothing_to_undo", "no change is known", expected: "a change made with this program")
    }
    journals.removeAll { $0.entries.last?.id != last.id }
    var parts: [UndoJournal.Part] = []
    var changes: [FileChange] = []
    for journal in journals {
      let own = try journal.inverse()
      parts.append((journal, journal.entry(own, last.what, at: last.time, id: last.id, isUndo: true)))
      changes += own
    }
    if !dryRun { try invocation.commit(changes, recordedIn: parts) }
    report(changes, last.what, in: &invocation)
  }

  /// Says what was taken back; of what only would be, the files and what would be in them.
  private func report(_ changes: [FileChange], _ what: String, in invocation: inout Invocation) {
    let files = changes.map { FileReport($0) }
    if common.format == .text, dryRun {
      for line in files.flatMap({ $0.lines }) { invocation.output.writeLine(SafeText.singleLine(line)) }
      return
    }
    // A preview has nothing of the journal's own words.
    invocation.print(
      "taken back: \(what)",
      [
        "version": 1, "undone": dryRun ? .null : .string(what), "dryRun": .bool(dryRun),
        "files": .array(files.map { $0.json }),
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
    ["\(path): \(effect)"]
      + items.map { effect, item in
        let start = item.start.map { ", \($0)" } ?? ""
        return "  \(effect) \(item.uid): \(item.summary)\(start)"
      }
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
