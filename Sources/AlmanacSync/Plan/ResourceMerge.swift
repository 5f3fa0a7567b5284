internal import AlmanacEvents
internal import AlmanacICS

/// The merge of one resource, or of several that belong together: files with parts of one series, or with the same item.
/// Several are merged as one calendar, whose items then go back to the resources from which they came.
struct ResourceMerge: Sendable, Hashable {
  /// The resources, followed by new ones for items that the merge copied.
  private(set) var resources: [PlannedResource]
  private(set) var merge: DocumentMerge
  private(set) var steps: [SyncPlan.Step] = []
  /// The UIDs of the base that a side still has.
  private(set) var knownUIDs: Set<String> = []
  /// The UIDs of `knownUIDs` that the result lacks.
  private(set) var lostUIDs: Set<String> = []
  /// The index of the resource of an item, and of a UID.
  private var owners: [ItemID: Int] = [:]
  private var ownersByUID: [String: Int] = [:]

  /// - Parameters:
  ///   - copied: Items that an earlier merge may have copied.
  ///   - takenNames: The names in use on either side, in lower case.
  init(
    _ resources: [PlannedResource], _ policy: MergePolicy, _ uids: UIDSource, by me: Set<String>,
    copied: [Item],
    _ takenNames: inout Set<String>
  ) {
    self.resources = resources
    for index in resources.indices { self.resources[index].restoreLost() }
    let base = resources.compactMap(\.base)
    // A side that lacks a known resource has deleted what is in it.
    func joined(_ side: (PlannedResource) -> PlannedResource.Side?) -> ICSDocument {
      .joined(resources.compactMap { side($0)?.document ?? $0.base?.emptied })
    }
    merge = DocumentMerge(
      base: base.isEmpty ? nil : .joined(base), ours: joined(\.ours), theirs: joined(\.theirs), policy, uids,
      by: me, copied: copied)
    for side in [resources.map(\.base), resources.map(\.theirs?.document), resources.map(\.ours?.document)] {
      for (index, document) in side.enumerated() {
        for item in document?.items ?? [] { (owners[item.id], ownersByUID[item.uid]) = (index, index) }
      }
    }
    if haveOneCalendarEach { addCopies(&takenNames) }
    let present = Set(resources.flatMap(\.sides).flatMap(\.items).map(\.uid))
    knownUIDs = present.intersection(base.flatMap(\.items).map(\.uid))
    plan()
  }

  /// Whether each resource has one calendar; otherwise there is a single resource.
  private var haveOneCalendarEach: Bool { resources.count > 1 || resources.allSatisfy(\.hasOneCalendar) }

  /// Adds a resource for each copied item: a resource has the items of one UID (RFC 4791 §4.1).
  private mutating func addCopies(_ takenNames: inout Set<String>) {
    for item in merge.document.items where ownersByUID[item.uid] == nil {
      let name = String.fileName(forUID: item.uid).unique(among: &takenNames)
      ownersByUID[item.uid] = resources.count
      resources.append(PlannedResource(name: name, remoteName: name))
    }
  }

  /// The name of the resource with the item of a conflict.
  func name(of conflict: MergeConflict) -> String {
    let owner = conflict.id.flatMap { owners[$0] ?? ownersByUID[$0.uid] }
    return resources[owner ?? 0].name
  }

  mutating func resolve(_ conflict: DocumentMerge.Conflict, as side: MergeSide) {
    merge.resolve(conflict, as: side)
    plan()
  }
}

extension ResourceMerge {
  /// Sets the steps. There are none while a conflict is not resolved. A conflict between an edit and a deletion does
  /// not prevent steps: they keep the edit.
  private mutating func plan() {
    (steps, lostUIDs) = ([], [])
    if merge.unresolved.contains(where: { !$0.conflict.isDeletion }) { return }
    let contents = contents
    steps = zip(resources, contents).flatMap { Self.steps($0, $1) }
    lostUIDs = knownUIDs.subtracting(contents.compactMap { $0 }.flatMap(\.items).map(\.uid))
  }

