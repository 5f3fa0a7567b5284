import AlmanacComponents
import AlmanacEvents
import AlmanacTime

/// The lines of a VCALENDAR itself.
extension ModelReader {
  mutating func header(_ line: ContentLine, _ bytes: LineBytes, into draft: inout CalendarDraft) {
    guard line.role == .property else { return }
    let position = draft.position
    draft.position += 1
    draft.headerCount += 1
    let limit = options.limits.properties
    guard draft.headerCount <= limit else {
      if draft.headerCount == limit + 1 {
        report(
          .error, .tooManyProperties, line, "", "a calendar with too many properties",
          repair: "at most \(limit) are read; the rest is left out")
      }
      return
    }
    let name = bytes.name(of: line)
    let property = KnownProperty.named(name)
    let outcome =
      if let property {
        header(property, line, bytes, into: &draft)
      } else {
        vendorHeader(name, line, bytes, position, into: &draft)
      }
    switch outcome {
    case .taken: keepParameters(of: property, line, bytes, in: &draft)
    case .settled: break
    case .unknown:
      draft.calendar.unmodelled.properties.append(rawProperty(line, bytes, position: position))
    }
  }

  /// What becomes of a line.
  private enum Outcome {
    /// Its value is in the model, its parameters are to be kept.
    case taken
    /// Nothing of it is to be kept.
    case settled
    /// It is kept as it stands.
    case unknown
  }

  /// What a line of the model says in parameters. Of what programs wrote before RFC 7986 that is all of them, as the
  /// model knows no type of theirs.
  private func keepParameters(
    of property: KnownProperty?, _ line: ContentLine, _ bytes: LineBytes, in draft: inout CalendarDraft
  ) {
    let name = property?.text ?? String(decoding: bytes.name(of: line), as: UTF8.self).uppercased()
    let parameters = parameters(line, bytes, but: property == nil ? [] : Self.typeParameters)
    // What says nothing is not written anew.
    guard !parameters.isEmpty, !raw(line, bytes).isEmpty else { return }
    draft.calendar.unmodelled.parameters.append(KeptParameters(name, parameters))
  }

  private mutating func header(
    _ property: KnownProperty, _ line: ContentLine, _ bytes: LineBytes, into draft: inout CalendarDraft
  ) -> Outcome {
    let value = bytes.value(of: line)
    switch property {
    // Whoever writes the calendar says these of what it writes.
    case .version:
      draft.required.insert(.version)
      tellUnlessKnownVersion(line, bytes)
      return .settled
    case .prodid:
      draft.required.insert(.prodid)
      return .settled
    case .calscale:
      if !isNamed(value, "GREGORIAN") {
        report(
          .warning, .unknownValue, line, "CALSCALE", "\(excerpt(value)) is no calendar that iCalendar has",
          repair: "read as GREGORIAN")
      }
      return .settled
    case .method where draft.calendar.method.isEmpty: draft.calendar.method = raw(line, bytes).uppercased()
    case .name: return take(line, bytes, as: &draft.calendarName)
    case .description: return take(line, bytes, as: &draft.calendarDetails)
    case .uid where draft.calendar.uid.isEmpty: draft.calendar.uid = TextValue.unescaped(value)
    case .color where draft.color.standard == nil:
      guard let color = color(line, bytes, "COLOR") else { return .settled }
      _ = draft.color.take(color)
    case .categories:
      let found = texts(line, bytes, "CATEGORIES", have: draft.calendar.categories.count)
      draft.calendar.categories += found
      keepParameters("CATEGORIES", line, bytes, of: found, in: &draft.calendar.unmodelled)
      return .settled
    case .image:
      if let image = image(line, bytes) { draft.calendar.images.append(image) }
      return .settled
    case .url where draft.calendar.url.isEmpty: draft.calendar.url = uri(line, bytes)
    case .source where draft.calendar.source.isEmpty: draft.calendar.source = uri(line, bytes)
    case .refreshInterval:
      guard let interval = try? CalendarDuration(raw(line, bytes)) else {
        report(
          .warning, .badValue, line, "REFRESH-INTERVAL", "\(excerpt(value)) is no duration",
          repair: "left out")
        return .settled
      }
      guard draft.interval.take(interval) else {
        reportRepeated(property, line)
        return .settled
      }
    case .lastModified where draft.calendar.lastModified == nil:
      var time = PatientTime(value)
      guard let read = time.read() else {
        report(
          .warning, .badTime, line, "LAST-MODIFIED", "\(excerpt(value)) is no date or time",
          repair: "left out")
        return .settled
      }
      draft.calendar.lastModified = Instant(utc: read.local)
    // Of these a calendar has one (RFC 5545 §3.6, RFC 7986 §4).
    case .method, .uid, .color, .url, .source, .lastModified:
      reportRepeated(property, line)
      return .settled
    default: return .unknown
    }
    return .taken
  }

