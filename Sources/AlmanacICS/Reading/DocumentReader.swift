import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Reads a whole document: its pieces, and the calendars that they make.
struct DocumentReader {
  private let options: ICSOptions
  private var model: ModelReader
  private var raw = RawDocument()
  private var drafts: [CalendarDraft] = []
  /// Whether only the calendars' own lines and zones are read, the rest being left to others.
  private var isOutline: Bool
  private var componentCount = 0
  /// By the line on which they begin, the UIDs of components beyond a limit.
  private var refusedUIDs: [Int: String] = [:]

  struct Result {
    let raw: RawDocument
    let drafts: [CalendarDraft]
    let diagnostics: [Diagnostic]
  }

  /// - Throws: ``ICSError`` when there is nothing to read, or for a limit, or when a strict reader has something to report.
  static func read(_ bytes: [UInt8], _ options: ICSOptions) throws(ICSError) -> Result {
    var reader = try DocumentReader(bytes, options)
    return try reader.finish()
  }

  /// The same on several tasks: one cuts the document into pieces, then each reads its share of them.
  static func read(_ bytes: [UInt8], _ options: ICSOptions, tasks: Int) async throws(ICSError) -> Result {
    var reader = try DocumentReader(bytes, options, isOutline: true)
    let (raw, drafts) = (reader.raw, reader.drafts)
    let shares = await withTaskGroup(of: (Range<Int>, [CalendarDraft]).self) { group in
      for part in PartReader.parts(of: raw, tasks: tasks) {
        group.addTask { (part, PartReader.read(part, of: raw, drafts, options)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    reader.add(shares.sorted { $0.0.lowerBound < $1.0.lowerBound }.flatMap(\.1))
    return try reader.finish()
  }

  private init(_ bytes: [UInt8], _ options: ICSOptions, isOutline: Bool = false) throws(ICSError) {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw ICSError(.empty, expected: "BEGIN:VCALENDAR")
    }
    self.options = options
    self.isOutline = isOutline
    model = ModelReader(options, door: options.valueDoor)
    raw = try RawDocument(bytes, limits: options.limits) { visit($0, $1, $2) }
    endCalendar()
  }

  private mutating func visit(_ index: Int, _ piece: RawDocument.Piece, _ table: borrowing LineTable) {
    switch piece.kind {
    case .calendarBegin: begin(number: piece.calendar, at: index)
    case .calendarEnd: break
    case .line:
      guard piece.calendar != nil, let last = drafts.indices.last, drafts[last].number == piece.calendar
      else { return }
      drafts[last].headerPieces.append(index)
      drafts[last].header.position = index - drafts[last].firstContent
      let before = drafts[last].header.context
      model.header(table, into: &drafts[last].header)
      if !drafts[last].components.isEmpty, drafts[last].header.context != before {
        drafts[last].hasLateContext = true
      }
    case .refusedComponent:
      componentCount += 1
      refusedUIDs[piece.lineNumber] = ReadComponents.uid(ofRefused: table)
    case .component:
      componentCount += 1
      if drafts.last.map({ $0.number != piece.calendar }) ?? true { begin(number: piece.calendar, at: index) }
      let last = drafts.count - 1
      _ = table.withComponent { component in
        if isOutline, component.kind != .timeZone { return }
        model.read(index, component, in: drafts[last].header.context, into: &drafts[last].components)
      }
    }
  }

  private mutating func begin(number: Int?, at piece: Int) {
    endCalendar()
    drafts.append(CalendarDraft(number: number, firstPiece: piece))
    model.zones.beginCalendar()
  }

  /// Stores what was read of a calendar.
  private mutating func endCalendar() {
    guard let last = drafts.indices.last else { return }
    drafts[last].definitions = model.zones.definitions
    drafts[last].lacksDefinition = model.zones.lacksDefinition
    if isOutline { drafts[last].zoneUses = model.zones.uses } else { settleZones(of: last) }
    takeDiagnostics(of: last)
  }

  private mutating func takeDiagnostics(of index: Int) {
    drafts[index].diagnostics += model.diagnostics.map { drafts[index].named($0) }
    model.diagnostics.removeAll()
  }

  /// Settles what a calendar's zones mean when all of it was read.
  private mutating func settleZones(of index: Int) {
    let draft = drafts[index]
    drafts[index].tzids = model.zones.tzids
    model.reportZoneNames()
    let yielding = model.reportDifferences()
    if !yielding.isEmpty || draft.hasLateContext || draft.lacksDefinition && !draft.definitions.isEmpty {
      drafts[index].rereading = yielding
    } else {
      model.reportContradictions()
    }
  }

  /// Brings together what the tasks read, in order.
  private mutating func add(_ readings: [CalendarDraft]) {
    let readings = Dictionary(grouping: readings, by: \.firstPiece)
    for index in drafts.indices {
      model.zones.begin(drafts[index].definitions, yielding: [])
      model.zones.merge(drafts[index].zoneUses)
      for reading in readings[drafts[index].firstPiece] ?? [] {
        drafts[index].components.append(reading.components)
        drafts[index].diagnostics += reading.diagnostics
        model.zones.merge(reading.zoneUses)
      }
      settleZones(of: index)
      takeDiagnostics(of: index)
    }
  }

  /// Reads a calendar once more, where names of zones turned out to mean something else than when they were met.
  private mutating func reread(_ index: Int) {
    let old = drafts[index]
    guard let yielding = old.rereading else { return }
    let end = index + 1 < drafts.count ? drafts[index + 1].firstPiece : raw.pieces.count
    let (others, wasOutline) = (drafts, isOutline)
    isOutline = false
    drafts = [CalendarDraft(number: old.number, firstPiece: old.firstPiece)]
    drafts[0].header.knownContext = old.header.context
    model.zones.begin(old.definitions, yielding: yielding)
    for piece in old.firstPiece..<end where raw.pieces[piece].kind != .calendarBegin {
      visit(piece, raw.pieces[piece], raw.lines(of: piece))
    }
    drafts[0].tzids = model.zones.tzids
    model.reportZoneNames()
    model.reportContradictions()
    takeDiagnostics(of: 0)
    drafts[0].diagnostics += old.diagnostics.filter { $0.code == .zoneDiffers }
    let new = drafts[0]
    (drafts, isOutline) = (others, wasOutline)
    drafts[index] = new
  }

  private mutating func finish() throws(ICSError) -> Result {
    guard !drafts.isEmpty || componentCount > 0 else {
      throw ICSError(.notICalendar, line: 1, expected: "BEGIN:VCALENDAR")
    }
    var all: [Diagnostic] = []
    for index in drafts.indices {
      reread(index)
      drafts[index].header.settle(with: drafts[index].components, options.uids)
      all += drafts[index].diagnostics + drafts[index].identityDiagnostics(raw)
      if drafts[index].number != nil {
        all += drafts[index].header.missingProperties(line: raw.pieces[drafts[index].firstPiece].lineNumber)
      }
    }
    all += lineDiagnostics()
    return Result(raw: raw, drafts: drafts, diagnostics: try options.settled(all))
  }
}

// MARK: What the lines show

extension DocumentReader {
  /// What the lines themselves showed, each with its component and its property.
  private func lineDiagnostics() -> [Diagnostic] {
    guard !raw.findings.all.isEmpty else { return [] }
    var uids = refusedUIDs
    for draft in drafts {
      for (line, uid) in draft.components.uids { uids[line] = uid }
    }
    var piece: Int?
    var table = LineTable()
    return raw.findings.all.map { finding in
      let index = raw.pieces.partitionIndex { $0.lineNumber > finding.line } - 1
      guard index >= 0 else { return finding }
      let uid = uids[raw.pieces[index].lineNumber] ?? ""
      if raw.pieces[index].kind == .refusedComponent { return finding.of(uid) }
      if piece != index {
        table = raw.lines(of: index)
        piece = index
      }
      return finding.of(uid, in: table)
    }
  }
}

extension ReadComponents {
  /// - Parameter table: Of a component beyond a limit: its BEGIN and its UID.
  static func uid(ofRefused table: borrowing LineTable) -> String {
    table.withComponent { $0.text(.uid) ?? "" } ?? ""
  }
}

extension LineTable {
  /// The UID of the AVAILABLE in which a physical line is; `nil` where it is in none.
  fileprivate func uidOfAvailable(at number: Int) -> String? {
    var uid: String?
    _ = withComponent { statement in
      guard statement.kind == .availability else { return }
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
  /// What the lines themselves showed, with the component that they are of.
  ///
  /// - Parameters:
  ///   - uid: That of the component.
  ///   - table: The lines among which it was found; `nil` where they were not kept.
  func of(_ uid: String, in table: LineTable? = nil) -> Diagnostic {
    var diagnostic = self
    diagnostic.uid = table?.uidOfAvailable(at: line) ?? uid
    if let table, code.isOfEncoding { diagnostic.property = table.property(at: line) }
    return diagnostic
  }
}
