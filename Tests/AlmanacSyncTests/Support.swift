import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// A calendar file of components, each as its lines.
func file(_ components: [String]...) -> String {
  let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//Test//EN"]
  return (head + components.joined() + ["END:VCALENDAR"]).joined(separator: "\r\n") + "\r\n"
}

func event(_ uid: String, _ lines: String...) -> [String] {
  ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]
}

func calendar(_ text: String) throws -> EventCalendar {
  try #require(try ICSDocument(parsing: text).calendars.first)
}

func calendar(having item: Item) -> EventCalendar {
  var calendar = EventCalendar()
  calendar.insert(item)
  return calendar
}

/// The three states of a merge as files.
struct Sides {
  let base: String
  let ours: String
  let theirs: String

  func merged(_ policy: MergePolicy = .ask) throws -> CalendarMerge {
    CalendarMerge(
      base: try calendar(base), ours: try calendar(ours), theirs: try calendar(theirs), policy: policy,
      uids: .seeded(1))
  }
}

/// The item that a merge of three states of it makes, with its conflicts.
func merged(
  _ ours: String, _ theirs: String, base: String = meeting(), _ policy: MergePolicy = .ask
) throws -> (item: Item, conflicts: [MergeConflict]) {
  let merge = try Sides(base: base, ours: ours, theirs: theirs).merged(policy)
  return (try #require(merge.calendar.item(uid: "m")), merge.conflicts)
}

/// A meeting with changed lines: those that begin with a name of `lines` are replaced by them.
func meeting(_ lines: [String] = [], without names: [String] = []) -> String {
  let own = [
    "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "DTEND:20260302T100000Z", "SUMMARY:Review",
    "LOCATION:Room 1",
    "CATEGORIES:work,weekly", "X-MOOD:calm",
  ]
  func name(_ line: String) -> String { String(line.prefix { $0 != ":" && $0 != ";" }) }
  let replaced = Set(lines.map(name)).union(names)
  return file(
    ["BEGIN:VEVENT", "UID:m"] + own.filter { !replaced.contains(name($0)) } + lines
      + ["END:VEVENT"])
}

/// The differences of two calendars, for comparing them with none; digests of the items decide.
func differences(_ one: EventCalendar, _ other: EventCalendar, revisions: Bool = true) -> [String] {
  let (before, after) = (versions(one, revisions), versions(other, revisions))
  if before == after { return [] }
  let changes = CalendarDifference(from: one, to: other).items.map { item in
    "\(item.id): " + item.properties.map { "\($0.before) -> \($0.after)" }.joined(separator: ", ")
  }
  return ["\(before.subtracting(after).count) items of \(before.count)"] + changes
}

private func versions(_ calendar: EventCalendar, _ revisions: Bool) -> [String: Int] {
  calendar.items.reduce(into: [:]) { counts, item in
    var item = item
    if !revisions { (item.sequence, item.lastModified, item.created, item.stamp) = (0, nil, nil, nil) }
    counts["\(item.id) \(ItemVersion(item).digest)", default: 0] += 1
  }
}

extension [String: Int] {
  fileprivate func subtracting(_ other: [String: Int]) -> [String] {
    filter { other[$0.key] != $0.value }.map(\.key)
  }
}