  /// The merged content of each resource; `nil` where there is none left.
  private var contents: [ICSDocument?] {
    guard haveOneCalendarEach else { return [resources[0].content(merge.document)] }
    let merged = merge.document.calendars.first ?? EventCalendar()
    let items = Dictionary(grouping: merged.items) { owners[$0.id] ?? ownersByUID[$0.uid] ?? 0 }
    return resources.enumerated().map { index, resource in
      let header = resources.count == 1 ? merged : resource.mergedHeader
      return resource.content(resource.document(with: header.with(items: items[index] ?? [])))
    }
  }

  private static func steps(_ resource: PlannedResource, _ content: ICSDocument?) -> [SyncPlan.Step] {
    let (ours, theirs, name) = (resource.ours, resource.theirs, resource.name)
    guard let content else {
      if ours == nil, theirs == nil { return resource.recordedName == nil ? [] : [.agree(name, nil)] }
      return [
        ours.map { .deleteLocal(name, having: $0.token) },
        theirs.map { .deleteRemote(name, having: $0.token) },
      ].compactMap { $0 }
    }
    // A difference in the order or form of lines alone is not written, nor are X- properties that a side has dropped again.
    func hasContent(_ side: PlannedResource.Side?) -> Bool {
      guard let side else { return false }
      let isEqual =
        side.restored.calendars == content.calendars
        && content.ignoredLineChanges(since: side.restored).isEmpty
      return isEqual && (side.loss == nil || side.restoredAfter == side.loss)
    }
    switch (hasContent(ours), hasContent(theirs)) {
    case (true, true): return [.agree(name, content.bytes)]
    case (true, false): return [.upload(name, content.bytes, replacing: theirs?.token)]
    case (false, true): return [.download(name, content.bytes, replacing: ours?.token)]
    case (false, false): return [.merge(name, content.bytes, local: ours?.token, remote: theirs?.token)]
    }
  }
}

extension PlannedResource {
  /// The calendar's own properties, merged, without items.
  fileprivate var mergedHeader: EventCalendar {
    let headers = [base, ours?.document, theirs?.document].map { $0?.calendars.first?.with(items: []) }
    guard let mine = headers[1], let others = headers[2] else {
      return headers[1] ?? headers[2] ?? headers[0] ?? EventCalendar()
    }
    return CalendarMerge(base: headers[0] ?? EventCalendar(), ours: mine, theirs: others, policy: .newer)
      .calendar
  }

  /// A merged document; `nil` if nothing is left and either a side deleted the file or it had content before. A file
  /// that never had items, such as one with only the name and the color of a calendar, stays.
  fileprivate func content(_ document: ICSDocument) -> ICSDocument? {
    let isDeleted = recordedName == nil ? sides.isEmpty : sides.count < 2
    return document.isEmpty && (isDeleted || !documents.allSatisfy(\.isEmpty)) ? nil : document
  }

  /// A calendar in the bytes of the side that has it, else as an edit of our document, with the changes that both sides made to
  /// lines that readers ignore.
  fileprivate func document(with calendar: EventCalendar) -> ICSDocument {
    let (mine, others) = (ours?.restored, theirs?.restored)
    let isTheirEdit = ours?.document == base && others == theirs?.document
    let hasLost = mine != ours?.document || others != theirs?.document
    let sides = ([hasLost ? base : nil] + (isTheirEdit ? [others, mine] : [mine, others])).compactMap { $0 }
    var document = sides.first { $0.calendars == [calendar] } ?? mine ?? others ?? base ?? ICSDocument([])
    if document.calendars != [calendar] { document.calendars = [calendar] }
    for side in [mine, others] {
      if let side { document.apply(side.ignoredLineChanges(since: base)) }
    }
    return document
  }
}

extension ICSDocument {
  /// One document with the items of several: a single document unchanged, several as one calendar.
  static func joined(_ documents: [ICSDocument]) -> ICSDocument {
    guard documents.count > 1, var calendar = documents[0].calendars.first else {
      return documents.first ?? ICSDocument([])
    }
    calendar = calendar.with(items: documents.flatMap(\.items))
    return ICSDocument([calendar])
  }
}
