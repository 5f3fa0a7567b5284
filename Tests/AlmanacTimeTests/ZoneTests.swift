import AlmanacTime
import Synchronization
import Testing

@Suite("Zones and their database")
struct ZoneTests {
  @Test("A caching database reads the file of a zone once, and looks up an unknown name each time")
  func caching() throws {
    let reads = Mutex<[String]>([])
    let zones = ZoneDatabase { name in
      reads.withLock { $0.append(name) }
      return name == "Test/Madrid" ? ZoneFileTests.madrid.bytes : nil
    }.caching()
    for _ in 0..<3 {
      #expect(try zones.zone(named: "Test/Madrid").name == "Test/Madrid")
      #expect(throws: TimeError.self) { try zones.zone(named: "Test/None") }
    }
    #expect(reads.withLock { $0.count { $0 == "Test/Madrid" } } == 1)
    #expect(reads.withLock { Set($0) } == ["Test/Madrid", "Test/None"])
  }

  /// Samoa skipped a day in 2011.
  @Test(
    "A transition by more than a day is dropped, so that each day begins before it ends",
    arguments: [(-12, 12, 1), (12, -12, 1), (-12, 13, 0), (-18, 18, 0)])
  func longTransition(hoursBefore: Int, hoursAfter: Int, count: Int) throws {
    func phase(_ hours: Int) -> ZonePhase {
      ZonePhase(offset: hours * 3_600, isDaylight: false, abbreviation: "X")
    }
    let onset = try Instant("2026-03-01T12:00:00Z")
    let zone = Zone(
      name: "X", initial: phase(hoursBefore), transitions: [ZoneTransition(onset, phase(hoursAfter))])
    #expect(Array(zone.transitions(in: onset..<onset.adding(seconds: 1))).count == count)
    let first = try CivilDate("2026-02-26")
    for day in (0..<8).map({ first.adding(days: $0) }) {
      #expect(zone.instant(of: day.startOfDay) <= zone.instant(of: day.adding(days: 1).startOfDay))
    }
  }

  @Test("A caching database reads its list of names once, for all callers")
  func cachingNames() {
    let reads = Mutex(0)
    let zones = ZoneDatabase(
      index: {
        reads.withLock { $0 += 1 }
        return Array("Z Test/Madrid 0 - X".utf8)
      }, read: { _ in nil }
    ).caching()
    #expect(reads.withLock { $0 } == 0)
    for database in [zones, zones, zones.adding([Zone(offset: 3600, name: "Home")])] {
      #expect(database.names().all == ["Test/Madrid"])
    }
    #expect(reads.withLock { $0 } == 1)
  }

  @Test("Fixed offsets and their names")
  func fixed() {
    #expect(Zone(offset: 3600).name == "+01:00" && Zone(offset: -12_600).name == "-03:30")
    #expect(Zone(offset: -884).name == "-00:14:44" && Zone(offset: 0).name == "+00:00")
    #expect(Zone(offset: 3600).fixedOffset == 3600 && Zone.utc.fixedOffset == 0)
    #expect(Zone(offset: 3600, name: "Home").name == "Home")
    #expect(Zone(offset: 3600, name: "Home") != Zone(offset: 3600))
    #expect(Zone(offset: 3600, name: "Home").hasSameRules(as: Zone(offset: 3600)))
    for number in extremes where !(-86_400...86_400).contains(number) {
      #expect(Zone(offset: number).fixedOffset == (number < 0 ? -86_399 : 86_399))
      #expect(ZonePhase(offset: number, isDaylight: false, abbreviation: "X").offset.magnitude == 93_599)
      #expect(Zone.offsetName(number) == (number < 0 ? "-25:59:59" : "+25:59:59"))
    }
  }

  @Test("A zone of explicit transitions")
  func made() throws {
    let winter = ZonePhase(offset: 3600, isDaylight: false, abbreviation: "CET")
    let summer = ZonePhase(offset: 7200, isDaylight: true, abbreviation: "CEST")
    let spring = try Instant("2026-03-29T01:00:00Z")
    let autumn = try Instant("2026-10-25T01:00:00Z")
    let zone = Zone(
      name: "File", initial: winter, transitions: [.init(autumn, winter), .init(spring, summer)])
    #expect(zone.fixedOffset == nil && zone.posixRule == nil)
    #expect(zone.offset(at: spring) == 7200 && zone.offset(at: spring.adding(seconds: -1)) == 3600)
    #expect(zone.offset(at: autumn) == 3600)
    #expect(zone.nextTransition(after: spring)?.instant == autumn)
    #expect(zone.nextTransition(after: autumn) == nil)
    #expect(zone.lastTransition(notAfter: autumn)?.instant == autumn)
    #expect(zone.lastTransition(notAfter: autumn.adding(seconds: -1))?.phase == summer)
    #expect(zone.lastTransition(notAfter: spring.adding(seconds: -1)) == nil)
    #expect(zone.transitions(in: spring..<autumn).map { $0.instant } == [spring])
    // The same year from the rule: equal while both have transitions, not after.
    #expect(!zone.hasSameRules(as: try Zone("Europe/Madrid")))
    let repeating = Zone(
      name: "File", initial: winter, transitions: [.init(spring, summer), .init(autumn, winter)],
      repeats: true)
    #expect(repeating.offset(at: spring.adding(seconds: 146_097 * 86_400)) == 7200)
  }

