import CommandLineKit
import Testing

@Suite("add with a date at the end of the title")
struct QuickAddTests {
  private let desk: Desk

  init() throws { desk = try Desk(Sample.calendar("")) }

  private func added(_ arguments: String...) throws -> (run: AlmanacRun, item: ReadJSON?) {
    let run = try desk.run(["add"] + arguments)
    let show = try desk.run("show", "item-0", "--format", "json")
    return (run, try ReadJSON(show.output)["item"])
  }

  @Test(
    "the longest end that is a date is the date, and is said",
    arguments: [
      ("Lunch with Ana tomorrow 12-13", "Lunch with Ana", "2026-03-03T12:00:00", "2026-03-03T13:00:00"),
      ("Read The Day After Tomorrow friday 9:30", "Read The Day After Tomorrow", "2026-03-06T09:30:00", ""),
      ("Night shift tomorrow 23:00-6:00", "Night shift", "2026-03-03T23:00:00", "2026-03-04T06:00:00"),
      ("Fair 24 nov", "Fair", "2026-11-24", "2026-11-25"), ("Fair march", "Fair", "2027-03-01", "2027-03-02"),
      ("Lunch, tomorrow 12:00", "Lunch", "2026-03-03T12:00:00", ""),
      ("Tea, cake, friday, 9:30", "Tea, cake", "2026-03-06T09:30:00", ""),
      ("Gym: tomorrow 9:00", "Gym", "2026-03-03T09:00:00", ""),
      ("Gym - tomorrow 9:00", "Gym", "2026-03-03T09:00:00", ""),
      ("Call at noon 2026-03-05T12:00", "Call at noon", "2026-03-05T12:00:00", ""),
      ("Work tomorrow 9-5", "Work", "2026-03-03T09:00:00", "2026-03-03T17:00:00"),
      ("Lunch tomorrow 11am-1", "Lunch", "2026-03-03T11:00:00", "2026-03-03T13:00:00"),
      ("Shift friday 22-2", "Shift", "2026-03-06T22:00:00", "2026-03-07T02:00:00"),
      ("Conf march 10-12", "Conf", "2026-03-10", "2026-03-13"),
      ("Conf Dec 10-12, 2026", "Conf", "2026-12-10", "2026-12-13"),
      ("Call 5-6pm", "Call", "2026-03-02T17:00:00", "2026-03-02T18:00:00"),
      ("Visit 2026年3月10日", "Visit", "2026-03-10", "2026-03-11"),
      ("Visit 2026/3/10", "Visit", "2026-03-10", "2026-03-11"),
      ("Meeting 2026-03-10 09:00-10:00", "Meeting", "2026-03-10T09:00:00", "2026-03-10T10:00:00"),
      ("Shift 2026-03-10 22:00-02:00", "Shift", "2026-03-10T22:00:00", "2026-03-11T02:00:00"),
      ("Call 2026-03-10T09:00-10:00", "Call", "2026-03-10T20:00:00", ""),
      ("Meeting 9-10 tomorrow", "Meeting", "2026-03-03T09:00:00", "2026-03-03T10:00:00"),
      ("Meeting 9 to 10 tomorrow", "Meeting", "2026-03-03T09:00:00", "2026-03-03T10:00:00"),
      ("Louis 14-16 fri", "Louis", "2026-03-06T14:00:00", "2026-03-06T16:00:00"),
      ("Dinner at 8 tonight", "Dinner", "2026-03-02T20:00:00", ""),
      ("Dinner at 8:30 tonight", "Dinner", "2026-03-02T20:30:00", ""),
      ("Dinner 8-10 tonight", "Dinner", "2026-03-02T20:00:00", "2026-03-02T22:00:00"),
      ("Table for 8 tonight", "Table for 8", "2026-03-02T20:00:00", ""),
      ("Lunch with May tomorrow", "Lunch with May", "2026-03-03", "2026-03-04"),
    ])
  func dates(text: String, title: String, start: String, end: String) throws {
    let (run, item) = try added(text)
    #expect(run.status == .done && run.errors.contains { $0.hasPrefix("almanac: \(title): ") })
    #expect(item?["summary"].string == title)
    #expect(item?["start"].string?.hasPrefix(start) == true)
    #expect(item?["end"].string?.hasPrefix(end) == true)
  }

