import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Alarms as alerts (RFC 8984 §4.5.2). An alert's key is the alarm's UID.
enum JSCalendarAlert {
  static func objects(_ alarms: [Alarm], summary: String) -> JSONValue? {
    .map(
      JSONKey.assigned(alarms.map { $0.uid.isEmpty ? nil : $0.uid }), alarms.map { object($0, summary) })
  }

  private static func object(_ alarm: Alarm, _ summary: String) -> JSONValue {
    let trigger: JSONValue =
      switch alarm.trigger {
      case .relative(let offset, let anchor):
        .typed(
          "OffsetTrigger",
          ["offset": .written(offset), "relativeTo": anchor == .end ? .string("end") : nil])
      case .absolute(let instant): .typed("AbsoluteTrigger", ["when": .written(instant)])
      }
    var related = JSONMap()
    for relation in alarm.relations where relation.isRepresentable(as: [.snooze]) {
      related[relation.target] = .typed("Relation", ["relation": .set(["parent"])])
    }
    let alert = JSONValue.typed(
      "Alert",
      [
        "trigger": trigger, "acknowledged": .written(alarm.acknowledged),
        "action": alarm.action == .email ? .string("email") : nil, "relatedTo": .map(related.entries),
        ICalendarRest.component: ICalendarRest.value(of: alarm, summary: summary),
      ])
    return KeptJSON.restored(alert, from: alarm.unmodelled.properties)
  }

  /// The alarm without what its `iCalComponent` says.
  ///
  /// - Parameters:
  ///   - key: Under which the alert stands, and whether others refer to it by that.
  /// - Returns: `nil` for a trigger that is not known, or none.
  static func alarm(_ value: JSONValue, key: String, at index: Int, isReferred: Bool) -> Alarm? {
    guard let trigger = value["trigger"].flatMap(trigger) else { return nil }
    var alarm = Alarm(trigger, action: value.text("action") == "email" ? .email : .display)
    if isReferred || key != String(index + 1) { alarm.uid = key }
    alarm.acknowledged = try? Instant(value.text("acknowledged"))
    // The alarm that this one repeats later: RFC 9074 says SNOOZE, RFC 8984 its parent.
    alarm.relations = value.entries("relatedTo").filter { $0.value.set("relation") == ["parent"] }
      .map { Relation($0.name, kind: .snooze) }
    return alarm
  }

  private static func trigger(_ value: JSONValue) -> Alarm.Trigger? {
    if let instant = try? Instant(value.text("when")) { return .absolute(instant) }
    guard let offset = try? CalendarDuration(value.text("offset")) else { return nil }
    return .relative(offset, to: value.text("relativeTo") == "end" ? .end : .start)
  }

  /// The keys that alerts refer to.
  static func referred(_ alerts: [JSONValue.Member]) -> Set<String> {
    Set(alerts.flatMap { $0.value.entries("relatedTo").map(\.name) })
  }
}
