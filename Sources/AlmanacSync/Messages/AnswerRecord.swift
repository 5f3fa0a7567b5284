internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

/// The revision of an attendee's last answer, stored with the organizer's item so that an earlier answer that arrives
/// later does not replace it (RFC 5546 §2.1.5), and what it states of a to-do.
struct AnswerRecord: Hashable {
  let person: String
  /// SEQUENCE.
  let sequence: Int
  /// DTSTAMP.
  let stamp: Instant
  /// Whether it is an answer to instances, and not to the whole series.
  let isOfInstance: Bool
  /// The part of a to-do that the attendee has done, in percent of the attendee's own share, 0 … 100.
  let percent: Int?

  /// - Parameters:
  ///   - message: The component with the answer.
  ///   - isOfSeries: Whether the answer is one to the whole series, also where the component is about an instance of it.
  init(_ person: String, _ message: Item, isOfSeries: Bool = false, _ percent: Int? = nil) {
    (self.person, sequence, stamp) = (PersonKey(person).text, message.sequence, message.stamp ?? .min)
    (isOfInstance, self.percent) = (message.recurrenceID != nil && !isOfSeries, percent)
  }

  init?(_ record: PropertyRecord) {
    guard let person = record["person"], let stamp = InstantText.read(record["stamp"]) else { return nil }
    (self.person, self.stamp) = (PersonKey(person).text, stamp)
    sequence = record["sequence"].flatMap { Int($0) } ?? 0
    isOfInstance = record["of"] == "instance"
    percent = record["percent"].flatMap { Int($0) }.map { min(max($0, 0), 100) }
  }

  /// Whether another answer of the person takes precedence. For an instance, an answer to the instance itself takes
  /// precedence over one to the series; otherwise the later answer does.
  func isEarlier(than other: AnswerRecord) -> Bool {
    if isOfInstance != other.isOfInstance { return other.isOfInstance }
    return (sequence, stamp) < (other.sequence, other.stamp)
  }

  fileprivate var property: Property {
    PropertyRecord([
      ("person", person), ("sequence", "\(sequence)"), ("stamp", InstantText.written(stamp)),
      ("of", isOfInstance ? "instance" : nil), ("percent", percent.map { "\($0)" }),
    ]).property(AlmanacProperty.answer)
  }
}

extension Item {
  /// The last answers of the attendees.
  var answers: [AnswerRecord] {
    get { unmodelled.records(AlmanacProperty.answer, value: "person").compactMap(AnswerRecord.init) }
    set { unmodelled.properties.replace(AlmanacProperty.answer, by: newValue.map(\.property)) }
  }

  /// Whether an attendee's last answer is later than another one. An answer to an instance is not compared with one to the
  /// series (RFC 5546 §2.1.5).
  func hasLaterAnswer(than answer: AnswerRecord) -> Bool {
    answers(of: answer.person).contains { other in
      other.isOfInstance == answer.isOfInstance && answer.isEarlier(than: other)
    }
  }

  /// The last answer of a person.
  private func answers(of person: String) -> [AnswerRecord] {
    records(withThatOf: person).filter { $0.person == person }
  }

  /// The records of the properties that have the answer of a person. Those of other people are not parsed, as each attendee of
  /// a large meeting may have one.
  private func records(withThatOf person: String) -> [AnswerRecord] {
    let own = Unmodelled(properties: unmodelled.properties.filter { $0.mayHaveAnswer(of: person) })
    return own.records(AlmanacProperty.answer, value: "person").compactMap(AnswerRecord.init)
  }

  /// Whether a person answered this instance separately: an answer to it is recorded, or differs from the answer to the
  /// series.
  fileprivate func hasOwnAnswer(of person: String, except series: Item?) -> Bool {
    func answer(_ item: Item?) -> Attendee.Status? {
      item?.attendees.first { PersonKey.areSame($0.address, person) && !$0.isUnanswered }?.status
    }
    let key = PersonKey(person).text
    if answers(of: key).contains(where: \.isOfInstance) { return true }
    return answer(self).map { $0 != answer(series) } ?? false
  }

  mutating func recordAnswer(_ answer: AnswerRecord) {
    let records = records(withThatOf: answer.person)
    let others = records.filter { $0.person != answer.person }
    if records.count == others.count + 1, records.contains(answer) { return }
    unmodelled.properties.removeAll { $0.mayHaveAnswer(of: answer.person) }
    unmodelled.properties += (others + [answer]).map(\.property)
  }

