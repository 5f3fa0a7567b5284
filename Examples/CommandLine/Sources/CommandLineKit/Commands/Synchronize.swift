import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacSync
import AlmanacTime
import ArgumentParser
import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `almanac sync`
struct Synchronize: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Synchronize two folders, or a folder and a calendar on a server.",
    discussion: """
      Changes made in each since the last run are made in the other. The second one may be the URL of a calendar on a \
      CalDAV server, with the user name and the password in it or in ~/.netrc. Requests are made by curl.

      A property that both changed differently is a conflict, reported in one line on standard error. --conflict resolves \
      conflicts; without it neither file changes, or if one side edited an item and the other deleted it, the edit is \
      preserved, and the exit code is 1. The common state of the last run is stored in a hidden file of the first folder; \
      without it nothing is deleted. If more than half of the items would be deleted, or a folder is empty, --yes is \
      required. A list of the server that is not complete is refused. A file of unknown state, or one that the server \
      refuses, is not changed, and the exit code is 1.

      The command undo reverts the changes of a run in one folder; the next run then reports differences as conflicts, and \
      brings back what the run had added. A deleted file that exists again is reported, and restored in both.
      """)

  @Argument(help: ArgumentHelp("The folder, which also stores the common state.", valueName: "ours"))
  var first: String

  @Argument(
    help: ArgumentHelp("The other folder, or the URL of a calendar on a server.", valueName: "theirs"))
  var second: String

  @OptionGroup
  var conflicts: ConflictOptions

  @OptionGroup(title: "What is deleted")
  var preview: PreviewOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if CalDAVRemote.isURL(first) {
      throw ValidationError(
        "\(first.withoutUserInfo) cannot store the common state (expected a folder, then the URL)")
    }
    if FileSystem.isSameFile(first, second) {
      throw ValidationError("\(first) and \(second) are one folder (expected two)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    let environment = invocation.environment
    let local = DirectoryRemote(first, timeout: environment.timeout, at: now)
    let isURL = CalDAVRemote.isURL(second)
    let remote: any SyncRemote =
      isURL ? CalDAVRemote(second) : DirectoryRemote(second, timeout: environment.timeout, at: now)
    let store =
      isURL
      ? StateFile(of: first, withURL: second.withoutUserInfo, timeout: environment.timeout)
      : StateFile(of: first, with: second, timeout: environment.timeout)
    let (policy, isPreview, isAgreed) = (conflicts.policy ?? .ask, preview.dryRun, preview.yes)
    let result: Applied
    do {
      let stored = try store.state()
      result = try Outcome<Applied> {
        var state = stored
        let plan = SyncPlan(
          state, local: try await .local(of: local, since: state),
          remote: try await .remote(of: remote, since: state), policy: policy, uids: environment.uids)
        if isPreview { return Applied(plan: plan) }
        let outcome: Result<[SyncPlan.SkippedStep], any Error>
        do {
          outcome = .success(
            try await state.apply(
              plan, local: local, remote: remote, deletingMany: isAgreed, at: now))
        } catch {
          outcome = .failure(error)
        }
        // The state is stored after an error too, for the steps already made. The error of a step is thrown first.
        let saving = Result { if state != stored { try store.save(state) } }
        let skipped = try outcome.get()
        try saving.get()
        return Applied(plan: plan, skipped: skipped)
      }.value()
    } catch let error as FileError {
      throw CommandError(error)
    } catch let error as SyncError where error.code == .massDeletion {
      throw .refused(
        error.code.rawValue, "many items would be deleted", expected: "--yes as \(error.expected)")
    } catch let error as SyncError {
      throw .refused(error.code.rawValue, "\(error)")
    } catch {
      throw .refused(
        "bad_data", "\(store.path): \(error)", expected: "the state of an earlier run, or no file")
    }
    invocation.hasSaved = !isPreview
    try report(result.plan, result.skipped, in: &invocation)
    let isDone =
      result.plan.unresolved.isEmpty && result.plan.problems.isEmpty
      && result.skipped.isEmpty
    if !isDone { throw .ended(.refused, []) }
  }

  private func report(
    _ plan: SyncPlan, _ skipped: [SyncPlan.SkippedStep], in invocation: inout Invocation
  ) throws(CommandError) {
    if preview.dryRun, plan.isMassDeletion {
      let (count, all) = plan.deletedItems
      let refusal = Refusal(
        SyncError.Code.massDeletion.rawValue, "many items would be deleted",
        expected: "--yes as consent to delete \(count) of \(all) items")
      try invocation.requireConsent(to: refusal, yes: preview.yes, dryRun: true)
    }
    for found in plan.conflicts {
      invocation.complain(Complaint(found.conflict, conflicts.policy, isSaved: !preview.dryRun))
    }
    for displaced in plan.displaced { invocation.complain(Complaint(displaced)) }
    for problem in plan.problems { invocation.complain(Complaint(problem)) }
    for name in plan.reappeared { invocation.complain(Complaint("\(name): was deleted, and exists again")) }
    for step in skipped { invocation.complain(Complaint(step)) }
    let steps = plan.steps.filter { step in !skipped.contains { $0.step == step } }.compactMap { step in
      step.word.map { (word: $0, name: step.name) }
    }
    if common.format == .text {
      for step in steps { invocation.output.writeLine(SafeText.singleLine("\(step.word) \(step.name)")) }
    } else {
      let members = steps.map {
        JSON.object([.init("step", .string($0.word)), .init("file", .string($0.name))])
      }
      let value: JSON = ["version": 1, "dryRun": .bool(preview.dryRun), "steps": .array(members)]
      invocation.output.writeLine(value.text())
    }
  }
}

