import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Measuring

let full = Sample.occurrences(2_000)
let usual = Sample.occurrences(120)
var options = ViewOptions()
options.maximumLanes = 4

func month(_ occurrences: [Occurrence], options: ViewOptions = .standard) -> MonthView {
  MonthView(
    of: Sample.month, showing: ViewContents(occurrences, calendars: Sample.calendars), in: Sample.madrid,
    today: Sample.today, options: options)
}

func day(_ occurrences: [Occurrence]) -> DayView {
  DayView(
    of: Sample.today, showing: ViewContents(occurrences, calendars: Sample.calendars), in: Sample.madrid)
}

let (thousand, twoThousand, tenThousand) = (Sample.day(1_000), Sample.day(2_000), Sample.day(10_000))
let stretches = day(twoThousand).column.boxes.map(\.drawn)
let (shown, crowded) = (month(usual), month(full, options: options))
let dense = month(full)
let year = YearView(
  of: 2026, showing: ViewContents(full, calendars: Sample.calendars), in: Sample.madrid, today: Sample.today)
let text = TextRenderer(localization: .catalan, colors: .trueColor, width: 120, showsWeekNumbers: true)
let svg = SVGRenderer(localization: .catalan)
let html = HTMLRenderer(localization: .catalan)

let work: [(String, () -> Void)] = [
  ("a month view of 2 000 occurrences", { keep(Int64(month(full).weeks.count)) }),
  ("a month view of 120", { keep(Int64(month(usual).weeks.count)) }),
  ("what changed between two of 2 000", { keep(Int64(crowded.changes(since: crowded).days.count)) }),
  ("a day of 1 000 overlapping items", { keep(Int64(day(thousand).column.boxes.count)) }),
  ("a day of 2 000", { keep(Int64(day(twoThousand).column.boxes.count)) }),
  ("a day of 10 000", { keep(Int64(day(tenThousand).column.boxes.count)) }),
  ("the layout alone of 2 000, pair by pair", { keep(Int64(naiveLayout(stretches))) }),
  ("a month of 120 as text, compact", { keep(Int64(text.text(text.grid(shown)).utf8.count)) }),
  ("as text, boxed", { keep(Int64(text.text(text.grid(shown, style: .boxed)).utf8.count)) }),
  ("as SVG", { keep(Int64(svg.document(shown).utf8.count)) }),
  ("as HTML", { keep(Int64(html.document(shown).utf8.count)) }),
  ("as JSON", { keep(Int64(JSON(shown).text().utf8.count)) }),
  (
    "2 000 in four rows a day as text, boxed",
    { keep(Int64(text.text(text.grid(crowded, style: .boxed)).utf8.count)) }
  ),
  ("as SVG", { keep(Int64(svg.document(crowded).utf8.count)) }),
  ("as HTML", { keep(Int64(html.document(crowded).utf8.count)) }),
  ("2 000 with up to eight rows a day as SVG", { keep(Int64(svg.document(dense).utf8.count)) }),
  ("as HTML", { keep(Int64(html.document(dense).utf8.count)) }),
  ("a year as SVG", { keep(Int64(svg.document(year).utf8.count)) }),
  ("as HTML", { keep(Int64(html.document(year).utf8.count)) }),
]
for ((name, _), seconds) in zip(work, measureInTurns(work.map { $0.1 })) {
  print(column("\((seconds * 10_000_000).rounded() / 10)", 10), "µs ", name)
}
