import AlmanacRecurrence
import AlmanacComponents
import AlmanacEvents
import AlmanacICS
import AlmanacMapping
import AlmanacTime
import Synchronization
import TestSupport
import Testing

/// Whole documents through each door: the same model, the same text, the same diagnostics.
@Suite("Documents through both doors")
struct DoorsOfDocumentsTests {
  private func options(_ door: (any ValueDoor)?) -> ICSOptions {
    var options = ICSOptions(uids: .seeded(1))
    options.door = door
    return options
  }

  /// The calendars of a document, and everything that it comes to, in words.
  private func outputs(_ bytes: [UInt8], by door: any ValueDoor) throws -> ([EventCalendar], [String]) {
    var document = try ICSDocument(parsing: bytes, options: options(door))
    let calendars = document.calendars
    let told = document.diagnostics.map(\.description)
    let (normalized, jCal) = (document.text(.normalized), document.jCal)
    for index in document.calendars.indices {
      for item in Array(document.calendars[index].items.prefix(3)) {
        var changed = item
        changed.summary += " changed"
        changed.recurrence.exceptions += item.start.map { [$0] } ?? []
        document.calendars[index].insert([changed])
      }
    }
    return (calendars, told + [normalized, jCal, document.text])
  }

  // Without libical both doors are the same.
  #if LIBICAL_DOOR
    @Test("The corpus, unchanged and with random bytes changed")
    func corpus() throws {
      var random = SeededGenerator(seed: 1906)
      var (readings, mutations) = (0, 0)
      for file in try files(in: "Tests/AlmanacICSTests/Corpus") {
        var variants = [file.bytes]
        for _ in 0..<rounds(1) {
          var mutated = file.bytes
          for _ in 0..<8 {
            let place = Int.random(in: mutated.indices, using: &random)
            mutated[place] = "0123456789TZ:;,/-+PWDHMS\\ ".utf8.randomElement(using: &random) ?? 0x30
          }
          variants.append(mutated)
        }
        #expect(try requireSame(file.bytes, file.name))
        for bytes in variants.dropFirst() {
          mutations += 1
          readings += try requireSame(bytes, file.name) ? 1 : 0
        }
      }
      #expect(readings > mutations / 2)
    }

    @Test("The seeds of the fuzzer")
    func seeds() throws {
      let seeds = try files(in: "Fuzzing/Corpus/icalendar", ending: "")
      #expect(seeds.count > 100)
      var readings = 0
      let chosen = sample(seeds, oneIn: 4)
      for seed in chosen { readings += try requireSame(seed.bytes, seed.name) ? 1 : 0 }
      #expect(readings > chosen.count / 2)
    }

    /// Requires the same outputs of both doors, or the same error.
    ///
    /// - Returns: Whether the document can be read.
    private func requireSame(_ bytes: [UInt8], _ name: String) throws -> Bool {
      func read(by door: any ValueDoor) -> Result<([EventCalendar], [String]), any Error> {
        Result { try outputs(bytes, by: door) }
      }
      switch (read(by: PureDoor()), read(by: standardDoor)) {
      case (.success((let calendars, let pure)), .success((let others, let standard))):
        #expect(standard == pure, "\(name)")
        #expect(others == calendars, "\(name)")
        let written = [PureDoor(), standardDoor].map { ICSDocument(calendars, door: $0).bytes }
        #expect(written[0] == written[1], "\(name)")
        return true
      case (.failure(let pure), .failure(let standard)):
        let refusal = try #require(pure as? ICSError)
        #expect(standard as? ICSError == refusal, "\(name)")
        return false
      case (let pure, let standard):
        Issue.record("\(name): \(pure) and \(standard)")
        return false
      }
    }
  #endif

  @Test("Each typed value of a document goes through the door, in and out")
  func values() throws {
    let door = CountingDoor()
    let document = try ICSDocument(
      parsing: calendar([
        "BEGIN:VTIMEZONE", "TZID:Own", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1",
        "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Own:20260302T090000", "DURATION:PT1H", "PRIORITY:5", "GEO:41.5;2.25",
        "RDATE;VALUE=PERIOD;TZID=Own:20260303T090000/PT1H", "REQUEST-STATUS:2.0;Success", "END:VEVENT",
      ]), options: options(door))
    #expect(document.diagnostics == [])
    #expect(
      door.count.withLock { $0.filter { !$0.key.hasPrefix("append") } } == [
        "time": 4, "offset": 2, "duration": 2, "integer": 1, "geo": 1, "requestStatus": 1,
      ])
    door.count.withLock { $0 = [:] }
    _ = document.text(.normalized)
    #expect(
      door.count.withLock { $0 } == [
        "append time": 4, "append offset": 2, "append duration": 2, "append number": 1,
      ])
  }
}

/// Counts what passes through it.
private final class CountingDoor: ValueDoor {
  let count = Mutex<[String: Int]>([:])
  private let inner = standardDoor

  private func note(_ name: String) { count.withLock { $0[name, default: 0] += 1 } }

  func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields? {
    note("time")
    return inner.time(value)
  }

  func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration? {
    note("duration")
    return inner.duration(value)
  }

  func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    note("offset")
    return inner.offset(value)
  }

  func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    note("integer")
    return inner.integer(value)
  }

  func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)? {
    note("geo")
    return inner.geo(value)
  }

  func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus? {
    note("requestStatus")
    return inner.requestStatus(value)
  }

  func append(_ time: TimeFields, to line: inout [UInt8]) {
    note("append time")
    inner.append(time, to: &line)
  }

  func append(_ duration: CalendarDuration, to line: inout [UInt8]) {
    note("append duration")
    inner.append(duration, to: &line)
  }

  func append(offset: Int, to line: inout [UInt8]) {
    note("append offset")
    inner.append(offset: offset, to: &line)
  }

  func append(_ number: Int, to line: inout [UInt8]) {
    note("append number")
    inner.append(number, to: &line)
  }
}
