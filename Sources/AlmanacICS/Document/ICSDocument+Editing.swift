import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Writing of changed calendars into the text.
extension ICSDocument {
  mutating func update(to calendars: [EventCalendar]) {
    restoreComponentsWithoutCalendar(for: calendars)
    for (index, calendar) in calendars.enumerated() {
      if index < drafts.count { update(index, to: calendar) } else { append(calendar, at: raw.pieces.count) }
    }
    while drafts.count > calendars.count, let draft = drafts.popLast() {
      for piece in draft.firstPiece..<raw.pieces.count where raw.pieces[piece].calendar == draft.number {
        raw.remove(piece)
      }
    }
    // Without the last component by which a file without VCALENDAR is known as iCalendar it would not be read again: a
    // calendar without items takes its place, with the components that Almanac does not know.
    if drafts.count == 1, drafts[0].number == nil, calendars[0].count == 0, !raw.isCalendar {
      let former = ComponentsWithoutCalendar(raw: raw, draft: drafts[0])
      drafts = []
      append(calendars[0], at: former.draft.firstPiece)
      emptied = former
    }
  }

  /// Restores the components outside of any VCALENDAR that an empty calendar replaced, before items are added to it.
  private mutating func restoreComponentsWithoutCalendar(for calendars: [EventCalendar]) {
    guard let former = emptied, calendars != drafts.map(\.calendar) else { return }
    emptied = nil
    guard calendars.count == 1, calendars[0].count > 0,
      calendars[0].with(items: []) == former.draft.calendar.with(items: [])
    else { return }
    (raw, drafts) = (former.raw, [former.draft])
  }

  // MARK: Whole calendars

  /// Adds a calendar as the last one, in place of the components from `piece` on.
  private mutating func append(_ calendar: EventCalendar, at piece: Int) {
    var writer = ModelWriter(door: door)
    drafts.append(CalendarDraft(number: nil, firstPiece: piece))
    replaceComponents(of: drafts.count - 1, by: writer.header(of: calendar))
    updateComponents(drafts.count - 1, to: calendar)
  }

  /// Writes a calendar without components in place of components outside of any VCALENDAR.
  private mutating func replaceComponents(of index: Int, by head: Component) {
    let (count, end) = (raw.pieces.count, endOfComponents(of: index))
    for piece in drafts[index].firstPiece..<end where raw.pieces[piece].kind != .line { raw.remove(piece) }
    drafts[index] = CalendarDraft(number: raw.insertCalendar(head, at: end), firstPiece: end)
    let last = end + raw.pieces.count - count - 1
    drafts[index].headerPieces = Array(end + 1..<last)
    for place in drafts.indices.dropFirst(index + 1) {
      drafts[place].movePieces(from: end, by: last + 1 - end)
    }
  }

  // MARK: One calendar

  private mutating func update(_ index: Int, to calendar: EventCalendar) {
    let before = drafts[index].calendar
    guard before != calendar else { return }
    updateHeader(index, from: before, to: calendar)
    updateComponents(index, to: calendar)
  }

  private mutating func updateComponents(_ index: Int, to calendar: EventCalendar) {
    var writer = ModelWriter(
      TimeWriting(tzids: drafts[index].tzids, definitions: drafts[index].definitions, door: door), door: door,
      calendarZone: calendar.zone, ending: raw.source.lineEnding)
    updateItems(index, to: calendar, &writer)
    updateStatements(index, to: calendar, &writer)
    define(writer.times.uses, in: index)
    drafts[index].header.calendar = calendar
  }

  private mutating func updateHeader(_ index: Int, from before: EventCalendar, to after: EventCalendar) {
    let draft = drafts[index]
    var writer = ModelWriter(door: door)
    let (base, edited) = (writer.header(of: before), writer.header(of: after))
    guard let merge = ComponentMerge(from: base, to: edited, ending: raw.source.lineEnding, door: door)
    else { return }
    guard draft.number != nil else { return replaceComponents(of: index, by: edited) }
    let (texts, added) = merge.applied(toHeader: draft.headerPieces.map { raw.tables(of: $0) })
    for case let (piece, text?) in zip(draft.headerPieces, texts) {
      if text.isEmpty { raw.remove(piece) } else { raw.replace(piece, with: text) }
    }
    guard !added.isEmpty else { return }
    // Behind the lines that precede its components (RFC 5545 §3.4).
    let place = raw.pieces[draft.firstContent...].firstIndex { $0.kind != .line } ?? raw.pieces.count
    insert([added], kind: .line, at: place, in: index)
    drafts[index].headerPieces.append(place)
    drafts[index].headerPieces.sort()
  }

