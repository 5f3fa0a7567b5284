internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacICS
internal import AlmanacMapping
internal import AlmanacRecurrence
internal import AlmanacTime

/// The items of one kind and UID of a calendar, to be imported into another one.
///
/// ```swift
/// for series in feed.importedSeries {
///   let result = try calendar.importSeries(series).result
///   print(result.outcome, series.uid, result.changes)
/// }
/// ```
/// An import is repeatable: the same series again changes nothing.
public struct ImportedSeries: Sendable, Hashable {
  /// The UID of all its items.
  public let uid: String
  /// The kind of all its items.
  public let kind: Item.Kind
  /// The item and its changed instances, without superseded ones.
  public internal(set) var items: [Item]
  /// The METHOD of the calendar; empty for a file that is not a message, such as a backup.
  let method: String
  /// Whether it is received as a message, in which DTSTAMP is the time of the organizer's state (RFC 5546 §2.1.5).
  var isMessage = false
  /// The items that came from the same feed before: empty where that is not known, `nil` for an import of anything else.
  var base: [Item]?

  init(_ series: Series, method: String) {
    (uid, kind, self.method) = (series.uid, series.kind, method)
    let start = series.main?.start
    items = series.items.map { item in start.map { item.conformed(to: $0).withExceptions(like: $0) } ?? item
    }
  }

  /// The title of the first item.
  public var summary: String { items.first?.summary ?? "" }

  var id: ItemID { ItemID(uid: uid, kind: kind) }
}

/// The result of the import of a series.
public struct ImportResult: Sendable, Hashable {
  /// The effect of an import on the calendar.
  public enum Outcome: String, Sendable, Hashable {
    /// No item of the kind and UID was present.
    case added
    /// Items were present, and the import changes them.
    case replaced
    /// The present items have the imported state already, or the feed has not changed it since the last refresh.
    case unchanged
    /// It was deleted here, and the feed has not changed it since.
    case deletedHere = "deleted_here"
    /// It was edited here, and the imported state, of the same SEQUENCE, does not say that it is a later one: it has a new
    /// DTSTAMP at most. Of a state with a new DTSTAMP a refresh (``FeedRefresh``) has what is not here, and another outcome.
    case editedHere = "edited_here"
    /// A later state is present.
    case older
    /// The present item is not the sender's to change.
    case refused
  }

  /// The effect of the import.
  public let outcome: Outcome
  /// The refusal of the import; `nil` for another outcome.
  public private(set) var refusal: MessageRefusal?
  /// The properties that were changed here and, differently, by the feed, whose state is taken. Where no earlier state of the
  /// feed is known, the state here is taken.
  public private(set) var conflicts: [MergeConflict] = []
  /// The items of the UID before the import.
  public let before: [Item]
  /// The items of the UID after the import.
  public let after: [Item]

  /// The changes of the import, item by item and property by property.
  ///
  /// - Complexity: O(*n*) in the length of the items.
  public var changes: [ItemChange] {
    var calendars = (EventCalendar(), EventCalendar())
    calendars.0.insert(before)
    calendars.1.insert(after)
    return CalendarDifference(from: calendars.0, to: calendars.1).items
  }
}

extension ICSDocument {
  /// The series of its calendars to be imported elsewhere, except those that were not read completely (`unreadUIDs`). The UID
  /// of an item without one follows from its content, so that it is added once however often it is imported.
  public var importedSeries: [ImportedSeries] {
    let unread = unreadUIDs
    return identifiedByContent.calendars.flatMap(\.importedSeries).filter { !unread.contains($0.uid) }
  }
}

extension EventCalendar {
  /// Its series to be imported elsewhere, in the order of their first items.
  public var importedSeries: [ImportedSeries] { allSeries.map { ImportedSeries($0, method: method) } }

  /// Imports a series in place of the present one of the same kind and UID.
  ///
  /// - Parameter me: The addresses of the calendar's owner; see ``ImportedSeries/result(among:me:)``.
  /// - Returns: The result, and the change of the calendar, which is empty unless the outcome is `added` or `replaced`.
  /// - Complexity: O(log *n* + *m*) for *m* items of the UID.
  public mutating func importSeries(
    _ series: ImportedSeries, me: Set<String> = []
  ) -> (result: ImportResult, change: CalendarChange) {
    let present = self.series(uid: series.uid, kind: series.kind)?.items ?? []
    let result = series.result(among: present, me: me)
    switch result.outcome {
    case .unchanged, .deletedHere, .editedHere, .older, .refused: return (result, CalendarChange())
    case .added, .replaced:
      return (result, replace(uid: series.uid, kind: series.kind, by: result.after))
    }
  }

