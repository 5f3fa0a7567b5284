public import AlmanacEvents

/// What in a calendar takes time, from whose point of view.
///
/// Never taken: what is cancelled, transparent, a to-do or a journal entry, and what takes no time. An event that is
/// tentative takes its time tentatively.
public struct BusyRules: Sendable, Hashable {
  /// The calendar address of whose time it is; case and `mailto:` do not matter. Events to which the owner is invited
  /// count by the owner's answer: declined and delegated ones do not count, one that is not answered counts
  /// tentatively.
  public var owner: String
  /// Whether what is taken tentatively counts.
  public var countsTentative: Bool
  /// Items that do not count, such as the one that is being moved. The identity of a series stands for all of it.
  public var excluding: Set<ItemID>
  /// Whether the time that the calendars' VAVAILABILITYs leave closed counts, in the way that they say it does
  /// (BUSYTYPE): what free/busy for others is made of (RFC 7953 §5).
  public var countsUnavailability: Bool

  public init(
    owner: String = "", countsTentative: Bool = true, excluding: Set<ItemID> = [],
    countsUnavailability: Bool = false
  ) {
    self.owner = owner
    self.countsTentative = countsTentative
    self.excluding = excluding
    self.countsUnavailability = countsUnavailability
  }

  public static let standard = BusyRules()

  /// How an occurrence takes its time; `nil` when it does not.
  public func kind(of occurrence: Occurrence) -> BusyKind? {
    Prepared(self).kind(of: occurrence)
  }
}

extension BusyRules {
  /// Rules to be asked about many occurrences: the owner's address is read once.
  struct Prepared: Sendable {
    let rules: BusyRules
    private let owner: String

    init(_ rules: BusyRules) {
      self.rules = rules
      owner = rules.owner.isEmpty ? "" : PersonKey(rules.owner).folded
    }

    /// Whether more counts than what an event says of itself.
    var looksAtEach: Bool { !owner.isEmpty || !rules.excluding.isEmpty }

    func kind(of occurrence: Occurrence) -> BusyKind? {
      rules.excluding.contains(occurrence.id) ? nil : kind(of: occurrence.item)
    }

    /// Whether any occurrence of an item can count.
    func mayCount(_ item: Item) -> Bool { kind(of: item) != nil }

    /// How those occurrences of an item take their time that are not excluded one by one.
    private func kind(of item: Item) -> BusyKind? {
      guard var kind = item.busyKind, !rules.excluding.contains(ItemID(uid: item.uid)) else { return nil }
      if !owner.isEmpty {
        switch answer(to: item) {
        case .declined, .delegated: return nil
        case .tentative, .needsAction: kind = .tentative
        default: break
        }
      }
      return kind == .tentative && !rules.countsTentative ? nil : kind
    }

    /// The owner's answer; `nil` when the owner is not among those invited.
    private func answer(to item: Item) -> Attendee.Status? {
      let own = item.attendees.first { PersonKey($0.address).folded == owner }
      return own.map { $0.status ?? .needsAction }
    }
  }
}
