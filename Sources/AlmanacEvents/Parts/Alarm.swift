public import AlmanacTime

/// A reminder of an item: VALARM of RFC 5545 §3.6.6 with the additions of RFC 9074.
///
/// ```swift
/// event.alarms = [Alarm(.before(.minutes(15)))]
/// event.alarms.append(Alarm(.after(.zero, .end), action: .audio))
/// ```
public struct Alarm: Sendable, Hashable {
  /// The time at which the alarm goes off (TRIGGER).
  public var trigger: Trigger
  /// The action (ACTION); ``Action/display`` by default.
  public var action: Action
  /// Further signals after the first.
  public var repetition: Repetition?
  /// The subject of an e-mail; where it is empty, the item's summary is written.
  public var summary: String
  /// The text that is shown or sent (DESCRIPTION); where it is empty, DISPLAY and EMAIL are
  /// written with the item's summary.
  public var details: String
  /// The recipients of an e-mail.
  public var attendees: [Attendee]
  /// The sound to play, or the files to send.
  public var attachments: [AttachedFile]
  /// The alarm's own identity (RFC 9074 §4); empty when it has none.
  public var uid: String
  /// The instant up to which signals are acknowledged (ACKNOWLEDGED, RFC 9074 §6.1).
  public var acknowledged: Instant?
  /// Relations; one of kind `.snooze` has the UID of the alarm that this one puts off (RFC 9074 §7).
  public var relations: [Relation]
  /// The unmodelled content of a file, stored to be written again.
  public var unmodelled: Unmodelled

  /// Creates an alarm; by default it goes off once and displays the item's summary.
  public init(
    _ trigger: Trigger, action: Action = .display, repetition: Repetition? = nil, summary: String = "",
    details: String = "", attendees: [Attendee] = [], attachments: [AttachedFile] = [], uid: String = "",
    acknowledged: Instant? = nil, relations: [Relation] = [], unmodelled: Unmodelled = Unmodelled()
  ) {
    self.trigger = trigger
    self.action = action
    self.repetition = repetition
    self.summary = summary
    self.details = details
    self.attendees = attendees
    self.attachments = attachments
    self.uid = uid
    self.acknowledged = acknowledged
    self.relations = relations
    self.unmodelled = unmodelled
  }
}

extension Alarm {
  /// The single instant at which it goes off; `nil` where it counts from a start or an end.
  var instant: Instant? {
    if case .absolute(let instant) = trigger { instant } else { nil }
  }

  /// The time at which an alarm goes off (TRIGGER, RFC 5545 §3.8.6.3).
  public enum Trigger: Sendable, Hashable {
    /// A distance from the start or the end of each occurrence; negative is before.
    case relative(CalendarDuration, to: Anchor)
    /// A single instant.
    case absolute(Instant)

    /// Returns a trigger that goes off some time before the start or the end of each occurrence; a negative time is after it.
    public static func before(_ length: CalendarDuration, _ anchor: Anchor = .start) -> Trigger {
      .relative(-length, to: anchor)
    }

    /// Returns a trigger that goes off some time after the start or the end of each occurrence; a negative time is before it.
    public static func after(_ length: CalendarDuration, _ anchor: Anchor = .start) -> Trigger {
      .relative(length, to: anchor)
    }

    /// The trigger in the one of its notations that has days and seconds: `-PT60M` and `-PT1H` are the same length.
    package var normalForm: Trigger {
      guard case .relative(let length, let anchor) = self else { return self }
      let (days, seconds) = (length.nominalDays.magnitude, length.exactSeconds.magnitude)
      if max(days, seconds) > Int32.max { return self }
      let isNegative = length.isNegative && !length.isZero
      return .relative(
        CalendarDuration(isNegative: isNegative, days: Int(days), seconds: Int(seconds)), to: anchor)
    }
  }

  /// The time of an occurrence from which a trigger counts (RELATED, RFC 5545 §3.2.14).
  public enum Anchor: String, Sendable, Hashable, CaseIterable {
    /// The start, which is the default; of a to-do without a start, its due time.
    case start = "START"
    /// The end of an event, the due time of a to-do; of a to-do that is due on a date 00:00 of that day
    /// (RFC 5545 §3.8.6.3).
    case end = "END"
  }

  /// The number of further signals and the time between them (REPEAT and DURATION, which occur only together).
  public struct Repetition: Sendable, Hashable {
    /// The number of signals after the first, at least 0.
    public var count: Int
    /// The time from one signal to the next (DURATION); positive in a valid alarm.
    public var interval: CalendarDuration

    /// Creates a repetition of `count` further signals.
    public init(_ count: Int, every interval: CalendarDuration) {
      self.count = count
      self.interval = interval
    }
  }

  /// The action of an alarm (ACTION, RFC 5545 §3.8.6.1). Other values are preserved.
  public struct Action: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `DISPLAY`: shows a text.
    public static let display = Action(rawValue: "DISPLAY")
    /// `AUDIO`: plays a sound.
    public static let audio = Action(rawValue: "AUDIO")
    /// `EMAIL`: sends a mail to the alarm's attendees, of whom there is at least one in a valid alarm.
    public static let email = Action(rawValue: "EMAIL")
  }
}

/// Coded as `trigger`, `action` (without one, `DISPLAY`), `repeat` (`count` and `interval`), `summary`, `description`,
/// `attendees`, `attachments`, `uid`, `acknowledged`, `relations`, `unmodelled`.
extension Alarm: TableCoded {
  static let codingTable = CodingTable<Alarm>(
    blank: Alarm(.absolute(.min)),
    isStored: true,
    .required("trigger", \.trigger, [.trigger]), .value("action", \.action, [.action], unless: .display),
    .optional("repeat", \.repetition, [.repeat, .duration]), .text("summary", \.summary, [.summary]),
    .text("description", \.details, [.description]), .list("attendees", \.attendees, [.attendee]),
    .list("attachments", \.attachments, [.attach]), .text("uid", \.uid, [.uid]),
    .optional("acknowledged", \.acknowledged, [.acknowledged]),
    .list("relations", \.relations, [.relatedTo]),
    .unmodelled(\.unmodelled, [.concept, .link, .proximity, .refid]))
}

/// `offset` (a duration, negative before) with `relativeTo` (`start`, the default, or `end`); or `when`, an
/// instant.
extension Alarm.Trigger: Codable {
  private enum Key: String, CodingKey {
    case offset, relativeTo, when
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let when = try container.decodeIfPresent(Instant.self, forKey: .when) {
      self = .absolute(when)
      return
    }
    let offset = try container.decode(CalendarDuration.self, forKey: .offset)
    switch try container.decodeIfPresent(String.self, forKey: .relativeTo) {
    case nil, "start": self = .relative(offset, to: .start)
    case "end": self = .relative(offset, to: .end)
    case let other?: throw container.fault(.relativeTo, "\"\(other)\": expected start or end")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .absolute(let when): try container.encode(when, forKey: .when)
    case .relative(let offset, let anchor):
      try container.encode(offset, forKey: .offset)
      if anchor == .end { try container.encode("end", forKey: .relativeTo) }
    }
  }
}

/// Coded as an object with the keys `count` and `interval`.
extension Alarm.Repetition: TableCoded {
  static let codingTable = CodingTable<Alarm.Repetition>(
    blank: Alarm.Repetition(0, every: .zero), .required("count", \.count), .required("interval", \.interval))
}
