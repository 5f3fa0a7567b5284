public import AlmanacComponents

/// A file that could not be read, locked or written, or an item that cannot be changed because of its files.
public struct FileError: Error, Sendable, Hashable {
  /// The kind of fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file could not be read, is of a kind that is not read, or is longer than the limit.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file could not be written.
    public static let unwritable = Code(rawValue: "unwritable")
    /// The reader of a pipe has closed it.
    public static let brokenPipe = Code(rawValue: "broken_pipe")
    /// Another process holds the lock of a directory.
    public static let locked = Code(rawValue: "locked")
    /// A link leads out of the directory of the calendar.
    public static let outside = Code(rawValue: "outside")
    /// The content is not a calendar; ``FileError/content`` has the cause.
    public static let badData = Code(rawValue: "bad_data")
    /// The file has changed since it was read.
    public static let conflict = Code(rawValue: "conflict")
    /// An interrupted change must be completed or undone first: it was interrupted meanwhile, or its journal is not used.
    public static let interrupted = Code(rawValue: "interrupted")
    /// A change was interrupted, and this process may not complete or undo it.
    public static let unfinishedChange = Code(rawValue: "unfinished_change")
    /// An undo journal is damaged or not trusted, and is not used.
    public static let untrustedJournal = Code(rawValue: "untrusted_journal")
    /// The change is made, but cannot be undone, or not in every respect.
    public static let unrecorded = Code(rawValue: "unrecorded")
    /// No file has an item of the UID.
    public static let notFound = Code(rawValue: "not_found")
    /// Several calendars have the item.
    public static let ambiguous = Code(rawValue: "ambiguous")
    /// The UID belongs to items of several kinds.
    public static let ambiguousKind = Code(rawValue: "ambiguous_kind")
    /// The last change has parts in other locations, and can only be undone together with them.
    public static let otherLocations = Code(rawValue: "other_locations")
    /// No change is recorded that could be undone.
    public static let nothingToUndo = Code(rawValue: "nothing_to_undo")
  }

  /// The kind of fault.
  public let code: Code
  /// The file or directory; empty for a fault of an item.
  public let path: String
  /// The line, from 1; 0 for a fault of the whole file.
  public let line: Int
  /// The fault as a phrase for people; for an error of the system, the system's message.
  public let reason: String
  /// A phrase for people that states what would be accepted; `nil` where they cannot help it.
  public let expected: String?
  /// The UID of the item; empty for a fault of a file.
  public let uid: String
  /// The `errno` of the system call that failed; 0 for a fault of another origin.
  public let systemCode: Int32
  /// The fault in the content, with its line; only with ``Code/badData``.
  public let content: ICSError?

  /// Creates an error; without `expected` it has the phrase for the system code, where there is one.
  public init(
    _ code: Code, _ path: String, line: Int = 0, _ reason: String, expected: String? = nil,
    uid: String = "", systemCode: Int32 = 0, content: ICSError? = nil
  ) {
    self.code = code
    self.path = path
    self.line = line
    self.reason = reason
    self.expected = expected ?? FileSystem.expected(insteadOf: systemCode)
    self.uid = uid
    self.systemCode = systemCode
    self.content = content
  }
}

extension FileError: CustomStringConvertible {
  public var description: String {
    let location = line > 0 ? "\(path):\(line)" : path
    let subject = [location, uid].filter { !$0.isEmpty }.joined(separator: " ")
    return (subject.isEmpty ? "" : subject + ": ") + reason + (expected.map { " (expected \($0))" } ?? "")
  }
}
