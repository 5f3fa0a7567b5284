internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

/// What RFC 9073 and RFC 9253 add to items. It is kept among the item's unmodelled properties and components; here it is
/// read and changed, and what is not changed is written as it was read.
extension CalendarItem {
  /// Everybody and everything with a part in it (PARTICIPANT, RFC 9073 §7.1), beside those who are invited.
  public var participants: [Participant] {
    get { kept(Participant.kind).map { Participant($0) } }
    set { unmodelled.components.replace(Participant.kind, by: newValue.map(\.component)) }
  }

  /// The places in more words than `location` has (VLOCATION, RFC 9073 §7.2).
  public var locations: [DetailedLocation] {
    get { kept(DetailedLocation.kind).map { DetailedLocation($0) } }
    set { unmodelled.components.replace(DetailedLocation.kind, by: newValue.map(\.component)) }
  }

  /// Equipment and rooms in more words than `resources` has (VRESOURCE, RFC 9073 §7.3).
  public var detailedResources: [DetailedResource] {
    get { kept(DetailedResource.kind).map { DetailedResource($0) } }
    set { unmodelled.components.replace(DetailedResource.kind, by: newValue.map(\.component)) }
  }

  /// The description in other media types (STYLED-DESCRIPTION, RFC 9073 §6.5, or without one Outlook's X-ALT-DESC);
  /// `details` stays the plain one.
  public var styledDetails: [TypedContent] {
    get {
      let standard = lines("STYLED-DESCRIPTION")
      return (standard.isEmpty ? lines("X-ALT-DESC") : standard).map { TypedContent($0) }
    }
    set {
      guard newValue != styledDetails else { return }
      unmodelled.properties.replace("STYLED-DESCRIPTION", by: newValue.map { $0.named("STYLED-DESCRIPTION") })
      unmodelled.properties.replace("X-ALT-DESC", by: [])
    }
  }

  /// Data about the item in other forms (STRUCTURED-DATA, RFC 9073 §6.6).
  public var structuredData: [TypedContent] {
    get { lines("STRUCTURED-DATA").map { TypedContent($0) } }
    set { unmodelled.properties.replace("STRUCTURED-DATA", by: newValue.map { $0.named("STRUCTURED-DATA") }) }
  }

  /// What belongs to it elsewhere (LINK, RFC 9253 §8.2).
  public var links: [ItemLink] {
    get { lines(ItemLink.name).map { ItemLink($0) } }
    set { unmodelled.properties.replace(ItemLink.name, by: newValue.map(\.property)) }
  }

  /// URIs of the subjects that it is about, in systems of subjects (CONCEPT, RFC 9253 §8.1).
  public var concepts: [String] {
    get { lines("CONCEPT").map(\.value) }
    set { setLines(newValue, "CONCEPT") }
  }

  /// Keys that it shares with others that belong together (REFID, RFC 9253 §8.3).
  public var referenceIDs: [String] {
    get { lines("REFID").map { TextValue.unescaped($0.value) } }
    set { if newValue != referenceIDs { setLines(newValue.map { TextValue.escaped($0) }, "REFID") } }
  }

  private func kept(_ kind: String) -> [RawComponent] {
    unmodelled.components.filter { $0.name.uppercased() == kind }
  }

  private func lines(_ name: String) -> [RawProperty] {
    unmodelled.properties.filter { $0.name.uppercased() == name }
  }

  /// Lines with the given values; one whose value stays keeps its parameters and its place.
  private mutating func setLines(_ values: [String], _ name: String) {
    var present = lines(name)
    let new = values.map { value -> RawProperty in
      guard let index = present.firstIndex(where: { $0.value == value }) else {
        return RawProperty(name, value: value)
      }
      return present.remove(at: index)
    }
    unmodelled.properties.replace(name, by: new)
  }
}

extension Relation {
  /// How long after the other it is, or before (GAP, RFC 9253 §6.2), for relations in time such as `finishToStart`.
  public var gap: CalendarDuration? {
    get { parameters.first { $0.name == "GAP" }?.values.first.flatMap { try? CalendarDuration($0) } }
    set {
      parameters.removeAll { $0.name == "GAP" }
      if let newValue { parameters.append(Parameter("GAP", newValue.description)) }
    }
  }

  /// Whether the target is a URI and no UID (VALUE=URI, RFC 9253 §9.1).
  public var isURI: Bool {
    get { parameters.contains { $0.name == "VALUE" && $0.values.first?.uppercased() == "URI" } }
    set {
      guard newValue != isURI else { return }
      parameters.removeAll { $0.name == "VALUE" }
      if newValue { parameters.append(Parameter("VALUE", "URI")) }
    }
  }
}
