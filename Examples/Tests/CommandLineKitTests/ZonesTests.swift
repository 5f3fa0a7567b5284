import CommandLineKit
import Testing

@Suite("zones")
struct ZonesTests {
  @Test("without a name lists the names of the database")
  func list() throws {
    let run = try AlmanacRun("zones")
    #expect(run.status == .done)
    #expect(run.lines.contains("Europe/Madrid"))
    #expect(run.lines == run.lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test("prints the rule and the next changes of a zone, whatever the case of its name")
  func madrid() throws {
    let run = try AlmanacRun("zones", "europe/madrid", "--now", "2026-03-02T09:00:00Z", "--changes", "2")
    #expect(
      run.output == """
        name     Europe/Madrid
        now      2026-03-02T10:00:00  +01:00 CET
        rule     CET-1CEST,M3.5.0,M10.5.0/3
        changes  2026-03-29T01:00:00Z  2026-03-29T02:00:00 CET -> 2026-03-29T03:00:00 +02:00 CEST (daylight saving)
                 2026-10-25T01:00:00Z  2026-10-25T03:00:00 CEST -> 2026-10-25T02:00:00 +01:00 CET

        """)
  }

  @Test(
    "finds the zone of a name that calendars write, and prints by which step",
    arguments: [
      ("W. Europe Standard Time", "Europe/Berlin", "Windows name"),
      ("(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "Europe/Berlin", "Windows name"),
      ("(UTC+01:00) Bruselas, Copenhague, Madrid, París", "Europe/Paris", "Windows name"),
      ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin", "IANA name, spelled otherwise"),
      ("GMT+0200", "+02:00", "offset in the name"),
    ])
  func ladder(name: String, zone: String, step: String) throws {
    let run = try AlmanacRun("zones", name)
    #expect(run.lines.prefix(2) == ["name     \(zone)", "found by \(step)"], "\(run.errors)")
    #expect(try AlmanacRun("zones", "Nowhere Standard Time").status == .usage)
  }

  @Test("prints which zone a name links to")
  func link() throws {
    let run = try AlmanacRun("zones", "Asia/Calcutta", "--format", "json")
    #expect(run.output.contains(#""name":"Asia/Calcutta","canonicalName":"Asia/Kolkata""#))
    #expect(run.output.contains(#""changes":[]"#))
  }
}
