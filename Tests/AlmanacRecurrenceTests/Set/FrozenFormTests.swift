import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Rules in their stored forms")
struct FrozenFormTests {
  @Test("Stored forms decode and re-encode unchanged")
  func forms() throws {
    var forms = try FrozenForms()
    let rules = [
      "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24",
      "FREQ=YEARLY;INTERVAL=2;UNTIL=20301231;BYMONTH=1,6;BYDAY=-1FR;WKST=SU",
      "FREQ=MONTHLY;UNTIL=20301231T090000Z;BYMONTHDAY=-1,13;BYHOUR=9;BYMINUTE=0,30;BYSECOND=0;BYSETPOS=1,-1",
      "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5L;SKIP=BACKWARD", "FREQ=DAILY;BYYEARDAY=100",
      "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    ]
    try forms.check(try rules.map { try RecurrenceRule($0) })
    let start = EventTime.zoned(try CivilDateTime("2026-03-02T09:00").in(try Zone("Europe/Madrid")))
    let later = EventTime.zoned(try CivilDateTime("2026-03-02T11:00").in(try Zone("Europe/Madrid")))
    try forms.check([
      RecurrenceDate(start), RecurrenceDate(start, extent: .end(later)),
      RecurrenceDate(start, extent: .duration(.minutes(90))),
      RecurrenceDate(.date(try CivilDate("2026-03-02"))),
    ])
    let faults = try forms.end()
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
