internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

/// A three-way merge of one item, field by field: a field that one side changed has that side's state, and a field that
/// both changed differently is merged entry by entry or is a conflict.
struct ItemMerge {
  private(set) var merged: Item
  private let id: ItemID
  /// The base and the sides, as `AnswerStates` and `AlarmIdentities` give them: if both recorded other answers of attendees,
  /// all three have the later ones, and alarms have the same UIDs.
  private let base: Item?
  private let ours: Item
  private let theirs: Item
  /// The content of the base, of our side and of the other side.
  private let states: [ItemContent]
  /// The states in a form in which the notations of different programs are equal.
  private let normal: [ItemContent]
  /// The unmodelled content of the states.
  private var unmodelled: [Unmodelled]
  private let alarms: AlarmIdentities
  /// The side with the higher SEQUENCE, if both have revisions of an item that another person organizes; otherwise `nil`.
  private let laterRevision: MergeSide?

  /// - Parameter base: The item from which both sides started; `nil` where each side made its own.
  init(base: Item?, ours: Item, theirs: Item, _ decisions: inout MergeDecisions) {
    let answers = AnswerStates(
      base: base, ours: ours.withAnswers(of: theirs, ifRescheduledSince: base),
      theirs: theirs.withAnswers(of: ours, ifRescheduledSince: base))
    alarms = AlarmIdentities(
      base: answers.base?.alarms ?? [], sides: [answers.ours.alarms, answers.theirs.alarms])
    let sides = zip([answers.ours, answers.theirs], alarms.states.dropFirst()).map { side, alarms in
      var item = answers.base.map { side.restoringKinds(since: $0) } ?? side
      if item.alarms != alarms { item.alarms = alarms }
      return item
    }
    var former = answers.base
    if let own = former?.alarms, own != alarms.states[0] { former?.alarms = alarms.states[0] }
    (self.base, self.ours, self.theirs) = (former, sides[0], sides[1])
    (merged, id) = (sides[0], ours.id)
    let items = [self.base ?? Item(ItemContent(ItemFields()), ours.kind), self.ours, self.theirs]
    states = items.map(\.content)
    normal = items.map(\.normalContent)
    unmodelled = items.map(\.unmodelled)
    laterRevision = base.flatMap { MergeSide(ofLaterRevision: ours, theirs, since: $0, by: decisions.me) }
    let isClosed = items.contains { $0.todo?.isClosed ?? false }
    for unit in MergeUnit.units(states, normal: normal, hasBase: base != nil, isClosed: isClosed) {
      merge(unit, &decisions)
    }
    answers.updateProgress(of: &merged)
    merged.mergeRevision(base: base, ours: ours, theirs: theirs)
  }

  private var sides: MergeDecisions.ItemStates {
    .init(base: [base].compactMap { $0 }, ours: [ours], theirs: [theirs])
  }

  private mutating func merge(_ unit: MergeUnit, _ decisions: inout MergeDecisions) {
    if case .unmodelled = unit.fields[0].merge { return mergeUnmodelled(&decisions) }
    if let laterRevision, unit.isOrganizers { return choose(laterRevision, unit) }
    if let chosen = MergeSide(ofChange: { unit.isEqual(states[$0], states[$1]) }) {
      if !unit.isEqual(states[0], states[chosen.index]) { choose(chosen, unit) }
      return
    }
    let items = [base, ours, theirs]
    func lines(_ text: inout FieldText) -> [[String]] {
      items.map { item in item.map { item in unit.fields.flatMap { text.lines(of: $0, in: item) } } ?? [] }
    }
    if let changed = MergeSide(ofChange: { unit.isEqualIgnoringOrder(normal[$0], normal[$1]) }) {
      let isNotation =
        unit.isEqualIgnoringOrder(normal[1], normal[2]) && !unit.isEqualIgnoringOrder(states[1], states[2])
      return choose(isNotation ? decisions.notation(sides, lines) : changed, unit)
    }
    if unit.name == MergeUnit.progress.name, let side = completingSide(&decisions, lines) {
      return choose(side, unit)
    }
    switch unit.fields[0].merge {
    case .entries(let entries) where unit.fields.count == 1: merge(unit.fields[0], entries, &decisions)
    case .value, .entries, .unmodelled:
      choose(decisions.chooseSide(id, unit.name, .whole, sides, lines: lines), unit)
    }
  }

