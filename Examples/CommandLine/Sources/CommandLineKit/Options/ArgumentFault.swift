import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// An error of an argument, which the argument parser reports.
struct ArgumentFault: Error, CustomStringConvertible {
  let description: String

  init(_ message: String, expected: String) {
    description = "\(message) (expected \(expected))"
  }

  init(_ error: TimeError) {
    switch error.code {
    case .unknownZone: self.init("unknown zone", expected: error.expected)
    case .badZoneData: self.init("damaged zone file", expected: error.expected)
    case .outOfRange: self.init("out of range at offset \(error.offset)", expected: error.expected)
    default: self.init("not understood at offset \(error.offset)", expected: error.expected)
    }
  }
}

/// Checks the value of an option; an upper bound of `Int.max` is none.
func requireRange(_ option: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
  guard let value, !range.contains(value) else { return }
  let expected = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
  throw ValidationError("\(option) \(value) is out of range (expected \(range.lowerBound) \(expected))")
}

extension CivilDate {
  /// Reads a date in digits or in words.
  init(argument text: String) throws {
    if EventTime.isInDigits(text) {
      do throws(TimeError) { self = try CivilDate(text) } catch { throw ArgumentFault(error) }
      return
    }
    let start = try DateContext.read(text).start
    guard start.isDate else {
      throw ArgumentFault("\(text) is a time", expected: "a date without a time of day")
    }
    self = start.date
  }
}

extension YearMonth {
  /// Reads a month in digits or in words. A number from 1 to 12 is the nearest month of that number that is not past, and may
  /// have a year after it: `3/2027`.
  init(argument text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    if let month = parts.first ?? nil, (1...12).contains(month), text.utf8.first != UInt8(ascii: "+") {
      if parts.count == 1 {
        self = try DateContext.read(Localization.english.name(ofMonth: month), isSaid: false).start.date
          .yearMonth
        return
      }
      if parts.count == 2, let year = parts[1], (1000...9999).contains(year) {
        self = try YearMonth(year, month)
        return
      }
    }
    if let year = Int(text), text.count <= 4, parts.count == 1 {
      throw ArgumentFault(
        "\(text) is not a month",
        expected: (1000...9999).contains(year) ? "\(year)-03 or march, or year \(year)" : "1 to 12")
    }
    if EventTime.isInDigits(text) {
      do throws(TimeError) { self = try YearMonth(text) } catch { throw ArgumentFault(error) }
    } else {
      self = try DateContext.read(text, isSaid: false).start.date.yearMonth
    }
  }
}

extension EventTime {
  /// Reads the beginning of a range, of which a period such as a month is the first day.
  init(from text: String) throws {
    self = try Self.period(text).map { .date($0.lowerBound) } ?? EventTime(argument: text)
  }

  /// The days of a period that a text names.
  static func period(_ text: String) -> ClosedRange<CivilDate>? {
    (try? ClosedRange(argument: text)).flatMap { $0.count > 1 ? $0 : nil }
  }
}

extension ClosedRange<CivilDate> {
  /// Reads a day, or a period such as a month or `next week`, which is all of its days.
  init(argument text: String) throws {
    if let month = try? YearMonth(text) {
      self = month.firstDay...month.lastDay
    } else if EventTime.isInDigits(text) {
      let date = try CivilDate(argument: text)
      self = date...date
    } else {
      self = try DateContext.days(text)
    }
  }
}

extension CivilTime {
  /// Reads a time of day, such as `18:00` or `6pm`.
  init(argument text: String) throws {
    let phrase = try DateContext.view(of: text).phrase(text)
    guard let time = phrase.time, phrase.day == nil, phrase.end == nil else {
      throw ArgumentFault("\(text) is no time of day", expected: "a time such as 18:00")
    }
    self = time
  }
}

