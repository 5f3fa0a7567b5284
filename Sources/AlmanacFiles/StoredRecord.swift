/// A file in which a program stores something beside calendars, such as the records of feeds (``CalendarStore/record(named:)``).
///
/// The content is that of the file when it was read. The file is replaced only if it still has that content, so that a
/// process never puts what it made of an earlier state over a later one.
///
/// ```swift
/// var store = try CalendarStore([CalendarLocation("work", companions: ["feeds.json"])], for: .changing())
/// let record = try store.record(named: "feeds.json")
/// var feeds = try record.bytes.map(decoded) ?? FeedRecords()
/// // Change the calendars and the records, then save both:
/// store.stage(record.change(to: try encoded(feeds)), ofLocation: 0)
/// try store.save("refreshed", at: now)
/// ```
public struct StoredRecord: Sendable, Hashable {
  /// The path of the file beside the calendars.
  public let path: String
  /// The content that was read, or written since; `nil` for no file.
  public private(set) var bytes: [UInt8]?
  private let location: CalendarLocation

  /// Reads a file beside calendars.
  ///
  /// - Throws: ``FileError`` with code `unreadable`.
  init(_ path: String, beside location: CalendarLocation) throws(FileError) {
    self.init(path, beside: location, bytes: try FileChange.content(of: path))
  }

  init(_ path: String, beside location: CalendarLocation, bytes: [UInt8]?) {
    (self.path, self.location, self.bytes) = (path, location, bytes)
  }

  /// The change that replaces the content, for a program that saves it together with calendars. If another process has
  /// changed the file since it was read, nothing is saved.
  public func change(to bytes: [UInt8]?) -> FileChange {
    FileChange(path, in: location, before: self.bytes, after: bytes)
  }

  /// Replaces the content, without a record for undo. The calendars are locked meanwhile, and interrupted changes of them are
  /// completed or undone first.
  ///
  /// - Throws: ``FileError`` with code `conflict` if the file has changed since it was read, `locked`, `unwritable`.
  mutating func replace(with bytes: [UInt8], timeout: Duration) throws(FileError) {
    guard bytes != self.bytes else { return }
    let transaction = try FileTransaction(on: [location], timeout: timeout)
    try change(to: bytes).verify()
    try AtomicFile.write(bytes, to: path, holding: transaction.lock)
    self.bytes = bytes
  }

  /// Removes the file, without a record for undo, as ``replace(with:timeout:)`` replaces it.
  func remove(timeout: Duration) throws(FileError) {
    let transaction = try FileTransaction(on: [location], timeout: timeout)
    try change(to: nil).verify()
    if bytes != nil { try FileSystem.remove(path) }
    withExtendedLifetime(transaction) {}
  }
}

extension CalendarStore {
  /// The record in a companion file of the first location (``CalendarLocation/companions``). It is read as the calendars
  /// are: under the lock of a store that is open for changing, otherwise without the effects of an incomplete change.
  ///
  /// - Throws: ``FileError`` with code `unreadable`.
  public func record(named name: String) throws(FileError) -> StoredRecord {
    guard let location = locations.first else {
      return StoredRecord(name, beside: CalendarLocation(name), bytes: nil)
    }
    let path = location.companion(name)
    if lock != nil { return try StoredRecord(path, beside: location) }
    let bytes = try PendingChangeOverlay.reading(location) { (overlay, _) throws(FileError) in
      if let before = overlay.contentBefore(path) { return before }
      return try FileChange.content(of: path)
    }
    return StoredRecord(path, beside: location, bytes: bytes)
  }
}