  /// Imports several series, such as all of a document, as one change.
  ///
  /// ```swift
  /// var preview = calendar                            // or the calendar itself
  /// let (results, change) = preview.importSeries(document.importedSeries)
  /// for result in results { print(result.outcome, result.changes) }
  /// try calendar.apply(change)                        // change.inverse takes all of it back
  /// ```
  ///
  /// - Parameter me: The addresses of the calendar's owner; see ``ImportedSeries/result(among:me:)``.
  /// - Returns: The results in the order of the series, and their changes one after the other.
  /// - Complexity: O(*m* log *n*) for *m* imported items.
  public mutating func importSeries(
    _ series: [ImportedSeries], me: Set<String> = []
  ) -> (results: [ImportResult], change: CalendarChange) {
    let imports = series.map { importSeries($0, me: me) }
    return (imports.map(\.result), CalendarChange(combining: imports.map(\.change)))
  }
}

extension ImportedSeries {
  /// The result of an import where some items of the UID are present.
  ///
  /// The later state of each identity is in the result (RFC 5546 §2.1.5). In a publication or a file without METHOD the
  /// DTSTAMP is often that of the download, so that an item that was edited here stays unless the SEQUENCE or the
  /// LAST-MODIFIED is a later one. A state that an organizer sends (METHOD) replaces only the organizer's own items, never
  /// the owner's, and leaves the owner's alarms and answer to the same revision; a state without alarms leaves them too. A
  /// feed adds its changes since the last refresh; changes made here stay, and so does a deletion unless the feed changed
  /// the series.
  ///
  /// - Parameters:
  ///   - present: The present items of the UID.
  ///   - me: The addresses of the calendar's owner. If empty, an item that has an organizer does not count as
  ///     organized by the owner, and the answers of all attendees are preserved as the owner's is.
  public func result(among present: [Item], me: Set<String> = []) -> ImportResult {
    let own = present.filter { $0.kind == kind }
    if let base, !base.isEmpty {
      if !own.isEmpty { return refreshed(present, since: base) }
      if isUnchanged(since: base) {
        return ImportResult(outcome: .deletedHere, before: present, after: present)
      }
    }
    let after = merged(into: present, me)
    var result = ImportResult(outcome: outcome(present, after, me), before: present, after: after)
    if base != nil, [.editedHere, .older].contains(result.outcome), !isKnown(to: own) {
      result = united(with: present)
    }
    if result.outcome == .replaced, let item = own.first, let refusal = refusal(replacing: item, me) {
      return ImportResult(outcome: .refused, refusal: refusal, before: present, after: present)
    }
    return result
  }

  /// The reason that a received state does not replace an item. A publication may have no organizer, like many feeds.
  private func refusal(replacing item: Item, _ me: Set<String>) -> MessageRefusal? {
    if let member = item.otherMember(than: items.first) { return .bookedBy(member) }
    guard let method = SchedulingMessage.Method(rawValue: method) else { return nil }
    if items.contains(where: { $0.organizer == nil }), item.organizer != nil || method != .publish {
      return .missingProperty("ORGANIZER", section: MessageRule.rule(method, kind)?.section ?? "3")
    }
    return item.refusal(ofStates: items, me)
  }

