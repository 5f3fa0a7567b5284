import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews

/// A view in one form, under the name of its golden file.
struct GoldenSample: Sendable, CustomStringConvertible {
  let name: String
  let render: @Sendable () -> String

  var description: String { name }

  static let all: [GoldenSample] = svg + html + text

  private static let svg = [
    GoldenSample(name: "month.svg") { SVGRenderer(localization: .catalan).document(GoldenView.month()) },
    GoldenSample(name: "month-dark.svg") {
      var renderer = SVGRenderer(localization: .catalan)
      renderer.theme = .dark
      return renderer.document(GoldenView.month())
    },
    GoldenSample(name: "month-hebrew.svg") { hebrewSVG.document(GoldenView.month(.sunday)) },
    GoldenSample(name: "month-narrow.svg") {
      SVGRenderer(localization: .german, width: 420).document(GoldenView.month())
    },
    GoldenSample(name: "weeks-sliced.svg") {
      SVGRenderer(localization: .english).document(GoldenView.slicedWeeks)
    },
    GoldenSample(name: "week.svg") { SVGRenderer(localization: .spanish).document(GoldenView.week) },
    GoldenSample(name: "week-rows.svg") {
      SVGRenderer(localization: .catalan).document(GoldenView.week, style: .rows)
    },
    GoldenSample(name: "week-hebrew.svg") { hebrewSVG.document(GoldenView.week) },
    GoldenSample(name: "week-spring.svg") {
      SVGRenderer(localization: .italian).document(GoldenView.springWeek)
    },
    GoldenSample(name: "week-crowd.svg") {
      SVGRenderer(localization: .english).document(GoldenView.crowdedWeek)
    },
    GoldenSample(name: "day.svg") {
      SVGRenderer(localization: .french, width: 700).document(GoldenView.day)
    },
    GoldenSample(name: "day-autumn.svg") {
      SVGRenderer(localization: .portuguese, width: 500).document(GoldenView.autumnDay)
    },
    GoldenSample(name: "list.svg") { SVGRenderer(localization: .english).document(GoldenView.list(.day)) },
    GoldenSample(name: "list-category.svg") {
      SVGRenderer(localization: .catalan, width: 600).document(GoldenView.list(.category))
    },
    GoldenSample(name: "list-hebrew.svg") { hebrewSVG.document(GoldenView.list(.week)) },
    GoldenSample(name: "list-empty.svg") {
      SVGRenderer(localization: .catalan).document(GoldenView.emptyList)
    },
    GoldenSample(name: "year.svg") { SVGRenderer(localization: .german).document(GoldenView.year) },
    GoldenSample(name: "year-dark.svg") {
      var renderer = SVGRenderer(localization: .catalan)
      renderer.theme = .dark
      return renderer.document(GoldenView.year)
    },
    GoldenSample(name: "chart.svg") { SVGRenderer(localization: .catalan).document(GoldenView.chart) },
    GoldenSample(name: "chart-dark.svg") {
      SVGRenderer(localization: .english, width: 560, theme: .dark).document(GoldenView.chart)
    },
    GoldenSample(name: "chart-hebrew.svg") { hebrewSVG.document(GoldenView.chart) },
    GoldenSample(name: "chart-empty.svg") {
      SVGRenderer(localization: .italian).document(ChartView("Squat", unit: "kg", series: []))
    },
  ]

  private static let html = [
    GoldenSample(name: "month.html") { HTMLRenderer(localization: .catalan).document(GoldenView.month()) },
    GoldenSample(name: "month-hebrew.html") { hebrewHTML.document(GoldenView.month(.sunday)) },
    GoldenSample(name: "week.html") { HTMLRenderer(localization: .spanish).document(GoldenView.week) },
    GoldenSample(name: "week-rows.html") {
      HTMLRenderer(localization: .catalan).document(GoldenView.week, style: .rows)
    },
    GoldenSample(name: "week-hebrew.html") { hebrewHTML.document(GoldenView.week) },
    GoldenSample(name: "week-crowd.html") {
      HTMLRenderer(localization: .english).document(GoldenView.crowdedWeek)
    },
    GoldenSample(name: "day.html") { HTMLRenderer(localization: .french).document(GoldenView.day) },
    GoldenSample(name: "day-autumn.html") {
      HTMLRenderer(localization: .portuguese).document(GoldenView.autumnDay)
    },
    GoldenSample(name: "year.html") { HTMLRenderer(localization: .german).document(GoldenView.year) },
    GoldenSample(name: "list.html") { HTMLRenderer(localization: .english).document(GoldenView.list(.day)) },
    GoldenSample(name: "list-empty.html") {
      HTMLRenderer(localization: .catalan).document(GoldenView.emptyList)
    },
  ]

