package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// What a run of components of one calendar says, each with the piece of the document that says it.
package struct ReadComponents: Sendable {
  package var items: [(piece: Int, value: Item)] = []
  package var freeBusy: [(piece: Int, value: FreeBusy)] = []
  package var availabilities: [(piece: Int, value: AvailabilityStatement)] = []
  package var others: [Component] = []
  package var definedZones: Set<String> = []
  /// By line, the UID of a component.
  package var uids: [(line: Int, uid: String)] = []

  package init() {}

  /// Whether nothing was read that a calendar's own lines decide about.
  package var isEmpty: Bool { items.isEmpty && availabilities.isEmpty && others.isEmpty }

  package mutating func append(_ more: ReadComponents) {
    items += more.items
    freeBusy += more.freeBusy
    availabilities += more.availabilities
    others += more.others
    definedZones.formUnion(more.definedZones)
    uids += more.uids
  }
}

extension ModelReader {
  /// Reads one component.
  package mutating func read(
    _ piece: Int, _ component: ComponentView, in context: CalendarContext, into found: inout ReadComponents
  ) {
    self.piece = piece
    if let kind = Item.Kind(component.kind), let item = item(kind, component, in: context) {
      found.items.append((piece, item))
    } else if component.kind == .timeZone {
      if let tzid = defineZone(component) { found.definedZones.insert(tzid) }
      return
    } else if component.kind == .freeBusy {
      found.freeBusy.append((piece, freeBusy(component)))
    } else if component.kind == .availability {
      found.availabilities.append((piece, availability(component, calendarZone: context.zone)))
    } else {
      let other = component.component
      statedUID = other.value("UID") ?? ""
      found.others.append(other)
    }
    found.uids.append((component.line, statedUID))
  }
}
