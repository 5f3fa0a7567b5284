import AlmanacFiles
import AlmanacRendering
import ArgumentParser

/// How a command goes about what takes something away: it is shown first, and asked for.
struct PreviewOptions: ParsableArguments {
  @Flag(help: "Only show what would be changed.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Do not ask.")
  var yes = false
}

/// What a change takes away, as it is shown before it is made.
struct Preview {
  let text: String
  let json: [JSON.Member]
  /// What is asked before it is made; `nil` where it can be made without asking.
  var question: String?
  /// What is said when the answer is no.
  var refusal = "nothing was changed"
}

extension Invocation {
  /// Shows what a change takes away, and asks for it. Scripts get one value: what is changed, or that it was refused.
  /// Other processes may change the calendars while somebody reads or thinks; then saving fails.
  ///
  /// - Returns: Whether the change is to be made.
  /// - Throws: A refusal when the answer does not begin with y.
  mutating func approves(
    _ preview: Preview, of store: CalendarStore, _ options: PreviewOptions, _ common: CommonOptions
  ) throws(CommandError) -> Bool {
    store.lock?.release()
    if common.format == .text { output.write(preview.text) }
    output.flush()
    if let question = preview.question, !options.dryRun, !options.yes {
      guard environment.ask(question + " [y/N] ")?.lowercased().hasPrefix("y") == true else {
        throw .refused("not_confirmed", preview.refusal, expected: "y, or --yes")
      }
    }
    do throws(FileError) { try store.lock?.acquire() } catch { throw CommandError(error) }
    if common.format != .text {
      let head = [JSON.Member("version", 1), JSON.Member("dryRun", .bool(options.dryRun))]
      output.writeLine(JSON.object(head + preview.json).text())
    }
    return !options.dryRun
  }
}
