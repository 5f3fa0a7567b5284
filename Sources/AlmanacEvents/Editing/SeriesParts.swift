internal import AlmanacRecurrence
internal import AlmanacTime

/// A series prepared for editing: its main item and its overrides with their places in the document.
struct SeriesParts {
  struct Member {
    /// The number in the calendar; `nil` when it is new.
    let number: Int?
    /// The item before the edit; `nil` when it is new.
    let before: Item?
    var item: Item
    /// Whether no other item of its identity supersedes it.
    var isCurrent = true
  }

  /// The item in effect at an occurrence, and its source.
  struct Effective {
    enum Source {
      case main
      /// The override of the occurrence itself, by its index.
      case override(Int)
      /// An earlier override with RANGE=THISANDFUTURE, by its index.
      case stretch(Int)
    }

    /// In the form of the series' start.
    let id: EventTime
    let source: Source
    var item: Item
    /// Whether the length is that of an added PERIOD (RDATE).
    var hasOwnLength = false
  }

  var main: Member
  /// The overrides, superseded ones included.
  var overrides: [Member]
  /// Removed overrides.
  var dropped: [Member] = []
  private(set) var start: EventTime
  /// The calendar systems by which its rules are expanded (RSCALE).
  let systems: CalendarSystems

}

extension SeriesParts {
  /// - Parameter entries: All items of a series, in the order of the document.
  /// - Returns: `nil` without a main item, or without a time.
  init?(_ entries: [NumberedItem], systems: CalendarSystems) {
    let isCurrent = Series.areCurrent(entries.map { $0.item })
    let parts = entries.indices.map { index in
      Member(
        number: entries[index].number, before: entries[index].item, item: entries[index].item,
        isCurrent: isCurrent[index])
    }
    guard let main = parts.first(where: { $0.isCurrent && $0.item.recurrenceID == nil }),
      let start = main.item.anchor
    else { return nil }
    self.init(
      main: main, overrides: parts.filter { $0.item.recurrenceID != nil }, start: start, systems: systems)
  }

  /// Whether the item happens once and has always done so.
  var isSingle: Bool { main.item.recurrence == .none && overrides.isEmpty }

  var set: RecurrenceSet { RecurrenceSet(start: start, main.item.recurrence) }

  /// The plan by which queries expand the series.
  var plan: SeriesPlan {
    SeriesPlan(
      main.item, from: start, overrides: overrides.filter { $0.isCurrent }.map { $0.item }, calendars: systems
    )
  }

  /// The instances by the rules, without regard to overrides.
  var expansion: RecurrenceExpansion { RecurrenceExpansion(set, calendars: systems) }

  /// The first calendar of its rules that is not among the systems (RSCALE, RFC 7529).
  var unknownCalendar: String? {
    let rules = main.item.recurrence.rules + main.item.recurrence.exclusionRules
    return rules.first { !$0.isSupported(by: systems) }?.calendarScale
  }

  /// Replaces the main item and the start of the series.
  mutating func restart(_ item: Item, at start: EventTime) {
    main.item = item
    self.start = start
  }

  /// The series under another UID, as new items.
  func renamed(_ uid: String) -> SeriesParts {
    func renamed(_ member: Member) -> Member {
      var new = Member(number: nil, before: nil, item: member.item, isCurrent: member.isCurrent)
      new.item.uid = uid
      return new
    }
    var parts = self
    (parts.main, parts.overrides, parts.dropped) = (renamed(main), overrides.map(renamed), [])
    return parts
  }

  /// The instance that a recurrence id of any form names.
  func key(_ id: EventTime) -> InstanceKey { InstanceKey(id, in: start) }

  func key(_ member: Member) -> InstanceKey { key(member.item.recurrenceID ?? start) }

  /// The recurrence ids of the current overrides.
  var overrideIDs: [EventTime] { overrides.filter { $0.isCurrent }.compactMap { $0.item.recurrenceID } }

  /// The instances by the rules that no override replaces.
  private var unchanged: RecurrenceExpansion {
    var set = set
    set.recurrence.exceptions += overrideIDs
    return RecurrenceExpansion(set, calendars: systems)
  }

  /// The item that an occurrence shows; `nil` where the series has no occurrence.
  func effective(at id: EventTime) -> Effective? {
    let id = id.conformed(to: start)
    let key = key(id)
    if let index = overrides.firstIndex(where: { $0.isCurrent && self.key($0) == key }) {
      return Effective(
        id: id, source: .override(index),
        item: overrides[index].item.asInstance(overrides[index].item.recurrenceID))
    }
    guard unchanged.contains(id) else { return nil }
    let earlier = overrides.indices.filter {
      overrides[$0].isCurrent && overrides[$0].item.overridesFuture && self.key(overrides[$0]) < key
    }
    if let index = earlier.max(by: { self.key(overrides[$0]) < self.key(overrides[$1]) }),
      let stretch = SeriesPlan.Stretch(overrides[index].item, in: start)
    {
      let item = overrides[index].item.asInstance(id).starting(at: stretch.start(of: id))
      return Effective(id: id, source: .stretch(index), item: item)
    }
    var item = main.item.asInstance(id).starting(at: id)
    let addition = main.item.recurrence.additions.last { self.key($0.start) == key }
    guard let extent = addition?.extent else { return Effective(id: id, source: .main, item: item) }
    item.content.fields.extent = Extent(extent)
    return Effective(id: id, source: .main, item: item, hasOwnLength: true)
  }

