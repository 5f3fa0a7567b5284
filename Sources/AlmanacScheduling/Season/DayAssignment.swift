internal import AlmanacTime

/// The search for a venue and a day for each match: depth first in order of the rounds, going back to the last match that
/// has to do with a conflict (conflict-directed backjumping; Prosser, 1993).
struct DayAssignment {
  /// A match with the earlier ones on which its day depends, by their indexes.
  private struct Entry {
    let round: Int
    let options: [SeasonRules.Option]
    /// The last matches before of either team.
    var before: [Int] = []
    /// The earlier matches of the round that may be at one of its venues, where a venue can be too small.
    var beside: [Int] = []
    /// The first meetings of a pair of teams that has to meet on certain days, with those days for both meetings.
    var windows: [(first: Int, firstDays: UInt64, days: UInt64)] = []
  }

  private let rules: SeasonRules
  private var entries: [Entry] = []
  /// The option of each match up to `place`, by its index, and the earlier matches that rule out the options before it.
  private var chosen: [Int]
  private var culprits: [Set<Int>]
  private var place = 0

  /// - Parameter matches: The ways to play each match, by rounds.
  init(_ rules: SeasonRules, _ matches: [[[SeasonRules.Option]]]) {
    self.rules = rules
    let count = matches.reduce(0) { $0 + $1.count }
    chosen = Array(repeating: -1, count: count)
    culprits = Array(repeating: [], count: count)
    addEntries(matches)
  }

  /// A venue and a day for each match, in order of the rounds; `nil` where there is none, or the steps do not suffice.
  mutating func run(_ steps: inout SearchSteps) -> [SeasonRules.Option]? {
    guard entries.allSatisfy({ !$0.options.isEmpty }) else { return nil }
    while place < entries.count {
      guard steps.take(1 + entries[place].beside.count) else { return nil }
      if choose() {
        place += 1
        if place < entries.count { (chosen[place], culprits[place]) = (-1, []) }
      } else if !goBack() {
        return nil
      }
    }
    return entries.indices.map { entries[$0].options[chosen[$0]] }
  }

  /// Takes the next option of the current match that fits the earlier matches; `false` if none is left.
  private mutating func choose() -> Bool {
    let options = entries[place].options
    for index in (chosen[place] + 1)..<Swift.max(options.count, chosen[place] + 1) {
      guard let conflict = self.conflict(options[index]) else {
        chosen[place] = index
        return true
      }
      culprits[place].formUnion(conflict)
    }
    return false
  }

  /// Goes back to the last match that rules out an option of the current one; `false` if there is none.
  private mutating func goBack() -> Bool {
    guard let back = culprits[place].max() else { return false }
    culprits[back].formUnion(culprits[place].subtracting([back]))
    place = back
    return true
  }

  /// The earlier matches that rule out an option; `nil` if it fits.
  private func conflict(_ option: SeasonRules.Option) -> [Int]? {
    let entry = entries[place]
    let date = rules.frame.days[entry.round][option.day]
    if let other = entry.before.first(where: { date.days(since: self.date($0)) <= rules.rest }) {
      return [other]
    }
    let same = entry.beside.filter {
      self.option($0).venue == option.venue && self.option($0).day == option.day
    }
    if same.count >= rules.capacities[option.venue] { return same }
    for window in entry.windows where window.days >> UInt64(option.day) & 1 == 0 {
      if window.first < 0 { return [] }
      if window.firstDays >> UInt64(self.option(window.first).day) & 1 == 0 { return [window.first] }
    }
    return nil
  }

  private func option(_ index: Int) -> SeasonRules.Option { entries[index].options[chosen[index]] }
  private func date(_ index: Int) -> CivilDate { rules.frame.days[entries[index].round][option(index).day] }
}

/// The matches with what their days depend on.
extension DayAssignment {
  private mutating func addEntries(_ matches: [[[SeasonRules.Option]]]) {
    var last = [Int](repeating: -1, count: rules.teamCount)
    for (round, matches) in matches.enumerated() {
      var hosted: [Int: [Int]] = [:]
      for options in matches {
        var entry = Entry(round: round, options: options)
        if let option = options.first {
          let teams = [option.home, option.away]
          if rules.rest > 0 { entry.before = teams.map { last[$0] }.filter { $0 >= 0 } }
          for team in teams { last[team] = entries.count }
          if options.contains(where: { rules.isContested[$0.home] }) {
            let venues = Set(options.map(\.venue))
            entry.beside = Set(venues.flatMap { hosted[$0] ?? [] }).sorted()
            for venue in venues { hosted[venue, default: []].append(entries.count) }
          }
          addWindows(to: &entry, option)
        }
        entries.append(entry)
      }
    }
  }

  /// The second meeting of a pair decides whether one of the two is on the right days.
  private func addWindows(to entry: inout Entry, _ option: SeasonRules.Option) {
    let windows = rules.windows(of: option.home, option.away)
    guard !windows.isEmpty else { return }
    let first = entries.firstIndex { other in
      other.options.first.map { ($0.home, $0.away) == (option.away, option.home) } ?? false
    }
    guard let first else { return }
    for window in windows {
      entry.windows.append(
        (first: first, firstDays: window.days[entries[first].round], days: window.days[entry.round]))
    }
  }
}
