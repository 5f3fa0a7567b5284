import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Measuring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// What a calendar of 100 000 events answers, how fast, and the same among a million; the month also as a ratio to
// libical's scan of the same text in the same run. Each row is printed beside its bar; the run fails only when a ratio
// misses its bar by half.
//
//     swift run -c release --package-path Benchmarks EventsBenchmark [FILE.ics] [--small] [--loop day|full|month|next|edit]

let arguments = CommandLine.arguments.dropFirst()
let path = arguments.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
let loop = arguments.firstIndex(of: "--loop").flatMap {
  $0 + 1 < arguments.endIndex ? arguments[$0 + 1] : "day"
}
/// How many times libical's speed is asked for.
let libicalBar = 250.0

func bytes(ofFile path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var all: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    let count = fread(&block, 1, block.count, file)
    if count == 0 { return all }
    all += block[..<count]
  }
}

func read(_ text: [UInt8]) throws -> EventCalendar {
  try ICSDocument(parsing: text).calendars.first ?? EventCalendar()
}

func textBytes(_ item: Item) -> Int {
  let texts = [item.uid, item.summary, item.details, item.location] + item.categories
  return texts.reduce(0) { $0 + $1.utf8.count }
}

func measure() throws -> Bool {
  var text = path.flatMap { bytes(ofFile: $0) } ?? []
  if text.isEmpty { text = Array(SampleText.make(events: 100_000)[0].utf8) }
  let before = heapBytes()
  let calendar = try read(text)
  let after = heapBytes()
  let answers = Answers(in: try Zone("Europe/Madrid"))
  if let loop {
    if loop == "edit" {
      keep(Int64(Edits(of: calendar).medians(.one, rounds: 100).add * 1e9))
    } else {
      answers.loop(loop, on: calendar)
    }
    return true
  }
  if let before, let after {
    let own = after - before - calendar.items.reduce(0) { $0 + textBytes($1) }
    print(column("\(own / calendar.count)", 10), "bytes", column("< 700", 5), "  an event beyond its text")
  }
  print("\n\(calendar.count) events\n")
  var report = Report()
  answers.measure(calendar, into: &report)
  Edits(of: calendar).measure(into: &report)

  let scan = LibicalScan(String(decoding: text, as: UTF8.self))
  if let scan, let month = report.microseconds[Answers.monthRow] {
    var found = 0
    let times = measureInTurns(
      rounds: 1, [{ found = scan.count(from: "20260501T000000", upTo: "20260601T000000") }])
    let ratio = times[0] * 1e6 / month
    print(
      column("\(Int(ratio))×", 10), column("> \(Int(libicalBar))×", 11),
      "  the month against libical's scan, \(Int(times[0] * 1e3)) ms (\(found) found)")
    if ratio < libicalBar / 2 { report.fail("the month against libical") }
  }
  if path == nil, !arguments.contains("--small") {
    var million = calendar
    for text in SampleText.make(events: 100_000, decades: 10).dropFirst() {
      million.insert(try read(Array(text.utf8)).items)
    }
    print("\n\(million.count) events, in ten times as many years\n")
    let first = report
    answers.measure(million, into: &report)
    report.compare(with: first, bar: 1.5)
  }
  return !report.isFailed
}

exit(try measure() ? 0 : 1)
