import AlmanacFoundation
import AlmanacRecurrence
import AlmanacTime
import Foundation
import Testing

@Suite("Rules to and from Foundation")
struct RuleConversionTests {
  static let rules = [
    "FREQ=DAILY;COUNT=10", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU", "FREQ=MONTHLY;BYDAY=-1FR,2MO",
    "FREQ=MONTHLY;UNTIL=20261231T225959Z;BYMONTHDAY=1,-1", "FREQ=YEARLY;BYMONTH=3,11;BYSETPOS=1",
    "FREQ=HOURLY;BYMINUTE=0,30;BYHOUR=9", "RSCALE=HEBREW;FREQ=YEARLY;BYMONTHDAY=8;BYMONTH=5L,6;SKIP=FORWARD",
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=4L,5", "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
    "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20", "FREQ=YEARLY;BYYEARDAY=100,-1",
    "RSCALE=COPTIC;FREQ=YEARLY;BYMONTH=13",
  ]

  @Test("There and back", arguments: rules)
  func roundTrip(text: String) throws {
    guard #available(macOS 15.4, iOS 18.4, *) else { return }
    let rule = try RecurrenceRule(text)
    let converted = try Calendar.RecurrenceRule(rule, in: Zone("Europe/Madrid"))
    #expect(try RecurrenceRule(converted).description == rule.description)
  }

  /// Shapes that Foundation expands as RFC 5545 says.
  static let sameInstances = [
    "FREQ=DAILY;INTERVAL=3;COUNT=10", "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=12",
    "FREQ=MONTHLY;BYMONTHDAY=2;COUNT=12", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2;COUNT=5",
    "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260601T000000Z", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=12",
    "FREQ=MONTHLY;BYDAY=1MO,3SU;COUNT=12", "FREQ=MONTHLY;BYDAY=2TU,-2TH;COUNT=12",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=12", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=5,2",
    "FREQ=MONTHLY;BYMONTHDAY=1,15,28;BYSETPOS=-1", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1",
  ]

  @Test("Foundation finds the same instances", arguments: sameInstances)
  func instances(text: String) throws {
    let zone = try Zone("Europe/Madrid")
    let start = try CivilDateTime("2026-03-02T09:00").in(zone)
    let rule = try RecurrenceRule(text)
    let theirs = try Calendar.RecurrenceRule(rule, in: zone).recurrences(of: Date(start.instant))
    let ours = rule.occurrences(from: .zoned(start)).map { Date(zone.instant(of: $0)) }
    #expect(theirs.prefix(20).elementsEqual(ours.prefix(20)))
  }

  @Test("UNTIL becomes an instant in the zone")
  func until() throws {
    guard #available(macOS 15.4, iOS 18.4, *) else { return }
    let zone = try Zone("Europe/Madrid")
    for (text, instant) in [
      ("FREQ=DAILY;UNTIL=20260630", "2026-06-30T21:59:59Z"),
      ("FREQ=DAILY;UNTIL=20260630T120000", "2026-06-30T10:00:00Z"),
      ("FREQ=DAILY;UNTIL=20260630T120000Z", "2026-06-30T12:00:00Z"),
    ] {
      let converted = try Calendar.RecurrenceRule(RecurrenceRule(text), in: zone)
      #expect(converted.end.date == Date(try Instant(instant)))
    }
  }

  @Test("A rule that cannot be expressed is refused with the part at fault")
  func faults() throws {
    func fault(_ text: String) throws -> ConversionError? {
      let rule = try RecurrenceRule(text)
      do throws(ConversionError) {
        _ = try Calendar.RecurrenceRule(rule, in: .utc)
        return nil
      } catch {
        return error
      }
    }
    #expect(try fault("FREQ=SECONDLY")?.field == "FREQ")
    // Foundation takes the last of the first Monday to the first Friday for the last working day.
    #expect(try fault("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1")?.field == "BYSETPOS")
    #expect(try fault("FREQ=YEARLY;BYDAY=MO;BYMONTH=3;BYSETPOS=2")?.field == "BYSETPOS")
    #expect(try fault("RSCALE=KLINGON;FREQ=YEARLY")?.code == .unknownCalendar)
    #expect(try fault("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=3L")?.field == "BYMONTH")
    guard #available(macOS 15.4, iOS 18.4, *) else { return }
    let next = Calendar.RecurrenceRule(
      calendar: .init(identifier: .gregorian), frequency: .monthly, matchingPolicy: .nextTime)
    #expect(throws: ConversionError.self) { try RecurrenceRule(next) }
    let daily = Calendar.RecurrenceRule(
      calendar: .init(identifier: .gregorian), frequency: .daily, matchingPolicy: .nextTime)
    #expect(try RecurrenceRule(daily).description == "FREQ=DAILY")
  }
}
