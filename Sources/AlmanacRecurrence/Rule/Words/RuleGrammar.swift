import AlmanacTime

/// The phrases of one language for rules. `{…}` are filled in; see `RuleSpeaker`.
struct RuleGrammar {
  /// From `every second` to `every year`.
  let every: [String]
  /// The same with a number, `{n}`.
  let everyFew: [String]
  /// `{list}` of weekdays by name.
  let everyListed: String
  /// Monday to Friday: as a rule of its own, after `every 2 weeks`, and as a noun.
  let everyWorkday: String
  let onWorkdays: String
  let workday: String
  let weekendDay: String
  let day: String
  /// `{list}` of what is said with an article.
  let on: String
  /// `{n}`-th day by number or ordinal `{o}`: of a month, and of a year.
  let dayOfMonth: String
  let dayOfYear: String
  let ofEveryMonth: String
  let ofTheYear: String
  /// One month by `{M}` or `{m}`, and how a `{list}` of them is attached to days of theirs, and to a rule.
  let month: String
  let ofMonths: String
  let inMonths: String
  /// One time `{t}`, one within the hour of one, and how their `{list}` is attached.
  let time: String
  let timeAtOne: String
  let at: String
  let article: Article
  /// Before weekdays and dates there is none in English.
  let dateArticle: Article
  let untilArticle: Article
  let once: String
  let times: String
  /// Names of the parts, in their order.
  let labels: [String]
  let movedBack: String
  let movedForward: String

  /// An article or a preposition with one.
  struct Article {
    let masculine: String
    var feminine: String
    /// Before a vowel, and before days of the month that are spoken with one.
    var elided: String?
    var elidedDays: [Int] = []

    init(_ masculine: String, feminine: String? = nil, elided: String? = nil, elidedDays: [Int] = []) {
      self.masculine = masculine
      self.feminine = feminine ?? masculine
      self.elided = elided
      self.elidedDays = elidedDays
    }
  }
}

extension Localization {
  /// The phrases for rules; English where a language has none here.
  var ruleGrammar: RuleGrammar {
    switch language {
    case .catalan: .catalan
    case .spanish: .spanish
    case .italian: .italian
    default: .english
    }
  }

  /// Whether `ruleGrammar` speaks this language.
  var hasRuleGrammar: Bool {
    switch language {
    case .english, .catalan, .spanish, .italian: true
    default: false
    }
  }

  func gender(of weekday: Weekday) -> Gender {
    language == .italian && weekday == .sunday ? .feminine : .masculine
  }
}
