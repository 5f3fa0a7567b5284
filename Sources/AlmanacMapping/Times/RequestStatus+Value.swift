import AlmanacComponents
import AlmanacEvents

/// The value of REQUEST-STATUS (RFC 5545 §3.8.8.3), which JSCalendar has as it is (RFC 8984 §4.4.7).
extension RequestStatus {
  package var written: String {
    let value = code + ";" + TextValue.escaped(text)
    return data.isEmpty ? value : value + ";" + TextValue.escaped(data)
  }

  /// - Returns: `nil` for a value without a text.
  package init?(written value: String) {
    guard let status = Array(value.utf8).withUnsafeBufferPointer(Self.read) else { return nil }
    self = status
  }

  /// Reads a value of which everything but the code may be missing.
  init(_ value: UnsafeBufferPointer<UInt8>) {
    self = Self.read(value) ?? RequestStatus(code: TextValue.unescaped(value), text: "")
  }

  private static func read(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus? {
    func text(_ range: Range<Int>) -> String {
      TextValue.unescaped(UnsafeBufferPointer(rebasing: value[range]))
    }
    // What is behind the second semicolon is one thing, whatever is in it.
    let fields = TextValue.fields(value, upTo: 2)
    guard fields.count == 2 else { return nil }
    let rest = fields[1].upperBound + 1
    return RequestStatus(
      code: text(fields[0]), text: text(fields[1]),
      data: rest < value.count ? text(rest..<value.count) : "")
  }
}
