import Foundation

/// The files of a folder after the commands that several tests begin with. The commands run once, and each test gets a copy.
struct PreparedFiles: Sendable {
  /// The folders, which have no content, and the files by their paths in the folder.
  private let contents: Result<[String: Data?], any Error>

  /// - Parameters:
  ///   - earlier: The files to begin with.
  ///   - prepare: A closure that runs the commands, and throws an error if one of them fails.
  init(from earlier: PreparedFiles? = nil, _ prepare: (TemporaryFolder) throws -> Void) {
    contents = Result {
      let folder = try earlier?.copy() ?? TemporaryFolder()
      try prepare(folder)
      let manager = FileManager.default
      return try Dictionary(
        uniqueKeysWithValues: manager.subpathsOfDirectory(atPath: folder.path).map { name in
          let path = folder.path(name)
          let type = try manager.attributesOfItem(atPath: path)[.type] as? FileAttributeType
          return (name, type == .typeDirectory ? nil : try Data(contentsOf: URL(filePath: path)))
        })
    }
  }

  /// A new folder with the files.
  ///
  /// - Throws: The error of the preparation.
  func copy() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let contents = try contents.get()
    for (name, content) in contents where content == nil { try folder.makeFolder(name) }
    for (name, content) in contents { try content?.write(to: URL(filePath: folder.path(name))) }
    return folder
  }
}
