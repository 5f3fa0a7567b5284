/// A collection of calendar files: a folder, a server's collection, or memory. Four calls are all that a synchronization
/// needs of it.
///
/// A change token is a text that changes whenever the content does, such as an HTTP entity tag; it is compared and never
/// interpreted. Conforming types report a broken precondition as ``SyncError`` with code `conflict` and a missing
/// resource as `not_found`; other errors end the synchronization.
public protocol SyncRemote: Sendable {
  /// The names and change tokens of all resources.
  func list() async throws -> [String: String]

  /// The bytes of a resource, with the change token that they have.
  func read(_ name: String) async throws -> SyncResource

  /// Writes a resource.
  ///
  /// - Parameter token: The change token that the resource has to have (If-Match); `nil` for one that must not be
  ///   there (If-None-Match: *).
  /// - Returns: The new change token.
  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String

  /// Deletes a resource that has a change token (If-Match).
  func delete(_ name: String, having token: String) async throws
}

/// The content of a resource.
public struct SyncResource: Sendable, Hashable {
  /// The change token.
  public let token: String
  public let bytes: [UInt8]

  public init(token: String, bytes: [UInt8]) {
    (self.token, self.bytes) = (token, bytes)
  }
}

/// The reason why a synchronization or one of its steps is not possible.
public struct SyncError: Error, Sendable, Hashable {
  /// Open: remotes may add their own.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The resource is not as it was.
    public static let conflict = Code(rawValue: "conflict")
    public static let notFound = Code(rawValue: "not_found")
    /// More would be deleted than the limit allows.
    public static let massDeletion = Code(rawValue: "mass_deletion")
    /// The resource is not iCalendar, or is cut off.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The name is not one that every collection can have.
    public static let badName = Code(rawValue: "bad_name")
    /// Another resource of the same side has the item.
    public static let duplicate = Code(rawValue: "duplicate")
  }

  public let code: Code
  /// The name of the resource; empty for the whole collection.
  public let name: String
  /// A phrase for people that states what would be accepted.
  public let expected: String

  public init(_ code: Code, name: String = "", expected: String) {
    (self.code, self.name, self.expected) = (code, name, expected)
  }
}

extension SyncError: CustomStringConvertible {
  public var description: String {
    (name.isEmpty ? "" : "\(name): ") + "\(code.rawValue) (expected \(expected))"
  }
}

/// A collection in memory, for tests and previews.
public actor MemoryRemote: SyncRemote {
  private var resources: [String: SyncResource] = [:]
  private var writes = 0

  public init(_ contents: [String: [UInt8]] = [:]) {
    for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      writes += 1
      resources[name] = SyncResource(token: "\(writes)", bytes: bytes)
    }
  }

  public func list() -> [String: String] { resources.mapValues(\.token) }

  public func read(_ name: String) throws -> SyncResource {
    guard let resource = resources[name] else {
      throw SyncError(.notFound, name: name, expected: "a resource of the collection")
    }
    return resource
  }

  public func write(_ bytes: [UInt8], to name: String, replacing token: String?) throws -> String {
    guard resources[name]?.token == token else {
      throw SyncError(.conflict, name: name, expected: token.map { "change token \($0)" } ?? "no resource")
    }
    writes += 1
    resources[name] = SyncResource(token: "\(writes)", bytes: bytes)
    return "\(writes)"
  }

  public func delete(_ name: String, having token: String) throws {
    guard resources[name]?.token == token else {
      throw SyncError(.conflict, name: name, expected: "change token \(token)")
    }
    resources[name] = nil
  }
}
