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

      With --equal A B both files get the result, and without a base nothing is deleted: the conflict command of \
      vdirsyncer. Conflicts are then settled by the newer state unless --conflict is given.
      """)

  static let formats: [OutputFormat] = [.text]

  @Argument(help: "BASE, OURS and THEIRS; with --equal the two files A and B.")
  var files: [String]

  @Flag(help: "Make both files equal.")
  var equal = false

  @Option(
    help: ArgumentHelp(
      "Settle conflicts: ours, theirs, newer (SEQUENCE, LAST-MODIFIED, DTSTAMP) or both (theirs as a copy).",
      valueName: "side"))
  var conflict: Choice<MergePolicy>?

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
    let documents = try files.map { path throws(CommandError) in try invocation.calendarFile(path).document }
    let merge = DocumentMerge(
      base: equal ? nil : documents[0], ours: documents[documents.count - 2],
      theirs: documents[documents.count - 1], policy: conflict?.value ?? (equal ? .newer : .ask),
      uids: invocation.environment.uids)
    for found in merge.conflicts { invocation.complain(Complaint(found.conflict)) }
    for displaced in merge.displaced { invocation.complain(Complaint(displaced)) }
    if !merge.unsettled.isEmpty, equal { throw .ended(.refused, []) }
    if equal {
      for path in files {
        do throws(FileError) { try AtomicFile.write(merge.document.bytes, to: path) } catch {
          throw CommandError(error)
        }
      }
    } else {
      invocation.output.write(merge.document.bytes)
    }
    if !merge.unsettled.isEmpty { throw .ended(.refused, []) }
  }
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
