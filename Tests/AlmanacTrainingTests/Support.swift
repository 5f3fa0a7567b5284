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

/// An event by the identities of its sets.
enum EventIDs: Equatable {
  case restStarted(SetID, lasting: Duration)
  case completed(SetID, next: SetID?)
}

extension [RecorderEvent] {
  var ids: [EventIDs] {
    map { event in
      switch event {
      case .restStarted(let set, let length): .restStarted(set.id, lasting: length)
      case .completed(let set, let next): .completed(set.id, next: next?.id)
      }
    }
  }
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

extension CalendarColor {
  /// The distance in OKLab, by the definition of B. Ottosson ("A perceptual color space for image processing", 2020).
  func distance(to other: CalendarColor) -> Double {
    let (one, two) = (lab, other.lab)
    return
      ((one.0 - two.0) * (one.0 - two.0) + (one.1 - two.1) * (one.1 - two.1)
      + (one.2 - two.2) * (one.2 - two.2)).squareRoot()
  }

  private var lab: (Double, Double, Double) {
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }
}
