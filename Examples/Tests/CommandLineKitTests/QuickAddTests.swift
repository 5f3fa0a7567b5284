import CommandLineKit
import Testing

@Suite("add with a date at the end of the title")
struct QuickAddTests {
  private let desk: Desk

  init() throws { desk = try Desk(Sample.calendar("")) }

  private func added(_ arguments: String...) throws -> (run: AlmanacRun, item: ReadJSON?) {
    let run = try desk.run(["add"] + arguments)
    let show = try desk.run("show", "item-0", "--format", "json")
    return (run, try ReadJSON(show.output)["item"])
  }

  @Test(
    "the longest end that is a date is the date, and is said",
    arguments: [
      ("Lunch with Ana tomorrow 12-13", "Lunch with Ana", "2026-03-03T12:00:00", "2026-03-03T13:00:00"),
      ("Read The Day After Tomorrow friday 9:30", "Read The Day After Tomorrow", "2026-03-06T09:30:00", ""),
      ("Night shift tomorrow 23:00-6:00", "Night shift", "2026-03-03T23:00:00", "2026-03-04T06:00:00"),
      ("Fair 24 nov", "Fair", "2026-11-24", "2026-11-25"), ("Fair march", "Fair", "2027-03-01", "2027-03-02"),
      ("Lunch, tomorrow 12:00", "Lunch", "2026-03-03T12:00:00", ""),
      ("Tea, cake, friday, 9:30", "Tea, cake", "2026-03-06T09:30:00", ""),
      ("Call at noon 2026-03-05T12:00", "Call at noon", "2026-03-05T12:00:00", ""),
    ])
  func dates(text: String, title: String, start: String, end: String) throws {
    let (run, item) = try added(text)
    #expect(run.status == .done && run.errors.contains { $0.hasPrefix("almanac: \(title): ") })
    #expect(item?["summary"].string == title)
    #expect(item?["start"].string?.hasPrefix(start) == true)
    #expect(item?["end"].string?.hasPrefix(end) == true)
  }

  @Test(
    "without a date at the end, and with a title alone, nothing is added",
    arguments: [
      "Read chapter 5", "Tomorrow is another day", "tomorrow", "Lunch",
    ])
  func noDate(text: String) throws {
    let run = try desk.run("add", text, "--format", "json")
    #expect(run.status == .refused)
    #expect(try ReadJSON(run.output)["refused"].array.first?["code"].string == "missing_date")
    #expect(try !desk.content.contains("BEGIN:VEVENT"))
  }

  @Test(
    "a date of which a part does not fit is refused, not cut",
    arguments: [
      "Meet 31 nov", "Meet 29 feb 2027", "Meet monday 28 nov", "Meet monday, 28 nov", "Meet friday the 14th",
      "Trip 1-5 dec",
      "Trip 1 dec - 5 dec", "Camp monday to wednesday",
    ])
  func otherDates(text: String) throws {
    let run = try desk.run("add", text)
    #expect(run.status == .usage && run.errors.first?.contains("is not a date") == true)
    #expect(try !desk.content.contains("BEGIN:VEVENT"))
  }

  @Test("with a kind the whole text is the title")
  func kinds() throws {
    let (run, item) = try added("todo", "Read The Day After Tomorrow")
    #expect(run.status == .done && run.errors.isEmpty)
    #expect(item?["summary"].string == "Read The Day After Tomorrow" && item?["start"].isNull == true)
  }

  @Test("a misspelt kind is not a title")
  func misspelt() throws {
    let run = try desk.run("add", "evnt", "Lunch", "--at", "tomorrow")
    #expect(run.status == .usage && run.errors.first?.contains("expected event") == true)
    #expect(try desk.run("add", "event").status == .usage)
  }
}
