import AlmanacRendering

/// The objects of a value for scripts, as lines.
///
/// The rows are the elements of the first member that is a list of objects, else the value itself; an empty list does not count
/// if the value describes one item. Line breaks, tabs and controls in texts are spaces; lists of texts are joined by commas.
struct Rows: Sendable {
  private let rows: [JSON]
  /// Whether the rows are items, also where there are none.
  private let areItems: Bool
  private let handles: Handles?

  /// The lists that say more about a row.
  private static let lists: Set<String> = ["incomplete", "chosen", "replaced"]

  /// - Parameter handles: The handles of the items, which their rows have after the UID.
  init(_ value: JSON, _ handles: Handles? = nil) {
    self.handles = handles
    guard case .object(let members) = value else {
      (rows, areItems) = ([], false)
      return
    }
    let first = members.first { $0.name != "version" }?.name
    areItems = first == "items"
    let lists = members.lazy.filter { !Self.lists.contains($0.name) }.compactMap { member -> [JSON]? in
      guard case .array(let elements) = member.value, first != "uid" || !elements.isEmpty else { return nil }
      return elements.allSatisfy { if case .object = $0 { true } else { false } } ? elements : nil
    }
    rows = lists.first ?? [Self.row(of: members)]
  }

  /// The row of a value without lists: the item that it has, with the members beside it, else its first object, else itself.
  private static func row(of members: [JSON.Member]) -> JSON {
    let object = members.first { if case .object = $0.value { true } else { false } }
    guard let object else { return .object(members) }
    return object.name == "item" ? object.value.adding(members.filter { $0.name != "item" }) : object.value
  }

  /// The members of each row, made one row at a time.
  private var members: some Sequence<[JSON.Member]> {
    rows.lazy.map { members(of: $0).withOffsets }
  }

  private func members(of row: JSON) -> [JSON.Member] {
    guard case .object(let members) = row.naming(by: handles) else { return [] }
    return members.filter { $0.name != "version" }
  }

  /// The fields that rows of items have, whichever command lists them.
  private static let fieldsOfItems = [
    "uid", "handle", "kind", "summary", "start", "end", "zone", "allDay", "recurrenceID", "status", "color",
    "categories", "location", "calendar", "due", "priority", "overdue", "missed", "times", "timesUntil",
    "description", "url", "organizer", "attendees", "alarms", "begin", "free",
  ]

  /// The names of the fields: those of items first, others in order of their first appearance.
  private var fields: [String] {
    let isOfItems = rows.first.map { members(of: $0).contains { $0.name == "allDay" } } ?? areItems
    var fields = isOfItems ? Self.fieldsOfItems : []
    var seen = Set(fields)
    var last: [String]?
    for row in rows {
      // Rows of the same members have the same fields.
      guard case .object(let members) = row, last?.elementsEqual(members.lazy.map(\.name)) != true else {
        continue
      }
      let shown = self.members(of: row).withZone
      for member in shown where seen.insert(member.name).inserted { fields.append(member.name) }
      // But for the handle, which a row without a UID lacks.
      last = handles == nil || shown.contains { $0.name == "handle" } ? members.map(\.name) : nil
    }
    return fields
  }

  /// Writes the rows as tab-separated values, with the names of the fields before them.
  func writeSeparatedByTabs(_ write: (String) -> Void) {
    let fields = fields
    guard !fields.isEmpty else { return }
    write(fields.joined(separator: "\t"))
    let columns = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1, $0) })
    var (last, places): ([String], [Int?]) = ([], [])
    for row in members {
      if !last.elementsEqual(row.lazy.map(\.name)) {
        last = row.map(\.name)
        places = last.map { columns[$0] }
      }
      var texts = Array(repeating: "", count: fields.count)
      // The first of several members of a name counts.
      for (member, place) in zip(row, places).reversed() {
        if let place { texts[place] = Self.text(member.value) }
      }
      var line = ""
      for (column, text) in texts.enumerated() {
        if column > 0 { line += "\t" }
        line += text
      }
      write(line)
    }
  }

  /// Checks the fields of a template.
  ///
  /// - Throws: A usage error for a field that no row has.
  func check(_ template: RowTemplate) throws(CommandError) {
    let known = Set(fields)
    if let unknown = template.fields.first(where: { !known.contains($0) }), !known.isEmpty {
      let near = Suggestions.near(unknown, among: known.sorted())
      throw .usage(
        "there is no field \(unknown)",
        expected: near.isEmpty ? known.sorted().joined(separator: ", ") : near.joined(separator: " or "))
    }
  }

  /// Writes a line for each row.
  func write(_ template: RowTemplate, _ write: (String) -> Void) {
    for row in members {
      let parts = template.parts.map { part in
        switch part {
        case .text(let text): text
        case .field(let name): text(of: name, in: row)
        }
      }
      write(parts.joined())
    }
  }

  private func text(of field: String, in row: [JSON.Member]) -> String {
    row.first { $0.name == field }.map { Self.text($0.value) } ?? ""
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .null: return ""
    case .string(let text):
      return SafeText.singleLine(text)
    case .array(let elements):
      let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return texts.count == elements.count ? text(.string(texts.joined(separator: ","))) : value.text()
    default: return value.text()
    }
  }
}

// MARK: Times

extension JSON {
  /// The value with times of ISO 8601, which have an offset but no zone in brackets, and with the zone of `start`, else of `at`, as
  /// the member `zone`: `UTC` for times that end in `Z`, and `null` for dates and times without a zone.
  var withOffsets: JSON {
    switch self {
    case .string(let text): return Self.zoned(text).map { .string($0.time) } ?? self
    case .array(let elements): return .array(elements.map { $0.withOffsets })
    case .object(let members): return .object(members.withOffsets)
    default: return self
    }
  }

  /// The parts of a time such as `2026-03-02T09:00:00+01:00[Europe/Madrid]`.
  fileprivate static func zoned(_ text: String) -> (time: String, zone: String)? {
    let bytes = text.utf8
    guard bytes.last == UInt8(ascii: "]"), bytes.count < 120,
      let bracket = bytes.firstIndex(of: UInt8(ascii: "["))
    else { return nil }
    let time = bytes[..<bracket]
    guard time.count >= 20, time.dropFirst(10).first == UInt8(ascii: "T"),
      time.dropFirst(4).first == UInt8(ascii: "-"),
      time.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
          UInt8(ascii: "T"), UInt8(ascii: "Z"):
          true
        default: false
        }
      })
    else { return nil }
    return (String(text[..<bracket]), String(text[bracket...].dropFirst().dropLast()))
  }
}

extension [JSON.Member] {
  /// The members with times as ``JSON/withOffsets`` has them.
  fileprivate var withOffsets: Self { withZone.map { .init($0.name, $0.value.withOffsets) } }

  /// The members of an object, after `end` the zone of `start`, else of `at`.
  var withZone: Self {
    guard !contains(where: { $0.name == "zone" }),
      let index = ["start", "at"].lazy.compactMap({ name in firstIndex { $0.name == name } }).first
    else { return self }
    var zone: String?
    if case .string(let text) = self[index].value {
      zone = JSON.zoned(text)?.zone ?? (text.utf8.last == UInt8(ascii: "Z") ? "UTC" : nil)
    }
    let next = Swift.max(index, firstIndex { $0.name == "end" } ?? index) + 1
    return self[..<next] + [.init("zone", JSON(zone))] + self[next...]
  }
}