  private mutating func updateItems(_ index: Int, to calendar: EventCalendar, _ writer: inout ModelWriter) {
    let draft = drafts[index]
    let former = draft.components.items
    let items = Array(calendar.items)
    var matching = EditMatching(of: items, in: former.map(\.value))
    matching.match { $0.id }
    matching.matchAnywhere { $0.id }
    // Overrides that moved with their series have a new identity; they are matched by
    // series and keep their places, unless the item has a former one.
    matching.matchAnywhere { item in
      let isMatchedBySeries = item.recurrenceID != nil && removedText(of: item, in: index) == nil
      return isMatchedBySeries ? ItemID(uid: item.uid, kind: item.kind) : nil
    }
    draft.previousTexts.restorePieces(of: items, in: former, &matching)
    var kept: [(piece: Int, value: Item)] = []
    var added: [Item] = []
    for (item, partner) in zip(items, matching.partners) {
      guard let partner else {
        added.append(item)
        continue
      }
      let (piece, old) = former[partner]
      kept.append((piece, item))
      if old != item { rewrite(piece, in: index, from: old, to: item, draft, &writer) }
    }
    for place in matching.rest {
      let (piece, old) = former[place]
      drafts[index].previousTexts.record(old, piece, raw.pieces[piece].text)
      raw.remove(piece)
    }
    added.removeAll { item in
      guard let (piece, text) = removedText(of: item, in: index) else { return false }
      raw.replace(piece, with: text)
      kept.append((piece, item))
      return true
    }
    let texts = added.map { item in
      writer.write(item)
      return writer.drainLines()
    }
    drafts[index].components.items = kept
    let place = endOfComponents(of: index)
    insert(texts, kind: .component, at: place, in: index)
    drafts[index].components.items += zip(place..., added).map { ($0, $1) }
  }

  /// Replaces the text of an item by that of its new state: the former text of this state, else the present one with the changes.
  private mutating func rewrite(
    _ piece: Int, in index: Int, from old: Item, to item: Item, _ draft: CalendarDraft,
    _ writer: inout ModelWriter
  ) {
    drafts[index].previousTexts.record(old, piece, raw.pieces[piece].text)
    if let text = draft.previousTexts.text(of: item, in: piece) { return raw.replace(piece, with: text) }
    writer.times.ownTZIDs = ownTZIDs(in: piece, draft.zones)
    defer { writer.times.ownTZIDs = [:] }
    // Both trees use the new title as the default text of alarms, so that changing the title
    // alone does not change alarms.
    var base = writer.component(for: old, alarmText: item.summary)
    // The file may lack values that were read from a removed property of another program.
    base.properties.removeAll(in: VendorHints.properties(of: old.unmodelled, without: item.unmodelled))
    var edited = writer.component(for: item)
    // Dates that cannot be read, which share lines with others, stay as they are.
    let unread = old.unmodelled.unreadDates.intersection(item.unmodelled.unreadDates)
    base.properties.removeAll { unread.contains(UnreadDates($0)) }
    edited.properties.removeAll { unread.contains(UnreadDates($0)) }
    raw.edit(piece, from: base, to: edited, door: door)
  }

  /// The text of a removed item in the same state, and its piece.
  private func removedText(of item: Item, in index: Int) -> (piece: Int, text: RawDocument.Text)? {
    drafts[index].previousTexts.removed(item) { raw.pieces[$0].length == 0 }
  }

  /// The TZIDs in an item's component: if a file has several names for a zone, each component keeps its own.
  private func ownTZIDs(in piece: Int, _ zones: [String: Zone]) -> [Zone: String] {
    var found: [Zone: String] = [:]
    raw.lines(of: piece).withElement { element in
      element?.component?.forEachProperty { property in
        guard let tzid = property.parameter("TZID"), let zone = zones[tzid] else { return }
        if found[zone] == nil { found[zone] = tzid }
      }
    }
    return found
  }

