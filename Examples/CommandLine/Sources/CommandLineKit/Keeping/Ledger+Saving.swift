import AlmanacEvents
import AlmanacICS
import AlmanacTime

extension Ledger {
  /// What is to be written, with the number of its place.
  var writing: [(place: Int, change: FileChange)] {
    beside
      + holdings.enumerated().flatMap { number, holding in
        holding.files.filter { $0.isChanged }.map { file in
          let place = placeOfHolding[number]
          guard case .folder = holding else {
            return (place, FileChange(path: file.path, root: nil, before: file.original, after: file.written))
          }
          let after = file.isEmpty ? nil : file.written
          return (
            place, FileChange(path: file.path, root: places[place].path, before: file.original, after: after)
          )
        }
      }
  }
}

extension CalendarFile {
  /// Whether nothing is left that is worth a file.
  fileprivate var isEmpty: Bool {
    document.calendars.allSatisfy { calendar in
      calendar.count == 0 && calendar.freeBusy.isEmpty && calendar.availabilities.isEmpty
        && calendar.unmodelled.components.isEmpty
    }
  }
}

extension Invocation {
  /// Writes what was changed, all of it or nothing, and records it for `undo`.
  ///
  /// - Parameter what: What was done, for a person.
  mutating func save(_ ledger: Ledger, _ what: String) throws(CommandError) {
    if let overwritten { throw .overwriting(overwritten) }
    let changes = try Self.oneForEachFile(ledger.writing.filter { $0.change.before != $0.change.after })
    guard !changes.isEmpty else { return }
    let id = UInt64.random(in: .min ... .max)
    var parts: [UndoJournal.Part] = []
    for (number, place) in ledger.places.enumerated() {
      let own = changes.filter { $0.place == number }.map { $0.change }
      guard !own.isEmpty else { continue }
      let journal = UndoJournal(of: place)
      if let fault = journal.fault { complain(fault) }
      parts.append((journal, journal.entry(own, what, at: environment.now, id: id)))
    }
    try commit(changes.map { $0.change }, recordedIn: parts)
  }

  /// Writes files with a record of it before them, by which the next change completes it or takes it back if this
  /// process is killed. Without the record only one file is changed.
  mutating func commit(
    _ changes: [FileChange], recordedIn parts: [UndoJournal.Part]
  ) throws(CommandError) {
    for change in changes { try change.verify() }
    if let part = parts.first(where: { $0.journal.isPending }) {
      throw .refused(
        "conflict", "\(part.journal.folder) has a change that was interrupted meanwhile",
        expected: "the same command again, which takes it back")
    }
    var begun: [UndoJournal] = []
    var faults: [Complaint] = []
    for part in parts {
      var journal = part.journal
      do throws(FileError) {
        try journal.begin(part.entry)
        begun.append(journal)
      } catch {
        guard changes.count == 1 else {
          for var journal in begun { try? journal.drop(1) }
          throw CommandError(error)
        }
        faults.append(Complaint("the change cannot be taken back: \(error.reason)", file: error.path))
      }
    }
    do throws(CommandError) { try FileChange.make(changes) } catch {
      for var journal in begun { try? journal.dropIfUndone() }
      throw error
    }
    hasSaved = true
    do throws(FileError) { for var journal in begun { try journal.complete() } } catch {
      throw CommandError(error)
    }
    for fault in faults { complain(fault) }
  }

  /// The changes, each file once, by whatever paths it is reached.
  private static func oneForEachFile(
    _ changes: [(place: Int, change: FileChange)]
  ) throws(CommandError) -> [(place: Int, change: FileChange)] {
    var changeOfFile: [String: FileChange] = [:]
    var kept: [(place: Int, change: FileChange)] = []
    for (place, change) in changes {
      let file = Platform.destination(of: change.path)
      if let other = changeOfFile[file] {
        guard other.after == change.after else {
          throw .refused("conflict", "\(file) would be changed twice", expected: "each --calendar once")
        }
        continue
      }
      changeOfFile[file] = change
      kept.append((place, change))
    }
    return kept
  }

  /// Completes or takes back the changes of locked places that killed processes left half made. A change all of whose
  /// files are as it left them is complete; another is taken back, unless somebody has changed its files since.
  ///
  /// - Returns: The changes of files by which a change was taken back, but not those that took back an undo.
  mutating func recover(_ places: [CalendarPlace]) throws(CommandError) -> [FileChange] {
    var taken: [FileChange] = []
    var journals = places.map { UndoJournal(of: $0) }.filter { $0.isPending }
    while let last = journals.first?.entries.last {
      var same = journals.filter { $0.entries.last?.id == last.id }
      journals.removeAll { $0.entries.last?.id == last.id }
      let isMade = same.allSatisfy { $0.state == .after }
      if !isMade {
        let files = same.flatMap { $0.entries.last?.files ?? [] }.map { $0.path }.joined(separator: ", ")
        if let changes = UndoJournal.inverse(of: same) {
          try FileChange.make(changes)
          complain(Complaint("an interrupted change was taken back: \(files)", file: same[0].folder))
          if !last.isUndo { taken += changes }
        } else {
          let what = "an interrupted change stays as it is, as files have changed since: \(files)"
          complain(Complaint(what, file: same[0].folder))
        }
      }
      do throws(FileError) {
        for index in same.indices { try isMade ? same[index].complete() : same[index].drop(1) }
      } catch {
        throw CommandError(error)
      }
    }
    return taken
  }
}
