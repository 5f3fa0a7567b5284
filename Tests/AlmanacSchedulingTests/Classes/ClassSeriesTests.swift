import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Class series")
struct ClassSeriesTests {
  @Test("K1 classes recur on weekdays at a time and are listed by weekday")
  func weekdays() throws {
    let yoga = try Gym.yoga()
    var pilates = yoga
    pilates.uid = "pilates"
    pilates.summary = "Pilates"
    pilates.start = try zoned("2026-03-04T08:00", Gym.madrid)
    pilates.recurrence = Recurrence(RecurrenceRule(.weekly, on: [.wednesday, .friday]))
    let now = try Gym.at("2026-03-02T00:00")
    let gym = ClassBook([yoga, pilates])
    let wednesday = gym.runs(on: .wednesday, from: now).found
    #expect(wednesday.map { $0.summary } == ["Pilates", "Yoga"])
    #expect(wednesday.map { $0.start.local.time.hour } == [8, 18])
    #expect(wednesday.map { $0.details } == ["Slow", "Slow"])
    #expect(gym.runs(on: .monday, from: now).found.map { $0.summary } == ["Yoga"])
    #expect(gym.runs(on: .sunday, from: now).found.isEmpty)
  }

  @Test("K1 a class that runs every hour of every day has all its runs on each weekday")
  func manyRunsADay() throws {
    var ems = try Gym.yoga()
    ems.start = try zoned("2026-03-02T08:00", Gym.madrid)
    let hours: Set<Int> = [8, 9, 10, 11, 12, 16, 17, 18, 19, 20]
    var rule = RecurrenceRule(.daily)
    rule.byHour = hours.sorted()
    ems.recurrence = Recurrence(rule)
    // Fortnightly at another time, and from a far date on.
    var late = try Gym.yoga()
    (late.uid, late.summary) = ("late", "Late")
    late.start = try zoned("2031-03-09T21:00", Gym.madrid)
    late.recurrence = Recurrence(RecurrenceRule(.daily, every: 14))
    let gym = ClassBook([ems, late])
    let now = try Gym.at("2026-03-02T10:30")
    for weekday in Weekday.allCases {
      let found = gym.runs(on: weekday, from: now).found
      #expect(found.filter { $0.uid == ems.uid }.map { $0.start.local.time.hour } == hours.sorted())
      #expect(found.filter { $0.uid == "late" }.count == (weekday == .sunday ? 1 : 0))
    }
    // Those of today that are over run next week.
    let dates = gym.runs(on: .monday, from: now).found.map { $0.start.local.date.dayOfMonth }
    #expect(dates == [9, 9, 9] + [2, 2, 2, 2, 2, 2, 2])
  }

  @Test("K1 classes that run too often share a budget, and it is said from when their runs are missing")
  func tooManyRuns() throws {
    let names = ["a", "b", "c"]
    var often = try names.map { name in
      var series = try Gym.yoga()
      (series.uid, series.summary) = (name, name)
      series.recurrence = Recurrence(RecurrenceRule(.secondly))
      return series
    }
    often.append(try Gym.yoga())
    let now = try Gym.at("2026-03-02T10:30")
    let runs = ClassBook(often).runs(on: .monday, from: now, budget: 4_000)
    #expect(runs.found.count < 5_000)
    #expect(runs.unexpanded.map { $0.uid } == names && runs.unexpanded.allSatisfy { $0.from > now })
    #expect(runs.found.contains { $0.uid == "yoga" })
    for one in runs.unexpanded {
      let times = runs.found.filter { $0.uid == one.uid }.map { $0.start.instant }
      #expect(times.count > 900 && times.allSatisfy { $0 < one.from })
    }
  }

