import AlmanacTraining
import Foundation
import TestSupport
import Testing

@Suite("A library that several coaches share")
struct SharedLibraryTests {
  /// Marta's shared squat on her shared rack, her private plank, and a routine of Pau's with the squat.
  static func library(_ everyone: SharingTerms.Right = .contribute) throws -> TrainingLibrary {
    var library = TrainingLibrary()
    library.sharing = SharingTerms(everyone: everyone)
    try library.add(Machine(id: "rack", coach: "marta", name: "Rack", picture: "rack.jpg", isShared: true))
    try library.add(Exercise(id: "squat", coach: "marta", name: "Squat", machine: "rack", isShared: true))
    try library.add(Exercise(id: "plank", coach: "marta", name: "Plank"))
    try library.add(
      Routine(id: "legs", coach: "pau", client: "joan", name: "Legs", exercises: [.init("squat")]))
    return library
  }

  @Test("R1 shared exercises are in the library of each coach, private ones in that of their own")
  func seen() throws {
    var library = try Self.library()
    let pau = library.seen(by: "pau")
    #expect(pau.exercises.map(\.id) == ["squat"] && pau.machines.map(\.id) == ["rack"])
    #expect(pau.routines.map(\.id) == ["legs"])
    #expect(pau.snapshot(ofExercise: "squat")?.picture == "rack.jpg")
    #expect(library.seen(by: "marta").exercises.map(\.id) == ["plank", "squat"])
    #expect(library.seen(by: "marta").routines.isEmpty)
    // Without the right, only what the own routines already use stays.
    try library.sharing.set(SharingTerms.Right.none, for: "pau")
    try library.sharing.set(SharingTerms.Right.none, for: "anna")
    #expect(library.seen(by: "pau").exercises.map(\.id) == ["squat"])
    #expect(library.seen(by: "pau").machines.map(\.id) == ["rack"])
    #expect(library.seen(by: "anna").exercises.isEmpty && library.seen(by: "anna").machines.isEmpty)
    for coach in ["pau", "anna", "marta"] {
      let seen = library.seen(by: coach)
      #expect(try recoded(seen) == seen)
    }
  }

