internal import AlmanacRecurrence
package import AlmanacTime

extension CalendarItem {
  /// Every rule of RFC 5545 and of the policy that the item breaks, empty when there is none.
  ///
  /// Without a policy, a task is checked by ``ValidationPolicy/task`` and another item by RFC 5545 alone.
  ///
  /// The UID is not among them: a calendar gives one to an item that has none. Rules about other items of the
  /// calendar (an identity in use) are checked when it is added.
  public func violations(_ policy: ValidationPolicy? = nil) -> [EventError.Reason] {
    let item = item
    var check = ItemCheck(uid: item.uid)
    check.reasons = (policy ?? ownPolicy).violations(of: item)
    check.times(of: item)
    check.misplacedProperties(of: item)
    check.recurrence(of: item)
    check.numbers(of: item)
    check.texts(of: item.content)
    if item.content.hasExtras { check.alarms(of: item) }
    return check.reasons
  }
}

extension Item {
  /// The date or time of the item in a calendar: its start, else the due time of a to-do.
  package var moment: EventTime? {
    if let start { return start }
    return todo?.due
  }
}

/// Collects the faults of one item.
struct ItemCheck {
  let uid: String
  var reasons: [EventError.Reason] = []

  mutating func fail(_ code: EventError.Code, _ property: String, expected: String) {
    reasons.append(.init(code, property, uid: uid, expected: expected))
  }

  mutating func numbers(of item: Item) {
    number(item.priority, of: .priority)
    number(item.sequence, of: .sequence)
    guard let todo = item.todo else { return }
    if let percent = todo.percentComplete { number(percent, of: .percentComplete) }
    if todo.completed != nil, let status = todo.status, status != .completed {
      fail(.contradictoryCompletion, "STATUS", expected: "COMPLETED, as there is a time of completion")
    }
  }

  /// Reports a number out of the range of its property.
  private mutating func number(_ number: Int, of property: PropertyName) {
    let range = property.range
    guard !range.contains(number) else { return }
    let isOpen = range.upperBound == Int(Int32.max) && number < range.lowerBound
    fail(
      .outOfRange, property.text,
      expected: isOpen ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)")
  }
}

/// Properties that RFC 5545 §3.6.1 to §3.6.3 allow in items of other kinds only, and that would not be written.
extension ItemCheck {
  mutating func misplacedProperties(of item: Item) {
    let (content, kind) = (item.content, item.kind.component)
    for field in ItemTable.misplaced[item.kind] ?? [] where field.isStated(in: content) {
      let kinds = Item.Kind.allCases.filter { !field.isMisplaced(in: $0.component) }.map { $0.rawValue }
      fail(
        .misplacedProperty, field.name,
        expected: "\(kinds.joined(separator: " or ")): \(kind.name) has no \(field.name)")
    }
    if let status = item.status, !status.isAllowed(in: kind) {
      let allowed = ItemStatus.allCases.filter { $0.isAllowed(in: kind) }.map(\.rawValue)
      fail(
        .misplacedProperty, "STATUS", expected: "\(allowed.joined(separator: ", ")) for \(kind.name)")
    }
  }
}

// MARK: Start, end, duration, rules

extension ItemCheck {
  mutating func times(of item: Item) {
    let endName = item.kind == .todo ? "DUE" : "DTEND"
    switch item.extent {
    case .implied: break
    case .end(let end):
      guard let start = item.start else { return }
      if !start.hasSameForm(as: end) {
        fail(.mixedTimeForms, endName, expected: "the form of DTSTART, \(start.formName)")
      } else if item.kind == .todo ? end.isBefore(start) : !start.isBefore(end) {
        // A to-do that repeats by its due times has DTSTART at DUE, as Apple's reminders write it.
        fail(
          .endNotAfterStart, endName,
          expected: item.kind == .todo ? "\(start) or later" : "later than \(start)")
      }
    case .duration(let duration):
      if duration.isNegative && !duration.isZero {
        fail(.badDuration, "DURATION", expected: "a duration that is not negative")
      }
      if item.start == nil {
        fail(.badDuration, "DURATION", expected: "a start to count from")
      } else if item.start?.isDate == true, duration.exactSeconds != 0 {
        fail(.badDuration, "DURATION", expected: "whole days or weeks from a date")
      }
    }
  }

