import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Items without a UID, to which every reading gives another one.
extension ICSDocument {
  /// A copy in which items without a UID get the UIDs of the matching items in another state of the document. The text is
  /// unchanged.
  ///
  /// Matching items are those with the same content, else those with the same start and title, else those between the same
  /// neighbours with the same start or title.
  ///
  /// - Parameter byContentAlone: Whether the other state is not an earlier one of this document, so that only items with the
  ///   same content match.
  /// - Complexity: O(*n* log *n*) in the items without a UID, O(1) if there are none.
  package func identified(by other: ICSDocument, byContentAlone: Bool = false) -> ICSDocument {
    var (own, others) = (itemsWithoutUID, other.itemsWithoutUID)
    let known = Set(own.map(\.uid)).intersection(others.map(\.uid))
    own.removeAll { known.contains($0.uid) }
    others.removeAll { known.contains($0.uid) }
    if own.isEmpty || others.isEmpty { return self }
    var matching = EditMatching(of: own, in: others)
    matching.match(by: \.withoutIdentity)
    if !byContentAlone {
      let (ownKeys, otherKeys) = (Set(own.map(\.titleAndStart)), Set(others.map(\.titleAndStart)))
      matching.matchByPlace { item, former in
        !otherKeys.contains(item.titleAndStart) && !ownKeys.contains(former.titleAndStart)
          && item.kind == former.kind && (item.start == former.start || item.summary == former.summary)
      }
    }
    matching.matchAnywhere { $0.withoutIdentity }
    if !byContentAlone { matching.matchAnywhere { $0.titleAndStart } }
    var uids: [String: String] = [:]
    for (item, partner) in zip(own, matching.partners) { uids[item.uid] = partner.map { others[$0].uid } }
    // An item without a partner may have the UID that another one gets.
    let taken = Set(uids.values)
    for item in own where uids[item.uid] == nil && taken.contains(item.uid) {
      uids[item.uid] = UIDSource.seeded(item.uid.utf8.stableHash).uid(number: 0)
    }
    return renaming(uids)
  }

  /// The document in whose calendars the UIDs of items without one follow from their content, so that every reading of the
  /// same items gives the same UIDs, wherever they are in the file and whenever it was made. The text is unchanged.
  ///
  /// ```swift
  /// let difference = CalendarDifference(
  ///   from: before.identifiedByContent.calendars[0], to: after.identifiedByContent.calendars[0])
  /// ```
  /// - Complexity: O(*n*) in the items without a UID, O(1) if there are none.
  public var identifiedByContent: ICSDocument {
    var (uids, counts) = ([String: String](), [[UInt8]: Int]())
    for item in itemsWithoutUID {
      var writer = ModelWriter()
      writer.write(item.withoutIdentity)
      let content = writer.drainLines()
      uids[item.uid] = UIDSource.seeded(content.stableHash).uid(number: counts[content, default: 0])
      counts[content, default: 0] += 1
    }
    return uids.isEmpty ? self : renaming(uids)
  }

  /// The UIDs that items without one got from this reading.
  package var assignedUIDs: Set<String> { Set(itemsWithoutUID.map(\.uid)) }

  private var itemsWithoutUID: [Item] {
    guard diagnostics.contains(where: { $0.code == .missingUID }) else { return [] }
    return drafts.flatMap { draft in
      draft.components.items.filter { piece, _ in
        raw.lines(of: piece).withElement { ($0?.component?.component.value("UID") ?? "").isEmpty }
      }.map(\.value)
    }
  }

  private func renaming(_ uids: [String: String]) -> ICSDocument {
    func renamed(_ item: Item) -> Item {
      guard let uid = uids[item.uid] else { return item }
      return modified(item) { $0.uid = uid }
    }
    var document = self
    for index in drafts.indices {
      document.drafts[index].components.items = drafts[index].components.items.map { ($0, renamed($1)) }
      document.drafts[index].header.calendar = drafts[index].calendar.with(
        items: drafts[index].calendar.items.map(renamed))
    }
    document.current = document.drafts.map(\.calendar)
    return document
  }
}

extension Item {
  /// The item without its UID and the times that programs write anew with each export.
  fileprivate var withoutIdentity: Item {
    modified(self) { ($0.uid, $0.stamp, $0.lastModified, $0.created) = ("", nil, nil, nil) }
  }

  fileprivate var titleAndStart: [AnyHashable] { [kind, start, recurrenceID, summary] }
}
