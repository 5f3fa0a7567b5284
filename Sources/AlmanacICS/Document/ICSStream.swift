internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacMapping

/// Reads a document of any length part by part, in memory for the largest component only.
///
/// ```swift
/// var stream = ICSStream()
/// while let part = file.read(upToCount: 1 << 16) {
///   try stream.append(part)
///   while let element = try stream.next() { … }
/// }
/// stream.finish()
/// while let element = try stream.next() { … }
/// ```
/// The elements come in the order of the document. A VTIMEZONE must come before what uses it, as writers put it; a
/// zone that the document defines later is not known.
/// - Complexity: linear in the bytes.
public struct ICSStream: ~Copyable, Sendable {
  public enum Element: Sendable, Hashable {
    /// A calendar begins: what it says of itself before its first component, and no items.
    case calendar(EventCalendar)
    case item(Item)
    case freeBusy(FreeBusy)
    case availability(AvailabilityStatement)
    /// A component that the model has no place for, or an event without a start.
    case other(Component)
  }

  private let options: ICSOptions
  private var content: ContentStream
  private var model: ModelReader
  private var table = LineTable()
  private var header: HeaderDraft?
  /// The line on which the VCALENDAR that is read begins; `nil` outside of any.
  private var calendarLine: Int?
  /// Whether the calendar that is read has been given out.
  private var isAnnounced = false
  private var waiting: [Element] = []
  private var count = 0
  private var given: [Diagnostic] = []
  /// What was found in lines that were not read yet.
  private var ahead: ArraySlice<Diagnostic> = []
  private var isFinished = false

  /// - Parameter options: The limit of bytes holds for one component, and is that of `componentBytes`; the one of
  ///   diagnostics for those that wait to be taken.
  public init(options: ICSOptions = .standard) {
    self.options = options
    var limits = options.limits
    limits.bytes = min(limits.bytes, options.limits.componentBytes)
    content = ContentStream(limits: limits)
    model = ModelReader(options, door: options.valueDoor)
  }

  /// Adds the next part of the document, cut anywhere.
  public mutating func append(_ part: some Sequence<UInt8>) { content.append(Array(part)) }

  /// Notes that no part follows.
  public mutating func finish() {
    content.finish()
    isFinished = true
  }

  /// What was found since this was asked for last, as far as the limit of diagnostics goes.
  public mutating func takeDiagnostics() -> [Diagnostic] {
    defer { given.removeAll() }
    return given
  }

  /// The next element; `nil` when more parts are needed or, after ``finish()``, at the end.
  ///
  /// - Throws: ``ICSError`` for limits, and when a strict reader meets something illegal.
  public mutating func next() throws(ICSError) -> Element? {
    while waiting.isEmpty {
      guard try readItem() else { return nil }
    }
    return waiting.removeFirst()
  }

  /// - Returns: `false` when there is no complete item yet.
  private mutating func readItem() throws(ICSError) -> Bool {
    guard let item = try content.next(into: &table) else {
      if isFinished { try takeFindings(in: table, of: "", upTo: .max) }
      return false
    }
    var uid = ""
    switch item {
    case .calendarBegin: begin(at: table.lines.first?.lineNumber)
    case .calendarEnd:
      announce()
      if let calendarLine { model.diagnostics += header?.missingProperties(line: calendarLine) ?? [] }
      header = nil
    case .line: readHeader()
    case .component: uid = readComponent()
    case .refusedComponent:
      announce()
      uid = ReadComponents.uid(ofRefused: table)
    }
    try takeFindings(in: item == .refusedComponent ? nil : table, of: uid, upTo: content.nextLineNumber)
    return true
  }

  private mutating func begin(at line: Int?) {
    header = HeaderDraft()
    calendarLine = line
    isAnnounced = false
    model.zones.begin()
  }

  private mutating func announce() {
    guard !isAnnounced, var header else { return }
    header.settle()
    waiting.append(.calendar(header.calendar))
    isAnnounced = true
  }

  private mutating func readHeader() {
    guard var current = header.take() else { return }
    model.header(table, into: &current)
    header = current
  }

  /// - Returns: The UID that the component states.
  private mutating func readComponent() -> String {
    if header == nil { begin(at: nil) }
    announce()
    var found = ReadComponents()
    count += 1
    let context = header?.context ?? CalendarContext()
    _ = table.withComponent { model.read(count, $0, in: context, into: &found) }
    waiting += found.items.map { .item($0.value) }
    waiting += found.freeBusy.map { .freeBusy($0.value) }
    waiting += found.availabilities.map { .availability($0.value) }
    waiting += found.others.map { .other($0) }
    return found.uids.last?.uid ?? ""
  }

  /// Collects what was found in the last item; what lines further on showed waits for theirs.
  ///
  /// - Parameters:
  ///   - table: The lines of the item; `nil` where they were not kept.
  ///   - uid: That of the component that the item is.
  ///   - next: The line behind the item.
  private mutating func takeFindings(in table: LineTable?, of uid: String, upTo next: Int) throws(ICSError) {
    model.reportZoneNames()
    let room = max(0, options.limits.diagnostics - given.count)
    let found = content.takeFindings()
    let findings = (ahead.prefix { $0.line < next } + found.filter { $0.line < next })
      .map { $0.of(uid, in: table) }
    ahead = ahead.drop { $0.line < next }
    ahead += found.filter { $0.line >= next }
    let new = model.diagnostics + findings.prefix(options.isStrict ? .max : room)
    model.diagnostics.removeAll()
    given += new.prefix(room)
    if options.isStrict, let first = new.first(where: { $0.severity > .note }) {
      throw ICSError(.refused, line: first.line, expected: "a legal document: \(first.description)")
    }
  }
}
