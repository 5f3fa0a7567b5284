import AlmanacTime
import TestSupport
import Testing

/// Zones of the database against Python's `zoneinfo`, which reads the same files with code of its own: all of them at
/// length, else a part.
@Suite("Zones against Python's zoneinfo", .enabled(if: Oracle.hasPython, "python3 with zoneinfo is not here"))
struct ZoneOracleTests {
  /// Prints for each distinct zone file `z` name path. For those whose numbers are in the argument: `c` transitions of
  /// 1700–2041 that change the clock or its label; `i` instant, offset, label; `l` wall time and its instants by fold 0 and
  /// fold 1.
  static let script = #"""
    import io, os, random, struct, sys, zoneinfo
    from datetime import datetime, timedelta, timezone
    EPOCH, DAY = datetime(1970, 1, 1), 86400
    rng = random.Random(20261121)
    chosen = set(map(int, sys.argv[1].split(',')))

    def seconds(year): return int((datetime(year, 1, 1) - EPOCH).total_seconds())

    def recorded(data):
        counts = struct.unpack('>6l', data[20:44])
        at = 44 + counts[3] * 5 + counts[4] * 6 + counts[5] + counts[2] * 8 + counts[1] + counts[0]
        count = struct.unpack('>6l', data[at + 20:at + 44])[3]
        return struct.unpack('>%dq' % count, data[at + 44:at + 44 + 8 * count])

    def at(zone, time):
        shown = (EPOCH + timedelta(seconds=time)).replace(tzinfo=timezone.utc).astimezone(zone)
        return int(shown.utcoffset().total_seconds()), shown.tzname()

    def local(zone, wall, fold):
        shown = (EPOCH + timedelta(seconds=wall)).replace(tzinfo=zone, fold=fold)
        return wall - int(shown.utcoffset().total_seconds())