  @Test("K1 a class that runs twice on a day is two rows of the timetable, each booked by itself")
  func timetable() throws {
    var zumba = try Gym.yoga(places: 2)
    (zumba.uid, zumba.summary) = ("zumba", "Zumba")
    zumba.start = try zoned("2026-03-02T09:00", Gym.madrid)
    var twice = RecurrenceRule(.weekly, on: [.monday])
    twice.byHour = [9, 18]
    zumba.recurrence = Recurrence(twice)
    var gym = ClassBook([zumba, try Gym.yoga()])
    let now = try Gym.at("2026-03-01T12:00")
    let monday = try date("2026-03-02")
    #expect(
      gym.runs(on: .monday, from: now).found.map { "\($0.start.local.time.hour) \($0.summary)" } == [
        "9 Zumba", "18 Yoga", "18 Zumba",
      ])
    func week(_ member: String = "") throws -> [[String]] {
      gym.timetable(on: monday..<monday.adding(days: 7), in: try Gym.madrid, for: member, now: now).map {
        day in
        day.classes.map {
          "\($0.occurrence.start.local.time.hour) \($0.occurrence.summary) \($0.free)/\($0.occurrence.places)"
            + ($0.booking == nil ? "" : " booked")
        }
      }
    }
    #expect(
      try week() == [["9 Zumba 2/2", "18 Yoga 3/3", "18 Zumba 2/2"], [], ["18 Yoga 3/3"], [], [], [], []])
    let evening = try #require(gym.runs(on: .monday, from: now).found.last)
    #expect(!gym.request(.book("ana@example.org"), of: evening, now: now).isRefused)
    #expect(try week("ana@example.org")[0] == ["9 Zumba 2/2", "18 Yoga 3/3", "18 Zumba 1/2 booked"])
    #expect(gym.roster(of: "zumba", at: try Gym.at("2026-03-02T09:00"))?.bookings.isEmpty == true)
  }

  @Test("classes of one start are in the alphabetical order of the language")
  func alphabetical() throws {
    let classes = try ["luna", "Àlgebra", "Ñandú", "nube"].map { name in
      var yoga = try Gym.yoga()
      (yoga.uid, yoga.summary) = (name, name)
      return yoga
    }
    let gym = ClassBook(classes)
    let (monday, now) = (try date("2026-03-02"), try Gym.at("2026-03-01T12:00"))
    func names(_ localization: Localization) throws -> [String] {
      gym.timetable(
        on: monday..<monday.adding(days: 1), in: try Gym.madrid, now: now, in: localization
      ).flatMap { $0.classes.map { $0.occurrence.summary } }
    }
    #expect(try names(.spanish) == ["Àlgebra", "luna", "nube", "Ñandú"])
    #expect(try names(.english) == ["Àlgebra", "luna", "Ñandú", "nube"])
  }

  @Test(
    "K2 a date's own title, details, colour and categories are edited, written, read and shown to members")
  func ownDescription() throws {
    var yoga = try Gym.yoga()
    (yoga.color, yoga.categories) = (.teal, ["Calm"])
    var gym = ClassBook([yoga])
    let (now, monday) = (try Gym.at("2026-03-01T12:00"), try Gym.at("2026-03-09T18:00"))
    let edit = try gym.editing("yoga", at: monday, scope: .this) { date in
      (date.summary, date.details, date.location) = ("Yoga with Lia", "Bring a mat", "Roof")
      (date.color, date.categories) = (.gold, ["Guest"])
    }
    #expect(gym.apply(edit, now: now).isDone)
    for original in [try Gym.at("2026-03-02T18:00"), monday] {
      _ = gym.request(.book("ana@example.org"), of: "yoga", at: original, now: now)
    }
    let text = ICSDocument([gym.calendar(at: now)]).text
    let read = ClassBook(try #require(try ICSDocument(parsing: text).calendars.first))
    #expect(read.series == gym.series)
    for book in [gym, read] {
      let own = book.calendar(of: "ana@example.org", at: now).items.compactMap { $0.event }
      #expect(own.map(\.summary) == ["Yoga", "Yoga with Lia"])
      #expect(own.map(\.color) == [.teal, .gold])
      #expect(own.map(\.categories) == [["Calm"], ["Guest"]])
      #expect(own.map(\.details) == ["Slow", "Bring a mat"] && own.map(\.location) == ["Room 1", "Roof"])
    }
    // What is the series' again is no change of the date.
    let back = try gym.editing("yoga", at: monday, scope: .this) { date in
      (date.summary, date.details, date.location) = ("Yoga", "Slow", "Room 1")
      (date.color, date.categories) = (.teal, ["Calm"])
    }
    #expect(gym.apply(back, now: now).isDone && gym.series("yoga")?.changes.isEmpty == true)
  }

  @Test("K4 two bookings of a class without a colour are shown in one colour")
  func bookingColors() throws {
    var gym = ClassBook([try Gym.yoga()])
    let now = try Gym.at("2026-03-01T12:00")
    for time in ["2026-03-02T18:00", "2026-03-04T18:00"] {
      _ = gym.request(.book("ana@example.org"), of: "yoga", at: try Gym.at(time), now: now)
    }
    let personal = gym.calendar(of: "ana@example.org", at: now)
    var others = personal
    others.insert(Event("Dinner", from: try date("2026-03-02"), uid: "dinner"))
    // The copies of the bookings in the member's own calendar are not shown twice.
    let schedule = gym.schedule(of: "ana@example.org", with: [others], at: now)
    let view = WeekView(of: try date("2026-03-02"), showing: schedule, in: try Gym.madrid)
    let items = view.days.flatMap(\.items)
    #expect(items.map(\.item.summary).sorted() == ["Dinner", "Yoga", "Yoga"])
    #expect(Set(items.filter { $0.item.summary == "Yoga" }.map(\.color)).count == 1)
  }

  @Test("keep their time of day across a change of clocks")
  func clockChange() throws {
    let window = try days("2026-03-23", "2026-04-02", in: Gym.madrid)
    let starts = try Gym.yoga().occurrences(in: window).map { "\($0.start)" }
    #expect(
      starts == [
        "2026-03-23T18:00:00+01:00[Europe/Madrid]", "2026-03-25T18:00:00+01:00[Europe/Madrid]",
        "2026-03-30T18:00:00+02:00[Europe/Madrid]", "2026-04-01T18:00:00+02:00[Europe/Madrid]",
      ])
  }

  @Test("have substitutes, other places, cancellations, moves and closures on single dates")
  func changes() throws {
    var yoga = try Gym.yoga()
    yoga.changes = [
      try Gym.at("2026-03-02T18:00"): ClassChange(places: 20, instructor: "Bea", location: "Hall"),
      try Gym.at("2026-03-04T18:00"): ClassChange(cancellation: "Ana is ill"),
      try Gym.at("2026-03-09T18:00"): ClassChange(start: try zoned("2026-03-06T19:00", Gym.madrid)),
    ]
    let works = ClosedPeriod(on: try date("2026-03-11"), "Works")
    yoga.closures = [works]
    let found = try yoga.occurrences(in: days("2026-03-01", "2026-03-17", in: Gym.madrid))
    #expect(found.map { $0.start.local.date.dayOfMonth } == [2, 4, 6, 11, 16])
    #expect(found[0].instructor == "Bea")
    #expect(found[0].isSubstituted)
    #expect(found[0].places == 20)
    #expect(found[1].status == .cancelled(reason: "Ana is ill"))
    #expect(found[2].isMoved)
    #expect(found[2].original.instant == (try Gym.at("2026-03-09T18:00")))
    #expect(found[3].status == .closed(works))
    #expect(found[4].status == .scheduled)
    #expect(try yoga.occurrences(on: date("2026-03-09")).isEmpty)
    #expect(try yoga.occurrences(on: date("2026-03-06")).count == 1)
    let next = yoga.nextOccurrences(from: try Gym.at("2026-03-03T00:00"), limit: 2)
    #expect(next.map { $0.start.local.date.dayOfMonth } == [6, 16])
  }

  @Test("a date that lasts longer than the others is found as long as it lasts")
  func longDate() throws {
    var yoga = try Gym.yoga()
    yoga.changes[try Gym.at("2026-03-02T18:00")] = ClassChange(duration: .days(4))
    let found = try yoga.occurrences(in: days("2026-03-05", "2026-03-06", in: Gym.madrid))
    #expect(found.map { $0.start.instant } == [try Gym.at("2026-03-02T18:00")])
  }

  @Test("an endless series without any date that takes place ends the search")
  func bounded() throws {
    var yoga = try Gym.yoga()
    yoga.closures = [ClosedPeriod(days: CivilDate.min..<CivilDate.max, "Gone")]
    #expect(yoga.nextOccurrences(from: yoga.start.instant, limit: 3).isEmpty)
  }

  @Test("a class without length takes no time: it refuses no other booking, wherever it begins")
  func withoutLength() throws {
    let (now, first) = (try Gym.at("2026-03-01T12:00"), try Gym.at("2026-03-02T18:00"))
    for minutes in [0, 30, 60] {
      var yoga = try Gym.yoga()
      yoga.duration = .zero
      yoga.start = try Gym.yoga().start.adding(.minutes(minutes))
      var other = try Gym.yoga()
      other.uid = "other"
      var book = ClassBook([yoga, other])
      #expect(book.request(.book("a"), of: "yoga", at: yoga.start.instant, now: now).outcome == .confirmed)
      #expect(book.busy(of: "a").items.isEmpty)
      #expect(book.request(.book("a"), of: "other", at: first, now: now).outcome == .confirmed)
    }
  }

  @Test("a time at which the class does not begin is refused with the times of that day")
  func wrongTime() throws {
    let book = ClassBook([try Gym.yoga()])
    let half = try zoned("2026-03-02T17:30", Gym.madrid)
    #expect(throws: BookingRefusal.notAClassTime([try zoned("2026-03-02T18:00", Gym.madrid)])) {
      try book.run(of: "yoga", on: .zoned(half), now: Gym.at("2026-03-01T12:00"))
    }
  }

  @Test("an ended class is described by the date of its last instance")
  func lastDate() throws {
    let book = ClassBook([try Gym.yoga()])
    let ended = try book.ending("yoga", before: Gym.at("2026-03-16T18:00")).series.first
    #expect(ended?.rulesByLastDate.map { $0.end } == [.until(.date(try date("2026-03-11")))])
    #expect(try Gym.yoga().rulesByLastDate == Gym.yoga().recurrence.rules)
  }
}
