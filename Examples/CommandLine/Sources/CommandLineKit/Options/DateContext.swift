import AlmanacEvents
import AlmanacTime
import ArgumentParser
import Synchronization

/// The moment and the language on which dates in arguments depend. Options of the same command line may state
/// both, so these are read before the others.
final class DateContext: Sendable {
  /// The context of the command line that is being parsed.
  @TaskLocal static var current: DateContext?

  private let environment: Environment
  private let arguments: [String]
  /// The dates that were understood from words, in words.
  private let understood = Mutex<[String]>([])

  init(_ environment: Environment, _ arguments: [String]) {
    (self.environment, self.arguments) = (environment, arguments)
  }

  var notes: [String] { understood.withLock { $0 } }

  /// The options on which dates depend; as on an empty command line where they are wrong, which parsing reports.
  private var options: CommonOptions? {
    let names = ["--zone", "--now", "--today", "--locale", "--first-weekday"]
    var own: [String] = []
    let arguments = arguments.prefix { $0 != "--" }
    for (argument, next) in zip(arguments, arguments.dropFirst() + [""]) {
      if names.contains(argument) { own += [argument, next] }
      if names.contains(where: { argument.hasPrefix($0 + "=") }) { own.append(argument) }
    }
    // The options may contain dates themselves, which then have no words.
    return Self.$current.withValue(nil) { (try? CommonOptions.parse(own)) ?? (try? CommonOptions.parse([])) }
  }

  /// Reads a phrase.
  ///
  /// - Parameter isSaid: Whether a message says how it was understood.
  /// - Returns: The phrase, and the date and time that it means now.
  /// - Throws: `ArgumentFault`.
  static func read(_ text: String, isSaid: Bool = true) throws -> (phrase: DatePhrase, start: EventTime) {
    guard let context = current, let options = context.options else {
      throw ArgumentFault("\(text) is not a date", expected: "a date such as 2026-11-24")
    }
    var invocation = Invocation(context.environment, output: Output(isTerminal: false) { _ in })
    let localization = (try? invocation.localization(options)) ?? .english
    let zone = invocation.zone(options)
    let now = zone.local(at: invocation.now(options, in: zone))
    let phrase: DatePhrase
    do throws(TimeError) { phrase = try DatePhrase(text, in: localization) } catch {
      if error.code == .ambiguousPhrase {
        throw ArgumentFault("\(text) has two meanings", expected: error.expected)
      }
      throw ArgumentFault(error)
    }
    guard phrase.end == nil else {
      throw ArgumentFault("\(text) has an end", expected: "a start; --for or --until states the end")
    }
    guard let start = phrase.start(after: now, firstWeekday: invocation.firstWeekday(options)) else {
      throw ArgumentFault("\(text) is not that weekday", expected: "a date that falls on the weekday")
    }
    if isSaid, phrase.day != nil || phrase.secondsAhead != nil { context.note(text, start, localization) }
    return (phrase, start)
  }

  private func note(_ text: String, _ start: EventTime, _ localization: Localization) {
    let meaning = localization.described(start)
    understood.withLock { notes in
      let note = "\(text): \(meaning)"
      if !notes.contains(note) { notes.append(note) }
    }
  }
}

extension Localization {
  /// The weekday, the date and the time.
  func described(_ time: EventTime) -> String {
    let date = self.date(time.date, .full)
    return time.isDate ? date : "\(date), \(self.time(time.local.time))"
  }
}
