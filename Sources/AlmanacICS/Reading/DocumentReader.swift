import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Reads a whole document: its pieces, and the calendars that they make.
struct DocumentReader: ~Copyable {
  private var model: ModelReader
  private(set) var drafts: [CalendarDraft] = []
  /// Whether only the calendars' own lines and zones are read, the rest being left to others.
  private var isOutline: Bool
  private var componentCount = 0
  /// By the line on which they begin, the UIDs of components beyond a limit.
  private(set) var refusedUIDs: [Int: String] = [:]

  struct Result {
    let raw: RawDocument
    let drafts: [CalendarDraft]
    let diagnostics: [Diagnostic]
  }

  /// - Throws: ``ICSError`` when there is nothing to read, or for a limit, or when a strict reader has something to tell.
  static func read(_ bytes: [UInt8], _ options: ICSOptions) throws(ICSError) -> Result {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw ICSError(.empty, expected: "BEGIN:VCALENDAR")
    }
    var reader = DocumentReader(ModelReader(options, door: options.valueDoor))
    let raw = try reader.scan(bytes, options)
    return try reader.finish(raw, options)
  }

  /// The same on several tasks: one cuts the document into pieces, then each reads its share of them.
  static func read(_ bytes: [UInt8], _ options: ICSOptions, tasks: Int) async throws(ICSError) -> Result {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw ICSError(.empty, expected: "BEGIN:VCALENDAR")
    }
    var reader = DocumentReader(ModelReader(options, door: options.valueDoor), isOutline: true)
    let raw = try reader.scan(bytes, options)
    reader.endCalendar()
    let drafts = reader.drafts
    let shares = await withTaskGroup(of: PartReader.Share.self) { group in
      for part in PartReader.parts(of: raw, tasks: tasks) {
        group.addTask { PartReader.read(part, of: raw, drafts, options) }
      }
      var shares: [PartReader.Share] = []
      for await share in group { shares.append(share) }
      return shares.sorted { $0.part.lowerBound < $1.part.lowerBound }
    }
    reader.take(shares)
    return try reader.finish(raw, options)
  }

  private init(_ model: consuming ModelReader, isOutline: Bool = false) {
    self.model = model
    self.isOutline = isOutline
  }

  private mutating func scan(_ bytes: [UInt8], _ options: ICSOptions) throws(ICSError) -> RawDocument {
    try RawDocument(bytes, limits: options.limits) { index, piece, table in visit(index, piece, table) }
  }

  private mutating func visit(_ index: Int, _ piece: RawDocument.Piece, _ table: borrowing LineTable) {
    switch piece.kind {
    case .calendarBegin: begin(number: piece.calendar, at: index)
    case .calendarEnd: break
    case .line:
      guard piece.calendar != nil, let last = drafts.indices.last, drafts[last].number == piece.calendar
      else {
        return
      }
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
    model.zones.begin()
  }

  /// Keeps what was read of a calendar.
  private mutating func endCalendar() {
    guard let last = drafts.indices.last else { return }
    drafts[last].definitions = model.zones.definitions
    if isOutline {
      drafts[last].zoneUses = model.zones.uses
      drafts[last].lacksDefinition = model.zones.lacksDefinition
    } else {
      settleZones(of: last)
    }
    drafts[last].diagnostics = model.diagnostics.map { drafts[last].named($0) }
    model.diagnostics.removeAll()
  }

  /// Settles what a calendar's zones mean when all of it was read.
  private mutating func settleZones(of index: Int) {
    drafts[index].tzids = model.zones.tzids
    model.reportZoneNames()
    let (yielding, definitions) = (model.reportDifferences(), drafts[index].definitions)
    let lacksDefinition = isOutline ? drafts[index].lacksDefinition : model.zones.lacksDefinition
    let isLate = lacksDefinition && !definitions.isEmpty || drafts[index].hasLateContext
    if !yielding.isEmpty || isLate {
      drafts[index].rereading = CalendarDraft.Rereading(definitions: definitions, yielding: yielding)
    } else {
      model.reportContradictions()
    }
  }

  /// Brings together what the tasks read, in order.
  private mutating func take(_ shares: [PartReader.Share]) {
    var uses: [Int: [[ZoneResolver.Use]]] = [:]
    for share in shares {
      for read in share.calendars {
        drafts[read.draft].components.append(read.components)
        drafts[read.draft].diagnostics += read.diagnostics
        uses[read.draft, default: []].append(read.uses)
      }
    }
    for index in drafts.indices {
      model.zones.begin(drafts[index].definitions)
      model.zones.merge(drafts[index].zoneUses)
      for part in uses[index] ?? [] { model.zones.merge(part) }
      settleZones(of: index)
      drafts[index].diagnostics += model.diagnostics.map { drafts[index].named($0) }
      model.diagnostics.removeAll()
    }
  }

  /// Reads a calendar once more, where names of zones turned out to mean something else than when they were met.
  private mutating func reread(_ index: Int, _ raw: RawDocument) {
    guard let rereading = drafts[index].rereading else { return }
    let old = drafts[index]
    let end = index + 1 < drafts.count ? drafts[index + 1].firstPiece : raw.pieces.count
    let others = drafts
    let wasOutline = isOutline
    isOutline = false
    drafts = [CalendarDraft(number: old.number, firstPiece: old.firstPiece)]
    drafts[0].header.knownContext = old.header.context
    model.zones.begin(rereading.definitions, yielding: rereading.yielding)
    for piece in old.firstPiece..<end where raw.pieces[piece].kind != .calendarBegin {
      visit(piece, raw.pieces[piece], raw.lines(of: piece))
    }
    var new = drafts[0]
    new.tzids = model.zones.tzids
    model.reportZoneNames()
    model.reportContradictions()
    new.diagnostics =
      model.diagnostics.map { new.named($0) } + old.diagnostics.filter { $0.code == .zoneDiffers }
    model.diagnostics.removeAll()
    drafts = others
    isOutline = wasOutline
    drafts[index] = new
  }
}

// MARK: Finishing

extension DocumentReader {
  private mutating func finish(_ raw: RawDocument, _ options: ICSOptions) throws(ICSError) -> Result {
    guard !drafts.isEmpty || componentCount > 0 else {
      throw ICSError(.notICalendar, line: 1, expected: "BEGIN:VCALENDAR")
    }
    if !isOutline { endCalendar() }
    var all: [Diagnostic] = []
    for index in drafts.indices {
      reread(index, raw)
      drafts[index].settle(options.uids)
      all += drafts[index].diagnostics + drafts[index].identityDiagnostics(raw)
      if drafts[index].number != nil {
        all += drafts[index].header.missingProperties(line: raw.pieces[drafts[index].firstPiece].lineNumber)
      }
    }
    all += lineDiagnostics(raw)
    return Result(raw: raw, drafts: drafts, diagnostics: try options.settled(all))
  }
}
