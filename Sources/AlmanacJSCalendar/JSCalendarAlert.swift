import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Conversion between alarms and alerts (RFC 8984 §4.5.2). The key of an alert is the alarm's UID if that is a valid key.
extension MemberTable {
  static let alarms: [MemberRow<Alarm>] = [
    trigger, .instant("acknowledged", .acknowledged, \.acknowledged), action,
    // The alarm that this one repeats later: stated as SNOOZE in RFC 9074, and as the parent in RFC 8984.
    .relations([(.snooze, "parent")], .map(), \.relations, \.unmodelled),
    // The key of the alert, unless it is not a valid one.
    MemberRow(
      [.uid], [:], keep: { if !JSONKey.isKey($0.uid) { $2.uid = $0.uid } },
      restore: { if !$0.uid.isEmpty { $1.uid = $0.uid } }),
    .stored([.description], \.details), .stored([.summary], \.summary),
    .stored([.repeat, .duration], \.repetition), .stored([.attendee], \.attendees),
    .stored([.attach], \.attachments),
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

  /// - Returns: `nil` for a missing or unknown trigger.
  private static func readTrigger(_ value: JSONValue) -> Alarm.Trigger? {
    if let instant = try? Instant(value.text("when")) { return .absolute(instant) }
    guard let offset = try? CalendarDuration(value.text("offset")) else { return nil }
    return .relative(offset, to: value.text("relativeTo") == "end" ? .end : .start)
  }

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

  static let alerts = Row([], ["alerts": .map(texts: ["action"])]) { reader, object, item in
    let alerts = object.entries("alerts")
    // The key of an alert to which others refer is stored as a UID in any case.
    let referred = Set(alerts.flatMap { $0.value.entries("relatedTo").map(\.name) })
    var alarms: [Alarm] = []
    var uids: [String: String] = [:]
    for entry in alerts where entry.value.members != nil {
      let stated = entry.value["trigger"]
      guard var alarm = stated.flatMap(readTrigger).map({ Alarm($0) }) else {
        // Triggers of other types are allowed and never go off (RFC 8984 §4.5.2).
        let isOther = !["", "OffsetTrigger", "AbsoluteTrigger"].contains(stated?.text("@type") ?? "")
        reader.report(
          isOther ? .note : .error, .incompleteAlarm, "alerts", "an alert without a known trigger",
          repair: "kept, never goes off", line: entry.line)
        continue
      }
      alarm.uid = referred.contains(entry.name) || entry.name != String(alarms.count + 1) ? entry.name : ""
      for row in MemberTable.alarms { row.read(&reader, entry.value, &alarm) }
      alarm = ICalComponent.filled(alarm, from: entry.value, reader.options)
      uids[entry.name] = alarm.uid
      if entry.name != (JSONKey.isKey(alarm.uid) ? alarm.uid : String(alarms.count + 1)) {
        alarm.unmodelled.parameters.append(
          KeptParameters(PropertyName.trigger.text, [Parameter(JSONKey.parameter, entry.name)]))
      }
      if alarm.action == .email, alarm.attendees.isEmpty {
        // Legal in JSCalendar, where the e-mail is sent to the user.
        reader.report(
          .note, .incompleteAlarm, "alerts", "an alarm by e-mail without a recipient",
          repair: "preserved, sent to nobody", line: entry.line)
      }
      alarms.append(alarm)
    }
    item.alarms = alarms.map { $0.referring { uids[$0] ?? $0 } }
  } write: { writer, item, object in
    let keys = JSONKey.assigned(
      item.alarms.map { alarm in
        JSONKey.stated(for: PropertyName.trigger.text, in: alarm.unmodelled)
          ?? (JSONKey.isKey(alarm.uid) ? alarm.uid : nil)
      })
    let known = Dictionary(firstOf: zip(item.alarms.map(\.uid), keys))
    let alerts = item.alarms.map { alarm in
      let stated = alarm.referring { known[$0] ?? $0 }
      var alert: JSONValue = ["@type": "Alert"]
      for row in MemberTable.alarms { row.write(&writer, stated, &alert) }
      alert[ICalComponent.member] = ICalComponent.value(of: alarm, summary: item.summary)
      alert[ICalComponent.parametersMember] = ICalComponent.parameters(alarm.unmodelled)
      return UnmappedJSON.restored(alert, from: alarm.unmodelled.properties)
    }
    object["alerts"] = .map(keys, alerts)
  }
}

extension Alarm {
  /// The alarm with the names of the alarms that it puts off replaced, where their relations can be stated by the names alone.
  fileprivate func referring(_ name: (String) -> String) -> Alarm {
    guard relations.contains(where: { $0.kind == .snooze }) else { return self }
    var alarm = self
    for index in relations.indices
    where relations[index].kind == .snooze && relations[index].parameters.isEmpty
      && !relations[index].target.isEmpty
    {
      alarm.relations[index].target = name(relations[index].target)
    }
    return alarm
  }
}
