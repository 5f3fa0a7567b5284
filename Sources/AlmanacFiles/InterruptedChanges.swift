/// The contents that files had before a change that was interrupted, or that another process is making: readers see
/// the files as they were then.
struct InterruptedChanges: Sendable {
  /// By the path without links; `nil` for a file that the change makes.
  private var contents: [String: [UInt8]?] = [:]
  /// Changes that cannot be read through, or that this process may not complete.
  private(set) var problems: [FileError] = []

  static let none = InterruptedChanges()

  private init() {}

  /// - Parameter listing: Of the directory that the location is; `nil` for a file.
  init(around location: CalendarLocation, _ listing: DirectoryListing? = nil) {
    for interrupted in UndoJournal.pending(around: location, listing) { add(interrupted) }
  }

  private mutating func add(_ location: CalendarLocation) {
    let journal = UndoJournal(of: location)
    let isWritable = FileSystem.isWritable(directory: journal.directory)
    guard journal.isPending, let last = journal.entries.last else {
      if !isWritable {
        report("by another user; some files may be changed already", journal.directory)
      }
      return
    }
    guard journal.state != .after else { return }
    let files = last.files.map { $0.path }.joined(separator: ", ")
    guard let before = journal.contentsBefore() else {
      if !isWritable { report("whose files have changed since: \(files)", journal.directory) }
      return
    }
    for (path, content) in before { contents[FileSystem.destination(of: path)] = .some(content) }
    if !isWritable { report("which is left out here: \(files)", journal.directory) }
  }

  private mutating func report(_ what: String, _ directory: String) {
    problems.append(
      FileError(
        .readThrough, directory, "a change was interrupted, \(what)",
        expected: "a change by somebody who may write to the folder, which completes it"))
  }

  /// The content of a file before the change; `nil` when the file is not part of one.
  func content(of path: String) -> [UInt8]? {
    contents.isEmpty ? nil : contents[FileSystem.destination(of: path)] ?? nil
  }

  /// The files of a directory before the changes, by name.
  func files(of listing: DirectoryListing) -> [String] {
    guard !contents.isEmpty else { return listing.files }
    let isMade = { (path: String) in contents[FileSystem.destination(of: path)] == .some(nil) }
    let directory = FileSystem.realPath(listing.path) ?? listing.path
    let there = Set(listing.files.map { FileSystem.destination(of: $0) })
    let removed = contents.filter { path, content in
      content != nil && !there.contains(path) && FileSystem.parent(of: path) == directory
        && path.hasSuffix(".ics")
    }
    let paths = removed.map { FileSystem.path(of: FileSystem.name(of: $0.key), in: listing.path) }
    return (listing.files.filter { !isMade($0) } + paths).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
