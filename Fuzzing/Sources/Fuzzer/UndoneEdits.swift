import AlmanacEvents
import AlmanacICS
import AlmanacTime

/// Edits of a document one after the other and their inverses in reverse order: the calendar is as it was, after each
/// edit the document is read as it is, and an edit that is refused changes nothing.
///
/// The first byte is the number of edits, the next bytes choose them, the rest is the document.
struct UndoneEdits {
  private let edits: [(kind: Int, item: Int)]
  private let input: [UInt8]
  private let options = ICSOptions(uids: .seeded(1))

  init(_ input: [UInt8]) {
    let count = min(Int(input.first ?? 0) % 8, (input.count - 1) / 2)
    edits = (0..<max(0, count)).map { (Int(input[1 + 2 * $0]), Int(input[2 + 2 * $0])) }
    self.input = Array(input.dropFirst(1 + 2 * max(0, count)))
  }

  func check() {
    guard var document = try? ICSDocument(parsing: input, options: options),
      let original = document.calendars.first
    else { return }
    var changes: [CalendarChange] = []
    for edit in edits {
      let before = document.calendars[0]
      let items = Array(before.items)
      guard !items.isEmpty else { break }
      let id = items[edit.item % items.count].id
      do {
        let change = try apply(edit.kind, to: &document.calendars[0], id)
        changes.append(change)
        check(change, from: before, to: document.calendars[0])
      } catch {
        require(document.calendars[0] == before, "a refused edit \(edit.kind) changes the calendar")
      }
    }
    guard let again = try? ICSDocument(parsing: document.bytes, options: options) else {
      fatalError("edited: not read\n\(document.text)")
    }
    // A calendar that is there for an item outside of every VCALENDAR goes with the item.
    let counts = [again, document].map { $0.calendars.reduce(0) { $0 + $1.count } }
    require(counts[0] == counts[1], "edited: another number of items\n\(document.text)")
    for change in changes.reversed() {
      do { try document.calendars[0].apply(change.inverse) } catch { fatalError("undo is refused: \(error)") }
    }
    require(document.calendars[0] == original, "undone: another calendar")
  }

  private func check(_ change: CalendarChange, from before: EventCalendar, to after: EventCalendar) {
    var copy = before
    do { try copy.apply(change) } catch { fatalError("a change is refused: \(error)") }
    require(copy == after, "a change leads elsewhere")
    do { try copy.apply(change.inverse) } catch { fatalError("an inverse is refused: \(error)") }
    require(copy == before, "an inverse leads elsewhere")
  }

  private func apply(
    _ kind: Int, to calendar: inout EventCalendar, _ id: ItemID
  ) throws -> CalendarChange {
    let now = Instant(secondsSinceEpoch: 1_772_442_000)
    let scope = RecurrenceScope.allCases[kind / 8 % 3]
    var target = id
    if kind % 2 == 1, let start = calendar.item(id)?.start {
      target = ItemID(uid: id.uid, kind: id.kind, recurrenceID: start.adding(.days(kind % 40)))
    }
    switch kind % 8 {
    case 0, 1:
      return try calendar.edit(target, scope: scope, at: now, uids: .seeded(2)) {
        $0.summary = "edited \(kind)"
      }
    case 2, 3:
      return try calendar.edit(target, scope: scope, at: now, uids: .seeded(3)) { item in
        guard case .event(var event) = item else { return }
        event.start = event.start.adding(.hours(kind % 50 - 20))
        item = .event(event)
      }
    case 4, 5: return try calendar.delete(target, scope: scope, at: now)
    case 6: return try calendar.remove(uid: id.uid, kind: id.kind)
    default:
      return try calendar.add(
        Event("added", at: CivilDateTime("2026-03-02T09:00"), uid: "added \(kind)"), at: now)
    }
  }
}
