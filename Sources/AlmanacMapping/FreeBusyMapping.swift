package import AlmanacComponents
package import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// What a VFREEBUSY says while it is read or written.
struct FreeBusyDraft: ComponentDraft {
  let kind = ComponentKind.freeBusy
  var freeBusy = FreeBusy()
  var unmodelled = Unmodelled()
  var met = PropertySet()
  var taken = PropertySet()
}

/// The properties of VFREEBUSY (RFC 5545 §3.6.4).
extension ComponentMapping<FreeBusyDraft> {
  static let freeBusy = ComponentMapping([
    Row(.uid) { _, view, draft in
      draft.freeBusy.uid = view.text
      return .taken
    } write: { draft, writer in
      writer.add(.uid, value: TextValue.escaped(draft.freeBusy.uid))
    },
    Row(.dtstamp) { reader, view, draft in
      draft.freeBusy.stamp = reader.instant(view)
      return draft.freeBusy.stamp == nil ? .dropped : .taken
    } write: { draft, writer in
      if let stamp = draft.freeBusy.stamp ?? writer.stamp { writer.add(.dtstamp, stamp) }
    },
    .instant(.dtstart, \.freeBusy.start), .instant(.dtend, \.freeBusy.end),
    Row(.organizer) { reader, view, draft in
      draft.freeBusy.organizer = reader.organizer(view)
      return .whole
    } write: { draft, writer in
      if let organizer = draft.freeBusy.organizer { writer.add(organizer) }
    },
    .parts(.attendee, \.freeBusy.attendees, read: { $0.attendee($1) }, write: { $1.add($0) }),
    .text(.contact, \.freeBusy.contact), .uri(.url, \.freeBusy.url, isReported: false),
    .texts(.comment, \.freeBusy.comments),
    .parts(
      .requestStatus, \.freeBusy.requestStatuses, read: { $0.requestStatus($1) }, write: { $1.add($0) }),
    Row(.freebusy) { reader, view, draft in
      draft.freeBusy.periods += reader.busyPeriods(view, have: draft.freeBusy.periods.count)
      return .whole
    } write: { draft, writer in
      // Neighbours of which the same is said share a line; the order stays.
      var rest = draft.freeBusy.periods[...]
      while let first = rest.first {
        let same = rest.prefix { $0.kind == first.kind && $0.parameters == first.parameters }
        let periods = same.map { writer.text($0.start) + "/" + writer.text($0.end) }
        let type = first.kind == .busy ? [] : [Parameter("FBTYPE", first.kind.rawValue)]
        writer.add(.freebusy, type + first.parameters, value: periods.joined(separator: ","))
        rest = rest[same.endIndex...]
      }
    },
  ])

  static let leftOfFreeBusy: PropertySet = [.concept, .link, .refid, .styledDescription]
}

extension ModelReader {
  mutating func freeBusy(_ component: ComponentView) -> FreeBusy {
    var draft = FreeBusyDraft()
    read(component, by: .freeBusy, into: &draft)
    draft.freeBusy.unmodelled = draft.unmodelled
    settleIdentity(&draft.freeBusy.uid, hasStamp: draft.met.contains(.dtstamp), line: component.line)
    return draft.freeBusy
  }

  fileprivate mutating func busyPeriods(_ property: PropertyView, have: Int) -> [BusyPeriod] {
    let kind = property.parameter("FBTYPE").map { BusyKind(rawValue: $0) } ?? .busy
    let parameters = property.parameters(but: ["VALUE", "TZID", "FBTYPE"])
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
        return reader.report(
          .error, .badValue, property, "\(excerpt(value)) takes no time", repair: "left out")
      }
      periods.append(BusyPeriod(from: start, to: end, kind, parameters: parameters))
    }
    return periods
  }
}

extension ModelWriter {
  package mutating func component(for freeBusy: FreeBusy) -> Component {
    component(FreeBusyDraft(freeBusy: freeBusy, unmodelled: freeBusy.unmodelled), by: .freeBusy)
  }
}
