internal import AlmanacEvents
internal import AlmanacTime

extension Roster {
  /// The granted requests with a key, by key, as a property; `nil` for none. A change of terms is not among them: it has no
  /// more effect where it is made again.
  var answered: Property? {
    let records = answers.sorted { $0.key < $1.key }.compactMap { key, answer in answer.record(of: key) }
    return records.isEmpty ? nil : records.property(AlmanacProperty.answered)
  }

  mutating func readAnswered(from event: Event) {
    for record in event.unmodelled.records(AlmanacProperty.answered, value: "key") {
      guard let key = record["key"], let answer = Answer(record) else { continue }
      answers[key] = answer
    }
  }
}

extension RosterCommand {
  /// The member whose booking it is about; `nil` for none.
  var member: String? {
    switch self {
    case .book(let member, _, _, _), .hold(let member, _, _), .confirm(let member), .cancel(let member),
      .checkIn(let member), .markMissed(let member):
      member
    case .releaseAbsent, .settle, .revise: nil
    }
  }

  /// The word for the request in a record; `nil` for one that is not stored.
  fileprivate var word: String? {
    switch self {
    case .book: "book"
    case .hold: "hold"
    case .confirm: "confirm"
    case .cancel: "cancel"
    case .checkIn: "check-in"
    case .markMissed: "mark-missed"
    case .releaseAbsent: "release-absent"
    case .settle: "settle"
    case .revise: nil
    }
  }

  fileprivate init?(_ record: PropertyRecord) {
    let (member, places, channel) = (
      record["member"] ?? "", record.number("places") ?? 1, record["channel"] ?? ""
    )
    switch record["request"] {
    case "book": self = .book(member, places: places, channel: channel, waitlist: record["waitlist"] == "yes")
    case "hold": self = .hold(member, places: places, channel: channel)
    case "confirm": self = .confirm(member)
    case "cancel": self = .cancel(member)
    case "check-in": self = .checkIn(member)
    case "mark-missed": self = .markMissed(member)
    case "release-absent": self = .releaseAbsent
    case "settle": self = .settle
    default: return nil
    }
  }
}

extension RosterOutcome {
  /// The word for the outcome in a record; `nil` for a refusal.
  fileprivate var word: String? {
    switch self {
    case .confirmed: "confirmed"
    case .held: "held"
    case .waitlisted: "waitlisted"
    case .cancelled(let isLate): isLate ? "cancelled-late" : "cancelled"
    case .checkedIn: "checked-in"
    case .missed: "missed"
    case .done: "done"
    case .refused: nil
    }
  }

  fileprivate init?(_ record: PropertyRecord) {
    switch record["outcome"] {
    case "confirmed": self = .confirmed
    case "held":
      guard let until = record.instant("until") else { return nil }
      self = .held(until: until)
    case "waitlisted": self = .waitlisted(position: record.number("position") ?? 1)
    case "cancelled": self = .cancelled(isLate: false)
    case "cancelled-late": self = .cancelled(isLate: true)
    case "checked-in": self = .checkedIn
    case "missed": self = .missed
    case "done": self = .done
    default: return nil
    }
  }
}

extension Roster.Answer {
  fileprivate func record(of key: String) -> PropertyRecord? {
    guard let request = command.word, let word = outcome.word else { return nil }
    var (places, channel, waits): (Int, String, Bool) = (1, "", false)
    switch command {
    case .book(_, let number, let name, let waitlist): (places, channel, waits) = (number, name, waitlist)
    case .hold(_, let number, let name): (places, channel) = (number, name)
    default: break
    }
    var (until, position): (String?, String?)
    if case .held(let end) = outcome { until = InstantText.written(end) }
    if case .waitlisted(let place) = outcome { position = "\(place)" }
    return PropertyRecord([
      ("key", key), ("request", request), ("member", command.member),
      ("places", places == 1 ? nil : "\(places)"),
      ("channel", channel.isEmpty ? nil : channel), ("waitlist", waits ? "yes" : nil), ("outcome", word),
      ("until", until), ("position", position),
    ])
  }

  init?(_ record: PropertyRecord) {
    guard let command = RosterCommand(record), let outcome = RosterOutcome(record) else { return nil }
    self.init(command: command, outcome: outcome)
  }
}
