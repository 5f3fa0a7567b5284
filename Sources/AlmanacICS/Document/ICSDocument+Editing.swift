import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Bringing changed calendars into the text.
extension ICSDocument {
  mutating func update(to calendars: [EventCalendar]) {
    for index in calendars.indices {
      if index < drafts.count {
        update(index, to: calendars[index])
      } else {
        append(calendars[index])
      }
    }
    while drafts.count > calendars.count { removeLastCalendar() }
    wrapWhatIsEmpty(calendars)
  }

  /// Of components without a VCALENDAR nothing is left when the last of them goes, and nothing is no iCalendar: a
  /// calendar without items takes their place.
  private mutating func wrapWhatIsEmpty(_ calendars: [EventCalendar]) {
    guard drafts.count == 1, drafts[0].number == nil, calendars[0].count == 0, raw.holdsNoComponent else {
      return
    }
    drafts = []
    append(calendars[0])
  }

  // MARK: Whole calendars

  private mutating func append(_ calendar: EventCalendar) {
    let writer = CalendarWriter(calendar, door: door)
    let first = raw.pieces.count
    let number = raw.appendCalendar(writer.head, writer.zones + writer.items + writer.others)
    var draft = CalendarDraft(number: number, firstPiece: first)
    draft.header.calendar = calendar
    draft.headerPieces = (first..<raw.pieces.count).filter { raw.pieces[$0].kind == .line }
    var next = raw.pieces[first...].firstIndex { $0.kind == .component } ?? raw.pieces.count
    func places(_ count: Int) -> Range<Int> {
      defer { next += count }
      return next..<next + count
    }
    draft.components.zonePieces = Array(places(writer.zones.count))
    draft.components.items = zip(places(writer.items.count), calendar.items).map {
      ReadComponents.Link(piece: $0, item: $1)
    }
    draft.components.freeBusy = zip(places(calendar.freeBusy.count), calendar.freeBusy).map { ($0, $1) }
    draft.components.availabilities = zip(places(calendar.availabilities.count), calendar.availabilities).map
    {
      ($0, $1)
    }
    draft.components.definedZones = writer.tzids
    drafts.append(draft)
  }

  private mutating func removeLastCalendar() {
    guard let draft = drafts.popLast() else { return }
    for piece in draft.firstPiece..<raw.pieces.count where raw.pieces[piece].calendar == draft.number {
      raw.remove(piece)
    }
  }

  // MARK: One calendar

  private mutating func update(_ index: Int, to calendar: EventCalendar) {
    let before = drafts[index].calendar
    guard before != calendar else { return }
    updateHeader(index, from: before, to: calendar)
    updateItems(index, to: calendar)
    updateStatements(index, from: before, to: calendar)
    drafts[index].header.calendar = calendar
  }

  private mutating func updateHeader(_ index: Int, from before: EventCalendar, to after: EventCalendar) {
    var writer = ModelWriter(door: door, calendarZone: nil)
    let (base, edited) = (writer.header(of: before), writer.header(of: after))
    guard drafts[index].number != nil,
      let merge = ComponentMerge(from: base, to: edited, ending: raw.source.lineEnding)
    else { return }
    let merged = merge.applied(toHeader: drafts[index].headerPieces.map { raw.lines(of: $0) })
    if drafts[index].headerPieces.isEmpty {
      let place = drafts[index].firstPiece + 1
      insert([merged], kind: .line, at: place, calendar: drafts[index].number)
      drafts[index].headerPieces = [place]
    } else {
      for piece in drafts[index].headerPieces { raw.remove(piece) }
      raw.replace(drafts[index].headerPieces[0], with: merged)
    }
  }

