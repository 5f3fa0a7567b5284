import AlmanacTime

/// The URL of a collection of a server, by which a program recognises the collection again.
struct CollectionURL: Sendable, Hashable {
  /// The URL in one of its spellings: without user and fragment, the scheme and the host in lower case, without a default
  /// port and the segments `.` and `..`, the path percent-encoded where it has to be and with a slash at its end (RFC 3986
  /// §6.2.2, §6.2.3).
  let normalized: String

  init(_ url: String) {
    guard let end = url.firstRange(of: "://") else {
      normalized = url
      return
    }
    let scheme = url[..<end.lowerBound].lowercased()
    let rest = url[end.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { !"/?".contains($0) }
    let path = rest[authority.endIndex...].prefix { $0 != "?" }
    let query = rest[path.endIndex...]
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    normalized =
      scheme + "://" + Self.host(host, scheme) + Self.path(path)
      + Self.encoded(query)
  }

  /// The host with a port other than that of the scheme.
  private static func host(_ text: Substring, _ scheme: String) -> String {
    let colon = text.lastIndex(of: ":").flatMap { text[$0...].contains("]") ? nil : $0 } ?? text.endIndex
    let port = text[colon...].dropFirst()
    let isDefault = port.isEmpty || port == (scheme == "https" ? "443" : "80")
    let name = encoded(Substring(text[..<colon].lowercased()))
    return isDefault ? name : "\(name):\(port)"
  }

  private static func path(_ text: Substring) -> String {
    var segments: [String] = []
    for segment in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      switch encoded(segment) {
      case ".": continue
      case "..": _ = segments.popLast()
      case let segment: segments.append(segment)
      }
    }
    while segments.last == "" { segments.removeLast() }
    return "/" + segments.map { $0 + "/" }.joined()
  }

  /// A text in which the bytes that a URL may not contain, and no unreserved ones, are percent-encoded in upper case.
  private static func encoded(_ text: Substring) -> String {
    var bytes = text.utf8[...]
    var result: [UInt8] = []
    while let byte = bytes.popFirst() {
      let code = byte == UInt8(ascii: "%") && bytes.count > 1 ? bytes.prefix(2) : nil
      if let code, let value = Digits.hexadecimal(code).map({ UInt8($0) }) {
        bytes = bytes.dropFirst(2)
        result += value.isUnreserved ? [value] : Array("%\(Substring(code).uppercased())".utf8)
      } else if byte.isUnreserved || "%:/?#[]@!$&'()*+,;=".utf8.contains(byte) {
        result.append(byte)
      } else {
        result += "%\(Digits.padded(byte, to: 2, radix: 16).uppercased())".utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
