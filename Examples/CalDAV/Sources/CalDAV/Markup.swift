internal import Foundation

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// An element of XML, read by libxml2 (`XMLParser`).
struct Markup: Sendable {
  /// An element's name: its namespace and its local name.
  struct Name: Sendable, Hashable {
    let space: String
    let local: String

    static func dav(_ local: String) -> Name { Name(space: "DAV:", local: local) }
    static func calendar(_ local: String) -> Name {
      Name(space: "urn:ietf:params:xml:ns:caldav", local: local)
    }
    static func server(_ local: String) -> Name { Name(space: "http://calendarserver.org/ns/", local: local) }
  }

  let name: Name
  let attributes: [String: String]
  fileprivate(set) var children: [Markup] = []
  /// The characters between the tags of this element alone.
  fileprivate(set) var text = ""

  func all(_ name: Name) -> [Markup] { children.filter { $0.name == name } }
  func first(_ name: Name) -> Markup? { children.first { $0.name == name } }

  /// The text without blanks around it.
  var word: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The most elements of a document: each takes some hundred bytes of memory, and its tag perhaps four.
  static let maximumElements = 1_000_000

  /// Reads a document.
  ///
  /// A document with a document type is refused, since only there entities are declared, whose expansion takes any memory
  /// and which may name files. Others have none but the five of XML.
  ///
  /// - Returns: `nil` for a text that is not well-formed, is cut off, is nested more than 40 levels deep, or has more than
  ///   ``maximumElements``.
  init?(_ bytes: [UInt8]) {
    guard Self.hasPlainProlog(bytes) else { return nil }
    // As a stream it is parsed in parts: libxml2 refuses more than 10 MB at once.
    let parser = XMLParser(stream: InputStream(data: Data(bytes)))
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    let builder = MarkupBuilder()
    parser.delegate = builder
    guard parser.parse(), !builder.isRefused, let root = builder.root else { return nil }
    self = root
  }

  fileprivate init(named name: Name, _ attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// Whether there is nothing before the first element but the declaration and comments, in UTF-8.
  private static func hasPlainProlog(_ bytes: [UInt8]) -> Bool {
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    func skip(_ end: String) -> Bool {
      guard let range = rest.firstRange(of: Array(end.utf8)) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
    while true {
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if rest.starts(with: "<?".utf8) {
        let start = rest
        guard skip("?>") else { return false }
        let text = String(decoding: start[..<rest.startIndex], as: UTF8.self).lowercased()
        if text.hasPrefix("<?xml"), text.contains("encoding"), !text.contains("utf-8"),
          !text.contains("us-ascii")
        {
          return false
        }
      } else if rest.starts(with: "<!--".utf8) {
        guard skip("-->") else { return false }
      } else {
        return rest.first == UInt8(ascii: "<") && rest.dropFirst().first != UInt8(ascii: "!")
      }
    }
  }
}

private final class MarkupBuilder: NSObject, XMLParserDelegate {
  private(set) var root: Markup?
  private(set) var isRefused = false
  private var open: [Markup] = []
  private var count = 0

  private func refuse(_ parser: XMLParser) {
    isRefused = true
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser, didStartElement local: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    count += 1
    if open.count >= 40 || count > Markup.maximumElements { return refuse(parser) }
    open.append(Markup(named: Markup.Name(space: namespaceURI ?? "", local: local), attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement local: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return refuse(parser) }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if !open.isEmpty { open[open.count - 1].text += String(decoding: block, as: UTF8.self) }
  }

  func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
    refuse(parser)
  }

  func parser(
    _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: String?,
    systemID: String?
  ) {
    refuse(parser)
  }
}
