public import CommandLineKit
internal import TOMLKit

extension ConfigurationValue {
  /// Parses TOML 1.0.
  public static func parsing(toml text: String) throws(ConfigurationFault) -> ConfigurationTable {
    if let line = lineOfBareHeader(in: text) {
      throw ConfigurationFault("a section has no name of letters, digits, - and _", line: line)
    }
    do { return values(of: try TOMLTable(string: text)) } catch let error as TOMLParseError {
      throw ConfigurationFault(error.description, line: Int(error.source.begin.line))
    } catch {
      throw ConfigurationFault("it cannot be read as TOML", line: 0)
    }
  }

  /// The number of the first line that is a header without a key, at which TOMLKit ends the program; `nil` for none.
  ///
  /// A line within a text or a list is no header: what is before it is no TOML then.
  private static func lineOfBareHeader(in text: String) -> Int? {
    let lines = text.drop { $0 == "\u{FEFF}" }.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.indices.first { index in
      let line = lines[index].drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("[") else { return false }
      let key = line.dropFirst(line.hasPrefix("[[") ? 2 : 1).drop { $0 == " " || $0 == "\t" }
      if let first = key.first,
        first == "]" || "\"'-_".contains(first) || first.isASCII && (first.isLetter || first.isNumber)
      {
        return false
      }
      return (try? TOMLTable(string: lines[..<index].joined(separator: "\n"))) != nil
    }.map { $0 + 1 }
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
