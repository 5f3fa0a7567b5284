public import AlmanacTime

/// The rules that decide which occurrences are busy time of a person.
///
/// Cancelled and transparent events, to-dos, journal entries and occurrences of no length never are. A tentative event
/// is tentatively busy.
public struct BusyRules: Sendable, Hashable {
  /// The calendar address of the person; case and `mailto:` do not matter. Empty for rules without an owner.
  ///
  /// Events that invite this person count by the answer: declined and delegated ones do not count, unanswered ones
  /// count tentatively.
  public var owner: String
  /// Whether tentative time counts.
  public var countsTentative: Bool
  /// Items that do not count, such as the one that is being moved. The identity of a series excludes all of it.
  public var excluding: Set<ItemID>
  /// Whether the time that the calendars' VAVAILABILITYs close counts, as their BUSYTYPE says: the free/busy time that
  /// others are shown (RFC 7953 §5).
  public var countsUnavailability: Bool

  /// Creates rules; without arguments they are ``standard``.
  public init(
    owner: String = "", countsTentative: Bool = true, excluding: Set<ItemID> = [],
    countsUnavailability: Bool = false
  ) {
    self.owner = owner
    self.countsTentative = countsTentative
    self.excluding = excluding
    self.countsUnavailability = countsUnavailability
  }

  /// Rules without an owner: tentative time counts, unavailability does not, and no item is excluded.
  public static let standard = BusyRules()
}

extension BusyRules {
  /// Rules for many occurrences: the owner's address is read once.
  package struct Prepared: Sendable {
    package let rules: BusyRules
    private let owner: String

    package init(_ rules: BusyRules) {
      self.rules = rules
      owner = rules.owner.isEmpty ? "" : PersonKey(rules.owner).text
    }

    package func kind(of occurrence: Occurrence) -> BusyKind? {
      rules.excluding.contains(occurrence.id) ? nil : kind(of: occurrence.item)
    }

    /// The kinds of several occurrences. The owner is searched for among the attendees of each item once.
    package func kinds(of occurrences: [Occurrence]) -> [BusyKind?] {
      if owner.isEmpty { return occurrences.map(kind(of:)) }
      var known = ValuesByItem<BusyKind?>()
      return occurrences.map { occurrence in
        if rules.excluding.contains(occurrence.id) { return nil }
        return known.value(of: occurrence.item, calendar: occurrence.calendar, kind(of:))
      }
    }

    /// Whether more decides than the status and the transparency of an event.
    var dependsOnItem: Bool { !owner.isEmpty || !rules.excluding.isEmpty }

    /// The kind of busy time of those occurrences of an item that are not excluded one by one.
    func kind(of item: Item) -> BusyKind? {
      guard case .event(let event) = item, event.content.isBusy,
        !rules.excluding.contains(ItemID(uid: item.uid))
      else { return nil }
      var isTentative = event.content.fields.status == .tentative
      switch ownersAnswer(to: item) {
      case .declined, .delegated: return nil
      case .tentative, .needsAction: isTentative = true
      default: break
      }
      if isTentative { return rules.countsTentative ? .tentative : nil }
      return .busy
    }

    /// The owner's answer; `nil` when the owner is not invited.
    private func ownersAnswer(to item: Item) -> Attendee.Status? {
      if owner.isEmpty { return nil }
      let own = item.attendees.first { PersonKey($0.address).text == owner }
      return own.map { $0.status ?? .needsAction }
    }
  }
}

/// A range of busy time in seconds since 1970, half-open, with the index of its occurrence.
package struct BusySpan: Sendable, Hashable {
  package let start: Int64
  package let end: Int64
  package let place: Int

  package init(start: Int64, end: Int64, place: Int) {
    self.start = start
    self.end = end
    self.place = place
  }
}

extension Agenda {
  /// The busy time of the found occurrences, in their order; occurrences of zero length are ignored.
  ///
  /// The occurrences are read in place: copying each would cost more than reading its times.
  ///
  /// - Parameter rules: The rules of the agenda's query.
  package func busySpans(viewer: Zone, _ rules: BusyRules.Prepared) -> [BusySpan] {
    var clock = ZoneCursor(viewer)
    var spans: [BusySpan] = []
    spans.reserveCapacity(found.count)
    found.withUnsafeBufferPointer { occurrences in
      for place in occurrences.indices {
        let interval = occurrences[place].times.interval(in: viewer, &clock)
        if interval.isEmpty { continue }
        spans.append(
          BusySpan(
            start: interval.lowerBound.secondsSinceEpoch, end: interval.upperBound.secondsSinceEpoch,
            place: place))
      }
    }
    if rules.rules.excluding.isEmpty { return spans }
    let kinds = rules.kinds(of: found)
    return spans.filter { kinds[$0.place] != nil }
  }
}

/// Two occurrences that are busy at the same time, in the order of `OccurrenceOrder`.
public struct OccurrenceConflict: Sendable, Hashable {
  /// The occurrence that is listed earlier.
  public let first: Occurrence
  /// The occurrence that is listed later, and begins before the first one ends or together with it.
  public let second: Occurrence

  /// The time in which both go on, half-open; dates and floating times are read in the viewer's zone. It is empty where one
  /// of them has no length.
  public func interval(in viewer: Zone) -> Range<Instant> {
    first.interval(in: viewer).clamped(to: second.interval(in: viewer))
  }
}

extension CalendarQueryable {
  /// The pairs of events that are busy at the same time within a half-open range, in the order of the first and then of
  /// the second.
  ///
  /// An event of no length conflicts with those that begin at that instant or go on then. A limit of the query is a
  /// limit of pairs. The `countsUnavailability` of the rules has no effect.
  ///
  /// - Throws: `EventError` with code `too_many_instances`, also where there are more pairs than `query.budget`.
  /// - Complexity: O(*n* log *n* + pairs).
  public func conflicts(
    in window: Range<Instant>, viewer: Zone, rules: BusyRules = .standard,
    matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [OccurrenceConflict] {
    var unlimited = query
    unlimited.limit = nil
    let prepared = BusyRules.Prepared(rules)
    let agenda = agenda(in: window, viewer: viewer, matching: unlimited, counting: prepared)
    var open: [Occurrence] = []
    var found: [OccurrenceConflict] = []
    pairs: for occurrence in try agenda.occurrences where !rules.excluding.contains(occurrence.id) {
      let start = occurrence.start.instant(in: viewer)
      open.removeAll { other in
        let interval = other.interval(in: viewer)
        return interval.upperBound <= start && interval.lowerBound < start
      }
      for other in open {
        if let limit = query.limit, found.count >= limit { break pairs }
        guard found.count < Swift.max(query.budget, query.limit ?? 0) else {
          throw EventError(
            .tooManyInstances, uid: occurrence.item.uid, expected: "at most \(query.budget) conflicts")
        }
        found.append(OccurrenceConflict(first: other, second: occurrence))
      }
      open.append(occurrence)
    }
    let order = OccurrenceOrder(viewer: viewer)
    return found.sorted { one, other in
      one.first == other.first
        ? order.isBefore(one.second, other.second) : order.isBefore(one.first, other.first)
    }
  }
}
