public import AlmanacEvents
public import AlmanacTime

extension Season {
  /// The season as a calendar: an event for each round over its days, and one for each match on its date. A match without
  /// a date is tentative and lasts over the days of its round.
  ///
  /// - Parameters:
  ///   - now: The DTSTAMP of every item.
  ///   - roundTitle: The title of the event of a round.
  public func calendar(
    at now: Instant, roundTitle: (Round) -> String = { "\($0.number)" }
  ) -> EventCalendar {
    var calendar = EventCalendar(name: name, uid: uid)
    var events: [Event] = []
    for round in rounds {
      var event = Event(
        roundTitle(round), from: round.days.lowerBound, to: round.days.upperBound,
        uid: "\(uid)/round-\(round.number)")
      event.transparency = .transparent
      event.setAlmanacKind("ROUND")
      event.unmodelled.set(AlmanacProperty.season, name)
      event.unmodelled.set(AlmanacProperty.round, "\(round.number)")
      events.append(event)
      for (place, fixture) in round.fixtures.enumerated() {
        events.append(fixture.event(of: round, uid: "\(uid)/round-\(round.number)/\(place)"))
      }
    }
    calendar.insert(events, stampedAt: now)
    return calendar
  }

  /// Reads the season that `calendar(at:roundTitle:)` wrote; other items are ignored. A round without an event of its own
  /// gets the day of its first match.
  public init(_ calendar: EventCalendar) {
    var rounds: [Round] = []
    var places: [Int: Int] = [:]
    func place(of number: Int, on days: Range<CivilDate>) -> Int {
      if let place = places[number] { return place }
      places[number] = rounds.count
      rounds.append(Round(number, on: days))
      return rounds.count - 1
    }
    let events = calendar.currentItems.compactMap { $0.event }
    for event in events where event.almanacKind == "ROUND" {
      guard let number = event.roundNumber else { continue }
      let first = event.start.date
      let days = first..<Swift.max(first, event.end.date)
      rounds[place(of: number, on: days)].days = days
    }
    for event in events where event.almanacKind == "FIXTURE" {
      guard let number = event.roundNumber, let fixture = Fixture(event) else { continue }
      let day = event.start.date
      rounds[place(of: number, on: day..<day.adding(days: 1))].fixtures.append(fixture)
    }
    let name = events.lazy.compactMap { $0.unmodelled.value(AlmanacProperty.season) }.first
    self.init(name ?? calendar.name, rounds: rounds, uid: calendar.uid)
  }
}

extension Event {
  fileprivate var roundNumber: Int? { unmodelled.number(AlmanacProperty.round) }
}

extension Fixture {
  /// The match as an event. One without a date lasts over the days of its round and takes no time.
  ///
  /// - Parameter uid: The UID for a match that has none.
  func event(of round: Round, uid: String) -> Event {
    let (word, start) = storedDate
    let result = score.map { " \($0.home)–\($0.away) " } ?? " – "
    var event = Event(
      home + result + away, at: start ?? .date(round.days.lowerBound), location: location,
      uid: self.uid.isEmpty ? uid : self.uid)
    if start == nil { event.end = .date(round.days.upperBound) }
    if let duration, event.start.isDate {
      event.unmodelled.set(AlmanacProperty.duration, "\(duration)")
    } else if let duration {
      event.extent = .duration(duration)
    }
    event.status = word == "FIXED" ? .confirmed : .tentative
    if word != "FIXED" { event.transparency = .transparent }
    event.setAlmanacKind("FIXTURE")
    event.unmodelled.set(AlmanacProperty.round, "\(round.number)")
    event.unmodelled.set(AlmanacProperty.home, home)
    event.unmodelled.set(AlmanacProperty.away, away)
    event.unmodelled.set(AlmanacProperty.score, score.map { "\($0.home):\($0.away)" })
    event.unmodelled.set(AlmanacProperty.date, word)
    return event
  }

  /// The date as the word of a property, and the start of the event.
  private var storedDate: (word: String, start: EventTime?) {
    switch date {
    case .fixed(let start): ("FIXED", start)
    case .open: ("OPEN", nil)
    case .postponed(nil): ("POSTPONED-OPEN", nil)
    case .postponed(let start): ("POSTPONED", start)
    }
  }

  /// Reads the match that `event(of:uid:)` wrote; `nil` for an event without sides. One that another program cancelled is postponed.
  init?(_ event: Event) {
    let unmodelled = event.unmodelled
    guard let home = unmodelled.value(AlmanacProperty.home), let away = unmodelled.value(AlmanacProperty.away)
    else {
      return nil
    }
    let date: Date =
      switch unmodelled.value(AlmanacProperty.date) {
      case "OPEN": event.isCancelled ? .postponed(from: nil) : .open
      case "POSTPONED": .postponed(from: event.start)
      case "POSTPONED-OPEN": .postponed(from: nil)
      default: event.isCancelled ? .postponed(from: event.start) : .fixed(event.start)
      }
    self.init(
      home, away, on: date, lasting: event.statedDuration,
      score: unmodelled.value(AlmanacProperty.score).flatMap { Score(text: $0) },
      location: event.location, uid: event.uid)
  }
}

extension Fixture.Score {
  /// Reads `2:1`.
  init?(text: String) {
    let goals = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard goals.count == 2, let home = goals[0], let away = goals[1] else { return nil }
    self.init(home, away)
  }
}

extension Event {
  /// The duration of a timed event, or the stated one of another; `nil` for none.
  fileprivate var statedDuration: CalendarDuration? {
    let stated = unmodelled.value(AlmanacProperty.duration).flatMap { try? CalendarDuration($0) }
    guard !start.isDate else { return stated }
    let duration = duration(from: start.zonedTime ?? start.local.in(.utc))
    return duration.civilSeconds > 0 ? duration : stated
  }
}
