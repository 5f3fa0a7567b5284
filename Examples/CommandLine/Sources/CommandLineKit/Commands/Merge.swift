import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacScheduling
import AlmanacSync
import ArgumentParser

/// `almanac merge`
struct Merge: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Merge what two programs changed in copies of one calendar.",
    discussion: """
      With BASE, OURS and THEIRS the result is OURS with the changes that THEIRS has since BASE; every line that nobody \
      changed stays as it is in OURS. What both changed differently is a conflict, one line each on standard error. \
      --conflict settles them; without it OURS remains, or of an edit and a deletion the edit, and the exit code is 1.

      With --equal A B both files get the result, each in the syntax that it has, and without a base nothing is \
      deleted: the conflict command of vdirsyncer. Conflicts are then settled by the newer state unless --conflict is \
      given. undo takes it back.
      """)

  static let formats: [OutputFormat] = [.text]

  @Argument(help: "BASE, OURS and THEIRS; with --equal the two files A and B.")
  var files: [String]

  @Flag(help: "Make both files equal.")
  var equal = false

  @OptionGroup
  var conflicts: ConflictOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    let expected = equal ? 2 : 3
    guard files.count == expected else {
      throw ValidationError(
        "\(files.count) files (expected \(equal ? "A and B" : "BASE, OURS and THEIRS"))")
    }
    if equal, common.output != nil || files.contains("-") {
      throw ValidationError("--equal writes into both files (expected two files and no --output)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    guard !equal else { return try makeEqual(in: &invocation) }
    let sides = try files.map { path throws(CommandError) in try invocation.calendarFile(path) }
    let merge = merge(sides[1].document, sides[2].document, base: sides[0].document, in: &invocation)
    var merged = sides[1]
    merged.document = merge.document
    invocation.output.write(document: merged.content)
    if !merge.unsettled.isEmpty { throw .ended(.refused, []) }
  }

  /// Writes the result into both files, each in its own syntax, or into none.
  private func makeEqual(in invocation: inout Invocation) throws(CommandError) {
    if let folder = files.first(where: { FileSystem.kind(of: $0) == .directory }) {
      throw CommandError(FileError(.unreadable, folder, "Is a directory"))
    }
    var calendars = CalendarOptions()
    calendars.paths = files
    var store = try invocation.store(calendars)
    let documents = store.sources.flatMap { $0.files }.map { $0.document }
    guard documents.count == 2 else {
      throw .usage("\(files[0]) and \(files[1]) are one file", expected: "two files to make equal")
    }
    let merge = merge(documents[0], documents[1], base: nil, in: &invocation)
    if !merge.unsettled.isEmpty { throw .ended(.refused, []) }
    for number in documents.indices { store.changeDocument(ofSource: number) { $0 = merge.document } }
    try invocation.save(store, "merged \(files.joined(separator: " and "))")
  }

  /// The merge of two sides; its conflicts are reported.
  private func merge(
    _ ours: ICSDocument, _ theirs: ICSDocument, base: ICSDocument?, in invocation: inout Invocation
  ) -> DocumentMerge {
    let merge = DocumentMerge(
      base: base, ours: ours, theirs: theirs, policy: conflicts.policy ?? (equal ? .newer : .ask),
      uids: invocation.environment.uids)
    for found in merge.conflicts { invocation.complain(Complaint(found.conflict)) }
    for displaced in merge.displaced { invocation.complain(Complaint(displaced)) }
    return merge
  }
}

/// The settlement of conflicts between two sides.
struct ConflictOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Settle conflicts: ours, theirs, newer (SEQUENCE, LAST-MODIFIED, DTSTAMP) or both (theirs as a copy).",
      valueName: "side"))
  private var conflict: Choice<MergePolicy>?

  /// The stated policy; `nil` for none.
  var policy: MergePolicy? { conflict?.value }
}

extension Complaint {
  /// A conflict, what each side has, and how it is settled.
  init(_ conflict: MergeConflict) {
    let item = conflict.id.map(\.description) ?? "the calendar"
    let number = conflict.occurrence > 1 ? "(\(conflict.occurrence))" : ""
    let property = [conflict.property, conflict.key, number].filter { !$0.isEmpty }.joined(separator: " ")
    let (ours, theirs) = (Self.words(conflict.ours, conflict), Self.words(conflict.theirs, conflict))
    let settlement = conflict.settlement.map { ", settled: \($0.rawValue)" } ?? ""
    self.init(
      "\(item): \(property.isEmpty ? "" : property + ": ")ours \(ours), theirs \(theirs)\(settlement)",
      expected: conflict.settlement == nil ? "--conflict ours, theirs, newer or both" : nil)
  }

  private static func words(_ lines: [String], _ conflict: MergeConflict) -> String {
    if lines.isEmpty { return "removed" }
    return conflict.property.isEmpty ? "changed" : lines.joined(separator: " ")
  }

  /// A booking that lost its place.
  init(_ displaced: DisplacedBooking) {
    let (id, booking) = (displaced.id, displaced.booking)
    let state = booking.state == .waiting ? "waits, as no place is left" : "has another booking"
    self.init("\(id): \(booking.member) \(state)", expected: nil)
  }
}
