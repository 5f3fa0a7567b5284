import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import ArgumentParser

/// An item as a short form for an editor: a field a line, the note last.
///
/// A field that was changed is read as the option of its name; an empty or absent one removes what it had. Times are in the zone of the viewer.
/// A title, a place and a category are on one line, with `\n` for a line break and `\\` for a backslash; a comma of a category is `\,`.
struct ItemForm: Sendable {
  struct Field: Sendable, Hashable {
    let name: String
    var value: String
  }

  private(set) var fields: [Field] = []
  /// The fields before any change: those of the item, empty for a new one.
  private var original: [Field] = []
  /// The names of fields that were typed, but that the item does not have.
  private var unknown: Set<String> = []
  private var heading: [Phrase]

  /// The most times that a form with errors is shown.
  private static let maximumRounds = 20

  /// The form of a new item.
  ///
  /// - Parameter isDated: Whether its date is stated, rather than one that the kind of item requires.
  init(adding item: Item, isDated: Bool, in zone: Zone) {
    self.init(item, in: zone)
    let kind: Phrase = item.isTask ? "task" : item.kind.word
    heading = [
      "A new \(kind): it is added if you change a field, and what you leave empty it does not have.",
      "Dates as you say them: tomorrow 9:30, friday, 24 nov. Times are in \(zone.name).",
    ]
    for index in fields.indices where !isDated && ["at", "until"].contains(fields[index].name) {
      fields[index].value = ""
    }
    original = fields.map { Field(name: $0.name, value: "") }
  }

