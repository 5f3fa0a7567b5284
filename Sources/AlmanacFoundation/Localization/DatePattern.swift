/// A parsed date pattern of Unicode (UTS 35), such as `EEEE, d MMMM 'del' y`.
struct DatePattern {
  private enum Piece: Equatable {
    case weekday, day, year
    case month(isNumeric: Bool, standsAlone: Bool)
    case text(String)
  }

  private var pieces: [Piece] = []

  init(_ pattern: String) {
    var rest = Substring(pattern)
    while let first = rest.first {
      if first == "'" {
        rest.removeFirst()
        append(text: Self.quoted(&rest))
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        append(field: first, length: run.count)
      } else {
        append(text: String(rest.removeFirst()))
      }
    }
  }

  /// The text up to the closing quote; two quotes are one.
  private static func quoted(_ rest: inout Substring) -> String {
    var text = ""
    while let character = rest.popFirst() {
      guard character == "'" else {
        text.append(character)
        continue
      }
      guard rest.first == "'" else { break }
      rest.removeFirst()
      text.append("'")
    }
    return text.isEmpty ? "'" : text
  }

  private mutating func append(field: Character, length: Int) {
    switch field {
    case "E", "c", "e": pieces.append(.weekday)
    case "d": pieces.append(.day)
    case "y", "u", "r", "U": pieces.append(.year)
    case "M", "L": pieces.append(.month(isNumeric: length < 3, standsAlone: field == "L"))
    // Eras are not printed.
    default: break
    }
  }

  private mutating func append(text: String) {
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(text))
    }
  }

  var hasNumericMonth: Bool {
    pieces.contains { piece in
      if case .month(isNumeric: true, _) = piece { true } else { false }
    }
  }

  /// The pattern in the form of `Localization.DateForms`, where `{m}` refers to a table of its own.
  func text(numericMonths: Bool) -> String {
    text { isNumeric, standsAlone in
      isNumeric == numericMonths && (isNumeric || !standsAlone) ? "{m}" : "{M}"
    }
  }

  /// The pattern with the month by its short name, or as a number where it has the month so: then day and month have two digits
  /// between signs, as in `04/03`, and as many as they need before words, as in `3月4日`.
  var compact: String {
    guard hasNumericMonth else { return text { _, _ in "{b}" } }
    let hasWords = pieces.contains {
      if case .text(let text) = $0 { text.contains(where: \.isLetter) } else { false }
    }
    return text(day: hasWords ? "{d}" : "{D}") { _, _ in hasWords ? "{m}" : "{N}" }
  }

  private func text(day: String = "{d}", month: (_ isNumeric: Bool, _ standsAlone: Bool) -> String) -> String
  {
    pieces.map { piece in
      switch piece {
      case .weekday: "{E}"
      case .day: day
      case .year: "{y}"
      case .month(let isNumeric, let standsAlone): month(isNumeric, standsAlone)
      case .text(let text): text
      }
    }.joined()
  }

  /// The first word that a pattern quotes, such as `week` in `y ('week': w)`.
  var firstWord: String? {
    for case .text(let text) in pieces {
      let word = text.drop { !$0.isLetter }.prefix { $0.isLetter }
      if !word.isEmpty { return String(word) }
    }
    return nil
  }

  /// The weekday with the text between it and the date, before the date or after it: `{E}, `.
  var weekday: (before: String, after: String) {
    if pieces.first == .weekday, pieces.count > 1, case .text(let text) = pieces[1] {
      return ("{E}" + text, "")
    }
    guard pieces.last == .weekday, let before = pieces.dropLast().last else { return ("{E} ", "") }
    // Between the last word of a date and its weekday is a space or nothing.
    if case .text(let text) = before { return ("", (text.last == " " ? " " : "") + "{E}") }
    return ("", "{E}")
  }
}
