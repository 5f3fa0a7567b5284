import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac undo`
struct Undo: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change; called again, the one before.",
    discussion: """
      Only changes made with this program can be undone, and only if no other program has changed the files since.
      """)

  @Flag(help: "Only show what would be undone.")
  var dryRun = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try Reversal(isRedo: false, dryRun: dryRun, common: common).run(calendars, in: &invocation)
  }
}

/// `almanac redo`
struct Redo: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make the last change again that was undone; called again, the one undone before.",
    discussion:
      "Only as long as nothing else has changed the calendars since. A synchronization is not made again.")

  @Flag(help: "Only show what would be changed.")
  var dryRun = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    try Reversal(isRedo: true, dryRun: dryRun, common: common).run(calendars, in: &invocation)
  }
}

/// The undo of the last change, or its redo.
private struct Reversal {
  let isRedo: Bool
  let dryRun: Bool
  let common: CommonOptions

  func run(_ calendars: CalendarOptions, in invocation: inout Invocation) throws(CommandError) {
    let locations = try invocation.changeableLocations(calendars)
    if let missing = locations.first(where: { FileSystem.kind(of: $0.directory) == nil && !$0.isOptional }) {
      throw CommandError(FileError(.unreadable, missing.path, "No such file or directory"))
    }
    do throws(FileError) {
      if dryRun {
        let history = UndoHistory(of: locations, redo: isRedo)
        invocation.report(history.problems)
        return report(try history.changes(), history.summary ?? "", in: &invocation)
      }
      var transaction = try FileTransaction(on: locations, timeout: invocation.environment.timeout)
      invocation.report(transaction.recoveries)
      let recovered = transaction.recoveries.filter { !$0.isUndo }.flatMap { $0.changes }
      // An interrupted change that was just undone is the change to be undone.
      guard recovered.isEmpty || isRedo else {
        return report(recovered, "an interrupted change", in: &invocation)
      }
      defer { invocation.report(transaction.problems) }
      let undone = try isRedo ? transaction.redo(at: invocation.environment.now) : transaction.undo()
      invocation.hasSaved = true
      report(undone.changes, undone.summary, in: &invocation)
    } catch {
      throw CommandError(error)
    }
  }

  /// Reports the undone change; with `--dry-run` the files and their items after the undo.
  private func report(_ changes: [FileChange], _ summary: String, in invocation: inout Invocation) {
    let files = changes.map { FileReport($0) }
    if common.format == .text, dryRun {
      let zone = invocation.zone(common)
      for line in files.flatMap({ $0.lines(in: invocation.language, zone) }) {
        invocation.output.writeLine(SafeText.singleLine(line))
      }
      return
    }
    // A preview does not show the summary, since the journal may come from a stranger.
    invocation.print(
      isRedo ? "redone: \(summary)" : "undone: \(summary)",
      .object([
        .init("version", .version),
        .init(isRedo ? "redone" : "undone", dryRun ? .null : .string(summary)),
        .init("dryRun", .bool(dryRun)), .init("files", .array(files.map { $0.json })),
      ]), common)
  }
}

/// The file of a change, with the items that the change adds, changes and removes.
private struct FileReport {
  let path: String
  let effect: Phrase
  var items: [(effect: Phrase, item: Item)] = []

  init(_ change: FileChange) {
    path = change.path
    let (old, new) = (Self.items(change.before), Self.items(change.after))
    let size = change.after?.count ?? 0
    switch change.effect {
    case .addition: effect = "restored, \(size) bytes"
    case .replacement: effect = "changed, \(size) bytes"
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

  func lines(in language: Localization, _ zone: Zone) -> [String] {
    ["\(path): \(effect.text(in: language))"]
      + items.map { effect, item in
        let when = item.start.map { ", \(language.described(from: $0, to: nil, in: zone))" } ?? ""
        return "  \(effect.text(in: language)) \(item.uid): \(title: item.summary)\(when)"
      }
  }

  var json: JSON {
    [
      "path": .string(path), "effect": .string(effect.text(in: .english)),
      "items": .array(
        items.map {
          [
            "uid": .string($0.item.uid), "summary": .string($0.item.summary),
            "recurrenceID": JSON($0.item.recurrenceID?.description),
            "effect": .string($0.effect.text(in: .english)),
          ]
        }),
    ]
  }
}
