internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacICS
public import AlmanacScheduling

/// The steps that make two collections equal, as a value: it is shown before it is applied.
///
/// ```swift
/// let local = try await SyncSnapshot.local(of: folder, since: state)
/// let remote = try await SyncSnapshot.remote(of: server, since: state)
/// let plan = SyncPlan(state, local: local, remote: remote, policy: .newer)
/// for step in plan.steps { print(step) }
/// try await state.apply(plan, local: folder, remote: server, at: now)
/// ```
/// Resources are matched by the items in them, and by name where they have none: a resource may have another name on each
/// side, and two of one name with different items are two. Resources that share an item, or have the parts of one split
/// series, are merged together.
public struct SyncPlan: Sendable, Hashable {
  /// A step for one resource, with its name on our side. Tokens are the preconditions under which it is carried out;
  /// `nil` where the resource must not be there.
  public enum Step: Sendable, Hashable {
    /// Writes the content to the other side.
    case upload(String, [UInt8], replacing: String?)
    /// Writes the content to our side.
    case download(String, [UInt8], replacing: String?)
    /// Deletes the resource on the other side, as ours deleted it.
    case deleteRemote(String, having: String)
    /// Deletes our resource, as the other side deleted it.
    case deleteLocal(String, having: String)
    /// Writes the merged content to both sides.
    case merge(String, [UInt8], local: String?, remote: String?)
    /// Writes nothing and is only recorded: both sides have the content already, or, with `nil`, neither has the
    /// resource.
    case agree(String, [UInt8]?)

    /// Whether it writes a content.
    var writes: Bool {
      switch self {
      case .upload, .download, .merge: true
      case .deleteRemote, .deleteLocal, .agree: false
      }
    }

    /// The name of the resource on our side.
    public var name: String {
      switch self {
      case .upload(let name, _, _), .download(let name, _, _), .deleteRemote(let name, _),
        .deleteLocal(let name, _), .merge(let name, _, _, _), .agree(let name, _):
        name
      }
    }
  }

  /// A step that was skipped.
  public struct SkippedStep: Sendable, Hashable {
    /// The step, which the next synchronization plans again.
    public let step: Step
    /// The reason: `conflict` or `not_found` for a resource that changed after the plan was made, `refused` for one
    /// that a collection does not accept. It may be the error of another step for a resource that belongs together with
    /// this one.
    public let reason: SyncError
  }

  /// A conflict in a resource.
  public struct Conflict: Sendable, Hashable {
    /// The name of the resource on our side.
    public let name: String
    /// The property or item in conflict, with its states on both sides.
    public var conflict: MergeConflict { found.conflict }
    fileprivate let group: Int
    fileprivate let found: DocumentMerge.Conflict
  }

  /// The steps in the order of the names. A resource with an unresolved conflict has none. If one side edited
  /// an item that the other deleted, the edit is used until the conflict is resolved.
  public private(set) var steps: [Step] = []
  /// The conflicts, resolved ones included.
  public private(set) var conflicts: [Conflict] = []
  /// The resources that have no step, with the reason: `unreadable`, `refused`, `duplicate`; in the order of
  /// the names.
  public let problems: [SyncError]
  /// Resources that were deleted by a synchronization and reappeared with the same content, for example by undo; they are
  /// treated as new.
  public let reappeared: [String]
  /// The merges with their steps: after a step that fails, the others of its group are skipped.
  private(set) var groups: [ResourceMerge] = []
  /// The number of resources that did not change.
  private let untouched: Int
  /// Whether one of the sides has no resources.
  private let isEmptied: Bool