  private static let text = [
    GoldenSample(name: "month-compact.txt") {
      let renderer = TextRenderer(localization: .catalan, showsWeekNumbers: true)
      return renderer.text(renderer.lines(GoldenView.month()))
    },
    GoldenSample(name: "month-boxed.txt") {
      let renderer = TextRenderer(localization: .english, width: 100, showsWeekNumbers: true)
      return renderer.text(renderer.lines(GoldenView.month(), style: .boxed))
    },
    GoldenSample(name: "month-hebrew.txt") {
      var renderer = TextRenderer(localization: .hebrew, width: 90)
      renderer.phrases = .hebrew
      return renderer.text(renderer.lines(GoldenView.month(.sunday), style: .boxed))
    },
    GoldenSample(name: "month-256.txt") {
      let renderer = TextRenderer(localization: .catalan, colors: .ansi256)
      return renderer.text(renderer.lines(GoldenView.month()))
    },
    GoldenSample(name: "week-rows.txt") {
      let renderer = TextRenderer(localization: .catalan)
      return renderer.text(renderer.lines(GoldenView.week))
    },
    GoldenSample(name: "week-hours.txt") {
      let renderer = TextRenderer(localization: .spanish, width: 120)
      return renderer.text(renderer.lines(GoldenView.week, style: .hours))
    },
    GoldenSample(name: "week-crowd.txt") {
      let renderer = TextRenderer(localization: .english, width: 100)
      return renderer.text(renderer.lines(GoldenView.crowdedWeek, style: .hours))
    },
    GoldenSample(name: "day.txt") {
      let renderer = TextRenderer(localization: .french)
      return renderer.text(renderer.lines(GoldenView.day))
    },
    GoldenSample(name: "day-autumn.txt") {
      let renderer = TextRenderer(localization: .portuguese, width: 60)
      return renderer.text(renderer.lines(GoldenView.autumnDay))
    },
    GoldenSample(name: "year.txt") {
      let renderer = TextRenderer(localization: .german, showsWeekNumbers: true)
      return renderer.text(renderer.lines(GoldenView.year))
    },
    GoldenSample(name: "list.txt") {
      let renderer = TextRenderer(localization: .english)
      return renderer.text(renderer.lines(GoldenView.list(.week)))
    },
    GoldenSample(name: "list-empty.txt") {
      let renderer = TextRenderer(localization: .catalan)
      return renderer.text(renderer.lines(GoldenView.emptyList))
    },
  ]

  private static var hebrewSVG: SVGRenderer {
    var renderer = SVGRenderer(localization: .hebrew)
    renderer.phrases = .hebrew
    return renderer
  }

  private static var hebrewHTML: HTMLRenderer {
    var renderer = HTMLRenderer(localization: .hebrew)
    renderer.phrases = .hebrew
    return renderer
  }
}

/// The views of the golden files.
enum GoldenView {
  /// The loads of half a year of weekly sessions, with a pause in April.
  static var chart: ChartView {
    let first = ViewSample.date("2026-01-12")
    let loads = [50, 52.5, 52.5, 55, 57.5, 55, 60, 60, 62.5, 65, 62.5, 60, 65, 67.5, 67.5, 70, 72.5]
    let points = loads.enumerated().map { index, load in
      ChartView.Point(first.adding(days: (index + (index > 10 ? 4 : 0)) * 7), load)
    }
    let maxima = points.map { ChartView.Point($0.date, $0.value * 38 / 30) }
    return ChartView(
      "Esquat", unit: "kg", series: [.init("càrrega màxima", points), .init("1RM estimada (Epley)", maxima)])
  }

  private static let zone = ViewSample.madrid
  private static let today = ViewSample.date("2026-03-17")

  private static func instant(_ text: String) -> Instant {
    ZonedDateTime(try! CivilDateTime(text), in: zone).instant
  }

