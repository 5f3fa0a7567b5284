import AlmanacEvents
public import AlmanacICS
import AlmanacSync

/// A folder of bases for merges: the last common contents of two files, one base for each set of UIDs.
///
/// A base is found by the UIDs that both files have, since the files may have any names, such as those of temporary files,
/// and one may have items that the other lacks. A UID has one base, the last that was recorded; for one with several items
/// a file of each UID names it.
///
/// ```swift
/// let bases = MergeBases(directory: "bases")
/// let base = try bases.base(of: [ours.document, theirs.document], [ours.content, theirs.content])
/// let merge = DocumentMerge(base: base.document, ours: base.sides[0], theirs: base.sides[1], policy: .newer)
/// // Write the result on both sides, then:
/// try bases.recordMerge(of: [ours.content, theirs.content], into: results, merge.document)
/// ```
public struct MergeBases: Sendable, Hashable {
  /// The path of the folder, which need not exist before the first base is recorded.
  public let directory: String
  private let timeout: Duration

  /// - Parameters:
  ///   - directory: The folder, which is created when the first base is recorded.
  ///   - timeout: The time to wait for another process that records a base.
  public init(directory: String, timeout: Duration = .seconds(10)) {
    (self.directory, self.timeout) = (directory, timeout)
  }

  /// A base, and the two sides of the merge.
  public struct Base: Sendable, Hashable {
    /// The common content; `nil` if it is unknown, so that nothing is deleted.
    public let document: ICSDocument?
    /// The sides, where one that was not changed since the base is the base itself.
    public let sides: [ICSDocument]
  }

  /// Stores the content of a file that both programs have.
  ///
  /// - Throws: ``FileError`` with code `locked`, `unreadable` or `unwritable`.
  public func record(_ content: [UInt8], of document: ICSDocument) throws(FileError) {
    let uids = uids(of: document)
    let name = name(of: uids)
    try write(content, to: path(name, "ics"))
    for uid in uids {
      let place = path(self.name(of: [uid]), "in")
      if uids.count > 1 {
        try write(Array(name.utf8), to: place)
      } else if FileSystem.kind(of: place) != nil {
        try FileSystem.remove(place)
      }
    }
  }

  /// The base of two files.
  ///
  /// If a side still has the content that was merged into the base, it counts as unchanged: a program may have failed
  /// after it stored the result on the other side only.
  ///
  /// - Parameters:
  ///   - sides: The documents of the two files.
  ///   - contents: Their bytes.
  /// - Throws: ``FileError`` with code `unreadable` or `bad_data`.
  public func base(of sides: [ICSDocument], _ contents: [[UInt8]]) throws(FileError) -> Base {
    let uids = sides.map { self.uids(of: $0) }
    let shared = uids[0].intersection(uids[1])
    let names = try (shared.isEmpty ? uids[0].union(uids[1]) : shared).map { (uid) throws(FileError) in
      let own = name(of: [uid])
      return try content(path(own, "in")).map { String(decoding: $0, as: UTF8.self) } ?? own
    }
    let known = Set(names).filter { FileSystem.kind(of: path($0, "ics")) != nil }
    // Files with items of several bases have no common content.
    guard let name = known.first, known.count == 1, let bytes = try content(path(name, "ics")) else {
      return Base(document: nil, sides: sides)
    }
    let base = try CalendarFile(parsing: bytes, path: path(name, "ics")).document
    let recorded = String(decoding: try content(path(name, "merged")) ?? [], as: UTF8.self)
    let digests = recorded.split(separator: "\n").map(String.init)
    let isOld = contents.map { digests.prefix(2).contains("\(ContentDigest($0))") }
    guard isOld[0] != isOld[1], digests.dropFirst(2).contains("\(ContentDigest(bytes))") else {
      return Base(document: base, sides: sides)
    }
    return Base(document: base, sides: zip(sides, isOld).map { $1 ? base : $0 })
  }

  /// Records the digests of the contents that were merged, and of the results.
  ///
  /// - Throws: ``FileError`` with code `locked`, `unreadable` or `unwritable`.
  public func recordMerge(
    of contents: [[UInt8]], into results: [[UInt8]], _ document: ICSDocument
  ) throws(FileError) {
    let lines = (contents + results).map { "\(ContentDigest($0))\n" }
    try write(Array(lines.joined().utf8), to: path(name(of: uids(of: document)), "merged"))
  }

  private func uids(of document: ICSDocument) -> Set<String> {
    Set(document.calendars.flatMap { $0.items.map { $0.uid } })
  }

  private func name(of uids: Set<String>) -> String {
    "\(ContentDigest(uids.sorted().joined(separator: "\n").utf8))"
  }

  private func path(_ name: String, _ ending: String) -> String {
    FileSystem.path(of: "\(name).\(ending)", in: directory)
  }

  private func content(_ path: String) throws(FileError) -> [UInt8]? { try FileChange.content(of: path) }

  private func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try FileSystem.makeDirectory(directory)
    var record = try StoredRecord(path, beside: CalendarLocation(directory))
    try record.replace(with: bytes, timeout: timeout)
  }
}
