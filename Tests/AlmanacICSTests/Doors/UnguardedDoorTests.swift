#if LIBICAL_DOOR
  import AlmanacEvents
  import AlmanacICS
  import AlmanacMapping
  import AlmanacTime
  import Synchronization
  import Testing

  /// Every value of the corpus read and written by the pure door and by libical, to which all of them are passed.
  @Suite("libical's door without the guard of the pure door")
  struct UnguardedDoorTests {
    /// The values about which they disagree, with what the pure door says and then what libical says, by the fault
    /// of libical.
    static let differences: [LibicalFault: Set<String>] = [
      .looseTime: ["time 2026-03-10: nothing, 2026-3-10"],
      .lostStatus: ["requestStatus 2.0;Success: 2.0|Success|, 2.0||"],
    ]

    @Test("The codecs disagree only about values that libical gets wrong")
    func corpus() throws {
      let door = ComparingDoor()
      var options = ICSOptions(uids: .seeded(1))
      options.door = door
      for folder in ["Tests/AlmanacICSTests/Corpus", "Examples/Data"] {
        for file in try files(in: folder) {
          let document = try ICSDocument(parsing: file.bytes, options: options)
          _ = (document.text(.normalized), ICSDocument(document.calendars, door: door).text)
        }
      }
      #expect(door.count.withLock { $0 } > 5000)
      let found = door.differences.withLock { $0 }
      let known = Self.differences.values.reduce(into: Set()) { $0.formUnion($1) }
      #expect(found.subtracting(known) == [])
      #expect(known.subtracting(found) == [])
    }
  }

  /// A door that asks both doors and answers as the pure one.
  private final class ComparingDoor: ValueDoor {
    let differences = Mutex<Set<String>>([])
    let count = Mutex(0)
    private let pure = PureDoor()
    private let libical = LibicalDoor(isGuarded: false)

    /// Values that libical's door passes on to libical.
    private func compare(_ type: DoorType, _ value: UnsafeBufferPointer<UInt8>) {
      guard value.count <= 64 else { return }
      let bytes = Array(value)
      note("\(type) \(String(decoding: bytes, as: UTF8.self))") { type.read(bytes, by: $0) ?? "nothing" }
    }

    private func note(_ title: String, _ answer: (any ValueDoor) -> String) {
      count.withLock { $0 += 1 }
      let (own, other) = (answer(pure), answer(libical))
      if own != other { _ = differences.withLock { $0.insert("\(title): \(own), \(other)") } }
    }

    func time(_ value: UnsafeBufferPointer<UInt8>) -> TimeFields? {
      compare(.time, value)
      return pure.time(value)
    }

    func duration(_ value: UnsafeBufferPointer<UInt8>) -> CalendarDuration? {
      compare(.duration, value)
      return pure.duration(value)
    }

    func offset(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
      compare(.offset, value)
      return pure.offset(value)
    }

    func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
      compare(.integer, value)
      return pure.integer(value)
    }

    func geo(_ value: UnsafeBufferPointer<UInt8>) -> (latitude: Double, longitude: Double)? {
      compare(.geo, value)
      return pure.geo(value)
    }

    func requestStatus(_ value: UnsafeBufferPointer<UInt8>) -> RequestStatus? {
      compare(.requestStatus, value)
      return pure.requestStatus(value)
    }

    private func compare(_ line: inout [UInt8], _ append: (any ValueDoor, inout [UInt8]) -> Void) {
      note("written") { written(by: $0, append) }
      append(pure, &line)
    }

    func append(_ time: TimeFields, to line: inout [UInt8]) { compare(&line) { $0.append(time, to: &$1) } }

    func append(_ duration: CalendarDuration, to line: inout [UInt8]) {
      compare(&line) { $0.append(duration, to: &$1) }
    }

    func append(offset: Int, to line: inout [UInt8]) { compare(&line) { $0.append(offset: offset, to: &$1) } }

    func append(_ number: Int, to line: inout [UInt8]) { compare(&line) { $0.append(number, to: &$1) } }
  }
#endif
