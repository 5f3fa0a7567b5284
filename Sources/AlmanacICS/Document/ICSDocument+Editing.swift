import AlmanacContentLines
import AlmanacEvents
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
  }

  // MARK: Whole calendars

  private mutating func append(_ calendar: EventCalendar) {
    let writer = CalendarWriter(calendar)
    let first = raw.pieces.count
    let number = raw.appendCalendar(writer.head, writer.zones + writer.items + writer.others)
    var draft = CalendarDraft(number: number, firstPiece: first)
    draft.calendar = calendar
    draft.header = (first..<raw.pieces.count).filter { raw.pieces[$0].kind == .line }
    var next = raw.pieces[first...].firstIndex { $0.kind == .component } ?? raw.pieces.count
    func places(_ count: Int) -> Range<Int> {
      defer { next += count }
      return next..<next + count
    }
    draft.components.zonePieces = Array(places(writer.zones.count))
    draft.components.items = zip(places(writer.items.count), calendar.items).map {
      CalendarDraft.Link(piece: $0, item: $1)
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
    drafts[index].calendar = calendar
  }

  private mutating func updateHeader(_ index: Int, from before: EventCalendar, to after: EventCalendar) {
    let (base, edited) = (Self.printedHeader(of: before), Self.printedHeader(of: after))
    guard base != edited, drafts[index].number != nil else { return }
    let merged = raw.mergedHeader(drafts[index].header, from: base, to: edited)
    if drafts[index].header.isEmpty {
      let place = drafts[index].firstPiece + 1
      insert([merged], kind: .line, at: place, calendar: drafts[index].number)
      drafts[index].header = [place]
    } else {
      for piece in drafts[index].header { raw.remove(piece) }
      raw.replace(drafts[index].header[0], with: merged)
    }
  }

  /// The lines of a calendar itself, as a component of their own.
  private static func printedHeader(of calendar: EventCalendar) -> [UInt8] {
    var header = CalendarWriter.header(of: calendar)
    header.name = RawDocument.headerName
    return header.printed()
  }

  private mutating func updateItems(_ index: Int, to calendar: EventCalendar) {
    let draft = drafts[index]
    var waiting = ItemMatching(draft.components.items)
    var links: [CalendarDraft.Link] = []
    var added: [Item] = []
    var writer = ItemWriter(TimeWriting(tzids: draft.tzids), calendarZone: calendar.zone)
    var printer = LibicalPrinter()
    for item in calendar.items {
      guard let old = waiting.take(item) else {
        added.append(item)
        continue
      }
      if old.item != item {
        let base = writer.component(for: old.item).printed(by: &printer)
        let edited = writer.component(for: item).printed(by: &printer)
        raw.edit(old.piece, from: base, to: edited)
      }
      links.append(CalendarDraft.Link(piece: old.piece, item: item))
    }
    for piece in waiting.rest { raw.remove(piece) }
    drafts[index].components.items = links
    var texts: [[UInt8]] = []
    for item in added { texts.append(writer.component(for: item).printed(by: &printer)) }
    let place = raw.endOfCalendar(draft.number)
    insert(texts, kind: .component, at: place, calendar: draft.number)
    for (offset, item) in added.enumerated() {
      drafts[index].components.items.append(CalendarDraft.Link(piece: place + offset, item: item))
    }
    define(writer.times.uses, in: index)
  }

  /// Brings in what is said about busy and free time. Statements correspond by their place.
  private mutating func updateStatements(
    _ index: Int, from before: EventCalendar, to after: EventCalendar
  ) {
    guard before.freeBusy != after.freeBusy || before.availabilities != after.availabilities else { return }
    var writer = ItemWriter(TimeWriting(tzids: drafts[index].tzids), calendarZone: after.zone)
    func printed<Statement>(
      _ statements: [Statement], _ print: (inout ItemWriter, Statement) -> OutputComponent
    ) -> [[UInt8]] {
      statements.map { print(&writer, $0).printed() }
    }
    let freeBusy = { (writer: inout ItemWriter, statement: FreeBusy) in writer.component(for: statement) }
    let busyPieces = replace(
      drafts[index].components.freeBusy.map(\.piece), printed(before.freeBusy, freeBusy),
      by: printed(after.freeBusy, freeBusy),
      calendar: drafts[index].number)
    let available = { (writer: inout ItemWriter, statement: AvailabilityStatement) in
      writer.component(for: statement)
    }
    drafts[index].components.freeBusy = Array(zip(busyPieces, after.freeBusy))
    let availablePieces = replace(
      drafts[index].components.availabilities.map(\.piece), printed(before.availabilities, available),
      by: printed(after.availabilities, available), calendar: drafts[index].number)
    drafts[index].components.availabilities = Array(zip(availablePieces, after.availabilities))
    define(writer.times.uses, in: index)
  }

  /// - Returns: the pieces of the components as they are now.
  private mutating func replace(
    _ pieces: [Int], _ before: [[UInt8]], by after: [[UInt8]], calendar: Int?
  ) -> [Int] {
    for (place, piece) in pieces.enumerated() {
      if place >= after.count {
        raw.remove(piece)
      } else if place < before.count, before[place] != after[place] {
        raw.edit(piece, from: before[place], to: after[place])
      }
    }
    let new = Array(after.dropFirst(pieces.count))
    let place = raw.endOfCalendar(calendar)
    insert(new, kind: .component, at: place, calendar: calendar)
    return Array(pieces.prefix(after.count)) + new.indices.map { place + $0 }
  }

  /// Adds the VTIMEZONEs of zones that are new to the calendar, before its first component.
  private mutating func define(_ uses: [TimeWriting.Use], in index: Int) {
    let new = uses.filter {
      drafts[index].tzids[$0.zone.name] == nil && !drafts[index].components.definedZones.contains($0.tzid)
    }
    guard !new.isEmpty else { return }
    let texts = new.map { ZoneWriter($0).component().printed() }
    let end = raw.endOfCalendar(drafts[index].number)
    let components = (drafts[index].firstPiece..<end).first { raw.pieces[$0].kind == .component }
    let place = components ?? end
    insert(texts, kind: .component, at: place, calendar: drafts[index].number)
    drafts[index].components.zonePieces.append(contentsOf: place..<place + texts.count)
    for use in new {
      drafts[index].components.definedZones.insert(use.tzid)
      drafts[index].tzids[use.zone.name] = use.tzid
    }
  }

  /// Inserts pieces and moves the links of those behind them.
  private mutating func insert(_ texts: [[UInt8]], kind: RawDocument.Kind, at place: Int, calendar: Int?) {
    guard !texts.isEmpty else { return }
    raw.insert(texts, kind: kind, at: place, calendar: calendar)
    for index in drafts.indices { drafts[index].movePieces(from: place, by: texts.count) }
  }
}

