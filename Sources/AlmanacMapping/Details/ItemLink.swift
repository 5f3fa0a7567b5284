internal import AlmanacComponents
public import AlmanacEvents

/// Something elsewhere that belongs to an item: LINK of RFC 9253 §8.2, as a file has it.
public struct ItemLink: Sendable, Hashable {
  package static let name = "LINK"
  public var property: Property

  public init(_ property: Property) { self.property = property }

  /// - Parameter relation: What it is to the item (LINKREL): `source`, `latest-version`, `describedby`, or a URI.
  public init(_ uri: String, relation: String, label: String = "", mediaType: String = "") {
    property = Property(Self.name, parameters: [Parameter("VALUE", "URI")], value: uri)
    (self.relation, self.label, self.mediaType) = (relation, label, mediaType)
  }

  /// The URI, or as the parameter VALUE says a UID or a reference into XML.
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

/// A text or data of a media type: STYLED-DESCRIPTION and STRUCTURED-DATA of RFC 9073 §6.5 and §6.6, as a file has it.
public struct TypedContent: Sendable, Hashable {
  public var property: Property

  public init(_ property: Property) { self.property = property }

  /// A text of a media type, such as `text/html`.
  ///
  /// - Parameter schema: Of structured data, which must name its schema: `https://schema.org/SportsEvent`.
  public init(text: String, mediaType: String, schema: String = "") {
    self.init(TextValue.escaped(text), "TEXT", mediaType, schema)
  }

  /// Something that stands elsewhere.
  public init(uri: String, mediaType: String = "", schema: String = "") {
    self.init(uri, "URI", mediaType, schema)
  }

  private init(_ value: String, _ type: String, _ mediaType: String, _ schema: String) {
    property = Property("", parameters: [Parameter("VALUE", type)], value: value)
    property.set(mediaType, parameter: "FMTTYPE")
    property.set(schema, parameter: "SCHEMA")
  }

  /// The text, or the URI or the base64 of what it is.
  public var content: String { isText ? property.text : property.value }

  /// Whether the content stands here as text.
  public var isText: Bool { ["", "TEXT"].contains((property.parameter("VALUE") ?? "").uppercased()) }

  public var mediaType: String { property.parameter("FMTTYPE") ?? "" }
  public var schema: String { property.parameter("SCHEMA") ?? "" }

  /// Under the name of the property that it is to be.
  func named(_ name: String) -> Property {
    var named = property
    named.name = name
    return named
  }
}
