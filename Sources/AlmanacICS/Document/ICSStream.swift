internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacMapping

/// Reads a document of any length in parts, with memory for the largest component only.
///
/// ```swift
/// var stream = ICSStream()
/// while let part = file.read(upToCount: 1 << 16) {
///   stream.append(part)
///   while let element = try stream.next() { … }
/// }
/// stream.finish()
/// while let element = try stream.next() { … }
/// ```
/// The elements are returned in the order of the document. A VTIMEZONE must precede the components that use
/// it, as is usual; a later definition is not used.
///
/// - Complexity: O(n) in the number of bytes.
public struct ICSStream: ~Copyable, Sendable {
  /// A part of a document, in the order of the document.
  public enum Element: Sendable, Hashable {
    /// The start of a calendar, with the properties before its first component and without items.
    case calendar(EventCalendar)
    /// An item or an override; one that another item of its identity supersedes is returned too.
    case item(Item)
    /// A statement of busy and free time (VFREEBUSY).
    case freeBusy(FreeBusy)
    /// A statement of availability (VAVAILABILITY, RFC 7953).
    case availability(AvailabilityStatement)
    /// A component that the model does not represent, or an event without a start.
    case other(Component)
  }

  private let options: ICSOptions
  private var content: ContentStream
  private var model: ModelReader
  private var table = LineTable()
  private var header: HeaderDraft?
  /// The line of the current VCALENDAR's BEGIN; `nil` outside of one.
  private var calendarLine: Int?
  /// Whether the current calendar has been returned as an element.
  private var isAnnounced = false
  private var waiting: [Element] = []
  private var count = 0
  private var given: [Diagnostic] = []
  /// Diagnostics of lines after the last item.
  private var ahead: ArraySlice<Diagnostic> = []
  private var isFinished = false

  /// Creates a stream.
  ///
  /// - Parameter options: The options. In the limits, `bytes` applies to each component and is at most
  ///   `componentBytes`; `diagnostics` applies to those not yet taken.
  public init(options: ICSOptions = .standard) {
    self.options = options
    var limits = options.limits
    limits.bytes = min(limits.bytes, options.limits.componentBytes)
    content = ContentStream(limits: limits)
    model = ModelReader(options, door: options.valueDoor)
  }

  /// Appends the next part of the document, which may be divided at any byte.
  public mutating func append(_ part: some Sequence<UInt8>) { content.append(Array(part)) }

  /// Marks the end of the document.
  public mutating func finish() {
    content.finish()
    isFinished = true
  }

  /// Returns and clears the diagnostics since the last call, up to the limit of diagnostics.
  public mutating func takeDiagnostics() -> [Diagnostic] {
    defer { given.removeAll() }
    return given
  }

  /// Reads the next element; returns `nil` if more parts are needed or, after ``finish()``, at the end.
  ///
  /// - Throws: `ICSError` if a limit is exceeded and, with strict options, at the first warning or error.
  public mutating func next() throws(ICSError) -> Element? {
    while waiting.isEmpty {
      guard try readItem() else { return nil }
    }
    return waiting.removeFirst()
  }

  /// - Returns: `false` if there is no complete item yet.
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
      uid = table.withElement { $0?.uid ?? "" }
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
    header.resolve()
    waiting.append(.calendar(header.calendar))
    isAnnounced = true
  }

  private mutating func readHeader() {
    guard var current = header.take() else { return }
    table.withElement { element in
      if let property = element?.property { model.header(property, into: &current) }
    }
    header = current
  }

  /// - Returns: The UID stated in the component; empty if it has none.
  private mutating func readComponent() -> String {
    if header == nil { begin(at: nil) }
    announce()
    var found = ReadComponents()
    count += 1
    let context = header?.context ?? CalendarContext()
    table.withElement { element in
      if let component = element?.component { model.read(count, component, in: context, into: &found) }
    }
    waiting += found.items.map { .item($0.value) }
    waiting += found.freeBusy.map { .freeBusy($0.value) }
    waiting += found.availabilities.map { .availability($0.value) }
    waiting += found.others.map { .other($0.value) }
    return found.uid
  }

  /// Collects the diagnostics of the last item; those of later lines are stored until their item is read.
  ///
  /// - Parameters:
  ///   - table: The lines of the item; `nil` if they were not stored.
  ///   - uid: The UID of the item's component.
  ///   - next: The line number after the item.
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
    try options.refuse(new)
  }
}
