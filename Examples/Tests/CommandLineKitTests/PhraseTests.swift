import AlmanacTime
import Testing

@testable import CommandLineKit

@Suite("Sentences of the command line in other languages")
struct PhraseTests {
  @Test("a phrase has its values in the order of the language, and is English where it has no translation")
  func values() throws {
    let phrase: Phrase = "{done} \(title: "a|b"): \(3) {x"
    #expect(phrase.text(in: .catalan) == "{done} a|b: 3 {x")
    let nested: Phrase = "\("snoozed" as Phrase) an alarm of \(title: "Zumba {2}")"
    #expect(nested.text(in: .english) == "snoozed an alarm of Zumba {2}")
    #expect(nested.text(in: .french) == "rappel reporté : Zumba {2}")
    #expect(nested.isTranslated(to: .german))
    #expect(!nested.isTranslated(to: .english))
    #expect(Phrase(verbatim: "snoozed {1}").text(in: .german) == "snoozed {1}")
  }

  @Test("results, the history and refusals are in the language of the reader")
  func commands() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("own.ics")
    let added = try AlmanacRun(["add", "todo", "Entrega", "--at", "2026-03-20", "-c", file])
    let uid = added.output.dropLast()
    func run(_ arguments: [String], _ locale: String) throws -> AlmanacRun {
      try AlmanacRun(arguments + ["-c", file, "--locale", locale, "--now", "2026-03-02T09:00"])
    }
    #expect(
      try run(["edit", "\(uid)", "--title", "Lliurament"], "ca_ES").output
        == "canviat \(uid): Lliurament, divendres, 20 de març de 2026 (nom)\n")
    #expect(
      try run(["done", "\(uid)"], "es_ES").output == "hecho: Lliurament, viernes, 20 de marzo de 2026\n")
    #expect(try run(["undo"], "de_DE").output == "rückgängig gemacht: hecho: Lliurament\n")
    let refused = try run(["delete", "--category", "Algebra", "--yes"], "it_IT")
    #expect(refused.status == .refused)
    #expect(
      refused.errors == [
        "almanac: not_found: nessuna voce ha la categoria Algebra (previsto: un’altra categoria)"
      ])
    let english = try run(["delete", "--category", "Algebra", "--yes"], "en_GB")
    #expect(
      english.errors == ["almanac: not_found: no item has the category Algebra (expected another category)"])
  }
}
