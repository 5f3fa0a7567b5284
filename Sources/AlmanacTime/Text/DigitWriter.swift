/// Writes dates, times and offsets into the memory of a text.
package struct DigitWriter {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes that are written.
  package private(set) var count = 0

  package init(memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  /// The text that a closure writes, of no more bytes than the capacity. One of at most 15 is stored without memory of its
  /// own.
  @inline(__always)
  static func text(capacity: Int = 15, _ write: (inout DigitWriter) -> Void) -> String {
    String(unsafeUninitializedCapacity: capacity) { memory in
      var writer = DigitWriter(memory: memory)
      write(&writer)
      return writer.count
    }
  }

  /// The range of two times as clocks show them: `09:00–10:30`.
  static func range(_ start: CivilTime, _ end: CivilTime) -> String {
    text(capacity: start.second == 0 && end.second == 0 ? 15 : 20) { text in
      text.append(clock: start.secondOfDay)
      for byte in "–".utf8 {
        text.memory[text.count] = byte
        text.count += 1
      }
      text.append(clock: end.secondOfDay)
    }
  }

  /// Appends an ASCII character.
  @inline(__always)
  mutating func append(_ character: Unicode.Scalar) {
    memory[count] = UInt8(ascii: character)
    count += 1
  }

  /// Appends the last digits of a number, as many as stated.
  @inline(__always)
  mutating func append(_ number: Int, digits: Int = 2) {
    var (rest, place) = (number, count + digits)
    while place > count {
      place -= 1
      memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  /// Appends four digits for years 0…9999; others with a sign and six digits, as ISO 8601 expands them.
  mutating func append(year: Int) {
    if (0...9999).contains(year) { return append(year, digits: 4) }
    append(year < 0 ? "-" : "+")
    append(Int(year.magnitude), digits: 6)
  }

  /// Appends `20260302` or `2026-03-02`.
  mutating func append(_ date: CivilDate, _ form: CivilForm = .extended) {
    let (year, month, day) = date.fields
    append(year: year)
    if form == .extended { append("-") }
    append(month)
    if form == .extended { append("-") }
    append(day)
  }

  /// Appends `093000` or `09:30:00`.
  mutating func append(_ time: CivilTime, _ form: CivilForm = .extended) {
    append(time.hour)
    if form == .extended { append(":") }
    append(time.minute)
    if form == .extended { append(":") }
    append(time.second)
  }

  /// Appends `20260302T090000` or `2026-03-02T09:00:00`.
  mutating func append(_ time: CivilDateTime, _ form: CivilForm = .extended) {
    append(time.date, form)
    append("T")
    append(time.time, form)
  }

  /// Appends `+01:00`, with seconds where there are any. Offsets are bounded to those of `ZonePhase`.
  mutating func append(offset: Int) {
    append(offset < 0 ? "-" : "+")
    append(clock: Int(ZonePhase.bounded(offset).magnitude))
  }

  /// The bytes that a time with its offset has at most.
  package static let timeCapacity = 40

  /// Appends `2026-03-02T09:00:00+01:00`, with `Z` for UTC.
  mutating func append(_ time: ZonedDateTime) {
    let offset = time.zone.offset(at: time.instant)
    append(CivilDateTime(secondsSinceEpoch: time.instant.secondsSinceEpoch + Int64(offset)))
    if time.zone == .utc { append("Z") } else { append(offset: offset) }
  }

  /// Appends a time by ISO 8601, with its offset and without the name of its zone; or a date.
  package mutating func append(_ time: EventTime) {
    switch time {
    case .date(let date): append(date)
    case .floating(let local): append(local)
    case .zoned(let zoned): append(zoned)
    }
  }

  /// Appends a number of seconds as hours and minutes, with seconds where there are any: `09:30`.
  mutating func append(clock seconds: Int) {
    append(seconds / 3600)
    append(":")
    append(seconds / 60 % 60)
    guard seconds % 60 != 0 else { return }
    append(":")
    append(seconds % 60)
  }
}
