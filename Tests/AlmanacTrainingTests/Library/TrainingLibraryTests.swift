import AlmanacEvents
import AlmanacTraining
import Foundation
import TestSupport
import Testing

@Suite("A library of exercises and routines")
struct TrainingLibraryTests {
  @Test("R1 a workout is assigned with name, description, note and sets, edited and deleted")
  func assigned() throws {
    var library = try Gym.library()
    let legs = try #require(library.routines(assignedTo: "joan").first)
    #expect(legs.name == "Leg day" && legs.details == "Heavy" && legs.note == "Mind the knee")
    #expect(legs.exercises[0].sets == [Gym.squatSet, Gym.squatSet, Gym.squatSet])
    try library.editRoutine("legs") {
      $0.name = "Legs"
      $0.exercises.swapAt(0, 1)
    }
    #expect(library.routine("legs")?.exercises.map(\.exercise) == ["plank", "squat"])
    #expect(library.routine("legs")?.color == legs.color)
    try library.removeRoutine("legs")
    #expect(library.routines(assignedTo: "joan").isEmpty)
    #expect(refusal { try library.removeRoutine("legs") } == [.notFound])
  }

  @Test("R1 workouts get twenty different shades of one colour automatically, none of them red")
  func shades() throws {
    let palette = try Palette(of: .teal)
    var library = TrainingLibrary(palette: palette)
    func add(_ id: String, for client: String?) throws -> CalendarColor {
      let routine = Routine(id: id, coach: "marta", client: client, name: "Workout")
      return try #require(try library.add(routine).color)
    }
    let colors = try (0..<100).map { try add("w\($0)", for: "joan") }
    #expect(colors.allSatisfy { !$0.isRed })
    #expect(Set(colors[..<20]) == Set(palette.shades))
    // After the shades of the base colour come others, so that a hundred workouts differ.
    #expect(Set(colors).count == 100)
    // A shade that is free again is taken first, and another client begins with the first one.
    try library.removeRoutine("w7")
    #expect(try add("x", for: "joan") == colors[7])
    #expect(try add("y", for: "pere") == colors[0])
    #expect(try add("z", for: nil) == colors[0])
  }