  /// The items of the same UID after the import:
  ///
  /// - Of each identity the later state. An item that differs only in its DTSTAMP is not replaced.
  /// - An override that only one side has, if that side's series is the later one or the override is later than the other
  ///   side's series.
  /// - An imported override without its series replaces an exception, unless the instance was deleted later.
  private func merged(into present: [Item], _ me: Set<String>) -> [Item] {
    let others = present.filter { $0.kind != kind }
    let own = present.filter { $0.kind == kind }
    let old = own.main
    let new = items.main
    let (key, states) = states(of: own)
    let newIDs = Set(items.map(key))
    func prevails(_ present: Item, over item: Item) -> Bool {
      present.prevails(over: item) || isEdited(present, since: item) || isRepeated(item, after: present)
    }
    let isOld = old.map { old in new.map { prevails(old, over: $0) } ?? true } ?? false
    let main = isOld ? old : new
    let start = main?.start
    let imported = items.compactMap { item -> Item? in
      let other = states[key(item)]
      if let other, prevails(other, over: item) { return other }
      if other == nil, isOld, let old, isLater(old, than: item) || old.hasDeleted(item, since: new ?? item) {
        return nil
      }
      return combined(other, with: start.map { item.conformed(to: $0) } ?? item, in: old, me)
    }
    let rest = own.filter { $0.recurrenceID != nil && !newIDs.contains(key($0)) }
    func remains(_ item: Item) -> Bool {
      isOld || main.map { isLater(item, than: $0) || old == nil && leaves(item, of: $0) } ?? true
    }
    let kept = rest.filter(remains)
    var series = new == nil ? old : nil
    series?.removeExceptions(at: imported.filter { states[key($0)] == nil }.compactMap(\.recurrenceID))
    let result = [series].compactMap { $0 } + imported + kept
    // An instance that was edited here follows its series. So does one that a request of the same revision does not
    // name: the organizer has not rescheduled or removed it (RFC 5546 §2.1.4).
    guard let old, let new else { return others + result }
    let edited = rest.filter {
      !remains($0)
        && (isResent(new, after: old) || $0.revision.isEdit(of: old.revision)
          || $0.revision.isSent(as: old.revision) && $0.revision.isEditedHere)
    }
    if edited.isEmpty { return others + result }
    return others + Self.merge([old], [old] + edited, result).calendar.items
  }

  /// Whether a stored item was edited after an imported state that does not claim to be newer.
  private func isEdited(_ present: Item, since item: Item) -> Bool {
    let isState = method.isEmpty || method == SchedulingMessage.Method.publish.rawValue
    return isState && !isMessage && present.revision.isModified(after: item.revision)
  }

  /// Whether an item is of a message that is not newer than the present state, which may have been edited here by a program
  /// that writes no LAST-MODIFIED.
  private func isRepeated(_ item: Item, after present: Item) -> Bool {
    !method.isEmpty && present.revision.isSent(as: item.revision)
      && !item.revision.isModified(after: present.revision)
  }

  /// Whether a request states the revision that another item has too (RFC 5546 §2.1.4).
  private func isResent(_ item: Item, after other: Item) -> Bool {
    method == SchedulingMessage.Method.request.rawValue && item.sequence == other.sequence
  }

  /// Whether a request for a series leaves an instance that was sent before the series: it has the same SEQUENCE and does not
  /// except the instance.
  private func leaves(_ instance: Item, of series: Item) -> Bool {
    guard isResent(series, after: instance), let start = series.anchor, let id = instance.recurrenceID else {
      return false
    }
    let key = InstanceKey(id, in: start)
    return !series.recurrence.exceptions.contains { InstanceKey($0, in: start) == key }
  }

  /// Whether an instance was sent after its series, or the series after it. In a file without METHOD the DTSTAMP is often
  /// that of the export.
  private func isLater(_ item: Item, than other: Item) -> Bool {
    method.isEmpty
      ? item.revision.isSent(after: other.revision) : item.revision.isStamped(after: other.revision)
  }

  /// The present items of the kind by their keys: the instant of the instance that an item changes; `nil` for the series itself.
  func states(of own: [Item]) -> (key: (Item) -> Instant?, states: [Instant?: Item]) {
    let zone = (items + own).main?.start?.zone ?? .utc
    func key(_ item: Item) -> Instant? { item.recurrenceID?.instant(in: zone) }
    return (key, Dictionary(firstOf: own.map { (key($0), $0) }))
  }

  /// An imported item with the content that it preserves of a present one.
  private func combined(_ present: Item?, with item: Item, in series: Item?, _ me: Set<String>) -> Item {
    var item = item
    if let own = present ?? series {
      if !method.isEmpty || base != nil { item.alarms = own.alarms }
      if method == SchedulingMessage.Method.request.rawValue { item.preserveOwnContent(of: own, me) }
      if method == SchedulingMessage.Method.publish.rawValue, item.attendees.isEmpty {
        item.attendees = own.attendees
      }
    }
    guard let present else { return item }
    if item.alarms.isEmpty { item.alarms = present.alarms }
    return item.unstamped == present.unstamped || item.isExport(of: present) ? present : item
  }

