import AlmanacICS
import AlmanacRendering
import ArgumentParser

/// `almanac validate`
struct Validate: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell everything in a file that is not as the standards of calendars have it.",
    discussion: """
      One line each: file, line, severity (note, warning, error), code, UID and property, what was found and what \
      was done about it. What is told of a file that can be read is no failure; --strict makes errors one.
      """)

  @Argument(help: "The file, - for standard input.")
  var file: String

  @Flag(help: "End with exit code 1 when there are errors.")
  var strict = false

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let bytes = try invocation.read(file)
    let diagnostics: [Diagnostic]
    do throws(ICSError) { diagnostics = try ICSDocument(reading: bytes).diagnostics } catch {
      throw .badData(Complaint(error, in: file))
    }
    switch common.format {
    case .text:
      for diagnostic in diagnostics {
        let words = "\(diagnostic.severity.rawValue) \(diagnostic.code.rawValue): "
        var complaint = Complaint(diagnostic, in: file)
        complaint.what = words + complaint.what
        invocation.output.writeLine(complaint.description)
      }
    default:
      let value: JSON = ["version": 1, "diagnostics": .array(diagnostics.map { JSON($0) })]
      invocation.output.writeLine(value.text())
    }
    if strict, diagnostics.contains(where: { $0.severity == .error }) { throw .ended(.refused, []) }
  }
}

extension JSON {
  fileprivate init(_ diagnostic: Diagnostic) {
    self = [
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
