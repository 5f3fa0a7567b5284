internal import AlmanacTime

/// The phrases of one language for rules. `RuleSpeaker` replaces the fields `{…}`.
struct RuleGrammar {
  /// From `every second` to `every year`.
  let every: [String]
  /// The same with an interval `{n}`.
  let everyFew: [String]
  /// `{l}` of weekdays by name.
  let everyListed: String
  /// Monday to Friday: as a rule of its own, after `every 2 weeks`, and as a noun.
  let everyWorkday: String
  let onWorkdays: String
  let workday: String
  let weekendDay: String
  let day: String
  /// A `{l}` of words that have their article.
  let on: String
  /// The `{n}`-th day by number or ordinal `{o}`: of a month, and of a year.
  let dayOfMonth: String
  let dayOfYear: String
  let ofEveryMonth: String
  let ofTheYear: String
  /// One month by `{M}` or `{m}`; a `{l}` of months after their days, and after a rule.
  let month: String
  let ofMonths: String
  let inMonths: String
  /// One time `{t}`, one within the hour of one, and a `{l}` of them after a rule.
  let time: String
  let timeAtOne: String
  let at: String
  let article: Article
  /// The article before weekdays and dates, which English does not use.
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
    /// The form before a vowel, and before days of the month that are pronounced with one.
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
  /// The phrases for rules; `nil` for a language that has none here.
  var ruleGrammar: RuleGrammar? {
    switch language {
    case .english: .english
    case .catalan: .catalan
    case .spanish: .spanish
    case .italian: .italian
    default: nil
    }
  }

  func gender(of weekday: Weekday) -> Gender {
    language == .italian && weekday == .sunday ? .feminine : .masculine
  }
}

extension RuleGrammar {
  static let english = RuleGrammar(
    every: [
      "every second", "every minute", "every hour", "every day", "every week", "every month", "every year",
    ],
    everyFew: [
      "every {n} seconds", "every {n} minutes", "every {n} hours", "every {n} days", "every {n} weeks",
      "every {n} months", "every {n} years",
    ],
    everyListed: "every {l}",
    everyWorkday: "every weekday", onWorkdays: "on weekdays", workday: "weekday", weekendDay: "weekend day",
    day: "day",
    on: "on {l}",
    dayOfMonth: "the {o}", dayOfYear: "the {o} day",
    ofEveryMonth: "of every month", ofTheYear: "of the year",
    month: "{M}", ofMonths: "of {l}", inMonths: "in {l}",
    time: "{t}", timeAtOne: "{t}", at: "at {l}",
    article: Article("the "), dateArticle: Article(""), untilArticle: Article("until "),
    once: "once", times: "{n} times",
    labels: [
      "calendar", "", "", "", "", "seconds", "minutes", "hours", "weekdays", "days of the month",
      "days of the year", "weeks of the year", "months", "only these of each set", "weeks start on",
      "missing dates",
    ],
    movedBack: "moved back", movedForward: "moved forward")

  static let catalan = RuleGrammar(
    every: ["cada segon", "cada minut", "cada hora", "cada dia", "cada setmana", "cada mes", "cada any"],
    everyFew: [
      "cada {n} segons", "cada {n} minuts", "cada {n} hores", "cada {n} dies", "cada {n} setmanes",
      "cada {n} mesos", "cada {n} anys",
    ],
    everyListed: "cada {l}",
    everyWorkday: "cada dia de dilluns a divendres", onWorkdays: "de dilluns a divendres",
    workday: "dia de dilluns a divendres", weekendDay: "dia de cap de setmana", day: "dia",
    on: "{l}",
    dayOfMonth: "el dia {n}", dayOfYear: "el dia {n}",
    ofEveryMonth: "de cada mes", ofTheYear: "de l'any",
    month: "{m}", ofMonths: "{l}", inMonths: "{l}",
    time: "a les {t}", timeAtOne: "a la {t}", at: "{l}",
    article: Article("el ", feminine: "la ", elided: "l'", elidedDays: [1, 11]),
    dateArticle: Article("el ", feminine: "la ", elided: "l'", elidedDays: [1, 11]),
    untilArticle: Article("fins al ", elided: "fins a l'", elidedDays: [1, 11]),
    once: "una vegada", times: "{n} vegades",
    labels: [
      "calendari", "", "", "", "", "segons", "minuts", "hores", "dies de la setmana", "dies del mes",
      "dies de l'any", "setmanes de l'any", "mesos", "només aquests de cada conjunt",
      "les setmanes comencen en",
      "dates inexistents",
    ],
    movedBack: "passen abans", movedForward: "passen després")

