import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Makes calendars of a document's components, one component after the other.
///
/// libical parses each component and says what each value is; what it accepts too easily is checked here, what it
/// rejects is read again with more patience. Nothing that is wrong with one component touches another.
struct ModelReader: ~Copyable {
  let options: ICSOptions
  var libical: LibicalReader
  var zones: ZoneResolver
  var diagnostics: [Diagnostic] = []
  /// The place of the component that is read, which numbers the UID that it may be given.
  var piece = 0
  /// The UID of the component that was read last, as the file has it.
  var statedUID = ""

  init(_ options: ICSOptions) {
    self.options = options
    libical = LibicalReader(listLimit: options.limits.values)
    zones = ZoneResolver(options)
  }
}

// MARK: Telling

extension ModelReader {
  /// Notes something about the component that is being read; its UID is filled in when the component is done.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ line: ContentLine, _ property: String = "",
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String
  ) {
    report(severity, code, line: line.lineNumber, property, message(), repair: repair())
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, line: Int, _ property: String = "",
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String
  ) {
    guard diagnostics.count < options.limits.diagnostics else { return }
    diagnostics.append(
      Diagnostic(severity, code, line: line, property: property, message: message(), repair: repair()))
  }

  /// Says which component the diagnostics since `first` are about.
  mutating func name(uid: String, since first: Int) {
    guard !uid.isEmpty else { return }
    for index in diagnostics.indices.dropFirst(first) where diagnostics[index].uid.isEmpty {
      diagnostics[index].uid = uid
    }
  }
}

/// The start of a value, to be shown in a message.
func excerpt(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
  let shown = TextValue.unescaped(UnsafeBufferPointer(rebasing: bytes.prefix(60)))
  return bytes.count > 60 ? shown + "…" : shown
}

func excerpt(_ bytes: [UInt8]) -> String { bytes.withUnsafeBufferPointer { excerpt($0) } }

// MARK: Simple values

extension ModelReader {
  func text(_ index: Int, _ lines: [ContentLine], _ bytes: LineBytes) -> String {
    libical.text(ofLine: index, lines[index], in: bytes)
  }

  /// The value as it stands, without blanks around it.
  func raw(_ line: ContentLine, _ bytes: LineBytes) -> String { Self.trimmed(bytes.value(of: line)) }

  private static func trimmed(_ value: UnsafeBufferPointer<UInt8>) -> String {
    guard let first = value.first, let last = value.last else { return "" }
    if first > 0x20, last > 0x20 { return String(decoding: value, as: UTF8.self) }
    let head = value.drop { $0 <= 0x20 }
    return String(decoding: head.dropLast(head.reversed().prefix { $0 <= 0x20 }.count), as: UTF8.self)
  }

  /// A URI; of one that is said to be a text, with the escapes undone and without ends of lines.
  func uri(_ line: ContentLine, _ bytes: LineBytes) -> String {
    let isText = bytes.rawParameter("VALUE", of: line).map { isNamed($0, "TEXT") } ?? false
    guard isText else { return raw(line, bytes) }
    let text = TextValue.unescaped(bytes.value(of: line)).utf8.filter { !JSONValue.isControl(UInt32($0)) }
    return text.withUnsafeBufferPointer(Self.trimmed)
  }

  /// A list of TEXT values; empty ones are left out.
  /// - Parameter have: how many the item has of other lines.
  mutating func texts(_ line: ContentLine, _ bytes: LineBytes, _ property: String, have: Int) -> [String] {
    var texts: [String] = []
    forEachValue(line, bytes, property, have: have) { _, _, value in
      let text = TextValue.unescaped(value)
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// Calls `body` with each value of a list and its place among those that libical was given, up to the limit of values.
  mutating func forEachValue(
    _ line: ContentLine, _ bytes: LineBytes, _ property: String, have: Int,
    _ body: (inout ModelReader, Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let value = bytes.value(of: line)
    let limit = options.limits.values
    let room = max(0, limit - have)
    let parts = TextValue.listParts(value, upTo: room == .max ? room : room + 1)
    var place = 0
    for part in parts.prefix(room) where !part.isEmpty {
      body(&self, place, UnsafeBufferPointer(rebasing: value[part]))
      place += 1
    }
    guard parts.count > room else { return }
    report(
      .error, .tooManyValues, line, property, "more than \(limit) values of \(property)",
      repair: "at most \(limit) are read; the rest is left out")
  }

  /// A whole number within limits.
  mutating func integer(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes, in limits: ClosedRange<Int>, _ property: String
  ) -> Int? {
    let value = raw(lines[index], bytes)
    guard let number = Int(value), libical.integer(ofLine: index) != nil else {
      report(
        .warning, .badValue, lines[index], property, "\(excerpt(bytes.value(of: lines[index]))) is no number",
        repair: "left out")
      return nil
    }
    guard limits.contains(number) else {
      report(
        .warning, .outOfRange, lines[index], property,
        "\(number) is not from \(limits.lowerBound) to \(limits.upperBound)", repair: "left out")
      return nil
    }
    return number
  }

  mutating func duration(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes, _ property: String
  ) -> CalendarDuration? {
    let value = raw(lines[index], bytes)
    // libical takes PT and P for nothing; its fields are what legal durations have.
    if let read = libical.duration(ofLine: index), read != LibicalDuration() { return CalendarDuration(read) }
    if let duration = try? CalendarDuration(value) { return duration }
    report(
      .warning, .badValue, lines[index], property,
      "\(excerpt(bytes.value(of: lines[index]))) is no duration", repair: "left out")
    return nil
  }

  /// The parameters but those that the model has a place for.
  func parameters(
    _ line: ContentLine, _ bytes: LineBytes, but known: Set<String> = ModelReader.typeParameters
  ) -> [Parameter] {
    parameters(line, bytes) { !known.contains($0) }
  }

  /// The parameters whose names, in upper case, are wanted; of those that stand twice the first, as no parameter may
  /// (RFC 5545 §3.2).
  func parameters(_ line: ContentLine, _ bytes: LineBytes, where isWanted: (String) -> Bool) -> [Parameter] {
    guard line.hasParameters else { return [] }
    var found: [Parameter] = []
    for parameter in bytes.parameters(of: line) where isWanted(parameter.name) {
      if !found.contains(where: { $0.name == parameter.name }) { found.append(parameter) }
    }
    return found
  }
}

extension CalendarDuration {
  init(_ read: LibicalDuration) {
    self.init(
      isNegative: read.isNegative, weeks: read.weeks, days: read.days, hours: read.hours,
      minutes: read.minutes, seconds: read.seconds)
  }
}
