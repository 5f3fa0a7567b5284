import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Zone files")
struct ZoneFileTests {
  static let madrid = ZoneFile(
    types: [
      .init(offset: -884, name: "LMT"), .init(offset: 3600, name: "CET"),
      .init(offset: 7200, isDaylight: true, name: "CEST"),
    ],
    transitions: [(-2_177_452_800, 1), (1_743_296_400, 2), (1_761_440_400, 1)],
    footer: "CET-1CEST,M3.5.0,M10.5.0/3")

  private func offset(_ zone: Zone, _ text: String) throws -> Int {
    try zone.offset(at: Instant(text))
  }

  @Test("A file of version 2 to 4: its transitions, then its footer")
  func versions() throws {
    for version in ["2", "3", "4"] as [Character] {
      var file = Self.madrid
      file.version = version
      let zone = try Zone(name: "Test", tzif: file.bytes)
      #expect(try offset(zone, "1890-01-01T00:00Z") == -884)
      #expect(try offset(zone, "2024-07-01T00:00Z") == 3600)
      #expect(try offset(zone, "2025-07-01T00:00Z") == 7200)
      #expect(try offset(zone, "2026-07-01T00:00Z") == 7200)
      #expect(try offset(zone, "9000-07-01T00:00Z") == 7200)
      #expect(zone.posixRule == "CET-1CEST,M3.5.0,M10.5.0/3")
    }
  }

  @Test("A file of version 1 has 32-bit times and no footer")
  func version1() throws {
    var file = Self.madrid
    file.version = nil
    file.transitions.removeFirst()
    let zone = try Zone(name: "Test", tzif: file.bytes)
    #expect(try offset(zone, "2025-07-01T00:00Z") == 7200)
    #expect(try offset(zone, "2026-07-01T00:00Z") == 3600)
    #expect(zone.posixRule == nil)
  }

  @Test("Without a footer the last phase lasts; without transitions the footer applies to all time")
  func edges() throws {
    var file = Self.madrid
    file.footer = ""
    #expect(try offset(Zone(name: "Test", tzif: file.bytes), "2026-07-01T00:00Z") == 3600)
    file = Self.madrid
    file.transitions = []
    let always = try Zone(name: "Test", tzif: file.bytes)
    for year in ["1890", "1970", "2026", "9000"] {
      #expect(try offset(always, "\(year)-01-01T00:00Z") == 3600)
      #expect(try offset(always, "\(year)-07-01T00:00Z") == 7200)
    }
  }

  @Test("Daylight saving all year after recorded transitions")
  func allYearFooter() throws {
    var file = Self.madrid
    file.types.append(.init(offset: -4 * 3600, isDaylight: true, name: "EDT"))
    file.transitions.append((1_774_746_000, 3))
    file.footer = "XXX3EDT4,0/0,J365/23"
    let zone = try Zone(name: "Test", tzif: file.bytes)
    for text in ["2026-03-29T02:00Z", "2027-01-01T03:00Z", "2100-07-01T00:00Z", "9000-01-01T00:00Z"] {
      #expect(try offset(zone, text) == -4 * 3600)
    }
    #expect(zone.nextTransition(after: Instant(secondsSinceEpoch: 1_774_746_000)) == nil)
  }

