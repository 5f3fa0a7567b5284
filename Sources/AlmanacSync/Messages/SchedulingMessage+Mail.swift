internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

/// A mail with a scheduling message, as data: iMIP, RFC 6047. Sending it is up to the caller.
///
/// ```swift
/// let mail = try message.mail(text: "Ana invites you.", boundary: "b1")
/// for header in mail.headers { print("\(header.name): \(header.value)") }
/// print("", mail.body, separator: "\n")
/// ```
public struct SchedulingMail: Sendable, Hashable {
  /// A header field of a mail (RFC 5322 §2.2).
  public struct Header: Sendable, Hashable {
    /// The field name, without the colon.
    public let name: String
    /// The field body, in ASCII.
    public let value: String
  }

  /// The address of the sender, without `mailto:`; empty where the message states none.
  public let sender: String
  /// The mail addresses of the recipients, without `mailto:`; recipients without a mail address are omitted.
  public let recipients: [String]
  /// The summary of the item, not encoded.
  public let subject: String
  /// MIME-Version and Content-Type of the whole mail.
  public let headers: [Header]
  /// The parts between boundaries, all in ASCII, with CRLF.
  public let body: String
}

extension SchedulingMessage {
  /// The message as a mail of two alternatives: a text for people, and iCalendar with the parameters `method`, `component`
  /// and `charset` (RFC 6047 §2.4). Both are encoded in base64.
  ///
  /// - Parameters:
  ///   - text: The text for people.
  ///   - boundary: The boundary between the parts: 1 … 70 letters, digits and `'()+_,-./:=?` (RFC 2046 §5.1.1).
  /// - Throws: `SyncError` with code `bad_name` for any other boundary.
  public func mail(text: String, boundary: String) throws(SyncError) -> SchedulingMail {
    let isLegal =
      (1...70).contains(boundary.utf8.count)
      && boundary.utf8.allSatisfy { $0.isAlphanumeric || "'()+_,-./:=?".utf8.contains($0) }
    guard isLegal else {
      throw SyncError(
        .badName, name: boundary, expected: "a boundary of 1 to 70 letters, digits and '()+_,-./:=?")
    }
    let component = freeBusy.isEmpty ? kind.component : .freeBusy
    let type = "text/calendar; method=\(method.rawValue); charset=UTF-8; component=\(component.name)"
    let parts = [("text/plain; charset=UTF-8", text), (type, self.text)].map { type, content in
      "--\(boundary)\r\nContent-Type: \(type)\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + Self.encodedLines(content)
    }
    let senders = principals.flatMap { [$0.address, $0.sentBy] + $0.parameters.mails }
    return SchedulingMail(
      sender: senders.lazy.filter(Self.isMail).map(CalendarAddress.plain).first ?? "",
      recipients: recipients.filter(Self.isMail).map(CalendarAddress.plain),
      subject: items.lazy.map(\.summary).first { !$0.isEmpty } ?? "",
      headers: [
        .init(name: "MIME-Version", value: "1.0"),
        .init(name: "Content-Type", value: "multipart/alternative; boundary=\"\(boundary)\""),
      ],
      body: parts.joined() + "--\(boundary)--\r\n")
  }

  /// Base64 in lines of 76 characters (RFC 2045 §6.8).
  private static func encodedLines(_ text: String) -> String {
    var rest = Base64.encoded(Array(text.utf8))[...]
    var lines = ""
    while !rest.isEmpty {
      lines += rest.prefix(76) + "\r\n"
      rest = rest.dropFirst(76)
    }
    return lines
  }

  private static func isMail(_ address: String) -> Bool {
    CalendarAddress.plain(address).contains("@") && !CalendarAddress.plain(address).contains(":")
  }
}
