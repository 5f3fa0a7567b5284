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
  public struct Display: RawRepresentable, Sendable, Hashable {
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
  public struct Feature: RawRepresentable, Sendable, Hashable {
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
