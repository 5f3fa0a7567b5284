public import AlmanacTime

/// A reminder of an item: VALARM of RFC 5545 §3.6.6 with the additions of RFC 9074.
///
/// ```swift
/// event.alarms = [Alarm(.before(.minutes(15)))]
/// event.alarms.append(Alarm(.after(.zero, .end), action: .audio))
/// ```
public struct Alarm: Sendable, Hashable {
  public var trigger: Trigger
  public var action: Action
  /// Further signals after the first.
  public var repetition: Repetition?
  /// The subject of an e-mail.
  public var summary: String
  /// The text that is shown or sent (DESCRIPTION); the calendar's writer fills in the item's summary when empty.
  public var details: String
  /// Who gets an e-mail.
  public var attendees: [Attendee]
  /// A sound to play, files to send.
  public var attachments: [AttachedFile]
  /// The alarm's own identity (RFC 9074 §4); empty when it has none.
  public var uid: String
  /// Until when signals have been seen (ACKNOWLEDGED, RFC 9074 §6.1): one that was due then or before is over.
  public var acknowledged: Instant?
  /// With kind `.snooze`, the UID of the alarm that this one repeats later (RFC 9074 §7).
  public var relations: [Relation]
  public var unmodelled: Unmodelled

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
  /// When an alarm goes off (TRIGGER, RFC 5545 §3.8.6.3).
  public enum Trigger: Sendable, Hashable {
    /// At a distance from the start or the end of each occurrence; negative is before.
    case relative(CalendarDuration, to: Anchor)
    /// Once.
    case absolute(Instant)

    public static func before(_ length: CalendarDuration, _ anchor: Anchor = .start) -> Trigger {
      .relative(-length, to: anchor)
    }

    public static func after(_ length: CalendarDuration, _ anchor: Anchor = .start) -> Trigger {
      .relative(length, to: anchor)
    }
  }

  public enum Anchor: String, Sendable, Hashable, CaseIterable {
    case start = "START"
    /// The end of an event, the due time of a to-do; of a to-do that is due on a date 00:00 of that day
    /// (RFC 5545 §3.8.6.3).
    case end = "END"
  }

  /// So many more signals, so far apart (REPEAT and DURATION, which only stand together).
  public struct Repetition: Sendable, Hashable {
    /// Signals after the first, from 0.
    public var count: Int
    public var interval: CalendarDuration

    public init(_ count: Int, every interval: CalendarDuration) {
      self.count = count
      self.interval = interval
    }
  }

  /// What happens (ACTION, RFC 5545 §3.8.6.1). Open: other words are kept.
  public struct Action: RawRepresentable, Sendable, Hashable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue.uppercased()
    }

    public static let display = Action(rawValue: "DISPLAY")
    public static let audio = Action(rawValue: "AUDIO")
    public static let email = Action(rawValue: "EMAIL")
  }
}
