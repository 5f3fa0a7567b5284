import AlmanacEvents
import AlmanacICS
import AlmanacRendering
import ArgumentParser

/// `almanac import FILE…`
struct Import: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take the items of files into a calendar.",
    discussion: """
      An item whose UID is there already is replaced, a series together with its changed instances; a file that has \
      only changed instances of a series leaves the series and the others as they are.
      """)

  @Argument(help: "The files to take from, - for standard input.")
  var files: [String]

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("The calendar for new items. [default: the first]", valueName: "name"))
  var shelf: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var incoming: [Incoming] = []
    for path in files { incoming += try read(path, &invocation) }
    var ledger = try invocation.ledger(calendars, makesMissing: true)
    let shelf = try ledger.shelf(named: shelf)
    var outcomes: [(Incoming, Incoming.Outcome)] = []
    for series in incoming { outcomes.append((series, try series.take(into: &ledger, shelf))) }
    let count = outcomes.count { $0.1 != .unchanged }
    try invocation.save(ledger, "imported \(count) from \(files.joined(separator: ", "))")
    switch common.format {
    case .text:
      for (series, outcome) in outcomes {
        invocation.output.writeLine(Complaint("\(outcome.rawValue) \(series.uid): \(series.summary)").reason)
      }
    default:
      let value: JSON = [
        "version": 1, "imported": .array(outcomes.map { series, outcome in series.json(outcome) }),
      ]
      invocation.output.writeLine(value.text())
    }
  }

  private func read(_ path: String, _ invocation: inout Invocation) throws(CommandError) -> [Incoming] {
    let file = try invocation.calendarFile(path)
    var incoming: [Incoming] = []
    for calendar in file.document.calendars {
      var seen: Set<String> = []
      for item in calendar.items where seen.insert(item.uid).inserted {
        guard let series = calendar.series(uid: item.uid) else { continue }
        incoming.append(Incoming(series))
      }
      let others =
        calendar.freeBusy.count + calendar.availabilities.count + calendar.unmodelled.components.count
      if others > 0 {
        invocation.complain(
          Complaint("\(others) parts are left out", expected: "events, to-dos and notes", file: path))
      }
    }
    return incoming
  }
}

/// The items of one UID on their way into a calendar.
struct Incoming: Sendable {
  enum Outcome: String, Sendable {
    case added, replaced, unchanged
  }

  let uid: String
  let items: [Item]
  private let hasMain: Bool

  init(_ series: Series) {
    uid = series.uid
    items = (series.main.map { [$0] } ?? []) + series.overrides
    hasMain = series.main != nil
  }

  var summary: String { items.first?.summary ?? "" }

  func take(into ledger: inout Ledger, _ shelf: Shelf) throws(CommandError) -> Outcome {
    let spots = ledger.spots(uid: uid)
    guard !spots.isEmpty else {
      ledger.insert(items, into: shelf)
      return .added
    }
    var outcome = Outcome.unchanged
    for spot in spots {
      let isReplaced = try ledger.change(spot) { (calendar) throws(EventError) in
        guard let present = calendar.series(uid: uid), !isThere(present) else { return false }
        if hasMain {
          try calendar.remove(uid: uid)
          for item in items { calendar.insert(item) }
        } else {
          for item in items { try calendar.put(item) }
        }
        return true
      }
      if isReplaced { outcome = .replaced }
    }
    return outcome
  }

  private func isThere(_ series: Series) -> Bool {
    let present = (series.main.map { [$0] } ?? []) + series.overrides
    return hasMain ? present == items : items.allSatisfy { present.contains($0) }
  }

  func json(_ outcome: Outcome) -> JSON {
    ["uid": .string(uid), "summary": .string(summary), "outcome": .string(outcome.rawValue)]
  }
}

extension EventCalendar {
  /// Adds an item as it is, in place of one of the same identity.
  fileprivate mutating func put(_ item: Item) throws(EventError) {
    let others = (series(uid: item.uid).map { ($0.main.map { [$0] } ?? []) + $0.overrides } ?? [])
      .filter { $0.id != item.id }
    if !others.isEmpty || self.item(item.id) != nil { try remove(uid: item.uid) }
    for other in others { insert(other) }
    insert(item)
  }
}
