import AlmanacEvents
import AlmanacICS
import AlmanacTime

extension Ledger {
  /// What is to be written, with the number of its place.
  var writing: [(place: Int, change: FileChange)] {
    beside
      + holdings.enumerated().flatMap { number, holding in
        holding.files.filter { $0.isChanged }.map { file in
          var after: [UInt8]? = file.written
          if case .folder = holding, file.isEmpty { after = nil }
          return (placeOfHolding[number], FileChange(path: file.path, before: file.original, after: after))
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
  /// Writes what was changed, all of it or nothing, and notes it for `undo`.
  ///
  /// - Parameter what: What was done, for a person.
  mutating func save(_ ledger: Ledger, _ what: String) throws(CommandError) {
    let changes = ledger.writing.filter { $0.change.before != $0.change.after }
    guard !changes.isEmpty else { return }
    try FileChange.make(changes.map { $0.change })
    let id = Fingerprint(changes.flatMap { $0.change.after ?? [] }).hash
    for (number, place) in ledger.places.enumerated() {
      let own = changes.filter { $0.place == number }.map { $0.change }
      if !own.isEmpty { note(own, at: place, what, id: id) }
    }
  }

  private mutating func note(_ changes: [FileChange], at place: CalendarPlace, _ what: String, id: UInt64) {
    var journal = UndoJournal(of: place)
    let steps = changes.map { change in
      let path = place.isFolder ? change.path : Platform.destination(of: change.path)
      return UndoJournal.FileStep(change, path: journal.relative(path))
    }
    journal.entries.append(.init(what: what, time: environment.now, id: id, files: steps))
    do throws(FileError) { try journal.save() } catch {
      complain(Complaint("the change cannot be taken back: \(error.reason)", file: error.path))
    }
  }
}
