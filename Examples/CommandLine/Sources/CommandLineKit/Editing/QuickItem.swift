import AlmanacEvents
import AlmanacTime

/// A title that ends with a date, as in `Lunch with Ana tomorrow 12-13`, and the times that it means now.
struct QuickItem: Sendable {
  let title: String
  let at: When
  /// The end of a range of times.
  let until: When?

  /// The most words of a date.
  private static let maximumWords = 8

  /// Reads the longest end of a text that is a date or a time, with words before it.
  ///
  /// - Returns: `nil` if the text does not end with one.
  /// - Throws: A usage error if the end has two meanings.
  init?(
    _ text: String, in localization: Localization, now: CivilDateTime, firstWeekday: Weekday
  ) throws(CommandError) {
    let words = text.split(separator: " ")
    guard words.count > 1 else { return nil }
    for first in max(1, words.count - Self.maximumWords)..<words.count {
      let end = words[first...].joined(separator: " ")
      let phrase: DatePhrase
      do throws(TimeError) { phrase = try DatePhrase(end, in: localization) } catch {
        if error.code == .ambiguousPhrase {
          throw .usage("\(end) has two meanings", expected: error.expected)
        }
        continue
      }
      // A number alone, as in "Read chapter 5", is no date.
      guard end.contains(where: { !$0.isNumber }),
        let start = phrase.start(after: now, firstWeekday: firstWeekday)
      else { continue }
      title = words[..<first].joined(separator: " ")
      at = When(phrase, start)
      if let end = phrase.end, !start.isDate {
        let isNextDay = end <= start.local.time
        until = When(isNextDay ? start.date.adding(days: 1) : start.date, end)
      } else {
        until = nil
      }
      return
    }
    return nil
  }
}