  /// Gives a unit the state of a side, with the parameters that the model has no place for: they belong to its value.
  private mutating func choose(_ side: MergeSide, _ unit: MergeUnit) {
    if side == .theirs { unit.copy(states[2], to: &merged) }
    let chosen = unmodelled[side.index]
    for index in unmodelled.indices { unmodelled[index].replaceParameters(of: unit, by: chosen) }
  }

  /// The side that completed a to-do that the other only started; if both completed it, the side that did so first. `nil` if
  /// one reopened or cancelled it.
  private func completingSide(
    _ decisions: inout MergeDecisions, _ lines: (inout FieldText) -> [[String]]
  ) -> MergeSide? {
    guard let mine = ours.todo, let other = theirs.todo else { return nil }
    if mine.isCompleted, other.isCompleted {
      if mine.completed == other.completed { return decisions.notation(sides, lines) }
      guard let time = other.completed else { return .ours }
      return mine.completed.map { $0 < time } ?? false ? .ours : .theirs
    }
    if mine.isCancelled || other.isCancelled || base?.todo?.isClosed ?? false { return nil }
    return mine.isCompleted ? .ours : other.isCompleted ? .theirs : nil
  }

  private mutating func merge(_ field: ItemField, _ entries: ItemEntries, _ decisions: inout MergeDecisions) {
    var keys = states.map(entries.keys)
    if field.name == ComponentKind.alarm.name { keys = alarms.keys(keys) }
    let places = zip(states, keys).map { content, keys in keys.indices.map { (content: content, index: $0) } }
    let kind = ours.kind
    let list = ListMerge(places, keys: keys, isEqual: entries.isEqual) { dispute in
      let present = dispute.states.compactMap { $0 }
      if present.count == 3, let merged = EntryMerge(entries, of: kind, present).merged { return merged }
      let forms = zip(normal, dispute.states).map { normal, place in
        place.map { (content: normal, index: $0.index) }
      }
      func lines(_ text: inout FieldText) -> [[String]] {
        dispute.states.map { place in
          place.map { text.lines(of: field, entries, at: $0.index, in: Item($0.content, kind)) } ?? []
        }
      }
      if let changed = MergeSide(ofChange: forms, entries.isEqual) {
        guard let mine = forms[1], let others = forms[2], entries.isEqual(mine, others) else {
          return dispute.state(of: changed)
        }
        return dispute.state(of: decisions.notation(sides, lines))
      }
      if present.count == 2, let base = dispute.states[0],
        EntryMerge.isRewritten(present[1], from: base, entries, of: kind)
      {
        return nil
      }
      return dispute.state(
        of: decisions.chooseSide(
          id, field.name, dispute.key, provisional: dispute.provisional, sides, lines: lines))
    }
    entries.assign(list.merged, &merged.content)
    if field.name == ComponentKind.alarm.name {
      merged.alarms = merged.alarms.withoutDoubles(of: ours.alarms, theirs.alarms)
        .keepingLatestSnoozes(of: ours.alarms, theirs.alarms)
    }
  }

  private mutating func mergeUnmodelled(_ decisions: inout MergeDecisions) {
    let changed = MergeSide(ofChange: { unmodelled[$0] == unmodelled[$1] })
    if let changed {
      merged.unmodelled = unmodelled[changed.index]
      return
    }
    let lists = unmodelled.map(\.parts)
    let list = ListMerge(lists, keys: UnmodelledPart.keys(lists)) { dispute in
      if let latest = UnmodelledPart.latest(dispute.states[1], dispute.states[2]) { return latest }
      return dispute.state(
        of: decisions.chooseSide(
          id, MergeUnit.unmodelledName, dispute.key, provisional: dispute.provisional, sides
        ) { _ in
          dispute.states.map { $0?.lines ?? [] }
        })
    }
    merged.unmodelled = Unmodelled(list.merged)
  }
}

