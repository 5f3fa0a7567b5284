package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// What a VALARM says while it is read or written.
struct AlarmDraft: ComponentDraft {
  let kind = ComponentKind.alarm
  var alarm: Alarm
  var trigger: Alarm.Trigger?
  /// REPEAT and DURATION, which only stand together.
  var count: Int?
  var interval: CalendarDuration?
  /// What an alarm without a text of its own shows.
  let itemSummary: String
  var unmodelled = Unmodelled()

  var met = PropertySet()
  var taken = PropertySet()

  /// One to read into.
  init() {
    alarm = Alarm(.before(.zero))
    itemSummary = ""
  }

  init(_ alarm: Alarm, itemSummary: String) {
    (self.alarm, self.itemSummary) = (alarm, itemSummary)
    trigger = alarm.trigger
    (count, interval) = (alarm.repetition?.count, alarm.repetition?.interval)
    unmodelled = alarm.unmodelled
  }
}

/// The properties of VALARM (RFC 5545 §3.6.6, RFC 9074).
extension ComponentMapping<AlarmDraft> {
  static let alarms = ComponentMapping([
    .text(.uid, \.alarm.uid),
    Row(.action) { _, view, draft in
      draft.alarm.action = Alarm.Action(rawValue: view.trimmed)
      return .taken
    } write: { draft, writer in
      writer.add(.action, value: draft.alarm.action.rawValue)
    },
    Row(.trigger) { reader, view, draft in
      draft.trigger = reader.trigger(view)
      return draft.trigger == nil ? .dropped : .taken
    } write: { draft, writer in
      switch draft.trigger {
      case .relative(let duration, let anchor):
        let related = anchor == .start ? [] : [Parameter("RELATED", anchor.rawValue)]
        writer.add(.trigger, duration, related)
      case .absolute(let instant): writer.add(.trigger, instant, [Parameter("VALUE", "DATE-TIME")])
      case nil: break
      }
    },
    .number(.repeat, 0...Int(Int32.max), \.count),
    Row(.duration) { reader, view, draft in
      draft.interval = reader.duration(view)
      return draft.interval == nil ? .dropped : .taken
    } write: { draft, writer in
      if let interval = draft.interval { writer.add(.duration, interval) }
    },
    Row(.description) { _, view, draft in
      draft.alarm.details = view.text
      return draft.alarm.details.isEmpty ? .dropped : .taken
    } write: { draft, writer in
      let alarm = draft.alarm
      guard alarm.action == .display || alarm.action == .email || !alarm.details.isEmpty else { return }
      let text = alarm.details.isEmpty ? draft.itemSummary : alarm.details
      writer.add(.description, escaping: text)
    },
    Row(.summary) { _, view, draft in
      draft.alarm.summary = view.text
      return draft.alarm.summary.isEmpty ? .dropped : .taken
    } write: { draft, writer in
      let alarm = draft.alarm
      guard alarm.action == .email || !alarm.summary.isEmpty else { return }
      let text = alarm.summary.isEmpty ? draft.itemSummary : alarm.summary
      writer.add(.summary, escaping: text)
    },
    .parts(.attendee, \.alarm.attendees, read: { $0.attendee($1) }, write: { $1.add($0) }),
    .parts(.attach, \.alarm.attachments, read: { $0.attachment($1) }, write: { $1.add($0, as: .attach) }),
    .parts(.relatedTo, \.alarm.relations, read: { $0.relation($1) }, write: { $1.add($0) }),
    .instant(.acknowledged, \.alarm.acknowledged),
  ])

  static let leftOfAlarms: PropertySet = [.concept, .link, .proximity, .refid]
}

extension ModelReader {
  /// Apple's word for "no alarm", which keeps the calendar's usual ones away.
  private static let nothing = Alarm.Action(rawValue: "NONE")

  /// `nil` for an alarm that would never go off.
  package mutating func alarm(_ component: ComponentView) -> Alarm? {
    var draft = AlarmDraft()
    read(component, by: .alarms, into: &draft)
    var alarm = draft.alarm
    alarm.unmodelled = draft.unmodelled
    guard alarm.action != Self.nothing else {
      report(
        .note, .incompleteAlarm, line: component.line, "ACTION", "an alarm that does nothing",
        repair: "kept as it is, never goes off")
      return nil
    }
    guard let trigger = draft.trigger else {
      report(
        .error, .incompleteAlarm, line: component.line, "TRIGGER", "an alarm that does not say when",
        repair: "kept as it is, never goes off")
      return nil
    }
    alarm.trigger = trigger
    if !draft.met.contains(.action) {
      report(
        .warning, .incompleteAlarm, line: component.line, "ACTION", "an alarm that does not say how",
        repair: "read as DISPLAY")
    }
    if alarm.action == .email, alarm.attendees.isEmpty {
      report(
        .warning, .incompleteAlarm, line: component.line, "ATTENDEE",
        "an alarm by e-mail that does not say to whom", repair: "kept as it is, tells nobody")
    }
    if let count = draft.count, let interval = draft.interval {
      alarm.repetition = Alarm.Repetition(count, every: interval)
    } else if draft.count != nil || draft.interval != nil {
      alarm.unmodelled.parameters.removeAll { $0.property == "REPEAT" || $0.property == "DURATION" }
      report(
        .warning, .incompleteAlarm, line: component.line, draft.count == nil ? "DURATION" : "REPEAT",
        "REPEAT and DURATION only stand together", repair: "the alarm is not repeated")
    }
    return alarm
  }

  fileprivate mutating func trigger(_ property: PropertyView) -> Alarm.Trigger? {
    let anchor = property.parameter("RELATED").flatMap { Alarm.Anchor(rawValue: $0.uppercased()) }
    let saysTime = property.says("VALUE", "DATE-TIME")
    if !saysTime, let duration = door.duration(property.trimmedValue) {
      return .relative(duration, to: anchor ?? .start)
    }
    guard let instant = instant(property) else { return nil }
    if !saysTime {
      report(
        .warning, .timeForm, property, "a time without the VALUE=DATE-TIME that says so",
        repair: "read as \(instant)")
    }
    return .absolute(instant)
  }
}

extension ModelWriter {
  package mutating func component(for alarm: Alarm, itemSummary: String) -> Component {
    component(AlarmDraft(alarm, itemSummary: itemSummary), by: .alarms)
  }
}

extension Component {
  /// Whether an alarm says when it goes off, as it must (RFC 5545 §3.6.6).
  var hasTrigger: Bool {
    guard let trigger = value("TRIGGER") else { return false }
    if (try? CalendarDuration(trigger)) != nil { return true }
    return Array(trigger.utf8).withUnsafeBufferPointer { bytes in
      var time = LenientTime(bytes)
      return time.read() != nil
    }
  }
}
