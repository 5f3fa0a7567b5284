import AlmanacTime

/// The form of a journal: a line that says what it is, then for each change and each of its files a line of numbers
/// and bytes of the length that it tells.
///
///     almanac undo 1
///     change 1772438400 8273648273645 1 13
///     added Algebra
///     file 0 0 -1 512 13166748625691186689 9
///     course.ics
///     <the bytes that were removed>
enum JournalText {
  private static let head = "almanac undo 1\n"

  static func bytes(_ entries: [UndoJournal.Entry]) -> [UInt8] {
    var bytes = Array(head.utf8)
    for entry in entries {
      let what = Array(entry.what.utf8)
      let time = entry.time.secondsSinceEpoch
      bytes += "change \(time) \(entry.id) \(entry.files.count) \(what.count)\n".utf8
      bytes += what + [newline]
      for file in entry.files {
        let path = Array(file.path.utf8)
        let removed = file.removed.map { "\($0.count)" } ?? "-1"
        let after = file.after.map { "\($0.length) \($0.hash)" } ?? "-1 0"
        bytes += "file \(file.prefix) \(file.suffix) \(removed) \(after) \(path.count)\n".utf8
        bytes += path + [newline] + (file.removed ?? []) + [newline]
      }
    }
    return bytes
  }

  /// - Returns: `nil` for what is no journal, or a damaged one.
  static func entries(_ bytes: [UInt8]) -> [UndoJournal.Entry]? {
    guard bytes.starts(with: head.utf8) else { return nil }
    var reader = JournalReader(bytes: bytes[head.utf8.count...])
    var entries: [UndoJournal.Entry] = []
    while !reader.bytes.isEmpty {
      guard let entry = reader.entry() else { return nil }
      entries.append(entry)
    }
    return entries
  }

  fileprivate static let newline = UInt8(ascii: "\n")
}

private struct JournalReader {
  var bytes: ArraySlice<UInt8>

  mutating func entry() -> UndoJournal.Entry? {
    guard let numbers = numbers(after: "change", 4), let time = Int64(numbers[0]),
      let id = UInt64(numbers[1]),
      let count = Int(numbers[2]), let what = block(Int(numbers[3]))
    else { return nil }
    var files: [UndoJournal.FileStep] = []
    while files.count < count {
      guard let file = file() else { return nil }
      files.append(file)
    }
    return UndoJournal.Entry(
      what: String(decoding: what, as: UTF8.self), time: Instant(secondsSinceEpoch: time), id: id,
      files: files)
  }

  private mutating func file() -> UndoJournal.FileStep? {
    guard let numbers = numbers(after: "file", 6), let prefix = Int(numbers[0]), let suffix = Int(numbers[1]),
      let removedLength = Int(numbers[2]), let length = Int(numbers[3]), let hash = UInt64(numbers[4]),
      prefix >= 0, suffix >= 0, let path = block(Int(numbers[5])), let removed = block(max(removedLength, 0))
    else { return nil }
    return UndoJournal.FileStep(
      path: String(decoding: path, as: UTF8.self), prefix: prefix, suffix: suffix,
      removed: removedLength < 0 ? nil : Array(removed),
      after: length < 0 ? nil : Fingerprint(length: length, hash: hash))
  }

  private mutating func numbers(after word: String, _ count: Int) -> [Substring]? {
    guard let end = bytes.firstIndex(of: JournalText.newline) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    bytes = bytes[(end + 1)...]
    return words.first == word[...] && words.count == count + 1 ? Array(words.dropFirst()) : nil
  }

  /// So many bytes, which a line break ends.
  private mutating func block(_ length: Int?) -> ArraySlice<UInt8>? {
    guard let length, length >= 0, length < bytes.count else { return nil }
    let end = bytes.startIndex + length
    guard bytes[end] == JournalText.newline else { return nil }
    let block = bytes[..<end]
    bytes = bytes[(end + 1)...]
    return block
  }
}
