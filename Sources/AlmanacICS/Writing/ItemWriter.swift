import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Writes the items of one calendar as components.
struct ItemWriter {
  var times: TimeWriting
  /// In which a rule of whole days compares with an instant.
  let calendarZone: Zone?
  /// The DTSTAMP of what has none; without it none is written.
  let stamp: Instant?

  init(_ times: TimeWriting = TimeWriting(), calendarZone: Zone?, stamp: Instant? = nil) {
    self.times = times
    self.calendarZone = calendarZone
    self.stamp = stamp
  }

  /// - Parameter alarmText: What alarms without a text of their own show; `nil` for the item's summary.
  mutating func component(for item: Item, alarmText: String? = nil) -> OutputComponent {
    let (content, kind) = (item.content, item.kind)
    // Read once: each asking for it copies it.
    let fields = content.fields
    let extras = content.hasExtras ? content.extras : nil
    let series = content.hasSeries ? content.series : nil
    var output = OutputComponent(Self.name(of: kind), extras?.unmodelled ?? Unmodelled())
    addTimes(of: fields, kind, series, to: &output)
    if let extras, kind == .todo { addProgress(extras, to: &output) }
    if let series { add(series.recurrence, from: fields.start, fields.extent, to: &output) }
    addTexts(of: fields, kind, to: &output)
    if let extras { addTexts(extras, of: kind, to: &output) }
    addManner(of: fields, kind, to: &output)
    if let classification = extras?.classification {
      output.add(.classification, [], .raw(classification.rawValue))
    }
    if let extras { addParts(extras, to: &output) }
    if let extras, kind != .journal {
      output.components = extras.alarms.map { $0.output(summary: alarmText ?? fields.summary) }
    }
    return output
  }

  static func name(of kind: Item.Kind) -> String {
    switch kind {
    case .event: "VEVENT"
    case .todo: "VTODO"
    case .journal: "VJOURNAL"
    }
  }

  mutating func add(
    _ property: KnownProperty, _ time: EventTime, _ more: [Parameter] = [], to output: inout OutputComponent
  ) {
    let (parameters, value) = times.written(time)
    output.add(property, parameters + more, .time(value))
  }

  private mutating func addTimes(
    of fields: ItemFields, _ kind: Item.Kind, _ series: SeriesFields?, to output: inout OutputComponent
  ) {
    output.add(.uid, [], .text(fields.uid))
    // DTSTAMP is required, and an item without one has no better time to offer than its last change. Where nothing is
    // known, no time that was made up would be better than none: readers report that it is missing.
    if let stamp = fields.stamp ?? fields.lastModified ?? fields.created ?? stamp {
      output.add(.dtstamp, [], .time(LibicalTime(stamp)))
    }
    if let series, let recurrenceID = series.recurrenceID {
      let range = series.overridesFuture ? [Parameter("RANGE", "THISANDFUTURE")] : []
      add(.recurrenceID, recurrenceID, range, to: &output)
    }
    if let start = fields.start { add(.dtstart, start, to: &output) }
    switch fields.extent {
    case .implied: break
    case .end(let end):
      if kind != .journal { add(kind == .todo ? .due : .dtend, end, to: &output) }
    case .duration(let duration):
      if kind != .journal, fields.start != nil {
        output.add(.duration, [], .raw(duration.description))
      }
    }
  }

  private func addProgress(_ extras: ItemExtras, to output: inout OutputComponent) {
    if let completed = extras.completed { output.add(.completed, [], .time(LibicalTime(completed))) }
    if let percent = extras.percentComplete { output.add(.percentComplete, [], .integer(percent)) }
  }

  mutating func add(
    _ recurrence: Recurrence, from start: EventTime?, _ extent: Extent, to output: inout OutputComponent
  ) {
    guard recurrence != .none else { return }
    if let start, let zone = start.zone {
      let seconds = extent.seconds(from: start)
      if !recurrence.rules.isEmpty {
        times.repeats(in: zone, until: lastStart(of: recurrence.rules, from: start)?.adding(seconds: seconds))
      }
      if let last = recurrence.additions.lastEnd(in: zone, seconds) { times.repeats(in: zone, until: last) }
    }
    for rule in recurrence.rules { output.add(.rrule, [], .raw(legal(rule, start).description)) }
    for rule in recurrence.exclusionRules {
      output.add(.exrule, [], .raw(legal(rule, start).description))
    }
    output.add(times: times.values(recurrence.additions), as: .rdate)
    output.add(times: times.values(recurrence.exceptions), as: .exdate)
  }

