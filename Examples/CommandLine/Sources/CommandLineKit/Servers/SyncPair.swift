import AlmanacFiles
import AlmanacSync
import ArgumentParser

/// How to sign in at a server.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The name with which you sign in.", valueName: "name"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "A command line of the shell that prints the password, such as “secret-tool lookup host example.org”.",
      valueName: "command"))
  var passwordCommand: String?

  @Option(
    help: ArgumentHelp(
      "Another host to which the server may send you, with the password, over https; remembered.",
      valueName: "host"))
  var allowHost: [String] = []

  var isEmpty: Bool { user == nil && passwordCommand == nil && allowHost.isEmpty }
}

/// A folder and what it is synchronized with.
struct SyncPair: Sendable {
  /// The name in the configuration; empty for one that the arguments state.
  var name = ""
  var ours: String
  /// A folder or a URL.
  var theirs: String
  var user: String?
  var passwordCommand: String?
  var allowedHosts: [String] = []
  var policy: MergePolicy?

  init(ours: String, theirs: String, _ server: ServerOptions) {
    (self.ours, self.theirs, user) = (ours, theirs, server.user)
    (passwordCommand, allowedHosts) = (server.passwordCommand, server.allowHost)
  }

  var isURL: Bool { HelperRemote.isURL(theirs) }

  var address: RemoteAddress {
    RemoteAddress(theirs, user: user, passwordCommand: passwordCommand, allowedHosts: allowedHosts)
  }

  func validate() throws(ValidationError) {
    if HelperRemote.isURL(ours) {
      throw ValidationError(
        "\(ours.withoutUserInfo) cannot store the common state (expected a folder, then the URL)")
    }
    let scheme = theirs.prefix { $0.isLetter }
    let host = theirs.dropFirst(scheme.count + 3).prefix { $0 != "/" }
    if theirs.dropFirst(scheme.count).hasPrefix("://"), !isURL || host.isEmpty {
      throw ValidationError(
        "\(theirs.withoutUserInfo) is not the URL of a calendar (expected https:// with a server, or a folder)"
      )
    }
    if FileSystem.isSameFile(ours, theirs) {
      throw ValidationError("\(ours) and \(theirs) are one folder (expected two)")
    }
    if !isURL, user != nil || passwordCommand != nil || !allowedHosts.isEmpty {
      throw ValidationError(
        "\(theirs) is no URL (expected one beside --user, --password-command, --allow-host)")
    }
  }
}

// MARK: The configuration

extension SyncPair {
  /// The pairs of the configuration, by name, or the one of a name.
  ///
  /// - Throws: A usage error that names the file and the line.
  static func configured(_ variables: [String: String], named name: String?) throws(CommandError)
    -> [SyncPair]
  {
    let home = variables["HOME"] ?? ""
    let folder = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    let path = "\(folder)/almanac/config.toml"
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileSystem.read(path) } catch {
      throw .usage(
        "\(path) cannot be read, which lists the pairs to synchronize", expected: "this file, or two folders")
    }
    let sections: [Settings.Section]
    do throws(Settings.Fault) {
      sections = try Settings.sections(of: String(decoding: bytes, as: UTF8.self)) { $0.hasPrefix("sync.") }
    } catch {
      throw .usage("\(path):\(error.line): \(error.found)", expected: error.expected)
    }
    var pairs: [SyncPair] = []
    for section in sections {
      do throws(ValidationError) {
        pairs.append(try SyncPair(section, home: home))
      } catch {
        throw .usage("\(path):\(section.line): \(error.message)")
      }
    }
    guard let name else { return pairs }
    guard let pair = pairs.first(where: { $0.name == name }) else {
      let names = pairs.map(\.name).joined(separator: ", ")
      throw .usage("there is no pair named \(name) in \(path)", expected: "one of: \(names); or two folders")
    }
    return [pair]
  }

  private init(_ section: Settings.Section, home: String) throws(ValidationError) {
    var values = section.values
    func expanded(_ path: String) -> String { path.hasPrefix("~/") ? home + path.dropFirst() : path }
    func word(_ key: String) throws(ValidationError) -> String? {
      guard let found = values.removeValue(forKey: key) else { return nil }
      guard found.count == 1 else { throw ValidationError("\(key) is a list (expected one text)") }
      return found[0]
    }
    guard let ours = try word("ours"), let theirs = try word("theirs") else {
      throw ValidationError("[\(section.name)] lacks a side (expected ours = \"…\" and theirs = \"…\")")
    }
    (self.ours, self.theirs) = (expanded(ours), expanded(theirs))
    name = String(section.name.dropFirst("sync.".count))
    (user, passwordCommand) = (try word("user"), try word("password-command"))
    allowedHosts = values.removeValue(forKey: "allow-hosts") ?? []
    if let text = try word("conflict") {
      guard let policy = MergePolicy(rawValue: text) else {
        throw ValidationError("conflict is \(text) (expected ours, theirs, newer or both)")
      }
      self.policy = policy
    }
    if let other = values.keys.sorted().first {
      throw ValidationError(
        "\(other) is unknown (expected ours, theirs, user, password-command, allow-hosts, conflict)")
    }
    try validate()
  }
}