  @Test("R1 the base palette of an app survives storing, also for routines that are stored without a colour")
  func palette() throws {
    let palette = try Palette(of: .purple)
    var library = TrainingLibrary(palette: palette)
    for id in ["a", "b"] { try library.add(Routine(id: id, coach: "marta", name: id)) }
    var read = try recoded(library)
    #expect(read == library && read.palette == palette)
    #expect(try read.add(Routine(id: "c", coach: "marta", name: "c")).color == palette.shades[2])
    var stored = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(library)) as? [String: Any])
    stored["routines"] = (stored["routines"] as? [[String: Any]])?.map { $0.filter { $0.key != "color" } }
    let plain = try JSONSerialization.data(withJSONObject: stored)
    #expect(try JSONDecoder().decode(TrainingLibrary.self, from: plain) == library)
    for base in ["crimson", "no colour"] {
      stored["palette"] = base
      let data = try JSONSerialization.data(withJSONObject: stored)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(TrainingLibrary.self, from: data) }
    }
  }

  @Test(
    "R1 many workouts stay tellable: all colours of a client are apart, whatever the base colour",
    arguments: [CalendarColor.steelBlue, .teal, .purple, .gold, .gray, .olive])
  func tellable(base: CalendarColor) throws {
    var library = TrainingLibrary(palette: try Palette(of: base))
    let colors = try (0..<60).map {
      try #require(try library.add(Routine(id: "w\($0)", coach: "marta", client: "joan", name: "W")).color)
    }
    var least = Double.infinity
    for (index, one) in colors.enumerated() {
      #expect(!one.isRed)
      for other in colors[..<index] { least = min(least, one.distance(to: other)) }
    }
    // In OKLab a difference of 0.02 is about the smallest that is noticed (Ottosson 2020).
    #expect(least > 0.02)
  }

  @Test("R1 a red is refused with every other fault of the workout, and nothing is saved")
  func faults() throws {
    var library = try Gym.library()
    let before = library
    let wrong = Routine(
      id: "legs", coach: "marta", name: " \t", color: .crimson,
      exercises: [
        .init("nothing", [PrescribedSet(rest: .seconds(-1))]),
        .init("squat", [PrescribedSet(repetitions: 0, load: .kilograms(.nan), time: .seconds(90_000))]),
      ])
    #expect(
      refusal { try library.add(wrong) } == [
        .alreadyExists, .emptyName, .reservedColor, .notFound, .nothingPrescribed, .outOfRange, .outOfRange,
        .outOfRange, .outOfRange,
      ])
    #expect(refusal { try library.editRoutine("legs") { $0.color = .red } } == [.reservedColor])
    #expect(
      refusal {
        try library.add(
          Routine(
            id: "n", coach: "marta", name: "N", exercises: [.init("squat", sets: .max, of: Gym.squatSet)]))
      } == [.tooMany])
    #expect(library == before)
  }

  @Test("R1 the exercises are listed alphabetically, also after a change of name")
  func alphabetical() throws {
    var library = TrainingLibrary()
    for (id, name) in [
      ("a", "Zancada"), ("b", "Élévation"), ("c", "dips"), ("d", "Curl 10"), ("e", "Curl 2"),
    ] {
      try library.add(Exercise(id: id, coach: "marta", name: name))
    }
    #expect(library.exercises.map(\.name) == ["Curl 2", "Curl 10", "dips", "Élévation", "Zancada"])
    try library.editExercise("a") { $0.name = "Àlia" }
    #expect(library.exercises.map(\.id) == ["a", "e", "d", "c", "b"])
  }

  @Test("an edit whose closure throws changes nothing and throws that error")
  func throwingEdit() throws {
    struct Unreachable: Error {}
    var library = try Gym.library()
    let before = library
    let (machine, exercise) = (try #require(library.machines.first), try #require(library.exercises.first))
    #expect(throws: Unreachable.self) {
      try library.editMachine(machine.id) {
        $0.name = "Bench"
        throw Unreachable()
      }
    }
    #expect(throws: Unreachable.self) {
      try library.editExercise(exercise.id) {
        $0.name = "Press"
        throw Unreachable()
      }
    }
    #expect(library == before)
    let routine = try #require(library.routine("legs"))
    #expect(throws: Unreachable.self) {
      try library.editRoutine(routine.id) {
        $0.name = "Arms"
        throw Unreachable()
      }
    }
    #expect(library.routine("legs") == routine)
  }

  @Test("G7 what is in use is not removed: the refusal names each place")
  func inUse() throws {
    var library = try Gym.library()
    try library.add(Exercise(id: "front", coach: "marta", name: "Front squat", machine: "rack"))
    do {
      try library.removeMachine("rack")
      Issue.record("removed")
    } catch {
      #expect(error.codes == [.inUse, .inUse])
      #expect(error.reasons.map(\.subject) == ["exercise front", "exercise squat"])
    }
    do {
      try library.removeExercise("squat")
      Issue.record("removed")
    } catch {
      #expect(error.reasons.map(\.subject) == ["routine legs"])
    }
    try library.editRoutine("legs") { $0.exercises.removeFirst() }
    try library.removeExercise("squat")
    try library.removeExercise("front")
    try library.removeMachine("rack")
    #expect(library.machines.isEmpty && library.exercises.map(\.id) == ["plank"])
  }

  @Test("G7 an exercise names a machine that exists; machines and exercises are renamed")
  func machines() throws {
    var library = try Gym.library()
    #expect(
      refusal { try library.add(Exercise(id: "", coach: "marta", name: "", machine: "boat")) }
        == [.emptyIdentity, .emptyName, .notFound])
    try library.editMachine("rack") { $0.name = "Rack 2" }
    #expect(
      library.snapshot(ofExercise: "squat") == ExerciseSnapshot(id: "squat", name: "Squat", machine: "Rack 2")
    )
    #expect(refusal { try library.editMachine("rack") { $0.name = "" } } == [.emptyName])
    #expect(
      refusal { try library.editMachine("rack") { $0 = Machine(id: "x", coach: "pau", name: "X") } }
        == [.inconsistent])
    #expect(library.machine("rack")?.name == "Rack 2")
  }

  @Test("G8 a coach sees only their own and cannot use another coach's")
  func own() throws {
    var library = try Gym.library()
    try library.add(Exercise(id: "row", coach: "pau", name: "Row"))
    #expect(
      refusal {
        try library.add(Routine(id: "p", coach: "pau", name: "P", exercises: [.init("squat"), .init("row")]))
      } == [.notFound])
    #expect(refusal { try library.editExercise("row") { $0.machine = "rack" } } == [.notFound])
    let mine = library.seen(by: "pau")
    #expect(mine.exercises.map(\.id) == ["row"] && mine.machines.isEmpty && mine.routines.isEmpty)
    #expect(mine.exercise("squat") == nil)
    #expect(library.seen(by: "marta").routines.map(\.id) == ["legs"])
    #expect(library.seen(by: "nobody") == TrainingLibrary())
  }

  @Test("A library round-trips through JSON, and invalid content is refused")
  func coding() throws {
    let library = try Gym.library()
    #expect(try recoded(library) == library)
    let text = String(decoding: try JSONEncoder().encode(library), as: UTF8.self)
    let broken = text.replacing("\"machine\":\"rack\"", with: "\"machine\":\"none\"")
    #expect(broken != text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TrainingLibrary.self, from: Data(broken.utf8))
    }
  }

  @Test(
    "Random changes: lists are sorted, references valid, and results those of a plain list", arguments: 1...10
  )
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var library = TrainingLibrary()
    var machines: [String: String] = [:]
    var exercises: [String: String?] = [:]
    for _ in 0..<300 {
      let id = String(Int.random(in: 0..<12, using: &random))
      let machine = Bool.random(using: &random) ? String(Int.random(in: 0..<12, using: &random)) : nil
      let refused: Bool
      let expected: Bool
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        refused = !refusal { try library.add(Machine(id: id, coach: "c", name: "M\(id)")) }.isEmpty
        expected = machines[id] != nil
        if !expected { machines[id] = "M\(id)" }
      case 1:
        let name = "E\(Int.random(in: 0..<5, using: &random))"
        refused = !refusal { try library.add(Exercise(id: id, coach: "c", name: name, machine: machine)) }
          .isEmpty
        expected = exercises[id] != nil || machine.map { machines[$0] == nil } ?? false
        if !expected { exercises[id] = .some(machine) }
      case 2:
        refused = !refusal { try library.removeMachine(id) }.isEmpty
        expected = machines[id] == nil || exercises.values.contains(id)
        if !expected { machines[id] = nil }
      default:
        refused = !refusal { try library.removeExercise(id) }.isEmpty
        expected = exercises[id] == nil
        if !expected { exercises.removeValue(forKey: id) }
      }
      #expect(refused == expected)
      #expect(Set(library.machines.map(\.id)) == Set(machines.keys))
      #expect(Set(library.exercises.map(\.id)) == Set(exercises.keys))
      let listed = library.exercises.map { "\($0.name) \($0.id)" }
      #expect(listed == listed.sorted())
    }
  }
}