  /// Writes changed free/busy and availability components, and those that the model has no place for. In a document that
  /// was read they need not be legal, as they come from another document that was read.
  private mutating func updateStatements(
    _ index: Int, to after: EventCalendar, _ writer: inout ModelWriter
  ) {
    let before = drafts[index].calendar
    guard
      before.freeBusy != after.freeBusy || before.availabilities != after.availabilities
        || before.unmodelled.components != after.unmodelled.components
    else { return }
    replace(\.freeBusy, of: index, by: after.freeBusy, \.uid) { writer.component(for: $0) }
    replace(\.availabilities, of: index, by: after.availabilities, \.uid) { writer.component(for: $0) }
    let known = Set(before.unmodelled.components)
    let isNew = raw.isNew
    let others = after.unmodelled.components.filter {
      known.contains($0) || (isNew ? ModelWriter.isLegal($0, method: after.method) : $0.hasLegalName)
    }
    replace(\.others, of: index, by: others, { $0.value("UID") ?? "" }) { $0 }
  }

  private mutating func replace<Statement: Hashable>(
    _ path: WritableKeyPath<ReadComponents, [(piece: Int, value: Statement)]>, of index: Int,
    by after: [Statement], _ uid: (Statement) -> String, _ component: (Statement) -> Component
  ) {
    let former = drafts[index].components[keyPath: path]
    var matching = EditMatching(of: after, in: former.map(\.value))
    matching.match { $0 }
    matching.match(by: uid)
    matching.matchByPlace()
    var pieces: [Int?] = []
    for (statement, partner) in zip(after, matching.partners) {
      pieces.append(partner.map { former[$0].piece })
      guard let partner, former[partner].value != statement else { continue }
      let (old, new) = (former[partner], component(statement))
      raw.edit(old.piece, from: component(old.value), to: new, door: door)
    }
    for place in matching.rest { raw.remove(former[place].piece) }
    // From the last to the first, so that preceding indices stay valid.
    var end = after.count
    while let last = pieces[..<end].lastIndex(where: { $0 == nil }) {
      let first = pieces[..<last].lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
      let behind = first > 0 ? pieces[first - 1].map { $0 + 1 } : nil
      let following = last + 1 < after.count ? pieces[last + 1] : nil
      let place = behind ?? following ?? endOfComponents(of: index)
      let texts = after[first...last].map { printed(component($0)) }
      insert(texts, kind: .component, at: place, in: index)
      for number in first...last { pieces[number] = place + number - first }
      for number in after.indices.dropFirst(last + 1) { pieces[number]? += texts.count }
      end = first
    }
    drafts[index].components[keyPath: path] = zip(pieces, after).compactMap { piece, statement in
      piece.map { ($0, statement) }
    }
  }

  /// Inserts the VTIMEZONEs of zones that are new to the calendar, before its first component (RFC 5545 §3.2.19). A zone that it
  /// names without a VTIMEZONE gets one if an added component uses it.
  ///
  /// - Parameter uses: The zones of the components that were written, also of those written as they were before an edit.
  private mutating func define(_ uses: [ZoneUse], in index: Int) {
    updateAddedZones(uses, in: index)
    let undefined = uses.filter { !drafts[index].components.definedZones.contains($0.tzid) }
    guard !undefined.isEmpty else { return }
    let used = zonesInEdits(
      among: undefined.map { ($0.tzid, drafts[index].tzids[$0.zone] != nil) }, in: index)
    let new = undefined.filter { used.contains($0.tzid) }
    guard !new.isEmpty else { return }
    var writer = ModelWriter(door: door)
    let texts = new.map { printed(writer.component(for: $0, isOpenEnded: true)) }
    let end = endOfComponents(of: index)
    let place = (drafts[index].firstPiece..<end).first { raw.pieces[$0].kind == .component } ?? end
    insert(texts, kind: .component, at: place, in: index)
    for (number, use) in new.enumerated() {
      let isNamed = drafts[index].tzids[use.zone] != nil
      drafts[index].setDefined(use)
      drafts[index].addedZones.append(
        AddedZone(piece: place + number, use: use, isNamedAsRead: isNamed, text: texts[number]))
    }
  }

  /// Removes the VTIMEZONEs that edits added and that no edited component uses any longer, and restores those that one uses
  /// again. Components that are unchanged since they were read need no definition.
  private mutating func updateAddedZones(_ uses: [ZoneUse], in index: Int) {
    guard !drafts[index].addedZones.isEmpty else { return }
    let used = zonesInEdits(
      among: drafts[index].addedZones.map { ($0.use.tzid, $0.isNamedAsRead) }, in: index)
    var writer = ModelWriter(door: door)
    for number in drafts[index].addedZones.indices {
      var zone = drafts[index].addedZones[number]
      let isThere = raw.pieces[zone.piece].length > 0
      if isThere == used.contains(zone.use.tzid) { continue }
      if isThere {
        raw.remove(zone.piece)
        drafts[index].components.definedZones.remove(zone.use.tzid)
        if !zone.isNamedAsRead { drafts[index].tzids[zone.use.zone] = nil }
      } else {
        if let use = uses.first(where: { $0.tzid == zone.use.tzid }) {
          zone.text = printed(writer.component(for: use, isOpenEnded: true))
        }
        raw.replace(zone.piece, with: zone.text)
        drafts[index].addedZones[number] = zone
        drafts[index].setDefined(zone.use)
      }
    }
  }

