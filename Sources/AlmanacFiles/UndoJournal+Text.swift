import AlmanacTime

/// The syntax of a journal: a line with the state of the last change, then for each change and each of its files a line
/// of numbers, followed by blocks of bytes of the lengths that the numbers state. A change of several locations has a
/// block for each other location.
///
///     almanac undo 2 settled
///     change 1772438400 8273648273645 1 13
///     added Algebra
///     with 14
///     /home/ana/work
///     file 0 0 -1 -1 0 512 13166748625691186689 9
///     course.ics
///     <the bytes that were removed>
///
/// The first word of an entry is `change`, `sync` for a change by a synchronization, or `undo` for the reversal of the
/// entry before it. The numbers are:
/// - of an entry, the time in seconds since 1970, the id of the transaction, the number of files, and the length of the
///   summary in bytes;
/// - of `with`, the length of the path;
/// - of `mode`, which follows a removed file, its permissions in octal digits, and the numbers of its owner and its group;
/// - of `file`, the numbers of unchanged bytes at the beginning and at the end, the length of the removed bytes, the
///   length and the hash of the content before, the length and the hash of the content after, and the length of the
///   path. The length is -1 where there is no content.
enum JournalText {
  /// The first line. Both forms have the same length, so that one can overwrite the other.
  static func header(isPending: Bool) -> [UInt8] {
    Array("almanac undo 2 \(isPending ? "pending" : "settled")\n".utf8)
  }

  static func bytes(_ entries: [UndoJournal.Entry], isPending: Bool) -> [UInt8] {
    var bytes = header(isPending: isPending)
    for entry in entries {
      let summary = Array(entry.summary.utf8)
      let time = entry.time.secondsSinceEpoch
      bytes += "\(entry.kind.rawValue) \(time) \(entry.id) \(entry.files.count) \(summary.count)\n".utf8
      bytes += summary + [newline]
      for other in entry.others { bytes += "\(Self.other) \(other.utf8.count)\n\(other)\n".utf8 }
      for file in entry.files {
        let path = Array(file.path.utf8)
        let removed = file.removed.map { "\($0.count)" } ?? "-1"
        let states = [file.before, file.after].map { $0.map { "\($0.length) \($0.hash)" } ?? "-1 0" }
        bytes +=
          "file \(file.prefix) \(file.suffix) \(removed) \(states[0]) \(states[1]) \(path.count)\n".utf8
        bytes += path + [newline] + (file.removed ?? []) + [newline]
        if let owner = file.ownership {
          let permissions = String(owner.permissions, radix: 8)
          bytes += "\(mode) \(permissions) \(owner.user) \(owner.group)\n".utf8
        }
      }
    }
    return bytes
  }

  /// Whether bytes begin as a journal of any version whose last change is not complete.
  static func isPending(_ bytes: [UInt8]) -> Bool {
    let words = String(decoding: bytes.prefix { $0 != newline }, as: UTF8.self).split(separator: " ")
    return words.starts(with: ["almanac", "undo"]) && words.last == "pending"
  }

  /// The entries of a journal, and whether the last one is pending; `nil` for a damaged journal or other bytes.
  static func entries(_ bytes: [UInt8]) -> (entries: [UndoJournal.Entry], isPending: Bool)? {
    guard let isPending = [false, true].first(where: { bytes.starts(with: header(isPending: $0)) }) else {
      return nil
    }
    var reader = JournalReader(bytes: bytes[header(isPending: isPending).count...])
    var entries: [UndoJournal.Entry] = []
    while !reader.bytes.isEmpty {
      guard let entry = reader.entry() else { return nil }
      entries.append(entry)
    }
    return (entries, isPending && !entries.isEmpty)
  }

  /// The keyword before the path of another location.
  fileprivate static let other = "with"
  /// The keyword before the owner and the permissions of a removed file.
  fileprivate static let mode = "mode"
  fileprivate static let newline = UInt8(ascii: "\n")
}

private struct JournalReader {
  var bytes: ArraySlice<UInt8>

  mutating func entry() -> UndoJournal.Entry? {
    let kind = UndoJournal.Entry.Kind.allCases.first { bytes.starts(with: $0.rawValue.utf8) } ?? .change
    guard let numbers = numbers(after: kind.rawValue, 4), let time = Int64(numbers[0]),
      let id = UInt64(numbers[1]), let count = Int(numbers[2]), let summary = block(Int(numbers[3]))
    else { return nil }
    var others: [String] = []
    while bytes.starts(with: JournalText.other.utf8) {
      guard let length = self.numbers(after: JournalText.other, 1), let other = block(Int(length[0])) else {
        return nil
      }
      others.append(String(decoding: other, as: UTF8.self))
    }
    var files: [UndoJournal.FileStep] = []
    while files.count < count {
      guard let file = file() else { return nil }
      files.append(file)
    }
    return UndoJournal.Entry(
      summary: String(decoding: summary, as: UTF8.self), time: Instant(secondsSinceEpoch: time), id: id,
      others: others, files: files, kind: kind)
  }

  private mutating func file() -> UndoJournal.FileStep? {
    guard let numbers = numbers(after: "file", 8), let prefix = Int(numbers[0]), let suffix = Int(numbers[1]),
      let removedLength = Int(numbers[2]), prefix >= 0, suffix >= 0, let path = block(Int(numbers[7])),
      let removed = block(max(removedLength, 0))
    else { return nil }
    var ownership: FileOwnership?
    if bytes.starts(with: JournalText.mode.utf8) {
      guard let owner = self.numbers(after: JournalText.mode, 3),
        let permissions = UInt32(owner[0], radix: 8),
        let user = UInt32(owner[1]), let group = UInt32(owner[2])
      else { return nil }
      ownership = FileOwnership(permissions: permissions, user: user, group: group)
    }
    return UndoJournal.FileStep(
      path: String(decoding: path, as: UTF8.self), prefix: prefix, suffix: suffix,
      removed: removedLength < 0 ? nil : Array(removed), before: Fingerprint(numbers[3...4]),
      after: Fingerprint(numbers[5...6]), ownership: ownership)
  }

  private mutating func numbers(after word: String, _ count: Int) -> [Substring]? {
    guard let end = bytes.firstIndex(of: JournalText.newline) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    bytes = bytes[(end + 1)...]
    return words.first == word[...] && words.count == count + 1 ? Array(words.dropFirst()) : nil
  }

  /// A block of a stated length, which a line break ends.
  private mutating func block(_ length: Int?) -> ArraySlice<UInt8>? {
    guard let length, length >= 0, length < bytes.count else { return nil }
    let end = bytes.startIndex + length
    guard bytes[end] == JournalText.newline else { return nil }
    let block = bytes[..<end]
    bytes = bytes[(end + 1)...]
    return block
  }
}

extension Fingerprint {
  /// - Parameter numbers: The length, negative for no file, and the hash.
  init?(_ numbers: ArraySlice<Substring>) {
    guard let first = numbers.first, let length = Int(first), length >= 0, let last = numbers.last,
      let hash = UInt64(last)
    else { return nil }
    self.init(length: length, hash: hash)
  }
}
