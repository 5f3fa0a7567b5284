import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// VALARM.
extension ModelReader {
  /// Apple's word for "no alarm", which keeps the calendar's usual ones away.
  private static let nothing = Alarm.Action(rawValue: "NONE")

  /// Of which an alarm has one (RFC 5545 §3.6.6, RFC 9074).
  private static let onceInAlarms: Set<KnownProperty> = [
    .trigger, .action, .repeat, .duration, .summary, .description, .uid, .acknowledged,
  ]

  /// The alarm whose BEGIN is at `start`; `nil` for one that would never go off.
  mutating func alarm(at start: Int, _ lines: [ContentLine], _ bytes: LineBytes) -> Alarm? {
    var alarm = Alarm(.before(.zero))
    var trigger: Alarm.Trigger?
    var hasAction = false
    var count: Int?
    var interval: CalendarDuration?
    /// By property, the line with parameters that the model took.
    var taken: [KnownProperty: ContentLine] = [:]
    var position = 0
    var index = start + 1
    while index < lines.count, lines[index].role != .end {
      let line = lines[index]
      defer { position += line.role == .malformed ? 0 : 1 }
      if line.role == .begin {
        alarm.unmodelled.components.append(rawComponent(at: index, lines, bytes))
        index = lines.indexBehindComponent(at: index)
        continue
      }
      defer { index += 1 }
      guard line.role == .property else { continue }
      let property = KnownProperty.named(bytes.name(of: line))
      switch property {
      case .trigger where trigger == nil: trigger = self.trigger(index, lines, bytes)
      case .action where !hasAction:
        hasAction = true
        alarm.action = Alarm.Action(rawValue: raw(line, bytes))
      case .repeat where count == nil: count = integer(index, lines, bytes, in: 0...Int(Int32.max), "REPEAT")
      case .duration where interval == nil: interval = duration(index, lines, bytes, "DURATION")
      case .summary where alarm.summary.isEmpty: alarm.summary = text(index, lines, bytes)
      case .description where alarm.details.isEmpty: alarm.details = text(index, lines, bytes)
      case .attendee: alarm.attendees.append(attendee(line, bytes))
      case .attach: if let file = attachment(line, bytes, "ATTACH") { alarm.attachments.append(file) }
      case .uid where alarm.uid.isEmpty: alarm.uid = text(index, lines, bytes)
      case .acknowledged where alarm.acknowledged == nil:
        alarm.acknowledged = instant(index, lines, bytes, "ACKNOWLEDGED")
      case .relatedTo: alarm.relations.append(relation(index, lines, bytes))
      case .some(let property) where Self.onceInAlarms.contains(property):
        reportRepeated(property, line)
        continue
      default: alarm.unmodelled.properties.append(rawProperty(line, bytes, position: position))
      }
      if let property, Self.onceInAlarms.contains(property) {
        taken[property] = line.hasParameters ? line : nil
      }
    }
    guard alarm.action != Self.nothing else {
      report(
        .note, .incompleteAlarm, lines[start], "ACTION", "an alarm that does nothing",
        repair: "kept as it is, never goes off")
      return nil
    }
    guard let trigger else {
      report(
        .error, .incompleteAlarm, lines[start], "TRIGGER", "an alarm that does not say when",
        repair: "kept as it is, never goes off")
      return nil
    }
    if !hasAction {
      report(
        .warning, .incompleteAlarm, lines[start], "ACTION", "an alarm that does not say how",
        repair: "read as DISPLAY")
    }
    if alarm.action == .email, alarm.attendees.isEmpty {
      report(
        .warning, .incompleteAlarm, lines[start], "ATTENDEE", "an alarm by e-mail that does not say to whom",
        repair: "kept as it is, tells nobody")
    }
    alarm.trigger = trigger
    if let count, let interval {
      alarm.repetition = Alarm.Repetition(count, every: interval)
    } else if count != nil || interval != nil {
      report(
        .warning, .incompleteAlarm, lines[start], count == nil ? "DURATION" : "REPEAT",
        "REPEAT and DURATION only stand together", repair: "the alarm is not repeated")
    }
    for (property, line) in taken where alarm.says(property) {
      let known = property == .trigger ? Self.typeParameters.union(["RELATED"]) : Self.typeParameters
      keepParameters(property, line, bytes, but: known, in: &alarm.unmodelled)
    }
    alarm.unmodelled.orderParameters()
    return alarm
  }

  private mutating func trigger(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes
  ) -> Alarm.Trigger? {
    let line = lines[index]
    let value = raw(line, bytes)
    let type = bytes.parameter("VALUE", of: line)?.uppercased()
    let anchor = bytes.parameter("RELATED", of: line).flatMap { Alarm.Anchor(rawValue: $0.uppercased()) }
    if type != "DATE-TIME", let duration = try? CalendarDuration(value) {
      return .relative(
        libical.duration(ofLine: index).map { CalendarDuration($0) } ?? duration, to: anchor ?? .start)
    }
    // Apple's programs and others write a time without saying that it is one.
    return instant(index, lines, bytes, "TRIGGER").map { .absolute($0) }
  }
}

extension Alarm {
  /// Whether it has something of a property that an alarm has once.
  fileprivate func says(_ property: KnownProperty) -> Bool {
    switch property {
    case .repeat, .duration: repetition != nil
    case .summary: !summary.isEmpty
    case .description: !details.isEmpty
    case .uid: !uid.isEmpty
    case .acknowledged: acknowledged != nil
    default: true
    }
  }
}
