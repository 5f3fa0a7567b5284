import ArgumentParser

/// The form of the output.
enum OutputFormat: Sendable, Hashable {
  case text, json, svg, html
  /// A line of tab-separated fields for each item, after a line with the names of the fields.
  case tsv
  /// A line for each item, with the values of the fields whose names are in braces.
  case template(RowTemplate)

  static let views: [OutputFormat] = [.text, .json, .svg, .html]

  /// Whether the output is for programs, so that it does not depend on the person's environment.
  var isForScripts: Bool { ![.text, .svg, .html].contains(self) }

  /// Whether the output consists of rows.
  var hasRows: Bool {
    switch self {
    case .tsv, .template: true
    default: false
    }
  }

  var name: String {
    switch self {
    case .text: "text"
    case .json: "json"
    case .svg: "svg"
    case .html: "html"
    case .tsv: "tsv"
    case .template(let template): template.text
    }
  }
}

extension OutputFormat: ExpressibleByArgument {
  init(text: String) throws {
    if let known = [.text, .json, .svg, .html, .tsv].first(where: { $0.name == text }) as OutputFormat? {
      self = known
    } else if text.contains("{") {
      self = .template(try RowTemplate(text))
    } else {
      throw ArgumentFault(
        "\(text) is no format",
        expected: "text, json, svg, html, tsv, or a template such as '{start} {summary}'")
    }
  }

  init?(argument: String) {
    guard let format = try? OutputFormat(text: argument) else { return nil }
    self = format
  }

  static var allValueStrings: [String] { ["text", "json", "svg", "html", "tsv"] }
  var defaultValueDescription: String { name }
}

/// A line with fields: `{start} {summary}`. `{{` and `}}` are braces, `\t` a tab and `\n` a line break.
struct RowTemplate: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case field(String)
  }

  let text: String
  private(set) var parts: [Part] = []

  /// - Throws: `ArgumentFault` for a brace without its counterpart.
  init(_ text: String) throws {
    self.text = text
    var literal = ""
    var rest = text[...]
    while let next = rest.popFirst() {
      switch (next, rest.first) {
      case ("{", "{"), ("}", "}"):
        literal.append(next)
        rest.removeFirst()
      case ("\\", "t"?), ("\\", "n"?), ("\\", "\\"?):
        let escaped = rest.removeFirst()
        literal.append(escaped == "t" ? "\t" : escaped == "n" ? "\n" : "\\")
      case ("{", _):
        guard let end = rest.firstIndex(of: "}") else {
          throw ArgumentFault("a { in \(text) has no }", expected: "a field in braces, such as {summary}")
        }
        parts += [.text(literal), .field(String(rest[..<end]))]
        literal = ""
        rest = rest[rest.index(after: end)...]
      case ("}", _): throw ArgumentFault("a } in \(text) has no {", expected: "}} for a brace")
      default: literal.append(next)
      }
    }
    parts.append(.text(literal))
  }

  var fields: [String] {
    parts.compactMap { part in
      if case .field(let name) = part { name } else { nil }
    }
  }
}
