import AlmanacScheduling
import AlmanacTime

extension Workload {
  /// Searches minute by minute through all combinations, as one writes them at first. Each has the answer of the workload of its name
  /// without `naive.`.
  static var naive: [Workload] {
    [
      Workload("naive.pool.slots", growing: nil, from: 10, isCounted: false) { input in
        let search = NaiveSearch(try Pool(coaches: input.size))
        return Job { Int64(search.starts.count) }
      },
      Workload("naive.pool.choice", growing: nil, from: 500, isCounted: false) { input in
        let pool = try Pool(sessions: input.size)
        let (search, start) = (NaiveSearch(pool), try pool.startOfChoice())
        func choice() -> Int { search.choice(at: start) ?? -1 }
        return Job(answer: { "coach \(choice())" }) { Int64(choice()) }
      },
      Workload("naive.pool.series", growing: nil, from: 500, isCounted: false) { input in
        let pool = try Pool(sessions: input.size)
        let search = NaiveSearch(pool)
        return Job {
          let starts = (0..<10).map { pool.first.start.adding(.days(7 * $0)).instant }
          return Int64(starts.count { search.choice(at: $0) != nil })
        }
      },
    ]
  }
}

/// Coaches and rooms with lists of busy times.
private struct NaiveSearch {
  private let coaches: [[Range<Instant>]]
  private let rooms: [[Range<Instant>]]
  /// The coaches of the sessions so far, by their place.
  private let past: [Int]

  init(_ pool: Pool) {
    func busy(_ people: [SlotParticipant]) -> [[Range<Instant>]] {
      people.map { $0.busy.items.map { $0.interval } }
    }
    (coaches, rooms, past) = (busy(pool.coaches), busy(pool.rooms), pool.past)
  }

  /// The starts of the month at which a coach and a room are free for an hour.
  var starts: [Instant] {
    let month = Office.month
    return stride(from: 0, through: month.upperBound.seconds(since: month.lowerBound) - 3600, by: 900)
      .map { month.lowerBound.adding(seconds: $0) }
      .filter { start in
        coaches.contains { coach in
          rooms.contains { room in
            Self.minutes(from: start).allSatisfy { minute in
              Self.isOpen(minute) && !coach.contains { $0.contains(minute) }
                && !room.contains { $0.contains(minute) }
            }
          }
        }
      }
  }

  /// The coach with the fewest sessions among those who are free for an hour.
  func choice(at start: Instant) -> Int? {
    coaches.indices
      .filter { coach in
        Self.minutes(from: start).allSatisfy { minute in
          Self.isOpen(minute) && !coaches[coach].contains { $0.contains(minute) }
        }
      }
      .min { (sessions(of: $0), "coach \($0)") < (sessions(of: $1), "coach \($1)") }
  }

  private func sessions(of coach: Int) -> Int { past.count { $0 == coach } }

  private static func minutes(from start: Instant) -> [Instant] {
    (0..<60).map { start.adding(seconds: $0 * 60) }
  }

  /// Monday to Friday from 9 to 13 and from 15 to 19.
  private static func isOpen(_ minute: Instant) -> Bool {
    let local = Question.madrid.local(at: minute)
    return local.date.weekday.daysAfterMonday < 5
      && [9..<13, 15..<19].contains { $0.contains(local.time.hour) }
  }
}
