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

  /// The UIDs of the items in files that a side did not have.
  var added: Set<String> {
    let contents = plan.steps.compactMap { step -> [UInt8]? in
      switch step {
      case .upload(_, let bytes, nil), .download(_, let bytes, nil), .merge(_, let bytes, nil, _),
        .merge(_, let bytes, _, nil):
        bytes
      default: nil
      }
    }
    return Set(
      contents.compactMap { try? ICSDocument(parsing: $0) }.flatMap(\.calendars).flatMap {
        $0.items.map(\.uid)
      })
  }

  var isDone: Bool { plan.unresolved.isEmpty && plan.problems.isEmpty && skipped.isEmpty && failure == nil }
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
