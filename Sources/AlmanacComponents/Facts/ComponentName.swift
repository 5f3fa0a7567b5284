/// The names of components as BEGIN and END lines have them.
package enum ComponentName {
  /// Whether it is made as names are (RFC 5545 §3.1; vendors use `_` and `.` too) and not empty.
  package static func isLegal(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    !name.isEmpty && name.allSatisfy { LineGrammar.nameBytes[Int($0)] }
  }

  package static func isLegal(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { isLegal($0) }
  }

  /// The value of a BEGIN or END line without blanks around it.
  static func bytes(of line: ContentLine, _ text: LineBytes) -> UnsafeBufferPointer<UInt8> {
    var value = text.value(of: line)
    while let first = value.first, ASCII.isBlank(first) {
      value = UnsafeBufferPointer(rebasing: value.dropFirst())
    }
    while let last = value.last, ASCII.isBlank(last) {
      value = UnsafeBufferPointer(rebasing: value.dropLast())
    }
    return value
  }

  static func matches(_ line: ContentLine, _ name: StaticString, _ text: LineBytes) -> Bool {
    isNamed(bytes(of: line, text), name)
  }

  /// Whether a component can stand within another: BEGIN of one that cannot tells that the END of the outer one is missing
  /// (RFC 5545 §3.6, RFC 7953).
  static func mayHold(_ outer: UnsafeBufferPointer<UInt8>, _ inner: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let inner = ComponentKind.named(inner) else { return true }
    if inner == .calendar { return false }
    guard ComponentKinds.ofCalendars.contains(inner), let outer = ComponentKind.named(outer) else {
      return true
    }
    return outer != .alarm && !ComponentKinds.ofCalendars.contains(outer)
  }

  static func mayHold(_ outer: String, _ inner: String) -> Bool {
    var (outer, inner) = (outer, inner)
    return outer.withUTF8 { outer in inner.withUTF8 { mayHold(outer, $0) } }
  }
}
