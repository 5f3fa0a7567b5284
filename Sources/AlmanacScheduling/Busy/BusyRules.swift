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
    guard var kind = occurrence.item.busyKind, excluding.isEmpty || !excludes(occurrence) else { return nil }
    if !owner.isEmpty {
      switch answer(to: occurrence.item) {
      case .declined, .delegated: return nil
      case .tentative, .needsAction: kind = .tentative
      default: break
      }
    }
    return kind == .tentative && !countsTentative ? nil : kind
  }

  private func excludes(_ occurrence: Occurrence) -> Bool {
    excluding.contains(occurrence.id) || excluding.contains(ItemID(uid: occurrence.item.uid))
  }

  /// The owner's answer; `nil` when the owner is not among those invited.
  private func answer(to item: Item) -> Attendee.Status? {
    let address = CalendarAddress.folded(owner)
    let own = item.attendees.first { CalendarAddress.folded($0.address) == address }
    return own.map { $0.status ?? .needsAction }
  }
}

/// Calendar addresses in the form by which two are compared.
enum CalendarAddress {
  static func folded(_ address: String) -> String {
    let folded = address.lowercased()
    return folded.hasPrefix("mailto:") ? String(folded.dropFirst(7)) : folded
  }

  private static let mail = "mailto:"
  private static let own = "urn:x-almanac:"

  /// A URI: a plain mail address becomes a `mailto:`, anything else that has no scheme a name of this library's own.
  static func uri(_ address: String) -> String {
    if address.contains(":") { return address }
    return (address.contains("@") ? mail : own) + address
  }

  /// The plain form, by which people are known here: of `mailto:` and of names of this library's own what follows,
  /// of other URIs all.
  static func plain(_ uri: String) -> String {
    for scheme in [mail, own] where uri.lowercased().hasPrefix(scheme) {
      return String(uri.dropFirst(scheme.count))
    }
    return uri
  }
}
