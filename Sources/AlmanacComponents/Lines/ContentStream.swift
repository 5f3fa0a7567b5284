/// Reads a document that arrives in parts, item by item, with memory for the largest item only.
///
/// ```swift
/// var stream = ContentStream()
/// while let part = file.read() {
///   stream.append(part)
///   while let item = try stream.next(into: &table) { … }
/// }
/// stream.finish()
/// while let item = try stream.next(into: &table) { … }
/// ```
/// - Complexity: O(n) in the number of bytes; an incomplete item is scanned again only
///   after the bytes have doubled.
package struct ContentStream: Sendable {
  package let limits: ICSLimits
  private var scanner: ComponentScanner?
  /// The bytes not passed to a scanner yet.
  private var pending: [UInt8] = []
  private var wanted = 0
  /// The number of pending bytes that were an incomplete line when the scanner was made.
  private var incomplete = 0
  private var isFinished = false
  private var isInCalendar = false
  private var lineNumber = 1
  private var earlier: Diagnostics
  private var decoder = UTF16StreamDecoder()

  /// - Parameter limits: `bytes` applies to each item, not to the whole document.
  package init(limits: ICSLimits = .standard) {
    self.limits = limits
    earlier = Diagnostics(limit: limits.diagnostics)
  }

  /// The line number after the last item.
  package var nextLineNumber: Int { scanner?.nextLineNumber ?? lineNumber }

  /// Returns and clears the diagnostics collected since the last call.
  package mutating func takeFindings() -> [Diagnostic] {
    let found = scanner?.findings.drain() ?? []
    return Array((earlier.drain() + found).prefix(limits.diagnostics))
  }

  /// Appends the next part of the document, which may be divided at any byte.
  package mutating func append(_ part: [UInt8]) {
    pending.append(contentsOf: decoder.utf8(of: part))
  }

  /// Marks the end of the document.
  package mutating func finish() { isFinished = true }

  /// Reads the next complete item; returns `nil` if more parts are needed or, after ``finish()``, at the end.
  ///
  /// - Throws: ``ICSError`` if an item has more bytes, or the document more lines, than the limits allow.
  package mutating func next(into table: inout LineTable) throws(ICSError) -> ScannedItem? {
    while true {
      if let item = try scanner?.next(into: &table) { return item }
      if let done = scanner { try finish(scanner: done) }
      guard try refill() else { return nil }
    }
  }

  /// Returns the incomplete item at the end of a scanner to the pending bytes.
  private mutating func finish(scanner done: ComponentScanner) throws(ICSError) {
    scanner = nil
    earlier.append(done.findings)
    isInCalendar = done.isInCalendar
    lineNumber = done.nextLineNumber
    let rest = done.source.bytes[done.reader.mark.position...]
    try checkLimit(rest.count + incomplete)
    pending.insert(contentsOf: rest, at: 0)
    wanted = min(2 * (rest.count + incomplete), limits.bytes)
  }

  /// Starts a scanner on the complete content lines available.
  private mutating func refill() throws(ICSError) -> Bool {
    guard isFinished || pending.count > wanted else { return false }
    let end = isFinished ? pending.count : endOfCompleteLines
    if end == 0 { try checkLimit(pending.count) }
    guard end > 0 || (isFinished && isInCalendar) else {
      wanted = isFinished ? 0 : min(2 * pending.count, limits.bytes)
      return false
    }
    var unbounded = limits
    unbounded.bytes = .max
    let source = try ContentSource(Array(pending[..<end]), limits: unbounded, firstLine: lineNumber)
    pending.removeFirst(end)
    incomplete = pending.count
    scanner = ComponentScanner(
      source, limits: limits, isPartial: !(isFinished && pending.isEmpty), isInCalendar: isInCalendar,
      lineNumber: lineNumber)
    return true
  }

  private func checkLimit(_ count: Int) throws(ICSError) {
    guard count <= limits.bytes else {
      throw ICSError(.tooManyBytes, line: lineNumber, limit: limits.bytes)
    }
  }

  /// The position after the last line end that no fold can follow.
  private var endOfCompleteLines: Int {
    pending.withUnsafeBufferPointer { bytes in
      let terminator = bytes.contains(ASCII.lineFeed) ? ASCII.lineFeed : ASCII.carriageReturn
      let end = bytes.indices.dropFirst().last { index in
        bytes[index - 1] == terminator && !ASCII.isBlank(bytes[index]) && !ASCII.isLineEnd(bytes[index])
      }
      return end ?? 0
    }
  }
}
