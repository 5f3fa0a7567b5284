internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

/// Accessors for the additions of RFC 9073 and RFC 9253. They read and change the item's unmodelled
/// properties and components; what is not changed is written as it was read.
extension CalendarItem {
  /// The participants (PARTICIPANT, RFC 9073 §7.1), who are not necessarily attendees.
  public var participants: [Participant] {
    get { unmodelled.components.all(named: Participant.kind).map { Participant($0) } }
    set { unmodelled.components.replace(Participant.kind, by: newValue.map(\.component)) }
  }

  /// Structured locations (VLOCATION, RFC 9073 §7.2), more detailed than `location`.
  public var locations: [DetailedLocation] {
    get { unmodelled.components.all(named: DetailedLocation.kind).map { DetailedLocation($0) } }
    set { unmodelled.components.replace(DetailedLocation.kind, by: newValue.map(\.component)) }
  }

  /// Equipment and rooms (VRESOURCE, RFC 9073 §7.3), more detailed than `resources`.
  public var detailedResources: [DetailedResource] {
    get { unmodelled.components.all(named: DetailedResource.kind).map { DetailedResource($0) } }
    set { unmodelled.components.replace(DetailedResource.kind, by: newValue.map(\.component)) }
  }

  /// The description in other media types (STYLED-DESCRIPTION, RFC 9073 §6.5, or without one Outlook's
  /// X-ALT-DESC); `details` remains the plain text.
  public var styledDetails: [TypedContent] {
    get {
      let standard = unmodelled.properties.all(named: "STYLED-DESCRIPTION")
      return (standard.isEmpty ? unmodelled.properties.all(named: "X-ALT-DESC") : standard).map {
        TypedContent($0)
      }
    }
    set {
      guard newValue != styledDetails else { return }
      unmodelled.properties.replace("STYLED-DESCRIPTION", by: newValue.map { $0.named("STYLED-DESCRIPTION") })
      unmodelled.properties.replace("X-ALT-DESC", by: [])
    }
  }

  /// Data about the item in other formats (STRUCTURED-DATA, RFC 9073 §6.6).
  public var structuredData: [TypedContent] {
    get { unmodelled.properties.all(named: "STRUCTURED-DATA").map { TypedContent($0) } }
    set { unmodelled.properties.replace("STRUCTURED-DATA", by: newValue.map { $0.named("STRUCTURED-DATA") }) }
  }

  /// Links to related resources (LINK, RFC 9253 §8.2).
  public var links: [ItemLink] {
    get { unmodelled.properties.all(named: ItemLink.name).map { ItemLink($0) } }
    set { unmodelled.properties.replace(ItemLink.name, by: newValue.map(\.property)) }
  }
}

extension Relation {
  /// The lag after the related item, negative for a lead (GAP, RFC 9253 §6.2), for temporal
  /// relations such as `finishToStart`.
  public var gap: CalendarDuration? {
    get { parameters.first(named: "GAP")?.values.first.flatMap { try? CalendarDuration($0) } }
    set {
      parameters.removeAll(named: "GAP")
      if let newValue { parameters.append(Parameter("GAP", newValue.description)) }
    }
  }

  /// Whether the target is a URI rather than a UID (VALUE=URI, RFC 9253 §9.1).
  public var isURI: Bool {
    get { parameters.first(named: "VALUE")?.values.first?.uppercased() == "URI" }
    set {
      guard newValue != isURI else { return }
      parameters.removeAll(named: "VALUE")
      if newValue { parameters.append(Parameter("VALUE", "URI")) }
    }
  }
}
