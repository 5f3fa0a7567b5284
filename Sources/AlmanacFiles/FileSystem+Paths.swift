/// Paths and their parts.
extension FileSystem {
  /// The path to which a path leads, links followed, also where there is no file yet.
  public static func destination(of path: String) -> String {
    var path = path
    // As many links as the system follows.
    for _ in 0..<40 {
      if let path = realPath(path) { return path }
      guard let target = target(ofLink: path) else { break }
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : directory + target
    }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let directory = path.dropLast(name.utf8.count)
    guard let real = realPath(directory.isEmpty ? "." : String(directory)), !name.isEmpty else { return path }
    return self.path(of: name, in: real)
  }

  /// The path to which a path leads, which must be in a directory or in those below it.
  ///
  /// - Parameter root: `nil` where a path may lead anywhere.
  /// - Throws: ``FileError`` with code `outside`.
  public static func destination(of path: String, within root: String?) throws(FileError) -> String {
    let destination = destination(of: path)
    guard let root else { return destination }
    guard let real = realPath(root), realPath(parent(of: destination)) != nil else {
      throw noSuchFile(path)
    }
    guard destination != real, isPath(destination, in: real) else {
      throw FileError(
        .outside, path, "A link leads out of the folder", expected: "the file by its own path, \(destination)"
      )
    }
    return destination
  }

  /// Whether a path is that of a directory, or leads into it; both without links.
  static func isPath(_ path: String, in directory: String) -> Bool {
    path == directory || path.hasPrefix(self.path(of: "", in: directory))
  }

  /// The path of a name in a directory, with one slash between them.
  static func path(of name: some StringProtocol, in directory: String) -> String {
    directory + (directory.hasSuffix("/") ? "" : "/") + name
  }

  /// The directory of a path; `.` for a name alone.
  public static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  public static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }
}