  @Test("Zones are the same by their rules, whatever form these were given in")
  func sameness() throws {
    let berlin = try Zone(name: "A", posix: "CET-1CEST,M3.5.0,M10.5.0/3")
    let other = try Zone(name: "A", posix: "XXX-1YYY,M3.5.0/2,M10.5.0/3")
    #expect(berlin == other && berlin.hashValue == other.hashValue)
    #expect(!berlin.hasSameRules(as: try Zone(name: "A", posix: "CET-1CEST,M3.5.0,M10.4.0/3")))
    #expect(try !berlin.hasSameRules(as: Zone("Europe/Berlin")))  // which had other rules before
    #expect(try Zone("Europe/Berlin").named("Home").hasSameRules(as: Zone("Europe/Berlin")))
  }

  @Test("Names that could leave the database never reach its source")
  func hygiene() {
    let zones = ZoneDatabase { name in
      Issue.record("asked for \(name)")
      return nil
    }
    for name in [
      "", "/", "Europe/", "/etc/passwd", "../../etc/passwd", "Europe/../Madrid", "Europe//Madrid", ".", "..",
      "Europe/Madrid\0", "Europe Madrid", "Europe\\Madrid", "Évian", "tzdata.zi", "A%2F", "~", "$HOME",
      String(repeating: "a", count: 101), String(repeating: "a/", count: 50),
    ] {
      expectFault(.unknownZone, at: 0, name) { (text) throws(TimeError) in try zones.zone(named: text) }
    }
  }

  @Test("The system's database: folders, missing names and other files are unknown zones")
  func system() throws {
    // The last ones are files beside the zones.
    for name in [
      "Europe", "Europe/Nowhere", "zone1970", "leapseconds", "europe-madrid", "localtime", "posixrules",
      "Factory",
      "posix/Europe/Madrid", "right/Europe/Madrid",
    ] {
      expectFault(.unknownZone, at: 0, name) { (text) throws(TimeError) in try Zone(text) }
    }
    #expect(try Zone("UTC") == .utc && Zone("Z") == .utc && Zone("Etc/UTC") == .utc)
    #expect(try Zone("Etc/GMT+5").fixedOffset == -18_000)
    #expect(try Zone("Europe/Madrid") == Zone("Europe/Madrid"))
  }

  @Test("A given source is asked, and its damage is reported")
  func source() throws {
    let zones = ZoneDatabase { name in
      name == "Good/Zone" ? ZoneFileTests.madrid.bytes : name == "Bad/Zone" ? Array("TZif2".utf8) : nil
    }
    #expect(try zones.zone(named: "Good/Zone").name == "Good/Zone")
    expectFault(.badZoneData, at: 5, "Bad/Zone") { (text) throws(TimeError) in try zones.zone(named: text) }
    expectFault(.unknownZone, at: 0, "Europe/Madrid") { (text) throws(TimeError) in
      try zones.zone(named: text)
    }
    #expect(zones.names().all.isEmpty)
  }

  @Test("Names, links and spelling from a list of either kind")
  func names() {
    let compiled = """
      # version 2026a
      R E 1977 1980 - Ap Su>=1 1u 1 S
      Z Asia/Kolkata 5:53:28 - LMT 1854 Jun 28
      5:53:20 - HMT 1870
      Z Europe/Paris 0:9:21 - LMT 1891 Mar 16
      L Asia/Kolkata Asia/Calcutta
      L Asia/Calcutta Old/Calcutta
      L Loop/B Loop/A
      L Loop/A Loop/B
      L Europe/Paris ../../etc/passwd
      L Europe/Paris posixrules
      Z Factory 0 - -00
      Z
      """
    let names = ZoneNames(tzdata: Array(compiled.utf8))
    #expect(
      names.all == ["Asia/Calcutta", "Asia/Kolkata", "Europe/Paris", "Loop/A", "Loop/B", "Old/Calcutta"])
    #expect(names.canonicalName(of: "old/CALCUTTA") == "Asia/Kolkata")
    #expect(names.canonicalName(of: "Europe/Paris") == "Europe/Paris")
    #expect(names.canonicalName(of: "Loop/A") != nil && names.canonicalName(of: "Asia/Nowhere") == nil)
    #expect(names.spelling(of: "asia/kolkata") == "Asia/Kolkata")
    #expect(names.links(to: "Asia/Calcutta") == ["Asia/Calcutta", "Old/Calcutta"])
    let table = ZoneNames(tzdata: Array("# c\nES\t+4024-00341\tEurope/Madrid\tmainland\nXX\t+0\tA/B\n".utf8))
    #expect(table.all == ["A/B", "Europe/Madrid"] && table.canonicalName(of: "a/b") == "A/B")
  }

  @Test("Every zone that the system lists can be read")
  func systemNames() throws {
    let names = ZoneDatabase.system.names()
    guard !names.all.isEmpty else { return }  // some systems have no list
    #expect(names.spelling(of: "europe/madrid") == "Europe/Madrid")
    for name in names.all {
      let canonical = try #require(names.canonicalName(of: name))
      #expect(try Zone(name).hasSameRules(as: Zone(canonical)), "\(name) is not \(canonical)")
    }
  }
}
