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
  /// - Throws: A usage error that names the file.
  static func configured(by environment: Environment, named name: String?) throws(CommandError) -> [SyncPair]
  {
    let configuration = environment.configuration
    let path = configuration.path
    guard configuration.exists else {
      throw .usage(
        "\(path) cannot be read, which lists the pairs to synchronize", expected: "this file, or two folders")
    }
    var pairs: [SyncPair] = []
    for pair in configuration.pairs {
      do throws(ValidationError) {
        pairs.append(try SyncPair(pair, home: environment.variables["HOME"] ?? ""))
      } catch {
        throw .usage("\(path): sync.\(pair.name): \(error.message)")
      }
    }
    guard let name else { return pairs }
    guard let pair = pairs.first(where: { $0.name == name }) else {
      let names = pairs.map(\.name).joined(separator: ", ")
      throw .usage("there is no pair named \(name) in \(path)", expected: "one of: \(names); or two folders")
    }
    return [pair]
  }

  private init(_ section: Configuration.Pair, home: String) throws(ValidationError) {
    var values = section.values
    func expanded(_ path: String) -> String { path.hasPrefix("~/") ? home + path.dropFirst() : path }
    func word(_ key: String) throws(ValidationError) -> String? {
      guard let found = values.removeValue(forKey: key) else { return nil }
      guard found.count == 1 else { throw ValidationError("\(key) is a list (expected one text)") }
      return found[0]
    }
    guard let ours = try word("ours"), let theirs = try word("theirs") else {
      throw ValidationError("[sync.\(section.name)] lacks a side (expected ours = \"…\" and theirs = \"…\")")
    }
    (self.ours, self.theirs) = (expanded(ours), expanded(theirs))
    name = section.name
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
