/// The values of a table of the configuration file by key.
public typealias ConfigurationTable = [String: ConfigurationValue]

/// A value of the configuration file.
public enum ConfigurationValue: Sendable, Hashable {
  case text(String)
  case list([ConfigurationValue])
  case table(ConfigurationTable)
  /// A number, a truth value or a date, of which the configuration has none.
  case other

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var table: ConfigurationTable? { if case .table(let table) = self { table } else { nil } }
  var list: [ConfigurationValue]? { if case .list(let list) = self { list } else { nil } }
}

/// A syntax error of a configuration, with its line, from 1.
public struct ConfigurationFault: Error, Sendable {
  let message: String
  let line: Int

  public init(_ message: String, line: Int) { (self.message, self.line) = (message, line) }
}
