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
  /// The intended use of a picture (DISPLAY, RFC 7986 §6.1). Other values are preserved.
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
  /// A feature of a conference (FEATURE, RFC 7986 §6.3). Other values are preserved.
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
