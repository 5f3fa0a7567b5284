#if LIBICAL_DOOR
  /// The values that libical 3.0.16 reads or writes otherwise than RFC 5545 has them: the only list of them.
  ///
  /// What libical accepts too easily is refused by ``PureDoor`` before libical is asked. For each of the others
  /// ``LibicalDoor`` has the condition under which a value would meet it; the value is then that of ``PureDoor``.
  package enum LibicalFault: CaseIterable, Sendable {
    // MARK: Accepted too easily

    /// `sscanf` takes blanks and signs for digits, and hyphens may be between them: `2026 302T090000` is in month 30.
    case looseTime
    /// Numbers wrap (`P99999999999D`), parts come in any order (`PT5M1H`), a number without a unit is left out
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
  }
#endif
