extension Localization {
  /// The form of times of day.
  public enum Clock: Sendable, Hashable {
    /// `09:00`, `21:30`
    case hours24
    /// `9:00 AM`, `9:30 PM`: the words for the halves of the day, before the hour if so.
    case hours12(am: String, pm: String, isBefore: Bool = false)
  }

  /// A time of day, with its seconds where it has any: `09:00`, `9:00 AM`. If `isCompact` is `true`, a full hour on a
  /// clock of 12 hours has no minutes: `9 AM`.
  public func time(_ time: CivilTime, isCompact: Bool = false) -> String {
    let (text, half) = parts(of: time, isCompact: isCompact)
    return joined(text, half)
  }

  /// The half-open range of two times, with the half of the day once where it is the same: `9:00–10:30 AM`.
  public func times(_ start: CivilTime, _ end: CivilTime) -> String {
    if case .hours24 = clock, digits.isEmpty { return DigitWriter.range(start, end) }
    let (first, last) = (parts(of: start), parts(of: end))
    guard first.half == last.half, start <= end, case .hours12(_, _, let isBefore) = clock else {
      return joined(first.text, first.half) + "–" + joined(last.text, last.half)
    }
    return isBefore
      ? joined(first.text, first.half) + "–" + last.text
      : first.text + "–" + joined(last.text, last.half)
  }

  /// A number in the digits of the locale.
  public func number(_ number: Int) -> String { withDigits(number.description) }

  /// A number written with ASCII digits and a point, such as `62.5`, in the digits and with the decimal separator of the locale.
  package func number(_ text: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return withDigits(parts.joined(separator: decimalSeparator))
  }

  /// A text with its ASCII digits replaced by those of the locale.
  public func withDigits(_ text: String) -> String {
    if digits.isEmpty { return text }
    let own = Array(digits.unicodeScalars)
    guard own.count == 10 else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(("0"..."9").contains(scalar) ? own[Int(scalar.value - 48)] : scalar)
    }
    return String(result)
  }

  private func parts(of time: CivilTime, isCompact: Bool = false) -> (text: String, half: String) {
    guard case .hours12(let am, let pm, _) = clock else { return (withDigits(time.clock), "") }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let rest = time.clock.utf8.dropFirst(2)
    let isWhole = isCompact && time.minute == 0 && time.second == 0
    let text = "\(hour)" + (isWhole ? "" : String(decoding: rest, as: UTF8.self))
    return (withDigits(text), time.hour < 12 ? am : pm)
  }

  private func joined(_ text: String, _ half: String) -> String {
    guard case .hours12(_, _, let isBefore) = clock else { return text }
    return isBefore ? half + " " + text : text + " " + half
  }
}