  /// - Parameters:
  ///   - state: The state after the last synchronization; an empty one for the first.
  ///   - local: Our side, with the bytes of the resources that have changed since the state.
  ///   - remote: The other side, with the bytes of the resources that have changed since the state.
  ///   - policy: The way in which conflicts are resolved.
  ///   - uids: The source of the UIDs of items that the policy `both` copies.
  ///   - me: The calendar addresses of the person whose calendar is synchronized; see `CalendarMerge`.
  /// - Complexity: O(*n*) in the number of resources and the bytes of the changed ones; where there are new ones, in the
  ///   bytes of all.
  public init(
    _ state: SyncState, local: SyncSnapshot, remote: SyncSnapshot, policy: MergePolicy = .ask,
    uids: UIDSource = .random, by me: Set<String> = []
  ) {
    let matching = SyncMatching(state, local: local, remote: remote, readsAll: policy == .both)
    var problems = matching.problems
    reappeared = matching.reappeared.sorted()
    isEmptied = local.tokens.isEmpty || remote.tokens.isEmpty
    untouched = state.entries.count - matching.resources.count { $0.recordedName != nil && $0.isTouched }
    var taken = matching.takenNames[0].union(matching.takenNames[1])
    let copied = policy == .both ? matching.resources.flatMap(\.documents).flatMap(\.items) : []
    for (index, resources) in matching.groups.enumerated() {
      let refused = remote.hasOneUIDPerResource ? resources.filter(\.hasSeveralUIDs) : []
      guard refused.isEmpty else {
        problems += refused.map { .severalUIDs($0.name) }
        continue
      }
      // Each group has numbers of its own, so that no two copies get one UID.
      let source = UIDSource { uids.uid(number: $0 &+ index << 20) }
      groups.append(ResourceMerge(resources, policy, source, by: me, copied: copied, &taken))
    }
    self.problems = problems.sorted { $0.name < $1.name }
    collect()
  }

  /// The conflicts that neither the policy nor `resolve(_:as:)` resolved.
  public var unresolved: [Conflict] { conflicts.filter { $0.conflict.resolution == nil } }

  /// The bookings of classes that a side had granted, or another program had accepted, and that have no place in the result.
  public var displaced: [DisplacedBooking] { groups.flatMap(\.merge.displaced) }

  /// The sessions of one coach or client at the same time that only the synchronization brings together, in the resources that
  /// have changed. All remain booked.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items of these resources.
  public var overlaps: [SessionOverlap] {
    let sides = groups.flatMap(\.resources).reduce(into: [[Item](), []]) { sides, resource in
      sides[0] += resource.ours?.document.items ?? []
      sides[1] += resource.theirs?.document.items ?? []
    }
    return SessionOverlap.new(
      in: groups.flatMap { $0.merge.document.items }.sessions, absentFrom: sides.map(\.sessions))
  }

  /// The bookings of no date of their class in the contents that the steps write, each with the name of a resource that is written.
  ///
  /// - Complexity: O(*n*) in the number of items of these resources.
  public var unmatchedBookings: [(name: String, bookings: UnmatchedBookings)] {
    groups.flatMap { group -> [(name: String, bookings: UnmatchedBookings)] in
      guard let name = group.steps.first(where: \.writes)?.name else { return [] }
      return group.merge.document.calendars.flatMap { $0.unmatchedBookings }.map { (name, $0) }
    }
  }

  /// Resolves a conflict; its resource gets its steps when no other conflict of it waits.
  ///
  /// - Complexity: O(*n*) in the steps and the content of the resource.
  public mutating func resolve(_ conflict: Conflict, as side: MergeSide) {
    guard groups.indices.contains(conflict.group) else { return }
    groups[conflict.group].resolve(conflict.found, as: side)
    collect()
  }

  private mutating func collect() {
    steps = groups.flatMap(\.steps).sorted { $0.name < $1.name }
    conflicts = groups.enumerated().flatMap { index, group in
      group.merge.conflicts.map { Conflict(name: group.name(of: $0.conflict), group: index, found: $0) }
    }
  }
}

/// The guard against mass deletion.
extension SyncPlan {
  /// The names of the resources that the steps delete.
  public var deletions: [String] {
    steps.compactMap { step in
      switch step {
      case .deleteLocal(let name, _), .deleteRemote(let name, _): name
      default: nil
      }
    }
  }

  /// The number of items that the steps delete, and that of all items on which the sides had agreed and that one of
  /// them still has. A series counts as one item, and so does a resource that did not change.
  public var deletedItems: (count: Int, all: Int) {
    let known = groups.reduce(0) { $0 + $1.knownUIDs.count }
    return (groups.reduce(0) { $0 + $1.lostUIDs.count }, known + untouched)
  }

  /// Whether the plan deletes so much that a side may have been cut off or emptied by accident: more than half of the
  /// items of several, or any where a side has no resources left, also the only one.
  public var isMassDeletion: Bool {
    let (count, all) = deletedItems
    return Self.isMassDeletion(count, of: all, isEmptied: isEmptied)
  }

  /// - Parameter isEmptied: Whether the side that lacks the items has nothing at all.
  static func isMassDeletion(_ count: Int, of all: Int, isEmptied: Bool) -> Bool {
    count > 0 && (isEmptied || all > 1 && count * 2 > all)
  }
}
