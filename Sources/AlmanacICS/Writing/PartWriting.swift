import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// People and parts of an item as lines.
extension OutputComponent {
  private static func parameter(_ name: String, _ value: String?) -> [Parameter] {
    guard let value, !value.isEmpty else { return [] }
    return [Parameter(name, value)]
  }

  private static func parameter(_ name: String, list: [String]) -> [Parameter] {
    list.isEmpty ? [] : [Parameter(name, list)]
  }

  mutating func add(_ organizer: Organizer) {
    let own = Self.parameter("CN", organizer.name) + Self.parameter("SENT-BY", organizer.sentBy)
    add(.organizer, own + organizer.parameters, .address(organizer.address))
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
    add(.attendee, own + attendee.parameters, .address(attendee.address))
  }

  mutating func add(_ relation: Relation) {
    let kind = relation.kind == .parent ? [] : [Parameter("RELTYPE", relation.kind.rawValue)]
    let isURI = relation.isURI
    add(.relatedTo, kind + relation.parameters, isURI ? .raw(relation.target) : .text(relation.target))
  }

  mutating func add(_ file: AttachedFile, as property: KnownProperty, _ more: [Parameter] = []) {
    let type = Self.parameter("FMTTYPE", file.mediaType)
    switch file.content {
    case .uri(let uri):
      // An image must say of which type it is (RFC 7986 §5.10).
      let value = property == .image ? [Parameter("VALUE", "URI")] : []
      add(property, value + type + more + file.parameters, .raw(uri))
    case .bytes(let bytes):
      let binary = [Parameter("VALUE", "BINARY"), Parameter("ENCODING", "BASE64")]
      add(property, binary + type + more + file.parameters, .raw(Base64.encoded(bytes)))
    }
  }

  mutating func add(_ image: AttachedImage) {
    add(image.file, as: .image, Self.parameter("DISPLAY", list: image.displays.map(\.rawValue)))
  }

  mutating func add(_ conference: Conference) {
    var own = [Parameter("VALUE", "URI")]
    own += Self.parameter("FEATURE", list: conference.features.map(\.rawValue))
    own += Self.parameter("LABEL", conference.label)
    add(.conference, own + conference.parameters, .raw(conference.uri))
  }

  mutating func add(_ status: RequestStatus) {
    add(.requestStatus, status.parameters, .raw(status.written))
  }
}

extension Alarm {
  /// - Parameter summary: Of the item; what an alarm that shows something shows when it has no text of its own.
  func output(summary: String) -> OutputComponent {
    var output = OutputComponent("VALARM", unmodelled)
    output.add(text: uid, as: .uid)
    output.add(.action, [], .raw(action.rawValue))
    switch trigger {
    case .relative(let duration, let anchor):
      let related = anchor == .start ? [] : [Parameter("RELATED", anchor.rawValue)]
      output.add(.trigger, related, .raw(duration.description))
    case .absolute(let instant):
      output.add(.trigger, [Parameter("VALUE", "DATE-TIME")], .raw(LibicalTime(instant).encoded))
    }
    if let repetition {
      output.add(.repeat, [], .integer(repetition.count))
      output.add(.duration, [], .raw(repetition.interval.description))
    }
    let needsText = action == .display || action == .email
    if needsText || !details.isEmpty {
      output.add(.description, [], .text(details.isEmpty ? summary : details))
    }
    if action == .email || !self.summary.isEmpty {
      output.add(.summary, [], .text(self.summary.isEmpty ? summary : self.summary))
    }
    for attendee in attendees { output.add(attendee) }
    for file in attachments { output.add(file, as: .attach) }
    for relation in relations { output.add(relation) }
    if let acknowledged { output.add(.acknowledged, [], .time(LibicalTime(acknowledged))) }
    return output
  }
}