  private func outcome(_ before: [Item], _ after: [Item], _ me: Set<String>) -> ImportResult.Outcome {
    let own = before.filter { $0.kind == kind }
    guard Set(before.map(DistinctItem.init)) == Set(after.map(DistinctItem.init)) else {
      return own.isEmpty ? .added : .replaced
    }
    let (key, states) = states(of: own)
    let (old, new) = (own.main, items.main)
    let isTaken = items.allSatisfy { item in
      if let state = states[key(item)] { return !state.revision.isSent(after: item.revision) }
      return new.map { old?.hasDeleted(item, since: $0) ?? false } ?? false
    }
    let isEditedHere = items.contains { item in
      guard item.lastModified == nil, let own = states[key(item)],
        !own.hasSameContent(as: combined(own, with: item, in: old, me))
      else { return false }
      return isRepeated(item, after: own) && !own.revision.isEdit(of: item.revision)
        || item.revision.isSent(after: own.revision) && isEdited(own, since: item)
    }
    return !isTaken ? .older : isEditedHere ? .editedHere : .unchanged
  }
}

extension Item {
  /// The member who has booked it, if it is a booking and another item is that of somebody else: the bookings of a date of
  /// a class have one UID.
  fileprivate func otherMember(than other: Item?) -> String? {
    guard let other, [self, other].allSatisfy({ $0.almanacKind == "BOOKING" }),
      let member = attendees.first?.address, let another = other.attendees.first?.address,
      !PersonKey.areSame(member, another)
    else { return nil }
    return member
  }

  /// The item with exceptions in the zone of its start, as some programs ignore those in UTC.
  fileprivate func withExceptions(like start: EventTime) -> Item {
    guard recurrence.exceptions.contains(where: { $0.zone != nil && $0.zone != start.zone }) else {
      return self
    }
    var item = self
    item.recurrence.exceptions = recurrence.exceptions.map { $0.zone == nil ? $0 : $0.conformed(to: start) }
    return item
  }

  /// The reason that others cannot replace or cancel this item by states that they send: either the owner organizes it,
  /// or the states name another organizer.
  func refusal(ofStates items: [Item], _ me: Set<String>) -> MessageRefusal? {
    let isMine = organizer?.isOne(of: me) ?? items.contains { $0.organizer != nil }
    return isMine ? .organizedByMe : refusalOfOtherOrganizer(of: items)
  }

  /// The refusal of components that state another organizer.
  func refusalOfOtherOrganizer(of items: [Item]) -> MessageRefusal? {
    guard let organizer else { return nil }
    let other = items.compactMap(\.organizer).first { !PersonKey.areSame($0.address, organizer.address) }
    return other.map { .otherOrganizer($0.address, expected: organizer.address) }
  }
}

extension Item {
  /// Whether the instance of an override was deleted here, by an edit of a state of the series that was sent with the override
  /// or after it.
  fileprivate func hasDeleted(_ override: Item, since state: Item) -> Bool {
    var series = self
    series.removeExceptions(at: [override.recurrenceID].compactMap { $0 })
    return series.recurrence != recurrence && revision.isEdit(of: state.revision)
      && (override.stamp ?? .min) <= (lastModified ?? .min)
  }

  /// Whether this state takes precedence over another: it is later, or an edit of that state.
  fileprivate func prevails(over other: Item) -> Bool {
    revision.isSent(after: other.revision) || revision.isEdit(of: other.revision)
  }

  /// Whether it is what an export of a present item says, apart from DTSTAMP: with the text that an alarm without one needs,
  /// and without what is not legal.
  fileprivate func isExport(of present: Item) -> Bool {
    var (writer, export) = (ModelWriter(), ModelWriter(isLegalOnly: true))
    return writer.component(for: unstamped) == export.component(for: present.unstamped)
  }

  /// The item without DTSTAMP.
  var unstamped: Item { modified(self) { $0.stamp = nil } }
}
