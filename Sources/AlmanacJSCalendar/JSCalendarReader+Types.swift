import AlmanacComponents
import AlmanacMapping

/// The types of members (RFC 8984 §4 and §5).
extension JSCalendarReader {
  /// Tells of members that are not of their type. Those with a form of their own are told of where they are read.
  mutating func tellTypes(of object: JSONValue) {
    for member in object.members ?? [] {
      guard let form = MemberTable.members[member.name]?.form else { continue }
      switch form {
      case .own: break
      case .flag:
        tell([.bool(true), .bool(false)].contains(member.value), member.name, "neither true nor false")
      case _ where member.value == .null:
        report(.warning, .badValue, member.name, "null outside of a patch", repair: "taken as not there")
      case .text: tell(member.value.text != nil, member.name, "no text")
      case .set, .map, .mixedMap:
        tell(member.value.members != nil, member.name, "no object")
        for entry in member.value.members ?? [] { tellTypes(of: entry, in: member.name, form) }
      }
    }
  }

  private mutating func tellTypes(
    of entry: JSONValue.Member, in property: String, _ form: MemberTable.Member.Form
  ) {
    let shown = entry.name.prefix(60)
    if case .set = form {
      return tell(entry.value.isTrue, property, "\(shown) is not true", line: entry.line)
    }
    guard let members = entry.value.members else {
      if case .mixedMap = form { return }
      return tell(false, property, "\(shown) is no object", line: entry.line)
    }
    for member in members {
      let uris = member.name == "sendTo" ? member.value.members ?? [] : [member]
      if ["href", "uri", "email", "sendTo"].contains(member.name),
        uris.contains(where: { !$0.hadControls && $0.value.text.map(JSONValue.hasControls) ?? false })
      {
        report(
          .warning, .controlCharacter, property, "control characters in \(member.name) of \(shown)",
          repair: "kept, read without them", line: member.line)
      }
    }
    guard case .map(let texts) = form else { return }
    for member in members where texts.contains(member.name) {
      tell(
        member.value.text != nil, property, "\(member.name) of \(shown) is no text",
        line: member.line)
    }
  }

  private mutating func tell(_ isLegal: Bool, _ property: String, _ message: String, line: Int? = nil) {
    if !isLegal { report(.warning, .badValue, property, message, repair: "kept, not shown", line: line) }
  }
}
