#if LIBICAL_DOOR
  import AlmanacEvents
  import AlmanacMapping
  import AlmanacTime
  import CLibical

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The values that libical 3.0.16 reads or writes otherwise than RFC 5545 has them: the only list of them.
  ///
  /// What libical accepts too easily is refused by ``PureDoor`` before libical is asked. The others have a guard, an
  /// initialiser or a constant below that says which fault a value would meet; ``PureDoor`` has its value then.
  package enum LibicalFault: CaseIterable, Sendable {
    // MARK: Accepted too easily

    /// `sscanf` takes blanks and signs for digits, and hyphens may stand between them: `2026 302T090000` is in month 30.
    case looseTime
    /// Numbers wrap (`P99999999999D`), parts stand in any order (`PT5M1H`), a number without a unit is left out
    /// (`PT1H30`), and no part at all is zero (`P`, `PT`).
    case looseDuration
    /// `atoi` takes what begins as a number, and 0 for the rest: `5x` is 5, `abc` is 0.
    case looseInteger
    /// There may be no sign, one digit, colons, or any number of hours: `+1` and `+01:00` are 60 seconds.
    case looseOffset
    /// A third number is passed over; one that is none is 0: `41.5;x`.
    case looseGeo

    // MARK: Read wrongly

    /// A time of zeros is what libical gives for what it refuses.
    case zeroTime
    /// Small letters are refused: `p1w`.
    case smallLetters
    /// Integers beyond 32 bits wrap.
    case wrappedInteger
    /// Decimals are cut off where the locale's decimal point is longer than a byte (`ps_AF`).
    case longDecimalPoint
    /// Of REQUEST-STATUS the text is lost and escapes stay in the data; a third number and zeros before a number are left
    /// out of the code, and codes that are not in RFC 5545 are refused.
    case lostStatus

    // MARK: Written wrongly

    /// A year of five digits pushes the last character out.
    case cutTime
    /// `PT1H30S`, where RFC 5545 §3.3.6 wants `PT1H0M30S`.
    case missingMinutes
    /// What is a multiple of 2³² seconds is zero (`P2147483647DT24H` is `PT0S`).
    case wrappedDuration
    /// A negative zero loses its sign.
    case negativeZero
    /// Hours beyond 23 are written as 23.
    case boundedOffset
    /// Integers beyond 32 bits cannot be given.
    case longInteger
    /// Six decimals whatever the number has; and the locale of the whole process is changed meanwhile.
    case roundedGeo
    /// The text is not escaped, the data is not written.
    case unescapedStatus
  }

  // MARK: Guards of reading

  extension LibicalFault {
    /// - Parameter value: Of the shape of a time, as the values of the other guards are of theirs.
    init?(readingTime value: UnsafeBufferPointer<UInt8>) {
      guard value.allSatisfy({ $0 == 0x30 || $0 > 0x39 }) else { return nil }
      self = .zeroTime
    }

    init?(readingDuration value: UnsafeBufferPointer<UInt8>) {
      guard value.contains(where: { $0 >= UInt8(ascii: "a") }) else { return nil }
      self = .smallLetters
    }

    init?(readingInteger value: UnsafeBufferPointer<UInt8>) {
      guard value.count > 9, PureDoor().integer(value).flatMap(Int32.init(exactly:)) == nil else {
        return nil
      }
      self = .wrappedInteger
    }

    static var readingGeo: LibicalFault? {
      guard let point = localeconv()?.pointee.decimal_point, point[0] != 0, point[1] != 0 else { return nil }
      return .longDecimalPoint
    }

    /// - Parameter code: What stands before the first semicolon.
    init?(readingCode code: UnsafeBufferPointer<UInt8>) {
      let numbers = code.split(separator: UInt8(ascii: "."))
      guard numbers.count != 2 || numbers.contains(where: { $0.count > 1 && $0.first == 0x30 }) else {
        return nil
      }
      self = .lostStatus
    }
  }

  // MARK: Guards of writing

  extension LibicalFault {
    init?(writing time: TimeFields) {
      guard
        !(0...9999 ~= time.year && 0...99 ~= time.month && 0...99 ~= time.day && 0...99 ~= time.hour
          && 0...99 ~= time.minute && 0...99 ~= time.second)
      else { return nil }
      self = .cutTime
    }

    init?(writing duration: CalendarDuration) {
      if duration.isNegative, duration.isZero {
        self = .negativeZero
      } else if duration.hours > 0, duration.seconds > 0, duration.minutes == 0 {
        self = .missingMinutes
      } else if Int32(exactly: duration.civilSeconds) == nil {
        self = .wrappedDuration
      } else {
        return nil
      }
    }

    init?(writingOffset offset: Int) {
      guard offset.magnitude >= 86_400 else { return nil }
      self = .boundedOffset
    }

    init?(writing number: Int) {
      guard Int32(exactly: number) == nil else { return nil }
      self = .longInteger
    }

    static let writingGeo: LibicalFault? = .roundedGeo
    static let writingStatus: LibicalFault? = .unescapedStatus
  }
#endif
