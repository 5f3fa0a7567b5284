import AlmanacEvents
import AlmanacTime
import Testing

@Suite("Faults in the language of a person")
struct EventPhrasesTests {
  @Test("every fault has a phrase in each language")
  func complete() {
    let codes: [EventError.Code] = [
      .emptyName, .leadingDigit, .missingDate, .missingTime, .reservedColor, .endNotAfterStart,
      .mixedTimeForms,
      .badDuration, .outOfRange, .misplacedRecurrence, .misplacedProperty, .badURI, .controlCharacter,
      .incompleteAlarm, .contradictoryCompletion, .notFound, .alreadyExists, .conflict, .tooManyInstances,
      .immovablePart, .unsupportedCalendar, .notATodo, .alreadyClosed, .notCompleted, .otherKind,
    ]
    // Those of messages, which AlmanacSync declares.
    let others = ["not_invited", "delegation_ring", "not_the_organizer", "no_attendees"]
    for code in codes + others.map(EventError.Code.init(rawValue:)) {
      let reason = EventError.Reason(code, expected: "?")
      let phrases = Localization.all.map { reason.description(in: $0) }
      #expect(!phrases.contains("?") && Set(phrases).count == phrases.count, "\(code.rawValue): \(phrases)")
    }
  }

  @Test("a form of a task says what is wrong, field by field, in Catalan, Spanish and Italian")
  func form() {
    let draft = TaskDraft(name: "2n lliurament", color: .crimson)
    func phrases(_ localization: Localization) -> [String] {
      draft.violations().map { $0.description(in: localization) }
    }
    #expect(
      phrases(.catalan) == [
        "el nom comença amb una xifra", "falta la data", "falta l’hora",
        "el vermell es reserva per als dies amb diverses tasques",
      ])
    #expect(phrases(.spanish).prefix(2) == ["el nombre empieza por una cifra", "falta la fecha"])
    #expect(phrases(.italian).dropFirst().prefix(2) == ["manca la data", "manca l’ora"])
  }

  @Test("a fault of the program's own is described by what it expects")
  func own() {
    let reason = EventError.Reason(
      EventError.Code(rawValue: "too_late_in_term"), expected: "a day before June")
    #expect(reason.description(in: .catalan) == "a day before June")
  }
}
