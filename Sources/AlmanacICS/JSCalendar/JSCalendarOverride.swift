import AlmanacTime

/// Changed instances as patches of their series (RFC 8984 §4.3.5).
enum JSCalendarOverride {
  /// What no patch may touch.
  static let fixed: Set<String> = [
    "@type", "excludedRecurrenceRules", "method", "privacy", "prodId", "recurrenceId", "recurrenceIdTimeZone",
    "recurrenceOverrides", "recurrenceRules", "relatedTo", "replyTo", "sentBy", "timeZones", "uid",
  ]

  /// The instance as it would be without a change: it starts at its id, and is due as long after it as the first.
  private static func unchanged(
    _ series: JSONValue, at key: CivilDateTime, in start: EventTime
  ) -> JSONValue {
    var object = JSONObject(
      (series.members ?? []).filter {
        !["recurrenceRules", "recurrenceOverrides", "excludedRecurrenceRules"].contains($0.name)
      })
    if object["start"] != nil { object["start"] = .string(key.description) }
    if let due = object["due"]?.text, let first = try? CivilDateTime(due) {
      object["due"] = .string(first.adding(seconds: key.seconds(since: start.local)).description)
    }
    return object.value
  }

  /// The patch that makes the instance of a series.
  static func patch(
    from series: JSONValue, to instance: JSONValue, at key: CivilDateTime, in start: EventTime
  ) -> [JSONValue.Member] {
    let base = unchanged(series, at: key, in: start).canonical.members ?? []
    return JSONPatch.differences(from: base, to: instance.canonical.members ?? [])
      .filter { !fixed.contains($0.path.first ?? "") }
      .map { JSONValue.Member(name: $0.pointer, value: $0.value ?? .null) }
  }

  /// The instance of a series that a patch makes, and the places in the patch that are none.
  static func instance(
    of series: JSONValue, changedBy patch: JSONValue, at key: CivilDateTime, in start: EventTime
  ) -> (object: JSONValue, ignored: [String]) {
    let base = unchanged(series, at: key, in: start)
    var ignored: [String] = []
    var patches: [JSONPatch] = []
    for member in patch.members ?? [] {
      let path = JSONPatch.path(member.name)
      let parent = base.value(at: path.dropLast())
      if fixed.contains(path.first ?? "") || parent?.members == nil {
        ignored.append(member.name)
      } else {
        patches.append(
          JSONPatch(path: path, value: member.value == .null ? nil : member.value, former: nil))
      }
    }
    return (JSONPatch.apply(patches, to: base) { patch, _ in patch.value }, ignored)
  }
}
