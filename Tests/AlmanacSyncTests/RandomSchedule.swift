import AlmanacEvents
import AlmanacICS
import AlmanacTime
import TestSupport

/// A random calendar file and random edits of it, the same for the same seed: meetings, series with overrides, to-dos,
/// attendees, alarms and properties of other programs.
struct RandomSchedule {
  private var random: SeededGenerator
  private(set) var text = ""
  private let count: Int

  init(seed: UInt64, count: Int = 8) {
    random = SeededGenerator(seed: seed)
    self.count = count
    text = file((0..<count).flatMap { components($0) })
  }

  static func uid(_ number: Int) -> String { "item-\(number)@example.org" }

  private mutating func components(_ number: Int) -> [String] {
    let day = 1 + random.int(1...20)
    let date = "202603\(day < 10 ? "0" : "")\(day)"
    let zone = random.one(of: ["TZID=Europe/Madrid", "TZID=America/New_York"])
    var lines = ["UID:\(Self.uid(number))", "DTSTAMP:20260101T0000\(10 + number)Z"]
    lines.append("SUMMARY:\(random.one(of: ["Algebra", "Yoga; slow", "Match\\, away"])) \(number)")
    if random.once(in: 2) { lines.append("LOCATION:Room \(random.int(1...9))") }
    if random.once(in: 2) { lines.append("CATEGORIES:\(random.one(of: ["a,b", "b,c,d", "e"]))") }
    for _ in 0..<random.int(0...2) {
      lines.append("X-OTHER;X-P=\(random.int(1...3)):\(random.int(1...9))")
    }
    if random.once(in: 2) {
      lines += ["ORGANIZER:mailto:boss@example.org", "ATTENDEE;CN=Ana:mailto:ana@example.org"]
      lines.append("ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org")
    }
    for line in ["SEQUENCE:0", "PRIORITY:0", "CLASS:PUBLIC"] where random.once(in: 4) { lines.append(line) }
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Now", "TRIGGER:-PT15M", "END:VALARM"]
    if number % 4 == 3 {
      return ["BEGIN:VTODO", "DUE;VALUE=DATE:\(date)"] + lines + ["END:VTODO"]
    }
    lines += ["DTSTART;\(zone):\(date)T090000", "DURATION:PT\(random.int(1...3))H"]
    if random.once(in: 2) { lines += alarm }
    if random.once(in: 4) { lines += alarm.map { $0.replacing("Now", with: "Again") } }
    guard number % 4 < 2 else { return ["BEGIN:VEVENT"] + lines + ["END:VEVENT"] }
    let rule = random.one(of: [
      "FREQ=DAILY;COUNT=12", "FREQ=WEEKLY;COUNT=12", "FREQ=DAILY;INTERVAL=2;COUNT=12",
    ])
    let main = ["BEGIN:VEVENT", "RRULE:\(rule)"] + lines + ["END:VEVENT"]
    guard random.once(in: 2) else { return main }
    let override = lines.map { $0.hasPrefix("SUMMARY") ? "SUMMARY:Special" : $0 }
    return main + ["BEGIN:VEVENT", "RECURRENCE-ID;\(zone):\(date)T090000"] + override + ["END:VEVENT"]
  }

  /// An edit of a calendar.
  typealias Edit = @Sendable (inout EventCalendar) throws -> Void

