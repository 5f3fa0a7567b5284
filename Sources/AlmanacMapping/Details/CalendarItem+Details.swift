import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

/// Accessors for the additions of RFC 9073 and RFC 9253. They read and change the item's unmodelled
/// properties and components; what is not changed is written as it was read.
extension CalendarItem {
  /// The participants (PARTICIPANT, RFC 9073 §7.1), who are not necessarily attendees.
  public var participants: [Participant] {
    get { unmodelled.components[Participant.self] }
    set { unmodelled.components[Participant.self] = newValue }
  }

  /// Structured locations (VLOCATION, RFC 9073 §7.2), more detailed than `location`.
  public var locations: [DetailedLocation] {
    get { unmodelled.components[DetailedLocation.self] }
    set { unmodelled.components[DetailedLocation.self] = newValue }
  }

  /// Equipment and rooms (VRESOURCE, RFC 9073 §7.3), more detailed than `resources`.
  public var detailedResources: [DetailedResource] {
    get { unmodelled.components[DetailedResource.self] }
    set { unmodelled.components[DetailedResource.self] = newValue }
  }

  /// The description in other media types (STYLED-DESCRIPTION, RFC 9073 §6.5, or without one Outlook's
  /// X-ALT-DESC); `details` remains the plain text.
  public var styledDetails: [TypedContent] {
    get {
      let standard = unmodelled.properties[.styledDescription]
      return (standard.isEmpty ? unmodelled.properties[.altDescription] : standard).map { TypedContent($0) }
    }
    set {
      guard newValue != styledDetails else { return }
      unmodelled.properties[.styledDescription] = newValue.map { $0.named(.styledDescription) }
      unmodelled.properties[.altDescription] = []
    }
  }

  /// Data about the item in other formats (STRUCTURED-DATA, RFC 9073 §6.6).
  public var structuredData: [TypedContent] {
    get { unmodelled.properties[.structuredData].map { TypedContent($0) } }
    set { unmodelled.properties[.structuredData] = newValue.map { $0.named(.structuredData) } }
  }

  /// Links to related resources (LINK, RFC 9253 §8.2).
  public var links: [ItemLink] {
    get { unmodelled.properties[.link].map { ItemLink($0) } }
    set { unmodelled.properties[.link] = newValue.map(\.property) }
  }
}

extension Relation {
  /// The lag after the related item, negative for a lead (GAP, RFC 9253 §6.2), for temporal
  /// relations such as `finishToStart`.
  public var gap: CalendarDuration? {
    get { parameters.first(named: "GAP")?.values.first.flatMap { try? CalendarDuration($0) } }
    set { parameters.set(newValue?.description ?? "", "GAP") }
  }

  /// Whether the target is a URI rather than a UID (VALUE=URI, RFC 9253 §9.1).
  public var isURI: Bool {
    get { parameters.first(named: "VALUE")?.values.first?.uppercased() == "URI" }
    set { if newValue != isURI { parameters.set(newValue ? "URI" : "", "VALUE") } }
  }
}

/// A link from an item to a related resource: LINK of RFC 9253 §8.2, stored as the property that was read.
public struct ItemLink: Sendable, Hashable {
  /// The property LINK with all its parameters.
  public var property: Property

  /// Creates a link from a property LINK, which is not checked.
  public init(_ property: Property) { self.property = property }

  /// Creates a link to a URI, with a type of link (LINKREL): `source`, `latest-version`, `describedby`, or a URI.
  public init(_ uri: String, relation: String, label: String = "", mediaType: String = "") {
    property = Property(PropertyName.link.text, parameters: [Parameter("VALUE", "URI")], value: uri)
    (self.relation, self.label, self.mediaType) = (relation, label, mediaType)
  }

  /// The URI; depending on the parameter VALUE a UID or an XML reference.
  public var target: String {
    get { property.value }
    set { property.value = newValue }
  }

  /// The type of the link (LINKREL, RFC 9253 §6.1); empty when not stated. Assigning an empty text removes it.
  public var relation: String {
    get { property.parameter("LINKREL") ?? "" }
    set { property.set(newValue, parameter: "LINKREL") }
  }

  /// The text to show for the link (LABEL, RFC 7986 §6.4); empty when not stated. Assigning an empty text removes it.
  public var label: String {
    get { property.parameter("LABEL") ?? "" }
    set { property.set(newValue, parameter: "LABEL") }
  }

  /// The media type of the target (FMTTYPE, RFC 5545 §3.2.8); empty when not stated. Assigning an empty text removes
  /// it.
  public var mediaType: String {
    get { property.parameter("FMTTYPE") ?? "" }
    set { property.set(newValue, parameter: "FMTTYPE") }
  }
}

/// Text or data with a media type: STYLED-DESCRIPTION and STRUCTURED-DATA of RFC 9073 §6.5 and §6.6, stored
/// as the property that was read.
public struct TypedContent: Sendable, Hashable {
  /// The property with all its parameters; its name is set when the content is assigned to an item.
  public var property: Property

  /// Creates content from a property, which is not checked.
  public init(_ property: Property) { self.property = property }

  /// Creates text of a media type, such as `text/html`. Structured data requires a schema, such as
  /// `https://schema.org/SportsEvent`.
  public init(text: String, mediaType: String, schema: String = "") {
    self.init(TextValue.escaped(text), "TEXT", mediaType, schema)
  }

  /// Creates a reference to content at a URI.
  public init(uri: String, mediaType: String = "", schema: String = "") {
    self.init(uri, "URI", mediaType, schema)
  }

  private init(_ value: String, _ type: String, _ mediaType: String, _ schema: String) {
    property = Property("", parameters: [Parameter("VALUE", type)], value: value)
    property.set(mediaType, parameter: "FMTTYPE")
    property.set(schema, parameter: "SCHEMA")
  }

  /// The text, the URI, or the data in base64.
  public var content: String { isText ? property.text : property.value }

  /// Whether the content is text.
  public var isText: Bool { ["", "TEXT"].contains((property.parameter("VALUE") ?? "").uppercased()) }

  /// The media type (FMTTYPE, RFC 5545 §3.2.8), such as `text/html`; empty when not stated.
  public var mediaType: String { property.parameter("FMTTYPE") ?? "" }
  /// The URI of the schema of structured data (SCHEMA, RFC 9073); empty when not stated.
  public var schema: String { property.parameter("SCHEMA") ?? "" }

  /// The property with the given name.
  func named(_ name: PropertyName) -> Property { modified(property) { $0.name = name.text } }
}