    seen, out = set(), []
    for name in sorted(zoneinfo.available_timezones() - {'Factory', 'localtime'}):
        path = next((p for p in (os.path.join(d, name) for d in zoneinfo.TZPATH) if os.path.isfile(p)), None)
        data = path and open(path, 'rb').read()
        if not data or data[:4] != b'TZif' or data[4:5] < b'2': continue
        out.append(f'n {name}')
        if data in seen: continue
        seen.add(data)
        out.append(f'z {name} {path}')
        if len(seen) - 1 not in chosen: continue
        zone = zoneinfo.ZoneInfo.from_file(io.BytesIO(data), key=name)
        times = {t for t in recorded(data) if seconds(1700) < t < seconds(2042)}
        for first, last in ((2038, 2042), (2437, 2442), (9000, 9002)):
            step = seconds(first)
            while step < seconds(last):
                low, high = step, step + 20 * DAY
                if at(zone, low) != at(zone, high):
                    while high - low > 1:
                        middle = (low + high) // 2
                        if at(zone, middle) == at(zone, low): low = middle
                        else: high = middle
                    times.add(high)
                step += 20 * DAY
        walls, instants = set(), set()
        for time in sorted(times):
            before, after = at(zone, time - 1), at(zone, time)
            if before != after and time < seconds(2042): out.append(f'c {time}')
            instants |= {time - 1, time, time + 1}
            one, two = sorted((time + before[0], time + after[0]))
            walls |= {one - 1, one, (one + two) // 2, two - 1, two}
        low, high = seconds(1850), seconds(2500)
        instants |= {rng.randint(low, high) for _ in range(60)}
        walls |= {rng.randint(low, high) for _ in range(60)}
        for time in sorted(instants): out.append('i %d %d %s' % ((time,) + at(zone, time)))
        for wall in sorted(walls): out.append('l %d %d %d' % (wall, local(zone, wall, 0), local(zone, wall, 1)))
    sys.stdout.write('\n'.join(out))
    """#

  /// The compared values of one zone.
  private struct Expected {
    var name: String
    var path: String
    var changes: [Int64] = []
    var instants: [(time: Int64, offset: Int, label: Substring)] = []
    var walls: [(wall: Int64, first: Int64, second: Int64)] = []
  }

  private static func ask() -> (names: [String], zones: [Expected]) {
    var names: [String] = []
    var zones: [Expected] = []
    let chosen = sample(0..<1_000, oneIn: 4).map(String.init).joined(separator: ",")
    for words in Oracle.lines(Oracle.python(script, chosen)) {
      let numbers = words.dropFirst().map { Int64($0) ?? 0 }
      switch words[0] {
      case "n": names.append(String(words[1]))
      case "z":
        zones.append(Expected(name: String(words[1]), path: words.dropFirst(2).joined(separator: " ")))
      case "c": zones[zones.count - 1].changes.append(numbers[0])
      case "i": zones[zones.count - 1].instants.append((numbers[0], Int(numbers[1]), words[3]))
      default: zones[zones.count - 1].walls.append((numbers[0], numbers[1], numbers[2]))
      }
    }
    return (names, zones)
  }

  @Test("Offsets, labels, gaps, folds, transitions and cursors of the zones")
  func everyZone() throws {
    let (names, zones) = Self.ask()
    #expect(names.count > 300 && zones.count > 200)
    for name in names { #expect(throws: Never.self) { try Zone(name) } }
    let chosen = zones.filter { !$0.instants.isEmpty }
    #expect(chosen.count > 50)
    for expected in chosen {
      let zone = try Zone(expected.name)
      compareInstants(zone, expected)
      try compareWalls(zone, expected)
      compareTransitions(zone, expected)
    }
  }

  private func compareInstants(_ zone: Zone, _ expected: Expected) {
    for (time, offset, label) in expected.instants {
      let phase = zone.phase(at: Instant(secondsSinceEpoch: time))
      if phase.offset != offset || phase.abbreviation != label {
        Issue.record("\(zone) at \(time): \(phase), not \(offset) \(label)")
      }
    }
  }

  private func compareWalls(_ zone: Zone, _ expected: Expected) throws {
    var cursor = ZoneCursor(zone)
    var jumping = ZoneCursor(zone)
    for (place, (wall, first, second)) in expected.walls.enumerated() {
      let local = CivilDateTime(secondsSinceEpoch: wall)
      let (one, two) = (Instant(secondsSinceEpoch: first), Instant(secondsSinceEpoch: second))
      // Python's fold 0 reads with the offset before the change, fold 1 with the one after.
      let resolution: LocalResolution =
        one == two
        ? .unique(one) : one < two ? .fold(first: one, second: two) : .gap(later: one, earlier: two)
      let found = zone.resolve(local)
      if found != resolution { Issue.record("\(zone) \(local): \(found), not \(resolution)") }
      if zone.instant(of: local) != one { Issue.record("\(zone) \(local) is not \(one)") }
      if cursor.instant(of: local) != one { Issue.record("\(zone) \(local): the cursor differs") }
      compareGap(zone, local, cursor.gap(at: local), resolution)
      if cursor.uniformRange.contains(wall) != (cursor.gap(at: local) == nil) {
        Issue.record("\(zone) \(local): not settled")
      }
      let other = expected.walls[(place * 7919) % expected.walls.count]
      if jumping.instant(of: CivilDateTime(secondsSinceEpoch: other.wall)).secondsSinceEpoch != other.first {
        Issue.record("\(zone) \(other): the jumping cursor differs")
      }
      let choices: [(Disambiguation, Instant)] = [
        (.compatible, one), (.earlier, min(one, two)), (.later, max(one, two)),
      ]
      for (choice, instant) in choices where try zone.instant(of: local, choice) != instant {
        Issue.record("\(zone) \(local): \(choice) is not \(instant)")
      }
    }
  }

  /// A gap is as long as the two readings of its times are apart, and contains no time that exists.
  private func compareGap(
    _ zone: Zone, _ local: CivilDateTime, _ gap: Range<Int64>?, _ resolution: LocalResolution
  ) {
    guard case .gap(let later, let earlier) = resolution else {
      if gap != nil { Issue.record("\(zone) \(local) exists and lies in the gap \(gap as Any)") }
      return
    }
    let length = later.seconds(since: earlier)
    let isRight = gap.map { $0.contains(local.secondsSinceEpoch) && $0.count == length } ?? false
    if !isRight { Issue.record("\(zone) \(local): gap \(gap as Any), not of \(length) seconds") }
  }

  private func compareTransitions(_ zone: Zone, _ expected: Expected) {
    let start = Instant(secondsSinceEpoch: -8_520_336_000)  // 1700
    let end = Instant(secondsSinceEpoch: 2_272_147_200)  // 2042
    var phase = zone.phase(at: start)
    var found: [Int64] = []
    for transition in zone.transitions(in: start..<end) {
      if transition.phase.offset != phase.offset || transition.phase.abbreviation != phase.abbreviation {
        found.append(transition.instant.secondsSinceEpoch)
      }
      phase = transition.phase
    }
    #expect(found == expected.changes, "\(zone)")
  }
}
