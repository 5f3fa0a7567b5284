import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("A rule in words")
struct RuleWordsTests {
  struct Words: Sendable, CustomTestStringConvertible {
    let rule, english, catalan, spanish, italian: String
    var testDescription: String { rule }

    init(_ rule: String, _ english: String, _ catalan: String, _ spanish: String, _ italian: String) {
      (self.rule, self.english, self.catalan, self.spanish, self.italian) = (
        rule, english, catalan, spanish, italian
      )
    }
  }

  @Test(arguments: [
    Words("FREQ=DAILY", "every day", "cada dia", "cada día", "ogni giorno"),
    Words("FREQ=HOURLY;INTERVAL=3", "every 3 hours", "cada 3 hores", "cada 3 horas", "ogni 3 ore"),
    Words(
      "FREQ=MINUTELY;INTERVAL=15", "every 15 minutes", "cada 15 minuts", "cada 15 minutos", "ogni 15 minuti"),
    Words("FREQ=YEARLY", "every year", "cada any", "cada año", "ogni anno"),
    Words(
      "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260630", "every Monday and Wednesday until 30 June 2026",
      "cada dilluns i dimecres fins al 30 de juny de 2026",
      "cada lunes y miércoles hasta el 30 de junio de 2026",
      "ogni lunedì e mercoledì fino al 30 giugno 2026"),
    Words(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "every 2 weeks on Tuesday", "cada 2 setmanes el dimarts",
      "cada 2 semanas el martes", "ogni 2 settimane il martedì"),
    Words(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "every 2 weeks on Sunday", "cada 2 setmanes el diumenge",
      "cada 2 semanas el domingo", "ogni 2 settimane la domenica"),
    Words(
      "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10", "every weekday, 10 times",
      "cada dia de dilluns a divendres, 10 vegades", "cada día de lunes a viernes, 10 veces",
      "ogni giorno dal lunedì al venerdì, 10 volte"),
    Words(
      "FREQ=MONTHLY;BYDAY=-1FR;COUNT=24", "on the last Friday of every month, 24 times",
      "l’últim divendres de cada mes, 24 vegades", "el último viernes de cada mes, 24 veces",
      "l’ultimo venerdì di ogni mese, 24 volte"),
    Words(
      "FREQ=MONTHLY;BYDAY=-1SU,1SU", "on the first Sunday and the last Sunday of every month",
      "el primer diumenge i l’últim diumenge de cada mes",
      "el primer domingo y el último domingo de cada mes",
      "la prima domenica e l’ultima domenica di ogni mese"),
    Words(
      "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=6", "every year on 6 January", "cada any el 6 de gener",
      "cada año el 6 de enero", "ogni anno il 6 gennaio"),
    Words(
      "FREQ=YEARLY;BYMONTH=4,8;BYMONTHDAY=11", "every year on 11 April and 11 August",
      "cada any l’11 d’abril i l’11 d’agost", "cada año el 11 de abril y el 11 de agosto",
      "ogni anno l’11 aprile e l’11 agosto"),
    Words(
      "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1", "every year on 1 May", "cada any l’1 de maig",
      "cada año el 1 de mayo",
      "ogni anno il 1º maggio"),
    Words(
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "on the last weekday of every month",
      "l’últim dia de dilluns a divendres de cada mes", "el último día de lunes a viernes de cada mes",
      "l’ultimo giorno dal lunedì al venerdì di ogni mese"),
    Words(
      "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1", "on the first weekend day of every month",
      "el primer dia de cap de setmana de cada mes", "el primer día de fin de semana de cada mes",
      "il primo giorno del fine settimana di ogni mese"),
    Words(
      "FREQ=MONTHLY;BYMONTHDAY=1,15,-1", "on the 1st, the 15th and the last day of every month",
      "el dia 1, el dia 15 i l’últim dia de cada mes", "el día 1, el día 15 y el último día de cada mes",
      "il giorno 1, il giorno 15 e l’ultimo giorno di ogni mese"),
    Words(
      "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15", "every 2 months on the 15th", "cada 2 mesos el dia 15",
      "cada 2 meses el día 15", "ogni 2 mesi il giorno 15"),
    Words(
      "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU", "every year on the last Sunday of March and October",
      "cada any l’últim diumenge de març i d’octubre", "cada año el último domingo de marzo y de octubre",
      "ogni anno l’ultima domenica di marzo e di ottobre"),
    Words(
      "FREQ=YEARLY;BYDAY=20MO", "every year on the 20th Monday of the year",
      "cada any el 20è dilluns de l’any",
      "cada año el 20.º lunes del año", "ogni anno il 20º lunedì dell’anno"),
    Words(
      "FREQ=YEARLY;BYYEARDAY=100", "every year on the 100th day of the year", "cada any el dia 100 de l’any",
      "cada año el día 100 del año", "ogni anno il giorno 100 dell’anno"),
    Words(
      "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "every Thursday in March", "cada dijous de març",
      "cada jueves de marzo",
      "ogni giovedì di marzo"),
    Words(
      "FREQ=DAILY;BYHOUR=1,17;BYMINUTE=30", "every day at 01:30 and 17:30",
      "cada dia a la 01:30 i a les 17:30", "cada día a la 01:30 y a las 17:30",
      "ogni giorno all’01:30 e alle 17:30"),
    Words(
      "FREQ=DAILY;COUNT=1;BYMONTH=1", "every day in January, once", "cada dia de gener, una vegada",
      "cada día de enero, una vez", "ogni giorno di gennaio, una volta"),
    Words(
      "FREQ=DAILY;UNTIL=20270111T170000", "every day until 11 January 2027 at 17:00",
      "cada dia fins a l’11 de gener de 2027 a les 17:00",
      "cada día hasta el 11 de enero de 2027 a las 17:00",
      "ogni giorno fino all’11 gennaio 2027 alle 17:00"),
    Words(
      "FREQ=DAILY;UNTIL=20260630T215959Z", "every day until 30 June 2026 at 21:59:59 UTC",
      "cada dia fins al 30 de juny de 2026 a les 21:59:59 UTC",
      "cada día hasta el 30 de junio de 2026 a las 21:59:59 UTC",
      "ogni giorno fino al 30 giugno 2026 alle 21:59:59 UTC"),
    Words(
      "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10", "every 20 minutes (hours: 9 and 10)",
      "cada 20 minuts (hores: 9 i 10)", "cada 20 minutos (horas: 9 y 10)", "ogni 20 minuti (ore: 9 e 10)"),
    Words(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
      "every 2 weeks on Tuesday and Sunday (weeks start on: Sunday)",
      "cada 2 setmanes el dimarts i el diumenge (les setmanes comencen en: diumenge)",
      "cada 2 semanas el martes y el domingo (las semanas empiezan en: domingo)",
      "ogni 2 settimane il martedì e la domenica (le settimane iniziano di: domenica)"),
    Words(
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month (weekdays: Friday; days of the month: 13)",
      "cada mes (dies de la setmana: divendres; dies del mes: 13)",
      "cada mes (días de la semana: viernes; días del mes: 13)",
      "ogni mese (giorni della settimana: venerdì; giorni del mese: 13)"),
    Words(
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD",
      "every year (calendar: HEBREW; days of the month: 8; months: 5L; missing dates: moved forward)",
      "cada any (calendari: HEBREW; dies del mes: 8; mesos: 5L; dates inexistents: passen després)",
      "cada año (calendario: HEBREW; días del mes: 8; meses: 5L; fechas inexistentes: pasan a después)",
      "ogni anno (calendario: HEBREW; giorni del mese: 8; mesi: 5L; date inesistenti: posticipate)"),
    // In the start's month, which the rule does not say.
    Words(
      "FREQ=YEARLY;BYMONTHDAY=15", "every year (days of the month: 15)", "cada any (dies del mes: 15)",
      "cada año (días del mes: 15)", "ogni anno (giorni del mese: 15)"),
    // There is no such date.
    Words(
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "every year (days of the month: 30; months: February)",
      "cada any (dies del mes: 30; mesos: febrer)", "cada año (días del mes: 30; meses: febrero)",
      "ogni anno (giorni del mese: 30; mesi: febbraio)"),
  ])
  func sentences(_ words: Words) throws {
    let rule = try RecurrenceRule(words.rule)
    #expect(rule.description(in: .english) == words.english)
    #expect(rule.description(in: .catalan) == words.catalan)
    #expect(rule.description(in: .spanish) == words.spanish)
    #expect(rule.description(in: .italian) == words.italian)
  }

