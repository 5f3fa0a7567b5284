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
  static func openTemporary(
    prefix: String, replacing path: String, isPrivate: Bool
  ) throws(FileError) -> (path: String, descriptor: Int32) {
    var status = stat()
    let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isFile, status.st_mode & 0o222 == 0 {
      throw FileError(.unwritable, path, "Is marked read-only", systemCode: EACCES)
    }
    while true {
      let temporary = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = open(temporary, flags, isFile || isPrivate ? 0o600 : 0o666)
      if descriptor < 0, errno == EEXIST || errno == EINTR { continue }
      guard descriptor >= 0 else { throw lastError(.unwritable, path) }
      guard isFile else { return (temporary, descriptor) }
      if status.st_uid != geteuid() || status.st_gid != getegid() {
        _ = fchown(descriptor, status.st_uid, status.st_gid)
      }
      let isWhole = copyAttributes(of: path, to: descriptor)
      // The permissions of the group are the most that a list gives: without the list they are no one's.
      fchmod(descriptor, status.st_mode & (isWhole ? 0o7777 : 0o7707))
      return (temporary, descriptor)
    }
  }

  #if canImport(Darwin)
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
    private static let accessControlList = "system.posix_acl_access"

    /// Copies the access control list and the extended attributes of a file.
    ///
    /// - Returns: Whether the list, if there is one, is copied.
    private static func copyAttributes(of path: String, to descriptor: Int32) -> Bool {
      // A directory's default list is not that of the file.
      fremovexattr(descriptor, accessControlList)
      var isWhole = true
      for name in attributes(of: path) where name == accessControlList || name.hasPrefix("user.") {
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
