import AlmanacScheduling
import AlmanacTime
import AlmanacTraining
import Testing

@Suite("Reasons of training in the language of a person")
struct TrainingPhrasesTests {
  @Test("every reason has a phrase in each language")
  func complete() {
    let codes: [TrainingError.Code] = [
      .emptyName, .emptyIdentity, .reservedColor, .outOfRange, .tooMany, .nothingPrescribed, .notFound,
      .alreadyExists, .inUse, .notPermitted, .sharingNotPermitted, .notShared, .notAClient, .notAssigned,
      .sessionOver,
      .timeRunsBackwards, .setClosed, .setSkipped, .setResting, .setOpen, .restRunning, .notResting,
      .nothingOpen, .nothingDone, .inconsistent,
    ]
    for code in codes {
      let reason = TrainingError.Reason(code, expected: "?")
      let phrases = Localization.all.map { reason.description(in: SchedulingWords($0, in: .utc)) }
      #expect(!phrases.contains("?") && Set(phrases).count >= 6, "\(code.rawValue): \(phrases)")
    }
  }

  @Test("a reason about an item of the library names it, in the words of the language")
  func subjects() throws {
    var library = TrainingLibrary()
    try library.add(Machine(id: "m-1", coach: "laia", name: "Gàbia gran"))
    try library.add(Exercise(id: "x 1", coach: "laia", name: "Esquat", machine: "m-1"))
    try library.add(
      Routine(id: "r-1", coach: "laia", name: "Cames", exercises: [.init("x 1")]))
    func reasons(
      _ localization: Localization, _ change: (inout TrainingLibrary) throws(TrainingError) -> Void
    ) -> [String] {
      library.refusals(of: change).map { $0.description(in: SchedulingWords(localization, in: .utc)) }
    }
    #expect(
      reasons(.catalan) { draft throws(TrainingError) in try draft.removeMachine("m-1") }
        == ["encara es fa servir: exercici Esquat"])
    #expect(
      reasons(.italian) { draft throws(TrainingError) in try draft.removeExercise("x 1", by: "pau") }
        == ["non esiste: esercizio x 1"])
    #expect(
      reasons(.german) { draft throws(TrainingError) in try draft.removeExercise("x 1") }
        == ["es wird noch verwendet: Plan Cames"])
    #expect(
      reasons(.catalan) { draft throws(TrainingError) in
        try draft.add(Exercise(id: "x-2", coach: "laia", name: "Rem", isShared: true), by: "laia")
      } == ["aquest entrenador no ho pot compartir: exercici Rem"])
    #expect(
      reasons(.catalan) { draft throws(TrainingError) in
        try draft.add(Exercise(id: "x-2", coach: "laia", name: "Rem", machine: "m-9"))
      } == ["no existeix: exercici Rem, màquina m-9"])
    #expect(
      reasons(.spanish) { draft throws(TrainingError) in try draft.removeExercise("none") }
        == ["no existe: ejercicio none"])
    #expect(
      reasons(.german) { draft throws(TrainingError) in
        try draft.add(Machine(id: "m-1", coach: "laia", name: "Rack"))
      } == ["das gibt es schon: Gerät Rack"])
    #expect(
      reasons(.catalan) { draft throws(TrainingError) in try draft.sharing.set(.use, for: "@") }
        == ["falta l’identificador: entrenador @"])
    for localization in Localization.all where localization != .english {
      let all =
        reasons(localization) { draft throws(TrainingError) in try draft.removeMachine("m-1") }
        + reasons(localization) { draft throws(TrainingError) in try draft.removeRoutine("r") }
      #expect(!all.joined().contains("exercise") && !all.joined().contains("routine"))
    }
  }

  @Test("a refusal of the session book is in the same language")
  func refusal() throws {
    let (now, madrid) = (Instant(secondsSinceEpoch: 1_772_440_000), try Zone("Europe/Madrid"))
    var coaching = Coaching()
    do throws(TrainingError) {
      try coaching.request(.schedule(client: "biel", at: now.in(madrid)), by: "laia", now: now)
      Issue.record("biel is not a client")
    } catch {
      let words = SchedulingWords(.catalan, in: madrid)
      #expect(error.reasons.map { $0.description(in: words) } == ["biel no és client"])
    }
  }
}
