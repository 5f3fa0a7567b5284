#if canImport(Glibc)
  import CExtendedAttributes
  import Glibc
#elseif canImport(Musl)
  import CExtendedAttributes
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// MARK: Files that replace others

extension FileSystem {
  /// Opens a new file under an unused name, with the permissions, the access control list and the extended attributes of the
  /// file that it is to replace and, if the process may change owners, with its owner.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of its path.
  ///   - path: The file that it is to replace, which may be missing.
  ///   - isPrivate: Whether only the owner may read it if there is no file to replace.
  ///   - ownership: The owner and the permissions if there is no file to replace; `nil` for those of new files.
  static func openTemporary(
    prefix: String, replacing path: String, isPrivate: Bool, ownership: FileOwnership? = nil
  ) throws(FileError) -> (path: String, descriptor: Int32) {
    try requireNoReadOnlyMark(path)
    var status = stat()
    let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    while true {
      let temporary = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = open(temporary, flags, isFile || isPrivate || ownership != nil ? 0o600 : 0o666)
      if descriptor < 0, errno == EEXIST || errno == EINTR { continue }
      guard descriptor >= 0 else { throw lastError(.unwritable, path) }
      guard isFile else {
        ownership?.apply(to: descriptor)
        return (temporary, descriptor)
      }
      // The permissions of the group are the most that an ACL grants: without the ACL they are granted to no one.
      FileOwnership(status).apply(to: descriptor) { copyAttributes(of: path, to: descriptor) }
      return (temporary, descriptor)
    }
  }

  /// Checks that a file is not marked as read-only, that is, that somebody may write it. A missing file is not marked.
  ///
  /// - Throws: ``FileError`` with code `unwritable`.
  static func requireNoReadOnlyMark(_ path: String) throws(FileError) {
    if let status = statusOfRegularFile(path), status.st_mode & 0o222 == 0 {
      throw FileError(.unwritable, path, "Is marked read-only", systemCode: EACCES)
    }
  }

  #if canImport(Darwin)
    private static let overwritingMark = "org.almanac.overwriting"

    /// Copies the access control list and the extended attributes of a file.
    ///
    /// - Returns: Whether the list, if there is one, is copied.
    private static func copyAttributes(of path: String, to descriptor: Int32) -> Bool {
      let original = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard original >= 0 else { return true }
      defer { close(original) }
      return fcopyfile(original, descriptor, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)) == 0
    }
  #else
    private static let overwritingMark = "user.almanac.overwriting"
    private static let accessControlList = "system.posix_acl_access"

    /// Copies the access control list and the extended attributes of a file.
    ///
    /// - Returns: Whether the list, if there is one, is copied.
    private static func copyAttributes(of path: String, to descriptor: Int32) -> Bool {
      // A directory's default list is not that of the file.
      fremovexattr(descriptor, accessControlList)
      var isWhole = true
      for name in attributes(of: path)
      where name == accessControlList || name.hasPrefix("user.") && name != overwritingMark {
        let length = lgetxattr(path, name, nil, 0)
        var value = [UInt8](repeating: 0, count: max(0, length))
        let isCopied =
          length >= 0 && lgetxattr(path, name, &value, length) == length
          && fsetxattr(descriptor, name, value, length, 0) == 0
        if name == accessControlList { isWhole = isCopied }
      }
      return isWhole
    }

    /// The names of the extended attributes of a file.
    private static func attributes(of path: String) -> [String] {
      let length = llistxattr(path, nil, 0)
      guard length > 0 else { return [] }
      var names = [CChar](repeating: 0, count: length)
      let read = llistxattr(path, &names, length)
      return names.prefix(max(0, read)).split(separator: 0).map {
        String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
  #endif
}

// MARK: Files that are overwritten

extension FileSystem {
  /// Marks a file with several names while it is overwritten, so that those who come by another name know of it. A file system
  /// without extended attributes has no marks.
  ///
  /// - Parameter directory: The directory of the journal with the content before.
  static func setOverwritingMark(_ path: String, _ directory: String) {
    let value = Array(directory.utf8)
    #if canImport(Darwin)
      setxattr(path, overwritingMark, value, value.count, 0, 0)
    #else
      setxattr(path, overwritingMark, value, value.count, 0)
    #endif
  }

  static func removeOverwritingMark(_ path: String) {
    #if canImport(Darwin)
      removexattr(path, overwritingMark, 0)
    #else
      removexattr(path, overwritingMark)
    #endif
  }

  /// The directory in the mark of a file; `nil` for a file without one.
  static func overwritingMark(of path: String) -> String? {
    var value = [UInt8](repeating: 0, count: 4096)
    #if canImport(Darwin)
      let length = getxattr(path, overwritingMark, &value, value.count, 0, 0)
    #else
      let length = getxattr(path, overwritingMark, &value, value.count)
    #endif
    return length > 0 ? String(decoding: value.prefix(length), as: UTF8.self) : nil
  }
}

/// The permissions, the owner and the group of a file.
struct FileOwnership: Sendable, Hashable {
  /// The permissions for the owner, the group and others, without the bits that give a program other rights.
  let permissions: UInt32
  let user: UInt32
  let group: UInt32

  init(permissions: UInt32, user: UInt32, group: UInt32) {
    (self.permissions, self.user, self.group) = (permissions & 0o777, user, group)
  }

  fileprivate init(_ status: stat) {
    self.init(permissions: UInt32(status.st_mode), user: status.st_uid, group: status.st_gid)
  }

  /// The ownership of the regular file at a path; `nil` if there is none.
  init?(of path: String) {
    guard let status = FileSystem.statusOfRegularFile(path) else { return nil }
    self.init(status)
  }

  /// Gives it to a new file. The owner and the group change only if the process may change them; permissions of a group
  /// are not given to another one.
  ///
  /// - Parameter copyList: Copies an access control list, after the owner and the group have changed, and returns whether
  ///   the group may have its permissions.
  fileprivate func apply(to descriptor: Int32, _ copyList: () -> Bool = { true }) {
    var status = stat()
    if user != geteuid() || group != getegid() { _ = fchown(descriptor, user, group) }
    // A member of the group who is not the owner may still give the file to the group.
    if fstat(descriptor, &status) == 0, status.st_gid != group { _ = fchown(descriptor, uid_t.max, group) }
    let isOfGroup = fstat(descriptor, &status) == 0 && status.st_gid == group
    let isWhole = copyList() && isOfGroup
    fchmod(descriptor, mode_t(permissions & (isWhole ? 0o777 : 0o707)))
  }
}

/// The lock of an open temporary file, which the system releases when the process ends.
final class TemporaryLock: Sendable {
  private let descriptor: Int32

  /// Locks an open file, until the value is released. The descriptor itself may be closed before.
  init(ofDescriptor descriptor: Int32) {
    // Locks belong to the open file, of which this is another descriptor.
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    while flock(self.descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit { close(descriptor) }

  /// Removes the temporary files that killed processes of this user left in a directory.
  ///
  /// - Parameter prefix: The beginning of their names.
  static func removeUnlocked(in directory: String, _ prefix: String) {
    for name in (try? FileSystem.names(in: directory)) ?? [] where name.hasPrefix(prefix) {
      let path = FileSystem.path(of: name, in: directory)
      guard FileSystem.owner(of: path) == geteuid() else { continue }
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }
}
