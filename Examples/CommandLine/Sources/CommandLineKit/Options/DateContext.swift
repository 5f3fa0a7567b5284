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
  private let lacksLanguage = Mutex(false)

  /// Whether a date in words was read without its language, which only the program with calendar systems and locales has.
  var needsInternational: Bool { lacksLanguage.withLock { $0 } }

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
  ///   - begin: The beginning of the range of which it is the end.
  /// - Returns: The phrase, and the date and time that it means now.
  /// - Throws: `ArgumentFault`.
  static func read(
    _ text: String, isOfItem: Bool = false, isSaid: Bool = true, after begin: CivilDateTime? = nil
  ) throws -> (phrase: DatePhrase, start: EventTime) {
    let view = try view(of: text)
    var phrase = try view.phrase(text)
    if isOfItem { phrase = phrase.ofItem }
    guard phrase.end == nil, phrase.lastDay == nil else {
      throw ArgumentFault("\(text) has an end", expected: "a start; --for or --until states the end")
    }
    guard let start = view.start(of: phrase, text, after: begin) else {
      guard phrase.statesWeekday else { throw ArgumentFault(outOfRange: text) }
      let hour = phrase.hour(insteadOfDayIn: text, in: view.localization)
      throw ArgumentFault(
        "\(text) is not that weekday",
        expected: "a date that falls on the weekday" + (hour.map { ", or \"\($0)\" for the hour" } ?? ""))
    }
    if isSaid, phrase.day != nil || phrase.secondsAhead != nil {
      current?.note(text, view.localization.described(start), isOfItem)
    }
    return (phrase, start)
  }

  /// Reads a phrase for days: those of a period, those of a range, or one. A message says how they were understood.
  ///
  /// - Parameter first: The first day of the range of which they are the end.
  /// - Throws: `ArgumentFault`.
  static func days(
    _ text: String, isSaid: Bool = true, from first: CivilDate? = nil
  ) throws -> ClosedRange<CivilDate> {
    let view = try view(of: text)
    let days = try view.days(view.phrase(text), text, from: first)
    if isSaid { current?.note(text, view.localization.dates(days, .full), false) }
    return days
  }

  /// The moment, the language and the weeks with which a text is read.
  static func view(of text: String) throws -> View {
    guard let context = current, let options = context.options else {
      throw ArgumentFault("\(text) is not a date", expected: "a date such as 2026-11-24")
    }
    var invocation = Invocation(context.environment, output: Output(isTerminal: false) { _ in })
    let localization = context.localization(options, in: invocation)
    let zone = invocation.zone(options)
    return View(
      now: invocation.now(options, in: zone).in(zone), localization: localization,
      firstWeekday: invocation.firstWeekday(options))
  }

  private func localization(_ options: CommonOptions, in invocation: Invocation) -> Localization {
    do throws(CommandError) { return try invocation.localization(options) } catch {
      if case .needsInternational = error { lacksLanguage.withLock { $0 = true } }
      return .english
    }
  }

  private func note(_ text: String, _ meaning: String, _ isOfItem: Bool) {
    let note = "\(text): \(meaning)"
    understood.withLock { notes in
      if !notes.contains(where: { $0.note == note }) { notes.append((note, isOfItem)) }
    }
  }
}

extension DateContext {
  /// The moment, the language and the weeks with which dates in words are read.
  struct View: Sendable {
    let now: ZonedDateTime
    let localization: Localization
    let firstWeekday: Weekday

    /// Reads a phrase.
    ///
    /// - Throws: `ArgumentFault`.
    func phrase(_ text: String) throws -> DatePhrase {
      do throws(TimeError) { return try DatePhrase(text, in: localization) } catch {
        switch error.code {
        case .ambiguousPhrase: throw ArgumentFault("\(text) has two meanings", expected: error.expected)
        case .repeatedPhrase:
          throw ArgumentFault(
            "\(text) is no single day", expected: "the first day, and --repeat for the others")
        case .syntax:
          guard let (word, near) = Suggestions.misspeltWord(ofDate: text, in: localization) else { break }
          throw ArgumentFault("\(word) is not understood", expected: near)
        default: break
        }
        throw ArgumentFault(error)
      }
    }

    /// The date and the time of a phrase.
    ///
    /// - Parameter begin: The time after which a weekday, a day of a month, a month or a time of day is the nearest, and from which a
    ///   length such as `+4h` counts; where it is `nil`, now.
    /// - Returns: `nil` if the weekday that is stated is not that of the day.
    func start(of phrase: DatePhrase, _ text: String, after begin: CivilDateTime?) -> EventTime? {
      let isTime = phrase.day == nil && phrase.secondsAhead == nil
      guard let begin, isTime || phrase.day?.isNearest == true || text.isLengthAhead else {
        return phrase.start(after: now, firstWeekday: firstWeekday)
      }
      return phrase.start(after: begin, firstWeekday: firstWeekday)
    }

    /// The days of a phrase.
    ///
    /// - Parameter first: The day from which a weekday, a day of a month or a month is the nearest; where it is `nil`, today.
    /// - Throws: `ArgumentFault`.
    func days(
      _ phrase: DatePhrase, _ text: String, from first: CivilDate? = nil
    ) throws -> ClosedRange<CivilDate> {
      guard phrase.time == nil, phrase.secondsAhead == nil else {
        throw ArgumentFault("\(text) is a time", expected: "a date without a time of day")
      }
      let isFromFirst = (phrase.day?.isNearest ?? false) || text.isLengthAhead
      let moment = first.flatMap { isFromFirst ? $0.startOfDay : nil } ?? now.local
      guard let days = phrase.days(after: moment, firstWeekday: firstWeekday) else {
        guard phrase.statesWeekday || phrase.lastDay != nil else { throw ArgumentFault(outOfRange: text) }
        throw ArgumentFault(
          "\(text) are no days",
          expected: "a date that falls on its weekday, or days with the first one first")
      }
      return days
    }
  }
}

extension String {
  /// Whether it is a length from a time on, such as `+4h`.
  var isLengthAhead: Bool { hasPrefix("+") }
}

extension ArgumentFault {
  /// The fault of a day after the last, or before the first, that there is.
  fileprivate init(outOfRange text: String) {
    self.init("\(text) is out of range", expected: "a day in the years 1 to 9999")
  }
}

extension DatePhrase {
  /// Whether it states the weekday on which its day must fall.
  fileprivate var statesWeekday: Bool { if case .dayOfMonth(_, _, _?) = day { true } else { false } }

  /// The text of a weekday and a number, such as `wednesday 10`, with the number as the hour; `nil` for any other text.
  func hour(insteadOfDayIn text: String, in localization: Localization) -> String? {
    guard case .dayOfMonth(_, nil, _?) = day, time == nil else { return nil }
    let hour = text + ":00"
    return (try? DatePhrase(hour, in: localization)) == nil ? nil : hour
  }

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
