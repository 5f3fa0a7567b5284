internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacICS
public import AlmanacScheduling
internal import AlmanacTime

/// A three-way merge of iCalendar documents.
///
/// ```swift
/// let merge = DocumentMerge(base: stored, ours: edited, theirs: fetched, policy: .newer)
/// save(merge.document.bytes)
/// ```
/// The result has the bytes of our document wherever the other side changed nothing. Calendars are matched by UID, by
/// name, by an item that they share, and else by their order; see ``CalendarMerge`` for the rules.
///
/// The documents have to be complete (`ICSDocument.incompleteness` is `nil`): what was not read counts as deleted. A
/// ``SyncPlan`` has no step for a resource that is not.
public struct DocumentMerge: Sendable, Hashable {
  /// The result.
  public private(set) var document: ICSDocument
  /// The conflicts, resolved ones included.
  public private(set) var conflicts: [Conflict] = []
  /// The bookings of classes that a side had granted, or another program had accepted, and that do not fit in the merged class.
  public private(set) var displaced: [DisplacedBooking] = []
  /// Both sides, with what a program dropped from them.
  private var sides: [ICSDocument] = []
  /// The calendars of the result by number; `nil` for a deleted one.
  private var calendars: [EventCalendar?] = []
  /// The calendars that one side edited and the other deleted, by number.
  private var edited: [Int: EventCalendar] = [:]
  /// The other side's changes of lines that readers ignore.
  private var ignoredLines = IgnoredLineChanges()

  /// A conflict in one of the calendars.
  public struct Conflict: Sendable, Hashable {
    /// The number of the calendar: that in the result, unless a calendar before it was deleted by a resolution.
    public let calendar: Int
    /// A conflict without an item and with the property `VCALENDAR` is about the whole calendar, which one side deleted and the
    /// other edited.
    public internal(set) var conflict: MergeConflict
  }