/// Sections of a configuration file: the part of TOML that they need, with texts and lists of texts in one line.
enum Settings {
  struct Section: Sendable {
    let name: String
    let line: Int
    /// Each value is a list; a text is one of itself.
    var values: [String: [String]] = [:]
  }

  struct Fault: Error {
    let line: Int
    let found: String
    let expected: String
  }

  /// The sections that are wanted, in order. What stands in others is not read.
  static func sections(
    of text: String, where isWanted: (String) -> Bool
  ) throws(Fault) -> [Section] {
    var sections: [Section] = []
    var isInside = false
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      var scanner = LineScanner(line)
      scanner.skipBlanks()
      if scanner.isAtEnd { continue }
      let fault = Fault(
        line: index + 1, found: String(line), expected: #"[section], or key = "text", or key = ["text", …]"#)
      if scanner.take("[") {
        guard let name = scanner.word(), scanner.take("]"), scanner.isAtEnd else {
          if isInside || line.contains("sync") { throw fault }
          continue
        }
        isInside = isWanted(name)
        if isInside, sections.contains(where: { $0.name == name }) {
          throw Fault(line: index + 1, found: "[\(name)] is there twice", expected: "another name")
        }
        if isInside { sections.append(Section(name: name, line: index + 1)) }
      } else if isInside {
        guard let key = scanner.word(), scanner.take("="), let value = scanner.value(), scanner.isAtEnd,
          sections[sections.count - 1].values.updateValue(value, forKey: key) == nil
        else { throw fault }
      }
    }
    return sections
  }
}

private struct LineScanner {
  private var rest: Substring

  init(_ line: Substring) { rest = line }

  /// Whether only a comment is left.
  var isAtEnd: Bool { rest.isEmpty || rest.first == "#" }

  mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    skipBlanks()
    return true
  }

  mutating func word() -> String? {
    let word = rest.prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    rest = rest[word.endIndex...]
    skipBlanks()
    return word.isEmpty ? nil : String(word)
  }

  mutating func value() -> [String]? {
    guard take("[") else { return text().map { [$0] } }
    var values: [String] = []
    while !take("]") {
      guard let text = text() else { return nil }
      values.append(text)
      if !take(","), rest.first != "]" { return nil }
    }
    return values
  }

  /// A text in double quotes, in which a backslash precedes `"` and `\`, or in single ones, in which it means itself.
  private mutating func text() -> String? {
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst() {
      if next == quote {
        skipBlanks()
        return text
      }
      if next == "\\", quote == "\"" {
        guard let escaped = rest.popFirst(), escaped == "\"" || escaped == "\\" else { return nil }
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    return nil
  }
}
