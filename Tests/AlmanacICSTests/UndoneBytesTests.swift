import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

/// The inverse of a change, applied to the document in which the change was made, gives the bytes back.
@Suite("Undone changes give the bytes back") struct UndoneBytesTests {
  static let seeds = 1...UInt64(rounds(15))
  static let now = Instant(secondsSinceEpoch: 1_780_000_000)

  @Test("one after the other, from the last to the first, and done again", arguments: seeds)
  func eachInTurn(seed: UInt64) throws {
    var random = RandomFile(seed: seed)
    let text = random.text()
    var document = try ICSDocument(parsing: text)
    var states: [(bytes: [UInt8], change: CalendarChange)] = []
    for step in 0..<6 {
      let bytes = document.bytes
      guard let change = try? random.edit(&document.calendars[0], step) else { continue }
      states.append((bytes, change))
    }
    let last = document.bytes
    for (bytes, change) in states.reversed() {
      try document.calendars[0].apply(change.inverse)
      #expect(document.bytes == bytes, "\(seed)\n\(difference(bytes, document.bytes))")
    }
    for (_, change) in states { try document.calendars[0].apply(change) }
    #expect(document.bytes == last, "\(seed) again\n\(difference(last, document.bytes))")
  }

  @Test("several as one change", arguments: seeds)
  func combined(seed: UInt64) throws {
    var random = RandomFile(seed: seed)
    var document = try ICSDocument(parsing: random.text())
    let bytes = document.bytes
    let changes = (0..<4).compactMap { try? random.edit(&document.calendars[0], $0) }
    try document.calendars[0].apply(CalendarChange(combining: changes).inverse)
    #expect(document.bytes == bytes, "\(seed)\n\(difference(bytes, document.bytes))")
  }

  @Test("while an edit of another item stays", arguments: seeds)
  func besideAnother(seed: UInt64) throws {
    var random = RandomFile(seed: seed)
    let original = try ICSDocument(parsing: random.text())
    var document = original
    guard let change = try? random.edit(&document.calendars[0], 0) else { return }
    func added(_ document: inout ICSDocument) throws {
      try document.calendars[0].edit(ItemID(uid: RandomFile.untouched), scope: .all, at: Self.now) {
        $0.summary = "Edited later"
      }
    }
    try added(&document)
    try document.calendars[0].apply(change.inverse)
    var expected = original
    try added(&expected)
    #expect(document.bytes == expected.bytes, "\(seed)\n\(difference(expected.bytes, document.bytes))")
  }

  @Test(
    "also of the last component outside of a VCALENDAR, of one without END, and without a last line ending")
  func oddEnds() throws {
    let event = ["BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"]
    let other = event.map { $0.replacing("UID:a", with: "UID:b") }
    let unknown = ["BEGIN:X-UNKNOWN", "X-A:1", "END:X-UNKNOWN"]
    let poll = ["BEGIN:VPOLL", "UID:poll", "X-A:1", "END:VPOLL"]
    for lines in [
      event + ["END:VEVENT"], event + other + ["END:VEVENT"], event,
      unknown + event + ["END:VEVENT"], event + ["END:VEVENT"] + unknown,
      ["END:X-BOX"] + event + ["END:VEVENT"] + poll + ["END:VCALENDAR"],
      ["BEGIN:VCALENDAR"] + event + other + ["END:VEVENT", "END:VCALENDAR"],
      ["BEGIN:VCALENDAR"] + event + ["END:VEVENT"] + other + ["END:VEVENT", "END:VCALENDAR"],
    ] {
      for ending in ["\r\n", "\n", ""] {
        let text = lines.joined(separator: ending == "\n" ? "\n" : "\r\n") + ending
        for uid in ["a", "b"] {
          var document = try ICSDocument(parsing: text)
          guard let change = try? document.calendars[0].remove(uid: uid) else { continue }
          let again = try ICSDocument(parsing: document.bytes).calendars
          #expect(again.map(\.count) == [document.calendars[0].count])
          #expect(document.text.split(separator: "X-A:1").count == text.split(separator: "X-A:1").count)
          try document.calendars[0].apply(change.inverse)
          #expect(document.text == text)
          let added = try document.calendars[0].add(
            Event("New", from: CivilDate("2026-03-01"), uid: "new"), at: Self.now)
          try document.calendars[0].apply(added.inverse)
          #expect(document.text == text)
        }
      }
    }
  }