  /// - Parameters:
  ///   - base: The document from which both sides started; `nil` where it is not known, so that nothing is deleted.
  ///   - ours: Our document, whose bytes the result has wherever the other side changed nothing.
  ///   - theirs: The document of the other side.
  ///   - policy: The way in which conflicts are resolved; by default none is.
  ///   - uids: The source of the UIDs of items that `both` copies.
  ///   - me: The calendar addresses of the person whose calendar is merged; see `CalendarMerge`.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    base: ICSDocument?, ours: ICSDocument, theirs: ICSDocument, policy: MergePolicy = .ask,
    uids: UIDSource = .random, by me: Set<String> = []
  ) {
    self.init(base: base, ours: ours, theirs: theirs, policy, uids, by: me, copied: [])
  }

  /// - Parameter copied: Items that an earlier merge may have copied: a second copy is not made.
  init(
    base: ICSDocument?, ours: ICSDocument, theirs: ICSDocument, _ policy: MergePolicy, _ uids: UIDSource,
    by me: Set<String>, copied: [Item]
  ) {
    var (ours, theirs) = (ours, theirs)
    ICSDocument.identify(&ours, &theirs, by: base)
    if ours != theirs {
      (ours, theirs) = (
        ours.restoringLost(since: base, unlessIn: theirs), theirs.restoringLost(since: base, unlessIn: ours)
      )
    }
    sides = [ours, theirs]
    document = ours == base ? theirs : ours
    calendars = document.calendars.map { $0 }
    if ours == theirs || theirs == base || ours == base {
      moveExcessBookingsToWaitlist(since: base)
      return
    }
    calendars = []
    let renamed = [base, ours, theirs].reduce(into: Set<Zone>()) { $0.formUnion($1?.zonesOfRegions ?? []) }
    for sides in CalendarSides.matched(base?.calendars ?? [], ours.calendars, theirs.calendars) {
      let number = calendars.count
      guard let mine = sides.ours, let others = sides.theirs else {
        calendars += mergeDeletion(sides, number, policy)
        continue
      }
      let merge = CalendarMerge(
        base: sides.base ?? EventCalendar(), ours: mine, theirs: others, policy, uids, by: me,
        copied: copied, isRestored: true, renamed: renamed)
      conflicts += merge.conflicts.map { Conflict(calendar: number, conflict: $0) }
      displaced += merge.displaced
      calendars.append(merge.calendar)
    }
    document = ours
    ignoredLines = theirs.ignoredLineChanges(since: base)
    writeCalendars()
  }

  private mutating func writeCalendars() {
    document.calendars = calendars.compactMap { $0 }
    document.apply(ignoredLines)
  }

  /// Moves to the waiting list the people whom only one side accepted and for whom the class has no place.
  private mutating func moveExcessBookingsToWaitlist(since base: ICSDocument?) {
    if document == base { return }
    let former = CalendarSides.matches(document.calendars, base?.calendars ?? [])
    for (index, calendar) in document.calendars.enumerated() {
      let known = former[index].flatMap { base?.calendars[$0] } ?? EventCalendar()
      displaced += calendars[index]?.moveExcessBookingsToWaitlist(of: known.changedSeries(to: calendar)) ?? []
    }
    if !displaced.isEmpty { document.calendars = calendars.compactMap { $0 } }
  }

  /// Merges a calendar that only one side has: it was added there, or the other side deleted it.
  ///
  /// - Returns: The calendar, `nil` where it is deleted by a resolution, or nothing.
  private mutating func mergeDeletion(
    _ sides: CalendarSides, _ number: Int, _ policy: MergePolicy
  ) -> [EventCalendar?] {
    guard let only = sides.ours ?? sides.theirs else { return [] }
    guard let base = sides.base else {
      var new = only
      displaced += new.moveExcessBookingsToWaitlist(of: EventCalendar().changedSeries(to: only))
      return [new]
    }
    if CalendarDifference(from: base, to: only).isEmpty { return [] }
    let remaining: MergeSide = sides.ours == nil ? .theirs : .ours
    let resolution = policy == .ask ? nil : policy.side ?? remaining
    func lines(_ calendar: EventCalendar?) -> [String] {
      guard let calendar else { return [] }
      let name = Property(PropertyName.name.text, value: TextValue.escaped(calendar.name))
      return Component(ComponentKind.calendar.name, properties: calendar.name.isEmpty ? [] : [name]).lines
    }
    let empty = EventCalendar()
    let conflict = MergeConflict(
      id: nil, property: MergeConflict.wholeCalendar, key: "", entryNumber: 1, base: lines(base),
      ours: lines(sides.ours), theirs: lines(sides.theirs), resolution: resolution,
      states: .calendars(base: empty, ours: empty, theirs: empty))
    conflicts.append(Conflict(calendar: number, conflict: conflict))
    edited[number] = only
    return [(resolution ?? remaining) == remaining ? only : nil]
  }

  /// The sessions of one coach or client at the same time that only the merge brings together. All remain booked.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  public var overlaps: [SessionOverlap] {
    SessionOverlap.new(in: document.items.sessions, absentFrom: sides.map { $0.items.sessions })
  }

  /// The conflicts that neither the policy nor `resolve(_:as:)` resolved.
  public var unresolved: [Conflict] { conflicts.filter { $0.conflict.resolution == nil } }

  /// Resolves a conflict in the document. Resolving it again replaces the earlier decision.
  public mutating func resolve(_ conflict: Conflict, as side: MergeSide) {
    let number = conflict.calendar
    guard calendars.indices.contains(number) else { return }
    if let only = edited[number], conflict.conflict.property == MergeConflict.wholeCalendar {
      let isDeleted = side == .ours ? conflict.conflict.ours.isEmpty : conflict.conflict.theirs.isEmpty
      calendars[number] = isDeleted ? nil : only
    } else {
      calendars[number]?.resolve(conflict.conflict, as: side)
    }
    for index in conflicts.indices
    where conflicts[index].calendar == number
      && conflicts[index].conflict.hasSameSubject(as: conflict.conflict)
    {
      conflicts[index].conflict.resolution = side
    }
    writeCalendars()
  }
}

extension MergeConflict {
  /// The property of a conflict about a whole calendar.
  static let wholeCalendar = "VCALENDAR"

  /// Whether one side deleted the item or the calendar and the other edited it.
  var isDeletion: Bool { property.isEmpty || property == Self.wholeCalendar }
}

