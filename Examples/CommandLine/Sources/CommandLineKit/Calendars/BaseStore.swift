import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacSync

/// A folder of bases for merges: the last common contents of two files, one base for each set of UIDs.
///
/// A base is found by the UIDs in the files, since the files may have any names, such as those of temporary files.
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
    let path = path(of: document, "ics")
    if try self.content(path) != content { try write(content, to: path) }
  }

  /// The base of two files.
  ///
  /// If a side still has the content that was merged into the base, it counts as unchanged: a program may have failed
  /// after it stored the result on the other side only.
  func base(of sides: [ICSDocument], _ contents: [[UInt8]]) throws(CommandError) -> Base {
    let path = path(of: sides[0], "ics")
    guard path == self.path(of: sides[1], "ics"), let bytes = try content(path) else {
      return Base(document: nil, sides: sides)
    }
    let base: ICSDocument
    do throws(FileError) { base = try CalendarFile(parsing: bytes, path: path).document } catch {
      throw CommandError(error)
    }
    let recorded = String(decoding: try content(self.path(of: base, "merged")) ?? [], as: UTF8.self)
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
    try write(Array(lines.joined().utf8), to: path(of: document, "merged"))
  }

  private func path(of document: ICSDocument, _ ending: String) -> String {
    let uids = Set(document.calendars.flatMap { $0.items.map { $0.uid } }).sorted()
    return "\(directory)/\(ContentDigest(uids.joined(separator: "\n").utf8)).\(ending)"
  }

  private func content(_ path: String) throws(CommandError) -> [UInt8]? {
    do throws(FileError) { return try FileChange.content(of: path) } catch { throw CommandError(error) }
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
