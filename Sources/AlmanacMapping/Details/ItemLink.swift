internal import AlmanacComponents
public import AlmanacEvents

/// A link from an item to a related resource: LINK of RFC 9253 §8.2, stored as the property that was read.
public struct ItemLink: Sendable, Hashable {
  public var property: Property

  public init(_ property: Property) { self.property = property }

  /// - Parameter relation: The type of the link (LINKREL): `source`,
  ///   `latest-version`, `describedby`, or a URI.
  public init(_ uri: String, relation: String, label: String = "", mediaType: String = "") {
    property = Property(PropertyName.link.text, parameters: [Parameter("VALUE", "URI")], value: uri)
    (self.relation, self.label, self.mediaType) = (relation, label, mediaType)
  }

  /// The URI; depending on the parameter VALUE a UID or an XML reference.
  public var target: String {
    get { property.value }
    set { property.value = newValue }
  }

  public var relation: String {
    get { property.parameter("LINKREL") ?? "" }
    set { property.set(newValue, parameter: "LINKREL") }
  }

  public var label: String {
    get { property.parameter("LABEL") ?? "" }
    set { property.set(newValue, parameter: "LABEL") }
  }

  public var mediaType: String {
    get { property.parameter("FMTTYPE") ?? "" }
    set { property.set(newValue, parameter: "FMTTYPE") }
  }
}

/// Text or data with a media type: STYLED-DESCRIPTION and STRUCTURED-DATA of RFC 9073 §6.5 and §6.6, stored
/// as the property that was read.
public struct TypedContent: Sendable, Hashable {
  public var property: Property

  public init(_ property: Property) { self.property = property }

  /// Creates text of a media type, such as `text/html`.
  ///
  /// - Parameter schema: The schema, required for structured data: `https://schema.org/SportsEvent`.
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

  public var mediaType: String { property.parameter("FMTTYPE") ?? "" }
  public var schema: String { property.parameter("SCHEMA") ?? "" }

  /// The property with the given name.
  func named(_ name: PropertyName) -> Property {
    var named = property
    named.name = name.text
    return named
  }
}