  init(_ item: Item, in zone: Zone) {
    heading = [
      "\(item.kind.word): a field that you do not change stays as it is, one that you empty or delete is removed. Times are in \(zone.name)."
    ]
    func text(_ time: EventTime?) -> String {
      guard let time else { return "" }
      guard !time.isDate else { return time.date.description }
      let local = zone.local(at: time.instant(in: zone))
      return
        "\(local.date) \(local.time.second == 0 ? String(local.time.description.prefix(5)) : "\(local.time)")"
    }
    func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }
    add("title", item.summary.escaped)
    switch item {
    case .event(let event):
      add("at", text(event.start))
      let end = event.start.isDate ? event.end.adding(.days(-1)) : event.end
      add("until", event.extent == .implied ? "" : text(end))
    case .todo(let todo):
      add("start", text(todo.start))
      add("due", text(todo.due))
    case .journal(let journal): add("at", text(journal.start))
    }
    if item.recurrenceID == nil {
      add("rrule", item.recurrence.rules.count == 1 ? item.recurrence.rules[0].description : "")
    }
    if item.kind != .journal {
      add("location", item.location.escaped)
      add("priority", item.priority == 0 ? "" : "\(item.priority)")
      let anchor: Alarm.Anchor = item.start == nil ? .end : .start
      let alarms = item.alarms.map { Self.text($0, from: anchor, text) }
      if !alarms.contains(nil) { add("alarm", alarms.compactMap { $0 }.joined(separator: ", ")) }
    }
    add("category", item.categories.map { $0.escaped.replacing(",", with: "\\,") }.joined(separator: ", "))
    add("item-color", item.color?.description ?? "")
    add("status", item.status?.rawValue.lowercased() ?? "")
    add("note", item.details)
    original = fields
  }

  /// An alarm as typed; `nil` for one that options cannot state.
  ///
  /// - Parameter anchor: The time from which typed lengths count.
  private static func text(
    _ alarm: Alarm, from anchor: Alarm.Anchor, _ moment: (EventTime?) -> String
  ) -> String? {
    switch alarm.trigger {
    case .absolute(let instant): return moment(.utc(instant))
    case .relative(let distance, let own):
      if distance.isZero { return own == .start ? "start" : "end" }
      return distance.isNegative && own == anchor ? Length.text(distance) : nil
    }
  }

  private func text(_ errors: [String: String] = [:], in language: Localization) -> String {
    heading.map { "# \($0.text(in: language))\n" }.joined()
      + fields.map { field in
        let line = "\(field.name): \(field.value)\n"
        return (errors[field.name].map { "# ! \($0)\n" } ?? "") + line
      }.joined()
  }

  /// The form with values that were typed.
  ///
  /// - Returns: The values, and the faults of lines by the name of the field.
  private func reading(_ text: String) -> (form: ItemForm, errors: [String: String]) {
    var form = self
    form.removeUnknown()
    var (errors, place) = ([String: String](), 0)
    var absent = Set(form.fields.map { $0.name })
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)[...]
    while let line = lines.popFirst() {
      let isBlank = line.allSatisfy { $0.isWhitespace }
      guard !line.hasPrefix("#"), !isBlank else { continue }
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      let name = String(line[..<colon]).trimmed.lowercased()
      var value = String(line[colon...].dropFirst()).trimmed
      guard let index = form.fields.firstIndex(where: { $0.name == name && !form.unknown.contains(name) })
      else {
        errors[name] = Self.unknownField(name, among: fields)
        form.insert(Field(name: name, value: value), at: place)
        place += 1
        continue
      }
      place = index + 1
      if name == "note" {
        let rest = lines.joined(separator: "\n")
        value = [value, rest].joined(separator: rest.isEmpty ? "" : "\n")
        while value.last?.isWhitespace == true { value.removeLast() }
        lines = []
      }
      form.fields[index].value = value
      absent.remove(name)
    }
    // The line of an unknown field can be that of an absent one, whose value is then shown again.
    for index in form.fields.indices where errors.isEmpty && absent.contains(form.fields[index].name) {
      form.fields[index].value = ""
    }
    return (form, errors)
  }

  private static func unknownField(_ name: String, among fields: [Field]) -> String {
    let near = Suggestions.phrase(near: name, among: fields.map { $0.name })
    return Complaint("no such field", expected: near.map { "\($0)" } ?? "lines such as location: Room 5")
      .reason
  }

  /// Inserts a field that the item does not have, to be shown again where it was typed.
  private mutating func insert(_ field: Field, at place: Int) {
    unknown.insert(field.name)
    fields.insert(field, at: place)
    original.insert(field, at: place)
  }

  private mutating func removeUnknown() {
    let names = unknown
    fields.removeAll { names.contains($0.name) }
    original.removeAll { names.contains($0.name) }
    unknown = []
  }

  /// The fields that an edit changes although another program has changed them since they were shown.
  ///
  /// - Parameters:
  ///   - shown: The item when its form was shown.
  ///   - present: The item before the edit.
  ///   - edited: The item after it.
  static func overwritten(
    from shown: Item, by present: Item, then edited: Item, in zone: Zone
  ) -> [(name: String, present: String, typed: String)] {
    let states = [shown, present].map { item in
      ItemForm(item, in: zone).fields.reduce(into: [String: String]()) { $0[$1.name] = $1.value }
    }
    return ItemForm(edited, in: zone).fields.compactMap { field in
      let (before, now) = (states[0][field.name] ?? "", states[1][field.name] ?? "")
      return field.value == now || before == now ? nil : (field.name, now, field.value)
    }
  }

  /// The changes that the person makes; a form with errors is shown again with each beside its field.
  ///
  /// - Parameter check: A function that throws the refusals of the changes.
  /// - Returns: `nil` if nothing is changed.
  /// - Throws: A usage error without an editor, a refusal if the editor fails or errors are left as they are.
  func edited(
    _ edit: ItemEdit, _ environment: Environment, in language: Localization,
    check: (ItemEdit) throws(CommandError) -> Void
  ) throws(CommandError) -> ItemEdit? {
    let editor = ["VISUAL", "EDITOR"].lazy.compactMap { environment.variables[$0] }.first { !$0.isEmpty }
    var (shown, errors) = (self, [String: String]())
    // The values as they are read back, without the spaces around them.
    let unchanged = reading(text(in: language)).form.fields
    if original == fields { shown.original = unchanged }
    for _ in 0..<Self.maximumRounds {
      let text = shown.text(errors, in: language)
      let read: String?
      do throws(Environment.EditorFailure) { read = try environment.edit(text, editor) } catch {
        if let reason = error.reason {
          throw .refused(
            "editor_failed", "what the editor left cannot be read, so nothing is changed: \(reason)",
            expected: "a file of text, not longer than 1 MiB")
        }
        throw .refused(
          "editor_failed", "the editor ended with \(error.status), so nothing is changed",
          expected: "an editor that ends with 0")
      }
      guard let typed = read else {
        throw .usage("the editor could not be used", expected: "$VISUAL or $EDITOR with an editor")
      }
      if typed == text, !errors.isEmpty { break }
      if typed.isEmptyForm { return nil }
      let (form, faults) = shown.reading(typed)
      if faults.isEmpty, form.fields == unchanged { return nil }
      let dates = DateContext(environment, Array(environment.arguments.dropFirst()))
      let (result, more) = DateContext.$current.withValue(dates) { form.changes(of: edit) }
      errors = faults.merging(more) { $0 + $1 }
      if errors.isEmpty { errors = form.refusals(of: result, in: language, check) }
      guard !errors.isEmpty else { return result }
      shown = form
    }
    throw .refused(
      errors.sorted { $0.key < $1.key }.map { Refusal("not_changed", "\($0.key): \($0.value)") })
  }

  /// The reasons that a check throws, by the name of the field.
  private func refusals(
    of edit: ItemEdit, in language: Localization, _ check: (ItemEdit) throws(CommandError) -> Void
  ) -> [String: String] {
    do throws(CommandError) { try check(edit) } catch {
      guard case .refused(let refusals) = error else {
        // Only the rule is read after the command line.
        return ["rrule": error.complaints.map { $0.reason }.joined(separator: "; ")]
      }
      let reasons = refusals.map { refusal in
        let names = Self.names[refusal.code] ?? Self.names[refusal.property] ?? []
        let name = names.first { name in fields.contains { $0.name == name } }
        return (name ?? "title", refusal.localized(language).words)
      }
      return Dictionary(reasons) { "\($0); \($1)" }
    }
    return [:]
  }

  /// The fields of a code of a refusal, or of a property of iCalendar.
  private static let names = [
    "unknown_status": ["status"], "misplaced_alarm": ["alarm"], "due_before_start": ["due"],
    "different_forms": ["due"],
    "missing_date": ["at", "start"],
    "DTSTART": ["at", "start"], "DTEND": ["until"], "DURATION": ["until", "due"], "DUE": ["due"],
    "RRULE": ["rrule"], "COLOR": ["item-color"], "CATEGORIES": ["category"], "LOCATION": ["location"],
    "PRIORITY": ["priority"], "STATUS": ["status"], "DESCRIPTION": ["note"], "VALARM": ["alarm"],
  ]

  /// The changes of fields, and the faults of fields by name.
  private func changes(of edit: ItemEdit) -> (ItemEdit, errors: [String: String]) {
    var (edit, errors) = (edit, [String: String]())
    var arguments: [String] = []
    var status: Removable<ItemEdit.Status>?
    for (field, old) in zip(fields, original) where field != old {
      let own: [String]
      switch field.name {
      case "title":
        edit.title = field.value.unescaped
        continue
      case "status":
        status = field.value.isEmpty ? .removed : Removable(argument: field.value)
        if status == nil {
          errors[field.name] = "\(field.value) is no status (expected confirmed, tentative …)"
        }
        continue
      case "rrule": own = field.value.isEmpty ? ["--repeat", "never"] : ["--rrule=\(field.value)"]
      case _ where field.value.isEmpty: own = ["--\(field.name)", "none"]
      case "location": own = ["--location=\(field.value.unescaped)"]
      case "category": own = field.value.listed.map { "--category=\($0)" }
      case "alarm": own = field.value.split(separator: ",").map { "--alarm=\(String($0).trimmed)" }
      default: own = ["--\(field.name)=\(field.value)"]
      }
      do {
        _ = try ItemOptions.parse(own)
        arguments += own
      } catch {
        errors[field.name] = Complaint(ofParser: ItemOptions.message(for: error)).reason
      }
    }
    do {
      let given = edit.times.options
      edit.times.options = try ItemOptions.parse(arguments)
      // The form has neither.
      (edit.times.options.people, edit.times.options.availability) = (given.people, given.availability)
      edit.times.options.status = status
    } catch {
      errors["title"] = Complaint(ofParser: ItemOptions.message(for: error)).reason
    }
    return (edit, errors)
  }
}

