/// A file that is made, replaced or taken away.
struct FileChange: Sendable, Hashable {
  let path: String
  /// `nil` when there is no such file yet.
  let before: [UInt8]?
  /// `nil` when it is to be gone.
  let after: [UInt8]?

  /// Makes it so.
  ///
  /// - Throws: `CommandError`, a refusal when the file is not as it was found.
  func make() throws(CommandError) {
    guard try Self.content(of: path) == before else { throw Self.isForeign(path) }
    do throws(FileError) {
      if let after {
        try AtomicFile.write(after, to: path)
      } else {
        try Platform.remove(path)
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// Makes all of them, or none as far as that is in this program's power.
  static func make(_ changes: [FileChange]) throws(CommandError) {
    for (index, change) in changes.enumerated() {
      do throws(CommandError) { try change.make() } catch {
        for made in changes[..<index].reversed() {
          try? FileChange(path: made.path, before: made.after, after: made.before).make()
        }
        throw error
      }
    }
  }

  /// The bytes of a file; `nil` when it is not there.
  static func content(of path: String) throws(CommandError) -> [UInt8]? {
    guard Platform.entry(at: path) != nil else { return nil }
    do throws(FileError) { return try Platform.read(path) } catch { throw CommandError(error) }
  }

  static func isForeign(_ path: String) -> CommandError {
    .refused("conflict", "\(path) was changed by somebody else meanwhile", expected: "the file as it was")
  }
}
