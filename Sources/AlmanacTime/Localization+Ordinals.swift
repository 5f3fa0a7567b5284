extension Localization {
  /// How a language writes first, second, last.
  public struct OrdinalForms: Sendable, Hashable {
    /// One gender's words and endings.
    public struct Forms: Sendable, Hashable {
      /// first, second, third, fourth, fifth
      public var words: [String]
      /// last, last but one
      public var wordsFromEnd: [String]
      /// What follows the digits, by the number's last digit from 0: `th`, `st`, `nd`…
      public var endings: [String]

      public init(words: [String], fromEnd: [String], endings: [String]) {
        self.words = words
        wordsFromEnd = fromEnd
        self.endings = endings
      }
    }

    public var masculine: Forms
    public var feminine: Forms
    /// Whether the last digit decides in greater numbers too, but for 11, 12 and 13: `21st` as `1st`. Elsewhere
    /// numbers beyond nine have the ending of 0.
    public var lastDigitDecides: Bool

    public init(masculine: Forms, feminine: Forms? = nil, lastDigitDecides: Bool = false) {
      self.masculine = masculine
      self.feminine = feminine ?? masculine
      self.lastDigitDecides = lastDigitDecides
    }
  }

  public enum Gender: Sendable, Hashable {
    case masculine, feminine
  }

  /// `1st`, `2n`, `3.º`.
  public func ordinal(_ number: Int, _ gender: Gender = .masculine) -> String {
    let forms = gender == .feminine ? ordinals.feminine : ordinals.masculine
    let magnitude = number.magnitude
    var digit = Int(magnitude % 10)
    if magnitude > 9, !ordinals.lastDigitDecides || (11...13).contains(magnitude % 100) { digit = 0 }
    let ending = forms.endings.indices.contains(digit) ? forms.endings[digit] : forms.endings.first ?? ""
    return "\(number)\(ending)"
  }

  /// `first` … `fifth`, and from -1 `last`, `second to last`; `nil` for numbers without a word here.
  public func ordinalWord(_ number: Int, _ gender: Gender = .masculine) -> String? {
    let forms = gender == .feminine ? ordinals.feminine : ordinals.masculine
    let words = number > 0 ? forms.words : forms.wordsFromEnd
    let index = number.magnitude
    return (1...5).contains(index) && Int(index) <= words.count ? words[Int(index) - 1] : nil
  }
}
