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
  private let understood = Mutex<[(note: String, isOfItem: Bool)]>([])

  init(_ environment: Environment, _ arguments: [String]) {
    (self.environment, self.arguments) = (environment, arguments)
  }

  /// The messages about dates in words.
  ///
  /// - Parameter ofItems: Whether those about the times of items are among them.
  func notes(ofItems: Bool) -> [String] {
    understood.withLock { $0.filter { ofItems || !$0.isOfItem }.map { $0.note } }
  }

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
  /// - Parameters:
  ///   - isOfItem: Whether it is the time of an item, so that a month alone is its next first day.
  ///   - isSaid: Whether a message says how it was understood.
  /// - Returns: The phrase, and the date and time that it means now.
  /// - Throws: `ArgumentFault`.
  static func read(
    _ text: String, isOfItem: Bool = false, isSaid: Bool = true
  ) throws -> (phrase: DatePhrase, start: EventTime) {
    guard let context = current, let options = context.options else {
      throw ArgumentFault("\(text) is not a date", expected: "a date such as 2026-11-24")
    }
    var invocation = Invocation(context.environment, output: Output(isTerminal: false) { _ in })
    let localization = (try? invocation.localization(options)) ?? .english
    let zone = invocation.zone(options)
    let now = zone.local(at: invocation.now(options, in: zone))
    var phrase: DatePhrase
    do throws(TimeError) { phrase = try DatePhrase(text, in: localization) } catch {
      if error.code == .ambiguousPhrase {
        throw ArgumentFault("\(text) has two meanings", expected: error.expected)
      }
      if error.code == .syntax, let (word, near) = Suggestions.misspeltWord(ofDate: text, in: localization) {
        throw ArgumentFault("\(word) is not understood", expected: near)
      }
      throw ArgumentFault(error)
    }
    if isOfItem { phrase = phrase.ofItem }
    guard phrase.end == nil else {
      throw ArgumentFault("\(text) has an end", expected: "a start; --for or --until states the end")
    }
    guard let start = phrase.start(after: now, firstWeekday: invocation.firstWeekday(options)) else {
      throw ArgumentFault("\(text) is not that weekday", expected: "a date that falls on the weekday")
    }
    if isSaid, phrase.day != nil || phrase.secondsAhead != nil {
      context.note(text, start, isOfItem, localization)
    }
    return (phrase, start)
  }

  private func note(_ text: String, _ start: EventTime, _ isOfItem: Bool, _ localization: Localization) {
    let note = "\(text): \(localization.described(start))"
    understood.withLock { notes in
      if !notes.contains(where: { $0.note == note }) { notes.append((note, isOfItem)) }
    }
  }
}

extension DatePhrase {
  /// The phrase for the time of an item: a month alone is its first day, the nearest that is not past.
  var ofItem: DatePhrase {
    guard case .month(let month, year: nil) = day else { return self }
    var phrase = self
    phrase.day = .dayOfMonth(day: 1, month: month, weekday: nil)
    return phrase
  }
}

extension Localization {
  /// The weekday, the date and the time.
  func described(_ time: EventTime) -> String {
    let date = self.date(time.date, .full)
    return time.isDate ? date : "\(date), \(self.time(time.local.time))"
  }
}
