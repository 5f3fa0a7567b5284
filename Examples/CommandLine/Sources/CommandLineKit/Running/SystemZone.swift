internal import AlmanacFiles
internal import AlmanacTime

/// The zone that the machine is set to.
enum SystemZone {
  /// The zone of `/etc/localtime`, which is a link into the zone database, or a zone file.
  static func read() -> Zone? {
    let path = "/etc/localtime"
    if let target = FileSystem.target(ofLink: path), let zone = named(byPath: target) { return zone }
    guard let bytes = try? FileSystem.read(path, .found, limit: 1 << 20) else { return nil }
    return try? Zone(name: "localtime", tzif: bytes)
  }

  /// The zone of a value of `TZ`: a name in the database, with or without a colon before it, a file, or a POSIX rule.
  static func named(byVariable value: String) -> Zone? {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.hasPrefix("/") { return named(byPath: name) }
    if let zone = try? Zone(name) { return zone }
    return try? Zone(name: name, posix: name)
  }

  private static func named(byPath path: String) -> Zone? {
    let folders = path.split(separator: "/")
    guard let database = folders.lastIndex(of: "zoneinfo") else { return nil }
    return try? Zone(folders[(database + 1)...].joined(separator: "/"))
  }
}
