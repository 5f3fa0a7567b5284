internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacICS

/// The resources of two collections, matched by the state of the last synchronization, by the items in them and by name.
///
/// A resource that has another name on one side than on the other, or than before, is one resource where it has the same
/// item. Two resources of one name with different items are two.
struct SyncMatching {
  /// The resources that were read, in the order of their names on our side.
  private(set) var resources: [PlannedResource] = []
  private(set) var problems: [SyncError]
  /// The names in use, in lower case.
  private(set) var takenNames: [Set<String>]
  /// The digests of deleted contents.
  private let deletedContents: Set<ContentDigest>
  /// The extensions that names of each side have.
  private let extensions: [String]
  /// The names of new resources with the content of deleted ones.
  private(set) var reappeared: [String] = []

  /// - Parameter readsAll: Whether resources are read that did not change.
  /// - Complexity: O(*n*) in the number of resources and the bytes of the changed ones; where there are new ones, in the
  ///   bytes of all.
  init(_ state: SyncState, local: SyncSnapshot, remote: SyncSnapshot, readsAll: Bool) {
    deletedContents = Set(state.tombstones.values)
    extensions = [local.fileExtension, remote.fileExtension]
    takenNames = [local, remote].map { Set($0.tokens.keys.map { $0.lowercased() }) }
    problems = local.problems + remote.problems
    let unknown = [local, remote].map { Set($0.problems.map(\.name)) }
    // A new resource may be the one of the same name that is not known on the other side.
    var new = [local, remote].map { Set($0.tokens.keys).subtracting(unknown[0].union(unknown[1])) }
    for (name, entry) in state.entries {
      new[0].remove(name)
      new[1].remove(entry.remoteName ?? name)
    }
    let readsAll = readsAll || !new[0].isEmpty || !new[1].isEmpty
    let known = state.entries.filter {
      !unknown[0].contains($0.key) && !unknown[1].contains($0.value.remoteName ?? $0.key)
    }.sorted { $0.key < $1.key }
    let unread = known.filter { !add($0.key, $0.value, local, remote, readsAll: readsAll) }
    // An item that came into a resource may be one of a resource that did not change.
    if resources.contains(where: \.hasNewUID) {
      for (name, entry) in unread { _ = add(name, entry, local, remote, readsAll: true) }
    }
    removeDuplicates(\.ours, \.name)
    if remote.hasOneUIDPerResource { separateReplaced() }
    removeDuplicates(\.theirs, \.remoteName)
    // A file comes before its conflict copies, whose names are longer.
    let ordered = new.map { $0.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) } }
    match(ordered[0], local, \.ours, \.name)
    match(ordered[1], remote, \.theirs, \.remoteName)
    resources = resources.map { named($0) }.sorted { $0.name < $1.name }
  }

  /// Adds a resource on which the sides had agreed, unless nothing changed and its content is not asked for.
  ///
  /// - Returns: Whether the content was read.
  private mutating func add(
    _ name: String, _ entry: SyncState.Entry, _ local: SyncSnapshot, _ remote: SyncSnapshot, readsAll: Bool
  ) -> Bool {
    // A file system may have changed the spelling of a name, whose letters are still the same.
    let recordedName = name
    let name = local.spelling(of: name)
    let remoteName = remote.spelling(of: entry.remoteName ?? recordedName)
    let (mine, others) = (local.tokens[name], remote.tokens[remoteName])
    guard readsAll || mine != entry.local || others != entry.remote else { return false }
    func isUndone(_ contents: Set<ContentDigest>?) -> Bool {
      contents?.contains(ContentDigest(entry.base)) ?? false
    }
    let isUndone =
      mine != entry.local && isUndone(local.undone[name])
      || others != entry.remote && isUndone(remote.undone[remoteName])
    let known = isUndone ? nil : try? ICSDocument(parsing: entry.base)
    let base = known?.incompleteness == nil ? known : nil
    var resource = PlannedResource(name: name, remoteName: remoteName, recordedName: recordedName, base: base)
    var isReadable = true
    func side(_ token: String?, _ known: String, _ changed: [UInt8]?) -> PlannedResource.Side? {
      guard let token else { return nil }
      let bytes = token == known ? entry.base : changed
      let document = bytes == entry.base && base != nil ? base : bytes.flatMap { readable($0, name) }
      isReadable = isReadable && document != nil
      return document.map { PlannedResource.Side(token: token, isNewToken: token != known, document: $0) }
    }
    resource.ours = side(mine, entry.local, local.changed[name])
    resource.ours?.restoredAfter = entry.localLoss
    resource.theirs = side(others, entry.remote, remote.changed[remoteName])
    resource.theirs?.restoredAfter = entry.remoteLoss
    if isReadable { resources.append(resource) }
    return true
  }

  /// Separates our files that now have another UID from the resources with which they were synchronized, and matches them with
  /// resources that have that UID. All of them are one group: if a step fails, none is recorded.
  private mutating func separateReplaced() {
    let replaced = resources.indices.filter { resources[$0].hasReplacedUID }
    if replaced.isEmpty { return }
    let former = resources
    var places: [String: Int] = [:]
    for index in replaced {
      for id in former[index].theirs?.document.ids ?? [] { places[id.uid] = index }
      resources[index].ours = nil
      resources[index].name = former[index].remoteName.unique(among: &takenNames[0])
      resources[index].formerNames.insert(former[index].name)
    }
    for index in replaced {
      var own = PlannedResource(name: former[index].name, remoteName: former[index].name)
      own.ours = former[index].ours
      let place = own.ours?.document.ids.lazy.compactMap { places[$0.uid] }.first
      if let place, resources[place].ours == nil {
        resources[place].ours = own.ours
        resources[place].name = own.name
        resources[place].formerNames.insert(own.name)
      } else {
        own.formerNames = [own.name]
        resources.append(own)
      }
    }
  }

  /// The document of a resource's content. What is not iCalendar or not read completely is a problem: what it lacks is not
  /// deleted.
  private mutating func readable(_ bytes: [UInt8], _ name: String) -> ICSDocument? {
    guard let document = try? ICSDocument(parsing: bytes) else {
      problems.append(.cutOff(name))
      return nil
    }
    if let error = SyncError(incomplete: document, name: name) {
      problems.append(error)
      return nil
    }
    return document
  }

  private typealias SidePath = WritableKeyPath<PlannedResource, PlannedResource.Side?>

  /// Removes known resources into which an item came that another one of the same side has: a merge of both would be one
  /// resource with the item twice (RFC 4791 §4.1). They stay as they are on both sides.
  private mutating func removeDuplicates(_ side: SidePath, _ name: KeyPath<PlannedResource, String>) {
    var owners: [ItemID: Int] = [:]
    var duplicates: [Int: Int] = [:]
    let ids = resources.map { resource in
      let ids = resource[keyPath: side]?.document.ids ?? []
      let old = resource.base?.ids ?? []
      return (old: ids.intersection(old), new: ids.subtracting(old))
    }
    // An item belongs to the resource that had it before.
    for (index, ids) in ids.enumerated() { for id in ids.old { owners[id] = index } }
    for (index, ids) in ids.enumerated() {
      if let owner = ids.new.lazy.compactMap({ owners[$0] }).min() {
        duplicates[index] = owner
      } else {
        for id in ids.new { owners[id] = index }
      }
    }
    if duplicates.isEmpty { return }
    for (index, owner) in duplicates {
      report(resources[index][keyPath: name], asDuplicateOf: resources[owner][keyPath: name])
    }
    resources = resources.enumerated().filter { duplicates[$0.offset] == nil }.map(\.element)
  }

  /// Matches the new resources of a side with those that the side lacks, and adds the others.
  private mutating func match(
    _ names: [String], _ snapshot: SyncSnapshot, _ side: SidePath,
    _ name: WritableKeyPath<PlannedResource, String>
  ) {
    var (present, lacking): ([ItemID: Int], [ItemID: Int]) = ([:], [:])
    var lackingNames: [String: Int] = [:]
    for (index, resource) in resources.enumerated() where !names.isEmpty {
      if let document = resource[keyPath: side]?.document {
        for id in document.ids { present[id] = index }
      } else {
        for id in resource.documents.flatMap(\.ids) { lacking[id] = index }
        if resource.recordedName == nil { lackingNames[resource.name] = index }
      }
    }
    for own in names {
      guard let new = read(own, snapshot) else { continue }
      let ids = new.document.ids
      if let other = ids.lazy.compactMap({ present[$0] }).min() {
        report(own, asDuplicateOf: resources[other][keyPath: name])
        continue
      }
      var place = ids.lazy.compactMap { lacking[$0] }.min()
      if place == nil, let same = lackingNames[own] {
        let hasNoItems = ids.isEmpty || resources[same].documents.allSatisfy(\.ids.isEmpty)
        place = hasNoItems ? same : nil
      }
      if let place, resources[place][keyPath: side] == nil {
        resources[place][keyPath: side] = new
        resources[place][keyPath: name] = own
      } else {
        var resource = PlannedResource(name: own, remoteName: own)
        resource[keyPath: side] = new
        resources.append(resource)
        place = resources.count - 1
      }
      for id in ids { present[id] = place }
    }
  }

  private mutating func report(_ name: String, asDuplicateOf other: String) {
    problems.append(SyncError(.duplicate, name: name, expected: "an item that \(other) does not have"))
  }

  /// The content of a new resource.
  private mutating func read(_ name: String, _ snapshot: SyncSnapshot) -> PlannedResource.Side? {
    guard let token = snapshot.tokens[name], let bytes = snapshot.changed[name],
      let document = readable(bytes, name)
    else { return nil }
    return PlannedResource.Side(token: token, isNewToken: true, document: document)
  }

  /// A new resource of one side with a name on the other side.
  private mutating func named(_ resource: PlannedResource) -> PlannedResource {
    guard resource.recordedName == nil, let document = resource.documents.first else { return resource }
    var resource = resource
    if resource.theirs == nil {
      resource.remoteName = resource.name.visibleName(ending: extensions[1]).unique(among: &takenNames[1])
    } else if resource.ours == nil {
      resource.name = resource.remoteName.visibleName(ending: extensions[0]).unique(among: &takenNames[0])
    } else {
      return resource
    }
    if !deletedContents.isEmpty, deletedContents.contains(ContentDigest(document.bytes)) {
      reappeared.append(resource.name)
    }
    return resource
  }
}

