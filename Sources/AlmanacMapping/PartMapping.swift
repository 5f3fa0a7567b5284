import AlmanacComponents
import AlmanacEvents

/// Properties of people and parts of an item, read with their parameters.
extension ModelReader {
  /// Parameters that are removed one by one as they are read.
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

  mutating func attendee(_ property: PropertyView) -> Attendee {
    var taken = Taken(rest: property.parameters())
    let reply = taken.word("RSVP")
    var attendee = Attendee(
      address(property), name: taken.value("CN"), role: taken.word("ROLE").map(Attendee.Role.init),
      status: taken.word("PARTSTAT").map(Attendee.Status.init),
      kind: taken.word("CUTYPE").map(Attendee.Kind.init), wantsReply: reply?.uppercased() == "TRUE",
      groups: taken.values("MEMBER"), delegates: taken.values("DELEGATED-TO"),
      delegators: taken.values("DELEGATED-FROM"), sentBy: taken.value("SENT-BY"))
    if let reply, !["TRUE", "FALSE"].contains(reply.uppercased()) {
      report(
        .warning, .unknownValue, property, "RSVP is \(reply.prefix(60)), expected TRUE or FALSE",
        repair: "read as FALSE")
    }
    // An RSVP with the default value is kept so that it can be written again.
    if let reply, !attendee.wantsReply { taken.rest.append(Parameter("RSVP", reply)) }
    attendee.parameters = taken.rest
    return attendee
  }

  mutating func organizer(_ property: PropertyView) -> Organizer {
    var taken = Taken(rest: property.parameters())
    return Organizer(
      address(property), name: taken.value("CN"), sentBy: taken.value("SENT-BY"), parameters: taken.rest)
  }

  /// A calendar address, which is a URI (RFC 5545 §3.3.3); a plain e-mail address is
  /// completed with `mailto:`.
  private mutating func address(_ property: PropertyView) -> String {
    let value = property.trimmed
    guard !value.isURI else { return value }
    let mail = "mailto:" + value
    let isMail = value.contains("@") && !value.contains(":") && mail.isURI
    report(
      .warning, .badValue, property, value.isEmpty ? "no address" : "\(property.excerpt) is no URI",
      repair: isMail ? "read as \(mail)" : "kept as it is")
    return isMail ? mail : value
  }

  /// Reports a value that is not a URI (RFC 5545 §3.3.13), such as a file path or a host name.
  mutating func reportUnlessURI(_ value: String, _ property: PropertyView) {
    guard !value.isURI else { return }
    report(
      .note, .badValue, property, value.isEmpty ? "no address" : "\(property.excerpt) is no URI",
      repair: "kept as it is")
  }

  /// A RELATED-TO, whose value is a UID as TEXT unless VALUE=URI.
  func relation(_ property: PropertyView) -> Relation {
    var taken = Taken(rest: property.parameters(but: []))
    // Any other VALUE is dropped: the value is read as TEXT.
    taken.rest.removeAll { $0.name == "VALUE" && $0.values.first?.uppercased() != "URI" }
    let kind = taken.word("RELTYPE").map(Relation.Kind.init) ?? .parent
    let isURI = taken.rest.contains(named: "VALUE")
    return Relation(isURI ? property.trimmed : property.text, kind: kind, parameters: taken.rest)
  }

  mutating func attachment(_ property: PropertyView) -> AttachedFile? {
    var taken = Taken(rest: property.parameters(but: []))
    let type = taken.value("VALUE").uppercased()
    let encoding = taken.value("ENCODING").uppercased()
    let mediaType = taken.value("FMTTYPE")
    let value = property.trimmed
    guard type == "BINARY" || encoding == "BASE64" else {
      reportUnlessURI(value, property)
      return AttachedFile(.uri(value), mediaType: mediaType, parameters: taken.rest)
    }
    guard let data = Base64.decoded(value) else {
      report(.error, .badValue, property, "its bytes are not written in Base64")
      return nil
    }
    return AttachedFile(.bytes(data), mediaType: mediaType, parameters: taken.rest)
  }

  mutating func image(_ property: PropertyView) -> AttachedImage? {
    guard var file = attachment(property) else { return nil }
    let displays = file.parameters.first(named: "DISPLAY")?.values ?? []
    file.parameters.removeAll(named: "DISPLAY")
    return AttachedImage(file, displays: displays.map(AttachedImage.Display.init))
  }

