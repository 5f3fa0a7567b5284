#if LIBICAL_DOOR
  import AlmanacComponents
  package import AlmanacEvents
  package import AlmanacMapping
  package import AlmanacTime
  import CLibical

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A door that calls libical for each value.
  ///
  /// A value of valid form is passed to libical as a C string on the stack, without the Z of UTC, for
  /// which libical would load its zones. Values affected by a ``LibicalFault`` are read by ``PureDoor``
  /// instead. None of the functions called changes state that libical shares between threads; each
  /// thread has its own last error.
  package struct LibicalDoor: ValueDoor {
    /// The longest value in bytes passed to libical. Longer ones are read by ``PureDoor``.
    private static let limit = 64
    private let pure = PureDoor()
    private let isGuarded: Bool
    private let onCall: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - isGuarded: Whether values that libical gets wrong are left to ``PureDoor``. If false, libical reads every value
    ///     of at most 64 bytes in any form: for tests that show that libical is called.
    ///   - onCall: Called whenever libical reads or writes a value: for tests that count.
    package init(isGuarded: Bool = true, onCall: (@Sendable () -> Void)? = nil) {
      (self.isGuarded, self.onCall) = (isGuarded, onCall)
      _ = LibicalSetUp.prepared
    }

    /// Calls `body` with a value as a C string; returns `nil` for a value beyond the limit.
    private func withText<Answer>(
      _ value: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<CChar>) -> Answer?
    ) -> Answer? {
      guard value.count <= Self.limit else { return nil }
      defer { onCall?() }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.limit + 1) { text in
        let end = text.update(fromContentsOf: value)
        text[end] = 0
        return text.withMemoryRebound(to: CChar.self) { UnsafePointer($0.baseAddress).flatMap(body) }
      }
    }

    /// Calls `body` with libical's value for a text, which is freed afterwards.
    private func withValue<Answer>(
      _ value: UnsafeBufferPointer<UInt8>, _ kind: icalvalue_kind, _ body: (OpaquePointer) -> Answer
    ) -> Answer? {
      withText(value) { text in
        guard let made = icalvalue_new_from_string(kind, text) else { return nil }
        defer { icalvalue_free(made) }
        return body(made)
      }
    }

    /// Whether to call libical: not for a value that a fault of it affects.
    ///
    /// - Parameter fault: The fault, for the reader.
    private func usesLibical(unlessAffectedBy fault: LibicalFault, _ isAffected: Bool) -> Bool {
      !isGuarded || !isAffected
    }
  }

  // MARK: Reading

  extension LibicalDoor {
    package func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields? {
      let own = pure.time(value)
      guard !isGuarded || own != nil else { return nil }
      let isZero = value.allSatisfy { $0 == 0x30 || $0 > 0x39 }
      guard usesLibical(unlessAffectedBy: .zeroTime, isZero) else { return own }
      let isUTC = value.last == UInt8(ascii: "Z")
      return withText(UnsafeBufferPointer(rebasing: isUTC ? value.dropLast() : value[...])) {
        let read = icaltime_from_string($0)
        return icaltime_is_null_time(read) == 0 ? TimeFields(read, isUTC: isUTC) : nil
      }
    }

    package func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration? {
      let own = pure.duration(value)
      guard !isGuarded || own != nil else { return nil }
      let hasSmallLetters = value.contains { $0 >= UInt8(ascii: "a") }
      guard usesLibical(unlessAffectedBy: .smallLetters, hasSmallLetters || value.count > Self.limit) else {
        return own
      }
      return withText(value) {
        let read = icaldurationtype_from_string($0)
        return icaldurationtype_is_bad_duration(read) == 0 ? CalendarDuration(read) : nil
      }
    }

    package func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
      guard !isGuarded || pure.offset(value) != nil else { return nil }
      return withValue(value, ICAL_UTCOFFSET_VALUE) { Int(icalvalue_get_utcoffset($0)) }
    }

    package func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
      let own = pure.integer(value)
      guard !isGuarded || own != nil else { return nil }
      let isLong = own.flatMap(Int32.init(exactly:)) == nil
      guard usesLibical(unlessAffectedBy: .wrappedInteger, isLong || value.count > Self.limit) else {
        return own
      }
      return withValue(value, ICAL_INTEGER_VALUE) { Int(icalvalue_get_integer($0)) }
    }

    package func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)? {
      let own = pure.geo(value)
      guard !isGuarded || own != nil else { return nil }
      let point = localeconv()?.pointee.decimal_point
      let hasLongPoint = point.map { strlen($0) > 1 } ?? false
      guard usesLibical(unlessAffectedBy: .longDecimalPoint, hasLongPoint || value.count > Self.limit) else {
        return own
      }
      return withValue(value, ICAL_GEO_VALUE) {
        let read = icalvalue_get_geo($0)
        return (read.lat, read.lon)
      }
    }

    /// Reads a REQUEST-STATUS; libical reads only its code.
    package func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus? {
      guard isGuarded else { return libicalStatus(value) }
      guard var status = pure.requestStatus(value) else { return nil }
      let code = UnsafeBufferPointer(rebasing: value.prefix { $0 != UInt8(ascii: ";") })
      let numbers = code.split(separator: UInt8(ascii: "."))
      let loses = numbers.count != 2 || numbers.contains { $0.count > 1 && $0.first == 0x30 }
      if usesLibical(unlessAffectedBy: .lostStatus, loses), let known = libicalStatus(code) {
        status.code = known.code
      }
      return status
    }

    private func libicalStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus? {
      withValue(value, ICAL_REQUESTSTATUS_VALUE) {
        let read = icalvalue_get_requeststatus($0)
        let (major, minor) = (icalenum_reqstat_major(read.code), icalenum_reqstat_minor(read.code))
        return RequestStatus(
          code: "\(major).\(minor)", text: read.desc.map { String(cString: $0) } ?? "",
          data: read.debug.map { String(cString: $0) } ?? "")
      }
    }
  }

  // MARK: Writing

  extension LibicalDoor {
    package func append(_ time: TimeFields, to line: inout [UInt8]) {
      let fits =
        0...9999 ~= time.year && 0...99 ~= time.month && 0...99 ~= time.day && 0...99 ~= time.hour
        && 0...99 ~= time.minute && 0...99 ~= time.second
      guard usesLibical(unlessAffectedBy: .cutTime, !fits),
        append(consuming: icaltime_as_ical_string_r(icaltimetype(time)), to: &line)
      else { return pure.append(time, to: &line) }
    }

    package func append(_ duration: CalendarDuration, to line: inout [UInt8]) {
      let lacksMinutes = duration.hours > 0 && duration.seconds > 0 && duration.minutes == 0
      guard usesLibical(unlessAffectedBy: .negativeZero, duration.isNegative && duration.isZero),
        usesLibical(unlessAffectedBy: .missingMinutes, lacksMinutes),
        usesLibical(unlessAffectedBy: .wrappedDuration, Int32(exactly: duration.civilSeconds) == nil),
        append(consuming: icaldurationtype_as_ical_string_r(icaldurationtype(duration)), to: &line)
      else { return pure.append(duration, to: &line) }
    }

    package func append(offset: Int, to line: inout [UInt8]) {
      guard usesLibical(unlessAffectedBy: .boundedOffset, offset.magnitude >= 86_400),
        append(consumingValue: icalvalue_new_utcoffset(Int32(clamping: offset)), to: &line)
      else { return pure.append(offset: offset, to: &line) }
    }

    package func append(_ number: Int, to line: inout [UInt8]) {
      guard usesLibical(unlessAffectedBy: .longInteger, Int32(exactly: number) == nil),
        append(consumingValue: icalvalue_new_integer(Int32(truncatingIfNeeded: number)), to: &line)
      else { return pure.append(number, to: &line) }
    }

    /// Appends the text of a value and frees the value.
    ///
    /// - Returns: `false` if there is no value or libical returns no text for it.
    private func append(consumingValue value: OpaquePointer?, to line: inout [UInt8]) -> Bool {
      guard let value else { return false }
      defer { icalvalue_free(value) }
      return append(consuming: icalvalue_as_ical_string_r(value), to: &line)
    }

    /// Appends a text allocated by libical and frees it.
    ///
    /// - Returns: `false` if there is no text.
    private func append(consuming text: UnsafeMutablePointer<CChar>?, to line: inout [UInt8]) -> Bool {
      guard let text else { return false }
      onCall?()
      defer { icalmemory_free_buffer(text) }
      line.append(contentsOf: UnsafeRawBufferPointer(start: text, count: strlen(text)))
      return true
    }
  }

  // MARK: libical's values

  extension TimeFields {
    fileprivate init(_ time: icaltimetype, isUTC: Bool) {
      self.init(time.year, time.month, time.day, time.hour, time.minute, time.second, isUTC: isUTC)
      isDate = time.is_date != 0
    }
  }

  extension icaltimetype {
    fileprivate init(_ time: TimeFields) {
      self.init()
      (year, month, day) = (time.year, time.month, time.day)
      (hour, minute, second) = (time.hour, time.minute, time.second)
      is_date = time.isDate ? 1 : 0
      // libical uses its UTC zone whenever it prints a time, in UTC or not, so the
      // zone is created here first.
      let utc = LibicalSetUp.utc
      if time.isUTC { zone = utc }
    }
  }

  extension CalendarDuration {
    fileprivate init(_ read: icaldurationtype) {
      self.init(
        isNegative: read.is_neg != 0, weeks: Int(read.weeks), days: Int(read.days), hours: Int(read.hours),
        minutes: Int(read.minutes), seconds: Int(read.seconds))
    }
  }

  extension icaldurationtype {
    fileprivate init(_ duration: CalendarDuration) {
      self.init(
        is_neg: duration.isNegative ? 1 : 0, days: UInt32(duration.days), weeks: UInt32(duration.weeks),
        hours: UInt32(duration.hours), minutes: UInt32(duration.minutes), seconds: UInt32(duration.seconds))
    }
  }

  /// Shared state of libical, initialised once.
  private enum LibicalSetUp {
    /// Prevents libical from ending the process on errors.
    static let prepared: Void = icalerror_set_errors_are_fatal(0)

    /// libical's UTC zone, never freed. Creating it loads libical's zones, without a lock and in
    /// milliseconds, so only writing uses it.
    nonisolated(unsafe) static let utc: OpaquePointer? = icaltimezone_get_utc_timezone()
  }

  /// The complete list of values that libical 3.0.16 reads or writes otherwise than RFC 5545 specifies.
  ///
  /// Invalid values that libical accepts are rejected by ``PureDoor`` before libical is called. For each
  /// other fault, ``LibicalDoor`` has a condition under which a value is affected; such a value is read or
  /// written by ``PureDoor``.
  package enum LibicalFault: CaseIterable, Sendable {
    // MARK: Accepted too easily

    /// `sscanf` accepts blanks and signs as digits, and hyphens between them: the month
    /// of `2026 302T090000` is 30.
    case looseTime
    /// Numbers wrap (`P99999999999D`), parts may be in any order (`PT5M1H`), a number without a unit is
    /// ignored (`PT1H30`), and a value without parts is zero (`P`, `PT`).
    case looseDuration
    /// `atoi` reads a leading number and returns 0 if there is none: `5x` is 5, `abc` is 0.
    case looseInteger
    /// A missing sign, one digit, colons, and any number of hours are accepted: `+1`
    /// and `+01:00` are 60 seconds.
    case looseOffset
    /// A third number is ignored; text that is not a number is 0: `41.5;x`.
    case looseGeo

    // MARK: Read wrongly

    /// A time of zeros equals the value that libical returns for an error.
    case zeroTime
    /// Lower case is rejected: `p1w`.
    case smallLetters
    /// Integers beyond 32 bits wrap.
    case wrappedInteger
    /// Decimals are truncated if the locale's decimal point is longer than a byte (`ps_AF`).
    case longDecimalPoint
    /// In a REQUEST-STATUS the text is lost and escapes remain in the data; a third number and leading zeros
    /// are dropped from the code, and codes not in RFC 5545 are rejected.
    case lostStatus

    // MARK: Written wrongly

    /// A year of five digits truncates the last character.
    case cutTime
    /// Zero minutes are omitted between hours and seconds: `PT1H30S`, where RFC 5545
    /// §3.3.6 requires `PT1H0M30S`.
    case missingMinutes
    /// A multiple of 2³² seconds is written as zero (`P2147483647DT24H` as `PT0S`).
    case wrappedDuration
    /// A negative zero loses its sign.
    case negativeZero
    /// Hours beyond 23 are written as 23.
    case boundedOffset
    /// Integers beyond 32 bits cannot be passed.
    case longInteger
  }

  /// The default door for typed values.
  package let standardDoor: any ValueDoor = LibicalDoor()
#else
  package import AlmanacMapping

  /// The default door for typed values.
  package let standardDoor: any ValueDoor = PureDoor()
#endif

extension ICSOptions {
  var valueDoor: any ValueDoor { door ?? standardDoor }
}
