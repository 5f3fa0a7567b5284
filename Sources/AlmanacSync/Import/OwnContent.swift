internal import AlmanacComponents
internal import AlmanacEvents

/// Content that an attendee preserves when the organizer updates the item.
extension Item {
  /// Preserves the owner's answer, progress and marks.
  ///
  /// - Parameter me: The addresses of the owner; empty where they are not known.
  mutating func preserveOwnContent(of own: Item, _ me: Set<String>) {
    preserveAnswer(from: own, me)
    preserveProgress(from: own, me)
    preserveMarks(from: own)
  }

  /// Preserves the owner's answer of another state if it is an answer to this revision of the item and the organizer does
  /// not have it yet. After a delegation the organizer's state decides, as the delegate may have declined (RFC 5546
  /// §4.2.7).
  private mutating func preserveAnswer(from own: Item, _ me: Set<String>) {
    guard own.sequence == sequence else { return }
    for index in attendees.indices where attendees[index].isUnanswered {
      guard me.isEmpty || attendees[index].isOne(of: me),
        let mine = own.attendees.first(where: { PersonKey.areSame($0.address, attendees[index].address) }),
        !mine.isUnanswered, mine.status != .delegated
      else { continue }
      attendees[index].status = mine.status
    }
  }

  /// Preserves how much of a to-do the owner has done, where the owner has answered so: the organizer's number is of the
  /// parts of all (RFC 5545 §3.8.1.8).
  private mutating func preserveProgress(from own: Item, _ me: Set<String>) {
    let answers = own.attendees.filter { $0.isOne(of: me) }
    guard own.sequence == sequence, !isCancelled, todo?.isCompleted == false,
      answers.contains(where: \.statesProgress)
    else { return }
    MergeUnit.progress.copy(own.content, to: &self)
  }

  /// Preserves what an attendee adds for the own use: categories, a colour, properties of the own program, and whether the
  /// time is taken, if the item was edited here (RFC 6638 §3.2.2.1).
  private mutating func preserveMarks(from own: Item) {
    color = own.color ?? color
    categories = own.categories + categories.filter { !own.categories.contains($0) }
    let names = Set(unmodelled.properties.map { $0.name.uppercased() })
    unmodelled.properties += own.unmodelled.properties.filter {
      let name = $0.name.uppercased()
      return name.hasPrefix("X-") && !name.hasPrefix("X-ALMANAC-") && !names.contains(name)
    }
    guard own.revision.isEditedHere, case .event(var event) = self else { return }
    event.transparency = own.event?.transparency
    self = .event(event)
  }
}
