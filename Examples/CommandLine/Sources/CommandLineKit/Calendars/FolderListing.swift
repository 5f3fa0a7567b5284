/// What a folder of calendars holds, by path: the files of its items, the notes on what it is called and how it looks
/// (vdirsyncer's vdir), and the folders in it.
struct FolderListing: Sendable {
  let path: String
  private(set) var files: [String] = []
  private(set) var displayName: String?
  private(set) var color: String?
  private(set) var folders: [FolderListing] = []
  /// The names of what may be journals of changes (`UndoJournal`).
  private(set) var journals: [String] = []

  /// Looks through a folder and those in it, each once, whatever links lead to it. What begins with a dot is no part
  /// of a calendar.
  init(_ path: String) throws(FileError) {
    var seen: Set<String> = [Platform.realPath(path) ?? path]
    try self.init(path, seen: &seen)
  }

  private init(_ path: String, seen: inout Set<String>) throws(FileError) {
    self.path = path
    for name in try Platform.names(in: path) {
      guard !name.hasPrefix(".") else {
        if name.contains(CalendarPlace.journalSuffix) { journals.append(name) }
        continue
      }
      let inner = path.hasSuffix("/") ? path + name : path + "/" + name
      if Platform.entry(at: inner) == .directory {
        guard seen.insert(Platform.realPath(inner) ?? inner).inserted else { continue }
        folders.append(try FolderListing(inner, seen: &seen))
      } else if name == "displayname" {
        displayName = inner
      } else if name == "color" {
        color = inner
      } else if name.hasSuffix(".ics") {
        files.append(inner)
      }
    }
  }

  /// This folder and all in it.
  var all: [FolderListing] { [self] + folders.flatMap { $0.all } }
}
