import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Reads a whole document: its pieces and its calendars.
struct DocumentReader {
  private let options: ICSOptions
  private var model: ModelReader
  private var raw: RawDocument
  /// The pieces as they were read from jCal; empty for a text.
  private var items: [JCalItem] = []
  private var drafts: [CalendarDraft] = []
  /// Whether only calendar properties and zones are read, because other tasks read the components.
  private var isOutline: Bool
  /// Whether there is a VCALENDAR, or a component that may be in one: a VCARD is neither.
  private var isCalendar = false
  /// UIDs of components beyond the limits, by the line of their BEGIN.
  private var refusedUIDs: [Int: String] = [:]

  /// Reads a document.
  ///
  /// - Throws: ``ICSError`` if there is nothing to read, if a limit is exceeded, and, with strict options, at
  ///   the first warning or error.
  static func read(_ bytes: [UInt8], _ options: ICSOptions) throws(ICSError) -> ICSDocument {
    var reader = try DocumentReader(bytes, options)
    return try reader.finish()
  }

  /// Reads a document in jCal, which becomes a text.
  ///
  /// - Parameter findings: The diagnostics so far.
  /// - Throws: As `read(_:_:)`.
  static func read(
    _ items: [JCalItem], _ findings: [Diagnostic], _ options: ICSOptions
  ) throws(ICSError) -> ICSDocument {
    var reader = DocumentReader(options)
    reader.items = items
    reader.raw = try RawDocument(items, limits: options.limits) { reader.visit($0, $1, $2) }
    reader.endCalendar()
    return try reader.finish(findings)
  }

