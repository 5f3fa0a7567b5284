import AlmanacComponents
import AlmanacEvents

/// People and parts of an item.
extension ModelReader {
  /// Parameters one by one, taken out of what remains.
  private struct Taken {
    var rest: [Parameter]

    mutating func values(_ name: String) -> [String] {
      guard let index = rest.firstIndex(named: name) else { return [] }
      return rest.remove(at: index).values
    }

    mutating func value(_ name: String) -> String { values(name).first ?? "" }

    mutating func word(_ name: String) -> String? {
      let value = value(name)
      return value.isEmpty ? nil : value
    }
  }

  mutating func attendee(_ line: ContentLine, _ bytes: LineBytes) -> Attendee {
    var taken = Taken(rest: parameters(line, bytes))
    let reply = taken.word("RSVP")
    var attendee = Attendee(
      address(line, bytes, "ATTENDEE"), name: taken.value("CN"),
      role: taken.word("ROLE").map(Attendee.Role.init),
      status: taken.word("PARTSTAT").map(Attendee.Status.init),
      kind: taken.word("CUTYPE").map(Attendee.Kind.init), wantsReply: reply?.uppercased() == "TRUE",
      groups: taken.values("MEMBER"), delegates: taken.values("DELEGATED-TO"),
      delegators: taken.values("DELEGATED-FROM"), sentBy: taken.value("SENT-BY"))
    if let reply, !["TRUE", "FALSE"].contains(reply.uppercased()) {
      report(
        .warning, .unknownValue, line, "ATTENDEE", "RSVP is \(reply.prefix(60)), expected TRUE or FALSE",
        repair: "read as FALSE")
    }
    // An RSVP that says what holds anyway is kept so that it can be written again.
    if let reply, !attendee.wantsReply { taken.rest.append(Parameter("RSVP", reply)) }
    attendee.parameters = taken.rest
    return attendee
  }

  mutating func organizer(_ line: ContentLine, _ bytes: LineBytes) -> Organizer {
    var taken = Taken(rest: parameters(line, bytes))
    return Organizer(
      address(line, bytes, "ORGANIZER"), name: taken.value("CN"), sentBy: taken.value("SENT-BY"),
      parameters: taken.rest)
  }

  /// A calendar address, which is a URI (RFC 5545 §3.3.3); what is plainly one of mail is taken as that.
  private mutating func address(_ line: ContentLine, _ bytes: LineBytes, _ property: String) -> String {
    let value = raw(line, bytes)
    guard !value.isURI else { return value }
    let mail = "mailto:" + value
    let isMail = value.contains("@") && !value.contains(":") && mail.isURI
    report(
      .warning, .badValue, line, property,
      value.isEmpty ? "no address" : "\(excerpt(bytes.value(of: line))) is no URI",
      repair: isMail ? "read as \(mail)" : "kept as it is")
    return isMail ? mail : value
  }

  /// Tells of what is no URI (RFC 5545 §3.3.13), such as the path of a file or the name of a site.
  mutating func tellUnlessURI(_ value: String, _ line: ContentLine, _ bytes: LineBytes, _ property: String) {
    guard !value.isURI else { return }
    report(
      .note, .badValue, line, property,
      value.isEmpty ? "no address" : "\(excerpt(bytes.value(of: line))) is no URI", repair: "kept as it is")
  }

  /// RELATED-TO; the UID is text.
  func relation(_ index: Int, _ lines: [ContentLine], _ bytes: LineBytes) -> Relation {
    var taken = Taken(rest: parameters(lines[index], bytes, but: []))
    // Whatever else it is said to be, it is read as a text.
    taken.rest.removeAll { $0.name == "VALUE" && $0.values.first?.uppercased() != "URI" }
    let kind = taken.word("RELTYPE").map(Relation.Kind.init) ?? .parent
    let isURI = taken.rest.first(named: "VALUE")?.values.first?.uppercased() == "URI"
    let target = isURI ? raw(lines[index], bytes) : text(index, lines, bytes)
    return Relation(target, kind: kind, parameters: taken.rest)
  }

  mutating func attachment(_ line: ContentLine, _ bytes: LineBytes, _ property: String) -> AttachedFile? {
    var taken = Taken(rest: parameters(line, bytes, but: []))
    let type = taken.value("VALUE").uppercased()
    let encoding = taken.value("ENCODING").uppercased()
    let mediaType = taken.value("FMTTYPE")
    let value = raw(line, bytes)
    guard type == "BINARY" || encoding == "BASE64" else {
      tellUnlessURI(value, line, bytes, property)
      return AttachedFile(.uri(value), mediaType: mediaType, parameters: taken.rest)
    }
    guard let data = Base64.decoded(value) else {
      report(.error, .badValue, line, property, "its bytes are not written in Base64", repair: "left out")
      return nil
    }
    return AttachedFile(.bytes(data), mediaType: mediaType, parameters: taken.rest)
  }

  mutating func image(_ line: ContentLine, _ bytes: LineBytes) -> AttachedImage? {
    guard var file = attachment(line, bytes, "IMAGE") else { return nil }
    let displays = file.parameters.first(named: "DISPLAY")?.values ?? []
    file.parameters.removeAll(named: "DISPLAY")
    return AttachedImage(file, displays: displays.map(AttachedImage.Display.init))
  }

  mutating func conference(_ line: ContentLine, _ bytes: LineBytes) -> Conference {
    var taken = Taken(rest: parameters(line, bytes))
    let uri = raw(line, bytes)
    tellUnlessURI(uri, line, bytes, "CONFERENCE")
    return Conference(
      uri, features: taken.values("FEATURE").map(Conference.Feature.init),
      label: taken.value("LABEL"), parameters: taken.rest)
  }

  /// `nil` for a line that says nothing.
  func requestStatus(_ line: ContentLine, _ bytes: LineBytes) -> RequestStatus? {
    let value = bytes.value(of: line)
    guard !value.isEmpty else { return nil }
    var status = RequestStatus(value)
    status.parameters = parameters(line, bytes)
    return status
  }

  mutating func geo(_ index: Int, _ lines: [ContentLine], _ bytes: LineBytes) -> Geo? {
    let parts = raw(lines[index], bytes).split(separator: ";", omittingEmptySubsequences: false)
    if parts.count == 2, libical.geo(ofLine: index) != nil, let latitude = Double(parts[0]),
      let longitude = Double(parts[1]), let geo = try? Geo(latitude: latitude, longitude: longitude)
    {
      return geo
    }
    report(
      .warning, .badValue, lines[index], "GEO",
      "\(excerpt(bytes.value(of: lines[index]))) is no latitude and longitude", repair: "left out")
    return nil
  }

  /// A colour: a CSS name as RFC 7986 §5.9 has it, or hexadecimal digits as programs write them.
  mutating func color(_ line: ContentLine, _ bytes: LineBytes, _ property: String) -> CalendarColor? {
    let value = raw(line, bytes)
    guard let color = try? CalendarColor(value) else {
      report(
        .warning, .badValue, line, property, "\(excerpt(bytes.value(of: line))) is no colour",
        repair: "left out")
      return nil
    }
    if color.isRed {
      report(
        .note, .reservedColor, line, property, "\(value) is a red, which is kept for days with several items",
        repair: "kept, and shown as another colour")
    }
    return color
  }
}
