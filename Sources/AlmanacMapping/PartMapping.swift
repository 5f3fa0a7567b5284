import AlmanacComponents
import AlmanacEvents

/// Parameters on their way between a property and the members of a part: read ones are removed from the list,
/// written ones are appended to it.
struct ParameterPass {
  let isReading: Bool
  var parameters: [Parameter] = []

  mutating func list(_ name: String, _ values: inout [String]) {
    if !isReading {
      if !values.isEmpty { parameters.append(Parameter(name, values)) }
    } else if let index = parameters.firstIndex(named: name) {
      values = parameters.remove(at: index).values
    }
  }

  /// - Parameter text: A text; an empty one is not written.
  mutating func text(_ name: String, _ text: inout String) {
    var values = text.isEmpty ? [] : [text]
    list(name, &values)
    text = values.first ?? ""
  }

  mutating func word<Word: RawRepresentable<String>>(_ name: String, _ word: inout Word?) {
    var text = word?.rawValue ?? ""
    self.text(name, &text)
    word = text.isEmpty ? nil : Word(rawValue: text)
  }

  mutating func words<Word: RawRepresentable<String>>(_ name: String, _ words: inout [Word]) {
    var values = words.map(\.rawValue)
    list(name, &values)
    words = values.compactMap { Word(rawValue: $0) }
  }
}

/// A part of an item whose property has parameters that the model represents.
protocol ParameterizedPart {
  /// All other parameters.
  var parameters: [Parameter] { get set }

  /// Passes each parameter with a member, in the order in which they are written.
  mutating func pass(_ pass: inout ParameterPass)
}

extension ParameterizedPart {
  /// The part with parameters that were read.
  func with(_ given: [Parameter]) -> Self {
    var (part, pass) = (self, ParameterPass(isReading: true, parameters: given))
    part.pass(&pass)
    part.parameters.insert(contentsOf: pass.parameters, at: 0)
    return part
  }

  /// The parameters to write.
  var written: [Parameter] {
    var (part, pass) = (self, ParameterPass(isReading: false))
    part.pass(&pass)
    return pass.parameters + part.parameters
  }
}

extension Attendee: ParameterizedPart {
  mutating func pass(_ pass: inout ParameterPass) {
    pass.text("CN", &name)
    pass.word("CUTYPE", &kind)
    pass.word("ROLE", &role)
    pass.word("PARTSTAT", &status)
    var reply = wantsReply ? "TRUE" : ""
    pass.text("RSVP", &reply)
    wantsReply = reply.uppercased() == "TRUE"
    // An RSVP with another value is preserved, so that it is written again as long as no reply is wanted.
    if wantsReply {
      parameters.removeAll(named: "RSVP")
    } else if !reply.isEmpty {
      parameters.append(Parameter("RSVP", reply))
    }
    pass.list("MEMBER", &groups)
    pass.list("DELEGATED-TO", &delegates)
    pass.list("DELEGATED-FROM", &delegators)
    pass.text("SENT-BY", &sentBy)
  }
}

extension Organizer: ParameterizedPart {
  mutating func pass(_ pass: inout ParameterPass) {
    pass.text("CN", &name)
    pass.text("SENT-BY", &sentBy)
  }
}

extension Relation: ParameterizedPart {
  mutating func pass(_ pass: inout ParameterPass) {
    var stated = kind == .parent ? nil : kind
    pass.word("RELTYPE", &stated)
    kind = stated ?? .parent
  }
}

extension AttachedFile: ParameterizedPart {
  mutating func pass(_ pass: inout ParameterPass) { pass.text("FMTTYPE", &mediaType) }
}

extension AttachedImage: ParameterizedPart {
  mutating func pass(_ pass: inout ParameterPass) {
    file.pass(&pass)
    pass.words("DISPLAY", &displays)
  }

  var parameters: [Parameter] {
    get { file.parameters }
    set { file.parameters = newValue }
  }
}

extension Conference: ParameterizedPart {
  mutating func pass(_ pass: inout ParameterPass) {
    pass.words("FEATURE", &features)
    pass.text("LABEL", &label)
  }
}

/// Properties of people and parts of an item, read with their parameters.
extension ModelReader {
  mutating func attendee(_ property: PropertyView) -> Attendee {
    let attendee = Attendee(address(property)).with(property.parameters())
    let reply = attendee.parameters.first(named: "RSVP")?.values.first ?? "FALSE"
    if reply.uppercased() != "FALSE" {
      report(
        .warning, .unknownValue, property, "RSVP is \(reply.prefix(60)), expected TRUE or FALSE",
        repair: "read as FALSE")
    }
    return attendee
  }

  mutating func organizer(_ property: PropertyView) -> Organizer {
    Organizer(address(property)).with(property.parameters())
  }

  /// A calendar address, which is a URI (RFC 5545 §3.3.3), with its scheme in lower case, as the case of it means nothing
  /// (RFC 3986 §3.1); a plain e-mail address is completed with `mailto:`.
  private mutating func address(_ property: PropertyView) -> String {
    let value = property.trimmed
    guard !value.isURI else { return value.withPlainScheme }
    let mail = "mailto:" + value
    let isMail = value.contains("@") && !value.contains(":") && mail.isURI
    reportUnlessURI(value, property, .warning, repair: isMail ? "read as \(mail)" : "preserved")
    return isMail ? mail : value
  }

