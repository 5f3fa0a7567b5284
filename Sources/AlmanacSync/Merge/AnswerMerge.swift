internal import AlmanacEvents
internal import AlmanacTime

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
    func isPerson(_ attendee: Attendee) -> Bool { PersonKey(attendee.address).text == person }
    guard let index = attendees.firstIndex(where: isPerson),
      let answer = other.attendees.first(where: isPerson)
    else { return }
    attendees[index].copyAnswer(of: answer)
  }
}
