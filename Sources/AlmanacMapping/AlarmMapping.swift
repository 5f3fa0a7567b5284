package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// Intermediate values of a VALARM during reading or writing.
struct AlarmDraft: ComponentDraft {
  let kind = ComponentKind.alarm
  /// The alarm; during reading, with a placeholder as its trigger.
  var alarm = Alarm(.before(.zero))
  /// REPEAT and DURATION, which are valid only together.
  var count: Int?
  var interval: CalendarDuration?
  /// The text shown by an alarm without a text of its own.
  var itemSummary = ""
  var unmodelled = Unmodelled()
  var occurring = PropertySet()
  var modelled = PropertySet()
}

/// The properties of VALARM (RFC 5545 §3.6.6, RFC 9074). Closures that read get a `ModelReader` first, closures that write
/// a `ModelWriter` as their last argument, `$1`.
extension ComponentMapping<AlarmDraft> {
  static let alarms = ComponentMapping([
    .text(.uid, \.alarm.uid),
    Row(.action) { _, view, draft in
      draft.alarm.action = Alarm.Action(rawValue: view.word)
      return .modelled
    } write: {
      $1.add(.action, escaping: $0.alarm.action.rawValue)
    },
    Row(.trigger) { reader, view, draft in
      guard let trigger = reader.trigger(view) else { return .dropped }
      draft.alarm.trigger = trigger
      return .modelled
    } write: { draft, writer in
      switch draft.alarm.trigger {
      case .relative(let duration, let anchor):
        let related = anchor == .start ? [] : [Parameter("RELATED", anchor.rawValue)]
        writer.add(.trigger, duration, related)
      case .absolute(let instant): writer.add(.trigger, instant, [Parameter("VALUE", "DATE-TIME")])
      }
    },
    .number(.repeat, \.count),
    .value(.duration, \.interval, read: { $0.duration($1) }, write: { $1.add(.duration, $0) }),
    text(.description, \.alarm.details, neededFor: [.display, .email]),
    text(.summary, \.alarm.summary, neededFor: [.email]),
    .parts(.attendee, \.alarm.attendees, read: { $0.attendee($1) }, write: { $1.add($0) }),
    .parts(.attach, \.alarm.attachments, read: { $0.attachment($1) }, write: { $1.add($0) }),
    .parts(.relatedTo, \.alarm.relations, read: { $0.relation($1) }, write: { $1.add($0) }),
    .instant(.acknowledged, \.alarm.acknowledged),
  ])

  /// A text that some actions require: if the alarm has none, the item's summary is written.
  @inline(__always)
  private static func text(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Closure<String>,
    neededFor actions: Set<Alarm.Action>
  ) -> Row {
    Row(property) { _, view, draft in
      draft[keyPath: place()] = view.text
      return draft[keyPath: place()].isEmpty ? .dropped : .modelled
    } write: { draft, writer in
      let text = draft[keyPath: place()]
      guard !text.isEmpty || actions.contains(draft.alarm.action) else { return }
      writer.add(property, escaping: text.isEmpty ? draft.itemSummary : text)
    }
  }
}

extension ModelReader {
  /// Apple's action for "no alarm", which overrides the calendar's default alarms.
  private static let nothing = Alarm.Action(rawValue: "NONE")

  /// Reads an alarm; returns `nil` for one that would never go off.
  package mutating func alarm(_ component: ComponentView) -> Alarm? {
    var draft = AlarmDraft()
    read(component, by: .alarms, into: &draft)
    var alarm = draft.alarm
    alarm.unmodelled = draft.unmodelled
    func incomplete(_ severity: Diagnostic.Severity, _ property: String, _ message: String, repair: String) {
      report(severity, .incompleteAlarm, line: component.line, property, message, repair: repair)
    }
    func silent(_ severity: Diagnostic.Severity, _ property: String, _ message: String) {
      // A writer with `isLegalOnly` omits alarms without a TRIGGER.
      let isWritten = component.component.hasTrigger(door)
      incomplete(
        isWritten ? severity : max(severity, .warning), property, message,
        repair: isWritten ? "preserved, never goes off" : "kept in the file, never goes off, not exported")
    }
    guard alarm.action != Self.nothing else {
      silent(.note, "ACTION", "an alarm that does nothing")
      return nil
    }
    guard draft.modelled.contains(.trigger) else {
      silent(.error, "TRIGGER", "an alarm without a TRIGGER that can be read")
      return nil
    }
    if !draft.occurring.contains(.action) {
      incomplete(.warning, "ACTION", "an alarm without an ACTION", repair: "read as DISPLAY")
    }
    if alarm.action == .email, alarm.attendees.isEmpty {
      incomplete(
        .warning, "ATTENDEE", "an alarm by e-mail without a recipient",
        repair: "preserved, sent to nobody")
    }
    if let count = draft.count, let interval = draft.interval {
      alarm.repetition = Alarm.Repetition(count, every: interval)
    } else if draft.count != nil || draft.interval != nil {
      alarm.unmodelled.parameters.removeAll { $0.property == "REPEAT" || $0.property == "DURATION" }
      incomplete(
        .warning, draft.count == nil ? "DURATION" : "REPEAT", "REPEAT and DURATION are valid only together",
        repair: "the alarm is not repeated")
    }
    return alarm
  }

  fileprivate mutating func trigger(_ property: PropertyView) -> Alarm.Trigger? {
    let anchor = property.parameter("RELATED").flatMap { Alarm.Anchor(rawValue: $0.uppercased()) }
    if case .duration(let duration) = door.trigger(property) {
      return .relative(duration, to: anchor ?? .start)
    }
    guard let instant = instant(property) else { return nil }
    if !property.hasParameter("VALUE", "DATE-TIME") {
      report(
        .warning, .timeForm, property, "a time without VALUE=DATE-TIME",
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

extension AlarmDraft {
  init(_ alarm: Alarm, itemSummary: String) {
    self.init(
      alarm: alarm, count: alarm.repetition?.count, interval: alarm.repetition?.interval,
      itemSummary: itemSummary, unmodelled: alarm.unmodelled)
  }
}

/// The value of a TRIGGER (RFC 5545 §3.8.6.3).
private enum TriggerValue {
  case duration(CalendarDuration), time
}

extension ValueDoor {
  /// The value of a TRIGGER: a time with VALUE=DATE-TIME, else a duration or, as other programs write it, a time. `nil` for
  /// one that cannot be read.
  fileprivate func trigger(_ property: PropertyView) -> TriggerValue? {
    let saysTime = property.hasParameter("VALUE", "DATE-TIME")
    if !saysTime, let duration = duration(property.trimmedValue) { return .duration(duration) }
    return lenientTime(property.value).map { _ in .time }
  }
}

extension Component {
  /// Whether an alarm has a readable TRIGGER, as it must (RFC 5545 §3.6.6).
  func hasTrigger(_ door: any ValueDoor) -> Bool {
    first("TRIGGER")?.withView { door.trigger($0) != nil } ?? false
  }
}
