public import AlmanacComponents

/// A file that could not be read, locked or written, or an item that its files do not allow to be changed.
public struct FileError: Error, Sendable, Hashable {
  /// The kind of fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The system did not read the file, or the file is of a kind that is not read, or longer than the limit.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The system did not write the file.
    public static let unwritable = Code(rawValue: "unwritable")
    /// The reader of a pipe is gone.
    public static let brokenPipe = Code(rawValue: "broken_pipe")
    /// Another process holds the lock of a directory.
    public static let locked = Code(rawValue: "locked")
    /// A link leads out of the directory of the calendar.
    public static let outside = Code(rawValue: "outside")
    /// The content is not a calendar; ``FileError/content`` has the cause.
    public static let badData = Code(rawValue: "bad_data")
    /// The file has changed since it was read.
    public static let conflict = Code(rawValue: "conflict")
    /// A change of these files was interrupted while they were not locked, or by a program whose journal is not used.
    public static let interrupted = Code(rawValue: "interrupted")
    /// A change was interrupted and this process cannot complete it.
    public static let unfinishedChange = Code(rawValue: "unfinished_change")
    /// An undo journal that does not follow the rules of trust, and is not used.
    public static let untrustedJournal = Code(rawValue: "untrusted_journal")
    /// The change is made, and cannot be taken back.
    public static let unrecorded = Code(rawValue: "unrecorded")
    /// No file has an item of the UID.
    public static let notFound = Code(rawValue: "not_found")
    /// Several calendars have the item.
    public static let ambiguous = Code(rawValue: "ambiguous")
    /// The UID belongs to items of several kinds.
    public static let ambiguousKind = Code(rawValue: "ambiguous_kind")
    /// The last change has parts in other locations, with which it is taken back.
    public static let otherLocations = Code(rawValue: "other_locations")
    /// Nothing is recorded that could be taken back.
    public static let nothingToUndo = Code(rawValue: "nothing_to_undo")
  }

  public let code: Code
  /// The file or directory; empty where an item is concerned.
  public let path: String
  /// The line, from 1; 0 where no line is concerned.
  public let line: Int
  /// The fault as a phrase for people; for a fault of the system its own words.
  public let reason: String
  /// A phrase for people that states what would be accepted; `nil` for a fault of the system.
  public let expected: String?
  /// The UID of the item concerned; empty for none.
  public let uid: String
  /// The `errno` of the system call that failed; 0 for a fault of another origin.
  public let systemCode: Int32
  /// The fault in the content, with its line; only with ``Code/badData``.
  public let content: ICSError?

  public init(
    _ code: Code, _ path: String, line: Int = 0, _ reason: String, expected: String? = nil,
    uid: String = "", systemCode: Int32 = 0, content: ICSError? = nil
  ) {
    self.code = code
    self.path = path
    self.line = line
    self.reason = reason
    self.expected = expected
    self.uid = uid
    self.systemCode = systemCode
    self.content = content
  }
}

extension FileError: CustomStringConvertible {
  public var description: String {
    let place = line > 0 ? "\(path):\(line)" : path
    let subject = [place, uid].filter { !$0.isEmpty }.joined(separator: " ")
    return (subject.isEmpty ? "" : subject + ": ") + reason + (expected.map { " (expected \($0))" } ?? "")
  }
}
