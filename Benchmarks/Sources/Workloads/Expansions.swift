import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// A rule whose start is its first instance.
private struct Sample {
  var name: String
  var rule: String
  var start: String

  init(_ name: String, _ rule: String, from start: String = "20000103T090000") {
    (self.name, self.rule, self.start) = (name, rule, start)
  }

  static let daily = Sample("expand", "FREQ=DAILY")
  static let weekly = Sample("expand.weekly", "FREQ=WEEKLY;BYDAY=MO,WE,FR")
  /// The rules that peers expand too.
  static let shared = [
    daily, weekly,
    Sample("expand.lastFriday", "FREQ=MONTHLY;BYDAY=-1FR", from: "20000128T090000"),
    Sample("expand.friday13", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", from: "20001013T090000"),
    Sample("expand.twiceAYear", "FREQ=YEARLY;BYMONTH=1,6;BYDAY=2MO", from: "20000110T090000"),
    Sample(
      "expand.lastWeekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", from: "20000131T090000"),
    Sample("expand.weekNumber", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", from: "20000515T090000"),
    Sample("expand.hourly", "FREQ=HOURLY;INTERVAL=5"),
  ]
  /// Rules of other shapes.
  static let others = [
    "FREQ=MINUTELY;INTERVAL=7;BYHOUR=9,10", "FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;BYMONTH=1,2,3", "FREQ=MONTHLY;BYDAY=MO,TU;BYHOUR=9,17;BYSETPOS=1,-1",
    "FREQ=DAILY;INTERVAL=3;BYMONTH=1,6", "FREQ=DAILY;INTERVAL=3;BYMONTH=5;BYDAY=MO,TU",
  ].map { Sample("", $0) }
}

extension Workload {
  static var expansions: [Workload] { peerExpansions + otherExpansions }

  private static var peerExpansions: [Workload] {
    Sample.shared.map { sample in
      Workload(sample.name, growing: 1, from: 1_000) { input in
        try expansion(input.words("\(sample.rule) \(sample.start) \(input.size)"))
      }
    }
  }

  private static var otherExpansions: [Workload] {
    [
      Workload("expand.others", growing: 1, from: 1_000) { input in
        let all = try Sample.others.map {
          try expansion(["\($0.rule)", $0.start, "\(input.size)"]).run
        }
        return Job { all.reduce(0) { $0 &+ $1() } }
      },
      Workload("expand.inBulk", growing: 1, from: 1_000) { input in
        let rules = try Sample.shared.map { try $0.sequence() }
        return Job { rules.reduce(0) { $0 &+ Int64($1.collect(input.size).count) } }
      },
      Workload("zoned", growing: 1, from: 1_000) { input in
        try zonedExpansion(
          input.words("\(Sample.weekly.rule) 19900101T090000 \(input.size) - Europe/Madrid"))
      },
      Workload("window", growing: 0, from: 20, by: 6) { input in
        let year = 1990 + input.size
        return try window(
          input.words("\(Sample.weekly.rule) 19900101T090000 \(year)0504T000000 \(year)0511T000000"))
      },
      // A rule with COUNT is counted to its last instance, by periods.
      Workload("window.counted", growing: 1, from: 20, by: 6) { input in
        let year = 1990 + input.size
        return try window(
          input.words(
            "FREQ=DAILY;COUNT=\(366 * input.size + 500) 19900101T090000 \(year)0504T000000 \(year)0511T000000"
          ))
      },
      Workload("window.everyRule", growing: 0, from: 20, by: 6) { input in
        let from = try CivilDateTime("\(2000 + input.size)0504T000000")
        let all = try (Sample.shared + Sample.others).map { try $0.sequence() }
        return Job {
          all.reduce(0) { $0 &+ sum($1.occurrences(in: from..<from.adding(seconds: 7 * 86_400))) }
        }
      },
    ]
  }

  private static func expansion(_ words: [String]) throws -> Job {
    guard words.count >= 3, let count = Int(words[2]) else { throw UsageError("RULE START COUNT [LAST]") }
    let (rule, start) = (try RecurrenceRule(words[0]), try CivilDateTime(words[1]))
    return Job {
      var (left, sum) = (count, Int64(0))
      for time in rule.occurrences(from: start) {
        sum &+= time.secondsSinceEpoch
        left -= 1
        if left == 0 { break }
      }
      return sum
    }
  }

  private static func zonedExpansion(_ words: [String]) throws -> Job {
    guard words.count == 5, let count = Int(words[2]) else {
      throw UsageError("RULE START COUNT LAST ZONE")
    }
    let set = RecurrenceSet(
      start: .zoned(try CivilDateTime(words[1]).in(Zone(words[4]))),
      Recurrence([try RecurrenceRule(words[0])]))
    return Job {
      var (left, sum) = (count, Int64(0))
      for instant in RecurrenceExpansion(set).instants() {
        sum &+= instant.secondsSinceEpoch
        left -= 1
        if left == 0 { break }
      }
      return sum
    }
  }

  private static func window(_ words: [String]) throws -> Job {
    guard words.count == 4 else { throw UsageError("RULE START FROM UPTO") }
    let (rule, start) = (try RecurrenceRule(words[0]), try CivilDateTime(words[1]))
    let (from, upTo) = (try CivilDateTime(words[2]), try CivilDateTime(words[3]))
    return Job { sum(rule.occurrences(from: start).occurrences(in: from..<upTo)) }
  }

  private static func sum(_ times: RecurrenceSequence) -> Int64 {
    var sum: Int64 = 0
    for time in times { sum &+= time.secondsSinceEpoch }
    return sum
  }
}

extension Sample {
  fileprivate func sequence() throws -> RecurrenceSequence {
    try RecurrenceRule(rule).occurrences(from: CivilDateTime(start))
  }
}