  mutating func conference(_ property: PropertyView) -> Conference {
    var taken = Taken(rest: property.parameters())
    let uri = property.trimmed
    reportUnlessURI(uri, property)
    return Conference(
      uri, features: taken.values("FEATURE").map(Conference.Feature.init), label: taken.value("LABEL"),
      parameters: taken.rest)
  }

  /// A REQUEST-STATUS; `nil` if the value is empty.
  func requestStatus(_ property: PropertyView) -> RequestStatus? {
    guard !property.value.isEmpty else { return nil }
    var status = door.requestStatus(property.value) ?? RequestStatus(property.value)
    status.parameters = property.parameters()
    return status
  }

  mutating func geo(_ property: PropertyView) -> Geo? {
    if let (latitude, longitude) = door.geo(property.trimmedValue),
      let geo = try? Geo(latitude: latitude, longitude: longitude)
    {
      return geo
    }
    report(.warning, .badValue, property, "\(property.excerpt) is no latitude and longitude")
    return nil
  }

  /// A colour: a CSS name (RFC 7986 §5.9), or hexadecimal digits as some programs write them.
  mutating func color(_ property: PropertyView) -> CalendarColor? {
    let value = property.trimmed
    guard let color = try? CalendarColor(value) else {
      report(.warning, .badValue, property, "\(property.excerpt) is no colour")
      return nil
    }
    if color.isRed {
      report(
        .note, .reservedColor, property, "\(value) is a red, which is kept for days with several items",
        repair: "kept, and shown as another colour")
    }
    return color
  }
}

/// Properties of people and parts of an item, written with their parameters.
extension ModelWriter {
  private static func parameter(_ name: String, _ value: String?) -> [Parameter] {
    guard let value, !value.isEmpty else { return [] }
    return [Parameter(name, value)]
  }

  private static func parameter(_ name: String, list: [String]) -> [Parameter] {
    list.isEmpty ? [] : [Parameter(name, list)]
  }

  mutating func add(_ organizer: Organizer) {
    let own = Self.parameter("CN", organizer.name) + Self.parameter("SENT-BY", organizer.sentBy)
    add(.organizer, own + organizer.parameters, value: organizer.address)
  }

  mutating func add(_ attendee: Attendee) {
    var own = Self.parameter("CN", attendee.name)
    own += Self.parameter("CUTYPE", attendee.kind?.rawValue)
    own += Self.parameter("ROLE", attendee.role?.rawValue)
    own += Self.parameter("PARTSTAT", attendee.status?.rawValue)
    own += Self.parameter("RSVP", attendee.wantsReply ? "TRUE" : nil)
    own += Self.parameter("MEMBER", list: attendee.groups)
    own += Self.parameter("DELEGATED-TO", list: attendee.delegates)
    own += Self.parameter("DELEGATED-FROM", list: attendee.delegators)
    own += Self.parameter("SENT-BY", attendee.sentBy)
    add(.attendee, own + attendee.parameters, value: attendee.address)
  }

  mutating func add(_ relation: Relation) {
    let kind = relation.kind == .parent ? [] : [Parameter("RELTYPE", relation.kind.rawValue)]
    add(
      .relatedTo, kind + relation.parameters,
      value: relation.isURI ? relation.target : TextValue.escaped(relation.target))
  }

  mutating func add(_ file: AttachedFile, as property: PropertyName, _ more: [Parameter] = []) {
    let type = Self.parameter("FMTTYPE", file.mediaType)
    switch file.content {
    case .uri(let uri):
      let value = property.facts.mustSayType ? [Parameter("VALUE", "URI")] : []
      add(property, value + type + more + file.parameters, value: uri)
    case .bytes(let bytes):
      let binary = [Parameter("VALUE", "BINARY"), Parameter("ENCODING", "BASE64")]
      add(property, binary + type + more + file.parameters, value: Base64.encoded(bytes))
    }
  }

  mutating func add(_ image: AttachedImage) {
    add(image.file, as: .image, Self.parameter("DISPLAY", list: image.displays.map(\.rawValue)))
  }

  mutating func add(_ conference: Conference) {
    var own = [Parameter("VALUE", "URI")]
    own += Self.parameter("FEATURE", list: conference.features.map(\.rawValue))
    own += Self.parameter("LABEL", conference.label)
    add(.conference, own + conference.parameters, value: conference.uri)
  }
}
