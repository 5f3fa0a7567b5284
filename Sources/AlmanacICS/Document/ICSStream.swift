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
/// The elements come in the order of the document. A VTIMEZONE must stand before what uses it, as writers put it; a
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
  /// Whether the components that are read stand in a VCALENDAR.
  private var isInCalendar = false
  /// Whether the calendar that is read has been given out.
  private var isAnnounced = false
  private var waiting: [Element] = []
  private var count = 0
  /// On which the calendar that is read begins.
  private var beginLine = 0
  private var given: [Diagnostic] = []
  /// What was found in lines that were not read yet.
  private var ahead: ArraySlice<Diagnostic> = []
  private var isFinished = false
  /// The UID of the component that was read last, and whether it was beyond a limit.
  private var uid = ""
  private var isRefused = false

  /// - Parameter options: The limit of bytes holds for one component, and is that of `componentBytes`; the one of
  ///   diagnostics for those that wait to be taken.
  public init(options: ICSOptions = .standard) {
    self.options = options
    var limits = options.limits
    limits.bytes = min(limits.bytes, options.limits.componentBytes)
    content = ContentStream(limits: limits)
    model = ModelReader(options, door: options.valueDoor)
  }

  /// Takes the next part of the document, cut anywhere.
  public mutating func append(_ part: some Sequence<UInt8>) { content.append(Array(part)) }

  /// Tells that no part follows.
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

  /// - Returns: `false` when no complete item is at hand.
  private mutating func readItem() throws(ICSError) -> Bool {
    let item = try content.next(into: &table)
    (uid, isRefused) = ("", false)
    guard let item else {
      if isFinished { try takeFindings(isAtEnd: true) }
      return false
    }
    switch item {
    case .calendarBegin:
      begin(isInCalendar: true)
      beginLine = table.lines.first?.lineNumber ?? 0
    case .calendarEnd:
      announce()
      if isInCalendar { model.diagnostics += header?.missingProperties(line: beginLine) ?? [] }
      header = nil
    case .line: readHeader()
    case .component: readComponent()
    case .refusedComponent:
      announce()
      (uid, isRefused) = (ReadComponents.uid(ofRefused: table), true)
    }
    try takeFindings()
    return true
  }

  private mutating func begin(isInCalendar: Bool) {
    header = HeaderDraft()
    self.isInCalendar = isInCalendar
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

  private mutating func readComponent() {
    if header == nil { begin(isInCalendar: false) }
    announce()
    var found = ReadComponents()
    count += 1
    let context = header?.context ?? CalendarContext()
    _ = table.withComponent { model.read(count, $0, in: context, into: &found) }
    uid = found.uids.last?.uid ?? ""
    waiting += found.items.map { .item($0.item) }
    waiting += found.freeBusy.map { .freeBusy($0.value) }
    waiting += found.availabilities.map { .availability($0.value) }
    waiting += found.others.map { .other($0) }
  }

  /// Collects what was found in the last item.
  private mutating func takeFindings(isAtEnd: Bool = false) throws(ICSError) {
    model.reportZoneNames()
    let room = max(0, options.limits.diagnostics - given.count)
    let findings = takeLineFindings(upTo: isAtEnd ? .max : content.nextLineNumber)
    let new = model.diagnostics + findings.prefix(options.isStrict ? .max : room)
    model.diagnostics.removeAll()
    given += new.prefix(room)
    if options.isStrict, let first = new.first(where: { $0.severity > .note }) {
      throw ICSError(.refused, line: first.line, expected: "a legal document: \(first.description)")
    }
  }

  /// What the lines up to the end of the last item showed; what was found further on waits for its item.
  private mutating func takeLineFindings(upTo next: Int) -> [Diagnostic] {
    let found = content.takeFindings()
    let done = ahead.prefix { $0.line < next } + found.filter { $0.line < next }
    ahead = ahead.drop { $0.line < next }
    ahead += found.filter { $0.line >= next }
    return done.map { isRefused ? $0.of(uid) : $0.of(uid, in: table) }
  }
}