extension MergeSide {
  /// The side with the higher SEQUENCE of two revisions that an organizer sent since the base; `nil` if there are no two.
  ///
  /// - Parameter me: The attendee who received them; empty if unknown.
  fileprivate init?(ofLaterRevision ours: Item, _ theirs: Item, since base: Item, by me: Set<PersonKey>) {
    let organizers = [ours, theirs].map { $0.organizer.map { PersonKey($0.address) } }
    guard !me.isEmpty, let organizer = organizers[0], organizers[1] == organizer, !me.contains(organizer),
      Swift.min(ours.sequence, theirs.sequence) > base.sequence, ours.sequence != theirs.sequence
    else { return nil }
    self = ours.sequence > theirs.sequence ? .ours : .theirs
  }
}

/// Fields of items that are merged as one value.
struct MergeUnit {
  let name: String
  let fields: [ItemField]

  /// Whether an organizer's revision replaces it: alarms, answers, categories, the colour, whether it is busy and the progress
  /// of a to-do are an attendee's own.
  var isOrganizers: Bool { name != Self.progress.name && !Self.ownedByAttendee.contains(name) }
  private static let ownedByAttendee: Set<String> = [
    ComponentKind.alarm.name, "ATTENDEE", "CATEGORIES", "COLOR", "TRANSP", "PERCENT-COMPLETE", "COMPLETED",
  ]

  func isEqual(_ one: ItemContent, _ other: ItemContent) -> Bool {
    fields.allSatisfy { $0.isEqual(one, other) }
  }

  func copy(_ content: ItemContent, to item: inout Item) {
    for field in fields { field.copy(content, &item.content) }
  }

  /// Whether both states are equal but for the order of the entries of lists and of unmodelled content.
  ///
  /// - Parameter isSame: Whether two entries that are not equal state the same.
  func isEqualIgnoringOrder(
    _ one: ItemContent, _ other: ItemContent,
    _ isSame: (ItemEntries.Reference, ItemEntries.Reference, ItemEntries) -> Bool = { _, _, _ in false }
  ) -> Bool {
    fields.allSatisfy { field in
      if field.isEqual(one, other) { return true }
      switch field.merge {
      case .value: return false
      case .unmodelled:
        return one.extras.unmodelled.parts.hasSameElements(as: other.extras.unmodelled.parts)
      case .entries(let entries):
        let keys = [one, other].map { EntryKey.numbered(entries.keys($0)) }
        let places = Dictionary(uniqueKeysWithValues: zip(keys[1], keys[1].indices))
        return keys[0].count == keys[1].count
          && keys[0].enumerated().allSatisfy { index, key in
            places[key].map { place in
              entries.isEqual((one, index), (other, place)) || isSame((one, index), (other, place), entries)
            } ?? false
          }
      }
    }
  }

  /// The fields without those of identity and revision, each separately; start, end and rules as one unit where a side
  /// changed the start or a rule, and the progress of a to-do where any state is done or cancelled.
  ///
  /// - Parameters:
  ///   - states: The base, our side and the other side.
  ///   - normal: Their normal forms. A start in another zone is merged together with its end, even if the instant
  ///     is the same.
  static func units(
    _ states: [ItemContent], normal: [ItemContent], hasBase: Bool, isClosed: Bool
  ) -> [MergeUnit] {
    let contents = isClosed ? [progress] + contentsWithoutProgress : Self.contents
    // The contents of one instance, and those of it and all later ones, are not mixed.
    let ranges = states.map(\.series.overridesFuture)
    if ranges[1] != ranges[2], hasBase, [1, 2].allSatisfy({ !isSame(states[0], states[$0]) }) {
      return [whole]
    }
    let changesStartOrRules = startAndRules.contains { field in
      let states = field.role == .rule ? normal : states
      if !hasBase { return !field.isEqual(states[1], states[2]) }
      return !field.isEqual(states[0], states[1]) || !field.isEqual(states[0], states[2])
    }
    let times = changesStartOrRules ? [schedule] : schedule.fields.map(MergeUnit.init)
    return times + contents
  }

