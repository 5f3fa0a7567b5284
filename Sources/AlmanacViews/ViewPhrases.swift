public import AlmanacTime

/// The words of views beside the names of days and months, in one language.
///
/// Seven languages are included. For any other the caller passes its own to the renderer; locale data has only the words
/// for today and now, with which AlmanacFoundation's `ViewPhrases(_: Locale)` begins.
///
/// ```swift
/// let phrases = ViewPhrases(.catalan)
/// phrases.several                 // diverses tasques
/// phrases.more(3)                 // +3 més
/// ```
public struct ViewPhrases: Sendable, Hashable {
  /// The word for a day with several items.
  public var several: String
  /// The word for a day with one item.
  public var single: String
  /// The pattern for the number `{n}` of hidden items: `+{n} more`.
  public var morePattern: String
  public var allDay: String
  /// The pattern for a week with its number `{n}`: `Week {n}`.
  public var weekPattern: String
  /// The heading of the numbers of weeks.
  public var weekAbbreviation: String
  /// The phrase for an empty day or list.
  public var nothing: String
  public var today: String
  public var selected: String
  public var now: String
  /// The remark on an item that began on an earlier day.
  public var continued: String
  public var cancelled: String
  public var completed: String
  public var tentative: String
  /// The heading of items without a day.
  public var undated: String
  /// The heading of items without a category.
  public var uncategorized: String
  /// The remark where items are missing, since they repeat too often to be expanded.
  public var incomplete: String

  /// `+3 more`.
  public func more(_ count: Int) -> String { Self.filled(morePattern, count) }

  /// `Week 11`.
  public func week(_ number: Int) -> String { Self.filled(weekPattern, number) }

  /// The pattern with its first `{n}` replaced by a number.
  private static func filled(_ pattern: String, _ number: Int) -> String {
    guard let place = pattern.firstRange(of: "{n}") else { return pattern }
    return pattern[..<place.lowerBound] + "\(number)" + pattern[place.upperBound...]
  }
}

extension ViewPhrases {
  /// Creates the phrases of a localization's language, in English if the library does not have the language.
  public init(_ localization: Localization) {
    switch localization.language {
    case .catalan: self = .catalan
    case .spanish: self = .spanish
    case .italian: self = .italian
    case .french: self = .french
    case .german: self = .german
    case .portuguese: self = .portuguese
    default: self = .english
    }
  }

  public static let english = ViewPhrases(
    several: "several tasks", single: "one task", morePattern: "+{n} more", allDay: "all day",
    weekPattern: "Week {n}",
    weekAbbreviation: "Wk", nothing: "Nothing on", today: "today", selected: "selected", now: "now",
    continued: "continued", cancelled: "cancelled", completed: "done", tentative: "tentative",
    undated: "Without a date", uncategorized: "Without a category", incomplete: "incomplete")

  public static let catalan = ViewPhrases(
    several: "diverses tasques", single: "una tasca", morePattern: "+{n} més", allDay: "tot el dia",
    weekPattern: "Setmana {n}", weekAbbreviation: "Setm", nothing: "No hi ha res", today: "avui",
    selected: "seleccionat", now: "ara", continued: "continua", cancelled: "cancel·lat", completed: "fet",
    tentative: "provisional", undated: "Sense data", uncategorized: "Sense categoria",
    incomplete: "incomplet")

  public static let spanish = ViewPhrases(
    several: "varias tareas", single: "una tarea", morePattern: "+{n} más", allDay: "todo el día",
    weekPattern: "Semana {n}", weekAbbreviation: "Sem", nothing: "No hay nada", today: "hoy",
    selected: "seleccionado", now: "ahora", continued: "continúa", cancelled: "cancelado", completed: "hecho",
    tentative: "provisional", undated: "Sin fecha", uncategorized: "Sin categoría", incomplete: "incompleto")

  public static let italian = ViewPhrases(
    several: "più attività", single: "un’attività", morePattern: "+{n} altre", allDay: "tutto il giorno",
    weekPattern: "Settimana {n}", weekAbbreviation: "Sett", nothing: "Nessuna attività", today: "oggi",
    selected: "selezionato", now: "adesso", continued: "continua", cancelled: "annullato", completed: "fatto",
    tentative: "provvisorio", undated: "Senza data", uncategorized: "Senza categoria",
    incomplete: "incompleto")

  public static let french = ViewPhrases(
    several: "plusieurs tâches", single: "une tâche", morePattern: "+{n} de plus", allDay: "toute la journée",
    weekPattern: "Semaine {n}", weekAbbreviation: "Sem", nothing: "Rien de prévu", today: "aujourd’hui",
    selected: "sélectionné", now: "maintenant", continued: "suite", cancelled: "annulé", completed: "fait",
    tentative: "provisoire", undated: "Sans date", uncategorized: "Sans catégorie", incomplete: "incomplet")

  public static let german = ViewPhrases(
    several: "mehrere Aufgaben", single: "eine Aufgabe", morePattern: "+{n} weitere", allDay: "ganztägig",
    weekPattern: "Woche {n}", weekAbbreviation: "KW", nothing: "Keine Einträge", today: "heute",
    selected: "ausgewählt", now: "jetzt", continued: "fortgesetzt", cancelled: "abgesagt",
    completed: "erledigt", tentative: "vorläufig", undated: "Ohne Datum", uncategorized: "Ohne Kategorie",
    incomplete: "unvollständig")

  public static let portuguese = ViewPhrases(
    several: "várias tarefas", single: "uma tarefa", morePattern: "+{n} mais", allDay: "dia inteiro",
    weekPattern: "Semana {n}", weekAbbreviation: "Sem", nothing: "Nada marcado", today: "hoje",
    selected: "selecionado", now: "agora", continued: "continua", cancelled: "cancelado", completed: "feito",
    tentative: "provisório", undated: "Sem data", uncategorized: "Sem categoria", incomplete: "incompleto")
}
