import AlmanacICS
import TestSupport

/// A value of a type: of its shape, of its shape but for a byte or two, or of any bytes.
func randomValue(of type: DoorType, _ generator: inout SeededGenerator) -> [UInt8] {
  switch generator.int(0...9) {
  case 0:
    let alphabet = Array("0123456789PTZWDHMS+-/.:; ,eEptz\u{0}\t\u{7F}é".utf8)
    return (0..<generator.int(0...90)).map { _ in generator.one(of: alphabet) }
  case 1: return (0..<generator.int(0...20)).map { _ in UInt8(generator.int(0...255)) }
  case 2...4: return mutated(Array(type.legalValue(&generator).utf8), &generator)
  default: return Array(type.legalValue(&generator).utf8)
  }
}

/// A copy with a byte or two changed, added, taken out or said twice.
private func mutated(_ value: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
  var value = value
  let alphabet = Array("0/:;T+-PWDHMSZ.z 9ep\u{0}٣".utf8)
  for _ in 0..<generator.int(1...2) {
    let place = generator.int(0...max(0, value.count - 1))
    switch generator.int(0...4) {
    case 0 where !value.isEmpty: value.remove(at: place)
    case 1 where !value.isEmpty: value[place] = generator.one(of: alphabet)
    case 2 where !value.isEmpty: value[place] ^= 1 << UInt8(generator.int(0...7))
    case 3: value += value
    default: value.insert(generator.one(of: alphabet), at: min(place, value.count))
    }
  }
  return value
}

/// A time whose numbers have the digits that there is room for, whatever the calendar says.
func randomTime(_ generator: inout SeededGenerator) -> TimeFields {
  func pair() -> Int32 { Int32(generator.once(in: 4) ? generator.int(0...99) : generator.int(1...12)) }
  let year = Int32(generator.once(in: 3) ? generator.int(0...9999) : generator.int(1990...2030))
  if generator.once(in: 3) { return TimeFields(year, pair(), pair()) }
  let isUTC = generator.once(in: 2)
  return TimeFields(year, pair(), pair(), pair(), pair(), pair(), isUTC: isUTC)
}

extension DoorType {
  fileprivate func legalValue(_ generator: inout SeededGenerator) -> String {
    switch self {
    case .time: Self.timeText(&generator, isDate: generator.once(in: 3))
    case .duration: Self.durationText(&generator)
    case .offset:
      generator.one(of: ["+", "-"])
        + (0..<generator.int(2...3)).map { _ in
          digits(generator.int(0...(generator.once(in: 5) ? 70 : 23)), 2)
        }.joined()
    case .integer: generator.one(of: ["", "", "+", "-"]) + number(&generator)
    case .geo: Self.decimal(&generator) + ";" + Self.decimal(&generator)
    case .requestStatus:
      (0..<generator.int(2...3)).map { _ in String(generator.int(0...11)) }.joined(separator: ".") + ";"
        + generator.one(of: ["", "Success", #"a\, b\;c\n"#, "é;data", ";;", #"x;DTSTART:1\;2;3"#, "\\"])
    }
  }

  private func number(_ generator: inout SeededGenerator) -> String { Self.number(&generator) }

  private func digits(_ number: Int, _ width: Int) -> String { Self.digits(number, width) }

  private static func number(_ generator: inout SeededGenerator) -> String {
    switch generator.int(0...9) {
    case 0: generator.one(of: ["0", "00", "007", "2147483647", "2147483648", "9223372036854775808"])
    case 1: String(generator.int(0...Int.max))
    default: String(generator.int(0...99))
    }
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
  }

  private static func timeText(_ generator: inout SeededGenerator, isDate: Bool) -> String {
    var time = randomTime(&generator)
    time.isDate = isDate
    let date = digits(Int(time.year), 4) + digits(Int(time.month), 2) + digits(Int(time.day), 2)
    guard !time.isDate else { return date }
    let clock = digits(Int(time.hour), 2) + digits(Int(time.minute), 2) + digits(Int(time.second), 2)
    return date + "T" + clock + (time.isUTC ? "Z" : "")
  }

  private static func durationText(_ generator: inout SeededGenerator) -> String {
    var text = generator.one(of: ["", "", "+", "-"]) + generator.one(of: ["P", "P", "P", "p"])
    for unit in ["W", "D"] where generator.once(in: 2) { text += number(&generator) + unit }
    guard generator.once(in: 2) else { return text }
    text += "T"
    for unit in ["H", "M", "S"] where !generator.once(in: 3) { text += number(&generator) + unit }
    return generator.once(in: 10) ? text.lowercased() : text
  }

  private static func decimal(_ generator: inout SeededGenerator) -> String {
    var text = generator.one(of: ["", "", "+", "-"]) + String(generator.int(0...200))
    if !generator.once(in: 3) { text += "." + number(&generator) + number(&generator) }
    return text
  }

  /// Whether a value is one by the grammar of RFC 5545, as a regular expression and numbers say it.
  func matchesGrammar(_ text: String) throws -> Bool {
    switch self {
    case .time: return try Regex("[0-9]{8}(T[0-9]{6}Z?)?").wholeMatch(in: text) != nil
    case .duration:
      let parts = #"([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?"#
      return try Regex("[+-]?P(?=[0-9T])" + parts).ignoresCase().wholeMatch(in: text) != nil
        && text.split(whereSeparator: { !$0.isASCII || !$0.isNumber }).allSatisfy {
          Int($0).map { $0 <= Int(Int32.max) } ?? ($0.drop { $0 == "0" }.count < 10)
        }
    case .offset:
      return try Regex("[+-]([01][0-9]|2[0-3])[0-5][0-9]([0-5][0-9])?").wholeMatch(in: text) != nil
        && Regex("-0*").wholeMatch(in: text) == nil
    case .integer: return try Regex("[+-]?[0-9]+").wholeMatch(in: text) != nil && Int(text) != nil
    case .geo:
      let number = #"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)"#
      return try Regex(number + ";" + number).wholeMatch(in: text) != nil
    case .requestStatus: return try Regex(#"[0-9]+(\.[0-9]+){1,2};"#).prefixMatch(in: text) != nil
    }
  }
}