  /// Reads a document with several tasks: one divides it into pieces, then each reads a share of them.
  static func read(
    _ bytes: [UInt8], _ options: ICSOptions, tasks: Int
  ) async throws(ICSError) -> ICSDocument {
    var reader = try DocumentReader(bytes, options, isOutline: true)
    let (raw, drafts) = (reader.raw, reader.drafts)
    let shares = await withTaskGroup(of: (Range<Int>, [CalendarDraft]).self) { group in
      for part in parts(of: raw, tasks: tasks) {
        group.addTask { (part, read(part, of: raw, drafts, options)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    reader.add(shares.sorted { $0.0.lowerBound < $1.0.lowerBound }.flatMap(\.1))
    return try reader.finish()
  }

  private init(_ options: ICSOptions, isOutline: Bool = false) {
    self.options = options
    self.isOutline = isOutline
    model = ModelReader(options, door: options.valueDoor)
    raw = RawDocument(limits: options.limits)
  }

  private init(_ bytes: [UInt8], _ options: ICSOptions, isOutline: Bool = false) throws(ICSError) {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw ICSError(.empty, expected: "BEGIN:VCALENDAR")
    }
    self.init(options, isOutline: isOutline)
    raw = try RawDocument(bytes, limits: options.limits) { index, piece, table in
      table.withElement { visit(index, piece, $0) }
    }
    endCalendar()
  }

  private mutating func visit(
    _ index: Int, _ piece: RawDocument.Piece, _ element: ComponentView.Element?
  ) {
    switch piece.kind {
    case .calendarBegin: begin(number: piece.calendar, at: index)
    case .calendarEnd: break
    case .line:
      guard piece.calendar != nil, let last = drafts.indices.last, drafts[last].number == piece.calendar
      else { return }
      drafts[last].headerPieces.append(index)
      drafts[last].header.position = index - drafts[last].firstContent
      guard let property = element?.property else { return }
      let before = drafts[last].header.context
      model.header(property, into: &drafts[last].header)
      if !drafts[last].components.isEmpty, drafts[last].header.context != before {
        drafts[last].hasLateContext = true
      }
    case .refusedComponent:
      isCalendar = true
      refusedUIDs[piece.lineNumber] = element?.uid ?? ""
    case .component:
      isCalendar = isCalendar || element?.component?.kind != nil
      if drafts.isEmpty || drafts.last?.number != piece.calendar { begin(number: piece.calendar, at: index) }
      let last = drafts.count - 1
      guard let component = element?.component, !isOutline || component.kind == .timeZone else { return }
      model.read(index, component, in: drafts[last].header.context, into: &drafts[last].components)
    }
  }

  private mutating func begin(number: Int?, at piece: Int) {
    endCalendar()
    isCalendar = isCalendar || number != nil
    drafts.append(CalendarDraft(number: number, firstPiece: piece))
    model.zones.begin()
  }

  /// Stores the zones and diagnostics of the calendar that was read last.
  private mutating func endCalendar() {
    guard let last = drafts.indices.last else { return }
    drafts[last].definitions = model.zones.definitions
    drafts[last].lacksDefinition = model.zones.lacksDefinition
    if isOutline { drafts[last].zoneUses = model.zones.uses } else { resolveZones(of: last) }
    takeDiagnostics(of: last)
  }

  private mutating func takeDiagnostics(of index: Int) {
    drafts[index].diagnostics += model.diagnostics
    model.diagnostics.removeAll()
  }

  /// Decides, after the whole calendar was read, whether definitions or names of zones are used.
  private mutating func resolveZones(of index: Int) {
    let draft = drafts[index]
    (drafts[index].tzids, drafts[index].zones) = (model.zones.tzids, model.zones.byTZID)
    model.reportZoneNames()
    let tzidsOfFile = model.reportDifferences()
    if !tzidsOfFile.isEmpty || draft.hasLateContext || draft.lacksDefinition && !draft.definitions.isEmpty {
      drafts[index].rereading = tzidsOfFile
    } else {
      model.reportContradictions()
    }
  }

  /// Merges the results of the tasks, in order.
  private mutating func add(_ readings: [CalendarDraft]) {
    let readings = Dictionary(grouping: readings, by: \.firstPiece)
    for index in drafts.indices {
      model.zones.begin(drafts[index].definitions)
      model.zones.merge(drafts[index].zoneUses)
      for reading in readings[drafts[index].firstPiece] ?? [] {
        drafts[index].components.append(reading.components)
        drafts[index].diagnostics += reading.diagnostics
        model.zones.merge(reading.zoneUses)
      }
      resolveZones(of: index)
      takeDiagnostics(of: index)
    }
  }

  /// Reads a calendar again if the names of its zones have another meaning than on the first reading.
  private mutating func reread(_ index: Int) {
    let old = drafts[index]
    guard let tzidsOfFile = old.rereading else { return }
    let end = index + 1 < drafts.count ? drafts[index + 1].firstPiece : raw.pieces.count
    var again = self
    (again.isOutline, again.drafts) = (false, [CalendarDraft(number: old.number, firstPiece: old.firstPiece)])
    again.drafts[0].header.context = old.header.context
    again.model.zones.begin(old.definitions, usingFileFor: tzidsOfFile)
    for piece in old.firstPiece..<end where raw.pieces[piece].kind != .calendarBegin {
      if items.isEmpty {
        raw.lines(of: piece).withElement { again.visit(piece, raw.pieces[piece], $0) }
      } else {
        items[piece].withElement { again.visit(piece, raw.pieces[piece], $0) }
      }
    }
    (again.drafts[0].tzids, again.drafts[0].zones) = (again.model.zones.tzids, again.model.zones.byTZID)
    again.model.reportZoneNames()
    again.model.reportContradictions()
    again.takeDiagnostics(of: 0)
    drafts[index] = again.drafts[0]
    drafts[index].diagnostics += old.diagnostics.filter { $0.code == .zoneDiffers }
  }

  /// - Parameter findings: The diagnostics so far.
  private mutating func finish(_ findings: [Diagnostic] = []) throws(ICSError) -> ICSDocument {
    guard isCalendar else {
      throw ICSError(.notICalendar, line: 1, expected: "BEGIN:VCALENDAR")
    }
    var all = findings
    var names = ComponentNames(raw, refusedUIDs)
    for index in drafts.indices {
      reread(index)
      drafts[index].header.resolve(with: drafts[index].components, options.uids)
      all += drafts[index].diagnostics.map { names.named($0) } + drafts[index].identityDiagnostics(raw)
      if drafts[index].number != nil {
        all += drafts[index].header.missingProperties(line: raw.pieces[drafts[index].firstPiece].lineNumber)
      }
    }
    all += raw.findings.all.map { names.finding($0) }
    return ICSDocument(
      raw, drafts, try options.sortedAndChecked(all), refusedUIDs: Set(refusedUIDs.values),
      door: options.valueDoor)
  }
}

// MARK: Several tasks

extension DocumentReader {
  /// Ranges of pieces with about equal numbers of bytes.
  private static func parts(of raw: RawDocument, tasks: Int) -> [Range<Int>] {
    let size = max(64 << 10, raw.source.bytes.count / max(1, tasks) + 1)
    var parts: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for (index, piece) in raw.pieces.enumerated() {
      bytes += piece.length
      if bytes >= size {
        parts.append(start..<index + 1)
        (start, bytes) = (index + 1, 0)
      }
    }
    if start < raw.pieces.count { parts.append(start..<raw.pieces.count) }
    return parts
  }

  /// - Parameter drafts: The calendars with their own properties and zones.
  /// - Returns: For each calendar in the part, the components read there.
  private static func read(
    _ part: Range<Int>, of raw: RawDocument, _ drafts: [CalendarDraft], _ options: ICSOptions
  ) -> [CalendarDraft] {
    var readings: [CalendarDraft] = []
    var model = ModelReader(options, door: options.valueDoor)
    var draft = drafts.partitioningIndex { $0.firstPiece > part.lowerBound } - 1
    // Values are copied from the drafts once per calendar: contended reference counts are slow.
    var (current, context) = (-1, CalendarContext())
    func finish() {
      guard let last = readings.indices.last else { return }
      (readings[last].diagnostics, readings[last].zoneUses) = (model.diagnostics, model.zones.uses)
      model.diagnostics.removeAll()
    }
    raw.forEachTable(in: part) { index, table in
      while draft + 1 < drafts.count, drafts[draft + 1].firstPiece <= index { draft += 1 }
      guard draft >= 0, raw.pieces[index].kind == .component else { return }
      table.withElement { element in
        guard let component = element?.component, component.kind != .timeZone else { return }
        if current != draft {
          finish()
          current = draft
          readings.append(CalendarDraft(number: drafts[draft].number, firstPiece: drafts[draft].firstPiece))
          model.zones.begin(drafts[draft].definitions)
          context = drafts[draft].header.context
        }
        model.read(index, component, in: context, into: &readings[readings.count - 1].components)
      }
    }
    finish()
    return readings
  }
}

// MARK: Diagnostics of lines

/// The components that diagnostics are about, by their lines. Successive diagnostics of one component are named without
/// reading it again.
private struct ComponentNames {
  private let raw: RawDocument
  /// UIDs of components beyond the limits, by the line of their BEGIN.
  private let refusedUIDs: [Int: String]
  private var piece = -1
  /// The lines of the piece; `nil` if they were not stored.
  private var table: LineTable?
  private var uid = ""

  init(_ raw: RawDocument, _ refusedUIDs: [Int: String]) { (self.raw, self.refusedUIDs) = (raw, refusedUIDs) }

  /// - Returns: Whether the line is in a component or a line of a calendar.
  private mutating func find(_ line: Int) -> Bool {
    let index = raw.pieces.partitioningIndex { $0.lineNumber > line } - 1
    guard index >= 0 else { return false }
    guard piece != index else { return true }
    piece = index
    table = raw.pieces[index].kind == .refusedComponent ? nil : raw.lines(of: index)
    uid = table?.withElement { $0?.uid } ?? refusedUIDs[raw.pieces[index].lineNumber] ?? ""
    return true
  }

  /// A diagnostic of a line, with its component and its property.
  mutating func finding(_ finding: Diagnostic) -> Diagnostic {
    find(finding.line) ? finding.of(uid, in: table) : finding
  }

  /// A diagnostic of a zone, with the UID of the component that used the zone first.
  mutating func named(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.uid.isEmpty, diagnostic.code == .zoneName || diagnostic.code == .unknownZone,
      diagnostic.property != PropertyName.calendarZone.text, find(diagnostic.line)
    else { return diagnostic }
    return diagnostic.of(uid)
  }
}

extension ComponentView.Element {
  /// The UID of a component; empty for a property.
  var uid: String { component?.text(.uid) ?? "" }
}

extension LineTable {
  /// The UID of the AVAILABLE that contains a physical line; `nil` if there is none.
  fileprivate func uidOfAvailable(at number: Int) -> String? {
    var uid: String?
    withElement { element in
      guard let statement = element?.component, statement.kind == .availability else { return }
      statement.forEach { element in
        guard case .component(let inner) = element, inner.kind == .available, inner.lines.contains(number)
        else { return }
        uid = uid ?? inner.text(.uid)
      }
    }
    return uid
  }
}

extension Diagnostic {
  /// The diagnostic with the UID of its component, or of the AVAILABLE that contains its line.
  ///
  /// - Parameters:
  ///   - uid: The UID of the component.
  ///   - table: The lines of the component; `nil` if they were not stored.
  func of(_ uid: String, in table: LineTable? = nil) -> Diagnostic {
    var diagnostic = self
    diagnostic.uid = table?.uidOfAvailable(at: line) ?? uid
    if let table, code.isOfEncoding { diagnostic.property = table.property(at: line) }
    return diagnostic
  }
}