  @Test("and a zone that an edit left for another has no definition, and one when it is used again")
  func zonesOfEdits() throws {
    func events(_ uid: String) -> [String] {
      ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "END:VEVENT"]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + events("a") + events("b") + ["END:VCALENDAR", ""]
    var document = try ICSDocument(parsing: lines.joined(separator: "\r\n"))
    func move(_ uid: String, to zone: String) throws -> CalendarChange {
      let start = try CivilDateTime("2026-03-02T09:00").in(Zone(zone))
      return try document.calendars[0].edit(ItemID(uid: uid), scope: .all, at: Self.now) {
        $0.move(to: start)
      }
    }
    func defined() -> [String] {
      self.lines(document.bytes).filter { $0.hasPrefix("TZID:") }.map { String($0.dropFirst(5)) }
    }
    _ = try move("a", to: "Europe/Madrid")
    #expect(defined() == ["Europe/Madrid"])
    _ = try move("a", to: "Europe/Paris")
    #expect(defined() == ["Europe/Paris"])
    let bytes = document.bytes
    let change = try move("b", to: "Europe/Madrid")
    #expect(defined().sorted() == ["Europe/Madrid", "Europe/Paris"])
    try document.calendars[0].apply(change.inverse)
    #expect(document.bytes == bytes)
  }

  private func difference(_ before: [UInt8], _ after: [UInt8]) -> String {
    let (one, another) = (lines(before), lines(after))
    return another.difference(from: one).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }.joined(separator: "\n")
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").split(separator: "\n").map(
      String.init)
  }
}

/// A random file as other programs write them, and random edits of its items.
private struct RandomFile {
  static let untouched = "untouched@example.org"
  private static let zones = ["Europe/Madrid", "America/New_York", "Asia/Tokyo"]
  private var random: SeededGenerator
  private var uids: [String] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func text() -> String {
    let ending = random.once(in: 3) ? "\n" : "\r\n"
    var components: [[String]] = []
    for number in 0..<random.int(1...4) {
      let uid = "item-\(number)@example.org"
      uids.append(uid)
      components += random.once(in: 4) ? [todo(uid)] : series(uid)
    }
    components.append([
      "BEGIN:VEVENT", "UID:\(Self.untouched)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z",
      "SUMMARY:Untouched", "END:VEVENT",
    ])
    components.append(["BEGIN:X-OTHER", "X-KEPT:yes", "END:X-OTHER"])
    if random.once(in: 2) { components.shuffle(using: &random) }
    let header = ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Courses", "PRODID:-//Other//EN"]
    let lines = header + components.flatMap(\.self) + ["END:VCALENDAR"]
    return lines.map { random.once(in: 9) ? folded($0, ending) : $0 }.joined(separator: ending) + ending
  }

  /// A line folded at an odd place, with a space or a tab.
  private mutating func folded(_ line: String, _ ending: String) -> String {
    guard line.count > 4 else { return line }
    let place = line.index(line.startIndex, offsetBy: random.int(2...line.count - 2))
    return line[..<place] + ending + random.one(of: [" ", "\t"]) + line[place...]
  }

  private mutating func todo(_ uid: String) -> [String] {
    var lines = ["UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:To do", "X-MINE;X-A=1;X-B=2:kept"]
    if random.once(in: 2) {
      lines += ["DTSTART;TZID=Europe/Madrid:20260302T090000", "RRULE:FREQ=DAILY;COUNT=8"]
    } else {
      lines.append("DUE;VALUE=DATE:20260303")
    }
    if random.once(in: 2) { lines.append("PERCENT-COMPLETE:20") }
    lines.shuffle(using: &random)
    return ["BEGIN:VTODO"] + lines + ["END:VTODO"]
  }