  private static let occurrences: [Occurrence] =
    ViewSample.occurrences + [
      ViewSample.timed("שיעור פיזיקה", "2026-03-10T10:00", minutes: 90, color: .teal),
      ViewSample.timed("درس الرياضيات", "2026-03-11T10:00", minutes: 60, color: .orchid),
      ViewSample.timed("Seminari de tipus, amb un títol que no hi cap", "2026-03-16T10:00", minutes: 90),
      ViewSample.timed("数学ゼミナール 👨‍👩‍👧 家族", "2026-03-16T10:30", minutes: 120, color: .gold),
      ViewSample.timed("Tutoria", "2026-03-16T11:15", minutes: 30, color: .mediumSeaGreen),
      ViewSample.timed("Dinar", "2026-03-16T13:30", minutes: 60, color: .lightSkyBlue),
      ViewSample.timed("Laboratori", "2026-03-17T08:00", minutes: 240, color: .slateBlue) {
        $0.location = "Edifici C, aula 12"
      },
      ViewSample.timed("Examen d’anglès", "2026-03-17T09:30", minutes: 60, color: .crimson),
      ViewSample.timed("Suspesa", "2026-03-17T16:00", minutes: 60) { $0.status = .cancelled },
      ViewSample.timed("Guàrdia", "2026-03-17T22:00", minutes: 480, color: .darkOliveGreen),
      ViewSample.timed("Recordatori", "2026-03-18T09:00", minutes: 0, color: .black),
      ViewSample.timed("Matinada", "2026-03-18T03:00", minutes: 45, color: .white),
      due("Lliurar la pràctica", "2026-03-17", color: .deepPink),
    ]

  private static func due(_ title: String, _ day: String, color: CalendarColor) -> Occurrence {
    let date = ViewSample.date(day)
    return Occurrence(
      Todo(title, due: date, color: color, uid: title), from: .date(date), to: .date(date.adding(days: 1)))
  }

  private static func options(_ change: (inout ViewOptions) -> Void = { _ in }) -> ViewOptions {
    var options = ViewOptions()
    change(&options)
    return options
  }

  private static let officeHours = [
    HourOptions.BusinessHours(
      on: [.monday, .tuesday, .wednesday, .thursday], from: time("09:00"), to: time("13:30")),
    HourOptions.BusinessHours(
      on: [.monday, .tuesday, .wednesday, .thursday], from: time("15:00"), to: time("18:00")),
    HourOptions.BusinessHours(on: [.friday], from: time("09:00"), to: time("15:00")),
  ]

  private static func time(_ text: String) -> CivilTime { try! CivilTime(text) }

  static func month(_ firstWeekday: Weekday = .monday) -> MonthView {
    MonthView(
      of: ViewSample.march, showing: ViewContents(occurrences, calendars: ViewSample.calendars), in: zone,
      firstWeekday: firstWeekday, today: today, selected: ViewSample.date("2026-03-19"),
      options: options { $0.maximumLanes = 4 })
  }

  static var slicedWeeks: MonthView {
    MonthView(
      weeks: 2, from: today, showing: ViewContents(occurrences, calendars: ViewSample.calendars), in: zone,
      today: today,
      options: options {
        $0.maximumLanes = 2
        $0.overflow = .sliced
        $0.hiddenWeekdays = [.sunday]
        $0.validDays = ViewSample.date("2026-03-16")...ViewSample.date("2026-03-26")
      })
  }

  static var week: WeekView {
    WeekView(
      days: ViewSample.date("2026-03-16")...ViewSample.date("2026-03-22"),
      showing: ViewContents(occurrences, calendars: ViewSample.calendars), in: zone, today: today,
      selected: ViewSample.date("2026-03-19"), now: instant("2026-03-17T12:40"),
      options: options {
        $0.maximumLanes = 2
        $0.hours.visible = 7..<24
        $0.hours.business = officeHours
        $0.hours.zones = [try! Zone("America/New_York"), try! Zone("Asia/Kolkata")]
      })
  }