  private mutating func updateItems(_ index: Int, to calendar: EventCalendar) {
    let draft = drafts[index]
    var waiting = ItemMatching(draft.components.items)
    var links: [ReadComponents.Link] = []
    var added: [Item] = []
    var writer = ModelWriter(draft.timeWriting(door), door: door, calendarZone: calendar.zone)
    func bring(_ item: Item, in place: ReadComponents.Link) {
      if place.item != item {
        writer.times.ownTZIDs = ownTZIDs(of: place)
        defer { writer.times.ownTZIDs = [:] }
        // One text for the alarms of both: an alarm without one is no change when the title is.
        let base = writer.component(for: place.item, alarmText: item.summary)
        let edited = writer.component(for: item)
        raw.edit(place.piece, from: base, to: edited)
      }
      links.append(ReadComponents.Link(piece: place.piece, item: item))
    }
    for item in calendar.items {
      if let old = waiting.take(item) { bring(item, in: old) } else { added.append(item) }
    }
    // Overrides that moved with their series have new identities and keep their places.
    added.removeAll { item in
      guard item.recurrenceID != nil, let old = waiting.takeOverride(of: item) else { return false }
      bring(item, in: old)
      return true
    }
    for piece in waiting.rest { raw.remove(piece) }
    drafts[index].components.items = links
    var texts: [[UInt8]] = []
    for item in added { texts.append(writer.component(for: item).printed) }
    let place = raw.endOfCalendar(draft.number)
    insert(texts, kind: .component, at: place, calendar: draft.number)
    for (offset, item) in added.enumerated() {
      drafts[index].components.items.append(ReadComponents.Link(piece: place + offset, item: item))
    }
    define(writer.times.uses, in: index)
  }

  /// What the component of an item calls its zones: of several names in a file, each keeps its own.
  private func ownTZIDs(of link: ReadComponents.Link) -> [Zone: String] {
    var found: [Zone: String] = [:]
    _ = raw.lines(of: link.piece).withComponent { component in
      component.forEachProperty { property in
        let zone: Zone?
        switch property.known {
        case .dtstart: zone = link.item.start?.zone
        case .recurrenceID: zone = link.item.recurrenceID?.zone
        case .dtend, .due:
          if case .end(let end) = link.item.extent { zone = end.zone } else { zone = nil }
        default: zone = nil
        }
        if let zone, found[zone] == nil { found[zone] = property.parameter("TZID") }
      }
    }
    return found
  }

  /// Brings in what is said about busy and free time.
  private mutating func updateStatements(
    _ index: Int, from before: EventCalendar, to after: EventCalendar
  ) {
    guard before.freeBusy != after.freeBusy || before.availabilities != after.availabilities else { return }
    var writer = ModelWriter(drafts[index].timeWriting(door), door: door, calendarZone: after.zone)
    drafts[index].components.freeBusy = replace(
      drafts[index].components.freeBusy, by: after.freeBusy, \.uid, calendar: drafts[index].number
    ) { writer.component(for: $0) }
    drafts[index].components.availabilities = replace(
      drafts[index].components.availabilities, by: after.availabilities, \.uid, calendar: drafts[index].number
    ) { writer.component(for: $0) }
    define(writer.times.uses, in: index)
  }

  /// - Returns: the statements with their pieces as these are now.
  private mutating func replace<Statement: Hashable>(
    _ former: [(piece: Int, value: Statement)], by after: [Statement], _ uid: (Statement) -> String,
    calendar: Int?, _ component: (Statement) -> Component
  ) -> [(piece: Int, value: Statement)] {
    let partners = StatementMatching.partners(of: after, in: former.map(\.value), uid)
    var pieces: [Int?] = []
    for (statement, partner) in zip(after, partners) {
      pieces.append(partner.map { former[$0].piece })
      guard let partner, former[partner].value != statement else { continue }
      raw.edit(former[partner].piece, from: component(former[partner].value), to: component(statement))
    }
    let kept = Set(partners)
    for (place, old) in former.enumerated() where !kept.contains(place) { raw.remove(old.piece) }
    // From the last on, so that the pieces before stay where they are.
    var end = after.count
    while let last = pieces[..<end].lastIndex(where: { $0 == nil }) {
      let first = pieces[..<last].lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
      let behind = first > 0 ? pieces[first - 1].map { $0 + 1 } : nil
      let following = last + 1 < after.count ? pieces[last + 1] : nil
      let place = behind ?? following ?? raw.endOfCalendar(calendar)
      let texts = after[first...last].map { component($0).printed }
      insert(texts, kind: .component, at: place, calendar: calendar)
      for index in first...last { pieces[index] = place + index - first }
      for index in after.indices.dropFirst(last + 1) { pieces[index]? += texts.count }
      end = first
    }
    return zip(pieces, after).compactMap { piece, statement in piece.map { ($0, statement) } }
  }