/// The resources that are merged together.
extension SyncMatching {
  /// The touched resources in groups: those with one calendar that share a UID, or are parts of one series, are one group.
  ///
  /// - Complexity: O(*n* log *n*) in the items of the touched resources.
  var groups: [[PlannedResource]] {
    let resources = resources.filter(\.isTouched)
    var sets = DisjointSets(count: resources.count)
    var owners: [String: Int] = [:]
    for (index, resource) in resources.enumerated() where resource.hasOneCalendar {
      for link in resource.links where !link.isEmpty {
        if let other = owners[link] { sets.join(index, other) } else { owners[link] = index }
      }
    }
    for side in [\PlannedResource.ours, \.theirs] {
      for split in Self.foreignSplits(in: resources, side) {
        if let one = owners[split.whole.uid], let other = owners[split.part.uid] { sets.join(one, other) }
      }
    }
    return sets.groups.map { $0.map { resources[$0] } }
  }

  /// The series that a side split without stating it, each with its second part, which may be in another resource.
  private static func foreignSplits(
    in resources: [PlannedResource], _ side: KeyPath<PlannedResource, PlannedResource.Side?>
  ) -> [(whole: ItemID, part: ItemID)] {
    var states: (base: [ICSDocument], side: [ICSDocument]) = ([], [])
    for resource in resources where resource.hasOneCalendar {
      guard let document = resource[keyPath: side]?.document, document != resource.base else { continue }
      states.base += [resource.base].compactMap { $0 }
      states.side.append(document)
    }
    guard states.base.contains(where: { $0.items.contains(where: \.isRecurring) }),
      let base = ICSDocument.joined(states.base).calendars.first,
      let changed = ICSDocument.joined(states.side).calendars.first
    else { return [] }
    let changes = base.changedSeries(to: changed)
    let splits = ForeignSplits(of: changes, in: changed, since: base)
    return changes.compactMap { whole in splits.secondPart(of: whole).map { (whole, $0) } }
  }
}

extension SyncError {
  static func severalUIDs(_ name: String) -> SyncError {
    SyncError(
      .severalUIDs, name: name,
      expected:
        "the items of one UID, as each resource of the other side has, and another file for each of the others"
    )
  }

  static func cutOff(_ name: String) -> SyncError {
    SyncError(.unreadable, name: name, expected: "iCalendar with an end to each BEGIN")
  }

  /// The error of a document that was not read completely; `nil` for one that was.
  init?(incomplete document: ICSDocument, name: String = "") {
    guard let gap = document.incompleteness else { return nil }
    self =
      document.isCutOff
      ? .cutOff(name)
      : SyncError(
        .unreadable, name: name, expected: "content within the limits; line \(gap.line): \(gap.message)")
  }
}
