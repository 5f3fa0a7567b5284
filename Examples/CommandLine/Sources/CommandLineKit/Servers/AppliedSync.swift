import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacSync

/// A plan of a collection and its skipped steps.
struct AppliedSync: Sendable {
  let pair: SyncPair
  /// The relative path of the collection; empty for the folder itself.
  let collection: String
  let policy: MergePolicy
  let plan: SyncPlan
  var skipped: [SyncPlan.SkippedStep] = []
  /// The steps before an interruption; `nil` for all that were not skipped.
  var made: [SyncPlan.Step]?
  /// The interruption.
  var failure: CommandError?
  var hasOnlyForeignState = false

  /// The relative path of a file of the collection, after the name of a configured pair.
  func name(_ file: String) -> String {
    [pair.name, collection, file].filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// The steps that were made, or would be, and change a file.
  var steps: [(word: String, name: String)] {
    completed.compactMap { step in step.word.map { ($0, name(step.name)) } }
  }

  /// The refusal of a run that would delete many items; `nil` for another one.
  var massDeletion: Refusal? {
    guard plan.isMassDeletion else { return nil }
    let (count, all) = plan.deletedItems
    return Refusal(
      SyncError.Code.massDeletion.rawValue,
      collection.isEmpty ? "many items would be deleted" : "many items would be deleted in \(collection)",
      expected: "--yes as consent to delete \(count) of \(all) items")
  }

  private var completed: [SyncPlan.Step] {
    made ?? plan.steps.filter { step in !skipped.contains { $0.step == step } }
  }

  /// The names of files whose steps were not made.
  var unmade: Set<String> { Set(plan.steps.map(\.name)).subtracting(completed.map(\.name)) }

  /// The UIDs of items that one side deleted and that remain, as the other edited them.
  var remaining: Set<String> {
    let deleted = Set(plan.deletions)
    let kept = plan.conflicts.filter { $0.conflict.property.isEmpty && !deleted.contains($0.name) }
    return Set(kept.compactMap { $0.conflict.id?.uid })
  }

  /// The contents of the files that our side did not have, and of those that the other side did not have.
  fileprivate var addedContents: [[[UInt8]]] {
    plan.steps.reduce(into: [[], []]) { contents, step in
      switch step {
      case .download(_, let bytes, nil): contents[0].append(bytes)
      case .upload(_, let bytes, nil): contents[1].append(bytes)
      case .merge(_, let bytes, nil, _): contents[0].append(bytes)
      case .merge(_, let bytes, _, nil): contents[1].append(bytes)
      default: break
      }
    }
  }

  /// The relative path of the collection, as messages have it.
  fileprivate var folder: String { collection.isEmpty ? "." : collection }

  var isDone: Bool { plan.unresolved.isEmpty && plan.problems.isEmpty && skipped.isEmpty && failure == nil }
}

extension [AppliedSync] {
  /// Reports of the items that the sides had in different collections, so that they are in both now: one side moved an item and
  /// the other changed it, or both moved it elsewhere.
  ///
  /// - Complexity: O(*n*) in the bytes of the added files, which are read only where both sides got some or an item remains.
  var doubledItems: [Complaint] {
    let remaining = Set(flatMap { run in run.remaining.map { AddedItem($0, run) } })
    let contents = map(\.addedContents)
    let isMovedApart = [0, 1].allSatisfy { side in contents.contains { !$0[side].isEmpty } }
    guard count > 1, isMovedApart || !remaining.isEmpty else { return [] }
    let added = contents.map { $0.map(Set.init(uidsOf:)) }
    var places: [[AddedItem: [String]]] = [[:], [:]]
    for (run, added) in zip(self, added) {
      for (side, uids) in added.enumerated() {
        for uid in uids { places[side][AddedItem(uid, run), default: []].append(run.folder) }
      }
    }
    func others(_ uid: String, _ run: AppliedSync, on side: Int) -> [String] {
      (places[side][AddedItem(uid, run)] ?? []).filter { $0 != run.folder }
    }
    return zip(self, added).flatMap { run, added -> [Complaint] in
      let changed = run.remaining.sorted().flatMap { uid in
        Set(others(uid, run, on: 0) + others(uid, run, on: 1)).sorted().map { place in
          Complaint(
            doubled: uid,
            "\(uid): one side moved it to \(place), the other changed it in \(run.folder); it is in both")
        }
      }
      // Our side had what the other one got.
      let movedApart = added[1].filter { !remaining.contains(AddedItem($0, run)) }
      let moved = movedApart.sorted().flatMap { uid in
        others(uid, run, on: 0).map { place in
          Complaint(
            doubled: uid, "\(uid): one side had it in \(run.folder), the other in \(place); it is in both")
        }
      }
      return changed + moved
    }
  }
}

/// An item that a synchronization of two folders adds to a collection.
private struct AddedItem: Hashable {
  private let uid: String
  private let folder: String

  init(_ uid: String, _ run: AppliedSync) { (self.uid, folder) = (uid, run.pair.ours) }
}

extension Set<String> {
  /// The UIDs of the items in the contents of files.
  fileprivate init(uidsOf contents: [[UInt8]]) {
    self.init(contents.compactMap { try? ICSDocument(parsing: $0) }.flatMap { $0.uids })
  }
}

extension Complaint {
  fileprivate init(doubled uid: String, _ text: Phrase) {
    self.init(text, expected: "delete \(uid) --calendar FILE, for one of them")
  }
}

extension SyncPlan.Step {
  /// The effect on the files; `nil` if there is none.
  fileprivate var word: String? {
    switch self {
    case .upload: "to-theirs"
    case .download: "to-ours"
    case .merge: "merged"
    case .deleteRemote: "deleted-theirs"
    case .deleteLocal: "deleted-ours"
    case .agree: nil
    }
  }
}
