internal import AlmanacRecurrence
internal import AlmanacTime

/// A series taken apart to be changed: its main item and its overrides with their places in the document.
struct SeriesParts {
  struct Part {
    /// `nil` when it is new.
    let number: Int?
    /// `nil` when it is new.
    let before: Item?
    var item: Item
    /// Whether it is not superseded by another of its identity.
    var holds = true
  }

  /// What an occurrence looks like, and where that comes from.
  struct Shown {
    enum Source {
      case main
      /// The override of the occurrence itself, by its index.
      case override(Int)
      /// An earlier override with RANGE=THISANDFUTURE.
      case stretch(Int)
    }

    /// In the form of the series' start.
    let id: EventTime
    let source: Source
    var item: Item
    /// The length that an added PERIOD has of its own.
    var hasOwnLength = false
  }

  var main: Part
  /// Superseded ones too.
  var overrides: [Part]
  /// What is no more.
  var dropped: [Part] = []
  private(set) var start: EventTime
  /// By which its rules are expanded.
  let systems: CalendarSystems

  init(main: Part, overrides: [Part], start: EventTime, systems: CalendarSystems) {
    self.main = main
    self.overrides = overrides
    self.start = start
    self.systems = systems
  }

  /// - Parameter entries: All items of a series, in the order of the document.
  /// - Returns: `nil` without an item that holds for the series, or without a time.
  init?(_ entries: [NumberedItem], systems: CalendarSystems) {
    let winners = Series.winners(entries.map { $0.item })
    let parts = entries.indices.map { index in
      Part(
        number: entries[index].number, before: entries[index].item, item: entries[index].item,
        holds: winners[index])
    }
    guard let main = parts.first(where: { $0.holds && $0.item.recurrenceID == nil }),
      let start = main.item.anchor
    else { return nil }
    self.init(
      main: main, overrides: parts.filter { $0.item.recurrenceID != nil }, start: start, systems: systems)
  }

  /// Whether the item happens once and has always done so.
  var isSingle: Bool { main.item.recurrence == .none && overrides.isEmpty }

  var set: RecurrenceSet { main.item.recurrence.set(from: start) }

  /// As queries see it.
  var plan: SeriesPlan {
    SeriesPlan(
      main.item, from: start, overrides: overrides.filter { $0.holds }.map { $0.item }, calendars: systems)
  }

  /// The rules alone, overrides left out of account.
  var expansion: RecurrenceExpansion { RecurrenceExpansion(set, calendars: systems) }

  /// The first calendar by which it counts that is not among the systems (RSCALE, RFC 7529).
  var unknownCalendar: String? {
    let rules = main.item.recurrence.rules + main.item.recurrence.exclusionRules
    return rules.first { !$0.isSupported(by: systems) }?.calendarScale
  }

  /// The main item from another start.
  mutating func restart(_ item: Item, at start: EventTime) {
    main.item = item
    self.start = start
  }

  /// The instance that a recurrence id names.
  func key(_ part: Part) -> Int64 { (part.item.recurrenceID ?? start).conformed(to: start).key }

  /// What an occurrence looks like; `nil` when nothing happens there.
  func shown(at id: EventTime) -> Shown? {
    let id = id.conformed(to: start)
    if let index = overrides.firstIndex(where: { $0.holds && key($0) == id.key }) {
      return Shown(
        id: id, source: .override(index),
        item: overrides[index].item.alone(at: overrides[index].item.recurrenceID))
    }
    let plan = plan
    guard plan.expansion.contains(id) else { return nil }
    if let stretch = plan.stretches.dropFirst().last(where: { $0.after < id.key }),
      let index = overrides.firstIndex(where: { $0.holds && key($0) == stretch.after })
    {
      let item = overrides[index].item.alone(at: id).starting(at: stretch.start(of: id))
      return Shown(id: id, source: .stretch(index), item: item)
    }
    var item = main.item.alone(at: id).starting(at: id)
    let addition = main.item.recurrence.additions.last { $0.start.conformed(to: start).key == id.key }
    guard let extent = addition?.extent else { return Shown(id: id, source: .main, item: item) }
    item.content.fields.extent = Extent(extent)
    return Shown(id: id, source: .main, item: item, hasOwnLength: true)
  }

  /// Whether anything happens before an instance.
  func hasOccurrence(before id: EventTime) -> Bool {
    let key = id.conformed(to: start).key
    if overrides.contains(where: { $0.holds && self.key($0) < key }) { return true }
    guard let first = plan.expansion.first(where: { _ in true }) else { return false }
    return first.start.key < key
  }

  /// Whether nothing happens at all.
  var isEmpty: Bool {
    !overrides.contains { $0.holds } && plan.expansion.first(where: { _ in true }) == nil
  }

  /// Lets what an override with RANGE=THISANDFUTURE says of later instances begin with the next of them instead.
  ///
  /// - Returns: That override; `nil` when it says nothing of any other.
  func movedOn(_ index: Int) -> Part? {
    let plan = plan
    guard let place = plan.stretches.lastIndex(where: { $0.after == key(overrides[index]) }), place > 0 else {
      return nil
    }
    let stretch = plan.stretches[place]
    guard let next = plan.firstInstance(of: place) else { return nil }
    return Part(number: nil, before: nil, item: stretch.beginning(at: next))
  }
}

extension SeriesPlan.Stretch {
  /// The override that says the same from a later instance on.
  func beginning(at id: EventTime) -> Item {
    var item = item.starting(at: start(of: id))
    item.recurrenceID = id
    return item
  }
}
