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
    /// The zone that is coded, with its transitions or its POSIX rule.
    public let zone: Zone

    /// Creates the coded form of a zone.
    public init(_ zone: Zone) {
      self.zone = zone
    }

    public init(from decoder: any Decoder) throws {
      let form = try Form(from: decoder)
      if let rule = form.posixRule {
        zone = try Zone(name: form.name, posix: rule.description)
        return
      }
      zone = Zone(
        name: form.name, initial: try Phase(from: decoder).phase,
        transitions: try (form.transitions ?? []).map { entry in
          if let at = entry.at { return ZoneTransition(at, entry.phase) }
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "a transition without its member at"))
        },
        repeats: form.repeats ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
      var form = Form(name: zone.name)
      // An object around it has a number of its own.
      if encoder.codingPath.allSatisfy({ $0.intValue != nil }) { form.schema = StoredSchema() }
      if let rule = zone.posixRule, let plain = try? Zone(name: zone.name, posix: rule), plain == zone {
        form.posixRule = try RuleText(rule)
        return try form.encode(to: encoder)
      }
      let table = zone.table
      try Phase(table.initial).encode(to: encoder)
      if table.repeats { form.repeats = true }
      if !table.starts.isEmpty {
        form.transitions = table.transitions.map { Phase($0.phase, at: $0.instant) }
      }
      try form.encode(to: encoder)
    }

    /// The members of the object other than those of its initial phase.
    private struct Form: Codable {
      var schema: StoredSchema?
      var name: String
      var posixRule: RuleText?
      var transitions: [Phase]?
      var repeats: Bool?
    }

    /// The initial phase, or a transition and the phase after it.
    private struct Phase: Codable {
      let at: Instant?
      let offset: OffsetText
      let abbreviation: String?
      let isDaylight: Bool?

      init(_ phase: ZonePhase, at: Instant? = nil) {
        self.at = at
        offset = OffsetText(seconds: phase.offset)
        abbreviation = phase.abbreviation == offset.description ? nil : phase.abbreviation
        isDaylight = phase.isDaylight ? true : nil
      }

      var phase: ZonePhase {
        ZonePhase(
          offset: offset.seconds, isDaylight: isDaylight ?? false,
          abbreviation: abbreviation ?? offset.description)
      }
    }

    // Texts that are checked as they are decoded, so that an error has their path.

    private struct RuleText: TextCoded {
      let description: String

      init(_ text: String) throws(TimeError) {
        _ = try POSIXRule(text)
        description = text
      }
    }

    private struct OffsetText: TextCoded {
      let seconds: Int
      let description: String

      init(seconds: Int) {
        self.seconds = seconds
        description = Zone.offsetName(seconds)
      }

      init(_ text: String) throws(TimeError) {
        seconds = try Zone.offset(named: text)
        description = text
      }
    }
  }
#endif