  @Test("Transitions that change nothing are not given")
  func noChange() throws {
    var file = Self.madrid
    file.transitions.insert((-576_460_752_303_423_488, 0), at: 0)  // the Big Bang of fat files
    file.transitions.insert((0, 1), at: 2)
    let zone = try Zone(name: "Test", tzif: file.bytes)
    let all = Instant(secondsSinceEpoch: .min)..<(try Instant("2026-01-01T00:00Z"))
    #expect(
      zone.transitions(in: all).map { $0.instant.secondsSinceEpoch } == [
        -2_177_452_800, 1_743_296_400, 1_761_440_400,
      ])
    #expect(try zone == Zone(name: "Test", tzif: Self.madrid.bytes))
  }

  @Test("A file cut off anywhere is refused, with a place inside it")
  func truncation() throws {
    var narrow = Self.madrid
    narrow.version = nil
    narrow.transitions.removeFirst()
    var files = [Self.madrid.bytes, narrow.bytes]
    if let path = ["/usr/share/zoneinfo/Europe/Madrid", "/var/db/timezone/zoneinfo/Europe/Madrid"].first(
      where: { FileManager.default.fileExists(atPath: $0) })
    {
      files.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }
    for bytes in files {
      for length in 0..<bytes.count {
        do {
          _ = try Zone(name: "Test", tzif: Array(bytes[..<length]))
          Issue.record("\(length) of \(bytes.count) bytes were taken for a zone")
        } catch {
          #expect(error.code == .badZoneData)
          #expect((0...length).contains(error.offset))
        }
      }
    }
  }

  @Test("Damaged bytes are refused or give some zone that answers everything")
  func mutation() {
    var random = SeededGenerator(seed: 9)
    var narrow = Self.madrid
    narrow.version = nil
    narrow.transitions.removeFirst()
    for round in 0..<rounds(750) {
      var bytes = round % 4 == 0 ? narrow.bytes : Self.madrid.bytes
      for _ in 0..<random.int(1...4) {
        let place = random.int(0...bytes.count - 1)
        bytes[place] =
          random.int(0...2) == 0 ? [0, 0x7F, 0x80, 0xFF][random.int(0...3)] : UInt8(random.int(0...255))
      }
      guard let zone = try? Zone(name: "Test", tzif: bytes) else { continue }
      ask(zone)
    }
  }

  @Test("Sound files of hostile values answer everything")
  func hostileValues() throws {
    let ends: [Int64] = [.min, .min + 1, -(1 << 60), -1 << 59, 0, 1 << 59, 1 << 60, .max - 1, .max]
    for first in ends.indices {
      for second in ends.indices where second > first {
        var file = Self.madrid
        file.transitions = [(ends[first], 2), (ends[second], 1)]
        for footer in [
          "", "CET-1CEST,M3.5.0,M10.5.0/3", "XXX3EDT4,0/0,J365/23", "AAA-24BBB24,0/-167,365/167",
        ] {
          file.footer = footer
          ask(try Zone(name: "Test", tzif: file.bytes))
        }
      }
    }
    var far = Self.madrid
    far.types[0].offset = 93_600
    #expect(throws: TimeError.self) { try Zone(name: "Test", tzif: far.bytes) }
  }

  /// Asks a zone everything at the ends of all ranges; what it answers is not looked at.
  private func ask(_ zone: Zone) {
    var cursor = ZoneCursor(zone)
    _ = cursor.uniformRange
    for number in extremes + [1_743_296_400, 253_402_300_799, 20_000_000_000] {
      let instant = Instant(secondsSinceEpoch: Int64(number))
      let local = CivilDateTime(uncheckedSecondsSinceEpoch: Int64(number))
      _ = zone.phase(at: instant)
      _ = zone.resolve(local)
      _ = try? zone.instant(of: local, .later)
      _ = cursor.instant(of: local)
      _ = cursor.gap(at: local)
      _ = cursor.uniformRange
      _ = zone.nextTransition(after: instant)
      _ = zone.lastTransition(notAfter: instant)
      _ = instant.in(zone).description
      _ = instant.in(zone).adding(.days(number)).adding(.seconds(number))
      let range = instant..<instant.adding(seconds: 100_000_000)
      var count = 0
      for _ in zone.transitions(in: range) { count += 1 }
      #expect(count < 1000)
    }
    #expect(zone == zone.named(zone.name))
    _ = zone.hasSameRules(as: .utc)
  }

  @Test(
    "Fat and slim files of all zones mean the same", .enabled(if: ZoneCompiler.isHere, "zic -b is not here"))
  func fatAndSlim() throws {
    let fat = try ZoneCompiler.compile(as: "fat")
    let slim = try ZoneCompiler.compile(as: "slim")
    let names = ZoneDatabase.system.names().all
    #expect(names.count > 400)
    // zic itself leaves out of the slim files of these two what Ramadan changes in 2073–2086.
    let different = ["Asia/Gaza", "Asia/Hebron"]
    for name in names where !different.contains(name) {
      let (one, two) = (try fat.zone(named: name), try slim.zone(named: name))
      #expect(one == two, "\(name)")
      #expect(one.posixRule == two.posixRule)
    }
  }
}

/// `zic`, which compiles the system's `tzdata.zi` to zone files.
enum ZoneCompiler {
  static let source = ["/usr/share/zoneinfo/tzdata.zi", "/var/db/timezone/zoneinfo/tzdata.zi"].first {
    FileManager.default.fileExists(atPath: $0)
  }

  static let isHere =
    source != nil && Oracle.output("zic", ["-b", "slim", "-d", "/tmp", "/dev/null"]) != nil

  static func compile(as form: String) throws -> ZoneDatabase {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = Oracle.output("zic", ["-b", form, "-d", folder.path, try #require(source)])
    var files: [String: [UInt8]] = [:]
    for name in ZoneDatabase.system.names().all {
      files[name] = try? [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
    }
    return ZoneDatabase { [files] name in files[name] }
  }
}
