import AlmanacComponents
import AlmanacMapping

/// The types of members (RFC 8984 §4 and §5).
extension JSCalendarReader {
  /// Tells of members that are not of their type. Those with a form of their own are told of where they are read.
  mutating func tellTypes(of object: JSONValue) {
    for member in object.members ?? [] {
      if member.value == .null, Self.texts.contains(member.name) || Self.maps[member.name] != nil {
        report(.warning, .badValue, member.name, "null outside of a patch", repair: "taken as not there")
      } else if Self.texts.contains(member.name) {
        tell(member.value.text != nil, member.name, "no text")
      } else if Self.switches.contains(member.name) {
        tell([.bool(true), .bool(false)].contains(member.value), member.name, "neither true nor false")
      } else if let parts = Self.maps[member.name] {
        tell(member.value.members != nil, member.name, "no object")
        for entry in member.value.members ?? [] { tellTypes(of: entry, in: member.name, parts) }
      }
    }
  }

  private mutating func tellTypes(of entry: JSONValue.Member, in property: String, _ parts: [String]) {
    let shown = entry.name.prefix(60)
    if Self.sets.contains(property) {
      return tell(entry.value.isTrue, property, "\(shown) is not true", line: entry.line)
    }
    guard let members = entry.value.members else {
      return tell(Self.ofTexts.contains(property), property, "\(shown) is no object", line: entry.line)
    }
    for member in members {
      let uris = member.name == "sendTo" ? member.value.members ?? [] : [member]
      if Self.uris.contains(member.name),
        uris.contains(where: { !$0.hadControls && $0.value.text.map(JSONValue.hasControls) ?? false })
      {
        report(
          .warning, .controlCharacter, property, "control characters in \(member.name) of \(shown)",
          repair: "kept, read without them", line: member.line)
      }
    }
    for member in members where parts.contains(member.name) {
      tell(
        member.value.text != nil, property, "\(member.name) of \(shown) is no text",
        line: member.line)
    }
  }

  private mutating func tell(_ isLegal: Bool, _ property: String, _ message: String, line: Int? = nil) {
    if !isLegal { report(.warning, .badValue, property, message, repair: "kept, not shown", line: line) }
  }

  private static let texts: Set<String> = [
    "uid", "title", "description", "descriptionContentType", "locale", "prodId", "method", "privacy",
    "status",
    "freeBusyStatus", "progress", "requestStatus", "source",
  ]
  private static let switches: Set<String> = ["showWithoutTime", "useDefaultAlerts"]
  /// Maps, and of their entries the members that are texts.
  private static let maps: [String: [String]] = [
    "keywords": [], "categories": [], "replyTo": [], "alerts": ["action"], "relatedTo": [],
    "recurrenceOverrides": [], "localizations": [], "timeZones": [],
    "locations": ["name", "description", "relativeTo", "timeZone", "coordinates"],
    "virtualLocations": ["name", "description", "uri"],
    "links": ["href", "contentType", "rel", "display", "title"],
    "participants": ["name", "email", "description", "kind", "participationStatus", "progress"],
  ]
  private static let uris: Set<String> = ["href", "uri", "email", "sendTo"]
  private static let sets: Set<String> = ["keywords", "categories"]
  /// Maps of texts, and one whose entries are looked at one by one.
  private static let ofTexts: Set<String> = ["replyTo", "recurrenceOverrides"]
}
