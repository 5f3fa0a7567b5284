import AlmanacRecurrence
import AlmanacTime

/// One word of a phrase, its letters in lower case.
struct EnglishWord {
  let text: String
  let offset: Int

  /// The words of a text, separated by spaces, commas and semicolons.
  static func words(of text: String) -> [EnglishWord] {
    var words: [EnglishWord] = []
    var bytes: [UInt8] = []
    var offset = 0
    for (index, byte) in text.utf8.enumerated() {
      if isBreak(byte) {
        append(bytes, at: offset, to: &words)
        bytes = []
      } else {
        if bytes.isEmpty { offset = index }
        bytes.append((65...90).contains(byte) ? byte | 0x20 : byte)
      }
    }
    append(bytes, at: offset, to: &words)
    return words
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte <= 32 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }

  /// Appends a word without the full stop of an abbreviation or a sentence.
  private static func append(_ bytes: [UInt8], at offset: Int, to words: inout [EnglishWord]) {
    var bytes = bytes
    while bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    guard !bytes.isEmpty else { return }
    words.append(EnglishWord(text: String(decoding: bytes, as: UTF8.self), offset: offset))
  }
}

// MARK: Meanings of single words

extension EnglishWord {
  /// The value of `2` or `two`; of at most nine digits.
  var number: Int? {
    if let index = Self.numbers.firstIndex(of: text) { return index + 1 }
    return digits(text.utf8[...])
  }

  private func digits(_ bytes: Substring.UTF8View) -> Int? {
    guard (1...9).contains(bytes.count) else { return nil }
    var value = 0
    for byte in bytes {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }

  /// The value of `first`, `15th`, `last`, `second-to-last`; negative if counted from the end.
  var ordinal: Int? {
    if let index = Self.ordinals.firstIndex(of: text) { return index + 1 }
    if let index = Self.ordinalsFromEnd.firstIndex(where: { $0.contains(text) }) { return -1 - index }
    let ending = text.utf8.suffix(2)
    guard Self.ordinalEndings.contains(where: { ending.elementsEqual($0.utf8) }) else { return nil }
    return digits(text.utf8.dropLast(2)[...])
  }

  var frequency: RecurrenceRule.Frequency? {
    for (index, names) in Self.units.enumerated() where names.contains(text) {
      return RecurrenceRule.Frequency(rawValue: UInt8(index))
    }
    return nil
  }

  /// The frequency and the interval of `daily`, `weekly` and others.
  var adverb: (RecurrenceRule.Frequency, interval: Int)? {
    switch text {
    case "hourly": (.hourly, 1)
    case "daily": (.daily, 1)
    case "weekly": (.weekly, 1)
    case "biweekly", "fortnightly": (.weekly, 2)
    case "monthly": (.monthly, 1)
    case "quarterly": (.monthly, 3)
    case "yearly", "annually": (.yearly, 1)
    default: nil
    }
  }

  /// The weekday of a name of three letters or more, also in the plural.
  var weekday: Weekday? {
    for weekday in Weekday.allCases where Self.isName(text, of: Localization.english.name(of: weekday)) {
      return weekday
    }
    return nil
  }

  /// The weekdays of a word: several for `weekday` and `weekend`.
  var weekdays: [Weekday]? {
    switch text {
    case "weekday", "weekdays", "workday", "workdays": Array(Weekday.week(from: .monday).prefix(5))
    case "weekend", "weekends": [.saturday, .sunday]
    default: weekday.map { [$0] }
    }
  }

  /// The month, 1 to 12, of a name of three letters or more.
  var month: Int? {
    (1...12).first { Self.isName(text, of: Localization.english.name(ofMonth: $0)) }
  }

  private static func isName(_ text: String, of name: String) -> Bool {
    let letters = name.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    let bytes = text.utf8
    guard bytes.count >= 3 else { return false }
    return letters.starts(with: bytes) || bytes.elementsEqual(letters + [UInt8(ascii: "s")])
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  private static let ordinals = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
  ]
  private static let ordinalsFromEnd = [
    ["last"], ["second-to-last", "2nd-to-last", "next-to-last", "penultimate"],
    ["third-to-last", "3rd-to-last"],
  ]
  private static let ordinalEndings = ["st", "nd", "rd", "th"]
  private static let units = [
    ["second", "seconds", "sec", "secs"], ["minute", "minutes", "min", "mins"], ["hour", "hours"],
    ["day", "days"], ["week", "weeks"], ["month", "months"], ["year", "years"],
  ]
}
