import Almanac
import Foundation

/// A calendar with a name, at a day and a time.
struct Sample: Sendable {
  let name: String
  /// The sentence below its picture.
  let sentence: String
  var calendars: [EventCalendar]
  var zone = Sample.madrid
  var today = Sample.day("2026-03-17")
  var now = "11:20"
  var options = ViewOptions()

  static let madrid = try! Zone("Europe/Madrid")

  static func day(_ text: String) -> CivilDate { try! CivilDate(text) }

  var present: Instant { zone.instant(of: today.at(try! CivilTime(now))) }

  init(
    _ name: String, _ sentence: String, _ events: [Event], color: CalendarColor? = nil,
    change: (inout Sample) -> Void = { _ in }
  ) {
    self.name = name
    self.sentence = sentence
    calendars = [Self.calendar("Calendar", color, events)]
    change(&self)
  }

  static func calendar(_ name: String, _ color: CalendarColor?, _ events: [Event]) -> EventCalendar {
    var calendar = EventCalendar(name: name)
    calendar.color = color
    calendar.insert(events.map(Item.event))
    return calendar
  }

  /// An event at a time, with a UID from its title and its start.
  static func at(
    _ start: String, _ minutes: Int, _ title: String, _ color: CalendarColor? = nil, in zone: Zone = madrid,
    change: (inout Event) -> Void = { _ in }
  ) -> Event {
    let time = ZonedDateTime(try! CivilDateTime(start), in: zone)
    var event = Event(title, from: time, lasting: .minutes(minutes), color: color, uid: "\(title) \(start)")
    change(&event)
    return event
  }

  static func days(
    _ first: String, _ end: String, _ title: String, _ color: CalendarColor? = nil,
    change: (inout Event) -> Void = { _ in }
  ) -> Event {
    var event = Event(title, from: day(first), to: day(end), color: color, uid: "\(title) \(first)")
    change(&event)
    return event
  }
}

extension Sample {
  static let all: [Sample] =
    [
      term, busy, deep, colours, quarters, longBars, clocks, answers, directions, rooms, grounds, hours,
      lanes, empty,
    ]
    + (1...4).map(random)

  static let term = Sample(
    "term", "A term: a day with several tasks is red, today has a ring, and days of other months are pale.",
    [
      at("2026-03-02T09:00", 90, "Linear algebra", .steelBlue) { $0.location = "Room B3" },
      at("2026-03-03T11:00", 120, "Programming", .orange),
      at("2026-03-03T12:00", 60, "Physics", .mediumSeaGreen),
      at("2026-03-05T15:00", 120, "Laboratory", .orchid),
      at("2026-03-16T10:00", 90, "Seminar on types", .teal),
      at("2026-03-16T10:30", 60, "Study group", .gold), at("2026-03-17T09:00", 120, "Networks", .slateBlue),
      at("2026-03-17T16:00", 60, "Tutorial", .mediumSeaGreen),
      at("2026-03-18T08:00", 240, "Exam", .steelBlue),
      at("2026-03-25T18:00", 120, "Cinema", .orchid), days("2026-03-13", "2026-03-20", "Falles", .darkOrange),
      days("2026-02-24", "2026-02-27", "Winter school", .slateBlue),
      at("2026-04-02T10:00", 45, "Meeting", .teal),
      days("2026-03-30", "2026-04-04", "Easter holidays", .gold),
    ]
  ) { $0.options.maximumLanes = nil }

  static let busy = Sample(
    "busy", "Forty items on a day: as many as have room, and a number that opens.",
    [1, 2, 3, 5, 8, 13, 21, 40].enumerated().flatMap { index, count in
      (0..<count).map { number in
        at(
          "2026-03-\(10 + index)T\(String(format: "%02d:%02d", 8 + number % 12, number % 4 * 15))",
          30 + number % 5 * 30, "Task number \(number + 1)", palette[number % palette.count])
      }
    })

  static let deep = Sample(
    "deep",
    "Three, seven and twelve at once: columns that are wide enough for a word, and the number of the others.",
    [("2026-03-16", 3), ("2026-03-17", 7), ("2026-03-18", 12)].flatMap { day, count in
      (0..<count).map { number in
        at(
          "\(day)T\(["09:00", "09:30", "10:00"][number % 3])", 60 + number * 15, "Lecture \(number + 1)",
          palette[number % palette.count])
      }
    })

