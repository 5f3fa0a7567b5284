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
      .alreadyExists, .inUse, .notPermitted, .notShared, .notAClient, .notAssigned, .sessionOver,
      .timeRunsBackwards, .setClosed, .setSkipped, .setResting, .setOpen, .restRunning, .notResting,
      .nothingOpen, .nothingDone, .inconsistent,
    ]
    for code in codes {
      let reason = TrainingError.Reason(code, expected: "?")
      let phrases = Localization.all.map { reason.description(in: SchedulingWords($0, in: .utc)) }
      #expect(!phrases.contains("?") && Set(phrases).count >= 6, "\(code.rawValue): \(phrases)")
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
