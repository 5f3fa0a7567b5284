import AlmanacICS
import AlmanacRendering
import ArgumentParser

/// `almanac validate`
struct Validate: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell everything in a file or a folder that is not as the standards of calendars have it.",
    discussion: """
      One line each: file, line, severity (note, warning, error), code, UID and property, what was found and what \
      was done about it. What is told of a file that can be read is no failure; --strict makes errors one. Of a \
      folder every .ics file is read, those of the folders in it too, and their color files.
      """)

  @Argument(help: "The file, - for standard input, or the folder.")
  var file: String

  @Flag(help: "End with exit code 1 when there are errors.")
  var strict = false

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let isFolder = file != "-" && Platform.entry(at: file) == .directory
    let (findings, failure) =
      try isFolder ? invocation.findings(inFolder: file) : (invocation.findings(in: file), nil)
    switch common.format {
    case .text: for finding in findings { invocation.output.writeLine(finding.line) }
    default:
      let value: JSON = ["version": 1, "diagnostics": .array(findings.map { $0.json })]
      invocation.output.writeLine(value.text())
    }
    if let failure {
      invocation.output.outlivesFailure = true
      throw failure
    }
    if strict, findings.contains(where: { $0.diagnostic.severity == .error }) { throw .ended(.refused, []) }
  }
}

/// What was found in which file.
private struct Finding {
  let file: String
  let diagnostic: Diagnostic

  var line: String {
    var complaint = Complaint(diagnostic, in: file)
    complaint.what = "\(diagnostic.severity.rawValue) \(diagnostic.code.rawValue): " + complaint.what
    return complaint.description
  }

  var json: JSON {
    [
      "file": .string(file),
      "severity": .string(diagnostic.severity.rawValue),
      "code": .string(diagnostic.code.rawValue),
      "line": .int(diagnostic.line),
      "uid": .string(diagnostic.uid),
      "property": .string(diagnostic.property),
      "message": .string(diagnostic.message),
      "repair": .string(diagnostic.repair),
    ]
  }
}

extension Invocation {
  fileprivate mutating func findings(
    in file: String, _ origin: PathOrigin = .named
  ) throws(CommandError) -> [Finding] {
    let bytes = try read(file, origin)
    do throws(ICSError) {
      return try ICSDocument(reading: bytes).diagnostics.map { Finding(file: file, diagnostic: $0) }
    } catch {
      throw .badData(Complaint(error, in: file))
    }
  }

  /// What is found in the files of a folder and of those in it.
  ///
  /// - Returns: With the first failure, if some of them cannot be read at all; the others are read nevertheless.
  fileprivate mutating func findings(
    inFolder path: String
  ) throws(CommandError) -> ([Finding], failure: CommandError?) {
    let listing: FolderListing
    do throws(FileError) { listing = try FolderListing(path) } catch { throw CommandError(error) }
    var findings: [Finding] = []
    var failure: CommandError?
    for folder in listing.all {
      for file in [folder.color].compactMap({ $0 }) + folder.files {
        do throws(CommandError) {
          findings +=
            file == folder.color ? try self.findings(inColor: file) : try self.findings(in: file, .found)
        } catch {
          for complaint in error.complaints { complain(complaint) }
          failure = failure ?? .ended(error.status ?? .badData, [])
        }
      }
    }
    return (findings, failure)
  }

  private mutating func findings(inColor file: String) throws(CommandError) -> [Finding] {
    [CollectionColor(try note(file)).diagnostic].compactMap { $0 }.map { Finding(file: file, diagnostic: $0) }
  }
}
