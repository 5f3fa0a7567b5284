import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Alarms as alerts (RFC 8984 §4.5.2). An alert's key is the alarm's UID.
enum JSCalendarAlert {
  static func objects(_ alarms: [Alarm], summary: String) -> JSONObject {
    let keys = JSONKey.assigned(alarms.map { $0.uid.isEmpty ? nil : $0.uid })
    return JSONObject(zip(keys, alarms).map { JSONValue.Member(name: $0, value: object($1, summary)) })
  }

  private static func object(_ alarm: Alarm, _ summary: String) -> JSONValue {
    var alert = JSONObject(type: "Alert")
    switch alarm.trigger {
    case .relative(let offset, let anchor):
      var trigger = JSONObject(type: "OffsetTrigger")
      trigger["offset"] = .string(offset.description)
      if anchor == .end { trigger["relativeTo"] = .string("end") }
      alert["trigger"] = trigger.value
    case .absolute(let instant):
      var trigger = JSONObject(type: "AbsoluteTrigger")
      trigger["when"] = .string(instant.description)
      alert["trigger"] = trigger.value
    }
    alert.add("acknowledged", alarm.acknowledged)
    if alarm.action == .email { alert["action"] = .string("email") }
    var related = JSONObject()
    for relation in alarm.relations where isSayable(relation) {
      related[relation.target] = JSCalendarRelation.object(["parent"])
    }
    alert.add("relatedTo", related)
    alert[ICalendarRest.component] = ICalendarRest.value(of: alarm, summary: summary)
    return KeptJSON.restored(alert.value, from: alarm.unmodelled.properties)
  }

  /// The alarm that this one repeats later: RFC 9074 says SNOOZE, RFC 8984 its parent.
  static func isSayable(_ relation: Relation) -> Bool {
    relation.kind == .snooze && relation.parameters.isEmpty && !relation.target.isEmpty
  }

  /// - Parameters:
  ///   - key: Under which the alert stands, and whether others refer to it by that.
  /// - Returns: `nil` for a trigger that is not known, or none.
  static func alarm(_ value: JSONValue, key: String, at index: Int, isReferred: Bool) -> Alarm? {
    guard let trigger = trigger(value["trigger"]) else { return nil }
    var alarm = Alarm(trigger, action: value.text("action") == "email" ? .email : .display)
    if isReferred || key != String(index + 1) { alarm.uid = key }
    alarm.acknowledged = try? Instant(value.text("acknowledged"))
    alarm.relations = (value["relatedTo"]?.members ?? []).compactMap { member in
      member.value["relation"]?.set == ["parent"] ? Relation(member.name, kind: .snooze) : nil
    }
    return alarm
  }

  private static func trigger(_ value: JSONValue?) -> Alarm.Trigger? {
    guard let value else { return nil }
    if let instant = try? Instant(value.text("when")) { return .absolute(instant) }
    guard let offset = try? CalendarDuration(value.text("offset")) else { return nil }
    return .relative(offset, to: value.text("relativeTo") == "end" ? .end : .start)
  }

  /// The keys that alerts refer to.
  static func referred(_ alerts: JSONValue?) -> Set<String> {
    Set((alerts?.members ?? []).flatMap { ($0.value["relatedTo"]?.members ?? []).map(\.name) })
  }
}
