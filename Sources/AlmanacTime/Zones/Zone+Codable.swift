#if !hasFeature(Embedded)
  extension CodingUserInfoKey {
    /// The `ZoneDatabase` in which decoding finds zones; by default the system's, which is read for each value.
    ///
    /// ```swift
    /// decoder.userInfo[.zoneDatabase] = ZoneDatabase { name in bundledFiles[name] }
    /// ```
    public static let zoneDatabase = CodingUserInfoKey(rawValue: "AlmanacTime.zoneDatabase")!
  }

  extension Decoder {
    /// The zones of the document, else of `userInfo`, else of the system.
    fileprivate var zones: ZoneDatabase {
      ZoneScope.zones ?? userInfo[.zoneDatabase] as? ZoneDatabase ?? .system
    }
  }

  /// The zones of the document that is being decoded; a decoder cannot store values of one part of a document
  /// that other parts need.
  private enum ZoneScope {
    @TaskLocal static var zones: ZoneDatabase?
    @TaskLocal static var written: WrittenZones?
  }

  /// The zones of the values that are being encoded. One task encodes a document.
  private final class WrittenZones: @unchecked Sendable {
    var zones: Set<Zone> = []
  }

  extension Decoder {
    /// Decodes with the zones of a document taking precedence over those of the decoder's database; each name is
    /// looked up once.
    package func decoding<Result>(with zones: [Zone], _ body: () throws -> Result) rethrows -> Result {
      let database = self.zones.caching().adding(zones)
      return try ZoneScope.$zones.withValue(database, operation: body)
    }
  }

  extension Encoder {
    /// Encodes the values of a document.
    ///
    /// - Returns: The zones that the document has to contain, in the order of their names: those of the values that are
    ///   not in the encoder's database under their name.
    /// - Throws: `EncodingError` for two zones of one name, and the errors of `values`.
    package func zonesToEncode(in values: () throws -> Void) throws -> [Zone] {
      let written = WrittenZones()
      try ZoneScope.$written.withValue(written, operation: values)
      let database = userInfo[.zoneDatabase] as? ZoneDatabase ?? .system
      let own = written.zones.filter { zone in
        !zone.hasOffsetName && (try? database.zone(named: zone.name)) != zone
      }
      let sorted = own.sorted { $0.name < $1.name }
      for (one, next) in zip(sorted, sorted.dropFirst()) where one.name == next.name {
        throw EncodingError.invalidValue(
          next, .init(codingPath: codingPath, debugDescription: "two zones are called \(next.name)"))
      }
      return sorted
    }
  }

  /// A type that is coded as a text whose zones are found in the decoder's database.
  protocol ZoneCoded: Codable {
    var coded: String { get }
    /// The zone that its text names.
    var codedZone: Zone? { get }

    init(coded text: String, zones: ZoneDatabase) throws(TimeError)
  }

  extension ZoneCoded {
    public init(from decoder: any Decoder) throws {
      let zones = decoder.zones
      self = try decoder.text { (text) throws(TimeError) in try Self(coded: text, zones: zones) }
    }

    public func encode(to encoder: any Encoder) throws {
      if let codedZone { ZoneScope.written?.zones.insert(codedZone) }
      try coded.encode(to: encoder)
    }
  }

  /// Coded as its name: `Europe/Madrid`, `UTC`, `+01:00`. Decoding a name that is not in the decoder's database is an
  /// error. Characters with a meaning of their own, such as a bracket, are written as `%5D`.
  extension Zone: ZoneCoded {
    var codedZone: Zone? { self }

    var coded: String { hasOffsetName ? name : ZoneName.coded(name) }

    init(coded name: String, zones: ZoneDatabase) throws(TimeError) {
      guard let first = name.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else {
        self = try zones.zone(named: ZoneName.decoded(name))
        return
      }
      self.init(offset: try Self.offset(named: name))
    }
  }

  extension Zone {
    /// Whether its name is the form of its offset, such as `+01:00`.
    fileprivate var hasOffsetName: Bool { fixedOffset.map { Self.offsetName($0) == name } ?? false }
  }

  /// The coded form of zone names: characters with a meaning of their own are escaped, a sign only at the beginning.
  private enum ZoneName {
    static func coded(_ name: String) -> String {
      let isSigned = name.utf8.first == UInt8(ascii: "+") || name.utf8.first == UInt8(ascii: "-")
      return Escapes.encoded(String(name.prefix(1))) { !isSigned && isPlain($0) }
        + Escapes.encoded(String(name.dropFirst()), leaving: isPlain)
    }

    static func decoded(_ text: String) -> String { Escapes.decoded(text[...]) ?? text }

    private static func isPlain(_ byte: UInt8) -> Bool {
      byte >= 0x20 && byte != 0x7F && !"%[]=!".utf8.contains(byte)
    }
  }

  /// Coded in the form of RFC 9557, `2026-03-02T09:00:00+01:00[Europe/Madrid]`; without an offset where the digits
  /// are in a gap, as clocks do not show them.
  ///
  /// A zone that is not in the decoder's database becomes one of the stated offset with its name, so that the instant
  /// is preserved.
  extension ZonedDateTime: ZoneCoded {
    var codedZone: Zone? { zone }
  }

  /// Coded as its text in any of the three forms.
  extension EventTime: ZoneCoded {
    var codedZone: Zone? { zone }
  }

  extension EventTime {
    /// The text of its coded form.
    public var coded: String {
      if case .zoned(let zoned) = self { zoned.coded } else { description }
    }

    /// Reads the text of `coded`.
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
    var coded: String {
      if zone == .utc { return description }
      let isGap = zone.local(at: instant) != local
      return "\(local)\(isGap ? "" : Zone.offsetName(zone.offset(at: instant)))[\(zone.coded)]"
    }

    init(coded text: String, zones: ZoneDatabase) throws(TimeError) {
      do {
        let escaped = zones.adding { name in
          name.utf8.contains(UInt8(ascii: "%")) ? try? zones.zone(named: ZoneName.decoded(name)) : nil
        }
        self = try ZonedDateTime(text, zones: text.utf8.contains(UInt8(ascii: "%")) ? escaped : zones)
      } catch {
        guard error.code == .unknownZone else { throw error }
        var scanner = TextScanner(text)
        let local = try scanner.dateTime()
        guard let offset = try? scanner.utcOffset(), scanner.skip("["), let name = scanner.text(upTo: "]")
        else { throw error }
        self.init(local, in: Zone(offset: offset, name: ZoneName.decoded(name)))
      }
    }
  }
#endif
