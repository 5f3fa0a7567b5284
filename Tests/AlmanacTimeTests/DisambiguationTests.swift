import AlmanacTime
import Testing

/// A wall-clock time with what each choice gives; `refuse` says whether it is refused.
struct Reading: CustomTestStringConvertible {
  let zone: String
  let local: String
  let compatible, earlier, later: String
  var refuse = true

  var testDescription: String { "\(zone) \(local)" }
}

@Suite("Gaps and folds")
struct DisambiguationTests {
  static let readings = [
    Reading(
      zone: "Europe/Madrid", local: "2026-03-29T02:30", compatible: "2026-03-29T01:30Z",
      earlier: "2026-03-29T00:30Z", later: "2026-03-29T01:30Z"),
    Reading(
      zone: "Europe/Madrid", local: "2026-10-25T02:30", compatible: "2026-10-25T00:30Z",
      earlier: "2026-10-25T00:30Z", later: "2026-10-25T01:30Z"),
    Reading(
      zone: "Europe/Madrid", local: "2026-03-29T03:00", compatible: "2026-03-29T01:00Z",
      earlier: "2026-03-29T01:00Z", later: "2026-03-29T01:00Z", refuse: false),
    Reading(
      zone: "Europe/Madrid", local: "2026-10-25T03:00", compatible: "2026-10-25T02:00Z",
      earlier: "2026-10-25T02:00Z", later: "2026-10-25T02:00Z", refuse: false),
    Reading(  // a gap at midnight
      zone: "America/Sao_Paulo", local: "2018-11-04T00:30", compatible: "2018-11-04T03:30Z",
      earlier: "2018-11-04T02:30Z", later: "2018-11-04T03:30Z"),
    Reading(
      zone: "America/Sao_Paulo", local: "2018-02-17T23:30", compatible: "2018-02-18T01:30Z",
      earlier: "2018-02-18T01:30Z", later: "2018-02-18T02:30Z"),
    Reading(  // half an hour
      zone: "Australia/Lord_Howe", local: "2026-10-04T02:15", compatible: "2026-10-03T15:45Z",
      earlier: "2026-10-03T15:15Z", later: "2026-10-03T15:45Z"),
    Reading(
      zone: "Australia/Lord_Howe", local: "2026-04-05T01:45", compatible: "2026-04-04T14:45Z",
      earlier: "2026-04-04T14:45Z", later: "2026-04-04T15:15Z"),
    Reading(  // a quarter of an hour, once
      zone: "Asia/Kathmandu", local: "1986-01-01T00:07", compatible: "1985-12-31T18:37Z",
      earlier: "1985-12-31T18:22Z", later: "1985-12-31T18:37Z"),
    Reading(  // negative daylight saving
      zone: "Europe/Dublin", local: "2026-03-29T01:30", compatible: "2026-03-29T01:30Z",
      earlier: "2026-03-29T00:30Z", later: "2026-03-29T01:30Z"),
    Reading(
      zone: "Europe/Dublin", local: "2026-10-25T01:30", compatible: "2026-10-25T00:30Z",
      earlier: "2026-10-25T00:30Z", later: "2026-10-25T01:30Z"),
    Reading(  // a whole day
      zone: "Pacific/Apia", local: "2011-12-30T12:00", compatible: "2011-12-30T22:00Z",
      earlier: "2011-12-29T22:00Z", later: "2011-12-30T22:00Z"),
    Reading(  // two hours
      zone: "Antarctica/Troll", local: "2026-03-29T02:00", compatible: "2026-03-29T02:00Z",
      earlier: "2026-03-29T00:00Z", later: "2026-03-29T02:00Z"),
    Reading(
      zone: "Antarctica/Troll", local: "2026-10-25T02:00", compatible: "2026-10-25T00:00Z",
      earlier: "2026-10-25T00:00Z", later: "2026-10-25T02:00Z"),
    Reading(  // the last Sunday of March by the rule
      zone: "Europe/Madrid", local: "9000-03-30T02:30", compatible: "9000-03-30T01:30Z",
      earlier: "9000-03-30T00:30Z", later: "9000-03-30T01:30Z"),
  ]

  @Test("Each choice in each kind of gap and fold", arguments: readings)
  func choices(reading: Reading) throws {
    let zone = try Zone(reading.zone)
    let local = try CivilDateTime(reading.local)
    #expect(try zone.instant(of: local, .compatible) == Instant(reading.compatible))
    #expect(try zone.instant(of: local, .earlier) == Instant(reading.earlier))
    #expect(try zone.instant(of: local, .later) == Instant(reading.later))
    #expect(try zone.instant(of: local) == Instant(reading.compatible))
    if reading.refuse {
      let error = #expect(throws: TimeError.self) { try zone.instant(of: local, .refuse) }
      #expect(error?.code == (reading.compatible == reading.later ? .skippedTime : .ambiguousTime))
    } else {
      #expect(try zone.instant(of: local, .refuse) == Instant(reading.compatible))
    }
  }

  @Test(
    "Offsets with seconds, before the standard zones and long after",
    arguments: [
      ("Africa/Monrovia", "1971-12-31T00:00:00Z", -2670), ("Africa/Monrovia", "1972-01-08T00:00:00Z", 0),
      ("Africa/Monrovia", "1881-12-31T00:00:00Z", -2588), ("Europe/Madrid", "1890-01-01T00:00:00Z", -884),
      ("Europe/Madrid", "-009999-06-01T00:00:00Z", -884), ("Europe/Amsterdam", "1850-01-01T00:00:00Z", 1172),
      ("America/Scoresbysund", "2024-03-30T00:00:00Z", -3600),
      ("America/Scoresbysund", "2024-04-01T00:00:00Z", -3600),
      ("America/Scoresbysund", "2025-01-01T00:00:00Z", -7200),
      ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700), ("Australia/Eucla", "2026-01-01T00:00:00Z", 31_500),
      ("Pacific/Kiritimati", "2026-01-01T00:00:00Z", 50_400), ("Europe/Madrid", "9999-07-01T00:00:00Z", 7200),
    ])
  func offsets(zone: String, instant: String, offset: Int) throws {
    #expect(try Zone(zone).offset(at: Instant(instant)) == offset)
  }

  @Test("A time in a gap occurs later, with its digits unchanged")
  func gapKeepsDigits() throws {
    let skipped = try CivilDateTime("2026-03-29T02:30").in(Zone("Europe/Madrid"))
    #expect(try skipped.local == CivilDateTime("2026-03-29T02:30"))
    #expect(skipped.description == "2026-03-29T03:30:00+02:00[Europe/Madrid]")
    #expect(try skipped.adding(.days(1)).local == CivilDateTime("2026-03-30T02:30"))
    #expect(try skipped.adding(.hours(1)).local == CivilDateTime("2026-03-29T04:30"))
  }
}
