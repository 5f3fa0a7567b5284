#if !hasFeature(Embedded)
  extension CodingUserInfoKey {
    /// The `ZoneDatabase` in which decoding finds zones; without it the system's, looked up for each value.
    ///
    /// ```swift
    /// decoder.userInfo[.zoneDatabase] = ZoneDatabase { name in bundledFiles[name] }
    /// ```
    public static let zoneDatabase = CodingUserInfoKey(rawValue: "AlmanacTime.zoneDatabase")!
  }

  extension Decoder {
    fileprivate var zones: ZoneDatabase { userInfo[.zoneDatabase] as? ZoneDatabase ?? .system }
  }

  /// Coded as its name: `Europe/Madrid`, `UTC`, `+01:00`. A zone that somebody made has no other: reading its name
  /// is an error unless the decoder's database knows it.
  extension Zone: Codable {
    public init(from decoder: any Decoder) throws {
      let zones = decoder.zones
      self = try decoder.text { (name) throws(TimeError) in
        guard let first = name.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else {
          return try zones.zone(named: name)
        }
        return Zone(
          offset: try TimeError.reading(name) { (scanner) throws(TimeError) in try scanner.utcOffset() })
      }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
  }

  /// Coded in the form of RFC 9557, `2026-03-02T09:00:00+01:00[Europe/Madrid]`; a time whose digits are in a gap
  /// without an offset, which no clock has at those digits.
  ///
  /// A zone that the decoder's database does not have becomes one of the stated offset, under its name, so that
  /// the instant is never lost.
  extension ZonedDateTime: Codable {
    public init(from decoder: any Decoder) throws {
      let zones = decoder.zones
      self = try decoder.text { (text) throws(TimeError) in try ZonedDateTime(coded: text, zones: zones) }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: coded) }
  }

  /// Coded as its text in any of the three forms.
  extension EventTime: Codable {
    public init(from decoder: any Decoder) throws {
      let zones = decoder.zones
      self = try decoder.text { (text) throws(TimeError) in try EventTime(coded: text, zones: zones) }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: coded) }
  }

  extension EventTime {
    /// The text that stands for it in JSON.
    public var coded: String {
      if case .zoned(let zoned) = self { zoned.coded } else { description }
    }

    /// Reads what `coded` wrote.
    ///
    /// - Throws: `TimeError` with the offset of the fault.
    public init(coded text: String, zones: ZoneDatabase) throws(TimeError) {
      guard let time = text.utf8.firstIndex(of: UInt8(ascii: "T")) else {
        self = .date(try CivilDate(text))
        return
      }
      let isBare = text.utf8[time...].dropFirst().allSatisfy { (48...58).contains($0) }
      self =
        isBare
        ? .floating(try CivilDateTime(text)) : .zoned(try ZonedDateTime(coded: text, zones: zones))
    }
  }

  extension ZonedDateTime {
    fileprivate var coded: String {
      zone.local(at: instant) == local ? description : "\(local)[\(zone.name)]"
    }

    fileprivate init(coded text: String, zones: ZoneDatabase) throws(TimeError) {
      do {
        self = try ZonedDateTime(text, zones: zones)
      } catch {
        guard error.code == .unknownZone else { throw error }
        var scanner = TextScanner(text)
        let local = try scanner.dateTime()
        guard let offset = try? scanner.utcOffset(), scanner.take("["), let name = scanner.text(upTo: "]")
        else { throw error }
        self.init(local, in: Zone(offset: offset, name: name))
      }
    }
  }
#endif
