/// A document attached to an item (ATTACH, RFC 5545 §3.8.1.1).
public struct AttachedFile: Sendable, Hashable {
  /// The bytes of a document, or their address.
  public enum Content: Sendable, Hashable {
    /// The address of the document.
    case uri(String)
    /// The document itself, which a file has in base64.
    case bytes([UInt8])
  }

  /// The document or its address.
  public var content: Content
  /// FMTTYPE; empty when not stated.
  public var mediaType: String
  /// All other parameters.
  public var parameters: [Parameter]

  /// Creates an attachment, of a media type such as `application/pdf` where it is stated.
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
  /// The intended use of a picture (DISPLAY, RFC 7986 §6.1). Other values are preserved.
  public struct Display: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `BADGE`: a picture beside the title; the default.
    public static let badge = Display(rawValue: "BADGE")
    /// `GRAPHIC`: a picture in place of the item's text.
    public static let graphic = Display(rawValue: "GRAPHIC")
    /// `FULLSIZE`: a picture that accompanies the item's text in full size.
    public static let fullSize = Display(rawValue: "FULLSIZE")
    /// `THUMBNAIL`: a smaller form of the full-size picture, where space is scarce.
    public static let thumbnail = Display(rawValue: "THUMBNAIL")
  }

  /// The picture or its address, with its media type and further parameters.
  public var file: AttachedFile
  /// The intended uses; none means a badge.
  public var displays: [Display]

  /// Creates a picture for an item or a calendar.
  public init(_ file: AttachedFile, displays: [Display] = []) {
    self.file = file
    self.displays = displays
  }
}

/// A means of remote participation (CONFERENCE, RFC 7986 §5.11).
public struct Conference: Sendable, Hashable {
  /// A feature of a conference (FEATURE, RFC 7986 §6.3). Other values are preserved.
  public struct Feature: RawRepresentable, Sendable, Hashable, Codable {
    /// iCalendar's word in upper case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// `AUDIO`: speech.
    public static let audio = Feature(rawValue: "AUDIO")
    /// `CHAT`: chat or instant messages.
    public static let chat = Feature(rawValue: "CHAT")
    /// `FEED`: a blog or an Atom feed.
    public static let feed = Feature(rawValue: "FEED")
    /// `MODERATOR`: access for the moderator, such as by a code.
    public static let moderator = Feature(rawValue: "MODERATOR")
    /// `PHONE`: participation by telephone.
    public static let phone = Feature(rawValue: "PHONE")
    /// `SCREEN`: a shared screen.
    public static let screen = Feature(rawValue: "SCREEN")
    /// `VIDEO`: pictures of the participants.
    public static let video = Feature(rawValue: "VIDEO")
  }

  /// The URI by which to participate, such as `https:`, `tel:` or `xmpp:`.
  public var uri: String
  /// The features (FEATURE); empty when not stated.
  public var features: [Feature]
  /// The text to show for the conference (LABEL, RFC 7986 §6.4); empty when not stated.
  public var label: String
  /// All other parameters.
  public var parameters: [Parameter]

  /// Creates a means of participation at a URI.
  public init(_ uri: String, features: [Feature] = [], label: String = "", parameters: [Parameter] = []) {
    self.uri = uri
    self.features = features
    self.label = label
    self.parameters = parameters
  }
}

/// Coded as an object with the keys `uri` or `bytes` (base64), `mediaType`, `parameters`.
extension AttachedFile: TableCoded {
  static let codingTable = CodingTable<AttachedFile>(
    blank: AttachedFile(.uri("")), .content(\.content), .text("mediaType", \.mediaType),
    .list("parameters", \.parameters))
}

/// Coded as an object with the keys of its file and `displays`.
extension AttachedImage: TableCoded {
  static let codingTable = CodingTable<AttachedImage>(
    blank: AttachedImage(AttachedFile(.uri(""))), .content(\.file.content),
    .text("mediaType", \.file.mediaType), .list("parameters", \.file.parameters),
    .list("displays", \.displays))
}

extension CodingTable.Field {
  fileprivate static func content(_ path: any Path<AttachedFile.Content>) -> Self {
    Self(keys: ["uri", "bytes"]) { (root, container) throws in
      switch root[keyPath: path] {
      case .uri(let uri): try container.encode(uri, forKey: "uri")
      case .bytes(let bytes): try container.encode(Base64.encoded(bytes), forKey: "bytes")
      }
    } decode: { (root, container) throws in
      guard let text = try container.decodeIfPresent(String.self, forKey: "bytes") else {
        root[keyPath: path] = .uri(try container.decode(String.self, forKey: "uri"))
        return
      }
      let bytes = Base64.decoded(text, isStrict: true)
      guard let bytes else { throw container.fault("bytes", "expected base64") }
      root[keyPath: path] = .bytes(bytes)
    }
  }
}

/// Coded as an object with the keys `uri`, `features`, `label`, `parameters`.
extension Conference: TableCoded {
  static let codingTable = CodingTable<Conference>(
    blank: Conference(""), .required("uri", \.uri), .list("features", \.features), .text("label", \.label),
    .list("parameters", \.parameters))
}