  @Test(
    "French, German and Portuguese sentences",
    arguments: [
      [
        "FREQ=WEEKLY;BYDAY=MO,WE", "chaque lundi et mercredi", "jeden Montag und Mittwoch",
        "cada segunda-feira e quarta-feira",
      ],
      [
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU", "toutes les 2 semaines le mardi et le dimanche",
        "alle 2 Wochen am Dienstag und am Sonntag", "a cada 2 semanas na terça-feira e no domingo",
      ],
      [
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=24", "le dernier vendredi de chaque mois, 24 fois",
        "am letzten Freitag jedes Monats, 24-mal", "na última sexta-feira de cada mês, 24 vezes",
      ],
      [
        "FREQ=MONTHLY;BYMONTHDAY=1,15", "le 1er et le 15 de chaque mois", "am 1. und am 15. jedes Monats",
        "no dia 1 e no dia 15 de cada mês",
      ],
      [
        "FREQ=MONTHLY;BYMONTHDAY=-2", "l’avant-dernier jour de chaque mois", "am vorletzten Tag jedes Monats",
        "no penúltimo dia de cada mês",
      ],
      [
        "FREQ=MONTHLY;BYMONTHDAY=-3", "l’antépénultième jour de chaque mois",
        "am drittletzten Tag jedes Monats",
        "no antepenúltimo dia de cada mês",
      ],
      [
        "FREQ=YEARLY;BYMONTH=1,6;BYDAY=2MO", "chaque année le deuxième lundi en janvier et juin",
        "jedes Jahr am zweiten Montag im Januar und Juni",
        "todos os anos na segunda segunda-feira de janeiro e de junho",
      ],
      [
        "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=6", "chaque année le 6 janvier", "jedes Jahr am 6. Januar",
        "todos os anos no dia 6 de janeiro",
      ],
      [
        "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0;UNTIL=20260630",
        "chaque jour à 09:00 et à 17:00 jusqu’au 30 juin 2026",
        "jeden Tag um 09:00 und um 17:00 bis zum 30. Juni 2026",
        "todos os dias às 09:00 e às 17:00 até 30 de junho de 2026",
      ],
      [
        "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10", "toutes les 20 minutes (heures: 9 et 10)",
        "alle 20 Minuten (Stunden: 9 und 10)", "a cada 20 minutos (horas: 9 e 10)",
      ],
      [
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "chaque jour du lundi au vendredi",
        "jeden Tag von Montag bis Freitag",
        "todos os dias de segunda a sexta-feira",
      ],
    ])
  func furtherSentences(_ words: [String]) throws {
    let rule = try RecurrenceRule(words[0])
    #expect([.french, .german, .portuguese].map { rule.description(in: $0) } == Array(words.dropFirst()))
  }

  @Test func otherLanguagesGetEnglish() throws {
    var dutch = Localization.german
    dutch.language = Localization.Language(rawValue: "nl")
    #expect(try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO").description(in: dutch) == "every Monday")
  }

  @Test func untilOnTheClockOfTheStart() throws {
    let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=20260630T215959Z")
    #expect(rule.description(in: .english, zone: try Zone("Europe/Madrid")) == "every day until 30 June 2026")
    #expect(
      rule.description(in: .english, zone: try Zone("Europe/London"))
        == "every day until 30 June 2026 at 22:59:59")
  }

  @Test func wordsOfAnythingMadeInCode() {
    var rule = RecurrenceRule(.yearly, every: Int.min, until: .count(Int.min))
    rule.byMonth = [MonthNumber(Int.max), 0]
    rule.byMonthDay = [Int.min]
    rule.byHour = [Int.max]
    rule.byMinute = [-1]
    rule.bySetPosition = [Int.min]
    rule.byDay = [WeekdayOrdinal(.monday, ordinal: Int.max / 8)]
    for localization in Localization.all { #expect(!rule.description(in: localization).isEmpty) }
  }
}
