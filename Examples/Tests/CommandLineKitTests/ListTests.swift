import CommandLineKit
import Testing

@Suite("list")
struct ListTests {
  /// An item on every day of two years, and one three years ahead.
  private let daily = Sample.calendar(
    Sample.event("daily", ";VALUE=DATE:20250101", "Day", "RRULE:FREQ=DAILY;COUNT=730\n"))

  private func starts(_ arguments: String...) throws -> [String] {
    let run = try AlmanacRun(
      ["list", "-c", "-", "--format", "json", "--today", "2026-03-16"] + arguments, input: daily)
    #expect(run.errors.isEmpty)
    return try ReadJSON(run.output)["items"].array.compactMap { $0["start"].string }
  }

  @Test("bounds: dates are included, one alone selects 30 days")
  func bounds() throws {
    let both = try starts("--from", "2026-03-01", "--until", "2026-03-03")
    #expect(both == ["2026-03-01", "2026-03-02", "2026-03-03"])
    let from = try starts("--from", "2026-03-01")
    #expect(from.count == 30 && from.first == "2026-03-01" && from.last == "2026-03-30")
    let until = try starts("--until", "2026-03-31")
    #expect(until.first == "2026-03-01" && until.last == "2026-03-31")
    let days = try starts("--from", "2026-03-01", "--days", "2")
    #expect(days == ["2026-03-01", "2026-03-02"])
    let open = try starts("--all")
    #expect(open.first == "2026-03-16" && open.last == "2026-12-31")
  }

  @Test("the last day there is can be listed")
  func lastDay() throws {
    let calendar = Sample.calendar(Sample.event("last", ":99991231T233000", "Last", "DURATION:PT1H\n"))
    for from in ["9999-12-31", "0001-01-01"] {
      let run = try AlmanacRun(
        "list", "-c", "-", "--from", from, "--until", "9999-12-31", "--format", "json", input: calendar)
      #expect(try ReadJSON(run.output)["items"].array.map { $0["uid"].string } == ["last"])
    }
  }

