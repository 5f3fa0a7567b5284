internal import AlmanacComponents

/// A document that goes with an item (ATTACH, RFC 5545 §3.8.1.1).
public struct AttachedFile: Sendable, Hashable {
  /// The bytes of a document, or their address.
  public enum Content: Sendable, Hashable {
    case uri(String)
    case bytes([UInt8])
  }

  public var content: Content
  /// FMTTYPE; empty when not stated.
  public var mediaType: String
  /// All other parameters.
  public var parameters: [Parameter]

  public init(_ content: Content, mediaType: String = "", parameters: [Parameter] = []) {
    self.content = content
    self.mediaType = mediaType
    self.parameters = parameters
  }

  var uri: String? {
    if case .uri(let uri) = content { uri } else { nil }
  }
}

/// A picture for an item or a calendar (IMAGE, RFC 7986 §5.10).
public struct AttachedImage: Sendable, Hashable {
  /// The intended use of a picture (DISPLAY, RFC 7986 §6.1). Open: other words are preserved.
  public struct Display: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    public static let badge = Display(rawValue: "BADGE")
    public static let graphic = Display(rawValue: "GRAPHIC")
    public static let fullSize = Display(rawValue: "FULLSIZE")
    public static let thumbnail = Display(rawValue: "THUMBNAIL")
  }

  public var file: AttachedFile
  /// The intended uses; none means a badge.
  public var displays: [Display]

  public init(_ file: AttachedFile, displays: [Display] = []) {
    self.file = file
    self.displays = displays
  }
}

/// A means of remote participation (CONFERENCE, RFC 7986 §5.11).
public struct Conference: Sendable, Hashable {
  /// A feature of a conference (FEATURE, RFC 7986 §6.3). Open: other words are preserved.
  public struct Feature: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    public static let audio = Feature(rawValue: "AUDIO")
    public static let chat = Feature(rawValue: "CHAT")
    public static let feed = Feature(rawValue: "FEED")
    public static let moderator = Feature(rawValue: "MODERATOR")
    public static let phone = Feature(rawValue: "PHONE")
    public static let screen = Feature(rawValue: "SCREEN")
    public static let video = Feature(rawValue: "VIDEO")
  }

  public var uri: String
  public var features: [Feature]
  public var label: String
  /// All other parameters.
  public var parameters: [Parameter]

  public init(_ uri: String, features: [Feature] = [], label: String = "", parameters: [Parameter] = []) {
    self.uri = uri
    self.features = features
    self.label = label
    self.parameters = parameters
  }
}

/// `uri` or `bytes` (base64), `mediaType`, `parameters`.
extension AttachedFile: Codable {
  private static let codingTable = CodingTable<AttachedFile>(
    blank: AttachedFile(.uri("")), .text("mediaType", \.mediaType), .list("parameters", \.parameters))

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TableKey.self)
    let content: Content
    if let text = try container.decodeIfPresent(String.self, forKey: "bytes") {
      guard let bytes = Base64.decoded(text, isStrict: true) else {
        throw container.fault("bytes", "expected base64")
      }
      content = .bytes(bytes)
    } else {
      content = .uri(try container.decode(String.self, forKey: "uri"))
    }
    self = try Self.codingTable.value(from: decoder, else: Self(content))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TableKey.self)
    switch content {
    case .uri(let uri): try container.encode(uri, forKey: "uri")
    case .bytes(let bytes): try container.encode(Base64.encoded(bytes), forKey: "bytes")
    }
    try Self.codingTable.encode(self, to: encoder)
  }
}

/// The fields of its file, and `displays`.
extension AttachedImage: Codable {
  private static let codingTable = CodingTable<AttachedImage>(
    blank: AttachedImage(AttachedFile(.uri(""))), .list("displays", \.displays))

  public init(from decoder: any Decoder) throws {
    self = try Self.codingTable.value(from: decoder, else: Self(try AttachedFile(from: decoder)))
  }

  public func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    try Self.codingTable.encode(self, to: encoder)
  }
}

/// `uri`, `features`, `label`, `parameters`.
extension Conference: TableCoded {
  static let codingTable = CodingTable<Conference>(
    blank: Conference(""), .required("uri", \.uri), .list("features", \.features), .text("label", \.label),
    .list("parameters", \.parameters))
}