  static let colours = Sample(
    "colours", "White, light, navy and black: each has an edge where the ground is like it.",
    fills.enumerated().flatMap { index, color in
      [
        at(
          "2026-03-\(16 + index % 7)T\(String(format: "%02d", 8 + index / 7 * 2)):00", 90, "Colour \(color)",
          color),
        days("2026-03-\(16 + index % 7)", "2026-03-\(17 + index % 7)", "All day \(color)", color),
      ]
    })

  static let quarters = Sample(
    "quarters", "Quarters of an hour after each other stand below each other, with their times.",
    (0..<8).map {
      at(
        "2026-03-17T\(String(format: "%02d:%02d", 9 + $0 / 4, $0 % 4 * 15))", 15, "Visit \($0 + 1)",
        palette[$0 % 5])
    } + [at("2026-03-18T09:05", 5, "Call"), at("2026-03-18T09:10", 5, "Another call")])

  static let longBars = Sample(
    "bars", "Items of several days that begin at a time have it in their bars.",
    [
      at("2026-03-10T18:30", 60 * 40, "Night train to Paris", .teal),
      at("2026-03-18T22:00", 60 * 7, "Night shift", .slateBlue),
      at("2026-03-20T09:00", 60 * 80, "Conference", .darkOrange) { $0.location = "Lyon" },
      days("2026-02-20", "2026-04-10", "Exhibition", .gold),
    ])

  static let clocks = Sample(
    "clocks", "The night on which clocks skip an hour; what lasts across it is one box.",
    [
      at("2026-03-28T22:00", 60 * 5, "Night of networks", .teal),
      at("2026-03-29T01:30", 90, "Watch", .orange),
      at("2026-03-29T09:00", 60, "Breakfast", .gold),
    ]
  ) {
    $0.today = day("2026-03-29")
    $0.now = "05:10"
  }

  static let answers = Sample(
    "answers", "Tentative, cancelled and unanswered items; what I declined is not shown.",
    [
      at("2026-03-17T09:00", 60, "Confirmed", .teal) { $0.status = .confirmed },
      at("2026-03-17T10:30", 90, "Perhaps a walk", .orange) { $0.status = .tentative },
      at("2026-03-17T13:00", 60, "Cancelled lunch", .gold) { $0.status = .cancelled },
      at("2026-03-18T09:00", 60, "Invitation without an answer", .slateBlue) {
        $0.attendees = [Attendee("mailto:me@example.org", status: .needsAction)]
      },
      at("2026-03-18T11:00", 60, "Declined invitation", .orchid) {
        $0.attendees = [Attendee("mailto:me@example.org", status: .declined)]
      },
      days("2026-03-19", "2026-03-21", "Maybe a trip", .lightSkyBlue) { $0.status = .tentative },
    ]
  ) { $0.options.me = ["me@example.org"] }

  static let directions = Sample(
    "directions", "Titles in several scripts, with numbers at their beginnings.",
    [
      at("2026-03-16T10:00", 90, "30 days of yoga in the park near the river"),
      at("2026-03-17T10:00", 90, "30 ימים של יוגה בפארק ליד הנהר", .orchid),
      at("2026-03-18T10:00", 90, "درس الرياضيات 101 في القاعة الكبيرة", .teal),
      at("2026-03-19T10:00", 90, "数学ゼミナール 第3回", .gold),
      days("2026-03-17", "2026-03-21", "5 jours à Paris", .slateBlue),
      days("2026-03-18", "2026-03-20", "3 ימים בתל אביב", .orange),
    ])

  static let rooms = Sample(
    "rooms",
    "Rooms as columns or as a timeline; what is in several rooms is in each, and what is in none comes last.",
    [
      at("2026-03-17T09:00", 90, "Yoga", .teal) { $0.location = "Hall" },
      at("2026-03-17T10:00", 120, "Board meeting", .slateBlue) { $0.location = "Room 1" },
      at("2026-03-17T10:30", 60, "Interview", .orange) { $0.location = "Room 2" },
      at("2026-03-17T11:00", 60, "Second interview", .gold) { $0.location = "Room 2" },
      at("2026-03-17T13:00", 120, "Feast", .orchid) { $0.location = "Hall; Room 1" },
      at("2026-03-17T16:00", 60, "Walk", .mediumSeaGreen),
      days("2026-03-16", "2026-03-19", "Exhibition", .steelBlue) { $0.location = "Room 3" },
    ]
  ) { $0.options.hours.visible = 7..<20 }

