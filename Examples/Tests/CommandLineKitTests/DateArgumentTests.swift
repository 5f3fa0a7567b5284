import CommandLineKit
import Foundation
import Testing

@Suite("Dates in arguments")
struct DateArgumentTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("calendar.ics")
  }

  /// Runs a command on a Thursday afternoon.
  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", path, "--now", "2026-11-26T15:00"])
  }

  private func start(_ at: String, _ arguments: String...) throws -> String? {
    let uid = try #require(
      try AlmanacRun(["add", "event", "E", "--at", at, "-c", path, "--now", "2026-11-26T15:00"] + arguments)
        .lines.first)
    return try ReadJSON(try run("show", uid, "--format", "json").output)["item"]["start"].string
  }

  @Test("one parser reads them in every command")
  func everywhere() throws {
    for (text, date) in [
      ("tomorrow 9:30", "2026-11-27T09:30"), ("friday 10:00", "2026-11-27T10:00"),
      ("next friday", "2026-12-04"),
      ("in 3 days", "2026-11-29"), ("+3d", "2026-11-29"), ("9am", "2026-11-27T09:00"),
      ("16:00", "2026-11-26T16:00"),
      ("24 nov", "2027-11-24"), ("24.11.2026", "2026-11-24"), ("2026-11-24", "2026-11-24"),
      ("2026-11-24 9:15", "2026-11-24T09:15"), ("2026-11-24 10:00", "2026-11-24T10:00"),
    ] {
      #expect(try start(text)?.hasPrefix(date) == true, "\(text)")
    }
    #expect(try run("month", "december").output.contains("December 2026"))
    #expect(try run("day", "friday").output.contains("27 November 2026"))
    #expect(try run("week", "next monday").output == run("week", "2026-11-30").output)
    #expect(
      try run("list", "--from", "tomorrow", "--until", "in 1 week").output
        == run("list", "--from", "2026-11-27", "--until", "2026-12-03").output)
    #expect(
      try run("month", "--selected", "24 dec").output == run("month", "--selected", "2026-12-24").output)
  }

  @Test("the days that words name are said, of a period all of them")
  func saidDays() throws {
    for (arguments, note) in [
      (["next week"], "next week: Monday, 30 November 2026 – Sunday, 6 December 2026"),
      (["weekend"], "weekend: Saturday, 28 November 2026 – Sunday, 29 November 2026"),
      (["december"], "december: Tuesday, 1 December 2026 – Thursday, 31 December 2026"),
      (["mon"], "mon: Monday, 30 November 2026"),
      (["--from", "next month"], "next month: Tuesday, 1 December 2026 – Thursday, 31 December 2026"),
    ] {
      let run = try AlmanacRun(
        ["list"] + arguments + ["-c", "-", "--now", "2026-11-26T15:00"], input: Sample.calendar(""))
      #expect(run.status == .done && run.errors == ["almanac: \(note)"], "\(run.errors)")
    }
  }

  @Test("a day after the last that there is is refused", arguments: ["next monday", "in 3 days", "tomorrow"])
  func outOfRange(text: String) throws {
    let run = try AlmanacRun(["add", "event", "X", "--at", text, "-c", path, "--now", "9999-12-31T12:00"])
    #expect(run.status == .usage && run.errors.first?.contains("\(text) is out of range") == true)
  }

  @Test(
    "the last day that there is can be the first one of a range",
    arguments: [["--from", "9999-12-31"], ["--from", "9999-12-31", "--days", "3"], ["9999-12-31"]])
  func lastDay(bounds: [String]) throws {
    _ = try run("add", "event", "Last", "--at", "9999-12-31T10:00")
    let listed = try AlmanacRun(["list"] + bounds + ["-c", path, "--now", "2026-11-26T15:00"])
    #expect(listed.status == .done && listed.output.contains("Last"))
  }

  @Test(
    "today can be the last day that there is, and a range can begin in a zone in which it is over elsewhere")
  func lastToday() throws {
    _ = try run("add", "event", "Last", "--at", "9999-12-31T10:00")
    for words in [["list"], ["today"]] {
      let listed = try AlmanacRun(words + ["-c", path, "--now", "9999-12-31T09:00"])
      #expect(listed.status == .done && listed.output.contains("Last"), "\(words)")
    }
    for more in [[], ["--days", "1"]] {
      let far = ["list", "--from", "9999-12-31T23:00Z", "--zone", "Pacific/Kiritimati", "-c", path]
      #expect(try [.done, .usage].contains(AlmanacRun(far + more).status))
    }
  }

  @Test("what was understood is said, unless it was exact; a time alone is today's or tomorrow's")
  func echo() throws {
    _ = try start("2026-11-24")
    #expect(try run("day", "friday").errors == ["almanac: friday: Friday, 27 November 2026"])
    #expect(try run("day", "2026-11-27").errors.isEmpty)
    #expect(
      try run("add", "event", "E", "--at", "10:00").errors == [
        "almanac: 10:00: Friday, 27 November 2026, 10:00"
      ])
    #expect(
      try run("add", "event", "E", "--at", "16:30").errors.first?.contains("Thursday, 26 November 2026")
        == true)
  }

  @Test("the words are those of the locale, then English; weeks begin as stated")
  func languages() throws {
    #expect(try start("mañana 9:30", "--locale", "es_ES")?.hasPrefix("2026-11-27T09:30") == true)
    #expect(try start("tomorrow 9:30", "--locale=es_ES")?.hasPrefix("2026-11-27T09:30") == true)
    #expect(try start("nächsten Freitag um 10 Uhr", "--locale", "de")?.hasPrefix("2026-12-04T10:00") == true)
    let run = try run("day", "mar 3", "--locale", "it")
    #expect(run.status == .usage && run.errors.first?.contains("two meanings") == true)
    #expect(
      try self.run("day", "next sunday", "--first-weekday", "sunday").output
        == self.run("day", "2026-11-29").output)
  }

  @Test(
    "what is not a date is refused, with the forms that are",
    arguments: [
      "tomorow", "friday 25:00", "32 nov", "mar 3 4", "tomorrow 12-13", "friday 28 november", "2026-13-01",
      "",
      String(repeating: "1 ", count: 200),
    ])
  func refused(text: String) throws {
    let run = try run("add", "event", "E", "--at", text)
    #expect(
      run.status == .usage && run.errors.count == 1 && run.errors[0].contains("(expected "), "\(run.errors)")
    #expect(try folder.names.isEmpty)
  }

  @Test("a month alone is the nearest first day that is not past for an item, and the month for a view")
  func months() throws {
    #expect(try start("november") == "2027-11-01")
    #expect(try start("december") == "2026-12-01")
    #expect(try start("3 march") == "2027-03-03")
    #expect(try run("month", "november").output.contains("November 2026"))
    for (words, digits) in [("december", "2026-12"), ("march", "2027-03")] {
      let range = try run("list", "--from", digits, "--until", digits)
      #expect(try run("list", "--from", words, "--until", words).output == range.output)
      #expect(try run("list", words).output == range.output && run("list", digits).output == range.output)
    }
    _ = try start("2026-12-31")
    #expect(try run("list", "2026-12").output.contains("31 December"))
    #expect(try run("list", "--until", "2026-12").output.contains("31 December"))
    #expect(try !run("list", "--from", "2027-01").output.contains("31 December"))
  }

  @Test("an end in words is the nearest after the start")
  func ends() throws {
    for (at, until, end) in [
      ("next friday", "sunday", "2026-12-07"), ("10 jan", "12 jan", "2027-01-13"),
      ("2028-03-01", "3 march", "2028-03-04"),
      ("10 jan", "12th", "2027-01-13"),
    ] {
      let run = try run("add", "event", "E", "--at", at, "--until", until)
      let uid = try #require(run.lines.first)
      let show = try self.run("show", uid, "--format", "json")
      #expect(try ReadJSON(show.output)["item"]["end"].string == end, "\(at) \(until)")
    }
    #expect(try run("add", "event", "E", "--at", "friday 10:00", "--until", "friday 9:00").status == .refused)
  }

  @Test("years and starts of rules are read by the same parser")
  func yearsAndRules() throws {
    #expect(try run("year", "next year").output == run("year", "2027").output)
    func expand(_ start: String) throws -> [String] {
      try AlmanacRun("expand", "FREQ=DAILY;COUNT=2", "--start", start, "--now", "2026-11-26T15:00").lines
    }
    #expect(try expand("tomorrow") == ["2026-11-27", "2026-11-28"])
    #expect(try expand("tomorrow 9:30") == expand("2026-11-27T09:30"))
  }

  @Test(
    "a misspelt word, and a length with a hyphen, are answered by what is accepted",
    arguments: [
      (["list", "tomorow"], "tomorow is not understood (expected tomorrow)"),
      (["list", "next fridey"], "(expected friday)"), (["month", "marsh"], "(expected march)"),
      (["list", "mañanna", "--locale", "es"], "(expected mañana"),
      (["add", "event", "E", "--at", "-1d"], "(expected \"1d ago\""),
      (["month", "--rows", "-1"], "--rows=-1"),
      (["month", "--zone", "Madird"], "Europe/Madrid"), (["zones", "Barcelone"], "(expected"),
      (["zones", "Europe/Madird"], "Europe/Madrid"), (["day", "--also", "Tokio"], "Asia/Tokyo"),
    ])
  func suggestions(arguments: [String], answer: String) throws {
    let run = try AlmanacRun(arguments)
    #expect(run.status == .usage && run.errors.count == 1)
    #expect(run.errors.first?.lowercased().contains(answer.lowercased()) == true, "\(run.errors)")
  }

  @Test("the time of an item is said once")
  func once() throws {
    let uid = try #require(try run("add", "event", "E", "--at", "friday 10:00").lines.first)
    let edited = try run("edit", uid, "--at", "monday")
    #expect(edited.errors.isEmpty && edited.output.contains("Monday, 30 November 2026"))
    let added = try run("add", "event", "Trip", "--at", "friday", "--until", "sunday")
    #expect(added.errors == ["almanac: Trip: Friday, 27 November 2026 – Sunday, 29 November 2026"])
  }

  @Test("two digits of a year are those of 2000 to 2099, and said")
  func shortYears() throws {
    #expect(try start("31/12/26") == "2026-12-31" && start("13.1.27") == "2027-01-13")
    #expect(
      try run("add", "event", "E", "--at", "31/12/26").errors == ["almanac: E: Thursday, 31 December 2026"]
        || run("day", "31/12/26").errors == ["almanac: 31/12/26: Thursday, 31 December 2026"])
    #expect(try run("year", "27").output == run("year", "2027").output)
  }

  @Test("hours and minutes from now pass, also where clocks change")
  func elapsed() throws {
    func start(_ at: String, _ now: String) throws -> String? {
      let uid = try #require(
        try AlmanacRun("add", "event", "E", "--at", at, "-c", path, "--now", now).lines.first)
      return try ReadJSON(try run("show", uid, "--format", "json").output)["item"]["start"].string
    }
    #expect(try start("in 4 hours", "2026-03-28T23:30") == "2026-03-29T04:30:00+02:00")
    #expect(try start("in 45 minutes", "2026-10-25T02:20") == "2026-10-25T01:05:00Z")
  }

  @Test(
    "words that name a period are all of its days in a list",
    arguments: [
      ("this week", "2026-11-23", "2026-11-29"), ("next week", "2026-11-30", "2026-12-06"),
      ("weekend", "2026-11-28", "2026-11-29"), ("next month", "2026-12-01", "2026-12-31"),
      ("24-26 dec", "2026-12-24", "2026-12-26"),
    ])
  func periods(text: String, first: String, last: String) throws {
    for (number, day) in [first, last].enumerated() { _ = try start(day, "--note", "\(number)") }
    let stated = try run("list", "--from", first, "--until", last)
    #expect(try stated.lines.count > 1 && run("list", text).output == stated.output)
    #expect(try run("list", "--from", text, "--until", text).output == stated.output)
  }

  @Test("weeks and months are named by the same words")
  func weeksAndMonths() throws {
    #expect(try run("week", "this week").output == run("week").output)
    #expect(try run("month", "this month").output == run("month").output)
    #expect(try run("month", "next month").output == run("month", "2026-12").output)
  }

  @Test("the end of a range is read after its beginning")
  func endsOfRanges() throws {
    for day in ["2026-11-27 10:00", "2026-12-02", "2026-12-03", "2026-12-26", "2026-12-27", "2027-04-30"] {
      _ = try start(day)
    }
    for (from, until, first, last) in [
      ("monday", "wednesday", "2026-11-30", "2026-12-02"), ("dec 24", "26", "2026-12-24", "2026-12-26"),
      ("2027-03-01", "april", "2027-03-01", "2027-04-30"), ("dec 24", "+2d", "2026-12-24", "2026-12-26"),
      ("friday", "friday", "2026-11-27", "2026-11-27"),
      ("friday 9:00", "11:00", "2026-11-27T09:00", "2026-11-27T11:00"),
    ] {
      let stated = try run("list", "--from", first, "--until", last)
      let run = try run("list", "--from", from, "--until", until)
      #expect(run.output.contains("E") && run.output == stated.output, "\(from) \(until) \(run.errors)")
    }
    let said = try run("list", "--from", "monday", "--until", "wednesday").errors
    #expect(said.last == "almanac: wednesday: Wednesday, 2 December 2026")
  }

  @Test("an end of an item may be over midnight, or a length from its start")
  func endsAtNight() throws {
    for (at, until, end) in [
      ("friday 22:00", "2:00", "2026-11-28T02:00"), ("friday 22:00", "+4h", "2026-11-28T02:00"),
      ("friday 22:00", "23:30", "2026-11-27T23:30"), ("friday", "+2d", "2026-11-30"),
    ] {
      let uid = try #require(try run("add", "event", "E", "--at", at, "--until", until).lines.first)
      let show = try run("show", uid, "--format", "json")
      #expect(try ReadJSON(show.output)["item"]["end"].string?.hasPrefix(end) == true, "\(at) \(until)")
    }
    #expect(try run("add", "event", "E", "--at", "friday 10:00", "--until", "9:00").status == .refused)
  }

  @Test(
    "a number with a stroke has one rule in options and titles; a language that is elsewhere reads it there",
    arguments: ["ja_JP", "zh_CN", "ko_KR", "hu_HU", "sv_SE"])
  func strokes(locale: String) throws {
    for arguments in [["add", "event", "E", "--at", "3/10"], ["add", "Meeting 3/10"]] {
      let run = try AlmanacRun(arguments + ["-c", path, "--locale", locale], hasInternational: true)
      #expect(
        run.internationalInput != nil && run.errors.allSatisfy { !$0.contains("meanings") }, "\(run.errors)")
      let american = try AlmanacRun(arguments + ["-c", path, "--locale", "en_US"])
      #expect(american.status == .usage && american.errors.first?.contains("two meanings") == true)
    }
    #expect(try folder.names.isEmpty)
  }

  @Test(
    "dates in numbers are read as they are written",
    arguments: ["2026年12月10日", "12月10日", "2026/12/10", "2026-12-10", "2026.12.10", "2026. 12. 10."])
  func numbers(text: String) throws {
    for locale in ["en_GB", "de_DE"] { #expect(try start(text, "--locale", locale) == "2026-12-10") }
    #expect(try run("list", text).output == run("list", "2026-12-10").output)
    #expect(try start("2026-12-9") == "2026-12-09")
  }

  @Test("a number after a weekday, and a day that the month lacks, are answered by what is accepted")
  func hints() throws {
    for (text, answer) in [
      ("wednesday 10", "\"wednesday 10:00\""), ("feb 30", "a day from 1 to 29 in February"),
      ("2026-02-29", "a day from 1 to 28"), ("31 nov", "a day from 1 to 30 in November"),
    ] {
      let run = try run("add", "event", "E", "--at", text)
      #expect(run.status == .usage && run.errors.first?.contains(answer) == true, "\(run.errors)")
    }
  }

  @Test(
    "a word of the language is not taken for another one that is misspelt",
    arguments: [
      ("fr", "ce matin là"), ("fr", "après le dîner"), ("ca", "aquesta setmana santa"),
      ("pt", "esta manhã cedo"),
      ("es", "tarde o temprano"), ("it", "sera tarda"),
    ])
  func ownWords(locale: String, text: String) throws {
    let run = try run("add", "event", "E", "--at", text, "--locale", locale)
    #expect(
      run.status == .usage && run.errors.first?.contains("is not understood (") == false, "\(run.errors)")
  }

  @Test(
    "short words are not taken for misspelt ones",
    arguments: [("fr", "dans une demi-douzaine"), ("ca", "les deu"), ("de", "um Uhr neun")])
  func shortWords(locale: String, text: String) throws {
    let run = try run("add", "event", "E", "--at", text, "--locale", locale)
    #expect(run.status == .usage && run.errors.first?.contains("is not understood (") == false)
  }
}