extension ICSDocument {
  /// Gives items without a UID the one that they have in the base, or the same on both sides where both added them.
  static func identify(_ ours: inout ICSDocument, _ theirs: inout ICSDocument, by base: ICSDocument?) {
    if let base { (ours, theirs) = (ours.identified(by: base), theirs.identified(by: base)) }
    theirs = theirs.identified(by: ours, byContentAlone: true)
  }

  /// The document with the X- properties and parameters that it lost since the base and that the other side does not lack in
  /// the same way.
  func restoringLost(since base: ICSDocument?, unlessIn other: ICSDocument?) -> ICSDocument {
    guard let base, self != base else { return self }
    let vendors = ExtensionVendors(of: calendars)
    let former = CalendarSides.matches(calendars, base.calendars)
    let others = other?.calendars ?? []
    let partners = CalendarSides.matches(calendars, others)
    let restored = calendars.indices.map { index in
      former[index].map { place in
        calendars[index].restoringLost(
          since: base.calendars[place], unlessIn: partners[index].map { others[$0] }, vendors)
      } ?? calendars[index]
    }
    if restored == calendars { return self }
    var document = self
    document.calendars = restored
    return document
  }
}

/// One calendar in the three states of a merge.
struct CalendarSides {
  let base: EventCalendar?
  let ours: EventCalendar?
  let theirs: EventCalendar?

  /// The calendars in our order, then those that we lack.
  static func matched(
    _ base: [EventCalendar], _ ours: [EventCalendar], _ theirs: [EventCalendar]
  ) -> [CalendarSides] {
    let (mine, others) = (matches(ours, base), matches(theirs, base))
    let new = (ours.indices.filter { mine[$0] == nil }, theirs.indices.filter { others[$0] == nil })
    let pairs = matches(new.0.map { ours[$0] }, new.1.map { theirs[$0] })
    var partners = Dictionary(uniqueKeysWithValues: pairs.map { (new.0[$0], new.1[$1]) })
    let places = Dictionary(uniqueKeysWithValues: others.map { ($1, $0) })
    for (own, place) in mine { partners[own] = places[place] }
    let first = ours.indices.map { index in
      CalendarSides(
        base: mine[index].map { base[$0] }, ours: ours[index], theirs: partners[index].map { theirs[$0] })
    }
    let known = Set(partners.values)
    return first
      + theirs.indices.filter { !known.contains($0) }.map { index in
        CalendarSides(base: others[index].map { base[$0] }, ours: nil, theirs: theirs[index])
      }
  }

  /// The index of the calendar in the second list that corresponds to one in the first, by that one's index.
  ///
  /// - Complexity: O(*n*) in the items.
  static func matches(_ calendars: [EventCalendar], _ others: [EventCalendar]) -> [Int: Int] {
    if calendars.count == 1, others.count == 1 { return [0: 0] }
    var found: [Int: Int] = [:]
    var isFree = others.map { _ in true }
    func match(_ keys: (EventCalendar) -> [String], _ otherKeys: (EventCalendar) -> [String]) {
      var places: [String: ArraySlice<Int>] = [:]
      for place in others.indices where isFree[place] {
        for key in otherKeys(others[place]) { places[key, default: []].append(place) }
      }
      for index in calendars.indices where found[index] == nil {
        for key in keys(calendars[index]) where found[index] == nil {
          while let place = places[key]?.popFirst() {
            guard isFree[place] else { continue }
            found[index] = place
            isFree[place] = false
            break
          }
        }
      }
    }
    for key in [\EventCalendar.uid, \.name] {
      match({ $0[keyPath: key].isEmpty ? [] : [$0[keyPath: key]] }) { [$0[keyPath: key]] }
    }
    let uids: (EventCalendar) -> [String] = { $0.items.map(\.uid) }
    match(uids, uids)
    // By order, unless both have a UID or a name.
    func isAnonymous(_ calendar: EventCalendar) -> Bool { calendar.uid.isEmpty && calendar.name.isEmpty }
    match({ isAnonymous($0) ? ["plain", "named"] : ["plain"] }) { isAnonymous($0) ? ["plain"] : ["named"] }
    return found
  }
}