  static let grounds = Sample(
    "grounds", "Working hours, and holidays as the ground of their days.",
    [
      days("2026-03-16", "2026-03-17", "Public holiday", .orchid) { $0.categories = ["holiday"] },
      days("2026-03-26", "2026-03-29", "School holidays", .navy) { $0.categories = ["holiday"] },
      at("2026-03-18T13:00", 120, "Siesta", .gold) { $0.categories = ["holiday"] },
      at("2026-03-16T10:00", 60, "Walk", .teal), at("2026-03-17T10:00", 90, "Review", .slateBlue),
      at("2026-03-27T10:00", 90, "Workshop", .orange),
    ]
  ) {
    $0.options.backgroundCategories = ["holiday"]
    $0.options.hours.visible = 7..<21
    $0.options.hours.business = [
      .init(
        on: [.monday, .tuesday, .wednesday, .thursday, .friday], from: try! CivilTime("09:00"),
        to: try! CivilTime("17:00"))
    ]
  }

  static let hours = Sample(
    "hours",
    "Items before and after the hours that are shown are counted, and those that reach beyond have a sign.",
    [
      at("2026-03-17T06:00", 60, "Early run", .teal), at("2026-03-17T07:00", 120, "Breakfast", .gold),
      at("2026-03-17T12:00", 60, "שיעור", .orchid), at("2026-03-17T19:00", 120, "Concert", .orange),
      at("2026-03-17T22:00", 300, "Night shift", .slateBlue) { $0.location = "Hall" },
    ]
  ) { $0.options.hours.visible = 8..<20 }

  static let lanes = Sample(
    "lanes", "Fourteen trips at once, and ten visits on each day: a month and a week are one sheet.",
    (0..<14).map { number in
      days("2026-03-\(14 + number % 3)", "2026-03-\(18 + number % 4)", "Trip \(number)", palette[number % 7])
    }
      + (0..<300).map { number in
        at(
          "2026-03-\(String(format: "%02d", number / 10 + 1))T\(String(format: "%02d", 8 + number % 10)):00",
          number % 3 == 0 ? 15 : 45, "Visit \(number)", palette[number % 5])
      }
  )

  static let empty = Sample("empty", "An empty month.", [])

  /// A calendar of random items from a seed.
  static func random(_ seed: Int) -> Sample {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let words = [
      "Review", "of", "the", "quarterly", "figures", "30", "שלום", "Überprüfung", "会議", "x", "درس",
      "wwwwwwwwwwwwwwwwwwww",
    ]
    let events = (0..<(20 + seed * 12)).map { number -> Event in
      let title = (0...next(5)).map { _ in words[next(words.count)] }.joined(separator: " ") + " \(number)"
      let date = day("2026-02-20").adding(days: next(45))
      let color = next(4) == 0 ? nil : fills[next(fills.count)]
      if next(4) == 0 {
        return days(date.description, date.adding(days: 1 + next(9)).description, title, color)
      }
      return at(
        "\(date)T\(String(format: "%02d:%02d", next(24), next(12) * 5))",
        next(8) == 0 ? 60 * 30 : 5 + next(200), title, color
      ) {
        $0.status = [nil, nil, nil, .tentative, .cancelled][next(5)]
        if next(3) == 0 { $0.location = "Room \(next(9))" }
      }
    }
    return Sample("random\(seed)", "", events, color: fills[seed])
  }

  static let palette: [CalendarColor] = [
    .teal, .orange, .orchid, .gold, .slateBlue, .mediumSeaGreen, .steelBlue,
  ]
  private static func named(_ name: String) -> CalendarColor { try! CalendarColor(name) }

  static let fills: [CalendarColor] = [
    .white, named("lightyellow"), .navy, .black, .gold, .lightSkyBlue, named("darkslategray"),
    named("yellow"), named("midnightblue"), named("hotpink"),
    named("gray"), named("silver"), named("lime"), named("crimson"),
  ]
}
