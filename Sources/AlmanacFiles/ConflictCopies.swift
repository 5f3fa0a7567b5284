public import AlmanacEvents
public import AlmanacSync

// MARK: Conflict copies

extension CalendarDirectory.Duplicate {
  /// Those of the item's files whose names are those of conflict copies, each with its original, which has the item too.
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
  public let path: String
  /// The path of the file of which it is a copy.
  public let original: String
}

/// The merge of a conflict copy into its original.
public struct MergedCopy: Sendable, Hashable {
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
      let merge = DocumentMerge(
        base: nil, ours: files[original].document, theirs: files[other].document, policy: policy, uids: uids)
      let result = MergedCopy(copy: copy, merge: merge)
      merged.append(result)
      guard result.isDone else { continue }
      if files[original].document != merge.document { files[original].document = merge.document }
      files.remove(at: other)
    }
    return merged
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
