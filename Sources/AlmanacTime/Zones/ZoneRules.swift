#if !hasFeature(Embedded)
  /// A zone coded as an object with its transitions, for documents that contain their own zones; `Zone` itself is
  /// coded as its name.
  ///
  /// ```json
  /// {"name": "Our clocks", "offset": "+01:00", "abbreviation": "OST", "transitions": [
  ///   {"at": "2026-03-29T01:00:00Z", "offset": "+02:00", "abbreviation": "OSST", "isDaylight": true}]}
  /// ```
  /// `offset`, `abbreviation` and `isDaylight` apply before the first transition. With `repeats` the last 400 years
  /// of the transitions repeat for ever; `posixRule`, which excludes the other members, applies for all time.
  public struct ZoneRules: Sendable, Hashable, Codable {
    public let zone: Zone

    public init(_ zone: Zone) {
      self.zone = zone
    }

    private enum Key: String, CodingKey {
      case name, posixRule, transitions, repeats
    }

    private enum PhaseKey: String, CodingKey {
      case at, offset, abbreviation, isDaylight
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let name = try container.decode(String.self, forKey: .name)
      if let rule = try container.decodeIfPresent(String.self, forKey: .posixRule) {
        do {
          zone = try Zone(name: name, posix: rule)
        } catch {
          throw DecodingError.dataCorruptedError(
            forKey: .posixRule, in: container, debugDescription: "\(error)")
        }
        return
      }
      var transitions: [ZoneTransition] = []
      if container.contains(.transitions) {
        var list = try container.nestedUnkeyedContainer(forKey: .transitions)
        while !list.isAtEnd {
          let entry = try list.nestedContainer(keyedBy: PhaseKey.self)
          transitions.append(
            ZoneTransition(try entry.decode(Instant.self, forKey: .at), try Self.phase(entry)))
        }
      }
      zone = Zone(
        name: name, initial: try Self.phase(decoder.container(keyedBy: PhaseKey.self)),
        transitions: transitions,
        repeats: try container.decodeIfPresent(Bool.self, forKey: .repeats) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(zone.name, forKey: .name)
      if let rule = zone.posixRule, let plain = try? Zone(name: zone.name, posix: rule), plain == zone {
        return try container.encode(rule, forKey: .posixRule)
      }
      let table = zone.table
      var first = encoder.container(keyedBy: PhaseKey.self)
      try Self.encode(table.initial, into: &first)
      if table.repeats { try container.encode(true, forKey: .repeats) }
      guard !table.starts.isEmpty else { return }
      var list = container.nestedUnkeyedContainer(forKey: .transitions)
      for (start, phase) in zip(table.starts, table.phases) {
        var entry = list.nestedContainer(keyedBy: PhaseKey.self)
        try entry.encode(Instant(secondsSinceEpoch: start), forKey: .at)
        try Self.encode(phase, into: &entry)
      }
    }

    private static func phase(_ container: KeyedDecodingContainer<PhaseKey>) throws -> ZonePhase {
      let text = try container.decode(String.self, forKey: .offset)
      do {
        return ZonePhase(
          offset: try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.utcOffset() },
          isDaylight: try container.decodeIfPresent(Bool.self, forKey: .isDaylight) ?? false,
          abbreviation: try container.decodeIfPresent(String.self, forKey: .abbreviation) ?? text)
      } catch let error as TimeError {
        throw DecodingError.dataCorruptedError(forKey: .offset, in: container, debugDescription: "\(error)")
      }
    }

    private static func encode(_ phase: ZonePhase, into container: inout KeyedEncodingContainer<PhaseKey>)
      throws
    {
      let offset = Zone.offsetName(phase.offset)
      try container.encode(offset, forKey: .offset)
      if phase.abbreviation != offset { try container.encode(phase.abbreviation, forKey: .abbreviation) }
      if phase.isDaylight { try container.encode(true, forKey: .isDaylight) }
    }
  }
#endif
