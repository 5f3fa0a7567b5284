internal import AlmanacTime

/// A calendar address or a name in its canonical form, for comparing people and things: `mailto:` and case do not matter.
///
/// ```swift
/// PersonKey("mailto:Ana@Example.org") == PersonKey("ana@example.org")
/// PersonKey("Court 2") == PersonKey("court 2")
/// ```
public struct PersonKey: Sendable, Hashable {
  package let text: String

  /// Creates the key of an address or a name: without `mailto:` or this library's URN prefix, and case-folded.
  ///
  /// - Complexity: O(*n*) in the length of the address.
  public init(_ address: String) {
    // Nearly all addresses are plain, or plain after `mailto:`; checking is faster than rewriting them.
    let mail = "mailto:".utf8
    let rest = address.utf8.starts(with: mail) ? address.utf8.dropFirst(mail.count) : address.utf8[...]
    let isPlain = rest.allSatisfy { byte in
      byte < 0x80 && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "%")
        && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    if isPlain {
      text = String(Substring(rest))
      return
    }
    let plain = CalendarAddress.plain(address)
    text = plain.contains("@") ? plain.lowercased() : plain.caseFolded
  }

  /// Creates the key of a person who is named in a request; `nil` for a text that names nobody: one without anything that can
  /// be seen apart from `@`, with white space at an end, or with control characters. One with `@` is the address of one person:
  /// something before and after the last `@`, without `<`, `>` and `,`, and without white space in the domain.
  /// `Ana <ana@example.org>` has a name too.
  public init?(validating address: String) {
    self.init(address)
    // Nearly all are printable ASCII, in which nothing but the last `@` has a meaning.
    if address.utf8.allSatisfy(Self.isPlain), text.utf8.allSatisfy(Self.isPlain) {
      let at = text.utf8.lastIndex(of: UInt8(ascii: "@"))
      guard let at else { if text.isEmpty { return nil } else { return } }
      if at == text.startIndex || text.utf8.index(after: at) == text.endIndex { return nil }
      return
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last,
      !first.properties.isWhitespace, !last.properties.isWhitespace,
      !address.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      scalars.contains(where: { $0 != "@" && $0.properties.generalCategory != .format }),
      !scalars.contains("@") || Self.isAddress(text)
    else { return nil }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
      && byte != UInt8(ascii: ",")
  }

  /// Whether a text with `@` is the address of one person; one with blanks before the domain has a domain of several labels.
  private static func isAddress(_ text: String) -> Bool {
    guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return false }
    let domain = text[at...].dropFirst()
    return !domain.isEmpty && !domain.contains { $0.isWhitespace } && !text.contains { "<>,".contains($0) }
      && (!text.contains { $0.isWhitespace } || CalendarAddress.isMail(text))
  }

  /// Whether two addresses are those of one person.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    one == other || PersonKey(one) == PersonKey(other)
  }
}

extension EventCalendar {
  /// The names of organizers and attendees (CN, RFC 5545 §3.2.2); of several of one person the last one.
  ///
  /// - Complexity: O(*n*) in the items and their attendees.
  public var names: [PersonKey: String] {
    var names: [PersonKey: String] = [:]
    for item in items {
      if let organizer = item.organizer, !organizer.name.isEmpty {
        names[PersonKey(organizer.address)] = organizer.name
      }
      for attendee in item.attendees where !attendee.name.isEmpty {
        names[PersonKey(attendee.address)] = attendee.name
      }
    }
    return names
  }
}

/// The conversion of the names of people, mail addresses or others, to the URIs of calendar files and back.
package enum CalendarAddress {
  private static let mail = "mailto:"
  private static let own = "urn:x-almanac:"

  /// The URI of a name: a URI unchanged, a mail address as `mailto:`, with characters that a URI may not have encoded
  /// (RFC 6068 §2), other names as a URN of this library.
  package static func uri(_ address: String) -> String {
    let isAllowed = address.utf8.allSatisfy { $0.isUnreserved || others.contains($0) }
    if isAllowed, let colon = address.schemeEnd, colon + 1 < address.utf8.count { return address }
    let name = plain(address)
    if isAllowed ? name.contains("@") : isMail(name) {
      return mail
        + Escapes.encoded(name) { $0 != UInt8(ascii: "%") && ($0.isUnreserved || others.contains($0)) }
    }
    return own + Escapes.encoded(address, leaving: \.isUnreserved)
  }

  /// Whether a name is a mail address at a domain of several labels, of any letters. KDE's engine drops attendees with
  /// other addresses.
  package static func isMail(_ name: String) -> Bool {
    guard let at = name.lastIndex(of: "@"), at > name.startIndex, !name.hasControls else { return false }
    let domain = name[at...].dropFirst()
    return domain.contains(".") && domain.utf8.count > 3
  }

  /// The plain name of a URI: without `mailto:` or the URN prefix of this library, and decoded; other URIs unchanged.
  package static func plain(_ uri: String) -> String {
    let lowercased = uri.prefix(own.count).lowercased()
    if lowercased.hasPrefix(mail) {
      let name = uri.dropFirst(mail.count)
      // KDE's engine puts mailto: before any address.
      if name.prefix(own.count).lowercased() == own { return plain(String(name)) }
      guard name.utf8.contains(UInt8(ascii: "%")), let decoded = Escapes.decoded(name), !decoded.hasControls
      else { return String(name) }
      return decoded
    }
    guard lowercased == own else { return uri }
    let name = uri.dropFirst(own.count)
    return Escapes.decoded(name) ?? String(name)
  }

  /// RFC 3986 §2.1, §2.2.
  private static let others = Set(":/?#[]@!$&'()*+,;=%".utf8)
}

extension String {
  fileprivate var hasControls: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The number of bytes of its scheme; `nil` for a text without one. RFC 3986 §3.1 requires a letter before letters,
  /// digits, `+`, `-` and `.`.
  fileprivate var schemeEnd: Int? {
    withBytes { bytes in
      guard bytes.first?.isLetter == true, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
        bytes[..<colon].allSatisfy({ $0.isOfScheme })
      else { return nil }
      return colon
    }
  }

  /// The URI with its scheme in lower case.
  package var withPlainScheme: String {
    guard let end = schemeEnd,
      utf8.prefix(end).contains(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
    else { return self }
    return prefix(end).lowercased() + dropFirst(end)
  }

  /// Whether it has a scheme, and neither blanks nor control characters.
  package var isURI: Bool { schemeEnd != nil && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
}

extension UInt8 {
  fileprivate var isOfScheme: Bool { isAlphanumeric || "+-.".utf8.contains(self) }
}