  /// Days with three, seven and twelve items at once.
  static var crowdedWeek: WeekView {
    let colors: [CalendarColor] = [.teal, .orange, .orchid, .gold, .slateBlue]
    let items = [("2026-03-10", 3), ("2026-03-11", 7), ("2026-03-12", 12)].flatMap { day, count in
      (0..<count).map { number in
        ViewSample.timed(
          "Lecture \(number + 1)", "\(day)T\(["09:00", "09:30", "10:00"][number % 3])",
          minutes: 60 + number * 15, color: colors[number % 5], uid: "\(day) \(number)")
      }
    }
    return WeekView(
      days: ViewSample.date("2026-03-09")...ViewSample.date("2026-03-13"), showing: ViewContents(items),
      in: zone, options: options { $0.hours.visible = 8..<16 })
  }

  static var springWeek: WeekView {
    WeekView(
      days: ViewSample.date("2026-03-26")...ViewSample.date("2026-03-29"),
      showing: ViewContents(occurrences, calendars: ViewSample.calendars), in: zone)
  }

  static var day: DayView {
    DayView(
      of: today, showing: ViewContents(occurrences, calendars: ViewSample.calendars), in: zone, today: today,
      now: instant("2026-03-17T12:40"),
      options: options {
        $0.hours.visible = 7..<24
        $0.hours.slotMinutes = 30
        $0.hours.business = officeHours
        $0.maximumLanes = 1
      })
  }

  static var autumnDay: DayView {
    let items = [
      ViewSample.timed("Antes", "2026-10-25T01:30", minutes: 60),
      ViewSample.timed("Toda a noite", "2026-10-25T00:00", minutes: 300, color: .teal),
      ViewSample.timed("Depois", "2026-10-25T03:00", minutes: 60, color: .orange),
    ]
    return DayView(of: ViewSample.date("2026-10-25"), showing: ViewContents(items), in: zone)
  }

  static var year: YearView {
    YearView(
      of: 2026, showing: ViewContents(occurrences, calendars: ViewSample.calendars), in: zone, today: today,
      selected: ViewSample.date("2026-03-20"))
  }

  static func list(_ grouping: ListView.Grouping) -> ListView {
    ListView(
      of: ViewSample.march.firstDay...ViewSample.march.lastDay,
      showing: ViewContents(
        occurrences, undated: [(.todo(Todo("Algun dia", uid: "algun")), 0)], calendars: ViewSample.calendars),
      in: zone, by: grouping, today: today)
  }

  static var emptyList: ListView {
    ListView(of: today...today.adding(days: 6), showing: ViewContents([]), in: zone)
  }
}

extension Localization {
  /// A language that is written from right to left, which the library itself does not have; names as CLDR has them.
  static let hebrew = Localization(
    language: Language(rawValue: "he"), direction: .rightToLeft,
    weekdays: Names(
      long: ["יום שני", "יום שלישי", "יום רביעי", "יום חמישי", "יום שישי", "יום שבת", "יום ראשון"],
      short: ["יום ב׳", "יום ג׳", "יום ד׳", "יום ה׳", "יום ו׳", "שבת", "יום א׳"],
      narrow: ["ב׳", "ג׳", "ד׳", "ה׳", "ו׳", "ש׳", "א׳"]),
    months: Names(
      long: hebrewMonths, short: hebrewMonths, narrow: (1...12).map { "\($0)" }),
    dates: DateForms(
      long: "{d} {m} {y}", dayAndMonth: "{d} {m}", monthAndYear: "{M} {y}", weekday: "{E}, ",
      months: hebrewMonths.map { "ב" + $0 }),
    conjunction: .init("ו"),
    ordinals: OrdinalForms(masculine: .init(words: [], fromEnd: [], endings: [])))

  private static let hebrewMonths = [
    "ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי", "אוגוסט", "ספטמבר", "אוקטובר", "נובמבר",
    "דצמבר",
  ]
}

extension ViewPhrases {
  static let hebrew = {
    var phrases = ViewPhrases.english
    phrases.several = "כמה משימות"
    phrases.single = "משימה אחת"
    phrases.morePattern = "עוד {n}"
    phrases.allDay = "כל היום"
    phrases.weekPattern = "שבוע {n}"
    phrases.weekAbbreviation = "שבוע"
    phrases.nothing = "אין אירועים"
    phrases.today = "היום"
    phrases.selected = "נבחר"
    phrases.now = "עכשיו"
    phrases.continued = "המשך"
    phrases.cancelled = "בוטל"
    phrases.completed = "בוצע"
    phrases.tentative = "לא סופי"
    phrases.undated = "ללא תאריך"
    phrases.uncategorized = "ללא קטגוריה"
    return phrases
  }()
}
