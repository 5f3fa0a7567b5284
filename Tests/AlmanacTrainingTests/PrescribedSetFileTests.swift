import AlmanacTraining
import Foundation
import Testing

@Suite("Sets in files")
struct PrescribedSetFileTests {
  private func written(_ set: PrescribedSet) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(set), as: UTF8.self)
  }

  @Test("whole seconds are numbers, loads milligrams, and absent values are omitted")
  func form() throws {
    let set = PrescribedSet(repetitions: 8, load: .kilograms(2.5), rest: .seconds(90))
    #expect(try written(set) == #"{"load":2500000,"repetitions":8,"rest":90}"#)
    #expect(try written(PrescribedSet(time: .seconds(45))) == #"{"rest":0,"time":45}"#)
    let read = try JSONDecoder().decode(PrescribedSet.self, from: Data(#"{"time":45}"#.utf8))
    #expect(read == PrescribedSet(time: .seconds(45)))
  }

  @Test("finer durations round-trip to the attosecond")
  func fine() throws {
    for duration in [
      Duration.milliseconds(1500), Duration(secondsComponent: 7, attosecondsComponent: 1), .zero,
      .seconds(86_400), .milliseconds(-1),
    ] {
      let set = PrescribedSet(time: duration, rest: duration)
      #expect(try recoded(set) == set)
    }
  }
}
