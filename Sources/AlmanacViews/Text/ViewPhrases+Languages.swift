public import AlmanacTime

extension ViewPhrases {
  /// The phrases of a localization's language; English where there are none.
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
    several: "several tasks", single: "one task", more: "+{n} more", allDay: "all day", week: "Week {n}",
    weekAbbreviation: "Wk", nothing: "Nothing on", today: "today", selected: "selected", now: "now",
    continued: "continued", cancelled: "cancelled", completed: "done", tentative: "tentative",
    undated: "Without a date", uncategorized: "Without a category")

  public static let catalan = ViewPhrases(
    several: "diverses tasques", single: "una tasca", more: "+{n} més", allDay: "tot el dia",
    week: "Setmana {n}",
    weekAbbreviation: "Setm", nothing: "No hi ha res", today: "avui", selected: "seleccionat", now: "ara",
    continued: "continua", cancelled: "cancel·lat", completed: "fet", tentative: "provisional",
    undated: "Sense data", uncategorized: "Sense categoria",
    incomplete: "incomplet")

  public static let spanish = ViewPhrases(
    several: "varias tareas", single: "una tarea", more: "+{n} más", allDay: "todo el día",
    week: "Semana {n}",
    weekAbbreviation: "Sem", nothing: "No hay nada", today: "hoy", selected: "seleccionado", now: "ahora",
    continued: "continúa", cancelled: "cancelado", completed: "hecho", tentative: "provisional",
    undated: "Sin fecha", uncategorized: "Sin categoría",
    incomplete: "incompleto")

  public static let italian = ViewPhrases(
    several: "più attività", single: "un’attività", more: "+{n} altre", allDay: "tutto il giorno",
    week: "Settimana {n}", weekAbbreviation: "Sett", nothing: "Nessuna attività", today: "oggi",
    selected: "selezionato", now: "adesso", continued: "continua", cancelled: "annullato",
    completed: "fatto", tentative: "provvisorio", undated: "Senza data", uncategorized: "Senza categoria",
    incomplete: "incompleto")

  public static let french = ViewPhrases(
    several: "plusieurs tâches", single: "une tâche", more: "+{n} de plus", allDay: "toute la journée",
    week: "Semaine {n}", weekAbbreviation: "Sem", nothing: "Rien de prévu", today: "aujourd’hui",
    selected: "sélectionné", now: "maintenant", continued: "suite", cancelled: "annulé", completed: "fait",
    tentative: "provisoire", undated: "Sans date", uncategorized: "Sans catégorie",
    incomplete: "incomplet")

  public static let german = ViewPhrases(
    several: "mehrere Aufgaben", single: "eine Aufgabe", more: "+{n} weitere", allDay: "ganztägig",
    week: "Woche {n}",
    weekAbbreviation: "KW", nothing: "Keine Einträge", today: "heute", selected: "ausgewählt", now: "jetzt",
    continued: "fortgesetzt", cancelled: "abgesagt", completed: "erledigt", tentative: "vorläufig",
    undated: "Ohne Datum", uncategorized: "Ohne Kategorie",
    incomplete: "unvollständig")

  public static let portuguese = ViewPhrases(
    several: "várias tarefas", single: "uma tarefa", more: "+{n} mais", allDay: "dia inteiro",
    week: "Semana {n}",
    weekAbbreviation: "Sem", nothing: "Nada marcado", today: "hoje", selected: "selecionado", now: "agora",
    continued: "continua", cancelled: "cancelado", completed: "feito", tentative: "provisório",
    undated: "Sem data", uncategorized: "Sem categoria",
    incomplete: "incompleto")
}
