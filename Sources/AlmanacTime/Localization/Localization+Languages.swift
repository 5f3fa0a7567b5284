/// The tables of the seven languages, with the names of Unicode's CLDR.
extension Localization {
  public static let english = Localization(
    language: .english,
    weekdays: Names(
      long: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
      short: "Mon Tue Wed Thu Fri Sat Sun",
      narrow: "M T W T F S S"),
    months: Names(
      long: "January February March April May June July August September October November December",
      short: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
      narrow: "J F M A M J J A S O N D"),
    dates: DateForms(
      long: "{d} {m} {y}", dayAndMonth: "{d} {m}", monthAndYear: "{M} {y}", weekday: "{E}, "),
    conjunction: .init("and"),
    ordinals: OrdinalForms(
      masculine: .init(
        words: ["first", "second", "third", "fourth", "fifth"],
        fromEnd: ["last", "second-to-last", "third-to-last"],
        endings: ["th", "st", "nd", "rd", "th", "th", "th", "th", "th", "th"]),
      lastDigitDecides: true))

  public static let catalan = Localization(
    language: .catalan,
    weekdays: Names(
      long: "dilluns dimarts dimecres dijous divendres dissabte diumenge",
      short: "dl. dt. dc. dj. dv. ds. dg.",
      narrow: "dl dt dc dj dv ds dg"),
    months: Names(
      long: "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
      short: "gen. febr. març abr. maig juny jul. ag. set. oct. nov. des.",
      narrow: "GN FB MÇ AB MG JN JL AG ST OC NV DS"),
    dates: DateForms(
      long: "{d} {m} de {y}", dayAndMonth: "{d} {m}", monthAndYear: "{M} de {y}", weekday: "{E}, ",
      months: [
        "de gener", "de febrer", "de març", "d'abril", "de maig", "de juny", "de juliol", "d'agost",
        "de setembre", "d'octubre", "de novembre", "de desembre",
      ]),
    conjunction: .init("i"),
    ordinals: OrdinalForms(
      masculine: .init(
        words: ["primer", "segon", "tercer", "quart", "cinquè"],
        fromEnd: ["últim", "penúltim", "antepenúltim"],
        endings: ["è", "r", "n", "r", "t"]),
      feminine: .init(
        words: ["primera", "segona", "tercera", "quarta", "cinquena"],
        fromEnd: ["última", "penúltima", "antepenúltima"], endings: ["a", "a", "a", "a", "a"])))

  public static let spanish = Localization(
    language: .spanish,
    weekdays: Names(
      long: "lunes martes miércoles jueves viernes sábado domingo",
      short: "lun mar mié jue vie sáb dom",
      narrow: "L M X J V S D"),
    months: Names(
      long: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      short: "ene feb mar abr may jun jul ago sept oct nov dic",
      narrow: "E F M A M J J A S O N D"),
    dates: DateForms(
      long: "{d} {m} de {y}", dayAndMonth: "{d} {m}", monthAndYear: "{M} de {y}", weekday: "{E}, ",
      months: [
        "de enero", "de febrero", "de marzo", "de abril", "de mayo", "de junio", "de julio", "de agosto",
        "de septiembre", "de octubre", "de noviembre", "de diciembre",
      ]),
    conjunction: .init("y", "e", before: ["i", "hi"], not: ["hia", "hie", "hio", "iy"]),
    ordinals: OrdinalForms(
      masculine: .init(
        words: ["primer", "segundo", "tercer", "cuarto", "quinto"],
        fromEnd: ["último", "penúltimo", "antepenúltimo"], endings: [".º"]),
      feminine: .init(
        words: ["primera", "segunda", "tercera", "cuarta", "quinta"],
        fromEnd: ["última", "penúltima", "antepenúltima"], endings: [".ª"])))