  /// The TZIDs among some that a component which an edit wrote, or only added, has for a time.
  ///
  /// - Complexity: O(pieces), with the lines of the components that edits wrote up to the last TZID that is searched.
  private func zonesInEdits(among zones: [(tzid: String, isOfAdded: Bool)], in index: Int) -> Set<String> {
    var missing = Dictionary(firstOf: zones.map { ($0.tzid, $0.isOfAdded) })
    var found: Set<String> = []
    for piece in raw.pieces.indices where !missing.isEmpty {
      guard raw.pieces[piece].calendar == drafts[index].number, raw.pieces[piece].kind == .component,
        case .replaced = raw.pieces[piece].text
      else { continue }
      let isAdded = raw.pieces[piece].lineNumber == 0
      let table = raw.lines(of: piece)
      table.withBytes { bytes in
        for line in table.lines where line.role == .property && !missing.isEmpty {
          guard let tzid = PropertyView(line, bytes, position: 0).parameter("TZID"),
            let isOfAdded = missing[tzid], isAdded || !isOfAdded
          else { continue }
          missing[tzid] = nil
          found.insert(tzid)
        }
      }
    }
    return found
  }

  /// The lines of a component, with the document's line ending.
  private func printed(_ component: Component) -> [UInt8] {
    var lines = LineWriter(ending: raw.source.lineEnding)
    lines.write(component)
    return lines.bytes
  }

  /// The index of the piece before which components are added: the END of the VCALENDAR, else where the next calendar
  /// begins.
  private func endOfComponents(of index: Int) -> Int {
    if let number = drafts[index].number { return raw.endOfCalendar(number) }
    return index + 1 < drafts.count ? drafts[index + 1].firstPiece : raw.pieces.count
  }

  /// Inserts pieces of a calendar and updates the indices of those after them, which are its own or of later calendars.
  private mutating func insert(_ texts: [[UInt8]], kind: ScannedItem, at place: Int, in index: Int) {
    guard !texts.isEmpty else { return }
    let first = drafts[index].firstPiece
    raw.insert(texts, kind: kind, at: place, calendar: drafts[index].number)
    for later in drafts.indices.dropFirst(index) { drafts[later].movePieces(from: place, by: texts.count) }
    drafts[index].firstPiece = first
  }
}

/// Components outside of any VCALENDAR, all of which were removed.
struct ComponentsWithoutCalendar: Sendable {
  let raw: RawDocument
  let draft: CalendarDraft
}

extension CalendarDraft {
  /// Records that the calendar has a VTIMEZONE for a zone.
  fileprivate mutating func setDefined(_ use: ZoneUse) {
    components.definedZones.insert(use.tzid)
    tzids[use.zone] = use.tzid
  }

  fileprivate mutating func movePieces(from place: Int, by count: Int) {
    func moved(_ piece: Int) -> Int { piece >= place ? piece + count : piece }
    if firstPiece >= place { firstPiece += count }
    headerPieces = headerPieces.map(moved)
    previousTexts.movePieces(from: place, by: count)
    for number in addedZones.indices { addedZones[number].piece = moved(addedZones[number].piece) }
    components.freeBusy = components.freeBusy.map { (moved($0.piece), $0.value) }
    components.availabilities = components.availabilities.map { (moved($0.piece), $0.value) }
    components.others = components.others.map { (moved($0.piece), $0.value) }
    components.items = components.items.map { (moved($0.piece), $0.value) }
  }
}

/// A line of RDATE or EXDATE as unmodelled content has it, wherever it is.
private struct UnreadDates: Hashable {
  let name: String
  let value: String

  init(_ property: Property) { (name, value) = (property.name.uppercased(), property.value) }
}

extension Unmodelled {
  /// The dates of a series that could not be read.
  fileprivate var unreadDates: Set<UnreadDates> {
    Set(properties.filter { $0.isNamed("RDATE") || $0.isNamed("EXDATE") }.map(UnreadDates.init))
  }
}