extension Item.Kind {
  /// The kind in words.
  fileprivate var word: Phrase {
    switch self {
    case .event: "event"
    case .todo: "todo"
    case .journal: "note"
    }
  }
}

extension String {
  /// Whether there are only comments.
  fileprivate var isEmptyForm: Bool {
    split(whereSeparator: \.isNewline).allSatisfy { $0.hasPrefix("#") || $0.allSatisfy(\.isWhitespace) }
  }

  /// The text on one line.
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)
      .joined(separator: "\\n")
  }

  fileprivate var unescaped: String { parts(at: nil)[0] }

  /// The texts between commas, without the spaces around them.
  fileprivate var listed: [String] { parts(at: ",").map(\.trimmed).filter { !$0.isEmpty } }

  /// The unescaped texts between unescaped separators.
  private func parts(at separator: Character?) -> [String] {
    var (parts, isEscape) = ([""], false)
    for character in self {
      if isEscape {
        let text = character == "n" ? "\n" : "\\,".contains(character) ? "\(character)" : "\\\(character)"
        parts[parts.count - 1] += text
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else if character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscape { parts[parts.count - 1] += "\\" }
    return parts
  }
}

extension Character {
  /// Whether it ends a line of the form; other separators of lines are part of a text.
  fileprivate var endsLine: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
