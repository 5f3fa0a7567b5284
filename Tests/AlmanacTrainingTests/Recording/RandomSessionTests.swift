import AlmanacTime
import AlmanacTraining
import Foundation
import TestSupport
import Testing

@Suite("Random sessions")
struct RandomSessionTests {
  /// Commands that fit a session often and not always, at times that sometimes run backwards.
  struct Script {
    var random: SeededGenerator
    var clock = 0

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func time() -> Duration? {
      if number(0..<5) == 0 { return nil }
      if number(0..<20) == 0 { return .seconds(max(0, clock - 5)) }
      clock += number(0..<60)
      return .seconds(clock)
    }

    mutating func set(_ session: SessionRecorder) -> SetID {
      if number(0..<3) > 0, let next = session.next { return next }
      if number(0..<10) > 0, let any = session.sets.randomElement(using: &random) { return any }
      return SetID(exercise: number(-1..<9), set: number(-1..<5))
    }

    mutating func command(_ session: SessionRecorder) -> RecorderCommand {
      let exercise = number(0..<7)
      switch number(0..<200) {
      case 0: return .finish
      case 1: return .discard
      case 2..<8: return .leave
      case 8..<16: return .endRest
      case 16..<24: return .takeBackExercise(exercise)
      case 24..<30: return .skipExercise(exercise)
      case 30..<40: return .choose(exercise: exercise)
      case 40..<48: return .addSet(exercise: exercise)
      case 48..<54:
        let sets = (0..<number(0..<3)).map { PrescribedSet(repetitions: 1 + $0, rest: .seconds($0 * 20)) }
        return .add(ExerciseSnapshot(id: "x", name: "X"), sets: sets)
      case 54..<64: return .takeBack(set(session))
      case 64..<74: return .skip(set(session))
      case 74..<84: return .note(set(session), number(0..<2) == 0 ? "" : "Note")
      case 84..<94: return .start(set(session))
      case 94..<120: return .repetition(set(session))
      case 120..<130: return .change(set(session), .addRepetitions(number(-6..<6)))
      case 130..<135: return .change(set(session), .repetitions(number(-1..<12)))
      case 135..<145: return .change(set(session), .stepLoad(number(-20..<10)))
      case 145..<150: return .change(set(session), .load(.kilograms(Double(number(-5..<50)))))
      default: return .complete(set(session))
      }
    }
  }

  static let seeds = 1...rounds(15)

