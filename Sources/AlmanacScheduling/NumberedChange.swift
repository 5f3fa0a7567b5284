public import AlmanacTime

/// A value that changes only by numbered events: a ``Roster`` or a ``SessionBook``.
public protocol EventSourced<Change> {
  /// The change that one event records, such as `RosterChange` or `SessionChange`.
  associatedtype Change: Sendable & Hashable & Codable

  /// The number of the last event that was applied; 0 at first. Event `version + 1` is the next one.
  var version: Int { get }

  /// Applies events that follow this version, in order.
  ///
  /// - Throws: `SchedulingError` at the first event that cannot be applied. The events before it are applied.
  mutating func apply(_ events: [NumberedChange<Change>]) throws(SchedulingError)
}

/// The requirements for types of this module that change by events only.
protocol NumberedEvents: EventSourced {
  var version: Int { get set }

  /// Applies the next event.
  ///
  /// - Parameter index: The index of the event in the array being applied, for the error.
  mutating func applyNext(_ event: NumberedChange<Change>, at index: Int) throws(SchedulingError)
}

/// A change of a roster or a session book, with the version that it leads to.
public struct NumberedChange<Change: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The version after this change.
  public let number: Int
  /// The moment of the decision that made the change.
  public let at: Instant
  /// The change itself, such as a `RosterChange` or a `SessionChange`.
  public let change: Change
  private var schema = StoredSchema()

  /// Creates an event; `number` is the version to which it leads, one more than that before it.
  public init(number: Int, at: Instant, _ change: Change) {
    self.number = number
    self.at = at
    self.change = change
  }
}

extension NumberedEvents {
  /// Applies events in order, up to the first that fails.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` at an event that is not the next one, be it a repetition or
  ///   one after a gap; or the error of `applyNext(_:at:)`. The events before it are applied.
  mutating func applyInOrder(_ events: [NumberedChange<Change>]) throws(SchedulingError) {
    for (index, event) in events.enumerated() {
      guard event.number == version + 1 else {
        throw SchedulingError(.staleVersion, at: index, expected: "event \(version + 1)")
      }
      try applyNext(event, at: index)
      version = event.number
    }
  }

  /// Applies the events of a decision to the version on which it was made.
  ///
  /// - Throws: `SchedulingError` with code `staleVersion` where the value has another version by now.
  mutating func apply(_ events: [NumberedChange<Change>], decidedOn decided: Int) throws(SchedulingError) {
    guard decided == version else {
      throw SchedulingError(.staleVersion, at: version, expected: "a decision on version \(version)")
    }
    try applyInOrder(events)
  }
}
