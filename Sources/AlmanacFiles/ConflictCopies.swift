public import AlmanacEvents
public import AlmanacSync

/// Conflict copies: files that Syncthing, Dropbox, Nextcloud and others put beside a file which two computers changed.
extension CalendarDirectory.Duplicate {
  /// The files that are conflict copies, by their names, each with the file of which it is one.
  ///
  /// The name of a copy is that of its file with a text after the stem that is set off and has the word "conflict":
  /// `a.sync-conflict-20260302-090000-ABCDEFG.ics`, `a (conflicted copy 2026-03-02 090000).ics`.
  public var conflictCopies: [ConflictCopy] {
    paths.compactMap { copy in
      let originals = paths.filter { Self.isConflictCopy(copy, of: $0) }
      return originals.min { $0.count < $1.count }.map { ConflictCopy(path: copy, original: $0) }
    }
  }

  private static func isConflictCopy(_ path: String, of original: String) -> Bool {
    let (name, stem) = (stem(of: path), stem(of: original))
    guard name != stem, name.hasPrefix(stem) else { return false }
    let mark = name.dropFirst(stem.count)
    let isSetOff = mark.first.map { !$0.isLetter && !$0.isNumber } ?? false
    return isSetOff && mark.lowercased().contains("conflict")
  }

  private static func stem(of path: String) -> String {
    let name = FileSystem.name(of: path)
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

/// A conflict copy, and the file of which it is one.
public struct ConflictCopy: Sendable, Hashable {
  public let path: String
  public let original: String
}

/// The merge of a conflict copy into its file.
public struct MergedCopy: Sendable, Hashable {
  public let copy: ConflictCopy
  /// The merge, with conflicts where both changed a property differently.
  public let merge: DocumentMerge
  /// Whether the copy is removed; it stays while a conflict is not resolved.
  public var isDone: Bool { merge.unresolved.isEmpty }
}

extension CalendarDirectory {
  /// Merges each conflict copy into the file of which it is one, and removes it; ``save(_:at:timeout:)`` writes that. As
  /// the state before both is not known, nothing that one of them has is deleted.
  ///
  /// - Parameters:
  ///   - policy: The way in which conflicts are resolved. Where one is not, both files stay as they are.
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
  /// Merges the conflict copies in its directories as ``CalendarDirectory/mergeConflictCopies(_:uids:)`` does.
  public mutating func mergeConflictCopies(_ policy: MergePolicy, uids: UIDSource) -> [MergedCopy] {
    var merged: [MergedCopy] = []
    for number in sources.indices {
      guard case .directory(var directory) = sources[number] else { continue }
      merged += directory.mergeConflictCopies(policy, uids: uids)
      sources[number] = .directory(directory)
    }
    return merged
  }
}
