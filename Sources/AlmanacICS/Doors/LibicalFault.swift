#if LIBICAL_DOOR
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
#endif
