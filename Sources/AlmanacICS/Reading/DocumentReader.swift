import AlmanacContentLines
import AlmanacEvents
import AlmanacTime

/// Reads a whole document: its pieces, and the calendars that they make.
struct DocumentReader: ~Copyable {
  private var model: ModelReader
  private(set) var drafts: [CalendarDraft] = []
  /// By piece, the UID of its component.
  private var uids: [(line: Int, uid: String)] = []
  private var componentCount = 0

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
    var reader = DocumentReader(model: ModelReader(options))
    let raw: RawDocument
    do {
      raw = try RawDocument(bytes, limits: options.limits.content) { index, piece, table in
        reader.visit(index, piece, table)
      }
    } catch {
      let code: ICSError.Code = error.code == .tooManyBytes ? .tooManyBytes : .tooManyLines
      let unit = code == .tooManyBytes ? "bytes" : "lines"
      throw ICSError(code, line: error.line, expected: "at most \(error.limit) \(unit)")
    }
    return try reader.finish(raw, options)
  }

  private init(model: consuming ModelReader) { self.model = model }

  private mutating func visit(_ index: Int, _ piece: RawDocument.Piece, _ table: borrowing LineTable) {
    switch piece.kind {
    case .calendarBegin: begin(number: piece.calendar, at: index)
    case .calendarEnd: break
    case .line:
      guard piece.calendar != nil, let last = drafts.indices.last, drafts[last].number == piece.calendar
      else {
        return
      }
      drafts[last].header.append(index)
      let lines = table.lines
      table.withBytes { bytes in
        if let line = lines.first { model.header(line, bytes, into: &drafts[last]) }
      }
    case .refusedComponent: componentCount += 1
    case .component:
      componentCount += 1
      if drafts.last.map({ $0.number != piece.calendar }) ?? true { begin(number: piece.calendar, at: index) }
      read(index, piece.lineNumber, table)
    }
  }

  private mutating func begin(number: Int?, at piece: Int) {
    endCalendar()
    drafts.append(CalendarDraft(number: number, firstPiece: piece))
    model.zones.beginCalendar()
  }

  /// Settles what a calendar's zones mean when all of it was read.
  private mutating func endCalendar() {
    guard let last = drafts.indices.last else { return }
    drafts[last].tzids = model.zones.tzids
    let (yielding, definitions) = (model.reportDifferences(), model.zones.definitions)
    if !yielding.isEmpty || (model.zones.lacksDefinition && !definitions.isEmpty) {
      drafts[last].rereading = CalendarDraft.Rereading(definitions: definitions, yielding: yielding)
    }
    drafts[last].diagnostics = model.diagnostics
    model.diagnostics.removeAll()
  }

  /// Reads a calendar once more, where names of zones turned out to mean something else than when they were met.
  private mutating func reread(_ index: Int, _ raw: RawDocument) {
    guard let rereading = drafts[index].rereading else { return }
    let old = drafts[index]
    let end = index + 1 < drafts.count ? drafts[index + 1].firstPiece : raw.pieces.count
    let others = drafts
    drafts = [CalendarDraft(number: old.number, firstPiece: old.firstPiece)]
    model.zones.beginSecondReading(rereading.definitions, yielding: rereading.yielding)
    for piece in old.firstPiece..<end where raw.pieces[piece].kind != .calendarBegin {
      visit(piece, raw.pieces[piece], raw.lines(of: piece))
    }
    var new = drafts[0]
    new.tzids = model.zones.tzids
    new.diagnostics = model.diagnostics + old.diagnostics.filter { $0.code == .zoneDiffers }
    model.diagnostics.removeAll()
    drafts = others
    drafts[index] = new
  }
}

// MARK: Components

