import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// What a run of components of one calendar says, each with the piece of the document that says it.
struct ReadComponents: Sendable {
  var items: [CalendarDraft.Link] = []
  var freeBusy: [(piece: Int, value: FreeBusy)] = []
  var availabilities: [(piece: Int, value: AvailabilityStatement)] = []
  var others: [Component] = []
  var zonePieces: [Int] = []
  var definedZones: Set<String> = []
  /// By line, the UID of a component.
  var uids: [(line: Int, uid: String)] = []

  /// Whether nothing was read that a calendar's own lines decide about.
  var isEmpty: Bool { items.isEmpty && availabilities.isEmpty && others.isEmpty }

  mutating func append(_ more: ReadComponents) {
    items += more.items
    freeBusy += more.freeBusy
    availabilities += more.availabilities
    others += more.others
    zonePieces += more.zonePieces
    definedZones.formUnion(more.definedZones)
    uids += more.uids
  }
}

extension ModelReader {
  /// Reads one component.
  mutating func read(
    _ piece: Int, _ table: borrowing LineTable, in context: CalendarContext,
    into found: inout ReadComponents
  ) {
    let lines = table.lines
    guard let begin = lines.first else { return }
    self.piece = piece
    libical.parse(table)
    table.withBytes { bytes in
      let name = bytes.componentName(of: begin)
      if let kind = Self.kind(of: name) {
        if let item = item(kind, lines, bytes, in: context) {
          found.uids.append((begin.lineNumber, statedUID))
          found.items.append(CalendarDraft.Link(piece: piece, item: item))
          return
        }
      } else if isNamed(name, "VTIMEZONE") {
        found.zonePieces.append(piece)
        if let tzid = defineZone(lines, bytes) { found.definedZones.insert(tzid) }
        return
      } else if isNamed(name, "VFREEBUSY") {
        let statement = freeBusy(lines, bytes)
        found.uids.append((begin.lineNumber, statedUID))
        found.freeBusy.append((piece, statement))
        return
      } else if isNamed(name, "VAVAILABILITY") {
        let statement = availability(lines, bytes, calendarZone: context.zone)
        found.uids.append((begin.lineNumber, statedUID))
        found.availabilities.append((piece, statement))
        return
      }
      let other = rawComponent(at: 0, lines, bytes)
      found.uids.append((begin.lineNumber, other.value("UID") ?? ""))
      found.others.append(other)
    }
  }

  private static func kind(of name: UnsafeBufferPointer<UInt8>) -> Item.Kind? {
    if isNamed(name, "VEVENT") { return .event }
    if isNamed(name, "VTODO") { return .todo }
    return isNamed(name, "VJOURNAL") ? .journal : nil
  }
}
