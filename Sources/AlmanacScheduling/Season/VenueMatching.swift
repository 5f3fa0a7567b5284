/// The most matches of one round that get a venue and a day each: at first those that are free, then by augmenting paths.
///
/// One value counts many rounds, and uses its arrays again.
struct VenueMatching {
  /// Days on which a match can be at a venue.
  private struct Way {
    let venue: Int
    let days: UInt64
  }

  private let capacities: [Int]
  private var ways: [Way] = []
  /// The first way of each match, and the end of those of the last one.
  private var firstWays = [0]
  /// The most days of a round.
  private let length: Int
  /// The place of each match, a number of its venue and its day; −1 for none.
  private var places: [Int] = []
  /// The matches at each place.
  private var loads: [Int]
  /// The days of each venue that the search for one match has seen.
  private var seen: [UInt64]

  init(_ rules: SeasonRules) {
    capacities = rules.capacities
    length = rules.frame.days.reduce(1) { Swift.max($0, $1.count) }
    loads = Array(repeating: 0, count: length * capacities.count)
    seen = Array(repeating: 0, count: capacities.count)
  }

  /// Removes all matches.
  mutating func removeAll() {
    ways.removeAll(keepingCapacity: true)
    firstWays.removeLast(firstWays.count - 1)
    for place in places where place >= 0 { loads[place] = 0 }
    places.removeAll(keepingCapacity: true)
  }

  /// Allows the match that is added next to be at a venue on some days of the round.
  mutating func allow(_ venue: Int, on days: UInt64) {
    if days != 0 { ways.append(Way(venue: venue, days: days)) }
  }

  /// Adds a match with the ways that have been allowed since the match before.
  ///
  /// - Returns: Whether it gets a venue and a day beside those that have them.
  mutating func addMatch() -> Bool {
    firstWays.append(ways.count)
    places.append(-1)
    let match = places.count - 1
    if placeFreely(match) { return true }
    for index in seen.indices { seen[index] = 0 }
    return place(match)
  }

  /// Gives a match a place that is free.
  private mutating func placeFreely(_ match: Int) -> Bool {
    for index in firstWays[match]..<firstWays[match + 1] {
      let way = ways[index]
      var left = way.days
      while left != 0 {
        let place = length * way.venue + left.trailingZeroBitCount
        if loads[place] < capacities[way.venue] {
          loads[place] += 1
          places[match] = place
          return true
        }
        left &= left - 1
      }
    }
    return false
  }

  /// Gives a match a place that is free, or that another match can leave.
  private mutating func place(_ match: Int) -> Bool {
    for index in firstWays[match]..<firstWays[match + 1] {
      let way = ways[index]
      var left = way.days & ~seen[way.venue]
      while left != 0 {
        let day = left.trailingZeroBitCount
        let place = length * way.venue + day
        seen[way.venue] |= 1 << UInt64(day)
        if loads[place] < capacities[way.venue] {
          loads[place] += 1
          places[match] = place
          return true
        }
        for owner in places.indices where places[owner] == place {
          // The owner's new place has one match more, and its former one this match in its stead.
          guard self.place(owner) else { continue }
          places[match] = place
          return true
        }
        left = way.days & ~seen[way.venue]
      }
    }
    return false
  }
}
