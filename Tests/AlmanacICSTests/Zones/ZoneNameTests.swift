import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

@Suite("Names of zones as programs write them")
struct ZoneNameTests {
  @Test(
    "Windows' texts in other languages and older forms name their zone",
    arguments: [
      ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
      ("(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
      ("(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "Europe/Berlin"),
      ("Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
      ("(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", "Europe/Berlin"),
      ("(GMT+01:00) Amsterdam, Berlin, Berne, Rome, Stockholm, Vienne", "Europe/Berlin"),
      ("(UTC+01:00) Ámsterdam, Berlín, Berna, Roma, Estocolmo, Viena", "Europe/Berlin"),
      ("(GMT + 1.00 h) Amsterdam, Berlino, Berna, Roma, Stoccolma, Vienna", "Europe/Berlin"),
      ("(GMT+01:00) Brüssel, Kopenhagen, Madrid, Paris", "Europe/Paris"),
      ("(UTC+01:00) Bruxelles, Copenhague, Madrid, Paris", "Europe/Paris"),
      ("(GMT + 1.00 h) Bruxelles, Copenaghen, Madrid, Parigi", "Europe/Paris"),
      ("(UTC+01:00) Bruselas, Copenhague, Madrid, París", "Europe/Paris"),
      ("(GMT) Greenwich Mean Time: Dublin, Edinburgh, Lissabon, London", "Europe/London"),
      ("(GMT) Ora di Greenwich: Dublino, Edimburgo, Lisbona, Londra", "Europe/London"),
      ("(UTC) Dublín, Edimburgo, Lisboa, Londres", "Europe/London"),
      ("(GMT+01:00) Sarajevo, Skopje, Warschau, Zagreb", "Europe/Warsaw"),
      ("(GMT+02:00) Helsinki, Kiew, Riga, Sofia, Tallinn, Vilnius", "Europe/Kiev"),
      ("(UTC+01:00) Belgrado, Bratislava, Budapest, Liubliana, Praga", "Europe/Budapest"),
      ("(GMT-05:00) Eastern Time (USA & Kanada)", "America/New_York"),
      ("(UTC-08:00) Hora del pacífico (EE.UU. y Canadá)", "America/Los_Angeles"),
      ("(GMT+03:00) Moskau, St. Petersburg, Wolgograd", "Europe/Moscow"),
      ("(GMT+05:30) Chennai, Kalkutta, Mumbai, Neu-Delhi", "Asia/Calcutta"),
      ("(GMT+09:00) Osaka, Sapporo, Tokio", "Asia/Tokyo"),
      ("(UTC-05:00) Heure de l\u{2019}Est (É.-U. et Canada)", "America/New_York"),
      ("(UTC-05:00) Est (É.-U. et Canada)", "America/New_York"),
      ("(UTC-05:00) Eastern Time (US &amp; Canada)", "America/New_York"),
      ("(UTC+02:00) E. Europe", "Europe/Chisinau"),
      ("Mitteleuropäische Zeit", "Europe/Berlin"),
      ("W. Europe Standard Time 1", "Europe/Berlin"),
      ("tzone://Microsoft/Utc", "UTC"),
      ("w. europe standard time", "Europe/Berlin"),
      ("W. EUROPE STANDARD TIME 1", "Europe/Berlin"),
      ("(utc+01:00) AMSTERDAM, berlin, Bern, ROME, stockholm, vienna", "Europe/Berlin"),
      (" Romance Standard Time ", "Europe/Paris"),
      ("(UTC+01:00) Amsterdam\\, Berlin\\, Bern\\, Rome\\, Stockholm\\, Vienna", "Europe/Berlin"),
    ])
  func windows(name: String, zone: String) throws {
    var lookup = ZoneNameLookup()
    let looked = lookup.zone(named: name)
    let found = try #require(looked, "\(name)")
    #expect(found.step == .windows)
    #expect(found.zone.hasSameRules(as: try Zone(zone)), "\(found.zone)")
  }

  @Test("The steps of the ladder")
  func steps() throws {
    var lookup = ZoneNameLookup(
      ICSOptions(resolveZone: { $0 == "Room 5" ? Zone(offset: 3600, name: "Room 5") : nil }))
    func zone(_ name: String) -> ZoneNameLookup.Found? { lookup.zone(named: name) }
    #expect(zone("Europe/Berlin")?.step == .name)
    #expect(zone("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin")?.step == .spelling)
    #expect(zone("america/new york")?.zone.name == "America/New_York")
    #expect(zone("Europe/Berlin ")?.step == .spelling)
    #expect(zone("Europe/Berlin ")?.zone.name == "Europe/Berlin")
    #expect(zone("Room 5")?.step == .hook)
    #expect(zone("(UTC+05:30) Nowhere at all")?.zone.fixedOffset == 19_800)
    #expect(zone("(GMT - 3.30 h) Nowhere")?.zone.fixedOffset == -12_600)
    #expect(zone("GMT+530")?.zone.fixedOffset == 19_800 && zone("UTC-5")?.zone.fixedOffset == -18_000)
    for name in [
      "", "Customized Time Zone", "tzone://Microsoft/Custom", "UTC+5.5", "(", ",,,", "Berlin, Tokyo",
    ] {
      #expect(zone(name) == nil, "\(name)")
    }
  }

  @Test(
    "What lies beside the zones of a system's database is no name; a name of its copies is that of the zone")
  func copies() throws {
    var lookup = ZoneNameLookup()
    for name in ["localtime", "posixrules", "Factory", "factory", "right/UTC", "posix/EST5EDT"] {
      #expect(lookup.zone(named: name) == nil, "\(name)")
    }
    // The copies with leap seconds are 27 seconds off.
    for name in ["right/Europe/Berlin", "posix/Europe/Berlin"] {
      let looked = lookup.zone(named: name)
      let found = try #require(looked)
      #expect(try found.step == .spelling && found.zone == Zone("Europe/Berlin"))
    }
    let document = try ICSDocument(parsing: event("DTSTART;TZID=localtime:20260702T090000"))
    #expect(document.codes == ["unknown_zone"])
  }

  @Test(
    "An offset beside a place that nothing explains is a guess about the other half of the year",
    arguments: [
      ("(UTC+02:00) Nowhere at all", Diagnostic.Severity.warning), ("(UTC+02:00)", .note),
      ("GMT+0200", .note),
    ])
  func offsets(name: String, severity: Diagnostic.Severity) throws {
    let document = try ICSDocument(parsing: event("DTSTART;TZID=\"\(name)\":20260310T100000"))
    let told = try #require(document.diagnostics.first)
    #expect(document.codes == ["zone_name"])
    #expect(told.severity == severity && told.uid == "1" && told.property == "DTSTART")
    #expect(told.repair.hasPrefix("read as +02:00"))
  }

  @Test(
    "A zone of one's own means what the file defines",
    arguments: ["Customized Time Zone", "tzone://Microsoft/Custom"])
  func custom(name: String) throws {
    let text = calendar(
      ["BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0545"]
        + ["TZOFFSETTO:+0545", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1"]
        + ["DTSTAMP:20260101T000000Z", "DTSTART;TZID=\"\(name)\":20260310T100000", "END:VEVENT"])
    let document = try ICSDocument(parsing: text)
    #expect(document.diagnostics.filter { $0.severity > .note } == [])
    #expect(try document.onlyEvent().start.instant(in: .utc) == utc("2026-03-10T04:15:00"))
  }

  /// A TZID is TEXT in a VTIMEZONE, with a comma escaped, and a parameter elsewhere, in quotes where it has a comma
  /// (RFC 5545 §3.1, §3.2.19, §3.3.11); programs mix the two up.
  @Test(
    "Quotes, escapes and blanks do not part a time from its VTIMEZONE",
    arguments: [
      (#""Foo""#, "Foo"), (#"" "Foo" ""#, "Foo"), (#""Foo""#, #""Foo""#), (#""Foo""#, "^'Foo^'"),
      ("Foo", "^'Foo^'"), ("Foo", "Foo "),
      (#"(A\, B)"#, #""(A, B)""#), (#"(A\, B)"#, #"(A\, B)"#), (#"(A\, B)"#, #""(A\, B)""#),
      ("(A, B)", #""(A, B)""#),
      (#"A\\B"#, #"A\B"#), (#"A\\B"#, #"A\\B"#),
    ], [true, false])
  func sameName(names: (defined: String, used: String), zoneFirst: Bool) throws {
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:" + names.defined, "BEGIN:STANDARD", "DTSTART:16010101T000000",
      "TZOFFSETFROM:+0545", "TZOFFSETTO:+0545", "END:STANDARD", "END:VTIMEZONE",
    ]
    let event = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\(names.used):20260310T100000",
      "END:VEVENT",
    ]
    let document = try ICSDocument(parsing: calendar(zoneFirst ? zone + event : event + zone))
    #expect(document.diagnostics.filter { $0.severity > .note } == [])
    #expect(try document.onlyEvent().start.instant(in: .utc) == utc("2026-03-10T04:15:00"))
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(again.diagnostics == [])
    #expect(try again.onlyEvent().start.instant(in: .utc) == utc("2026-03-10T04:15:00"))
  }
}
