import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
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
      CalDAV server, or of an .ics file, which is only read: its changes are made in the folder, and changes of the folder \
      are reported. Requests are made by the program almanac-remote-http, which is beside almanac or in PATH.

      The password is what --password-command prints, or that of the host in ~/.netrc; it is sent over https alone, or to \
      this machine, and to another host only after --allow-host, which is remembered. Without arguments all pairs of the \
      configuration are synchronized, with one argument the pair of that name. Each is a section of \
      $XDG_CONFIG_HOME/almanac/config.toml: [sync.NAME] with ours = "FOLDER", theirs = "FOLDER or URL", and \
      optionally user, password-command, allow-hosts = ["HOST"], conflict.

      A property that both changed differently is a conflict, reported in one line on standard error. --conflict resolves \
      conflicts; without it neither file changes, or if one side edited an item and the other deleted it, the edit is \
      preserved, and the exit code is 1. If more than half of several items would be deleted, or a folder is empty, --yes \
      is required. A list of the server that is not complete is refused, and what it lacks is deleted only where the server \
      does not find it. A file of unknown state, or one that the server \
      refuses, is not changed, and the exit code is 1.

      Subfolders with .ics files are collections, each of which is synchronized with the subfolder of the same name and \
      is created if it is missing. A calendar on a server has none: a subfolder is then named, and the exit code is 1.

      The common state of the last run is stored in a hidden file of the first folder, and recognised by a hidden file of \
      the other one. It is not used for a copy of a folder, such as one that was carried to another machine or restored \
      from a backup. Without a state nothing is deleted, and differences are conflicts. Two runs on the same calendars \
      wait for each other.

      X- properties that another program dropped, as it does not know them, are restored in its file: those of a vendor of \
      which the file has none. If the program drops them from the same content again, its file stays as it is, and the two \
      differ in these properties.

      The command undo reverts the changes of a run in one folder, those of each collection separately; the next run then \
      reports differences as conflicts, also after further edits, and brings back what the run had added. A deleted file \
      that exists again is reported, and restored in both.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder, which also stores the common state, or the name of a pair.", valueName: "ours"),
    completion: .directory)
  var first: String?

  @Argument(
    help: ArgumentHelp("The other folder, or the URL of a calendar on a server.", valueName: "theirs"),
    completion: .directory)
  var second: String?

  @OptionGroup(title: "Servers")
  var server: ServerOptions

  @OptionGroup
  var conflicts: ConflictOptions

  @OptionGroup(title: "Who you are")
  var identity: IdentityOptions

  @OptionGroup(title: "What is deleted")
  var preview: PreviewOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if let first, let second { try SyncPair(ours: first, theirs: second, server).validate() }
    if second == nil, !server.isEmpty {
      throw ValidationError("--user, --password-command and --allow-host need a folder and a URL")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let now = invocation.now(common, in: invocation.zone(common))
    var (runs, failures): ([AppliedSync], [CommandError]) = ([], [])
    var isDone = true
    let pairs = try pairs(invocation.environment)
    var hasCollections = false
    for pair in pairs {
      let collections: [String]
      do throws(CommandError) {
        collections = try self.collections(of: pair, isDone: &isDone, in: &invocation)
      } catch {
        failures.append(error)
        continue
      }
      hasCollections = hasCollections || !collections.isEmpty
      for collection in [""] + collections {
        do throws(CommandError) {
          let run = try synchronize(pair, collection, invocation.environment, at: now)
          runs.append(run)
          if let failure = run.failure { failures.append(failure) }
        } catch {
          failures.append(error)
        }
      }
    }
    invocation.hasSaved = !preview.dryRun
    let doubled = runs.doubledItems
    if failures.isEmpty || !runs.isEmpty || hasCollections || pairs.count > 1 {
      try report(runs, doubled, in: &invocation)
    }
    // The others are not affected by a collection that fails.
    for complaint in failures.dropFirst().flatMap(\.complaints) { invocation.complain(complaint) }
    if let failure = failures.first { throw failure }
    if !isDone || runs.contains(where: { !$0.isDone }) || !doubled.isEmpty {
      throw .ended(.refused, [])
    }
  }

  /// The pair that the arguments state, or those of the configuration.
  private func pairs(_ environment: Environment) throws(CommandError) -> [SyncPair] {
    if let first, let second { return [SyncPair(ours: first, theirs: second, server)] }
    return try SyncPair.configured(by: environment, named: first)
  }

  /// The relative paths of the subfolders that are synchronized. Others are reported.
  private func collections(
    of pair: SyncPair, isDone: inout Bool, in invocation: inout Invocation
  ) throws(CommandError) -> [String] {
    let (first, second, isURL) = (pair.ours, pair.theirs, pair.isURL)
    var collections: [Set<String>] = []
    for (folder, other) in isURL ? [(first, second)] : [(first, second), (second, first)] {
      let listing = try FileError.refusing(DirectoryListing(folder))
      for problem in listing.problems { invocation.complain(Complaint(problem)) }
      let root = FileSystem.destination(of: other)
      let inner = listing.collections.filter {
        isURL || !FileSystem.isPath(FileSystem.destination(of: "\(folder)/\($0)"), in: root)
      }
      collections.append(isURL ? [] : Set(inner))
      let reason: Phrase =
        isURL ? "a calendar on a server has no subfolders" : "a link leads out of the folder"
      for name in (isURL ? inner : []) + listing.collectionsElsewhere {
        invocation.complain(
          Complaint(
            "\(folder)/\(name): not synchronized, \(reason)",
            expected: "sync with this folder and \(isURL ? "the URL of its calendar" : "its other side")"))
      }
      isDone =
        isDone && listing.problems.isEmpty && listing.collectionsElsewhere.isEmpty
        && (!isURL || inner.isEmpty)
    }
    guard collections.count == 2 else { return [] }
    var names = collections[0].union(collections[1])
    for (name, other) in Self.renamed(collections, of: pair) {
      let reason: Phrase = "it was synchronized with \(other), and one of the two has a new name"
      invocation.complain(
        Complaint("\(first)/\(name): not synchronized, \(reason)", expected: "one name in both folders"))
      names.subtract([name, other])
      isDone = false
    }
    return names.sorted()
  }

  /// The subfolders of both sides that have a common state and different names, as one of them was renamed.
  ///
  /// - Parameter collections: The relative paths of the subfolders of each side.
  private static func renamed(
    _ collections: [Set<String>], of pair: SyncPair
  ) -> [(name: String, other: String)] {
    let mine = collections[0].subtracting(collections[1]).sorted()
    let others = collections[1].subtracting(collections[0]).sorted()
    // Each two of them are listed.
    guard mine.count * others.count <= 10_000 else { return [] }
    return mine.flatMap { name in
      others.compactMap { other in
        let record = try? SyncRecord(
          of: "\(pair.ours)/\(name)", and: "\(pair.theirs)/\(other)", isPreview: true)
        guard let record, !record.hasOnlyForeignState, FileSystem.kind(of: record.path) == .file else {
          return nil
        }
        return (name, other)
      }
    }
  }

  /// Synchronizes a collection; the empty one is the folder itself.
  private func synchronize(
    _ pair: SyncPair, _ collection: String, _ environment: Environment, at now: Instant
  ) throws(CommandError) -> AppliedSync {
    let (timeout, isPreview) = (environment.timeout, preview.dryRun)
    let local = DirectoryRemote(pair.ours, collection: collection, timeout: timeout, at: now)
    let other = DirectoryRemote(pair.theirs, collection: collection, timeout: timeout, at: now)
    let record: SyncRecord
    do throws(FileError) {
      if !collection.isEmpty, !isPreview {
        try local.makeCollection()
        try other.makeCollection()
      }
      record =
        pair.isURL
        ? try SyncRecord(of: pair.ours, andURL: pair.theirs, timeout: timeout, isPreview: isPreview)
        : try SyncRecord(of: local.path, and: other.path, timeout: timeout, isPreview: isPreview)
    } catch {
      throw CommandError(error)
    }
    defer { record.release() }
    do {
      let stored = try record.state { try JSONDecoder().decode(SyncState.self, from: Data($0)) }
      var address = pair.address
      address.listsAll = stored.entries.isEmpty
      let remote: any SyncRemote =
        pair.isURL ? try HelperRemote(address, path: environment.variables["PATH"] ?? "") : other
      let (policy, me) = (conflicts.policy ?? pair.policy ?? .ask, identity.addresses(environment.variables))
      return try Outcome<AppliedSync> {
        let plan = SyncPlan(
          stored, local: try await .local(of: local, since: stored),
          remote: try await .remote(of: remote, since: stored), policy: policy, uids: environment.uids,
          by: me)
        var applied = AppliedSync(pair: pair, collection: collection, policy: policy, plan: plan)
        applied.hasOnlyForeignState = record.hasOnlyForeignState
        if isPreview { return applied }
        if let refusal = applied.massDeletion, !preview.yes { throw CommandError.refused([refusal]) }
        try await apply(to: stored, local: local, remote: remote, record, &applied, at: now)
        return applied
      }.value()
    } catch {
      throw Self.failure(error, record)
    }
  }

  /// Makes the steps of a plan, and stores the state after them.
  ///
  /// - Throws: What keeps all steps from being made; an interruption of some is a failure of `applied`.
  private func apply(
    to stored: SyncState, local: DirectoryRemote, remote: any SyncRemote, _ record: SyncRecord,
    _ applied: inout AppliedSync, at now: Instant
  ) async throws {
    var (state, record) = (stored, record)
    do {
      applied.skipped = try await state.apply(
        applied.plan, local: local, remote: remote, deletingMany: preview.yes, at: now)
    } catch let interruption as SyncInterruption {
      applied.skipped = interruption.skipped
      applied.made = interruption.made
      applied.failure = Self.failure(interruption.reason, record)
    }
    // After an interruption too, for the steps already made.
    do { if state != stored { try record.store(state, encoding: Self.encoded) } } catch {
      applied.failure = applied.failure ?? Self.failure(error, record)
    }
  }

  private static func failure(_ error: any Error, _ record: SyncRecord) -> CommandError {
    switch error {
    case let error as CommandError: return error
    case let error as FileError: return CommandError(error)
    case let error as SyncError:
      let words = error.name.isEmpty ? "expected \(error.expected)" : error.name
      return .refused(
        error.code.rawValue, words, expected: error.name.isEmpty ? nil : Phrase(error.expected))
    default:
      return .badData(
        Complaint(
          "this is not the state of a synchronization", expected: "the state of an earlier run, or no file",
          file: record.path))
    }
  }

  private static func encoded(_ state: SyncState) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return Array(try encoder.encode(state))
  }

  private func report(
    _ runs: [AppliedSync], _ doubled: [Complaint], in invocation: inout Invocation
  ) throws(CommandError) {
    for run in runs { try report(run, in: &invocation) }
    for complaint in doubled { invocation.complain(complaint) }
    let steps = runs.flatMap(\.steps)
    let members = steps.map { step -> JSON in ["step": .string(step.word), "file": .string(step.name)] }
    invocation.print(
      steps.map { "\($0.word) \($0.name)" },
      ["version": .version, "dryRun": .bool(preview.dryRun), "steps": .array(members)], common)
  }

  /// Reports what needs attention.
  private func report(_ run: AppliedSync, in invocation: inout Invocation) throws(CommandError) {
    let plan = run.plan
    if run.hasOnlyForeignState {
      let folder = run.collection.isEmpty ? run.pair.ours : "\(run.pair.ours)/\(run.collection)"
      invocation.complain(
        Complaint(
          """
          \(folder): the stored state is not that of these two folders, as one is a copy, restored, or another one; \
          nothing is deleted, and differences are conflicts
          """))
    }
    if preview.dryRun {
      try invocation.requireConsent(to: run.massDeletion, yes: preview.yes, dryRun: true)
    }
    let isResolved = run.policy != .ask
    let unmade = isResolved ? run.unmade : []
    for found in plan.conflicts where !unmade.contains(found.name) {
      invocation.complain(
        Complaint(found.conflict, run.policy == .ask ? nil : run.policy, isSaved: !preview.dryRun))
    }
    for displaced in plan.displaced { invocation.complain(Complaint(displaced)) }
    for overlap in plan.overlaps { invocation.complain(Complaint(overlap)) }
    for (name, bookings) in plan.unmatchedBookings {
      invocation.complain(Complaint(Diagnostic(bookings), in: run.name(name)))
    }
    for problem in plan.problems { invocation.complain(Complaint(problem, named: run.name(problem.name))) }
    for name in plan.reappeared {
      invocation.complain(Complaint("\(run.name(name)): was deleted, and exists again"))
    }
    for step in run.skipped { invocation.complain(Complaint(step, named: run.name(step.step.name))) }
  }
}

extension Complaint {
  fileprivate init(_ problem: SyncError, named name: String) {
    let remedy =
      switch problem.code {
      case .duplicate: "; merge --copies merges conflict copies, delete with --calendar FILE removes one"
      case .severalUIDs: "; import FILE into a folder makes a file of each"
      default: ""
      }
    self.init(
      "\(name): not synchronized, \(problem.code.rawValue)", expected: Phrase(problem.expected + remedy))
  }

  fileprivate init(_ skipped: SyncPlan.SkippedStep, named name: String) {
    if skipped.reason.code == .refused {
      self.init(skipped.reason, named: name)
    } else {
      self.init("\(name): was changed meanwhile", expected: "another run")
    }
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