  @Test(
    "without a date at the end, and with a title alone, nothing is added",
    arguments: [
      "Read chapter 5", "Tomorrow is another day", "tomorrow", "Lunch", "Lunch with May", "Call with April",
      "Coffee with Ana and June",
    ])
  func noDate(text: String) throws {
    let run = try desk.run("add", text, "--format", "json")
    #expect(run.status == .refused)
    #expect(try ReadJSON(run.output)["refused"].array.first?["code"].string == "missing_date")
    #expect(try !desk.content.contains("BEGIN:VEVENT"))
  }

  @Test(
    "a date of which a part does not fit is refused, not cut",
    arguments: [
      "Meet 31 nov", "Meet 29 feb 2027", "Meet monday 28 nov", "Meet monday, 28 nov", "Meet friday the 14th",
      "Trip 28-31 nov", "Trip 26-24 dec", "Release 2 weeks from tomorrow", "X first monday of december",
      "X 3 days from now", "Meeting 2 hours before friday", "Trip B2 april",
      "Dentist friday morning 22:00", "Dinner friday evening 12:00-14:00", "Gym mon-fri 7:00",
      "Gym Mon–Fri 7:00-8:00",
    ])
  func otherDates(text: String) throws {
    let run = try desk.run("add", text)
    #expect(run.status == .usage && run.errors.first?.contains("is not a date") == true)
    #expect(try !desk.content.contains("BEGIN:VEVENT"))
  }

  @Test(
    "a part of a day belongs to the date",
    arguments: [
      ("Sopar l'11 de gener a les 21h", "ca_ES", "Sopar", "2027-01-11T21:00"),
      ("Dinar l’11 de novembre", "ca_ES", "Dinar", "2026-11-11"),
      ("Cita sábado por la mañana", "es_ES", "Cita", "2026-03-07T09:00"),
      ("Reunión el lunes por la tarde a las 5", "es_ES", "Reunión", "2026-03-02T17:00"),
      ("Dîner demain soir à 20h", "fr_FR", "Dîner", "2026-03-03T20:00"),
      ("Cena domani sera alle 8", "it_IT", "Cena", "2026-03-03T20:00"),
      ("Cena dell'8 aprile", "it_IT", "Cena", "2026-04-08"),
      ("Viaggio dal 5 all'8 aprile", "it_IT", "Viaggio", "2026-04-05"),
      ("Classe divendres a dos quarts de 10", "ca_ES", "Classe", "2026-03-06T09:30"),
      ("Reunión el lunes 9 a las 9 h", "es_ES", "Reunión", "2026-03-09T09:00"),
      ("Dinner friday evening at 8", "en_GB", "Dinner", "2026-03-06T20:00"),
      ("Dentist monday morning 9:00", "en_GB", "Dentist", "2026-03-02T09:00"),
      ("Call friday afternoon 3pm", "en_GB", "Call", "2026-03-06T15:00"),
      ("X dalle 9 alle 11 di domani", "it_IT", "X", "2026-03-03T09:00"),
      ("X primeiro de janeiro", "pt_PT", "X", "2027-01-01"),
    ])
  func partsOfDays(text: String, locale: String, title: String, start: String) throws {
    let (run, item) = try added(text, "--locale", locale)
    #expect(run.status == .done && item?["summary"].string == title, "\(run.errors)")
    #expect(item?["start"].string?.hasPrefix(start) == true, "\(text)")
  }