  /// Sets how much of a to-do is done: the mean of the parts of those to whom it is assigned (RFC 5545 §3.8.1.8).
  mutating func updateProgress(at instant: Instant) {
    guard case .todo(var todo) = self, todo.status != .cancelled else { return }
    let parts = Dictionary(answers.map { ($0.person, $0.percent ?? 0) }) { $1 }
    let assignees = attendees.filter { attendee in
      attendee.status != .declined && attendee.status != .delegated
        && organizer.map { !PersonKey.areSame($0.address, attendee.address) } ?? true
    }
    let sum = assignees.reduce(0) { $0 + (parts[PersonKey($1.address).text] ?? 0) }
    let percent = assignees.isEmpty ? 0 : sum / assignees.count
    todo.setProgress(percent, at: instant)
    if percent == 0, assignees.contains(where: { $0.status == .inProcess }) { todo.status = .inProcess }
    self = .todo(todo)
  }
}

extension Property {
  /// Whether it is a record of answers with that of a person. One record as it is written here begins with the person; other
  /// forms may have anybody's.
  fileprivate func mayHaveAnswer(of person: String) -> Bool {
    guard isNamed(AlmanacProperty.answer) else { return false }
    let (text, start) = (value.utf8, "person=".utf8)
    guard text.starts(with: start), !text.contains(where: { ",~".utf8.contains($0) }) else { return true }
    let word = text.dropFirst(start.count).prefix { $0 != UInt8(ascii: " ") }
    return PersonKey(String(Substring(word))).text == person
  }
}

extension [Item] {
  /// The indices of a series' items that an answer of a person to the whole series is about.
  func indices(coveredBySeriesAnswerOf person: String) -> [Int] {
    let series = main
    return indices.filter {
      self[$0].recurrenceID == nil || !self[$0].hasOwnAnswer(of: person, except: series)
    }
  }
}

/// The recorded answers of attendees in the three states of a merge: of two answers of one person the later one is
/// used, with the attendee's state from the same side.
struct AnswerStates {
  /// The items with the records of both sides and, for each person, the later answer.
  private(set) var base: Item?
  private(set) var ours: Item
  private(set) var theirs: Item
  /// The instant at which the merged answers complete a to-do; `nil` where none states how much of it is done.
  private var completion: Instant?

  init(base: Item?, ours: Item, theirs: Item) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let records = [base?.answers ?? [], ours.answers, theirs.answers].map { answers in
      Dictionary(answers.map { ($0.person, $0) }) { $1 }
    }
    if records[0] == records[1] || records[0] == records[2] || records[1] == records[2] { return }
    for (person, mine) in records[1] {
      guard let other = records[2][person], mine != other,
        records[0][person].map({ $0 != mine && $0 != other }) ?? true
      else { continue }
      if mine.isEarlier(than: other) {
        self.ours.copyAnswer(of: person, from: theirs)
      } else {
        self.theirs.copyAnswer(of: person, from: ours)
      }
    }
    let latest = records[1].merging(records[2]) { $0.isEarlier(than: $1) ? $1 : $0 }
    let merged = latest.values.sorted { $0.person < $1.person }
    self.base?.answers = merged
    self.ours.answers = merged
    self.theirs.answers = merged
    if merged.contains(where: { $0.percent != nil }), !ours.isCancelled, !theirs.isCancelled {
      completion = [ours, theirs].compactMap { $0.todo?.completed }.min() ?? merged.map(\.stamp).max()
      MergeUnit.progress.copy(ours.content, to: &self.theirs)
    }
  }

  /// Sets how much of the merged item is done, a to-do, by the answers of both sides.
  func updateProgress(of item: inout Item) {
    if let completion { item.updateProgress(at: completion) }
  }
}

extension Item {
  /// Copies the answer of an attendee from another state of the item.
  fileprivate mutating func copyAnswer(of person: String, from other: Item) {
    func isPerson(_ attendee: Attendee) -> Bool { attendee.isOne(of: [person]) }
    guard let index = attendees.firstIndex(where: isPerson),
      let answer = other.attendees.first(where: isPerson)
    else { return }
    attendees[index].copyAnswer(of: answer)
  }
}