  @Test("R2 R3 R4 G4 each command does what a session that ticks each second does", arguments: seeds)
  func reference(seed: Int) throws {
    var script = Script(random: SeededGenerator(seed: UInt64(seed)))
    var session = try Gym.session()
    var reference = ReferenceSession()
    reference.put([Gym.squatSet, Gym.squatSet, Gym.squatSet], extra: false)
    reference.put([Gym.plankSet, Gym.plankSet], extra: false)
    for _ in 0..<250 where session.phase == .recording {
      let (command, time) = (script.command(session), script.time())
      let before = session
      let refused = !refusal { try session.apply(command, at: time) }.isEmpty
      let accepted = reference.apply(command, at: time.map { Int($0.components.seconds) })
      #expect(refused != accepted, "\(command) at \(String(describing: time))")
      if refused { #expect(session == before) }
      if refused != accepted { return }
      compare(session, reference)
    }
    if session.phase == .recording {
      let end = session.elapsed + .seconds(30)
      let record = try session.finish(at: end)
      _ = reference.apply(.finish, at: Int(end.components.seconds))
      #expect(record.exercises == session.exercises && record.duration == end)
      compare(session, reference)
    }
  }

  func compare(_ session: SessionRecorder, _ reference: ReferenceSession) {
    #expect(session.phase.rawValue == reference.over ?? "recording")
    #expect(session.exercises.map(\.number) == reference.numbers)
    #expect(session.chosen == reference.chosen && session.next == reference.next)
    #expect(session.countdown(at: session.elapsed)?.set.id == reference.resting)
    if reference.resting != nil {
      #expect(session.countdown(at: session.elapsed)?.remaining == .seconds(reference.left))
    }
    for number in reference.numbers {
      let boxes = reference.ids(of: number).compactMap { reference.boxes[$0] }
      let sets = session[exercise: number]?.sets ?? []
      #expect(sets.map(\.state.rawValue) == boxes.map(\.state))
      #expect(sets.map(\.repetitions) == boxes.map(\.reps) && sets.map(\.note) == boxes.map(\.note))
      #expect(sets.map { $0.load?.kilograms } == boxes.map { $0.kilograms.map(Double.init) })
      #expect(sets.map(\.repetitionTimes) == boxes.map { ($0.taps ?? []).map(Self.seconds) })
      #expect(sets.map(\.start) == boxes.map { Self.seconds($0.begun) })
      #expect(sets.map(\.completion) == boxes.map { Self.seconds($0.done) })
      #expect(sets.map(\.rest) == boxes.map { Self.seconds($0.rested) })
    }
  }

  static func seconds(_ number: Int?) -> Duration? { number.map { .seconds($0) } }

  @Test("G5 a session written and read again after each command goes on the same", arguments: 1...rounds(7))
  func crashes(seed: Int) throws {
    var script = Script(random: SeededGenerator(seed: UInt64(1000 + seed)))
    var session = try Gym.session()
    var survivor = session
    for _ in 0..<120 where session.phase == .recording {
      let (command, time) = (script.command(session), script.time())
      survivor = try recoded(survivor)
      #expect(survivor == session)
      let (one, two) = (session.refusals(of: command, at: time), survivor.refusals(of: command, at: time))
      #expect(one == two)
      guard one.isEmpty else { continue }
      #expect(try session.apply(command, at: time) == survivor.apply(command, at: time))
    }
    #expect(try recoded(survivor) == session)
    #expect(try survivor.record.map { try recoded($0) } == session.record)
  }

  @Test(
    "Offered commands are accepted, others refused with the same reasons, with or without reports of the time",
    arguments: seeds)
  func offers(seed: Int) throws {
    var script = Script(random: SeededGenerator(seed: UInt64(2000 + seed)))
    var session = try Gym.session()
    var told = session
    for _ in 0..<150 where session.phase == .recording {
      let (command, time) = (script.command(session), script.time())
      let reasons = session.refusals(of: command, at: time)
      if let time, time > told.elapsed, reasons.isEmpty {
        let middle = told.elapsed + (time - told.elapsed) / 2
        let early = try told.advance(to: middle)
        let late = try told.apply(command, at: time)
        #expect(try session.apply(command, at: time) == early + late)
      } else {
        #expect(refusal { try session.apply(command, at: time) } == reasons.map(\.code))
        #expect(refusal { try told.apply(command, at: time) } == reasons.map(\.code))
      }
      #expect(session == told)
    }
  }

  @Test(
    "In every state: one rest at most, the next set is open, no more times than repetitions", arguments: seeds
  )
  func invariants(seed: Int) throws {
    var script = Script(random: SeededGenerator(seed: UInt64(3000 + seed)))
    var session = try Gym.session()
    for _ in 0..<250 where session.phase == .recording {
      _ = refusal { try session.apply(script.command(session), at: script.time()) }
      let sets = session.sets
      #expect(sets == Array(Set(sets)).sorted())
      #expect(sets.filter { session[$0]?.state == .resting }.count <= 1)
      #expect((session.next == nil) == !sets.contains { session[$0]?.state == .open })
      if let next = session.next { #expect(session[next]?.state == .open) }
      if let chosen = session.chosen { #expect(session.state(ofExercise: chosen) == .chosen) }
      for set in sets.compactMap({ session[$0] }) {
        #expect(set.repetitionTimes.count <= set.repetitions ?? 0)
        if set.state == .skipped {
          #expect(set.repetitions == nil && set.load == nil && set.completion == nil)
        }
      }
    }
    if session.phase == .finished {
      #expect(session.exercises.flatMap(\.sets).allSatisfy { $0.state == .done || $0.state == .skipped })
    }
  }

  @Test("A session that was tampered with is refused or usable, and never traps", arguments: 1...rounds(10))
  func tampering(seed: Int) throws {
    var script = Script(random: SeededGenerator(seed: UInt64(4000 + seed)))
    var session = try Gym.session()
    for _ in 0..<40 where session.phase == .recording {
      _ = refusal { try session.apply(script.command(session), at: script.time()) }
    }
    let text = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
    let numbers = text.ranges(of: /-?[0-9]+/)
    let extremes = [
      "-1", "0", "1", "7", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
    ]
    var usable = 0
    for _ in 0..<300 {
      var broken = text
      let range = try #require(numbers.randomElement(using: &script.random))
      broken.replaceSubrange(range, with: try #require(extremes.randomElement(using: &script.random)))
      guard var read = try? JSONDecoder().decode(SessionRecorder.self, from: Data(broken.utf8)) else {
        continue
      }
      usable += 1
      for _ in 0..<10 {
        _ = refusal { try read.apply(script.command(read), at: script.time()) }
        _ = read.countdown(at: .seconds(script.clock))
      }
      if read.phase == .recording { _ = try read.finish().report }
    }
    #expect(usable > 0)
  }
}
