internal import AlmanacEvents

/// The normal form of items, in which a merge compares what different programs write: a program that saves an item in its
/// own notation has not changed it.
extension Item {
  /// The content without properties and parameters that state their defaults (RFC 5545 §3.2, §3.8).
  var normalContent: ItemContent {
    var content = content
    if content.fields.priority == 0 { content.fields.priority = nil }
    if content.fields.transparency == .opaque { content.fields.transparency = nil }
    if content.fields.status?.rawValue == Todo.Status.needsAction.rawValue { content.fields.status = nil }
    guard content.hasExtras else { return content }
    if content.extras.classification == .public { content.extras.classification = nil }
    if content.extras.percentComplete == 0 { content.extras.percentComplete = nil }
    if attendees.contains(where: { $0 != $0.normalForm }) {
      content.extras.attendees = attendees.map(\.normalForm)
    }
    return content
  }

  /// Whether both state the same, in whatever notation, apart from their identity and their properties of revision.
  func hasSameMeaning(as other: Item) -> Bool {
    content == other.content
      || Item(normalContent, kind).hasSameContent(as: Item(other.normalContent, other.kind))
  }
}

extension Attendee {
  fileprivate var normalForm: Attendee {
    var attendee = self
    if kind == .individual { attendee.kind = nil }
    if role == .required { attendee.role = nil }
    if status == .needsAction { attendee.status = nil }
    return attendee
  }

  /// The defaults of parameters (RFC 5545 §3.2).
  static let defaults = [
    Parameter("CUTYPE", Kind.individual.rawValue), Parameter("ROLE", Role.required.rawValue),
    Parameter("PARTSTAT", Status.needsAction.rawValue), Parameter("RSVP", "FALSE"),
  ]
}