  private mutating func series(_ uid: String) -> [[String]] {
    let zone = random.one(of: Self.zones)
    func time(_ day: Int, _ hour: Int = 9) -> String {
      "TZID=\(zone):202603\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour)0000"
    }
    var lines = [
      "UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY;LANGUAGE=en:A title\\, with a comma",
      "DTSTART;\(time(2))", "X-ROOM;X-B=2;X-A=1:12",
    ]
    lines.append(random.one(of: ["DURATION:PT90M", "DTEND;\(time(2, 11))"]))
    lines.append(
      random.one(of: [
        "RRULE:FREQ=DAILY;COUNT=20", "RRULE:COUNT=20;FREQ=DAILY;INTERVAL=1", "RRULE:FREQ=DAILY",
      ]))
    for _ in 0..<random.int(0...3) {
      let days = Array(Set((0..<random.int(1...3)).map { _ in random.int(3...18) })).shuffled(using: &random)
      lines.append(
        "EXDATE;\(time(days[0]))"
          + days.dropFirst().map { ",202603\($0 < 10 ? "0" : "")\($0)T090000" }.joined())
    }
    if random.once(in: 3) { lines.append("RDATE;\(time(random.int(20...28), 15))") }
    if random.once(in: 2) { lines.append("SEQUENCE:\(random.int(0...3))") }
    if random.once(in: 2) {
      lines += [
        "ATTENDEE;PARTSTAT=ACCEPTED;CN=Bob:mailto:bob@example.org", "ORGANIZER:mailto:boss@example.org",
      ]
    }
    lines.append(random.one(of: ["CATEGORIES:b,a", "CATEGORIES:a", "COLOR:steelblue", "X-EMPTY:"]))
    lines.shuffle(using: &random)
    if random.once(in: 3) {
      lines += ["BEGIN:VALARM", "TRIGGER:-PT15M", "ACTION:DISPLAY", "DESCRIPTION:Now", "END:VALARM"]
    }
    var components = [["BEGIN:VEVENT"] + lines + ["END:VEVENT"]]
    for day in Set((0..<random.int(0...4)).map { _ in random.int(3...18) }).shuffled(using: &random) {
      components.append([
        "BEGIN:VEVENT", "SUMMARY:Special \(day)", "RECURRENCE-ID;\(time(day))", "X-ROOM:\(day)",
        "DTSTART;\(time(day, 12))", "UID:\(uid)", "DURATION:PT1H", "DTSTAMP:20260101T000000Z", "END:VEVENT",
      ])
    }
    if random.once(in: 6) {
      components.append([
        "BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:An older state", "DTSTAMP:20250101T000000Z",
        "DTSTART;\(time(1))", "END:VEVENT",
      ])
    }
    if random.once(in: 2) { components.shuffle(using: &random) }
    return components
  }

  /// A random edit; throws where the library refuses it.
  mutating func edit(_ calendar: inout EventCalendar, _ step: Int) throws -> CalendarChange {
    let now = UndoneBytesTests.now.adding(seconds: step)
    let start = Instant(secondsSinceEpoch: 1_772_000_000)
    let uid = random.one(of: uids)
    let found = calendar.agenda(
      in: start..<start.adding(seconds: 60 * 86_400), viewer: .utc, matching: OccurrenceQuery(limit: 200)
    ).found.filter { $0.item.uid == uid }
    let id = found.isEmpty ? ItemID(uid: uid, kind: .todo) : random.one(of: found.map(\.id))
    let scope = random.one(of: RecurrenceScope.allCases)
    let uids = UIDSource { _ in "part-\(step)@example.org" }
    switch random.int(0...8) {
    case 0, 1: return try calendar.delete(id, scope: scope, at: now)
    case 2:
      return try calendar.edit(id, scope: scope, at: now, uids: uids) { $0.summary = "Edited \(step)" }
    case 3:
      let zone = try Zone(random.one(of: ["Europe/Paris", "Europe/Madrid"]))
      return try calendar.edit(id, scope: scope, at: now, uids: uids) { item in
        guard case .zoned(let time)? = item.start else { return }
        item.move(to: time.local.in(zone))
      }
    case 4:
      return try calendar.edit(id, scope: scope, at: now, uids: uids) { item in
        if let start = item.start { item.move(to: start.adding(.hours(1))) }
        item.categories.append("c\(step)")
      }
    case 5: return try calendar.complete(id, at: now)
    case 6: return try calendar.remove(uid: uid)
    case 7:
      return try calendar.add(
        Event("New", from: CivilDate("2026-03-01"), uid: "new-\(step)@example.org"), at: now)
    default:
      return try calendar.edit(id, scope: scope, at: now, uids: uids) { item in
        item.recurrence.exceptions.removeAll()
        item.location = "Room"
      }
    }
  }
}
