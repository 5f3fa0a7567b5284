#if LIBICAL_DOOR
  import AlmanacEvents
  import AlmanacTime
  import Synchronization
  import Testing

  @testable import AlmanacICS

  @Suite("libical's door")
  struct LibicalDoorTests {
    @Test("libical's door is the standard one where there is libical")
    func standard() {
      #expect(standardDoor is LibicalDoor)
      #expect(ICSOptions.standard.valueDoor is LibicalDoor)
    }

    @Test(
      "A document's values are read and written by libical",
      arguments: [
        "DTSTART:20260302T090000", "DURATION:PT1H", "PRIORITY:5", "GEO:41.5;2.25",
        "REQUEST-STATUS:2.0;Success",
      ])
    func calls(line: String) throws {
      let start = line.hasPrefix("DTSTART") ? [] : ["DTSTART;VALUE=DATE:20260302"]
      func event(_ lines: [String]) -> [String] { ["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT"] }
      let (without, with) = (try count(event(start)), try count(event(start + [line])))
      #expect(with.reading > without.reading, "\(line)")
      // Almanac writes these two itself.
      let isWritten = !line.hasPrefix("GEO") && !line.hasPrefix("REQUEST-STATUS")
      #expect((with.writing > without.writing) == isWritten, "\(line)")
    }

    @Test("The offsets of a zone are read and written by libical")
    func offsets() throws {
      func calendar(_ offset: String) -> [String] {
        [
          "BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:19700101T000000",
          "TZOFFSETFROM:\(offset)",
          "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:a",
          "DTSTART;TZID=Ours:20260302T090000", "END:VEVENT",
        ]
      }
      // An offset that is written wrongly never reaches libical.
      let (without, with) = (try count(calendar("+01:23")), try count(calendar("+0123")))
      #expect(with.reading == without.reading + 2)
      #expect(with.writing > 0)
    }

    /// The calls of libical while a calendar is read and written.
    private func count(_ lines: [String]) throws -> (reading: Int, writing: Int) {
      let calls = Mutex(0)
      var options = ICSOptions.standard
      options.door = LibicalDoor { calls.withLock { $0 += 1 } }
      let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN"] + lines + ["END:VCALENDAR", ""]
      let document = try ICSDocument(parsing: all.joined(separator: "\r\n"), options: options)
      let reading = calls.withLock { $0 }
      _ = document.text(.normalized)
      return (reading, calls.withLock { $0 } - reading)
    }

    /// What nobody but libical would answer, and what is answered to Almanac.
    static let wrongReadings: [(LibicalFault, DoorType, String, unguarded: String?, String?)] = [
      (.looseTime, .time, "2026 302T090000", "2026-30-2 9:0:0", nil),
      (.looseTime, .time, "20260302T0900-1", "2026-3-2 9:0:-1", nil),
      (.looseTime, .time, "2026-03-02", "2026-3-2", nil),
      (.looseDuration, .duration, "P99999999999D", "0w 1410065407d 0h 0m 0s", nil),
      (.looseDuration, .duration, "PT5M1H", "0w 0d 1h 5m 0s", nil),
      (.looseDuration, .duration, "PT1H30", "0w 0d 1h 0m 0s", nil),
      (.looseDuration, .duration, "P", "0w 0d 0h 0m 0s", nil),
      (.looseDuration, .duration, "P1DT", "0w 1d 0h 0m 0s", nil),
      (.looseInteger, .integer, "abc", "0", nil),
      (.looseInteger, .integer, "5x", "5", nil),
      (.looseOffset, .offset, "+1", "60", nil),
      (.looseOffset, .offset, "+01:00", "60", nil),
      (.looseOffset, .offset, "0100", "3600", nil),
      (.looseOffset, .offset, "+2400", "86400", nil),
      (.looseGeo, .geo, "1;2;3", "1.0 2.0", nil),
      (.looseGeo, .geo, "41.5;x", "41.5 0.0", nil),
      (.zeroTime, .time, "00000000T000000", nil, "0-0-0 0:0:0"),
      (.smallLetters, .duration, "p1w", nil, "1w 0d 0h 0m 0s"),
      (.wrappedInteger, .integer, "2147483648", "-2147483648", "2147483648"),
      (.lostStatus, .requestStatus, "3.1.1;Other", "3.1||", "3.1.1|Other|"),
      (.lostStatus, .requestStatus, "02.0;Other", "2.0||", "02.0|Other|"),
      (.lostStatus, .requestStatus, #"2.8;Other;a\;b"#, #"2.8||a\;b"#, "2.8|Other|a;b"),
      (.lostStatus, .requestStatus, "9.9;Other", nil, "9.9|Other|"),
    ]

    @Test("Values that libical misreads", arguments: wrongReadings)
    func reading(
      fault: LibicalFault, type: DoorType, value: String, unguarded: String?, expected: String?
    ) {
      #expect(type.read(value, by: LibicalDoor(isGuarded: false)) == unguarded, "\(fault)")
      #expect(type.read(value, by: LibicalDoor()) == expected, "\(fault)")
    }

    static let wrongWritings:
      [(LibicalFault, @Sendable (any ValueDoor, inout [UInt8]) -> Void, String, String)] = [
        (
          .cutTime, { $0.append(TimeFields(10_000, 1, 1, 1, 1, 1, isUTC: true), to: &$1) },
          "100000101T010101", "100000101T010101Z"
        ),
        (
          .missingMinutes, { $0.append(CalendarDuration(hours: 1, seconds: 30), to: &$1) }, "PT1H30S",
          "PT1H0M30S"
        ),
        (
          .wrappedDuration, { $0.append(CalendarDuration(days: Int(Int32.max), hours: 24), to: &$1) }, "PT0S",
          "P2147483647DT24H"
        ),
        (.negativeZero, { $0.append(CalendarDuration(isNegative: true), to: &$1) }, "PT0S", "-PT0S"),
        (.boundedOffset, { $0.append(offset: 90_000, to: &$1) }, "+2300", "+2500"),
        (.longInteger, { $0.append(2_147_483_648, to: &$1) }, "-2147483648", "2147483648"),
      ]

    @Test("Values that libical miswrites", arguments: wrongWritings.indices)
    func writing(index: Int) {
      let (fault, append, unguarded, expected) = Self.wrongWritings[index]
      #expect(written(by: LibicalDoor(isGuarded: false), append) == unguarded, "\(fault)")
      #expect(written(by: LibicalDoor(), append) == expected, "\(fault)")
    }

    @Test("Every fault has an example; the one of a locale needs its locale")
    func completeness() {
      let shown = Set(Self.wrongReadings.map(\.0) + Self.wrongWritings.map(\.0)).union([.longDecimalPoint])
      #expect(shown == Set(LibicalFault.allCases))
    }

    @Test("Values of more than 64 bytes never reach libical")
    func longValues() {
      let long = String(repeating: "0", count: 60) + "12345"
      #expect(DoorType.integer.read(long, by: LibicalDoor(isGuarded: false)) == nil)
      #expect(DoorType.integer.read(long, by: LibicalDoor()) == "12345")
      #expect(DoorType.duration.read("P" + long + "D", by: LibicalDoor()) == "0w 12345d 0h 0m 0s")
      #expect(DoorType.geo.read("1." + long + ";2", by: LibicalDoor()) == "1.0 2.0")
      let offset = "+" + String(repeating: "1", count: 70)
      #expect(DoorType.offset.read(offset, by: LibicalDoor()) == nil)
    }
  }
#endif