/// A plan and its skipped steps.
private struct Applied: Sendable {
  let plan: SyncPlan
  var skipped: [SyncPlan.SkippedStep] = []
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

extension Complaint {
  fileprivate init(_ problem: SyncError) {
    let isDuplicate = problem.code == .duplicate
    self.init(
      "\(problem.name): not synchronized, \(problem.code.rawValue)",
      expected: problem.expected
        + (isDuplicate
          ? "; merge --copies merges conflict copies, delete with --calendar FILE removes one" : ""))
  }

  fileprivate init(_ skipped: SyncPlan.SkippedStep) {
    if skipped.reason.code == .refused {
      self.init(skipped.reason)
    } else {
      self.init("\(skipped.step.name): was changed meanwhile", expected: "another run")
    }
  }
}

/// The hidden file with the common state of a folder and another collection.
private struct StateFile: Sendable {
  let path: String
  private let location: CalendarLocation
  private let timeout: Duration
  /// Whether the folder of the file is the other side.
  private let isReversed: Bool

  /// The file of a folder and a server.
  init(of folder: String, withURL url: String, timeout: Duration) {
    (location, self.timeout, isReversed) = (CalendarLocation(folder), timeout, false)
    path = Self.path(in: folder, for: url)
  }

  /// The file of two folders: the one that is there, else a new one in the first folder. Its name states the way from its
  /// folder to the other, so that both can be moved together; earlier files state the absolute path.
  init(of folder: String, with other: String, timeout: Duration) {
    let names = [(folder, other), (other, folder)].flatMap { folder, other in
      [Self.relativePath(from: folder, to: other), Self.absolutePath(other)].map {
        (folder: folder, path: Self.path(in: folder, for: $0))
      }
    }
    let file = names.first { FileManager.default.fileExists(atPath: $0.path) } ?? names[0]
    (path, location, self.timeout) = (file.path, CalendarLocation(file.folder), timeout)
    isReversed = file.folder == other
  }

  private static func path(in folder: String, for other: String) -> String {
    "\(folder)/.almanac-sync-\("\(ContentDigest(other.utf8))".prefix(16)).json"
  }

  private static func absolutePath(_ folder: String) -> String {
    URL(filePath: folder).resolvingSymlinksInPath().path
  }

  private static func relativePath(from folder: String, to other: String) -> String {
    let (from, to) = (absolutePath(folder).split(separator: "/"), absolutePath(other).split(separator: "/"))
    let common = zip(from, to).prefix { $0 == $1 }.count
    return (from.dropFirst(common).map { _ in ".." } + to.dropFirst(common)).joined(separator: "/")
  }

  func state() throws -> SyncState {
    guard let bytes = try FileChange.content(of: path) else { return SyncState() }
    let state = try JSONDecoder().decode(SyncState.self, from: Data(bytes))
    return isReversed ? state.reversed : state
  }

  func save(_ state: SyncState) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let transaction = try FileTransaction(on: [location], timeout: timeout)
    let stored = isReversed ? state.reversed : state
    try AtomicFile.write(Array(try encoder.encode(stored)), to: path, holding: transaction.lock)
  }
}

/// The outcome of an asynchronous operation, for which a command waits. The operation has a queue of its own, since the
/// waiting thread may belong to the default executor.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () async throws -> Value) {
    Task.detached(executorPreference: OwnQueue()) { [self] in
      let found: Result<Value, any Error>
      do { found = .success(try await body()) } catch { found = .failure(error) }
      result.withLock { $0 = found }
      semaphore.signal()
    }
  }

  func value() throws -> Value {
    semaphore.wait()
    guard let found = result.withLock({ $0 }) else { throw CancellationError() }
    return try found.get()
  }
}

private final class OwnQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "almanac.sync")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
