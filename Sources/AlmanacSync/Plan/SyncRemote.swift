internal import AlmanacICS

/// A collection of calendar files: a folder, a server's collection, or memory. Four calls are all that a synchronization
/// needs of it. A collection that reads several resources or makes several changes faster or as one implements
/// ``readAll(_:)`` and ``apply(_:)`` too, and one that supports undo ``undone()``.
///
/// A change token is a text that changes whenever the content does, such as an HTTP entity tag; it is compared and never
/// interpreted. Conforming types report what concerns one resource alone as a ``SyncError``: a broken precondition with code
/// `conflict`, a missing resource with `not_found`, and one that the collection does not accept, such as for its size or the
/// kind of its items, with `refused`. The others are then synchronized; other errors end the synchronization.
public protocol SyncRemote: Sendable {
  /// The end of the names of all resources, such as `.ics` for a folder, in which other files are none; by default empty.
  /// A resource that comes from a collection of other names gets it.
  var fileExtension: String { get }

  /// Whether a synchronization reads back what it has written here, as of a server, which may answer that it has stored what it has
  /// not; by default `false`.
  var readsBackWrites: Bool { get }

  /// Whether each resource has the items of one UID, as on a CalDAV server (RFC 4791 §4.1); by default `false`. A file of ours with
  /// several is not synchronized then.
  var hasOneUIDPerResource: Bool { get }

  /// The names and change tokens of all resources; an empty token for one whose state is not known at present.
  ///
  /// A resource that is not listed counts as deleted where ``read(_:)`` does not find it either.
  ///
  /// - Throws: An error if the list is not complete.
  func list() async throws -> [String: String]

  /// The bytes of a resource, with the change token that they have.
  func read(_ name: String) async throws -> SyncResource

  /// Reads several resources, by default one after the other.
  ///
  /// - Returns: The result for each name, in their order. After an error that does not concern one resource alone, the
  ///   other results are the same error.
  func readAll(_ names: [String]) async -> [Result<SyncResource, any Error>]

  /// Writes a resource, which must have a change token (If-Match), or with `nil` must not be there
  /// (If-None-Match: *).
  ///
  /// - Returns: The new change token; empty where the collection stored another text, which the next synchronization
  ///   reads as a change that was made there.
  /// - Throws: An error also where it is not certain that the content was written.
  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String

  /// Deletes a resource that has a change token (If-Match).
  func delete(_ name: String, having token: String) async throws

  /// Makes several changes, by default one after the other with the calls above.
  ///
  /// - Parameter changes: New resources first, then changed ones, then deletions.
  /// - Returns: The outcome of each.
  func apply(_ changes: [SyncChange]) async -> [SyncChange.Outcome]

  /// Makes several changes that do not depend on each other, by default one after the other.
  ///
  /// - Returns: The new change token of each, `nil` for a deletion, in their order; up to the first error that does not
  ///   concern one resource alone.
  func makeAll(_ changes: [SyncChange]) async -> [Result<String?, any Error>]

  /// The digests of contents that synchronizations had written and that the user has reverted since, such as by `undo`, by
  /// the names of the resources; by default none. As long as both sides last agreed on such a content, the resource is merged
  /// as if it had never been synchronized, so that neither side loses what it has, whatever edits follow.
  func undone() async throws -> [String: Set<ContentDigest>]
}

/// A change of a resource of a collection.
public struct SyncChange: Sendable, Hashable {
  /// The name of the resource in its collection.
  public let name: String
  /// The new content; `nil` for a deletion.
  public let bytes: [UInt8]?
  /// The change token that the resource has to have; `nil` for one that must not be there.
  public let token: String?
  /// Changes of one group belong together, such as those of the parts of a split series: after one was refused, no other
  /// is made.
  public let group: Int

  /// Creates a change: a new resource without a token, a deletion without bytes, else a replacement.
  public init(name: String, bytes: [UInt8]?, token: String?, group: Int = 0) {
    (self.name, self.bytes, self.token, self.group) = (name, bytes, token, group)
  }

  /// The outcome of a change.
  public enum Outcome: Sendable {
    /// The resource has this change token now; `nil` for a deleted one.
    case made(token: String?)
    /// The change was not made, with the reason, which may be one of another change of the group.
    case refused(SyncError)
    /// The collection failed. No change after that is made.
    case failed(any Error)
  }
}

extension SyncRemote {
  public var fileExtension: String { "" }

  public var readsBackWrites: Bool { false }

  public var hasOneUIDPerResource: Bool { false }

  public func undone() async throws -> [String: Set<ContentDigest>] { [:] }

  public func readAll(_ names: [String]) async -> [Result<SyncResource, any Error>] { await readEach(names) }

  /// Reads several resources one after the other, as ``readAll(_:)`` does by default.
  public func readEach(_ names: [String]) async -> [Result<SyncResource, any Error>] {
    var results: [Result<SyncResource, any Error>] = []
    for name in names {
      do {
        results.append(.success(try await read(name)))
      } catch {
        results.append(.failure(error))
        if (error as? SyncError)?.concernsOneResource != true {
          return results + repeatElement(.failure(error), count: names.count - results.count)
        }
      }
    }
    return results
  }

