import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
import AlmanacSync
import ArgumentParser

/// `almanac merge`
struct Merge: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the changes of two copies of a calendar.",
    discussion: """
      With BASE, OURS and THEIRS the result is OURS with the changes from BASE to THEIRS; unchanged lines are those of \
      OURS. A property that both changed differently is a conflict, reported in one line on standard error. --conflict \
      resolves conflicts, with ours or theirs the whole of a series that one side split; without it OURS is preserved, \
      or if one side edited an item and the other deleted it, the edit, and the exit code is 1. --output may be one of the \
      three, as in a merge driver of git: “almanac merge %O %A %B --output %A”. An empty BASE is none, and nothing is deleted.

      With --equal A B the result is written to both files, each in its own syntax, as the conflict command of vdirsyncer \
      requires. Conflicts are then resolved by the newer state unless --conflict is given. Without a base nothing is \
      deleted, and files of one item do not get a second one by --conflict both. Bases are in the folder of --base-store, \
      where --record FILE… stores them: in the post_hook of vdirsyncer, and after each of its runs for the files that it \
      only sent. The command undo restores the files.

      With --copies DIR the conflict copies that Syncthing, Dropbox or Nextcloud have created in a folder are merged into \
      their originals and removed; conflicts are resolved as with --equal.

      A file that is cut off, or over the limits of reading, is merged or recorded only with --yes, as what it lacks would \
      count as deleted.
      """)

  static let formats: [OutputFormat] = [.text]

  @Argument(
    help: "BASE, OURS and THEIRS; with --equal two files, with --copies a folder.", completion: .file())
  var files: [String]

  @Flag
  var mode: Mode?

  enum Mode: String, EnumerableFlag {
    case equal, record, copies

    static func help(for mode: Mode) -> ArgumentHelp? {
      switch mode {
      case .equal: "Merge two files into both."
      case .record: "Store files that both sides have as the bases of later merges."
      case .copies: "Merge the conflict copies in a folder into their files."
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      "The folder of bases for --equal and --record, one for each pair of storages; it is created if missing.",
      valueName: "dir"))
  var baseStore: String?

  @OptionGroup
  var conflicts: ConflictOptions

  @OptionGroup(title: "Who you are")
  var identity: IdentityOptions

  @Flag(name: [.short, .long], help: "Accept files that are cut off or over the limits of reading.")
  var yes = false

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    let (expected, names) =
      switch mode {
      case nil: (3...3, "BASE, OURS and THEIRS")
      case .equal: (2...2, "A and B")
      case .record: (1...Int.max, "one file or more")
      case .copies: (1...1, "one folder")
      }
    guard expected.contains(files.count) else {
      throw ValidationError("\(files.count) files (expected \(names))")
    }
    if let mode, common.output != nil || files.contains("-") {
      throw ValidationError("--\(mode.rawValue) writes no output (expected \(names) and no --output)")
    }
    if mode == .record, baseStore == nil {
      throw ValidationError("the folder for --record is missing (expected --base-store)")
    }
    if baseStore != nil, mode != .equal, mode != .record {
      throw ValidationError("--base-store is not used here (expected --equal or --record)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    switch mode {
    case nil: try printMerge(in: &invocation)
    case .equal: try makeEqual(in: &invocation)
    case .copies: try mergeCopies(in: &invocation)
    case .record:
      guard let bases = bases(in: invocation) else { return }
      for path in files {
        let file = try invocation.completeFile(path, yes: yes)
        try FileError.refusing(bases.record(file.content, of: file.document))
      }
    }
  }

  private func printMerge(in invocation: inout Invocation) throws(CommandError) {
    // All inputs are read before anything is written.
    invocation.replacesInputs = true
    let base = try invocation.baseFile(files[0], yes: yes)
    var merged = try invocation.completeFile(files[1], yes: yes)
    let theirs = try invocation.completeFile(files[2], yes: yes)
    let merge = merge(merged.document, theirs.document, base: base?.document, in: &invocation)
    merged.document = merge.document
    invocation.output.write(document: merged.content)
    if !merge.unresolved.isEmpty { throw .ended(.refused, []) }
  }

  /// Writes the result into both files, each in its own syntax, or into none.
  private func makeEqual(in invocation: inout Invocation) throws(CommandError) {
    if let folder = files.first(where: { FileSystem.kind(of: $0) == .directory }) {
      throw CommandError(FileError(.unreadable, folder, "Is a directory"))
    }
    var store = try self.store(in: &invocation)
    let sides = store.sources.flatMap { $0.files }
    guard sides.count == 2 else {
      throw .usage("\(files[0]) and \(files[1]) are one file", expected: "two files to make equal")
    }
    for side in sides { try invocation.requireConsent(to: Refusal(incomplete: side), yes: yes) }
    let bases = bases(in: invocation)
    let documents = sides.map { $0.document }
    let bytes = sides.map { $0.content }
    let base = try FileError.refusing(bases?.base(of: documents, bytes))
    if let base, base.document == nil {
      invocation.complain(Complaint("no base of these items is recorded, so nothing is deleted"))
    }
    let known = base?.sides ?? documents
    let merge = merge(known[0], known[1], base: base?.document, in: &invocation)
    if !merge.unresolved.isEmpty { throw .ended(.refused, []) }
    let uids = documents.map { $0.uids }
    if conflicts.policy == .both, uids[0] == uids[1], uids[0].count == 1, merge.document.uids.count > 1 {
      throw .refused(
        "conflict", "theirs as a copy would be a second item in files of one item",
        expected: "--conflict ours, theirs or newer")
    }
    for number in documents.indices { store.changeDocument(ofSource: number) { $0 = merge.document } }
    let results = store.sources.flatMap { $0.files }.map { $0.content }
    try invocation.save(store, "merged \(files.joined(separator: " and "))")
    try FileError.refusing(bases?.recordMerge(of: bytes, into: results, merge.document))
  }

  private func bases(in invocation: Invocation) -> MergeBases? {
    baseStore.map { MergeBases(directory: $0, timeout: invocation.environment.timeout) }
  }

  private func mergeCopies(in invocation: inout Invocation) throws(CommandError) {
    guard let kind = FileSystem.kind(of: files[0]) else {
      throw CommandError(FileError(.unreadable, files[0], "No such file or directory"))
    }
    guard kind == .directory else {
      throw .usage("\(files[0]) is not a folder", expected: "a folder with conflict copies")
    }
    var store = try self.store(in: &invocation)
    let files = store.sources.flatMap { $0.files }
    let merged = store.mergeConflictCopies(conflicts.policy ?? .newer, uids: invocation.environment.uids)
    let paths = Set(merged.flatMap { [$0.copy.path, $0.copy.original] })
    for file in files where paths.contains(file.path) {
      try invocation.requireConsent(to: Refusal(incomplete: file), yes: yes)
    }
    for merge in merged.map(\.merge) { report(merge, in: &invocation) }
    let done = merged.filter(\.isDone).map(\.copy)
    try invocation.save(
      store, done.count == 1 ? "merged a conflict copy" : "merged \(done.count) conflict copies")
    for copy in done {
      let (name, original) = (FileSystem.name(of: copy.path), FileSystem.name(of: copy.original))
      invocation.output.writeLine(SafeText.singleLine("merged \(name) into \(original)"))
    }
    let others = store.sources.flatMap { source -> [CalendarDirectory.Duplicate] in
      guard case .directory(let directory) = source else { return [] }
      return directory.duplicates.filter { $0.conflictCopies.isEmpty }
    }
    for duplicate in others {
      let names = duplicate.paths.map { FileSystem.name(of: $0) }.joined(separator: ", ")
      invocation.complain(
        Complaint(
          "\(duplicate.uid): \(names) have this item, and none is a conflict copy",
          expected: "delete \(duplicate.uid) --calendar FILE, for all but one"))
    }
    if done.count < merged.count || !others.isEmpty { throw .ended(.refused, []) }
  }

  /// Opens the files to change them.
  private func store(in invocation: inout Invocation) throws(CommandError) -> CalendarStore {
    var calendars = CalendarOptions()
    calendars.paths = files
    return try invocation.store(calendars)
  }

  /// Merges two sides and reports the conflicts.
  private func merge(
    _ ours: ICSDocument, _ theirs: ICSDocument, base: ICSDocument?, in invocation: inout Invocation
  ) -> DocumentMerge {
    let merge = DocumentMerge(
      base: base, ours: ours, theirs: theirs, policy: conflicts.policy ?? (mode == .equal ? .newer : .ask),
      uids: invocation.environment.uids, by: identity.addresses(invocation.environment.variables))
    report(merge, in: &invocation)
    return merge
  }

  private func report(_ merge: DocumentMerge, in invocation: inout Invocation) {
    for found in merge.conflicts { invocation.complain(Complaint(found.conflict, conflicts.policy)) }
    for displaced in merge.displaced { invocation.complain(Complaint(displaced)) }
    for overlap in merge.overlaps { invocation.complain(Complaint(overlap)) }
  }
}