  public static let italian = Localization(
    language: .italian,
    weekdays: Names(
      long: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
      short: "lun mar mer gio ven sab dom",
      narrow: "L M M G V S D"),
    months: Names(
      long: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      short: "gen feb mar apr mag giu lug ago set ott nov dic",
      narrow: "G F M A M G L A S O N D"),
    dates: DateForms(
      long: "{d} {m} {y}", dayAndMonth: "{d} {m}", monthAndYear: "{M} {y}", weekday: "{E} ", firstDay: "1º"),
    conjunction: .init("e", "ed", before: ["e"]),
    ordinals: OrdinalForms(
      masculine: .init(
        words: ["primo", "secondo", "terzo", "quarto", "quinto"],
        fromEnd: ["ultimo", "penultimo", "terzultimo"],
        endings: ["º"]),
      feminine: .init(
        words: ["prima", "seconda", "terza", "quarta", "quinta"],
        fromEnd: ["ultima", "penultima", "terzultima"],
        endings: ["ª"])))

  public static let french = Localization(
    language: .french,
    weekdays: Names(
      long: "lundi mardi mercredi jeudi vendredi samedi dimanche",
      short: "lun. mar. mer. jeu. ven. sam. dim.",
      narrow: "L M M J V S D"),
    months: Names(
      long: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      short: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
      narrow: "J F M A M J J A S O N D"),
    dates: DateForms(
      long: "{d} {m} {y}", dayAndMonth: "{d} {m}", monthAndYear: "{M} {y}", weekday: "{E} ", firstDay: "1er"),
    conjunction: .init("et"),
    ordinals: OrdinalForms(
      masculine: .init(
        words: ["premier", "deuxième", "troisième", "quatrième", "cinquième"],
        fromEnd: ["dernier", "avant-dernier"], endings: ["e", "er"]),
      feminine: .init(
        words: ["première", "deuxième", "troisième", "quatrième", "cinquième"],
        fromEnd: ["dernière", "avant-dernière"], endings: ["e", "re"])))

  public static let german = Localization(
    language: .german,
    weekdays: Names(
      long: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
      short: "Mo Di Mi Do Fr Sa So",
      narrow: "M D M D F S S"),
    months: Names(
      long: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
      short: "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
      narrow: "J F M A M J J A S O N D"),
    dates: DateForms(
      long: "{d}. {m} {y}", dayAndMonth: "{d}. {m}", monthAndYear: "{M} {y}", weekday: "{E}, ",
      medium: "{d}. {b} {y}", short: "{D}.{N}.{y}"),
    conjunction: .init("und"),
    ordinals: OrdinalForms(
      masculine: .init(
        words: ["erster", "zweiter", "dritter", "vierter", "fünfter"], fromEnd: ["letzter", "vorletzter"],
        endings: ["."]),
      feminine: .init(
        words: ["erste", "zweite", "dritte", "vierte", "fünfte"], fromEnd: ["letzte", "vorletzte"],
        endings: ["."])))

  public static let portuguese = Localization(
    language: .portuguese,
    weekdays: Names(
      long: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
      short: "seg. ter. qua. qui. sex. sáb. dom.",
      narrow: "S T Q Q S S D"),
    months: Names(
      long: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      short: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
      narrow: "J F M A M J J A S O N D"),
    dates: DateForms(
      long: "{d} {m} de {y}", dayAndMonth: "{d} {m}", monthAndYear: "{M} de {y}", weekday: "{E}, ",
      months: [
        "de janeiro", "de fevereiro", "de março", "de abril", "de maio", "de junho", "de julho", "de agosto",
        "de setembro", "de outubro", "de novembro", "de dezembro",
      ], medium: "{d} de {b} de {y}"),
    conjunction: .init("e"),
    ordinals: OrdinalForms(
      masculine: .init(
        words: ["primeiro", "segundo", "terceiro", "quarto", "quinto"],
        fromEnd: ["último", "penúltimo", "antepenúltimo"], endings: ["º"]),
      feminine: .init(
        words: ["primeira", "segunda", "terceira", "quarta", "quinta"],
        fromEnd: ["última", "penúltima", "antepenúltima"], endings: ["ª"])))
}

extension Localization.Names {
  /// The names of a table, separated by spaces.
  fileprivate init(long: String, short: String, narrow: String) {
    func names(_ text: String) -> [String] {
      text.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
    self.init(long: names(long), short: names(short), narrow: names(narrow))
  }
}
