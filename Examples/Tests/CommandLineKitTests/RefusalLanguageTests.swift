import CommandLineKit
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

  @Test("undo without a change, the results of an import and the form of an item")
  func changes() throws {
    let desk = try Desk(Sample.calendar(Sample.event("a", ":20260302T120000", "A")))
    let none = try desk.run("undo", "--locale", "es")
    #expect(
      none.errors == [
        "almanac: nothing_to_undo: no hay ningún cambio que deshacer (se esperaba: un cambio hecho con este programa)"
      ])
    let again = try desk.run("redo", "--locale", "de")
    #expect(again.errors.first?.contains("es gibt keine Änderung") == true)
    let feed = try desk.folder.file("feed.ics", Sample.calendar(Sample.event("b", ":20260303T120000", "B")))
    #expect(try desk.run("import", feed, "--locale", "es").lines == ["añadido b: B"])
    #expect(try desk.run("import", feed, "--locale", "ca").lines == ["sense canvis b: B"])
    let form = try AlmanacRun(
      ["edit", "b", "-i", "-c", desk.path, "--locale", "fr"],
      adjust: { environment in
        environment.edit = { form, _ in
          #expect(form.hasPrefix("# évènement : un champ que vous ne changez pas reste tel quel"), "\(form)")
          return form
        }
      })
    #expect(form.status == .done)
  }

  @Test("the subject of a refusal of training, which has no identity that is not stored")
  func training() throws {
    let unnamed = try gym.refused("workout exercise add _ --coach eva")
    #expect(unnamed.first?.hasPrefix("almanac: empty_name: exercise: ") == true, "\(unnamed)")
    try gym.done("workout exercise add Squat --coach eva")
    let renamed = try gym.refused("workout exercise rename Squat _ --locale es")
    #expect(renamed.first?.contains("empty_name: ejercicio Squat: ") == true, "\(renamed)")
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
