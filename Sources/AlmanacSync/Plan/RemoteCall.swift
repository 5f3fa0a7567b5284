internal import AlmanacComponents

/// A call of a ``SyncRemote`` that another program makes, such as one that speaks HTTP, as a line of JSON on its standard
/// input.
///
/// The program answers each call with a ``RemoteReply`` on its standard output, in the order of the calls, and ends when
/// its input does. So a program synchronizes with servers without being linked to what that takes. A call is made as
/// `try JSONEncoder().encode(RemoteCall.read(["a.ics"]))`.
public enum RemoteCall: Sendable, Hashable, Codable {
  /// Opens a collection; the first call.
  case open(RemoteAddress)
  /// Lists all resources; the answer is ``RemoteReply/listed(_:)``.
  case list
  /// Reads the resources of these names; the answer is ``RemoteReply/read(_:)``.
  case read([String])
  /// Writes or deletes resources that do not depend on each other (``SyncRemote/makeAll(_:)``); the answer is
  /// ``RemoteReply/changed(_:)``.
  case change([SyncChange])

  private enum OpenCodingKeys: String, CodingKey { case _0 = "address" }
  private enum ReadCodingKeys: String, CodingKey { case _0 = "names" }
  private enum ChangeCodingKeys: String, CodingKey { case _0 = "changes" }
}

/// The answer to a ``RemoteCall``.
public enum RemoteReply: Sendable, Hashable, Codable {
  /// The collection is open.
  case opened
  /// The change tokens by name.
  case listed([String: String])
  /// The resources in the order of the call.
  case read([RemoteResult])
  /// The outcomes of changes in the order of the call, up to the first error that does not concern one resource alone.
  case changed([ChangeResult])
  /// The call failed, with the reason.
  case failed(SyncError)

  private enum ListedCodingKeys: String, CodingKey { case _0 = "tokens" }
  private enum ReadCodingKeys: String, CodingKey { case _0 = "results" }
  private enum ChangedCodingKeys: String, CodingKey { case _0 = "results" }
  private enum FailedCodingKeys: String, CodingKey { case _0 = "error" }
}

/// The outcome of a change.
public enum ChangeResult: Sendable, Hashable, Codable {
  /// The resource has this change token now; `nil` for a deleted one.
  case made(token: String?)
  /// The change was not made, or it is not certain, with the reason.
  case failed(SyncError)

  private enum FailedCodingKeys: String, CodingKey { case _0 = "error" }
}

/// A resource, or the reason why it could not be read.
public enum RemoteResult: Sendable, Hashable, Codable {
  /// The bytes and the change token of the resource.
  case resource(SyncResource)
  /// The resource could not be read, with the reason.
  case failed(SyncError)

  private enum ResourceCodingKeys: String, CodingKey { case _0 = "resource" }
  private enum FailedCodingKeys: String, CodingKey { case _0 = "error" }
}

/// A collection of a server, with what its user allows.
public struct RemoteAddress: Sendable, Hashable, Codable {
  /// The URL of the collection, or of a published calendar that can only be read.
  public var url: String
  /// The name with which the user signs in; `nil` for none.
  public var user: String?
  /// The command line of a shell that prints the password in its first line.
  public var passwordCommand: String?
  /// Other hosts that may be sent the password too.
  public var allowedHosts: [String]
  /// Whether everything is listed anew, rather than what changed since an earlier listing: where the caller has no common state
  /// with the collection yet.
  public var listsAll = false

  /// Creates the address of a collection; by default nobody signs in.
  public init(_ url: String, user: String? = nil, passwordCommand: String? = nil, allowedHosts: [String] = [])
  {
    (self.url, self.user, self.passwordCommand, self.allowedHosts) = (
      url, user, passwordCommand, allowedHosts
    )
  }
}

/// The bytes are coded as a text in Base64.
extension SyncResource: Codable {
  private enum CodingKeys: String, CodingKey { case token, bytes }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      token: try container.decode(String.self, forKey: .token),
      bytes: try container.decode(Base64Bytes.self, forKey: .bytes).bytes)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(token, forKey: .token)
    try container.encode(Base64Bytes(bytes: bytes), forKey: .bytes)
  }
}

/// The bytes are coded as a text in Base64.
extension SyncChange: Codable {
  private enum CodingKeys: String, CodingKey { case name, bytes, token, group }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      bytes: try container.decodeIfPresent(Base64Bytes.self, forKey: .bytes)?.bytes,
      token: try container.decodeIfPresent(String.self, forKey: .token),
      group: try container.decode(Int.self, forKey: .group))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(bytes.map { Base64Bytes(bytes: $0) }, forKey: .bytes)
    try container.encodeIfPresent(token, forKey: .token)
    try container.encode(group, forKey: .group)
  }
}

private struct Base64Bytes: Codable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.decoded(try container.decode(String.self), isStrict: true) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not the content of a resource: expected Base64")
    }
    self.bytes = bytes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64.encoded(bytes))
  }
}

extension SyncError: Codable {
  private enum CodingKeys: String, CodingKey { case code, name, expected }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      Code(rawValue: try container.decode(String.self, forKey: .code)),
      name: try container.decode(String.self, forKey: .name),
      expected: try container.decode(String.self, forKey: .expected))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code.rawValue, forKey: .code)
    try container.encode(name, forKey: .name)
    try container.encode(expected, forKey: .expected)
  }
}