extension ICSDocument {
  /// The UIDs of its items.
  var uids: Set<String> { Set(calendars.flatMap { $0.items.map { $0.uid } }) }
}

/// The resolution of conflicts between two sides.
struct ConflictOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Resolve conflicts: ours, theirs, newer (SEQUENCE, LAST-MODIFIED, DTSTAMP) or both (theirs as a copy).",
      valueName: "side"))
  private var conflict: Choice<MergePolicy>?

  /// The stated policy; `nil` for none.
  var policy: MergePolicy? { conflict?.value }
}

extension Complaint {
  /// A conflict with the states of both sides and its resolution.
  ///
  /// - Parameters:
  ///   - policy: The stated policy.
  ///   - isSaved: Whether an edit of one side is by now in both, as the other deleted the item.
  init(_ conflict: MergeConflict, _ policy: MergePolicy? = nil, isSaved: Bool = false) {
    let item = conflict.id.map(\.description) ?? "the calendar"
    let number = conflict.entryNumber > 1 ? "(\(conflict.entryNumber))" : ""
    let property = [conflict.property, conflict.key, number].filter { !$0.isEmpty }.joined(separator: " ")
    let (ours, theirs) = (Self.words(conflict.ours, conflict), Self.words(conflict.theirs, conflict))
    let isDeletion = conflict.property.isEmpty
    let isCopied = policy == .both && !isDeletion && conflict.id != nil
    let (end, expected): (String, Phrase?) =
      if let side = conflict.resolution {
        (", resolved: \(isCopied ? "both, theirs as a copy" : side.rawValue)", nil)
      } else if isSaved, isDeletion {
        ("; preserved in both", "another deletion to remove it")
      } else {
        ("", policy == .both ? "--conflict ours, theirs or newer" : "--conflict ours, theirs, newer or both")
      }
    self.init(
      "\(item): \(property.isEmpty ? "" : property + ": ")ours \(ours), theirs \(theirs)\(end)",
      expected: expected)
  }

  private static func words(_ lines: [String], _ conflict: MergeConflict) -> String {
    if lines.isEmpty { return "removed" }
    return conflict.property.isEmpty ? "changed" : lines.joined(separator: " ")
  }

  /// Two sessions of one person that a merge brought together.
  init(_ overlap: SessionOverlap) {
    self.init(
      "\(overlap.person): the sessions \(overlap.earlier.uid) and \(overlap.later.uid) are at the same time; both are booked",
      expected: "session move or session cancel for one of them")
  }

  /// A booking that lost its place by a merge.
  init(_ displaced: DisplacedBooking) {
    let (id, booking) = (displaced.id, displaced.booking)
    let state =
      switch booking.state {
      case .waiting: "is on the waiting list, as no place is left"
      case .calledOff: "is called off, as it does not take place"
      case .cancelled: "has no place, as none is left"
      default: "has another booking of this date"
      }
    self.init("\(id): \(booking.member) \(state)", expected: nil)
  }
}