  /// The unit of a name, as conflicts of items state it.
  static func named(_ name: String, of items: [Item]) -> MergeUnit? {
    let progress = items.contains { $0.todo?.isClosed ?? false } ? [progress] : []
    return (progress + [schedule, whole] + schedule.fields.map(MergeUnit.init) + contents).first {
      $0.name == name
    }
  }

  /// The name under which conflicts have all properties, components and parameters that the model has no place for.
  static let unmodelledName = "X-"

  /// Start, end, rules, added dates and exceptions, and whether an override changes all later instances too.
  static let schedule = MergeUnit(
    name: "DTSTART", fields: ItemTable.fields.filter { [.range, .time, .rule].contains($0.role) })

  /// All fields but identity and revision.
  private static let whole = MergeUnit(
    name: PropertyName.recurrenceID.text,
    fields: schedule.fields + ItemTable.fields.filter { $0.role == .content })

  private static func isSame(_ one: ItemContent, _ other: ItemContent) -> Bool {
    whole.fields.allSatisfy { $0.isEqual(one, other) }
  }

  /// The start and the rules. If no side changed one, the end, the added dates and the exceptions are merged each by itself;
  /// otherwise all are one unit, `schedule`.
  private static let startAndRules = schedule.fields.filter { field in
    guard case .value = field.merge else { return false }
    return field.role == .rule || field.properties == [.dtstart]
  }

  static let contents = ItemTable.fields.filter { $0.role == .content }.map(MergeUnit.init)

  /// The status, the percentage and the time of completion of a to-do.
  static let progress = MergeUnit(
    name: "STATUS",
    fields: contents.flatMap(\.fields).filter { field in
      [[.status], [.percentComplete], [.completed]].contains(field.properties)
    })

  /// The contents without the progress of a to-do.
  private static let contentsWithoutProgress = contents.filter { unit in
    !progress.fields.contains { $0 === unit.fields[0] }
  }

  private init(_ field: ItemField) {
    let isUnmodelled = if case .unmodelled = field.merge { true } else { false }
    self.init(name: isUnmodelled ? MergeUnit.unmodelledName : field.name, fields: [field])
  }

  private init(name: String, fields: [ItemField]) {
    (self.name, self.fields) = (name, fields)
  }
}

extension Unmodelled {
  /// Replaces the parameters of the values of a unit by those of another state.
  mutating func replaceParameters(of unit: MergeUnit, by other: Unmodelled) {
    let names = Set(unit.fields.flatMap(\.properties).map(\.text))
    func isOwn(_ kept: KeptParameters) -> Bool { kept.values.isEmpty && names.contains(kept.property) }
    if !(parameters + other.parameters).contains(where: isOwn) { return }
    parameters = parameters.filter { !isOwn($0) } + other.parameters.filter(isOwn)
  }
}

extension Item {
  /// Sets SEQUENCE, LAST-MODIFIED and DTSTAMP to the newest of both sides, and CREATED to the earlier one where both
  /// differ from the base. SEQUENCE:0, which means the same as none, is written if only one side states it.
  fileprivate mutating func mergeRevision(base: Item?, ours: Item, theirs: Item) {
    let sides = [ours, theirs]
    content.fields.sequence = sides.compactMap(\.content.fields.sequence).max()
    lastModified = sides.compactMap(\.lastModified).max()
    stamp = sides.compactMap(\.stamp).max()
    let changed = sides.map(\.created).filter { $0 != base?.created }
    created = changed.isEmpty ? base?.created : changed.compactMap { $0 }.min()
  }
}

extension Item {
  /// Whether both have the same content, apart from their identity and revision.
  func hasSameContent(as other: Item) -> Bool {
    let (one, another) = (content, other.content)
    return (MergeUnit.schedule.fields + MergeUnit.contents.flatMap(\.fields)).allSatisfy {
      $0.isEqual(one, another)
    }
  }
}
