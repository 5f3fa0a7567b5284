public import CommandLineKit
internal import TOMLKit

extension ConfigurationValue {
  /// Parses TOML 1.0.
  public static func parsing(toml text: String) throws(ConfigurationFault) -> ConfigurationTable {
    do { return values(of: try TOMLTable(string: text)) } catch let error as TOMLParseError {
      throw ConfigurationFault(error.description, line: Int(error.source.begin.line))
    } catch {
      throw ConfigurationFault("it cannot be read as TOML", line: 0)
    }
  }

  private static func values(of table: TOMLTable) -> ConfigurationTable {
    var values: ConfigurationTable = [:]
    for key in table.keys { values[key] = table[key].map { Self($0) } }
    return values
  }

  private init(_ value: some TOMLValueConvertible) {
    if let text = value.string {
      self = .text(text)
    } else if let table = value.table {
      self = .table(Self.values(of: table))
    } else if let list = value.array {
      self = .list(list.map { Self($0) })
    } else {
      self = .other
    }
  }
}
