public import AlmanacEvents
internal import AlmanacICS
public import AlmanacSync

// MARK: Conflict copies

extension CalendarDirectory.Duplicate {
  /// The item's files whose names are those of conflict copies, each with its original, which has the item too.
  ///
  /// The name of a copy is that of its original with an addition to the stem, which begins with a sign other than a letter
  /// or a number and contains "conflict":
  /// `a.sync-conflict-20260302-090000-ABCDEFG.ics`, `a (conflicted copy 2026-03-02 090000).ics`.
  public var conflictCopies: [ConflictCopy] {
    let originals = Dictionary(grouping: paths) { FileSystem.stem(of: $0) }
    return paths.compactMap { path in
      let stem = FileSystem.stem(of: path)
      let ends = stem.indices.lazy.filter { end in
        !stem[end].isLetter && !stem[end].isNumber && stem[end...].lowercased().contains("conflict")
      }
      let original = ends.compactMap { originals[String(stem[..<$0])]?.min { $0.count < $1.count } }.first
      return original.map { ConflictCopy(path: path, original: $0) }
    }
  }
}

/// A conflict copy: a file that Syncthing, Dropbox, Nextcloud or others create beside a file that two computers changed.
public struct ConflictCopy: Sendable, Hashable {
  /// The path of the copy.
  public let path: String
  /// The path of the file of which it is a copy.
  public let original: String
}

/// The merge of a conflict copy into its original.
public struct MergedCopy: Sendable, Hashable {
  /// The paths of the copy and its original.
  public let copy: ConflictCopy
  /// The merge, with conflicts where both changed a property differently.
  public let merge: DocumentMerge
  /// Whether the copy is merged and removed; it stays if a conflict is not resolved.
  public var isDone: Bool { merge.unresolved.isEmpty }
}

extension CalendarDirectory {
  /// Merges each conflict copy that has an item in common with its original into it, and removes the copy; ``save(_:at:timeout:)`` writes the result. As their
  /// common base is unknown, content that only one of them has is preserved.
  ///
  /// - Parameters:
  ///   - policy: The way in which conflicts are resolved. If one is not resolved, neither file changes.
  ///   - uids: The source of the UIDs of items that the policy `both` copies.
  /// - Returns: The merges, in the order of the copies' paths.
  public mutating func mergeConflictCopies(_ policy: MergePolicy, uids: UIDSource) -> [MergedCopy] {
    let copies = Set(duplicates.flatMap { $0.conflictCopies }).sorted { $0.path < $1.path }
    var merged: [MergedCopy] = []
    for copy in copies {
      guard let original = files.firstIndex(where: { $0.path == copy.original }),
        let other = files.firstIndex(where: { $0.path == copy.path })
      else { continue }
      let parts = secondParts(of: original, except: other)
      let merge = DocumentMerge(
        base: nil, ours: document(of: original, with: parts), theirs: files[other].document, policy: policy,
        uids: uids)
      let result = MergedCopy(copy: copy, merge: merge)
      merged.append(result)
      guard result.isDone else { continue }
      store(merge.document, in: original, parts)
      files.remove(at: other)
    }
    return merged
  }

  /// A second part of a split series, and the file in which it is.
  private typealias SecondPart = (uid: String, file: Int)

  /// The second parts of the series of a file that are in other files, to which a change of a later date belongs.
  private func secondParts(of original: Int, except copy: Int) -> [SecondPart] {
    guard files[original].document.calendars.count == 1 else { return [] }
    let items = files[original].document.calendars[0].items
    let next = items.flatMap(\.relations).filter { $0.kind == .next }.map(\.target)
    return next.compactMap { uid in
      let file = files.indices.first { index in
        let calendars = files[index].document.calendars
        return index != original && index != copy && calendars.count == 1
          && calendars[0].item(uid: uid) != nil
      }
      return file.map { (uid, $0) }
    }
  }

  private func document(of original: Int, with parts: [SecondPart]) -> ICSDocument {
    var document = files[original].document
    if parts.isEmpty { return document }
    for part in parts {
      document.calendars[0].insert(files[part.file].document.calendars[0].items.filter { $0.uid == part.uid })
    }
    return document
  }

  /// Stores a merged document, and the second parts in it in their own files.
  private mutating func store(_ merged: ICSDocument, in original: Int, _ parts: [SecondPart]) {
    var document = merged
    for part in parts {
      let all = document.calendars[0].items
      let items = all.filter { $0.uid == part.uid }
      document.calendars[0] = document.calendars[0].with(items: all.filter { $0.uid != part.uid })
      let others = files[part.file].document.calendars[0].items.filter { $0.uid != part.uid }
      let calendar = files[part.file].document.calendars[0].with(items: others + items)
      if calendar != files[part.file].document.calendars[0] {
        files[part.file].document.calendars[0] = calendar
      }
    }
    if files[original].document != document { files[original].document = document }
  }
}

extension CalendarStore {
  /// Merges the conflict copies in its directories by ``CalendarDirectory/mergeConflictCopies(_:uids:)``.
  public mutating func mergeConflictCopies(_ policy: MergePolicy, uids: UIDSource) -> [MergedCopy] {
    var merged: [MergedCopy] = []
    for index in sources.indices {
      guard case .directory(var directory) = sources[index] else { continue }
      merged += directory.mergeConflictCopies(policy, uids: uids)
      sources[index] = .directory(directory)
    }
    return merged
  }
}
