internal import Almanac
public import AlmanacFiles
internal import AlmanacSync
internal import Synchronization

/// The secret links to members' own calendars: whoever has the link has the calendar, and nobody guesses one.
///
/// A token has 256 random bits. The file has only its digest, beside the member: who reads the file learns no link, and a link that
/// was lost is replaced by a new one.
public final class MemberLinks: Sendable {
  private let path: String
  private let members: Mutex<[String: String]>

  /// Reads the links; a missing file has none.
  ///
  /// - Throws: `FileError`, also for a line that is not a digest and a member.
  public init(_ path: String) throws(FileError) {
    self.path = path
    members = Mutex(try Self.read(path))
  }

  private static func read(_ path: String) throws(FileError) -> [String: String] {
    guard FileSystem.kind(of: path) != nil else { return [:] }
    let lines = String(decoding: try FileSystem.read(path), as: UTF8.self).split(separator: "\n")
    var members: [String: String] = [:]
    for (number, line) in lines.enumerated() {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].count == 64, !parts[1].isEmpty else {
        throw FileError(
          .unreadable, path, line: number + 1, "not a link", expected: "a digest of 64 digits and a member")
      }
      members[String(parts[0])] = String(parts[1])
    }
    return members
  }

  /// The member whose link has a token; `nil` where it was revoked or never given.
  public func member(having token: String) -> String? {
    let digest = Self.digest(token)
    return members.withLock { $0[digest] }
  }

  /// Makes a link for a member, beside those that the member has.
  ///
  /// - Returns: The token, which is not stored.
  /// - Throws: `FileError`, also for a member without a letter, or with a control character.
  public func add(_ member: String) throws(FileError) -> String {
    guard !member.allSatisfy(\.isWhitespace), member.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw FileError(
        .unwritable, path, "not a member", expected: "the address of a member, without control characters")
    }
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255) }
    let token = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    try change { $0[Self.digest(token)] = member }
    return token
  }

  /// Revokes all links of a member, however the address was spelled (`PersonKey`).
  ///
  /// - Returns: Their number.
  public func revoke(_ member: String) throws(FileError) -> Int {
    let person = PersonKey(member)
    var count = 0
    try change { links in
      let others = links.filter { PersonKey($0.value) != person }
      count = links.count - others.count
      links = others
    }
    return count
  }

  /// Reads the file again, so that links that another process made or revoked count.
  public func refresh() throws(FileError) {
    let read = try Self.read(path)
    members.withLock { $0 = read }
  }

  /// Changes the file in a locked folder, so that no other process's change is lost.
  private func change(_ body: (inout [String: String]) -> Void) throws(FileError) {
    let folder = FileSystem.parent(of: FileSystem.destination(of: path))
    let lock = try DirectoryLock([folder], timeout: .seconds(30))
    var links = try Self.read(path)
    body(&links)
    let lines = links.map { "\($0.key) \($0.value)\n" }.sorted()
    try AtomicFile.write(Array(lines.joined().utf8), to: path, isPrivate: true, holding: lock)
    members.withLock { $0 = links }
  }

  private static func digest(_ token: String) -> String { "\(ContentDigest(token.utf8))" }
}
