import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Conversion between alarms and alerts (RFC 8984 §4.5.2). The key of an alert is the alarm's UID.
enum JSCalendarAlert {
  static func object(_ alarm: Alarm, _ summary: String, _ writer: inout JSCalendarWriter) -> JSONValue {
    var alert: JSONValue = ["@type": "Alert"]
    for row in MemberTable.alarms { row.write(&writer, alarm, &alert) }
    alert[ICalendarRest.component] = ICalendarRest.value(of: alarm, summary: summary)
    return KeptJSON.restored(alert, from: alarm.unmodelled.properties)
  }

  /// The alarm without the content of its `iCalComponent`.
  ///
  /// - Parameters:
  ///   - key: The key of the alert.
  ///   - index: The index of the alarm, from 0; the alarm gets no UID if the key is the number assigned to
  ///     that index.
  ///   - isReferred: Whether other alerts refer to the key, so that it is stored as a UID in any case.
  /// - Returns: `nil` for a missing or unknown trigger.
  static func alarm(
    _ value: JSONValue, key: String, at index: Int, isReferred: Bool, _ reader: inout JSCalendarReader
  ) -> Alarm? {
    guard let trigger = value["trigger"].flatMap(trigger) else { return nil }
    var alarm = Alarm(trigger)
    if isReferred || key != String(index + 1) { alarm.uid = key }
    for row in MemberTable.alarms { row.read(&reader, value, &alarm) }
    return alarm
  }

  private static func trigger(_ value: JSONValue) -> Alarm.Trigger? {
    if let instant = try? Instant(value.text("when")) { return .absolute(instant) }
    guard let offset = try? CalendarDuration(value.text("offset")) else { return nil }
    return .relative(offset, to: value.text("relativeTo") == "end" ? .end : .start)
  }
}

extension MemberTable {
  static let alarms: [MemberRow<Alarm>] = [
    trigger, .instant("acknowledged", .acknowledged, \.acknowledged), action, snoozed,
    // The key of the alert.
    MemberRow([.uid], [:]),
    .left([.description], \.details), .left([.summary], \.summary),
    .left([.repeat, .duration], \.repetition), .left([.attendee], \.attendees),
    .left([.attach], \.attachments),
  ]

  /// The actions that an Alert can state.
  static let actions: [Alarm.Action] = [.display, .email]

  /// Written here; read before all other members, because an alert without a trigger is invalid.
  private static let trigger = MemberRow<Alarm>(
    [.trigger], ["trigger": .own],
    write: { _, alarm, alert in
      alert["trigger"] =
        switch alarm.trigger {
        case .relative(let offset, let anchor):
          ["@type": "OffsetTrigger", "offset": .written(offset), "relativeTo": anchor == .end ? "end" : nil]
        case .absolute(let instant): ["@type": "AbsoluteTrigger", "when": .written(instant)]
        }
    })

  private static let action = MemberRow<Alarm>([.action], ["action": .text]) {
    if $1.text("action") == "email" { $2.action = .email }
  } write: {
    if $1.action == .email { $2["action"] = "email" }
  } keep: {
    if !actions.contains($0.action) { $2.action = $0.action }
  } restore: {
    // The object takes precedence between the actions that it can state.
    if !actions.contains($0.action), $1.action != .email { $1.action = $0.action }
  }

  /// The alarm that this one repeats later: stated as SNOOZE in RFC 9074, and as the parent in RFC 8984.
  private static let snoozed = MemberRow<Alarm>([.relatedTo], ["relatedTo": .map()]) {
    $2.relations = $1.entries("relatedTo").filter { $0.value.set("relation") == ["parent"] }
      .map { Relation($0.name, kind: .snooze) }
  } write: { _, alarm, alert in
    var related = JSONMap()
    for relation in alarm.relations where relation.isRepresentable(as: [.snooze]) {
      related[relation.target] = ["@type": "Relation", "relation": .set(["parent"])]
    }
    alert["relatedTo"] = .map(related.entries)
  } keep: {
    $2.relations = $0.relations.filter { !$0.isRepresentable(as: [.snooze]) }
  } restore: {
    $1.relations += $0.relations
  }

  static let alerts = Row([], ["alerts": .map(texts: ["action"])]) { reader, object, item in
    let alerts = object.entries("alerts")
    let referred = Set(alerts.flatMap { $0.value.entries("relatedTo").map(\.name) })
    var alarms: [Alarm] = []
    for entry in alerts where entry.value.members != nil {
      let alarm = JSCalendarAlert.alarm(
        entry.value, key: entry.name, at: alarms.count, isReferred: referred.contains(entry.name), &reader)
      guard let alarm else {
        // Triggers of other types are allowed and never go off (RFC 8984 §4.5.2).
        let isOther = !["", "OffsetTrigger", "AbsoluteTrigger"].contains(
          entry.value["trigger"]?.text("@type") ?? "")
        reader.report(
          isOther ? .note : .error, .incompleteAlarm, "alerts",
          "an alert without a known trigger", repair: "kept, never goes off",
          line: entry.line)
        continue
      }
      let whole = ICalendarRest.filled(alarm, from: entry.value[ICalendarRest.component], reader.options)
      if whole.action == .email, whole.attendees.isEmpty {
        // Legal in JSCalendar, where the e-mail is sent to the user.
        reader.report(
          .note, .incompleteAlarm, "alerts", "an alarm by e-mail without a recipient",
          repair: "kept as it is, sent to nobody", line: entry.line)
      }
      alarms.append(whole)
    }
    item.alarms = alarms
  } write: { writer, item, object in
    let keys = JSONKey.assigned(item.alarms.map { $0.uid.isEmpty ? nil : $0.uid })
    object["alerts"] = .map(keys, item.alarms.map { JSCalendarAlert.object($0, item.summary, &writer) })
  }
}
