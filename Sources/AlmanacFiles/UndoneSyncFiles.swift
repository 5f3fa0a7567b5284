/// The files of a directory in which undo reverted what a synchronization had written. The next synchronization reads
/// them from a hidden file beside them with one line per file:
///
///     512 13166748625691186689 course.ics
///     -1 0 new.ics
///
/// A line has the length and the hash of the content that undo restored, `-1 0` for no file, and is valid as long as the
/// file has that content.
struct UndoneSyncFiles {
  private let directory: String
  private let path: String
  /// The restored contents by file name; `nil` for no file.
  private var states: [String: Fingerprint?] = [:]

  init(in directory: String) {
    self.directory = directory
    // The name is part of the stored form and must not change.
    path = FileSystem.path(of: ".almanac-taken-back", in: directory)
    guard let bytes = try? FileSystem.read(path, .own) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count == 3 { states[String(words[2])] = .some(Fingerprint(words[0...1])) }
    }
  }

  /// The names of the files that still have the content that undo restored.
  var names: Set<String> {
    let valid = states.filter { name, state in
      let path = FileSystem.path(of: name, in: directory)
      guard let content = try? FileChange.content(of: path) as [UInt8]?? else { return false }
      return content.map { Fingerprint($0) } == state
    }
    return Set(valid.keys)
  }

  /// Records the changes by which a synchronization is undone.
  static func record(_ changes: [FileChange]) {
    for (directory, changes) in Dictionary(grouping: changes, by: { FileSystem.parent(of: $0.path) }) {
      var files = UndoneSyncFiles(in: directory)
      for change in changes {
        files.states[FileSystem.name(of: change.path)] = .some(change.after.map { Fingerprint($0) })
      }
      files.save()
    }
  }

  /// Removes the lines of files that a synchronization has written since.
  mutating func remove(_ names: some Sequence<String>) {
    let count = states.count
    for name in names { states.removeValue(forKey: name) }
    if states.count < count { save() }
  }

  /// Writes the hidden file. If that fails, the next synchronization treats the files as edited.
  private func save() {
    guard !states.isEmpty else {
      try? FileSystem.remove(path)
      return
    }
    let text = states.sorted { $0.key < $1.key }.filter { !$0.key.contains("\n") }.map { name, state in
      "\(state.map { "\($0.length) \($0.hash)" } ?? "-1 0") \(name)\n"
    }
    try? AtomicFile(path, .exactly, isPrivate: true).replace(with: Array(text.joined().utf8))
  }
}
