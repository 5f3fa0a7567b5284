import AlmanacEvents
import AlmanacTime
import AlmanacTraining
import Foundation
import Testing

/// Marta's library: two exercises, one on a machine, and a workout for Joan of 3 + 2 sets.
enum Gym {
  static let start = Instant(secondsSinceEpoch: 1_772_438_400)
  static let squatSet = PrescribedSet(repetitions: 8, load: .kilograms(60), rest: .seconds(90))
  static let plankSet = PrescribedSet(time: .seconds(45), rest: .seconds(30))

  static func library() throws -> TrainingLibrary {
    var library = TrainingLibrary()
    try library.add(Machine(id: "rack", coach: "marta", name: "Power rack"))
    try library.add(Exercise(id: "squat", coach: "marta", name: "Squat", machine: "rack"))
    try library.add(Exercise(id: "plank", coach: "marta", name: "Plank"))
    try library.add(
      Routine(
        id: "legs", coach: "marta", client: "joan", name: "Leg day", details: "Heavy", note: "Mind the knee",
        exercises: [
          .init("squat", sets: 3, of: squatSet, note: "Deep"), .init("plank", sets: 2, of: plankSet),
        ]))
    return library
  }

  static func session(_ id: String = "r1", start: Instant = start) throws -> SessionRecorder {
    let library = try library()
    let routine = try #require(library.routine("legs"))
    return try SessionRecorder(id: id, running: routine, in: library, for: "joan", start: start)
  }

  static func freeSession(_ id: String = "f1", start: Instant = start) throws -> SessionRecorder {
    try SessionRecorder(id: id, coach: "marta", client: "joan", start: start)
  }
}

extension SetID {
  init(_ exercise: Int, _ set: Int) { self.init(exercise: exercise, set: set) }
}

extension TrainingError {
  var codes: [Code] { reasons.map(\.code) }
}

/// The value as it is read back from JSON.
func recoded<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

/// The reasons that a call is refused with.
func refusal(_ body: () throws -> Void) -> [TrainingError.Code] {
  do {
    try body()
    return []
  } catch {
    return (error as? TrainingError)?.codes ?? []
  }
}
