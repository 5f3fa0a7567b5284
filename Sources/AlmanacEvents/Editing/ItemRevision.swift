internal import AlmanacRecurrence
package import AlmanacTime

// MARK: Revision

extension Item {
  /// Marks this as the state that follows another.
  ///
  /// - Parameter me: The addresses of the person who made the change.
  mutating func revise(_ before: Item, at now: Instant?, by me: Set<String>) {
    let isOrganizers = before.isOrganized(by: me)
    anchorAlarms(since: before)
    updateCopies(ofTextsIn: before)
    if let now {
      stamp = before.stamp ?? stamp
      markChanged(at: now, byOrganizer: isOrganizers)
    }
    guard isOrganizers else { return }
    let (new, old) = (content, before.content)
    if ItemTable.raisingSequence.contains(where: { !$0.isEqual(new, old) }) || hasUninvited(since: before) {
      sequence = Swift.max(sequence, before.sequence &+ 1)
    }
    if isRescheduled(from: before) { askAgain(except: me) }
  }

  /// Changes what repeats a text that is another than before: alarms that show the title get the new one, and the alternate form
  /// of a text (ALTREP, RFC 5545 §3.2.1), which programs show in place of it, is dropped with the former text.
  private mutating func updateCopies(ofTextsIn before: Item) {
    if summary != before.summary, !before.summary.isEmpty {
      for index in alarms.indices where alarms[index].details == before.summary {
        alarms[index].details = summary
      }
    }
    guard !unmodelled.parameters.isEmpty else { return }
    let texts = [
      ("SUMMARY", summary, before.summary), ("DESCRIPTION", details, before.details),
      ("LOCATION", location, before.location),
    ]
    let changed = texts.filter { $0.1 != $0.2 }.map { $0.0 }
    for index in unmodelled.parameters.indices.reversed()
    where changed.contains(unmodelled.parameters[index].property) {
      let kept = unmodelled.parameters[index]
      guard before.unmodelled.parameters.contains(kept) else { continue }
      unmodelled.parameters[index].parameters.removeAll { $0.name == "ALTREP" }
      if unmodelled.parameters[index].parameters.isEmpty { unmodelled.parameters.remove(at: index) }
    }
  }

  /// Anchors the alarms where these or the times are others than before.
  mutating func anchorAlarms(since before: Item) {
    if alarms != before.alarms || todo?.start != before.todo?.start || todo?.due != before.todo?.due {
      anchorAlarms()
    }
  }

  /// Lets alarms of a to-do that has only a start or only a due time count from that, as they have to in a file
  /// (RFC 5545 §3.8.6.3).
  mutating func anchorAlarms() {
    guard let todo, (todo.start == nil) != (todo.due == nil) else { return }
    let anchor: Alarm.Anchor = todo.start == nil ? .end : .start
    for index in alarms.indices {
      guard case .relative(let distance, _) = alarms[index].trigger else { continue }
      alarms[index].trigger = .relative(distance, to: anchor)
    }
  }

  /// Whether an attendee is removed, to whom the organizer sends a CANCEL, which raises SEQUENCE (RFC 5546 §2.1.4).
  private func hasUninvited(since before: Item) -> Bool {
    guard organizer != nil, attendees != before.attendees else { return false }
    let invited = Set(attendees.map { PersonKey($0.address) })
    return before.attendees.contains { !invited.contains(PersonKey($0.address)) }
  }

  /// Sets the time of a change: LAST-MODIFIED, and DTSTAMP where the organizer makes it. DTSTAMP of an attendee's copy stays
  /// the organizer's, by which the organizer's next state is compared (RFC 5546 §2.1.5).
  package mutating func markChanged(at now: Instant, byOrganizer isOrganizers: Bool) {
    lastModified = now
    // The stamp never decreases, as the item with the latest one is current.
    if isOrganizers { stamp = Swift.max(now, stamp ?? now) }
  }

  /// Whether a person with these addresses is the organizer or acts for the organizer; an item without an organizer is treated as organized by anyone.
  package func isOrganized(by me: Set<String>) -> Bool {
    organizer?.isOne(of: me) ?? true
  }
}

// MARK: Answers to other times

extension Item {
  /// Whether its instances are at other times than before, or have another length. Instances that are added, removed
  /// or excepted do not change the times of those that stay.
  func isRescheduled(from before: Item) -> Bool {
    func rules(_ item: Item) -> [RecurrenceRule] {
      (item.recurrence.rules + item.recurrence.exclusionRules).map { $0.endless }
    }
    return start != before.start || extent != before.extent || rules(self) != rules(before)
  }

  /// Whether the participation statuses of the attendees are answers; in classes and sessions they are bookings.
  private var statusesAreAnswers: Bool { almanacKind == nil || isTask }

  /// Asks those again who answered for other times (RFC 5546 §3.2.2.1), except me and the organizer. A delegation stays, and
  /// so do bookings.
  mutating func askAgain(except me: Set<String>) {
    guard let organizer, statusesAreAnswers else { return }
    let spared = me.union([organizer.address])
    for index in attendees.indices where !attendees[index].isOne(of: spared) {
      switch attendees[index].status {
      case .accepted, .declined, .tentative: attendees[index].status = .needsAction
      default: break
      }
    }
  }

  /// The item with the answers of another state of it, if that one alone was rescheduled since a common base: answers to
  /// the former times do not count.
  package func withAnswers(of other: Item, ifRescheduledSince base: Item?) -> Item {
    guard let base, organizer != nil, statusesAreAnswers, other.sequence > sequence,
      other.isRescheduled(from: base), !isRescheduled(from: base)
    else { return self }
    var item = self
    item.askAgain(except: [])
    let answers = other.attendees.byPerson
    for index in item.attendees.indices where item.attendees[index].status ?? .needsAction == .needsAction {
      if let answer = answers[PersonKey(item.attendees[index].address)] {
        item.attendees[index].copyAnswer(of: answer)
      }
    }
    return item
  }
}
