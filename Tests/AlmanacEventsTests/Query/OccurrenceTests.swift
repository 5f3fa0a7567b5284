import AlmanacEvents
import AlmanacTime
import Testing

/// An occurrence says what it was made of, however its times and its item's are related.
@Suite struct OccurrenceTests {
  private static func times() throws -> [EventTime] {
    let local = try CivilDateTime("2026-03-29T02:30:00")
    let madrid = Samples.madrid
    return [
      .date(local.date), .floating(local), .zoned(local.in(madrid)), .zoned(local.in(Samples.newYork)),
      .utc(local.in(madrid).instant), .date(.min), .date(.max), .floating(.min), .floating(.max),
      .zoned(ZonedDateTime(unchecked: .max, in: madrid, at: Instant(secondsSinceEpoch: 0))),
    ]
  }

  @Test func everyFormOfTimesIsKept() throws {
    let times = try Self.times()
    let viewer = try Zone("Asia/Kathmandu")
    var all: Set<Occurrence> = []
    for own in times {
      let event = Event("any", at: own, uid: "any")
      for start in times {
        for end in times {
          for id in times.map(Optional.some) + [nil, start] {
            let occurrence = Occurrence(event, from: start, to: end, recurrenceID: id, calendar: 3)
            #expect(occurrence.start == start)
            #expect(occurrence.end == end)
            #expect(occurrence.recurrenceID == id)
            #expect(occurrence.isAllDay == start.isDate)
            let from = start.instant(in: viewer)
            #expect(occurrence.interval(in: viewer) == from..<max(from, end.instant(in: viewer)))
            all.insert(occurrence)
          }
        }
      }
    }
    // Equal only where all that was given is.
    #expect(all.count == times.count * times.count * times.count * (times.count + 1))
  }

  @Test func aToDoWithoutAStartIsOnTheClockOfWhatItIsDue() throws {
    let due = try Samples.madrid("2026-10-25T02:30:00")
    let essay = Todo("Essay", due: due, uid: "e")
    for other in [due, try Samples.local("2026-10-25T02:30:00").in(Samples.newYork)] {
      let occurrence = Occurrence(essay, from: .zoned(due), to: .zoned(other))
      #expect(occurrence.start == .zoned(due))
      #expect(occurrence.end == .zoned(other))
    }
  }
}