  static let spanish = RuleGrammar(
    every: ["cada segundo", "cada minuto", "cada hora", "cada día", "cada semana", "cada mes", "cada año"],
    everyFew: [
      "cada {n} segundos", "cada {n} minutos", "cada {n} horas", "cada {n} días", "cada {n} semanas",
      "cada {n} meses", "cada {n} años",
    ],
    everyListed: "cada {l}",
    everyWorkday: "cada día de lunes a viernes", onWorkdays: "de lunes a viernes",
    workday: "día de lunes a viernes", weekendDay: "día de fin de semana", day: "día",
    on: "{l}",
    dayOfMonth: "el día {n}", dayOfYear: "el día {n}",
    ofEveryMonth: "de cada mes", ofTheYear: "del año",
    month: "{m}", ofMonths: "{l}", inMonths: "{l}",
    time: "a las {t}", timeAtOne: "a la {t}", at: "{l}",
    article: Article("el ", feminine: "la "), dateArticle: Article("el ", feminine: "la "),
    untilArticle: Article("hasta el "),
    once: "una vez", times: "{n} veces",
    labels: [
      "calendario", "", "", "", "", "segundos", "minutos", "horas", "días de la semana", "días del mes",
      "días del año", "semanas del año", "meses", "solo estos de cada conjunto", "las semanas empiezan en",
      "fechas inexistentes",
    ],
    movedBack: "pasan a antes", movedForward: "pasan a después")

  static let italian = RuleGrammar(
    every: [
      "ogni secondo", "ogni minuto", "ogni ora", "ogni giorno", "ogni settimana", "ogni mese", "ogni anno",
    ],
    everyFew: [
      "ogni {n} secondi", "ogni {n} minuti", "ogni {n} ore", "ogni {n} giorni", "ogni {n} settimane",
      "ogni {n} mesi", "ogni {n} anni",
    ],
    everyListed: "ogni {l}",
    everyWorkday: "ogni giorno dal lunedì al venerdì", onWorkdays: "dal lunedì al venerdì",
    workday: "giorno dal lunedì al venerdì", weekendDay: "giorno del fine settimana", day: "giorno",
    on: "{l}",
    dayOfMonth: "il giorno {n}", dayOfYear: "il giorno {n}",
    ofEveryMonth: "di ogni mese", ofTheYear: "dell'anno",
    month: "di {M}", ofMonths: "{l}", inMonths: "{l}",
    time: "alle {t}", timeAtOne: "all'{t}", at: "{l}",
    article: Article("il ", feminine: "la ", elided: "l'", elidedDays: [8, 11]),
    dateArticle: Article("il ", feminine: "la ", elided: "l'", elidedDays: [8, 11]),
    untilArticle: Article("fino al ", elided: "fino all'", elidedDays: [8, 11]),
    once: "una volta", times: "{n} volte",
    labels: [
      "calendario", "", "", "", "", "secondi", "minuti", "ore", "giorni della settimana", "giorni del mese",
      "giorni dell'anno", "settimane dell'anno", "mesi", "solo questi di ogni insieme",
      "le settimane iniziano di", "date inesistenti",
    ],
    movedBack: "anticipate", movedForward: "posticipate")
}