  public func apply(_ changes: [SyncChange]) async -> [SyncChange.Outcome] {
    var broken: [Int: SyncError] = [:]
    var outcomes: [SyncChange.Outcome] = []
    while outcomes.count < changes.count {
      let rest = changes[outcomes.count...]
      if let reason = rest.first.flatMap({ broken[$0.group] }) {
        outcomes.append(.refused(reason))
        continue
      }
      let part = Self.independent(rest, besides: broken)
      let results = await makeAll(part)
      if results.isEmpty {
        let error = SyncError(.refused, expected: "a result of each change")
        return outcomes + repeatElement(.failed(error), count: rest.count)
      }
      for (change, result) in zip(part, results) {
        do { outcomes.append(.made(token: try result.get())) } catch let error as SyncError
          where error.concernsOneResource
        {
          broken[change.group] = error
          outcomes.append(.refused(error))
        } catch {
          return outcomes + repeatElement(.failed(error), count: changes.count - outcomes.count)
        }
      }
    }
    return outcomes
  }

  /// The first changes of different groups, of at most a hundred and a megabyte, but at least one.
  private static func independent(
    _ changes: ArraySlice<SyncChange>, besides broken: [Int: SyncError]
  ) -> [SyncChange] {
    var (groups, size) = (Set(broken.keys), 0)
    return Array(
      changes.prefix(100).prefix { change in
        size += change.bytes?.count ?? 0
        return groups.insert(change.group).inserted && (size <= 1 << 20 || groups.count == broken.count + 1)
      })
  }

  public func makeAll(_ changes: [SyncChange]) async -> [Result<String?, any Error>] {
    var results: [Result<String?, any Error>] = []
    for change in changes {
      do { results.append(.success(try await make(change))) } catch {
        results.append(.failure(error))
        if (error as? SyncError)?.concernsOneResource != true { break }
      }
    }
    return results
  }

  /// Makes one change.
  ///
  /// - Returns: The new change token; `nil` for a deletion.
  public func make(_ change: SyncChange) async throws -> String? {
    if let bytes = change.bytes { return try await write(bytes, to: change.name, replacing: change.token) }
    if let token = change.token { try await delete(change.name, having: token) }
    return nil
  }
}

/// The content of a resource.
public struct SyncResource: Sendable, Hashable {
  /// The change token.
  public let token: String
  /// The content, such as the text of an iCalendar file.
  public let bytes: [UInt8]

  /// Creates the content of a resource with the change token that it has.
  public init(token: String, bytes: [UInt8]) {
    (self.token, self.bytes) = (token, bytes)
  }
}

extension SyncResource {
  /// The form in which a collection stores what was written to it.
  public enum StoredForm: Sendable, Hashable {
    /// The same content, in whatever notation.
    case whole
    /// The same without X- properties that a server or program does not know.
    case withoutExtensions
    /// Another content, such as that from before.
    case other
  }

  /// The form of some bytes that were written, as the content of the resource.
  ///
  /// - Complexity: O(1) for equal bytes, else O(*n*) in both.
  public func storedForm(of written: [UInt8]) -> StoredForm {
    if bytes == written { return .whole }
    guard let stored = try? ICSDocument(parsing: bytes), let document = try? ICSDocument(parsing: written)
    else {
      return .other
    }
    func hasContent(_ stored: ICSDocument) -> Bool {
      stored.calendars == document.calendars && stored.ignoredLineChanges(since: document).isEmpty
    }
    if hasContent(stored) { return .whole }
    return hasContent(stored.restoringLost(since: document, unlessIn: nil)) ? .withoutExtensions : .other
  }
}

/// The reason why a synchronization or one of its steps is not possible.
public struct SyncError: Error, Sendable, Hashable {
  /// The kind of an error; remotes may add their own.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The resource is not as it was.
    public static let conflict = Code(rawValue: "conflict")
    /// The collection has no resource of the name.
    public static let notFound = Code(rawValue: "not_found")
    /// More would be deleted than the limit allows.
    public static let massDeletion = Code(rawValue: "mass_deletion")
    /// The collection refuses this resource, such as for its size or content, but not others.
    public static let refused = Code(rawValue: "refused")
    /// The resource is not iCalendar, is cut off or over the limits of reading, or its state is not known.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The name cannot be used, such as that of a boundary in a mail.
    public static let badName = Code(rawValue: "bad_name")
    /// The resource has the items of several UIDs, and the other side takes those of one.
    public static let severalUIDs = Code(rawValue: "several_uids")
    /// Another resource of the same side has the item.
    public static let duplicate = Code(rawValue: "duplicate")
  }

  /// The kind of the error.
  public let code: Code
  /// The name of the resource; empty for the whole collection.
  public let name: String
  /// A phrase for people that states what would be accepted.
  public let expected: String

  /// Creates an error; without a name it concerns the whole collection.
  public init(_ code: Code, name: String = "", expected: String) {
    (self.code, self.name, self.expected) = (code, name, expected)
  }

  /// Whether other resources of the collection may be read and written nevertheless.
  public var concernsOneResource: Bool { [.conflict, .notFound, .refused, .unreadable].contains(code) }
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

  /// Creates a collection of resources by name. Change tokens are numbers that rise with each write.
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