  /// Whether any occurrence comes before an instance.
  func hasOccurrence(before id: EventTime) -> Bool {
    let key = key(id)
    if overrides.contains(where: { $0.isCurrent && self.key($0) < key }) { return true }
    return unchanged.first { _ in true }.map { self.key($0.start) < key } ?? false
  }

  /// Whether there is no occurrence at all.
  var isEmpty: Bool {
    !overrides.contains { $0.isCurrent } && unchanged.first { _ in true } == nil
  }

  /// The overrides that continue overrides with RANGE=THISANDFUTURE from the next instance on, without those that apply to no
  /// other instance.
  ///
  /// - Complexity: O((*m* + *n*) log *n*) for *m* of *n* overrides.
  func continuations(of indices: [Int]) -> [Member] {
    guard !indices.isEmpty else { return [] }
    let plan = plan
    let places = plan.stretches.indices.compactMap { place in plan.stretches[place].after.map { ($0, place) }
    }
    let placeOfKey = Dictionary(places) { $1 }
    return indices.compactMap { index in
      guard let place = placeOfKey[key(overrides[index])], let next = plan.firstInstance(of: place) else {
        return nil
      }
      return Member(number: nil, before: nil, item: plan.stretches[place].beginning(at: next))
    }
  }
}

extension SeriesPlan.Stretch {
  /// The override that has the same effect from a later instance on.
  func beginning(at id: EventTime) -> Item {
    var item = item.starting(at: start(of: id))
    item.recurrenceID = id
    return item
  }
}

/// Overrides whose recurrence id is a day, in a series of times. Such an override replaces all instances of that day; when
/// it is removed or becomes the override of one instance, the others become exceptions.
extension SeriesParts {
  /// Whether a recurrence id names a day among times.
  func isDay(_ id: EventTime) -> Bool { id.isDate && !start.isDate }

  private var ownKeys: Set<InstanceKey> { Set(overrides.lazy.filter { $0.isCurrent }.map { key($0) }) }

  /// The instances that an override of a day hides beside its own; `nil` where there are too many to be listed as
  /// exceptions.
  func hidden(by member: Member) -> [EventTime]? {
    guard member.isCurrent, let day = member.item.recurrenceID, isDay(day) else { return [] }
    let instances = expansion.starts(on: day)
    if instances.count > RecurrenceSet.maximumPerDay { return nil }
    let own = ownKeys
    return instances.filter { !own.contains(key($0)) }
  }

  /// The instances that all overrides of days hide beside their own, as far as they can be listed.
  var hidden: [EventTime] { overrides.flatMap { hidden(by: $0) ?? [] } }

  /// The exceptions that hide the same instances once an override is removed.
  func exceptions(for member: Member) -> [EventTime] {
    hidden(by: member) ?? [member.item.recurrenceID].compactMap { $0 }
  }

  /// A recurrence id in the form of the start; a day with too many instances to be listed remains a day.
  func recurrenceID(for id: EventTime) -> EventTime {
    if isDay(id), expansion.starts(on: id).count > RecurrenceSet.maximumPerDay { return id }
    return id.conformed(to: start)
  }

  /// The recurrence id that corresponds to another one once the series has moved.
  func moved(_ id: EventTime, by move: StartMove) -> EventTime {
    let named = recurrenceID(for: id)
    return isDay(named)
      ? .date(move.moved(named.conformed(to: start)).date) : move.moved(set.instance(at: named))
  }

  /// Adds exceptions for those of the instances that have no override.
  mutating func exclude(_ instances: [EventTime]) {
    if instances.isEmpty { return }
    let own = ownKeys
    main.item.recurrence.exceptions += instances.filter { !own.contains(key($0)) }
  }

  /// The exceptions that both parts of a split series need where an override of a day hides instances on either side.
  func exceptions(splitAt id: EventTime) -> (before: [EventTime], after: [EventTime]) {
    var sides: (before: [EventTime], after: [EventTime]) = ([], [])
    let first = key(id)
    for member in overrides {
      let isLater = key(member) >= first
      if let hidden = hidden(by: member) {
        if isLater { sides.before += hidden.filter { key($0) < first } }
        sides.after += hidden.filter { key($0) >= first }
      } else if let day = member.item.recurrenceID, day.date == id.date {
        if isLater { sides.before.append(day) } else { sides.after.append(day) }
      }
    }
    return sides
  }
}