  mutating func recurrence(of item: Item) {
    let series = item.content.series
    if series.overridesFuture, series.recurrenceID == nil {
      fail(.misplacedRecurrence, "RECURRENCE-ID", expected: "RANGE only together with RECURRENCE-ID")
    }
    let recurrence = series.recurrence
    guard recurrence != .none else { return }
    if series.recurrenceID != nil {
      fail(.misplacedRecurrence, "RRULE", expected: "no rule on an override of one instance")
    }
    guard let start = item.start else {
      return fail(.misplacedRecurrence, "RRULE", expected: "a start to count from")
    }
    for (name, rules) in [("RRULE", recurrence.rules), ("EXRULE", recurrence.exclusionRules)] {
      // An UNTIL of another form than the start nevertheless has a meaning, and is printed in the legal form.
      for violation in rules.flatMap({ $0.validate(for: start) }) where violation.code != .untilValueType {
        let code = EventError.Code(rawValue: violation.code.rawValue)
        fail(code, name, expected: "\(violation.expected) in \(violation.part.name)")
      }
    }
    for case let extent? in recurrence.additions.map({ $0.extent }) {
      if case .duration(let duration) = extent, duration.isNegative, !duration.isZero {
        fail(.badDuration, "RDATE", expected: "a duration that is not negative")
      }
    }
    for addition in recurrence.additions {
      guard case .end(let end)? = addition.extent else { continue }
      if !addition.start.hasSameForm(as: end) || !addition.start.isBefore(end) {
        fail(.endNotAfterStart, "RDATE", expected: "an end later than \(addition.start)")
      }
    }
    if recurrence.additions.contains(where: { $0.start.isDate != start.isDate }) {
      fail(.mixedTimeForms, "RDATE", expected: "the form of DTSTART, \(start.formName)")
    }
    if recurrence.exceptions.contains(where: { $0.isDate != start.isDate }) {
      fail(.mixedTimeForms, "EXDATE", expected: "the form of DTSTART, \(start.formName)")
    }
  }
}

// MARK: Texts, addresses, alarms

extension ItemCheck {
  mutating func texts(of content: ItemContent) {
    for field in content.hasExtras ? ItemTable.texts : ItemTable.commonTexts {
      var faults = 0
      field.forEachText?(content) { text in
        if field.isURI ? !text.isURI : text.hasControlCharacter { faults += 1 }
      }
      if field.isURI { failURIs(faults, field.name) } else if faults > 0 { failControls(field.name) }
    }
  }

  mutating func alarms(of item: Item) {
    let alarms = item.alarms
    for alarm in alarms { self.alarm(alarm, of: item) }
    let identities = alarms.map { $0.uid }.filter { !$0.isEmpty }
    if Set(identities).count < identities.count {
      fail(.alreadyExists, "VALARM", expected: "alarms that each have a UID of their own")
    }
  }

  private mutating func alarm(_ alarm: Alarm, of item: Item) {
    if case .relative(_, to: let anchor) = alarm.trigger, item.moment == nil || anchor == .end && !item.hasEnd
    {
      fail(.incompleteAlarm, "TRIGGER", expected: "an item that has the time from which the alarm counts")
    }
    if let repetition = alarm.repetition {
      number(repetition.count, of: .repeat)
      if repetition.interval.isNegative || repetition.interval.isZero && repetition.count > 0 {
        fail(.badDuration, "DURATION", expected: "a positive duration between signals")
      }
    }
    if alarm.action == .email, alarm.attendees.isEmpty {
      fail(.incompleteAlarm, "ATTENDEE", expected: "an attendee, to whom the e-mail is sent")
    }
    if alarm.action == .audio, alarm.attachments.count > 1 {
      fail(.incompleteAlarm, "ATTACH", expected: "one sound at most")
    }
    if [alarm.summary, alarm.details].contains(where: { $0.hasControlCharacter }) { failControls("VALARM") }
    failURIs(alarm.attendees.count { !$0.address.isURI }, "ATTENDEE")
    failURIs(alarm.attachments.count { $0.uri?.isURI == false }, "ATTACH")
  }

  /// Reports one fault, however many texts of the property have it.
  private mutating func failControls(_ property: String) {
    fail(.controlCharacter, property, expected: "no control characters but line breaks and tabs")
  }

  private mutating func failURIs(_ count: Int, _ property: String) {
    for _ in 0..<count { fail(.badURI, property, expected: "a URI such as mailto:ana@example.org") }
  }
}

extension Item {
  /// Whether there is an end from which an alarm can count: a stated one, or that of a day.
  fileprivate var hasEnd: Bool { extent != .implied || start?.isDate == true }
}

extension EventTime {
  fileprivate var formName: String {
    switch self {
    case .date: "a date"
    case .floating: "a time without a zone"
    case .zoned: "a time in a zone"
    }
  }
}

extension String {
  /// RFC 5545 §3.1: all of C0 and DEL but tab and, once escaped, line feed.
  fileprivate var hasControlCharacter: Bool {
    withBytes { bytes in
      // Without an early exit the compiler checks many bytes in one step.
      var found: UInt8 = 0
      for byte in bytes {
        found |= (byte < 0x20 && byte != 0x09 && byte != 0x0A) || byte == 0x7F ? 1 : 0
      }
      return found != 0
    }
  }
}