  @Test(
    "a preposition before the date is no part of the title, if a title remains",
    arguments: [
      ("Holiday in december", "en_GB", "Holiday", "2026-12-01"),
      ("Wedding in june 2027", "en_GB", "Wedding", "2027-06-01"),
      ("Submit by friday", "en_GB", "Submit", "2026-03-06"),
      ("Report due friday", "en_GB", "Report", "2026-03-06"),
      ("Report due by friday", "en_GB", "Report", "2026-03-06"),
      ("Camp until friday", "en_GB", "Camp", "2026-03-06"),
      ("Party on 5 may", "en_GB", "Party", "2026-05-05"),
      ("Check in friday", "en_GB", "Check in", "2026-03-06"),
      ("Lliurament per divendres", "ca_ES", "Lliurament", "2026-03-06"),
      ("Entrega para el viernes", "es_ES", "Entrega", "2026-03-06"),
      ("Boda en junio", "es_ES", "Boda", "2026-06-01"),
      ("Consegna entro venerdì", "it_IT", "Consegna", "2026-03-06"),
      ("Rapport pour vendredi", "fr_FR", "Rapport", "2026-03-06"),
      ("Mariage en juin", "fr_FR", "Mariage", "2026-06-01"),
      ("Abgabe bis Freitag", "de_DE", "Abgabe", "2026-03-06"),
      ("Urlaub im Dezember", "de_DE", "Urlaub", "2026-12-01"),
      ("Entregar até sexta", "pt_PT", "Entregar", "2026-03-06"),
      ("Submit by friday", "ca_ES", "Submit", "2026-03-06"),
      ("Cena per due venerdì", "it_IT", "Cena per due", "2026-03-06"),
    ])
  func prepositions(text: String, locale: String, title: String, start: String) throws {
    let (run, item) = try added(text, "--locale", locale)
    #expect(run.status == .done && item?["summary"].string == title, "\(run.errors)")
    #expect(item?["start"].string == start)
  }

  @Test(
    "a word that is a date only without the words before it is no date",
    arguments: [
      ("Anar al mar", "ca_ES"), ("Llamar por la mañana", "es_ES"), ("Ir al mar", "es_ES"),
      ("Voyage à la mer", "fr_FR"), ("Andare al mare", "it_IT"), ("by friday", "en_GB"),
      ("on friday", "en_GB"),
    ])
  func sentences(text: String, locale: String) throws {
    let run = try desk.run("add", text, "--locale", locale, "--format", "json")
    let code = try ReadJSON(run.output)["refused"].array.first?["code"].string
    #expect(run.status == .refused && code == "missing_date", "\(run.errors)")
    #expect(try !desk.content.contains("BEGIN:VEVENT"))
  }

  @Test("a number after a weekday that is another one is offered as the hour, also in a title")
  func hourAfterWeekday() throws {
    let run = try desk.run("add", "Dentist wednesday 10")
    #expect(run.status == .usage && run.errors.first?.contains("wednesday 10:00") == true, "\(run.errors)")
  }

  @Test("with a kind the whole text is the title")
  func kinds() throws {
    let (run, item) = try added("todo", "Read The Day After Tomorrow")
    #expect(run.status == .done && run.errors.isEmpty)
    #expect(item?["summary"].string == "Read The Day After Tomorrow" && item?["start"].isNull == true)
  }

  @Test("a misspelt kind is not a title")
  func misspelt() throws {
    let run = try desk.run("add", "evnt", "Lunch", "--at", "tomorrow")
    #expect(run.status == .usage && run.errors.first?.contains("expected event") == true)
    #expect(try desk.run("add", "event").status == .usage)
  }

  @Test(
    "a range of days is all of them",
    arguments: [
      ("Trip 24-26 dec", "en_GB", "Trip"), ("Fiesta del 24 al 26 de diciembre", "es_ES", "Fiesta"),
      ("Festa del 24 al 26 de desembre", "ca_ES", "Festa"),
      ("Urlaub vom 24. bis 26. Dezember", "de_DE", "Urlaub"),
    ])
  func ranges(text: String, locale: String, title: String) throws {
    let (run, item) = try added(text, "--locale", locale)
    #expect(run.status == .done && item?["summary"].string == title)
    #expect(item?["start"].string == "2026-12-24" && item?["end"].string == "2026-12-27")
  }

  @Test(
    "days that come again and again are refused, with the option for them",
    arguments: [
      ("Standup every monday 9:30", "en_GB"), ("Clase todos los lunes 9:30", "es_ES"),
      ("Classe cada dilluns", "ca_ES"),
    ])
  func repeated(text: String, locale: String) throws {
    let run = try desk.run("add", text, "--locale", locale)
    #expect(run.status == .usage && run.errors.first?.contains("--repeat") == true)
    #expect(try !desk.content.contains("BEGIN:VEVENT"))
  }
}
