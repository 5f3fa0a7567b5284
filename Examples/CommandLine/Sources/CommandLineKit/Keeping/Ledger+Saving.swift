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
    let changes = ledger.writing.filter { $0.change.before != $0.change.after }
    guard !changes.isEmpty else { return }
    let id = Fingerprint(changes.flatMap { $0.change.after ?? [] }).hash
    var parts: [(journal: UndoJournal, entry: UndoJournal.Entry)] = []
    for (number, place) in ledger.places.enumerated() {
      let own = changes.filter { $0.place == number }.map { $0.change }
      guard !own.isEmpty else { continue }
      let journal = UndoJournal(of: place)
      if let fault = journal.fault { complain(fault) }
      parts.append((journal, journal.entry(own, what, at: environment.now, id: id)))
    }
    for change in changes { try change.change.verify() }
    var begun: [UndoJournal] = []
    var faults: [Complaint] = []
    for part in parts {
      var journal = part.journal
      do throws(FileError) {
        try journal.begin(part.entry)
        begun.append(journal)
      } catch {
        faults.append(Complaint("the change cannot be taken back: \(error.reason)", file: error.path))
      }
    }
    do throws(CommandError) { try FileChange.make(changes.map { $0.change }) } catch {
      for var journal in begun { try? journal.dropIfUndone() }
      throw error
    }
    for var journal in begun { journal.settle() }
    for fault in faults { complain(fault) }
    hasSaved = true
  }

  /// Completes or takes back the changes of places that a killed process left half made. A change all of whose files
  /// are as it left them is complete; another is taken back, unless somebody has changed its files since.
  mutating func recover(_ places: [CalendarPlace]) throws(CommandError) {
    var journals = places.map { UndoJournal(of: $0) }.filter { $0.isPending }
    while let id = journals.first?.entries.last?.id {
      let same = journals.filter { $0.entries.last?.id == id }
      journals.removeAll { $0.entries.last?.id == id }
      var states: Set<UndoJournal.State> = []
      for journal in same {
        if let entry = journal.entries.last { states.insert(try journal.state(of: entry)) }
      }
      let what = same.first?.entries.last?.what ?? ""
      if states == [.after] {
        do throws(FileError) { for var journal in same { try journal.complete() } } catch {
          throw CommandError(error)
        }
        continue
      }
      if states.contains(.foreign) {
        complain(
          Complaint("an interrupted change stays as it is, since its files have changed since: \(what)"))
      } else {
        var changes: [FileChange] = []
        for journal in same {
          if let entry = journal.entries.last { changes += try journal.inverse(of: entry) }
        }
        try FileChange.make(changes)
        complain(Complaint("an interrupted change was taken back: \(what)"))
      }
      do throws(FileError) { for var journal in same { try journal.drop(1) } } catch {
        throw CommandError(error)
      }
    }
  }
}