  /// A random edit of an item's content, of one instance, of the times, or of which items there are.
  ///
  /// - Parameters:
  ///   - number: The number of the item.
  ///   - aspect: What is edited: edits of different aspects of one item are disjoint.
  mutating func edit(_ number: Int, _ aspect: Aspect, at second: Int) -> Edit {
    let uid = Self.uid(number)
    let value = random.int(1...999)
    let place = random.int(0...7)
    let statuses: [Attendee.Status] = [.accepted, .declined, .tentative, .needsAction]
    let now = Instant(secondsSinceEpoch: 1_780_000_000 + Int64(second))
    return { calendar in
      guard let item = calendar.item(uid: uid) else { return }
      let later = try CivilDate("2026-05-01")
      let start = Instant(secondsSinceEpoch: 1_760_000_000)
      let found =
        [.instance, .cancelled, .split].contains(aspect)
        ? calendar.agenda(
          in: start..<start.adding(seconds: 400 * 86_400), viewer: .utc,
          matching: OccurrenceQuery(limit: .max)
        ).found.filter { $0.item.uid == uid && $0.recurrenceID != nil } : []
      let whole = ItemID(uid: uid, kind: item.kind)
      let instance = found.isEmpty ? whole : found[place % found.count].id
      let scope: RecurrenceScope = found.isEmpty ? .all : .this
      switch aspect {
      case .title: try calendar.edit(whole, scope: .all, at: now) { $0.summary = "Title \(value)" }
      case .details: try calendar.edit(whole, scope: .all, at: now) { $0.details = "Details \(value)" }
      case .categories: try calendar.edit(whole, scope: .all, at: now) { $0.categories.append("c\(value)") }
      case .people:
        try calendar.edit(whole, scope: .all, at: now) { item in
          item.attendees.append(Attendee("mailto:p\(value)@example.org"))
        }
      case .alarms:
        try calendar.edit(whole, scope: .all, at: now) { item in
          item.alarms.append(Alarm(.before(.minutes(1000 + value)), details: "Added"))
        }
      case .answers:
        try calendar.edit(whole, scope: .all, at: now) { item in
          for index in item.attendees.indices where !item.attendees[index].isAdded {
            item.attendees[index].status = statuses[value % 4]
          }
        }
      case .names:
        try calendar.edit(whole, scope: .all, at: now) { item in
          for index in item.attendees.indices where !item.attendees[index].isAdded {
            item.attendees[index].name = "Name \(value)"
          }
        }
      case .triggers, .alarmTexts:
        // Of several alarms of one trigger none is known by it.
        let places = item.alarms.indices.filter { item.alarms[$0].details != "Added" }
        guard let place = places.first, places.count == 1 else { return }
        try calendar.edit(whole, scope: .all, at: now) { item in
          if aspect == .triggers {
            item.alarms[place].trigger = .before(.minutes(3000 + value))
          } else {
            item.alarms[place].details = "Alarm \(value)"
          }
        }
      case .notation:
        for var item in calendar.items(uid: uid, kind: item.kind) {
          let isStated = value % 2 == 0
          if item.sequence == 0 { item.content.fields.sequence = isStated ? 0 : nil }
          if item.content.fields.priority ?? 0 == 0 { item.content.fields.priority = isStated ? 0 : nil }
          if item.classification ?? .public == .public { item.classification = isStated ? .public : nil }
          for index in item.attendees.indices where !item.attendees[index].isAdded {
            item.attendees[index].role = isStated ? .required : nil
          }
          calendar.put(item)
        }
      case .other:
        try calendar.edit(whole, scope: .all, at: now) { item in
          item.unmodelled.properties.append(Property("X-N\(value)", value: "\(value)"))
        }
      case .times:
        try calendar.edit(whole, scope: .all, at: now) { item in
          if let start = item.event?.start { item.move(to: start.adding(.minutes(value))) }
          if item.kind == .todo { item.extent = .end(.date(later)) }
        }
      case .instance:
        try calendar.edit(instance, scope: scope, at: now) { $0.url = "https://example.org/\(value)" }
      case .split:
        let scope: RecurrenceScope = found.isEmpty ? .all : .thisAndFuture
        let uids = UIDSource { _ in "part-\(second)@example.org" }
        try calendar.edit(instance, scope: scope, at: now, uids: uids) { $0.summary = "Part \(value)" }
      case .cancelled: try calendar.delete(instance, scope: scope, at: now)
      case .removed: try calendar.remove(uid: uid)
      case .added:
        try calendar.add(
          Event("New \(value)", from: later, uid: "new-\(value)-\(number)"), at: now)
      }
    }
  }

  enum Aspect: CaseIterable {
    case title, details, categories, people, alarms, other, times, instance, cancelled, removed, added, split
    /// Different parts of the entries of lists.
    case answers, names, triggers, alarmTexts
    /// Defaults that are written or left out, which mean the same.
    case notation
  }

  /// Random edits of random items.
  mutating func edits(_ count: Int, from second: Int) -> [Edit] {
    (0..<count).map { step in
      edit(random.int(0...self.count - 1), random.one(of: Aspect.allCases), at: second + step)
    }
  }

  /// Two sets of edits that have nothing in common: of different items, or of different aspects of one.
  mutating func disjointEdits() -> (ours: [Edit], theirs: [Edit]) {
    var sides: ([Edit], [Edit]) = ([], [])
    let contents: [Aspect] = [
      .title, .details, .categories, .people, .alarms, .other, .answers, .names, .triggers, .alarmTexts,
      .notation,
    ]
    for number in 0..<count {
      switch random.int(0...3) {
      case 0: sides.0.append(edit(number, random.one(of: Aspect.allCases), at: number))
      case 1: sides.1.append(edit(number, random.one(of: Aspect.allCases), at: 100 + number))
      default:
        let aspects = contents.shuffled(using: &random)
        sides.0.append(edit(number, aspects[0], at: number))
        sides.1.append(edit(number, random.once(in: 4) ? .times : aspects[1], at: 100 + number))
      }
    }
    return sides
  }
}

extension Attendee {
  /// Whether an edit of people added the attendee.
  fileprivate var isAdded: Bool { address.hasPrefix("mailto:p") }
}

extension EventCalendar {
  /// The calendar after edits. An edit that the library refuses, such as one that would break a series, is left away.
  func after(_ edits: [RandomSchedule.Edit]) -> EventCalendar {
    var calendar = self
    for edit in edits { try? edit(&calendar) }
    return calendar
  }
}
