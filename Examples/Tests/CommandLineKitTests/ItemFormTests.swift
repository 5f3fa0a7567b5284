import CommandLineKit
import Foundation
import Synchronization
import Testing

@Suite("Items as forms in the editor")
struct ItemFormTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.file("a.ics", Sample.course)
  }

  /// A run in which an editor makes some changes, one each time that it is opened, then none; and the forms that it showed.
  private func run(
    _ arguments: [String], _ changes: (@Sendable (String) -> String)...
  ) throws -> (run: AlmanacRun, forms: [String]) {
    let editor = Editor(changes: changes)
    let run = try AlmanacRun(
      arguments + ["-i", "-c", path, "--now", "2026-03-02T08:00"],
      adjust: { $0.edit = { text, _ in editor.edit(text) } })
    return (run, editor.forms)
  }

  /// A change of the values of fields.
  private func filling(_ values: [String: String]) -> @Sendable (String) -> String {
    { form in
      form.split(separator: "\n").map { line in
        let name = String(line.prefix { $0 != ":" })
        return values[name].map { "\(name): \($0)" } ?? String(line)
      }.joined(separator: "\n")
    }
  }

  private func value(_ field: String, in form: String?) -> String? {
    form?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
      .map { $0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  private func lines() throws -> [String] {
    try folder.content("a.ics").split(separator: "\r\n").map(String.init)
  }

  @Test("edit changes the fields that were changed, and shows errors beside them")
  func edit() throws {
    let exam = ["edit", "exam@example.com"]
    let same = try run(exam, { $0 })
    #expect(same.run.status == .done && same.forms.count == 1)
    #expect(try folder.content("a.ics") == Sample.course)
    let wrong = try run(exam, filling(["until": "sometime"]))
    #expect(wrong.run.status == .refused && wrong.forms.count == 2)
    #expect(try folder.content("a.ics") == Sample.course)
    let changed = try run(
      exam, filling(["until": "sometime"]),
      { form in
        #expect(form.contains("# ! "))
        return self.filling(["until": "2026-03-16 15:00", "location": "Aula 5"])(form)
      })
    #expect(changed.run.status == .done && changed.run.lines.first?.hasSuffix("(time, place)") == true)
    #expect(try lines().contains("LOCATION:Aula 5") && lines().contains("SUMMARY:読書会"))
    let none = try AlmanacRun("edit", "exam@example.com", "-i", "-c", path)
    #expect(none.status == .usage)
  }

  @Test(
    "a form that is left as it is changes nothing, whatever its texts have",
    arguments: [
      "DESCRIPTION:Line\\n", "DESCRIPTION: Line ", "SUMMARY:Two\\nlines", "SUMMARY: x ",
      "LOCATION:Room\\nstatus: cancelled",
      "LOCATION:C:\\\\new", "CATEGORIES:a\\,b,c", "DESCRIPTION:a\u{2028}b",
    ])
  func unchanged(line: String) throws {
    let text = Sample.calendar(
      "BEGIN:VEVENT\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260303T090000Z\r\n\(line)\r\nEND:VEVENT\r\n"
    )
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let same = try run(["edit", "u"], { $0 })
    #expect(same.run.status == .done && same.forms.count == 1)
    #expect(try folder.content("a.ics") == text)
    let edited = try run(["edit", "u"], filling(["priority": "5"]))
    #expect(edited.run.status == .done)
    let kept = try folder.content("a.ics").replacing("\r\n ", with: "")
    #expect(kept.contains("\r\n\(line)\r\n") && kept.contains("PRIORITY:5"))
  }

  @Test("what the calendar refuses is shown beside its field, and nothing that was typed is lost")
  func refusals() throws {
    let edited = try run(
      ["edit", "exam@example.com"], filling(["until": "2026-03-16 10:00", "location": "Aula 5"]),
      filling(["until": "2026-03-16 13:00"]))
    #expect(edited.run.status == .done && edited.forms.count == 2)
    let shown = try #require(edited.forms.last?.split(separator: "\n"))
    let field = try #require(shown.firstIndex { $0.hasPrefix("until:") })
    #expect(shown[field - 1].hasPrefix("# ! ") && value("location", in: edited.forms.last) == "Aula 5")
    #expect(try lines().contains("LOCATION:Aula 5"))
    let emptied = try run(["edit", "exam@example.com"], filling(["until": "never"]), { _ in "" })
    #expect(emptied.run.status == .done && emptied.run.output.hasPrefix("unchanged"))
  }

  @Test("an emptied field removes its value; where the item needs one, the error is beside the field")
  func emptied() throws {
    let added = try AlmanacRun(
      "add", "event", "Dentist", "--at", "2026-03-05T12:00", "--for", "1h", "--location", "Carrer Major",
      "--note", "Card", "--category", "health", "--item-color", "navy", "--priority", "high", "--alarm",
      "15m",
      "-c", path, "--now", "2026-03-02T08:00")
    #expect(added.status == .done)
    let names = ["until", "location", "priority", "alarm", "category", "item-color", "note"]
    let emptied = try run(
      ["edit", "dentist"], filling(Dictionary(uniqueKeysWithValues: names.map { ($0, "") })))
    #expect(emptied.run.status == .done && emptied.forms.count == 1)
    #expect(names.allSatisfy { value($0, in: emptied.forms.first)?.isEmpty == false })
    let own = try lines().drop { $0 != "SUMMARY:Dentist" }.prefix { $0 != "END:VEVENT" }
    for name in [
      "DTEND", "DURATION", "LOCATION", "DESCRIPTION", "CATEGORIES", "COLOR", "PRIORITY", "TRIGGER",
    ] {
      #expect(!own.contains { $0.hasPrefix(name) }, "\(name)")
    }
    let needed = try run(["edit", "dentist"], filling(["at": ""]))
    let shown = try #require(needed.forms.last?.split(separator: "\n"))
    let field = try #require(shown.firstIndex { $0.hasPrefix("at:") })
    #expect(needed.run.status == .refused && shown[field - 1].hasPrefix("# ! "))
  }

  @Test("the times of a to-do are removed, in the form or by none; alarms count from what is left")
  func timesOfTodo() throws {
    _ = try AlmanacRun(
      "add", "todo", "Report", "--start", "2026-03-04T09:00", "--due", "2026-03-05T12:00", "--alarm", "15m",
      "-c", path, "--now", "2026-03-02T08:00")
    func edit(_ options: String...) throws -> AlmanacRun {
      try AlmanacRun(["edit", "report"] + options + ["-c", path, "--now", "2026-03-02T08:00"])
    }
    func own() throws -> [String] {
      let lines = try lines()
      let first = try #require(lines.lastIndex(of: "BEGIN:VTODO"))
      return lines[first...].prefix { $0 != "END:VTODO" } + []
    }
    #expect(try edit("--start", "none").status == .done)
    #expect(try !own().contains { $0.hasPrefix("DTSTART") } && own().contains { $0.hasPrefix("DUE") })
    #expect(try own().contains("TRIGGER;RELATED=END:-PT15M"))
    let kept = try edit("--due", "none")
    #expect(kept.status == .refused && kept.errors.first?.contains("--alarm none") == true)
    #expect(try run(["edit", "report"], filling(["due": "", "alarm": ""])).run.status == .done)
    #expect(try !own().contains { $0.hasPrefix("DUE") || $0.hasPrefix("DTSTART") || $0.hasPrefix("TRIGGER") })
    #expect(try edit("--start", "2026-03-04", "--repeat", "every day").status == .done)
    let repeating = try edit("--start", "none")
    #expect(repeating.status == .refused && repeating.errors.first?.contains("--repeat never") == true)
    #expect(try edit("--repeat", "never").status == .done && edit("--start", "none").status == .done)
  }

  @Test("a field that is deleted is removed, unless another line is of no field")
  func deleted() throws {
    _ = try AlmanacRun(
      "add", "todo", "Rent", "--due", "2026-03-05", "--location", "Bank", "--priority", "high", "-c", path,
      "--now", "2026-03-02T08:00")
    func without(_ names: String...) -> @Sendable (String) -> String {
      { form in
        form.split(separator: "\n").filter { line in !names.contains { line.hasPrefix($0 + ":") } }
          .joined(separator: "\n")
      }
    }
    let misspelt = try run(
      ["edit", "rent"], { $0.replacing("location:", with: "loction:") })
    #expect(misspelt.run.status == .refused && value("location", in: misspelt.forms.last) == "Bank")
    // The line is shown again where it was, with what was typed and what was meant.
    let shown = try #require(misspelt.forms.last?.split(separator: "\n"))
    let line = try #require(shown.firstIndex { $0 == "loction: Bank" })
    #expect(shown[line - 1] == "# ! no such field (expected location)")
    #expect(shown.count { $0.hasPrefix("# ! ") } == 1)
    #expect(misspelt.run.errors.count == 1 && misspelt.run.errors[0].contains("loction: no such field"))
    let corrected = try run(
      ["edit", "rent"], { $0.replacing("location: Bank", with: "loction: Post") },
      { $0.replacing("location: Bank\n", with: "").replacing("loction:", with: "location:") },
      { $0.replacing("location: Post", with: "location: Bank") })
    #expect(corrected.run.status == .done && corrected.forms.count == 2, "\(corrected.forms)")
    #expect(try lines().contains("LOCATION:Post"))
    let restored = try run(["edit", "rent"], filling(["location": "Bank"]))
    #expect(restored.run.status == .done)
    let edited = try run(["edit", "rent"], without("location", "due"))
    #expect(edited.run.status == .done && edited.forms.count == 1, "\(edited.run.errors)")
    let stored = try lines()
    #expect(!stored.contains("LOCATION:Bank") && !stored.contains { $0.hasPrefix("DUE") })
    #expect(stored.contains("PRIORITY:1"))
    let untitled = try run(["edit", "rent"], without("title"))
    #expect(untitled.run.status == .refused && untitled.forms.last?.contains("# ! ") == true)
  }

  @Test("a length of an alarm before a due time is a field like one before a start")
  func alarmOfTodo() throws {
    _ = try AlmanacRun(
      "add", "todo", "Rent", "--at", "2026-03-05T12:00", "--alarm", "15m", "-c", path, "--now",
      "2026-03-02T08:00")
    let edited = try run(["edit", "rent"], filling(["alarm": "1h"]))
    #expect(value("alarm", in: edited.forms.first) == "15m" && edited.run.status == .done)
    #expect(try lines().contains { $0.hasPrefix("TRIGGER") && $0.hasSuffix("-PT1H") })
  }

  @Test(
    "an editor that fails changes nothing, and is a refusal",
    arguments: [["edit", "exam@example.com"], ["add", "Lunch friday"]])
  func failingEditor(arguments: [String]) throws {
    let run = try AlmanacRun(
      arguments + ["-i", "-c", path],
      adjust: { $0.edit = { (_, _) throws(Environment.EditorFailure) in throw .init(status: 1) } })
    #expect(run.status == .refused && run.output.isEmpty && run.errors.count == 1)
    #expect(run.errors.first?.contains("the editor ended with 1, so nothing is changed") == true)
    #expect(try folder.content("a.ics") == Sample.course)
  }

  @Test("a field that another program changed meanwhile is not overwritten; others are merged")
  func meanwhile() throws {
    let (path, foreign) = (path, Sample.course.replacing("SUMMARY:読書会", with: "SUMMARY:読書会\r\nLOCATION:Hall"))
    func edit(_ values: [String: String]) throws -> AlmanacRun {
      _ = try folder.file("a.ics", Sample.course)
      let fill = filling(values)
      return try run(
        ["edit", "exam@example.com"],
        { form in
          try? foreign.write(toFile: path, atomically: true, encoding: .utf8)
          return fill(form)
        }
      ).run
    }
    let refused = try edit(["location": "Aula 5", "title": "Exam"])
    #expect(refused.status == .refused && refused.errors.count == 1)
    #expect(refused.errors[0].contains("location was changed to “Hall” meanwhile; “Aula 5” is not stored"))
    #expect(try folder.content("a.ics") == foreign)
    #expect(try edit(["title": "Exam"]).status == .done)
    #expect(try folder.content("a.ics").contains("LOCATION:Hall") && lines().contains("SUMMARY:Exam"))
    #expect(try edit(["location": "Hall"]).status == .done)
  }

  @Test("a file of an editor that cannot be read changes nothing, and the reason is stated")
  func unreadableForm() throws {
    let run = try AlmanacRun(
      ["edit", "exam@example.com", "-i", "-c", path],
      adjust: {
        $0.edit = { (_, _) throws(Environment.EditorFailure) in
          throw .init(status: 0, reason: "Longer than 1048576 bytes")
        }
      })
    #expect(run.status == .refused && run.output.isEmpty && run.errors.count == 1)
    #expect(run.errors.first?.contains("cannot be read, so nothing is changed: Longer than") == true)
    #expect(try folder.content("a.ics") == Sample.course)
  }

  @Test("a to-do that is only due keeps its alarm when it gets a rule in the form")
  func ruleOfDueTodo() throws {
    _ = try AlmanacRun(
      "add", "todo", "Rent", "--at", "2026-03-05T12:00", "--alarm", "15m", "-c", path, "--now",
      "2026-03-02T08:00")
    #expect(try lines().contains("TRIGGER;RELATED=END:-PT15M"))
    let edited = try run(["edit", "rent"], filling(["rrule": "FREQ=MONTHLY"]))
    #expect(edited.run.status == .done && edited.forms.count == 1, "\(edited.run.errors)")
    #expect(try lines().contains("TRIGGER;RELATED=END:-PT15M") && lines().contains("RRULE:FREQ=MONTHLY"))
  }

  @Test("add fills in what is given, and adds what is typed")
  func add() throws {
    let quick = try run(
      ["add", "Lunch with Ana tomorrow 12-13", "--location", "Bar", "--attendee", "ana@example.org"],
      filling(["location": "Can Pau", "alarm": "15m"]))
    let form = quick.forms.first
    #expect(value("title", in: form) == "Lunch with Ana" && value("location", in: form) == "Bar")
    #expect(value("at", in: form) == "2026-03-03 12:00" && value("until", in: form) == "2026-03-03 13:00")
    #expect(quick.run.status == .done && quick.run.lines == ["item-0"])
    #expect(quick.run.errors == ["almanac: Lunch with Ana: Tuesday, 3 March 2026, 12:00–13:00"])
    let stored = try lines()
    #expect(stored.contains("SUMMARY:Lunch with Ana") && stored.contains("LOCATION:Can Pau"))
    #expect(stored.contains("DTSTART;TZID=Europe/Madrid:20260303T120000"))
    #expect(stored.contains { $0.hasPrefix("ATTENDEE") && $0.hasSuffix("mailto:ana@example.org") })
    #expect(stored.contains("TRIGGER:-PT15M"))
  }

  @Test("without words the form is of an event, with a kind of that kind, each empty")
  func empty() throws {
    let event = try run(["add"], filling(["title": "Call", "at": "friday 10:00", "rrule": "FREQ=WEEKLY"]))
    #expect(value("title", in: event.forms.first) == "" && value("at", in: event.forms.first) == "")
    #expect(event.run.status == .done)
    #expect(
      try lines().contains("DTSTART;TZID=Europe/Madrid:20260306T100000")
        && lines().contains("RRULE:FREQ=WEEKLY"))
    let todo = try run(
      ["add", "todo", "Report"],
      filling(["start": "wednesday", "due": "friday", "priority": "high", "status": "in-process"]))
    #expect(value("title", in: todo.forms.first) == "Report" && todo.run.status == .done)
    let stored = try lines()
    #expect(stored.contains("DUE;VALUE=DATE:20260306") && stored.contains("DTSTART;VALUE=DATE:20260304"))
    #expect(stored.contains("PRIORITY:1") && stored.contains("STATUS:IN-PROCESS"))
  }

  @Test("a form that is left as it was, or emptied, adds nothing")
  func unchanged() throws {
    for change in [{ $0 }, { _ in "" }, { _ in "# nothing\n\n" }] as [@Sendable (String) -> String] {
      let (run, forms) = try run(["add", "Lunch tomorrow 12:00"], change)
      #expect(run.status == .done && run.lines == ["nothing is added"] && forms.count == 1)
    }
    #expect(try folder.content("a.ics") == Sample.course)
  }

  @Test(
    "faults of a new item are beside their fields",
    arguments: [
      (["add", "event"], ["title": "Call"], "at"), (["add", "event"], ["at": "tomorrow"], "title"),
      (["add", "event"], ["title": "X", "at": "someday"], "at"),
      (["add", "event"], ["title": "X", "at": "friday 10:00", "until": "2026-03-05"], "until"),
      (["add", "event"], ["title": "X", "at": "friday", "rrule": "FREQ=NEVER"], "rrule"),
      (["add", "event"], ["title": "X", "at": "friday", "item-color": "red"], "item-color"),
      (["add", "event"], ["title": "X", "at": "friday", "status": "completed"], "status"),
      (["add", "todo"], ["title": "X", "start": "friday", "due": "thursday"], "due"),
      (["add", "task", "Lunch"], ["at": "friday"], "at"),
    ] as [([String], [String: String], String)])
  func faults(arguments: [String], values: [String: String], field: String) throws {
    let (run, forms) = try run(arguments, filling(values))
    #expect(run.status == .refused && forms.count == 2, "\(run.errors)")
    let shown = try #require(forms.last?.split(separator: "\n"))
    let index = try #require(shown.firstIndex { $0.hasPrefix(field + ":") })
    #expect(shown[index - 1].hasPrefix("# ! "), "\(shown)")
    for (name, typed) in values { #expect(value(name, in: forms.last) == typed) }
    #expect(try folder.content("a.ics") == Sample.course)
  }

  @Test("the status that a new item is given is shown, and kept unless it is changed")
  func statedStatus() throws {
    func add(_ title: String, _ values: [String: String]) throws -> [String] {
      let arguments = ["add", "event", title, "--at", "friday 10:00", "--status", "tentative"]
      let (run, forms) = try run(arguments, filling(values))
      #expect(run.status == .done && value("status", in: forms.first) == "tentative", "\(run.errors)")
      return try lines().filter { $0.hasPrefix("STATUS:") }
    }
    #expect(try add("Team", ["location": "Aula 5"]) == ["STATUS:TENTATIVE"])
    #expect(try add("Lunch", ["status": ""]) == ["STATUS:TENTATIVE"])
    #expect(try add("Call", ["status": "confirmed"]).count == 2)
  }
}

/// An editor that makes one change each time that it is opened.
private final class Editor: Sendable {
  private let state: Mutex<(changes: [@Sendable (String) -> String], forms: [String])>

  init(changes: [@Sendable (String) -> String]) { state = Mutex((changes, [])) }

  var forms: [String] { state.withLock { $0.forms } }

  func edit(_ text: String) -> String {
    let change = state.withLock { state in
      state.forms.append(text)
      return state.changes.isEmpty ? { $0 } : state.changes.removeFirst()
    }
    return change(text)
  }
}