  /// Reports a value that is not a URI (RFC 5545 §3.3.13), such as a file path or a host name.
  mutating func reportUnlessURI(
    _ value: String, _ property: PropertyView, _ severity: Diagnostic.Severity = .note,
    repair: String = "preserved"
  ) {
    if value.isURI { return }
    let message = value.isEmpty ? "no address" : "\(property.excerpt) is not a URI"
    report(severity, .badValue, property, message, repair: repair)
  }

  /// A RELATED-TO, whose value is a UID as TEXT unless VALUE=URI.
  func relation(_ property: PropertyView) -> Relation {
    let isURI = property.hasParameter("VALUE", "URI")
    // Any other VALUE is dropped: the value is read as TEXT.
    let parameters = property.parameters(but: isURI ? [] : ["VALUE"])
    return Relation(isURI ? property.trimmed : property.text).with(parameters)
  }

  mutating func attachment(_ property: PropertyView) -> AttachedFile? {
    content(property).map { AttachedFile($0).with(property.parameters(but: ["VALUE", "ENCODING"])) }
  }

  mutating func image(_ property: PropertyView) -> AttachedImage? {
    content(property).map {
      AttachedImage(AttachedFile($0)).with(property.parameters(but: ["VALUE", "ENCODING"]))
    }
  }

  private mutating func content(_ property: PropertyView) -> AttachedFile.Content? {
    let value = property.trimmed
    guard property.isBinary else {
      reportUnlessURI(value, property)
      if property.known == .image { reportMissingType(property) }
      return .uri(value)
    }
    guard let data = Base64.decoded(value) else {
      report(.error, .badValue, property, "its bytes are not written in Base64")
      return nil
    }
    return .bytes(data)
  }

  mutating func conference(_ property: PropertyView) -> Conference {
    let uri = property.trimmed
    reportUnlessURI(uri, property)
    reportMissingType(property)
    return Conference(uri).with(property.parameters())
  }

  /// Reports a URI without VALUE=URI, which IMAGE and CONFERENCE require (RFC 7986 §5.10, §5.11).
  private mutating func reportMissingType(_ property: PropertyView) {
    if property.hasParameter("VALUE", "URI") { return }
    report(
      .warning, .badParameter, property, "\(property.title) without VALUE=URI", repair: "read as a URI")
  }

  /// Reports an ENCODING that RFC 5545 §3.2.7 does not have, such as that of vCalendar 1.0.
  mutating func reportEncoding(_ property: PropertyView) {
    guard let encoding = property.parameter("ENCODING"),
      !["8BIT", "BASE64"].contains(encoding.uppercased())
    else { return }
    report(
      .warning, .unknownValue, property, "ENCODING is \(encoding.prefix(60)), expected 8BIT or BASE64",
      repair: "the value is read as it stands")
  }

  /// A REQUEST-STATUS; `nil` if the value is empty.
  func requestStatus(_ property: PropertyView) -> RequestStatus? {
    guard !property.value.isEmpty else { return nil }
    var status = door.requestStatus(property.value) ?? RequestStatus(property.value)
    status.parameters = property.parameters()
    return status
  }

  mutating func geo(_ property: PropertyView) -> Geo? {
    if let geo = Geo(door.geo(property.trimmedValue)) { return geo }
    report(.warning, .badValue, property, "\(property.excerpt) is not a latitude and longitude")
    return nil
  }

  /// A colour: a CSS name (RFC 7986 §5.9), or hexadecimal digits as some programs write them.
  mutating func color(_ property: PropertyView) -> CalendarColor? {
    let value = property.trimmed
    guard let color = try? CalendarColor(value) else {
      report(.warning, .badValue, property, "\(property.excerpt) is not a colour")
      return nil
    }
    if color.isRed {
      report(
        .note, .reservedColor, property, "\(value) is a red, which is reserved for days with several items",
        repair: "kept, and shown as another colour")
    }
    return color
  }
}

/// Properties of people and parts of an item, written with their parameters.
extension ModelWriter {
  mutating func add(_ organizer: Organizer) {
    add(.organizer, organizer.written, value: organizer.address)
  }

  mutating func add(_ attendee: Attendee) { add(.attendee, attendee.written, value: attendee.address) }

  mutating func add(_ relation: Relation) {
    let value = relation.isURI ? relation.target : TextValue.escaped(relation.target)
    add(.relatedTo, relation.written, value: value)
  }

  mutating func add(_ file: AttachedFile) { add(file.content, as: .attach, file.written) }

  mutating func add(_ image: AttachedImage) { add(image.file.content, as: .image, image.written) }

  private mutating func add(
    _ content: AttachedFile.Content, as property: PropertyName, _ parameters: [Parameter]
  ) {
    switch content {
    case .uri(let uri):
      let value = property.facts.requiresValueType ? [Parameter("VALUE", "URI")] : []
      add(property, value + parameters, value: uri)
    case .bytes(let bytes):
      let binary = [Parameter("VALUE", "BINARY"), Parameter("ENCODING", "BASE64")]
      add(property, binary + parameters, value: Base64.encoded(bytes))
    }
  }

  mutating func add(_ conference: Conference) {
    add(.conference, [Parameter("VALUE", "URI")] + conference.written, value: conference.uri)
  }
}
