extension Localization {
  /// How a language joins the last two of a list.
  public struct ListForms: Sendable, Hashable {
    /// A word, and the one that replaces it before some sounds.
    public struct Conjunction: Sendable, Hashable {
      public var word: String
      public var beforeSound: String
      /// What the next word begins with, in lower case, for `beforeSound` to be used.
      public var sounds: [String]
      /// Beginnings that sound otherwise though they begin with one of `sounds`.
      public var exceptions: [String]

      public init(
        _ word: String, _ beforeSound: String = "", before sounds: [String] = [],
        not exceptions: [String] = []
      ) {
        self.word = word
        self.beforeSound = beforeSound
        self.sounds = sounds
        self.exceptions = exceptions
      }

      fileprivate func word(before text: String) -> String {
        let isException = exceptions.contains { text.begins(with: $0) }
        return !isException && sounds.contains { text.begins(with: $0) } ? beforeSound : word
      }
    }

    public var and: Conjunction
    public var or: Conjunction

    public init(and: Conjunction, or: Conjunction) {
      self.and = and
      self.or = or
    }
  }

  /// `a, b and c`.
  public func list(_ items: [String]) -> String { joined(items, with: lists.and) }

  /// `a, b or c`.
  public func alternatives(_ items: [String]) -> String { joined(items, with: lists.or) }

  private func joined(_ items: [String], with conjunction: ListForms.Conjunction) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    var text = ""
    for (index, item) in items.dropLast().enumerated() {
      text += index == 0 ? item : ", " + item
    }
    return text + " " + conjunction.word(before: last) + " " + last
  }
}

extension String {
  /// Whether it begins with an ASCII text in lower case, whatever its own case.
  fileprivate func begins(with prefix: String) -> Bool {
    let letters = utf8.prefix(prefix.utf8.count).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    return letters.elementsEqual(prefix.utf8)
  }
}
