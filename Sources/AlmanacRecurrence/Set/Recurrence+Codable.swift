#if !hasFeature(Embedded)
  internal import AlmanacTime

  /// Coded as the value of an RRULE: `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24`.
  extension RecurrenceRule: Codable {
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      do {
        self = try RecurrenceRule(text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\": \(error)")
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  /// Coded as its start, or as an object with `start` and `end` or `duration`.
  extension RecurrenceDate: Codable {
    private enum Key: String, CodingKey {
      case start, end, duration
    }

    public init(from decoder: any Decoder) throws {
      if let start = try? EventTime(from: decoder) {
        self.init(start)
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      let end = try container.decodeIfPresent(EventTime.self, forKey: .end)
      let duration = try container.decodeIfPresent(CalendarDuration.self, forKey: .duration)
      self.init(
        try container.decode(EventTime.self, forKey: .start),
        extent: end.map { .end($0) } ?? duration.map { .duration($0) })
    }

    public func encode(to encoder: any Encoder) throws {
      guard let extent else { return try start.encode(to: encoder) }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(start, forKey: .start)
      switch extent {
      case .end(let end): try container.encode(end, forKey: .end)
      case .duration(let duration): try container.encode(duration, forKey: .duration)
      }
    }
  }
#endif