  /// The rights of the documentation, one row for each, restated.
  @Test(
    "R1 who may use, share, change and remove is the terms' decision",
    arguments: [
      (SharingTerms.Right.none, false, false, false), (.use, true, false, false),
      (.contribute, true, true, false), (.curate, true, true, true),
    ])
  func rights(right: SharingTerms.Right, mayUse: Bool, mayShare: Bool, mayCurate: Bool) throws {
    var library = try Self.library(.none)
    try library.sharing.set(right, for: "anna")
    try library.add(Exercise(id: "row", coach: "anna", name: "Row", isShared: true))
    try library.add(Exercise(id: "curl", coach: "anna", name: "Curl"))
    func isAllowed(_ change: (inout TrainingLibrary) throws(TrainingError) -> Void) -> Bool {
      library.refusals(of: change).isEmpty
    }
    #expect(library.sharing.allow("anna", .use) == mayUse)
    #expect(
      isAllowed { draft throws(TrainingError) in
        try draft.add(Routine(id: "a", coach: "anna", name: "A", exercises: [.init("squat")]), by: "anna")
      } == mayUse)
    #expect(
      isAllowed { draft throws(TrainingError) in
        try draft.add(Exercise(id: "b", coach: "anna", name: "B", isShared: true), by: "anna")
      } == mayShare)
    #expect(
      isAllowed { draft throws(TrainingError) in
        try draft.editExercise("curl", by: "anna") { $0.isShared = true }
      } == mayShare)
    #expect(
      isAllowed { draft throws(TrainingError) in try draft.editExercise("row", by: "anna") { $0.name = "R" } }
        == mayShare)
    #expect(
      isAllowed { draft throws(TrainingError) in try draft.removeExercise("row", by: "anna") } == mayShare)
    #expect(
      isAllowed { draft throws(TrainingError) in try draft.editExercise("squat", by: "anna") { $0.name = "S" }
      }
        == mayCurate)
    // A private item is its coach's, whatever the terms are.
    #expect(isAllowed { draft throws(TrainingError) in try draft.removeExercise("curl", by: "anna") })
    #expect(!isAllowed { draft throws(TrainingError) in try draft.removeExercise("plank", by: "anna") })
  }

  @Test("R1 refusals are typed, and tell nothing of what a coach may not see")
  func reasons() throws {
    var library = try Self.library()
    #expect(refusal { try library.editExercise("squat", by: "pau") { $0.name = "S" } } == [.notPermitted])
    #expect(refusal { try library.removeExercise("squat", by: "pau") } == [.notPermitted, .inUse])
    #expect(refusal { try library.removeExercise("plank", by: "pau") } == [.notFound])
    #expect(refusal { try library.removeRoutine("legs", by: "marta") } == [.notFound])
    #expect(
      refusal { try library.add(Exercise(id: "x", coach: "marta", name: "X"), by: "pau") } == [.notPermitted])
    // Marta is told that another coach uses her exercise, and not in which routine.
    let reasons = library.refusals { draft throws(TrainingError) in
      try draft.removeExercise("squat", by: "marta")
    }
    #expect(reasons.map(\.code) == [.inUse] && reasons.map(\.subject) == ["exercise squat"])
    let own = library.refusals { draft throws(TrainingError) in try draft.removeExercise("squat") }
    #expect(own.map(\.subject) == ["routine legs"])
    // A curator changes what others have shared, and cannot take it for themselves.
    try library.sharing.set(.curate, for: "pau")
    try library.editExercise("squat", by: "pau") { $0.name = "Back squat" }
    #expect(library.exercise("squat")?.coach == "marta" && library.exercise("squat")?.name == "Back squat")
  }

  @Test("R1 what others use stays shared, and a shared exercise names a shared machine")
  func sharedUses() throws {
    var library = try Self.library()
    #expect(refusal { try library.editExercise("squat", by: "marta") { $0.isShared = false } } == [.inUse])
    #expect(
      refusal { try library.editMachine("rack", by: "marta") { $0.isShared = false } } == [.inUse])
    try library.add(Machine(id: "bench", coach: "marta", name: "Bench"))
    #expect(refusal { try library.editExercise("squat") { $0.machine = "bench" } } == [.notShared])
    try library.editExercise("plank") { $0.machine = "bench" }
    #expect(refusal { try library.editExercise("plank") { $0.isShared = true } } == [.notShared])
    try library.removeRoutine("legs", by: "pau")
    try library.editExercise("squat", by: "marta") { $0.isShared = false }
    try library.editMachine("rack", by: "marta") { $0.isShared = false }
    #expect(library.seen(by: "pau").exercises.isEmpty)
  }

  @Test("G8 without terms nothing is shared: each coach's library is private")
  func privateByDefault() throws {
    var library = TrainingLibrary()
    #expect(library.sharing == SharingTerms() && !library.sharing.allow("marta", .use))
    #expect(
      refusal { try library.add(Exercise(id: "a", coach: "marta", name: "A", isShared: true), by: "marta") }
        == [.sharingNotPermitted])
    try library.add(Exercise(id: "a", coach: "marta", name: "A"), by: "marta")
    #expect(library.seen(by: "pau") == TrainingLibrary())
  }

  @Test("Terms are those of a person, however the address is written, and survive storing")
  func addresses() throws {
    var library = try Self.library(.use)
    try library.sharing.set(.curate, for: "mailto:Anna@Example.org")
    #expect(library.sharing["anna@example.org"] == .curate && library.sharing["pau"] == .use)
    #expect(try recoded(library) == library)
    try library.sharing.set(nil, for: "ANNA@example.org")
    #expect(library.sharing == SharingTerms(everyone: .use))
    for nobody in ["@", " pau@x", "", "mailto:"] {
      let error = #expect(throws: TrainingError.self) { try library.sharing.set(.curate, for: nobody) }
      #expect(
        error?.reasons.map(\.code) == [.emptyIdentity] && library.sharing == SharingTerms(everyone: .use))
      let stored = Data(#"{"everyone":"use","coaches":{"\#(nobody)":"curate"}}"#.utf8)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(SharingTerms.self, from: stored) }
    }
    #expect(
      throws: DecodingError.self,
      performing: {
        try JSONDecoder().decode(SharingTerms.self, from: Data(#"{"everyone":"all"}"#.utf8))
      })
  }

  @Test("Random changes by random coaches: what each sees is complete and decodes", arguments: 1...20)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let coaches = ["a", "b", "c"]
    var library = TrainingLibrary()
    func id() -> String { String(Int.random(in: 0..<6, using: &random)) }
    for _ in 0..<250 {
      let coach = coaches[Int.random(in: 0..<3, using: &random)]
      let isShared = Bool.random(using: &random)
      let (one, other) = (id(), id())
      switch Int.random(in: 0..<9, using: &random) {
      case 0: _ = try? library.add(Machine(id: one, coach: coach, name: "M", isShared: isShared), by: coach)
      case 1:
        _ = try? library.add(
          Exercise(id: one, coach: coach, name: "E", machine: isShared ? other : nil, isShared: isShared),
          by: coach)
      case 2:
        _ = try? library.add(Routine(id: one, coach: coach, name: "R", exercises: [.init(other)]), by: coach)
      case 3: _ = try? library.editMachine(one, by: coach) { $0.isShared = isShared }
      case 4: _ = try? library.editExercise(one, by: coach) { $0.isShared = isShared }
      case 5: _ = try? library.removeMachine(one, by: coach)
      case 6: _ = try? library.removeExercise(one, by: coach)
      case 7: _ = try? library.removeRoutine(one, by: coach)
      default: try library.sharing.set(SharingTerms.Right.allCases.randomElement(using: &random), for: coach)
      }
    }
    #expect(try recoded(library) == library)
    for coach in coaches {
      let seen = library.seen(by: coach)
      // Nothing private of another coach, and everything that is named.
      #expect(seen.exercises.allSatisfy { $0.coach == coach || $0.isShared })
      #expect(seen.machines.allSatisfy { $0.coach == coach || $0.isShared })
      #expect(seen.routines.allSatisfy { $0.coach == coach })
      #expect(
        seen.routines.allSatisfy { $0.exercises.allSatisfy { seen.exercise($0.exercise) != nil } })
      #expect(seen.exercises.allSatisfy { $0.machine.map { seen.machine($0) != nil } ?? true })
      #expect(try recoded(seen) == seen)
    }
  }
}