extension EventTime {
  /// Reads a date, a wall-clock time, or a time with `Z`, an offset or a zone, each in the basic or extended form, or a date in
  /// words.
  init(argument text: String) throws {
    guard Self.isInDigits(text) else {
      self = try DateContext.read(text).start
      return
    }
    do throws(TimeError) { self = try EventTime(reading: text) } catch { throw ArgumentFault(error) }
  }

  /// Whether a text begins with the year of a date in a form of ISO 8601, whose faults are then reported as such.
  static func isInDigits(_ text: String) -> Bool {
    let digits = text.utf8.prefix { (48...57).contains($0) }
    guard digits.count == 8 || digits.count == 4 && text.utf8.dropFirst(4).first == UInt8(ascii: "-") else {
      return false
    }
    // 2026-3-10 is not of that form.
    let fields = text.prefix { !$0.isWhitespace && $0.uppercased() != "T" }.split(separator: "-").dropFirst()
    guard fields.prefix(2).allSatisfy({ $0.count > 1 || !$0.allSatisfy(\.isNumber) }) else { return false }
    // 2026-11-24 10:00, but not 2026-11-24 10am, 9:00 or 10:00-11:00.
    guard let space = text.firstIndex(of: " ") else { return true }
    let time = text[text.index(after: space)...]
    if let hyphen = time.prefix(while: { $0 != "[" }).firstIndex(of: "-"),
      time[..<hyphen].count(where: { $0 == ":" }) == 1
    {
      return false
    }
    return time.prefix { $0 != ":" }.count == 2 && time.contains(":") && !time.lowercased().hasSuffix("m")
  }

  init(reading text: String) throws(TimeError) {
    let upper = text.utf8.map { $0 & 0xDF }
    let timeStart = upper.firstIndex(of: UInt8(ascii: "T")) ?? upper.firstIndex(of: UInt8(ascii: " ") & 0xDF)
    guard let timeStart else {
      self = .date(try CivilDate(text))
      return
    }
    let rest = Array(text.utf8)[timeStart...]
    if rest.contains(where: { "Zz+-[".utf8.contains($0) }) {
      self = .zoned(try ZonedDateTime(text))
    } else {
      self = .floating(try CivilDateTime(text))
    }
  }
}

extension Complaint {
  /// A message of the argument parser, in the form of all other messages.
  ///
  /// - Parameter arguments: The command line.
  init(ofParser message: String, in arguments: [String] = []) {
    let text = message.split { $0.isWhitespace }.joined(separator: " ")
    if text.contains("(expected ") {
      self.init(text)
    } else if let choices = text.firstRange(of: ". Please provide one of ") {
      let list = text[choices.upperBound...].replacing("the following: - ", with: "")
      let names = list.replacing(" - ", with: ", ").replacing("' and '", with: "' or '").prefix { $0 != "." }
      self.init(String(text[..<choices.lowerBound]), expected: Phrase(String(names)))
    } else {
      self.init(text, expected: Phrase(Self.expectation(of: text, in: arguments)))
    }
  }

  private static func expectation(of text: String, in arguments: [String]) -> String {
    let placeholder = text.split(separator: "<").last.flatMap { $0.split(separator: ">").first }
    if text.hasPrefix("Missing value for ") {
      let option = text.split(separator: "'").dropFirst().first.map { String($0.prefix { $0 != " " }) } ?? ""
      let next = arguments.firstIndex(of: option).flatMap { arguments.dropFirst($0 + 1).first } ?? ""
      guard next.hasPrefix("-"), next.dropFirst().first?.isNumber == true else { return "a value after it" }
      let past = "\(next.dropFirst()) ago"
      let isDate = ["when", "date", "from", "until"].contains(placeholder) && (try? DatePhrase(past)) != nil
      return isDate
        ? "\"\(past)\" for a time that is past" : "\(option)=\(next) for a value that begins with a hyphen"
    }
    if text.contains(" is invalid for "), let placeholder { return "a \(placeholder)" }
    if arguments.first == "move", text.contains("'--to ") {
      return "the calendar to move it to; almanac edit --at moves it in time"
    }
    return "the arguments that --help lists"
  }
}
