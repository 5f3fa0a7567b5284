/// By what two addresses are those of one person: `mailto:` and the case of mail addresses do not matter.
///
/// ```swift
/// PersonKey("mailto:Ana@Example.org") == PersonKey("ana@example.org")
/// ```
public struct PersonKey: Sendable, Hashable {
  package let text: String

  public init(_ address: String) {
    // Nearly all are plain, or plain after `mailto:`; looking costs less than writing them anew.
    let mail = "mailto:".utf8
    let rest = address.utf8.starts(with: mail) ? address.utf8.dropFirst(mail.count) : address.utf8[...]
    let isPlain = rest.allSatisfy { byte in
      byte < 0x80 && byte != UInt8(ascii: ":") && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    if isPlain {
      text = String(Substring(rest))
      return
    }
    let plain = CalendarAddress.plain(address)
    text = plain.contains("@") ? plain.lowercased() : plain
  }

  /// By what somebody is looked for, where the case of other names does not matter either.
  package var folded: String { text.utf8.contains(UInt8(ascii: "@")) ? text : text.lowercased() }
}

extension PersonKey {
  /// Whether two addresses are those of one person.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    one == other || PersonKey(one) == PersonKey(other)
  }
}
