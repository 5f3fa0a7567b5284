import AlmanacSync

/// The contents that a synchronization had written into the files of a directory and that undo removed. A hidden file beside
/// them has a line with the digest of each content (SHA-256) and the name of its file:
///
///     ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad course.ics
///
/// As long as such a content is the base of the next synchronization, the two sides have not been settled since, whatever
/// edits follow. A line of a content that the file has again is void, and removed.
struct UndoneSyncFiles {
  private let path: String
  /// The digests of removed contents by the names of the files.
  private(set) var contents: [String: Set<ContentDigest>] = [:]

  init(in directory: String) {
    // The name is part of the stored form and must not change.
    path = FileSystem.path(of: ".almanac-taken-back", in: directory)
    guard let bytes = try? FileSystem.read(path, .own) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let digest = ContentDigest(digits: words[0]) else { continue }
      contents[String(words[1]), default: []].insert(digest)
    }
  }

  /// Records the changes by which a synchronization is undone. A file that it had removed has no line: it is new to the
  /// next synchronization.
  static func record(_ changes: [FileChange]) {
    update(changes) { files, change in
      guard let removed = change.before else { return }
      files.contents[FileSystem.name(of: change.path), default: []].insert(ContentDigest(removed))
    }
  }

  /// Removes the lines of contents that files have again, after changes by a synchronization or by the recovery of an
  /// interrupted undo.
  static func removeVoid(_ changes: [FileChange]) {
    update(changes) { files, change in
      let name = FileSystem.name(of: change.path)
      guard let digests = files.contents[name], let content = change.after else { return }
      let others = digests.subtracting([ContentDigest(content)])
      files.contents[name] = others.isEmpty ? nil : others
    }
  }

  private static func update(
    _ changes: [FileChange], _ body: (inout UndoneSyncFiles, FileChange) -> Void
  ) {
    for (directory, changes) in Dictionary(grouping: changes, by: { FileSystem.parent(of: $0.path) }) {
      var files = UndoneSyncFiles(in: directory)
      let before = files.contents
      for change in changes { body(&files, change) }
      if files.contents != before { files.save() }
    }
  }

  /// Writes the hidden file. If that fails, the next synchronization treats the files as edited.
  private func save() {
    guard !contents.isEmpty else {
      try? FileSystem.remove(path)
      return
    }
    let lines = contents.filter { !$0.key.contains("\n") }.flatMap { name, digests in
      digests.map { "\($0) \(name)\n" }
    }
    try? AtomicFile(path, .exactly, isPrivate: true).replace(with: Array(lines.sorted().joined().utf8))
  }
}