  @Test("with --all a series without an end is listed for one year, anything else to its end")
  func endless() throws {
    let calendar = Sample.calendar(
      Sample.event("endless", ";VALUE=DATE:20200101", "Endless", "RRULE:FREQ=MONTHLY\n") + "\n"
        + Sample.event("far", ";VALUE=DATE:20310505", "Far ahead") + "\n"
        + Sample.event("past", ";VALUE=DATE:20200505", "Past") + "\n"
        + Sample.event("ending", ";VALUE=DATE:20270101", "Ending", "RRULE:FREQ=YEARLY;COUNT=3\n"))
    let run = try AlmanacRun(
      "list", "--all", "-c", "-", "--today", "2026-03-16", "--format", "json", input: calendar)
    let items = try ReadJSON(run.output)["items"].array
    #expect(items.filter { $0["uid"].string == "endless" }.count == 12)
    #expect(items.last?["uid"].string == "far")
    #expect(
      items.filter { $0["uid"].string == "ending" }.compactMap { $0["start"].string } == [
        "2027-01-01", "2028-01-01", "2029-01-01",
      ])
    #expect(!items.contains { $0["uid"].string == "past" })
    #expect(try ReadJSON(run.output)["continuesFrom"].string == "2027-03-16")
    let text = try AlmanacRun("list", "--all", "-c", "-", "--today", "2026-03-16", input: calendar)
    #expect(text.lines.last == "more from 16 March 2027")
    let bounded = try AlmanacRun(
      "list", "-c", "-", "--from", "2026-03-16", "--until", "2027-03-16", input: calendar)
    #expect(bounded.lines.allSatisfy { !$0.contains("more from") })
  }

  @Test("the day from which there is more has the article that its number requires")
  func endlessInOtherLanguages() throws {
    let calendar = Sample.calendar(
      Sample.event("endless", ";VALUE=DATE:20200101", "Endless", "RRULE:FREQ=WEEKLY\n"))
    func last(_ day: String, _ locale: String) throws -> String? {
      try AlmanacRun(
        "list", "--all", "-c", "-", "--today", "2026-\(day)", "--locale", locale, input: calendar
      )
      .lines.last
    }
    #expect(try last("04-11", "ca_ES") == "més a partir de l’11 d’abril de 2027")
    #expect(try last("04-01", "ca_ES") == "més a partir de l’1 d’abril de 2027")
    #expect(try last("04-08", "ca_ES") == "més a partir del 8 d’abril de 2027")
    #expect(try last("04-11", "it_IT") == "altro dall’11 aprile 2027")
    #expect(try last("04-08", "it_IT") == "altro dall’8 aprile 2027")
    #expect(try last("04-01", "it_IT") == "altro dal 1º aprile 2027")
  }

  @Test("categories are in the alphabetical order of the language")
  func categoriesInOrder() throws {
    let names = ["Xarxes", "Àlgebra", "Ñandú", "Narrativa", "Ocio"]
    let calendar = Sample.calendar(
      names.enumerated().map { number, name in
        Sample.event("\(number)", ";VALUE=DATE:20260303", name, "CATEGORIES:\(name)\n")
      }.joined(separator: "\n"))
    func headings(_ locale: String) throws -> [String] {
      try AlmanacRun(
        "list", "-c", "-", "--from", "2026-03-01", "--until", "2026-03-10", "--by", "category", "--locale",
        locale, input: calendar
      ).lines.filter { names.contains($0) }
    }
    #expect(try headings("ca_ES") == ["Àlgebra", "Ñandú", "Narrativa", "Ocio", "Xarxes"])
    #expect(try headings("es_ES") == ["Àlgebra", "Narrativa", "Ñandú", "Ocio", "Xarxes"])
  }

  @Test("headings by day, week, month and category")
  func headings() throws {
    func list(_ by: String) throws -> [String] {
      let run = try AlmanacRun(
        "list", "-c", "-", "--from", "2026-03-02", "--until", "2026-03-16", "--by", by, input: Sample.course)
      return run.lines.filter { !$0.hasPrefix(" ") && !$0.isEmpty }
    }
    #expect(try list("day").map { $0.split(separator: ",").first } == ["Monday", "Tuesday", "Monday"])
    #expect(try list("week").map { $0.prefix(7) } == ["Week 10", "Week 11", "Week 12"])
    #expect(try list("month") == ["March 2026"])
    #expect(try list("category").prefix(2) == ["Lectures", "Maths"])
  }

  @Test("the table has one line an item: day | name")
  func table() throws {
    let run = try AlmanacRun(
      "list", "-c", "-", "--from", "2026-03-10", "--until", "2026-03-16", "--style", "table",
      input: Sample.course)
    #expect(run.lines.map { $0.prefix(13) } == ["2026-03-10 | ", "2026-03-16 | ", "2026-03-16 | "])
  }

  @Test("items without a date are listed last when there are no bounds")
  func undated() throws {
    let run = try AlmanacRun(
      "list", "-c", "-", "--today", "2026-04-01", "--format", "json", input: Sample.course)
    let last = try ReadJSON(run.output)["items"].array.last
    #expect(last?["kind"].string == "todo" && last?["start"].isNull == true)
    let bounded = try AlmanacRun(
      "list", "-c", "-", "--from", "2026-03-01", "--format", "json", input: Sample.course)
    #expect(!bounded.output.contains("Essay"))
  }

  @Test("an end before the start is a wrong command line", arguments: ["2026-03-01", "2026-03-09T00:00"])
  func order(until: String) throws {
    let run = try AlmanacRun(
      "list", "-c", "-", "--from", "2026-03-10", "--until", until, input: Sample.course)
    #expect(run.status == .usage)
  }

  @Test("an empty list has a note")
  func empty() throws {
    let run = try AlmanacRun("list", "-c", "-", "--from", "2020-01-01", input: Sample.course)
    #expect(run.lines.count == 1 && run.lines.first?.isEmpty == false)
  }

  @Test("a calendar that is named twice, by another path or in its folder, is listed once")
  func sameCalendar() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("work")
    let event = Sample.calendar(Sample.event("e", ":20260303T100000", "Lunch"))
    let file = try folder.file("work/e.ics", event)
    let work = folder.path("work")
    for paths in [
      [work, work], [work, work + "/"], [file, file], [work, file], [file, folder.path("./work")],
    ] {
      let options = paths.flatMap { ["-c", $0] }
      let run = try AlmanacRun(["list", "--format", "json", "--now", "2026-03-02T08:00"] + options)
      #expect(try ReadJSON(run.output)["items"].array.count == 1, "\(paths)")
    }
  }
}
