import AlmanacFiles
import AlmanacRendering
import ArgumentParser

/// The options of a command that removes something: it shows that first and asks for confirmation.
struct PreviewOptions: ParsableArguments {
  @Flag(help: "Only show what would be changed.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Do not ask.")
  var yes = false
}

/// The effect of a change, shown before the change is made.
struct Preview {
  let text: String
  let json: [JSON.Member]
  /// The question to be confirmed; `nil` if no confirmation is needed.
  var question: Phrase?
  /// The message if the answer is no.
  var refusal: Phrase = "nothing was changed"
}

extension Invocation {
  /// Ends the command with a refusal unless --yes is given. A preview reports the refusal and goes on; it ends with the same
  /// exit status.
  mutating func requireConsent(
    to refusal: Refusal?, yes: Bool, dryRun: Bool = false
  ) throws(CommandError) {
    guard !yes, let refusal else { return }
    guard dryRun else { throw .refused([refusal]) }
    complain(refusal.complaint)
    lacksConsent = true
  }

  /// Shows the effect of a change, and asks for confirmation. Scripts get one value: the effect, or the refusal. If another
  /// process changes the calendars meanwhile, saving fails.
  ///
  /// - Returns: Whether the change is to be made.
  /// - Throws: A refusal unless the answer begins with y, or with the letter that the question has in the language of the reader.
  mutating func approves(
    _ preview: Preview, of store: CalendarStore, _ options: PreviewOptions, _ common: CommonOptions
  ) throws(CommandError) -> Bool {
    store.lock?.release()
    if common.format == .text { output.write(preview.text) }
    output.flush()
    if let question = preview.question, !options.dryRun, !options.yes {
      let choice: Phrase = "[y/N]"
      let letters = choice.text(in: language)
      let answer = environment.ask("\(question.text(in: language)) \(letters) ")?.lowercased().first
      guard let answer, answer == "y" || answer == letters.dropFirst().first else {
        throw .refused("not_confirmed", preview.refusal, expected: "y, or --yes")
      }
    }
    try FileError.refusing(store.lock?.acquire())
    if common.format != .text {
      let head = [JSON.Member("version", .version), JSON.Member("dryRun", .bool(options.dryRun))]
      write(JSON.object(head + preview.json))
    }
    return !options.dryRun
  }
}