extension DocumentReader {
  private mutating func read(_ piece: Int, _ lineNumber: Int, _ table: borrowing LineTable) {
    guard let draft = drafts.indices.last else { return }
    let lines = table.lines
    let position = drafts[draft].position
    drafts[draft].position += 1
    model.libical.parse(table)
    table.withBytes { bytes in
      guard let begin = lines.first else { return }
      let name = bytes.componentName(of: begin)
      if isNamed(name, "VTIMEZONE") {
        drafts[draft].zonePieces.append(piece)
        if let tzid = model.defineZone(lines, bytes) { drafts[draft].definedZones.insert(tzid) }
        return
      }
      if isNamed(name, "VFREEBUSY") {
        let found = model.freeBusy(lines, bytes)
        uids.append((lineNumber, found.uid))
        drafts[draft].calendar.freeBusy.append(found)
        drafts[draft].freeBusyPieces.append(piece)
        return
      }
      if isNamed(name, "VAVAILABILITY") {
        let found = model.availability(lines, bytes, calendarZone: drafts[draft].calendar.zone)
        uids.append((lineNumber, found.uid))
        drafts[draft].calendar.availabilities.append(found)
        drafts[draft].availabilityPieces.append(piece)
        return
      }
      guard let kind = Self.kind(of: name) else {
        let raw = model.rawComponent(at: 0, lines, bytes, position: position)
        drafts[draft].calendar.unmodelled.components.append(raw)
        return
      }
      if let item = model.item(kind, lines, bytes, calendarZone: drafts[draft].calendar.zone) {
        uids.append((lineNumber, item.uid))
        drafts[draft].links.append(CalendarDraft.Link(piece: piece, item: item))
      } else {
        let raw = model.rawComponent(at: 0, lines, bytes, position: position)
        uids.append((lineNumber, raw.properties.first { $0.name.uppercased() == "UID" }?.value ?? ""))
        drafts[draft].calendar.unmodelled.components.append(raw)
      }
    }
  }

  private static func kind(of name: UnsafeBufferPointer<UInt8>) -> Item.Kind? {
    if isNamed(name, "VEVENT") { return .event }
    if isNamed(name, "VTODO") { return .todo }
    return isNamed(name, "VJOURNAL") ? .journal : nil
  }
}

// MARK: Finishing

extension DocumentReader {
  private mutating func finish(_ raw: RawDocument, _ options: ICSOptions) throws(ICSError) -> Result {
    guard !drafts.isEmpty || componentCount > 0 else {
      throw ICSError(.notICalendar, line: 1, expected: "BEGIN:VCALENDAR")
    }
    endCalendar()
    var all: [Diagnostic] = []
    for index in drafts.indices {
      reread(index, raw)
      drafts[index].settle(options.uids)
      all += drafts[index].diagnostics
    }
    all += raw.findings.all.map { Diagnostic($0, uid: uid(at: $0.line)) }
    let order = all.indices.sorted { (all[$0].line, $0) < (all[$1].line, $1) }
    let sorted = order.prefix(options.limits.diagnostics).map { all[$0] }
    if options.isStrict, let first = sorted.first(where: { $0.severity > .note }) {
      throw ICSError(.refused, line: first.line, expected: "a legal document: \(first.description)")
    }
    return Result(raw: raw, drafts: drafts, diagnostics: sorted)
  }

  /// The UID of the component in which a line stands.
  private func uid(at line: Int) -> String {
    var low = 0
    var high = uids.count
    while low < high {
      let middle = (low + high) / 2
      if uids[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? "" : uids[low - 1].uid
  }
}

extension Diagnostic {
  /// What the lines themselves showed.
  init(_ finding: ContentFinding, uid: String) {
    let isError = [
      .invalidName,
      .tooDeep, .tooManyProperties, .lineTooLong, .tooManyParameters, .missingColon, .missingName,
    ].contains(finding.code)
    self.init(
      isError ? .error : finding.code == .decoded ? .note : .warning,
      Code(rawValue: Self.snakeCase(finding.code.name)), line: finding.line, uid: uid,
      message: Self.words(finding.code.name), repair: finding.detail)
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }

  private static func words(_ name: String) -> String { snakeCase(name).replacing("_", with: " ") }
}