  /// Adds the VTIMEZONEs of zones that are new to the calendar, before its first component.
  private mutating func define(_ uses: [TimeWriting.Use], in index: Int) {
    let new = uses.filter {
      drafts[index].tzids[$0.zone] == nil && !drafts[index].components.definedZones.contains($0.tzid)
    }
    guard !new.isEmpty else { return }
    var writer = ModelWriter(door: door, calendarZone: nil)
    let texts = new.map { writer.component(for: ZoneWriter($0, isForGood: true)).printed }
    let end = raw.endOfCalendar(drafts[index].number)
    let components = (drafts[index].firstPiece..<end).first { raw.pieces[$0].kind == .component }
    let place = components ?? end
    insert(texts, kind: .component, at: place, calendar: drafts[index].number)
    drafts[index].components.zonePieces.append(contentsOf: place..<place + texts.count)
    for use in new {
      drafts[index].components.definedZones.insert(use.tzid)
      drafts[index].tzids[use.zone] = use.tzid
    }
  }

  /// Inserts pieces and moves the links of those behind them.
  private mutating func insert(_ texts: [[UInt8]], kind: ScannedItem, at place: Int, calendar: Int?) {
    guard !texts.isEmpty else { return }
    raw.insert(texts, kind: kind, at: place, calendar: calendar)
    for index in drafts.indices { drafts[index].movePieces(from: place, by: texts.count) }
  }
}

extension CalendarDraft {
  /// Writes with the TZIDs of the file.
  fileprivate func timeWriting(_ door: any ValueDoor) -> TimeWriting {
    TimeWriting(tzids: tzids, definitions: definitions, door: door)
  }

  fileprivate mutating func movePieces(from place: Int, by count: Int) {
    func moved(_ piece: Int) -> Int { piece >= place ? piece + count : piece }
    if firstPiece >= place { firstPiece += count }
    headerPieces = headerPieces.map(moved)
    components.zonePieces = components.zonePieces.map(moved)
    components.freeBusy = components.freeBusy.map { (moved($0.piece), $0.value) }
    components.availabilities = components.availabilities.map { (moved($0.piece), $0.value) }
    for index in components.items.indices where components.items[index].piece >= place {
      components.items[index].piece += count
    }
  }
}

extension Component {
  /// The component by itself.
  fileprivate var printed: [UInt8] {
    var lines = LineWriter()
    lines.write(self)
    return lines.bytes
  }
}

/// The items of the text, waiting to be met again in a changed calendar.
private struct ItemMatching {
  private let links: [ReadComponents.Link]
  private var taken: [Bool]
  /// The place of the link that is likely to be next.
  private var next = 0
  private var places: [ItemID: [Int]]?
  /// By series, the places of the overrides that are left.
  private var overrides: [ItemID: ArraySlice<Int>]?

  init(_ links: [ReadComponents.Link]) {
    self.links = links
    taken = Array(repeating: false, count: links.count)
  }

  /// The piece and the former state of an item. Without changes of order every one is at its place.
  mutating func take(_ item: Item) -> ReadComponents.Link? {
    let id = item.id
    if next < links.count, !taken[next], links[next].item == item || links[next].item.id == id {
      return take(next)
    }
    var all = places ?? [:]
    if places == nil {
      for (place, link) in links.enumerated() { all[link.item.id, default: []].append(place) }
    }
    places = all
    guard let place = all[id]?.first(where: { !taken[$0] }) else { return nil }
    return take(place)
  }

  /// The first override that is left of the series of an override.
  mutating func takeOverride(of item: Item) -> ReadComponents.Link? {
    if overrides == nil {
      let left = links.indices.filter { !taken[$0] && links[$0].item.recurrenceID != nil }
      overrides = Dictionary(grouping: left) { ItemID(uid: links[$0].item.uid, kind: links[$0].item.kind) }
        .mapValues { $0[...] }
    }
    let place = overrides?[ItemID(uid: item.uid, kind: item.kind)]?.popFirst()
    return place.map { take($0) }
  }

  private mutating func take(_ place: Int) -> ReadComponents.Link {
    taken[place] = true
    next = place + 1
    return links[place]
  }

  /// The pieces whose items are gone.
  var rest: [Int] { links.indices.filter { !taken[$0] }.map { links[$0].piece } }
}
