import AlmanacComponents
import AlmanacEvents

/// Properties that may stand any number of times.
extension ModelReader {
  /// Reads one of them; `false` for a property that is none.
  mutating func list(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) -> Bool {
    texts(property, index, lines, bytes, into: &draft) || dates(property, index, lines, bytes, into: &draft)
      || parts(property, index, lines, bytes, into: &draft)
  }

  /// Texts, whose parameters are kept beside them.
  private mutating func texts(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) -> Bool {
    let line = lines[index]
    let found: [String]
    switch property {
    case .categories:
      found = texts(line, bytes, property.text, have: draft.fields.categories.count)
      draft.fields.categories += found
    case .resources where draft.kind != .journal:
      found = texts(line, bytes, property.text, have: draft.extras.resources.count)
      draft.extras.resources += found
    case .comment:
      found = [text(index, lines, bytes)]
      draft.extras.comments += found
    case .contact:
      found = [text(index, lines, bytes)]
      draft.extras.contacts += found
    default: return false
    }
    if line.hasParameters {
      keepParameters(property.text, line, bytes, of: found, in: &draft.extras.unmodelled)
    }
    return true
  }

  /// Rules and the dates beside them.
  private mutating func dates(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) -> Bool {
    let texts: [String]
    switch property {
    case .exdate:
      let have = draft.series.recurrence.exceptions.count
      let found = exceptions(index, lines, bytes, have: have)
      draft.exceptionLines.append((index, have))
      draft.series.recurrence.exceptions += found
      texts = lines[index].hasParameters ? found.map { TimeWriting.text(of: $0) } : []
    case .rdate:
      let found = additions(index, lines, bytes, have: draft.series.recurrence.additions.count)
      draft.series.recurrence.additions += found
      texts = lines[index].hasParameters ? found.map { TimeWriting.text(of: $0) } : []
    case .rrule, .exrule:
      rule(property, index, lines, bytes, into: &draft)
      if lines[index].hasParameters { keepParameters(property, index, lines, bytes, in: &draft) }
      return true
    default: return false
    }
    guard lines[index].hasParameters else { return true }
    keepParameters(property.text, lines[index], bytes, of: texts, in: &draft.extras.unmodelled)
    // A zone that nobody knows belongs to whatever is written there without one.
    let known = understoodParameters(of: property, lines[index], bytes, draft)
    if !known.contains("TZID") {
      let others = parameters(lines[index], bytes).map(\.name)
      keepParameters(property, index, lines, bytes, but: known.union(others), in: &draft)
    }
    return true
  }

  /// What has a place for its parameters.
  private mutating func parts(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) -> Bool {
    let line = lines[index]
    switch property {
    case .attendee: draft.extras.attendees.append(attendee(line, bytes))
    case .relatedTo: draft.extras.relations.append(relation(index, lines, bytes))
    case .conference: draft.extras.conferences.append(conference(line, bytes))
    case .attach:
      if let file = attachment(line, bytes, property.text) { draft.extras.attachments.append(file) }
    case .image:
      if let image = image(line, bytes) { draft.extras.images.append(image) }
    case .requestStatus:
      if let status = requestStatus(line, bytes) { draft.extras.requestStatuses.append(status) }
    default: return false
    }
    return true
  }
}