extension CalendarDraft {
  fileprivate mutating func movePieces(from place: Int, by count: Int) {
    func moved(_ piece: Int) -> Int { piece >= place ? piece + count : piece }
    if firstPiece >= place { firstPiece += count }
    header = header.map(moved)
    components.zonePieces = components.zonePieces.map(moved)
    components.freeBusy = components.freeBusy.map { (moved($0.piece), $0.value) }
    components.availabilities = components.availabilities.map { (moved($0.piece), $0.value) }
    for index in components.items.indices where components.items[index].piece >= place {
      components.items[index].piece += count
    }
  }
}

/// The items of the text, waiting to be met again in a changed calendar.
private struct ItemMatching {
  private let links: [CalendarDraft.Link]
  private var taken: [Bool]
  /// The place of the link that is likely to be next.
  private var next = 0
  private var places: [ItemID: [Int]]?

  init(_ links: [CalendarDraft.Link]) {
    self.links = links
    taken = Array(repeating: false, count: links.count)
  }

  /// The piece and the former state of an item. Without changes of order every one is at its place.
  mutating func take(_ item: Item) -> CalendarDraft.Link? {
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

  private mutating func take(_ place: Int) -> CalendarDraft.Link {
    taken[place] = true
    next = place + 1
    return links[place]
  }

  /// The pieces whose items are gone.
  var rest: [Int] { links.indices.filter { !taken[$0] }.map { links[$0].piece } }
}
