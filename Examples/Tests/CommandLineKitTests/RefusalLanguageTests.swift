import Testing

@Suite("Refusals and results in the language of --locale")
struct RefusalLanguageTests {
  private let gym: Gym

  init() throws { gym = try Gym() }

  @Test("a class that is full, and the waiting list")
  func classes() throws {
    let added = try gym.json("class add Ioga --at 2026-03-09T18:00 --for 1h --places 1 --waitlist-limit 3")
    let request = "class book \(added["uid"].string ?? "") --on 2026-03-09"
    try gym.done("\(request) --member ana")
    let full = try gym.refused("\(request) --member bob --locale ca")
    #expect(full.first?.contains("full: la classe està completa (0 en espera)") == true)
    let waiting = try gym.done("\(request) --member bob --waitlist --locale ca-ES")
    #expect(waiting.output.contains("número 1 de la llista d’espera: Ioga"))
  }

  @Test("a busy coach, and when a free slot could still be booked")
  func sessions() throws {
    try gym.done("session book --coach eva --client cyd --at 2026-03-10T18:00")
    let busy = try gym.refused("session book --coach eva --client dan --at 2026-03-10T18:30 --locale it")
    #expect(busy.first?.contains("conflict: eva ha un altro impegno: cyd") == true)
    let late = try gym.refused(
      "session book --any-of eva --client dan --at 2026-03-02T10:00 --notice 2d --locale es")
    #expect(late.first?.contains("sábado 28 de febrero de 2026 a las 10:00") == true)
  }

  @Test("a task that breaks rules, in Catalan as text and as JSON; a language without phrases is English")
  func tasks() throws {
    let line = "add task 2n_lliurament --at 2026-03-05"
    let errors = try gym.refused("\(line) --locale ca")
    #expect(errors.first?.contains("leading_digit: el nom comença amb una xifra") == true)
    #expect(errors.last?.contains("missing_time: falta l’hora") == true)
    let unknown = try gym.refused("edit nothing --title x --locale pt")
    #expect(unknown.first?.contains("nothing: not_found: esta entrada não existe") == true)
    let json = try gym.json("\(line) --locale ca")["refused"].array
    #expect(json.strings("message") == ["el nom comença amb una xifra", "falta l’hora"])
  }

  @Test("what would be accepted is in the same language, with its values, in text and in JSON")
  func expectations() throws {
    try gym.done("session book --coach eva --client cyd --at 2026-03-10T18:00")
    let series = "session book --coach eva --client dan --at 2026-03-10T18:00 --rrule FREQ=WEEKLY;COUNT=2"
    let times = try gym.refused("\(series) --locale de")
    #expect(times.first?.contains("17:00, oder ") == true)
    #expect(times.first?.contains(", oder --skip)") == true)
    let name = "session book --any-of evva --client dan --at 2026-03-11T18:00"
    #expect(try gym.refused("\(name) --locale it").first?.hasSuffix("(previsto: eva, o --new evva)") == true)
    let json = try gym.json("\(name) --locale ca")["refused"].array
    #expect(json.strings("expected") == ["eva, o --new evva"])
    let added = try gym.json("class add Ioga --at 2026-03-09T18:00 --for 1h --places 1 --rrule FREQ=WEEKLY")
    let day = try gym.refused("edit \(added["uid"].string ?? "") --on 2026-03-10 --title Pilates --locale es")
    #expect(day.first?.hasSuffix("(se esperaba: un día en que tiene lugar, como el 2026-03-16)") == true)
  }
}