  /// A time by which the last instance of rules has started; `nil` where one goes on.
  private func lastStart(of rules: [RecurrenceRule], from start: EventTime) -> Instant? {
    var last = start.instant(in: .utc)
    for rule in rules {
      var rule = legal(rule, start)
      // A start that only another rule gives does not count for this one.
      if rules.count > 1, case .count(let count) = rule.end, count < .max { rule.end = .count(count + 1) }
      guard let end = lastStart(of: rule, from: start) else { return nil }
      last = max(last, end)
    }
    return last
  }

  private func lastStart(of rule: RecurrenceRule, from start: EventTime) -> Instant? {
    switch rule.end {
    case .until(.utc(let until)): return Instant(utc: until)
    case .count(let count) where rule.isSupported(by: .gregorian):
      if case .zoned(let zoned) = start, let last = rule.lastStep(of: count, from: zoned.local) {
        return zoned.zone.instant(of: last)
      }
      switch RecurrenceExpansion(RecurrenceSet(start: start, rules: [rule])).bound {
      case .last(let last): return last.instant(in: .utc)
      case .empty: return start.instant(in: .utc)
      case .endless: return nil
      }
    default: return nil
    }
  }

  private func legal(_ rule: RecurrenceRule, _ start: EventTime?) -> RecurrenceRule {
    var legal = rule.withoutIdleParts(for: start)
    guard case .until(let until) = rule.end, let start else { return legal }
    legal.end = .until(until.legal(for: start, calendarZone: calendarZone))
    return legal
  }

  private func addTexts(of fields: ItemFields, _ kind: Item.Kind, to output: inout OutputComponent) {
    output.add(text: fields.summary, as: .summary)
    output.add(text: fields.details, as: .description)
    if fields.details.isEmpty, output.unmodelled.says("DESCRIPTION") {
      // Of the descriptions that a journal entry has, the first is empty: the next must not take its place.
      output.add(.description, [], .text(""))
    }
    if kind != .journal { output.add(text: fields.location, as: .location) }
    output.add(list: fields.categories, as: .categories)
    if let color = fields.color { output.addColor(color, exactName: "X-ALMANAC-COLOR") }
  }

  private func addTexts(_ extras: ItemExtras, of kind: Item.Kind, to output: inout OutputComponent) {
    if !extras.url.isEmpty { output.add(.url, [], .address(extras.url)) }
    if let geo = extras.geo, kind != .journal { output.add(.geo, [], .raw(geo.written)) }
    output.add(list: extras.resources, as: .resources)
    output.add(texts: extras.comments, as: .comment)
    output.add(texts: extras.contacts, as: .contact)
  }

  private func addManner(of fields: ItemFields, _ kind: Item.Kind, to output: inout OutputComponent) {
    if let status = fields.status { output.add(.status, [], .raw(status.rawValue)) }
    if kind == .event, let word = fields.transparency { output.add(.transp, [], .raw(word.rawValue)) }
    if let priority = fields.priority { output.add(.priority, [], .integer(Int(priority))) }
    if let sequence = fields.sequence { output.add(.sequence, [], .integer(Int(sequence))) }
    if let created = fields.created { output.add(.created, [], .time(LibicalTime(created))) }
    if let changed = fields.lastModified { output.add(.lastModified, [], .time(LibicalTime(changed))) }
  }

  private func addParts(_ extras: ItemExtras, to output: inout OutputComponent) {
    if let organizer = extras.organizer { output.add(organizer) }
    for attendee in extras.attendees { output.add(attendee) }
    for relation in extras.relations { output.add(relation) }
    for file in extras.attachments { output.add(file, as: .attach) }
    for image in extras.images { output.add(image) }
    for conference in extras.conferences { output.add(conference) }
    for status in extras.requestStatuses { output.add(status) }
  }
}

extension OutputComponent {
  /// COLOR can only name colours (RFC 7986 §5.9): beside a neighbour's name stands the exact colour.
  mutating func addColor(_ color: CalendarColor, exactName: String) {
    add(.color, [], .text(color.cssName ?? color.nearestName))
    guard color.cssName == nil else { return }
    unmodelled.properties.append(Property(exactName, value: color.hex, position: properties.count))
  }
}