  /// RFC 5545 §3.7.4: "2.0", or a range of versions up to it.
  private mutating func tellUnlessKnownVersion(_ line: ContentLine, _ bytes: LineBytes) {
    guard raw(line, bytes).split(separator: ";").last != "2.0" else { return }
    report(
      .note, .unknownValue, line, "VERSION", "\(excerpt(bytes.value(of: line))) is not 2.0",
      repair: "read as 2.0")
  }

  /// The first that says something; others are kept as they stand, as there may be one for each language.
  private func take(
    _ line: ContentLine, _ bytes: LineBytes, as choice: inout HeaderChoice<String>
  ) -> Outcome {
    let text = TextValue.unescaped(bytes.value(of: line))
    let parameters = parameters(line, bytes) { _ in true }
    if text.isEmpty || choice.isRepeated(text, parameters: parameters) { return .settled }
    return choice.take(text, parameters: parameters) ? .taken : .unknown
  }

  /// What programs wrote before RFC 7986.
  private mutating func vendorHeader(
    _ name: UnsafeBufferPointer<UInt8>, _ line: ContentLine, _ bytes: LineBytes, _ position: Int,
    into draft: inout CalendarDraft
  ) -> Outcome {
    lazy var kept = rawProperty(line, bytes, position: position)
    lazy var text = TextValue.unescaped(bytes.value(of: line))
    if isNamed(name, "X-WR-CALNAME") {
      if !text.isEmpty { draft.calendarName.add(older: text, kept) }
    } else if isNamed(name, "X-WR-CALDESC") {
      if !text.isEmpty { draft.calendarDetails.add(older: text, kept) }
    } else if isNamed(name, "X-PUBLISHED-TTL") {
      guard let interval = try? CalendarDuration(raw(line, bytes)) else { return .unknown }
      draft.interval.add(older: interval, kept)
    } else if isNamed(name, "X-APPLE-CALENDAR-COLOR") {
      guard let color = color(line, bytes, "X-APPLE-CALENDAR-COLOR") else { return .unknown }
      draft.color.add(older: color, kept)
    } else if isNamed(name, "X-WR-TIMEZONE"), draft.calendar.zone == nil {
      let named = raw(line, bytes)
      guard !named.isEmpty else { return .unknown }
      draft.calendar.zone = Array(named.utf8).withUnsafeBufferPointer {
        zone($0, at: nil, line, "X-WR-TIMEZONE")
      }
      return draft.calendar.zone == nil ? .unknown : .taken
    } else {
      return .unknown
    }
    return .settled
  }
}

extension CalendarDraft {
  /// What a VCALENDAR must say of itself (RFC 5545 §3.6) and does not.
  ///
  /// - Parameter line: That of its BEGIN.
  func missingProperties(line: Int) -> [Diagnostic] {
    guard number != nil else { return [] }
    return [KnownProperty.version, .prodid].filter { !required.contains($0) }.map { property in
      Diagnostic(
        .note, .missingProperty, line: line, property: property.text,
        message: "a calendar without \(property.text)",
        repair: property == .version ? "read as 2.0" : "none is needed")
    }
  }
}
