import AlmanacRecurrence
import AlmanacTime
import Measuring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Occurrences per second of Almanac and of libical, in turns in one run, and the ratio. With `--check` the run fails
// when a ratio is below its bar.
//
//     swift run -c release --package-path Benchmarks RecurrenceBenchmark

struct Row {
  var rule: String
  var start: String
  /// Occurrences of one pass; passes are repeated up to 10 000 occurrences.
  var pass: Int
  /// How many times libical's speed is asked for.
  var bar: Double
}

let rows = [
  Row(rule: "FREQ=DAILY", start: "20000103T090000", pass: 10_000, bar: 115),
  Row(rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR", start: "20000103T090000", pass: 10_000, bar: 100),
  Row(rule: "FREQ=MONTHLY;BYDAY=-1FR", start: "20000128T090000", pass: 2_500, bar: 150),
  Row(rule: "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", start: "20001013T090000", pass: 400, bar: 220),
  Row(rule: "FREQ=YEARLY;BYMONTH=1,6;BYDAY=2MO", start: "20000110T090000", pass: 500, bar: 160),
  Row(rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", start: "20000131T090000", pass: 2_500, bar: 100),
  Row(rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", start: "20000515T090000", pass: 250, bar: 140),
  Row(rule: "FREQ=HOURLY;INTERVAL=5", start: "20000103T090000", pass: 10_000, bar: 100),
]
let total = 10_000

if let index = CommandLine.arguments.firstIndex(of: WholeProcess.argument) {
  try WholeProcess.run(Array(CommandLine.arguments[(index + 1)...]))
  exit(0)
}
var isBelowBar = false

func stop(_ reason: String) -> Never {
  print(reason)
  exit(1)
}

@MainActor
func report(_ name: String, _ ours: Double, _ bulk: Double?, _ libical: Double, bar: Double) {
  func millions(_ seconds: Double) -> String {
    let rate = Double(total) / seconds / 1e6
    return rate < 10 ? "\((rate * 100).rounded() / 100)" : "\(Int(rate.rounded()))"
  }
  let ratio = libical / ours
  if ratio < bar { isBelowBar = true }
  print(
    column(millions(ours), 8), column(bulk.map(millions) ?? "", 8), column(millions(libical), 9),
    column("\(Int(ratio.rounded()))×", 8), column("\(Int(bar))×", 6), " ", name,
    ratio < bar ? " BELOW THE BAR" : "")
}

print(
  "million occurrences a second, one at a time and in bulk, libical, the ratio of the first to it, and its bar\n"
)
print(column("Almanac", 8), column("bulk", 8), column("libical", 9), column("ratio", 8), column("bar", 6))
for row in rows {
  let rule = try RecurrenceRule(row.rule)
  let start = try CivilDateTime(row.start)
  let libical = Libical(rule: row.rule, start: row.start)
  let ours = rule.occurrences(from: start).prefix(row.pass).reduce(Int64(0)) { $0 &+ $1.secondsSinceEpoch }
  guard ours == libical.checksum(row.pass) else { stop("\(row.rule): the occurrences differ") }

  let times = measureInTurns([
    {
      for _ in 0..<(total / row.pass) {
        var left = row.pass
        for time in rule.occurrences(from: start) {
          keep(time.secondsSinceEpoch)
          left -= 1
          if left == 0 { break }
        }
      }
    },
    {
      for _ in 0..<(total / row.pass) { keep(Int64(rule.occurrences(from: start).collect(row.pass).count)) }
    },
    { for _ in 0..<(total / row.pass) { libical.expand(row.pass) } },
  ])
  report(row.rule, times[0], times[1], times[2], bar: row.bar)
}

// To instants in a zone.
let madrid = try Zone("Europe/Madrid")
let weekly = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,WE,FR")
let zonedSet = RecurrenceSet(
  start: .zoned(try CivilDateTime("19900101T090000").in(madrid)), Recurrence([weekly]))
let zonedLibical = Libical(
  rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR", start: "19900101T090000", zone: "Europe/Madrid")
let zonedSum = RecurrenceExpansion(zonedSet).instants().prefix(total).reduce(Int64(0)) {
  $0 &+ $1.secondsSinceEpoch
}
guard zonedSum == zonedLibical.checksum(total) else { stop("zoned: the occurrences differ") }
let zoned = measureInTurns([
  {
    var left = total
    for instant in RecurrenceExpansion(zonedSet).instants() {
      keep(instant.secondsSinceEpoch)
      left -= 1
      if left == 0 { break }
    }
  },
  { keep(zonedLibical.checksum(total)) },
])
report("weekly in Europe/Madrid, to instants", zoned[0], nil, zoned[1], bar: 100)

// A week of a rule that started 36 years before.
print("\nnanoseconds for one week, 36 years after the start: Almanac, libical with its own seek\n")
for row in rows + [
  Row(rule: "FREQ=DAILY;INTERVAL=3;BYMONTH=5;BYDAY=MO,TU", start: "20000103T090000", pass: 0, bar: 0)
] {
  let sequence = try RecurrenceRule(row.rule).occurrences(from: CivilDateTime(row.start))
  let from = try CivilDateTime("20360504T000000")
  let upTo = try CivilDateTime("20360511T000000")
  let libical = Libical(rule: row.rule, start: row.start)
  let times = measureInTurns([
    { for time in sequence.occurrences(in: from..<upTo) { keep(time.secondsSinceEpoch) } },
    { keep(Int64(libical.window("20360504T000000", "20360511T000000"))) },
  ])
  print(column("\(Int(times[0] * 1e9))", 8), column("\(Int(times[1] * 1e9))", 10), " ", row.rule)
}

print(
  "\nmilliseconds of CPU of a whole process that expands \(WholeProcess.occurrences) occurrences: Almanac, libical, nothing\n"
)
for rule in ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=HOURLY;INTERVAL=5"] {
  let times = ["almanac", "libical", "nothing"].map { WholeProcess.median($0, rule, "20000103T090000") }
  let texts = times.map { $0.map { "\(Double(Int($0 * 1e4)) / 10)" } ?? "failed" }
  print(column(texts[0], 8), column(texts[1], 10), column(texts[2], 8), " ", rule)
}

if isBelowBar, CommandLine.arguments.contains("--check") { stop("a ratio is below its bar") }
