import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Times in their stored forms")
struct FrozenFormTests {
  @Test("Stored forms decode and re-encode unchanged")
  func forms() throws {
    var forms = try FrozenForms()
    let madrid = try Zone("Europe/Madrid")
    let local = try CivilDateTime("2026-03-02T09:05:07")
    try forms.check(local.date)
    try forms.check(local.time)
    try forms.check(local)
    try forms.check(try YearMonth(2026, 3))
    try forms.check(CalendarDuration.weeks(2))
    try forms.check(-CalendarDuration.minutes(90), as: "CalendarDuration, negative")
    try forms.check(try Instant("2026-03-02T08:05:07Z"))
    try forms.check(Weekday.allCases)
    try forms.check(madrid)
    try forms.check(Zone.utc, as: "Zone, UTC")
    try forms.check(Zone(offset: -12_600), as: "Zone, offset")
    try forms.check(local.in(madrid))
    try forms.check([
      EventTime.date(local.date), .floating(local), .zoned(local.in(madrid)), .zoned(local.in(.utc)),
    ])
    let phase = ZonePhase(offset: 3600, isDaylight: false, abbreviation: "A")
    let summer = ZoneTransition(
      try Instant("2026-03-29T01:00:00Z"), ZonePhase(offset: 7200, isDaylight: true, abbreviation: "B"))
    try forms.check(ZoneRules(Zone(name: "Our [own] clocks", initial: phase, transitions: [summer])))
    try forms.check(
      ZoneRules(try Zone(name: "+Rule", posix: "AAA-1BBB,M3.5.0,M10.5.0/3")), as: "ZoneRules, POSIX")
    try forms.checkSchema(ZoneRules(Zone(name: "Our [own] clocks", initial: phase, transitions: [summer])))
    let faults = try forms.end()
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
