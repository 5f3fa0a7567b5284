package import AlmanacComponents
package import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// The properties of VFREEBUSY (RFC 5545 §3.6.4).
extension ComponentMapping<ModelDraft<FreeBusy>> {
  static let freeBusy = ComponentMapping([
    .text(.uid, \.model.uid),
    .instant(.dtstamp, \.model.stamp) { $1.stamp },
    .instant(.dtstart, \.model.start), .instant(.dtend, \.model.end),
    .value(.organizer, \.model.organizer, .whole, read: { $0.organizer($1) }, write: { $1.add($0) }),
    .parts(.attendee, \.model.attendees, read: { $0.attendee($1) }, write: { $1.add($0) }),
    .text(.contact, \.model.contact), .uri(.url, \.model.url, isReported: false),
    .texts(.comment, \.model.comments),
    .parts(.requestStatus, \.model.requestStatuses, read: { $0.requestStatus($1) }, write: { $1.add($0) }),
    Row(.freebusy) { reader, view, draft in
      draft.model.periods += reader.busyPeriods(view, have: draft.model.periods.count)
      return .whole
    } write: { draft, writer in
      // Adjacent periods with equal kind and parameters share a line; their order is preserved.
      var rest = draft.model.periods[...]
      while let first = rest.first {
        let same = rest.prefix { $0.kind == first.kind && $0.parameters == first.parameters }
        let periods = same.map { writer.text($0.start) + "/" + writer.text($0.end) }
        let type = first.kind == .busy ? [] : [Parameter("FBTYPE", first.kind.rawValue)]
        writer.add(.freebusy, type + first.parameters, value: periods.joined(separator: ","))
        rest = rest[same.endIndex...]
      }
    },
  ])
}

extension ModelReader {
  mutating func freeBusy(_ component: ComponentView) -> FreeBusy {
    var draft = ModelDraft(kind: .freeBusy, model: FreeBusy())
    read(component, by: .freeBusy, into: &draft)
    draft.model.unmodelled = draft.unmodelled
    assignIdentity(&draft.model.uid, hasStamp: draft.occurring.contains(.dtstamp), line: component.line)
    return draft.model
  }

  fileprivate mutating func busyPeriods(_ property: PropertyView, have: Int) -> [BusyPeriod] {
    let kind = property.parameter("FBTYPE").map { BusyKind(rawValue: $0) } ?? .busy
    let parameters = property.parameters(but: PropertyName.freebusy.parameters)
    var periods: [BusyPeriod] = []
    forEachValue(of: property, have: have) { reader, value in
      guard let period = reader.period(value, property) else { return }
      let start = period.start.instant(in: .utc)
      let end =
        switch period.extent {
        case .end(let time): time.instant(in: .utc)
        case .duration(let duration): period.start.adding(duration).instant(in: .utc)
        }
      guard start < end else {
        return reader.report(.error, .badValue, property, "\(excerpt(value)) does not end after its start")
      }
      periods.append(BusyPeriod(from: start, to: end, kind, parameters: parameters))
    }
    return periods
  }
}

extension ModelWriter {
  package mutating func component(for freeBusy: FreeBusy) -> Component {
    let draft = ModelDraft(kind: .freeBusy, model: freeBusy, unmodelled: freeBusy.unmodelled)
    return component(draft, by: .freeBusy)
  }
}
