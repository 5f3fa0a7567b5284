import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacSync

/// A folder of bases for merges: the last common contents of two files, one base for each set of UIDs.
///
/// A base is found by the UIDs that both files have, since the files may have any names, such as those of temporary files,
/// and one may have items that the other lacks. A UID has one base, the last that was recorded; for one with several items
/// a file of each UID names it.
struct BaseStore {
  let directory: String

  /// A base, and the two sides of the merge.
  struct Base {
    /// The common content; `nil` if it is unknown, so that nothing is deleted.
    var document: ICSDocument?
    var sides: [ICSDocument]
  }

  /// Stores the content of a file that both programs have.
  func record(_ content: [UInt8], of document: ICSDocument) throws(CommandError) {
    let uids = uids(of: document)
    let name = name(of: uids)
    try update(content, at: path(name, "ics"))
    for uid in uids {
      let place = path(self.name(of: [uid]), "in")
      if uids.count > 1 {
        try update(Array(name.utf8), at: place)
      } else if FileSystem.kind(of: place) != nil {
        do throws(FileError) { try FileSystem.remove(place) } catch { throw CommandError(error) }
      }
    }
  }

  /// The base of two files.
  ///
  /// If a side still has the content that was merged into the base, it counts as unchanged: a program may have failed
  /// after it stored the result on the other side only.
  func base(of sides: [ICSDocument], _ contents: [[UInt8]]) throws(CommandError) -> Base {
    let uids = sides.map { self.uids(of: $0) }
    let shared = uids[0].intersection(uids[1])
    let names = try (shared.isEmpty ? uids[0].union(uids[1]) : shared).map { uid throws(CommandError) in
      let own = name(of: [uid])
      return try content(path(own, "in")).map { String(decoding: $0, as: UTF8.self) } ?? own
    }
    let known = Set(names).filter { FileSystem.kind(of: path($0, "ics")) != nil }
    // Files with items of several bases have no common content.
    guard let name = known.first, known.count == 1, let bytes = try content(path(name, "ics")) else {
      return Base(document: nil, sides: sides)
    }
    let base: ICSDocument
    do throws(FileError) {
      base = try CalendarFile(parsing: bytes, path: path(name, "ics")).document
    } catch {
      throw CommandError(error)
    }
    let recorded = String(decoding: try content(path(name, "merged")) ?? [], as: UTF8.self)
    let digests = recorded.split(separator: "\n").map(String.init)
    let isOld = contents.map { digests.prefix(2).contains("\(ContentDigest($0))") }
    guard isOld[0] != isOld[1], digests.dropFirst(2).contains("\(ContentDigest(bytes))") else {
      return Base(document: base, sides: sides)
    }
    return Base(document: base, sides: zip(sides, isOld).map { $1 ? base : $0 })
  }

  /// Records the digests of the contents that were merged, and of the results.
  func recordMerge(
    of contents: [[UInt8]], into results: [[UInt8]], _ document: ICSDocument
  ) throws(CommandError) {
    let lines = (contents + results).map { "\(ContentDigest($0))\n" }
    try write(Array(lines.joined().utf8), to: path(name(of: uids(of: document)), "merged"))
  }

  private func uids(of document: ICSDocument) -> Set<String> {
    Set(document.calendars.flatMap { $0.items.map { $0.uid } })
  }

  private func name(of uids: Set<String>) -> String {
    "\(ContentDigest(uids.sorted().joined(separator: "\n").utf8))"
  }

  private func path(_ name: String, _ ending: String) -> String { "\(directory)/\(name).\(ending)" }

  private func content(_ path: String) throws(CommandError) -> [UInt8]? {
    do throws(FileError) { return try FileChange.content(of: path) } catch { throw CommandError(error) }
  }

  private func update(_ bytes: [UInt8], at path: String) throws(CommandError) {
    if try content(path) != bytes { try write(bytes, to: path) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    do throws(FileError) {
      try FileSystem.makeDirectory(directory)
      // If it gets the lock, the transaction removes temporary files that killed processes have left.
      let transaction = try? FileTransaction(on: [CalendarLocation(directory)], timeout: .zero)
      if let lock = transaction?.lock {
        try AtomicFile.write(bytes, to: path, holding: lock)
      } else {
        try AtomicFile.write(bytes, to: path)
      }
    } catch {
      throw CommandError(error)
    }
  }
}
