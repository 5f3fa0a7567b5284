import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import ArgumentParser

/// An item as a short form for an editor: a field a line, the note last.
///
/// A field that was changed is read as the option of its name; an empty one removes what it had. Times are in the zone of the viewer.
struct ItemForm: Sendable {
  struct Field: Sendable, Hashable {
    let name: String
    var value: String
  }

  private(set) var fields: [Field] = []
  private let heading: String

  /// The most times that a form with errors is shown.
  private static let maximumRounds = 20

  init(_ item: Item, in zone: Zone) {
    heading =
      "# \(item.kind.rawValue): a field that you do not change stays as it is. Times are in \(zone.name)."
    func text(_ time: EventTime?) -> String {
      guard let time else { return "" }
      guard !time.isDate else { return time.date.description }
      let local = zone.local(at: time.instant(in: zone))
      return
        "\(local.date) \(local.time.second == 0 ? String(local.time.description.prefix(5)) : "\(local.time)")"
    }
    func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }
    add("title", item.summary)
    switch item {
    case .event(let event):
      add("at", text(event.start))
      add("until", text(event.start.isDate ? event.end.adding(.days(-1)) : event.end))
    case .todo(let todo):
      add("start", text(todo.start))
      add("due", text(todo.due))
    case .journal(let journal): add("at", text(journal.start))
    }
    if item.recurrenceID == nil {
      add("rrule", item.recurrence.rules.count == 1 ? item.recurrence.rules[0].description : "")
    }
    if item.kind != .journal {
      add("location", item.location)
      add("priority", item.priority == 0 ? "" : "\(item.priority)")
      let alarms = item.alarms.map { Self.text($0, text) }
      if !alarms.contains(nil) { add("alarm", alarms.compactMap { $0 }.joined(separator: ", ")) }
    }
    add("category", item.categories.joined(separator: ", "))
    add("item-color", item.color?.description ?? "")
    add("status", item.status?.rawValue.lowercased() ?? "")
    add("note", item.details)
  }

  /// An alarm as typed; `nil` for one that options cannot state.
  private static func text(_ alarm: Alarm, _ moment: (EventTime?) -> String) -> String? {
    switch alarm.trigger {
    case .absolute(let instant): return moment(.utc(instant))
    case .relative(let distance, let anchor):
      if distance.isZero { return anchor == .start ? "start" : "end" }
      return distance.isNegative && anchor == .start ? Length.text(distance) : nil
    }
  }

  private func text(_ errors: [String: String] = [:]) -> String {
    heading + "\n"
      + fields.map { field in
        let line = "\(field.name): \(field.value)\n"
        return (errors[field.name].map { "# ! \($0)\n" } ?? "") + line
      }.joined()
  }

  /// The form with values that were typed.
  ///
  /// - Returns: The values, and the faults of lines by the name of the field.
  private func reading(_ text: String) -> (form: ItemForm, errors: [String: String]) {
    var (form, errors) = (self, [String: String]())
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    while let line = lines.popFirst() {
      let isBlank = line.allSatisfy { $0.isWhitespace }
      guard !line.hasPrefix("#"), !isBlank else { continue }
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      let name = String(line[..<colon]).trimmed.lowercased()
      guard colon < line.endIndex, let index = form.fields.firstIndex(where: { $0.name == name }) else {
        errors["title", default: ""] += "\(line): no such field; "
        continue
      }
      var value = String(line[line.index(after: colon)...]).trimmed
      if name == "note" {
        let rest = lines.joined(separator: "\n")
        value = [value, rest].joined(separator: rest.isEmpty ? "" : "\n")
        while value.last?.isWhitespace == true { value.removeLast() }
        lines = []
      }
      form.fields[index].value = value
    }
    return (form, errors)
  }

  /// The changes that the person makes; a form with errors is shown again with each beside its field.
  ///
  /// - Returns: `nil` if nothing is changed.
  /// - Throws: A usage error without an editor, a refusal if errors are left as they are.
  func edited(_ edit: ItemEdit, _ environment: Environment) throws(CommandError) -> ItemEdit? {
    let editor = ["VISUAL", "EDITOR"].lazy.compactMap { environment.variables[$0] }.first { !$0.isEmpty }
    var (shown, errors) = (self, [String: String]())
    for _ in 0..<Self.maximumRounds {
      let text = shown.text(errors)
      guard let typed = environment.edit(text, editor) else {
        throw .usage("the editor could not be used", expected: "$VISUAL or $EDITOR with an editor")
      }
      if typed == text, !errors.isEmpty { break }
      let (form, faults) = shown.reading(typed)
      if faults.isEmpty, form.fields == fields { return nil }
      let dates = DateContext(environment, Array(environment.arguments.dropFirst()))
      let (result, more) = DateContext.$current.withValue(dates) { form.changes(from: self, edit) }
      guard !faults.isEmpty || !more.isEmpty else { return result }
      (shown, errors) = (form, faults.merging(more) { $0 + $1 })
    }
    throw .refused(
      errors.sorted { $0.key < $1.key }.map { Refusal("not_changed", "\($0.key): \($0.value)") })
  }

  /// The changes of fields, and the faults of fields by name.
  private func changes(from before: ItemForm, _ edit: ItemEdit) -> (ItemEdit, errors: [String: String]) {
    var (edit, errors) = (edit, [String: String]())
    var arguments: [String] = []
    for (field, old) in zip(fields, before.fields) where field != old {
      let own: [String]
      switch field.name {
      case "title":
        edit.title = field.value
        continue
      case "status":
        edit.status = ItemEdit.Status(rawValue: field.value)
        if edit.status == nil {
          errors[field.name] = "\(field.value) is no status (expected confirmed, tentative …)"
        }
        continue
      case "rrule": own = field.value.isEmpty ? ["--repeat", "never"] : ["--rrule=\(field.value)"]
      case "category", "alarm":
        let parts = field.value.split(separator: ",").map { String($0).trimmed }
        let none = field.name == "alarm" ? "none" : ""
        own = (parts.isEmpty ? [none] : parts).map { "--\(field.name)=\($0)" }
      case "priority": own = ["--priority=\(field.value.isEmpty ? "none" : field.value)"]
      default: own = ["--\(field.name)=\(field.value)"]
      }
      do {
        _ = try ItemOptions.parse(own)
        arguments += own
      } catch {
        errors[field.name] = Complaint(ofParser: ItemOptions.message(for: error)).reason
      }
    }
    do { edit.times.options = try ItemOptions.parse(arguments) } catch {
      errors["title"] = Complaint(ofParser: ItemOptions.message(for: error)).reason
    }
    return (edit, errors)
  }
}
