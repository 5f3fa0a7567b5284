import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// VFREEBUSY (RFC 5545 §3.6.4).
extension ModelReader {
  mutating func freeBusy(_ lines: [ContentLine], _ bytes: LineBytes) -> FreeBusy {
    let firstDiagnostic = diagnostics.count
    var found = FreeBusy()
    var position = 0
    var index = 1
    while index < lines.count, lines[index].role != .end {
      let line = lines[index]
      if line.role == .begin {
        found.unmodelled.components.append(rawComponent(at: index, lines, bytes))
        index = lines.indexBehindComponent(at: index)
        position += 1
        continue
      }
      if line.role == .property {
        if !property(index, lines, bytes, of: &found) {
          found.unmodelled.properties.append(rawProperty(line, bytes, position: position))
        }
        position += 1
      }
      index += 1
    }
    found.unmodelled.orderParameters()
    settleIdentity(&found.uid, hasStamp: found.stamp != nil, lines[0])
    name(uid: statedUID, since: firstDiagnostic)
    return found
  }

  /// - Returns: whether the model has a place for it.
  private mutating func property(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes, of found: inout FreeBusy
  ) -> Bool {
    let line = lines[index]
    guard let property = KnownProperty.named(bytes.name(of: line)) else { return false }
    var hasValue = true
    switch property {
    case .uid where found.uid.isEmpty:
      found.uid = text(index, lines, bytes)
      hasValue = !found.uid.isEmpty
    case .dtstamp where found.stamp == nil:
      found.stamp = instant(index, lines, bytes, "DTSTAMP")
      hasValue = found.stamp != nil
    case .dtstart where found.start == nil:
      found.start = instant(index, lines, bytes, "DTSTART")
      hasValue = found.start != nil
    case .dtend where found.end == nil:
      found.end = instant(index, lines, bytes, "DTEND")
      hasValue = found.end != nil
    case .contact where found.contact.isEmpty:
      found.contact = text(index, lines, bytes)
      hasValue = !found.contact.isEmpty
    case .url where found.url.isEmpty:
      found.url = uri(line, bytes)
      hasValue = !found.url.isEmpty
    default: return list(property, index, lines, bytes, of: &found)
    }
    if hasValue { keepParameters(property, line, bytes, in: &found.unmodelled) }
    return true
  }

  /// Reads what may stand any number of times, and what has a place for its parameters.
  private mutating func list(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    of found: inout FreeBusy
  ) -> Bool {
    let line = lines[index]
    switch property {
    case .freebusy: found.periods += busyPeriods(line, bytes, have: found.periods.count)
    case .organizer where found.organizer == nil: found.organizer = organizer(line, bytes)
    case .attendee: found.attendees.append(attendee(line, bytes))
    case .comment:
      let comment = text(index, lines, bytes)
      found.comments.append(comment)
      keepParameters(property.text, line, bytes, of: [comment], in: &found.unmodelled)
    case .requestStatus:
      guard let status = requestStatus(line, bytes) else { return false }
      found.requestStatuses.append(status)
    default: return false
    }
    return true
  }

  private mutating func busyPeriods(_ line: ContentLine, _ bytes: LineBytes, have: Int) -> [BusyPeriod] {
    let kind = bytes.parameter("FBTYPE", of: line).map { BusyKind(rawValue: $0) } ?? .busy
    let parameters = parameters(line, bytes, but: Self.typeParameters.union(["FBTYPE"]))
    var periods: [BusyPeriod] = []
    forEachValue(line, bytes, "FREEBUSY", have: have) { reader, _, text in
      guard text.contains(UInt8(ascii: "/")) else {
        reader.report(
          .error, .badValue, line, "FREEBUSY", "\(excerpt(text)) is no period", repair: "left out")
        return
      }
      guard let period = reader.period(text, line, bytes, "FREEBUSY") else { return }
      let start = period.start.instant(in: .utc)
      var end = start
      switch period.extent {
      case .end(let time): end = time.instant(in: .utc)
      case .duration(let duration): end = period.start.adding(duration).instant(in: .utc)
      }
      guard start < end else {
        reader.report(
          .error, .badValue, line, "FREEBUSY", "\(excerpt(text)) takes no time", repair: "left out")
        return
      }
      periods.append(BusyPeriod(from: start, to: end, kind, parameters: parameters))
    }
    return periods
  }
}
