public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

/// The bookings of an override that is of no date of its class, since another program gave the class other times, or took the
/// date out, and left the override.
///
/// They are read as the bookings of the date, among those that they may be of, that begins when the override does, else of the
/// one date of the same day, if it has no override of its own. Elsewhere they remain as they are, and nobody can book the dates
/// that they may be of (`BookingRefusal.unmatchedBookings(of:)`).
public struct UnmatchedBookings: Sendable, Hashable {
  /// The override that has the bookings.
  public let id: ItemID
  /// The members with an active booking, in the order of the bookings.
  public let members: [String]
  /// The date as whose bookings they are read; `nil` where none is clear.
  public let date: ZonedDateTime?
  /// The dates that they may be of, by start; empty where one is clear, and where the class no longer has their date.
  public let candidates: [ZonedDateTime]
}

extension EventCalendar {
  /// The bookings that are of no date of their class, in the order of the items.
  ///
  /// ```swift
  /// for bookings in calendar.unmatchedBookings { print(bookings.id, bookings.members, bookings.candidates) }
  /// ```
  ///
  /// - Complexity: O(*n*) in the items, and in the overrides of classes.
  public var unmatchedBookings: [UnmatchedBookings] {
    var seen: Set<String> = []
    return items.flatMap { item -> [UnmatchedBookings] in
      guard item.event?.isDateOfClass == true, seen.insert(item.uid).inserted else { return [] }
      return matchedOverrides(ofClass: item.uid)?.unmatched ?? []
    }
  }

  /// The overrides of a class by the dates whose bookings they have; `nil` for a UID of no class.
  func matchedOverrides(ofClass uid: String) -> MatchedOverrides? {
    guard let found = series(uid: uid), let main = found.main?.event else { return nil }
    let overrides = found.overrides.compactMap { $0.event }
    return (try? ClassSeries(main, overrides: overrides)).map {
      MatchedOverrides(overrides, of: $0, in: main)
    }
  }
}

/// The overrides of a class, each with the RECURRENCE-ID of the date whose bookings it has.
struct MatchedOverrides {
  /// The overrides as they are stored.
  let stored: [Event]
  /// The same overrides. One with bookings that are read as those of another date has its RECURRENCE-ID, and if it is not moved,
  /// its start.
  private(set) var events: [Event]
  private(set) var unmatched: [UnmatchedBookings] = []

  /// - Parameters:
  ///   - series: The class, read from its event and the overrides.
  ///   - main: The event of the class.
  init(_ overrides: [Event], of series: ClassSeries, in main: Event) {
    (stored, events) = (overrides, overrides)
    let expansion = RecurrenceExpansion(series.recurrenceSet)
    var overridden: Set<Instant> = []
    var found: [(index: Int, original: ZonedDateTime, members: [String])] = []
    for (index, override) in overrides.enumerated() {
      guard let original = override.original(in: series) else { continue }
      if expansion.contains(.zoned(original)) {
        overridden.insert(original.instant)
      } else {
        let members = override.activeMembers(of: series, in: main)
        if !members.isEmpty { found.append((index, original, members)) }
      }
    }
    let onDay = Dictionary(grouping: found) { $0.original.local.date }.mapValues { $0.count }
    for (index, original, members) in found {
      let day = original.local.date
      let candidates = series.dates(near: original, in: expansion)
      let free = candidates.filter { !overridden.contains($0.instant) }
      let stated = free.first { overrides[index].start == .zoned($0) }
      let sameDay = free.filter { $0.local.date == day }
      let date = stated ?? (sameDay.count == 1 && onDay[day] == 1 ? sameDay[0] : nil)
      if let date {
        overridden.insert(date.instant)
        let moved = overrides[index].item.placed(at: .zoned(date), from: .zoned(original))
        events[index] = moved.event ?? events[index]
      }
      unmatched.append(
        UnmatchedBookings(
          id: overrides[index].id, members: members, date: date, candidates: date == nil ? candidates : []))
    }
  }
}

extension Event {
  /// The start that the class gives the date of the override, whatever form its RECURRENCE-ID has; `nil` for no override.
  func original(in series: ClassSeries) -> ZonedDateTime? {
    recurrenceID?.conformed(to: .zoned(series.start)).zonedTime
  }

  /// The members with an active booking of a date that takes place.
  fileprivate func activeMembers(of series: ClassSeries, in main: Event) -> [String] {
    guard !isCancelled, hasBookings(except: main), let occurrence = ClassOccurrence(of: self, in: series),
      let roster = Roster(of: occurrence, from: self, in: main)
    else { return [] }
    return roster.bookings.filter { $0.state.isActive }.map { $0.member }
  }
}

extension ClassSeries {
  /// The dates that bookings of another start may be of: those of the same day, else the ones before and after. There are none
  /// for a start of the class's rules, which was taken out.
  func dates(near original: ZonedDateTime, in expansion: RecurrenceExpansion) -> [ZonedDateTime] {
    if hadDate(original) { return [] }
    let onDay = expansion.starts(on: .date(original.local.date)).compactMap { $0.zonedTime }
    if !onDay.isEmpty { return onDay }
    let instant = original.instant
    // Few instances are looked at where the class runs often, and few windows where it runs seldom.
    let earlier = [1, 8, 64, 512].lazy.compactMap { days -> RecurrenceInstance? in
      expansion.instances(in: instant.adding(seconds: -days * 86_400)..<instant, viewer: zone)
        .reduce(nil) { $1 }
    }.first
    return [earlier, expansion.next(after: instant, viewer: zone)].compactMap { $0?.start.zonedTime }
  }

  /// Whether the rules give a start without their exceptions and their end, or before the class begins.
  private func hadDate(_ original: ZonedDateTime) -> Bool {
    var whole = recurrence
    (whole.exceptions, whole.exclusionRules) = ([], [])
    whole.rules = whole.rules.map { $0.endless }
    func runs(from start: ZonedDateTime, at other: ZonedDateTime) -> Bool {
      RecurrenceExpansion(RecurrenceSet(start: .zoned(start), whole)).contains(.zoned(other))
    }
    return original.instant < start.instant
      ? runs(from: original, at: start) : runs(from: start, at: original)
  }
}
