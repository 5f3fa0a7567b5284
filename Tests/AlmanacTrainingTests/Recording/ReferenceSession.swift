import AlmanacTraining

/// A session done the slow way: a clock that ticks each second, lists of open sets made anew for each question.
///
/// Times are whole seconds. It knows the rules as sentences and shares nothing with the recorder but the names of
/// commands.
struct ReferenceSession {
  struct Box {
    var reps: Int?
    var kilograms: Int?
    let prescribed: PrescribedSet?
    var state = "open"
    var note = ""
    var begun: Int?
    var taps: [Int?]?
    var done: Int?
    var rested: Int?
    let extra: Bool

    init(_ prescribed: PrescribedSet?, extra: Bool) {
      self.prescribed = prescribed
      self.extra = extra
      reset()
    }

    mutating func reset() {
      reps = prescribed?.repetitions
      kilograms = prescribed?.load.map { Int($0.kilograms) }
      (taps, begun, done, rested) = (nil, nil, nil, nil)
    }
  }

  var numbers: [Int] = []
  var added: Set<Int> = []
  var boxes: [SetID: Box] = [:]
  var clock = 0
  var counter = 0
  var chosen: Int?
  var place = SetID(exercise: 0, set: 0)
  var resting: SetID?
  var left = 0
  var over: String?

  mutating func put(_ sets: [PrescribedSet], extra: Bool) {
    numbers.append(counter)
    if extra { added.insert(counter) }
    let each: [PrescribedSet?] = sets.isEmpty ? [nil] : sets
    for (index, set) in each.enumerated() {
      boxes[SetID(exercise: counter, set: index)] = Box(set, extra: extra)
    }
    counter += 1
  }

  func ids(of number: Int) -> [SetID] { boxes.keys.filter { $0.exercise == number }.sorted() }

  var open: [SetID] { boxes.keys.filter { boxes[$0]?.state == "open" }.sorted() }

  var next: SetID? {
    if let chosen, let own = open.first(where: { $0.exercise == chosen }) { return own }
    return open.first { !($0 < place) } ?? open.first
  }

  mutating func endRest(rested: Int?) {
    guard let set = resting else { return }
    boxes[set]?.state = "done"
    boxes[set]?.rested = rested
    resting = nil
  }

  mutating func tick(to time: Int) {
    while clock < time {
      clock += 1
      guard let set = resting else { continue }
      left -= 1
      if left == 0 { endRest(rested: Int(boxes[set]?.prescribed?.rest.components.seconds ?? 0)) }
    }
  }

  mutating func unchoose() {
    if let number = chosen, !open.contains(where: { $0.exercise == number }) { chosen = nil }
  }

  /// - Returns: Whether it was accepted.
  mutating func apply(_ command: RecorderCommand, at time: Int?) -> Bool {
    if over != nil { return false }
    if let time, time < clock { return false }
    var trial = self
    if let time { trial.tick(to: time) }
    guard trial.carryOut(command, at: time) else { return false }
    self = trial
    return true
  }

  func isOpen(_ set: SetID) -> Bool { boxes[set]?.state == "open" }

  /// How long one has rested so far.
  func restedSoFar(_ time: Int?) -> Int? {
    guard time != nil, let set = resting else { return nil }
    return Int(boxes[set]?.prescribed?.rest.components.seconds ?? 0) - left
  }

  mutating func carryOut(_ command: RecorderCommand, at time: Int?) -> Bool {
    switch command {
    case .choose(let number):
      guard open.contains(where: { $0.exercise == number }) else { return false }
      chosen = number
    case .add(_, let sets):
      chosen = counter
      put(sets, extra: true)
    case .addSet(let number):
      guard let last = ids(of: number).last else { return false }
      boxes[SetID(exercise: number, set: last.set + 1)] = Box(boxes[last]?.prescribed, extra: true)
    case .start(let set):
      guard isOpen(set) else { return false }
      endRest(rested: restedSoFar(time))
      place = set
      if let box = boxes[set], box.taps != nil { boxes[set]?.reps = box.prescribed?.repetitions }
      boxes[set]?.taps = nil
      boxes[set]?.begun = time
    case .repetition(let set):
      guard isOpen(set), var box = boxes[set] else { return false }
      endRest(rested: restedSoFar(time))
      place = set
      let count = box.taps == nil ? 0 : box.reps ?? 0
      var taps = box.taps ?? []
      taps += Array(repeating: nil, count: count - taps.count) + [time]
      (box.taps, box.reps) = (taps, count + 1)
      boxes[set] = box
    case .complete(let set):
      guard isOpen(set), time == nil || resting == nil else { return false }
      place = set
      boxes[set]?.state = "done"
      boxes[set]?.done = time
      unchoose()
      let rest = Int(boxes[set]?.prescribed?.rest.components.seconds ?? 0)
      if time != nil, rest > 0, !open.isEmpty {
        boxes[set]?.state = "resting"
        (resting, left) = (set, rest)
      }
    case .change(let set, let change):
      guard let box = boxes[set], box.state == "open" || box.state == "resting" else { return false }
      return carryOut(change, on: set, box)
    case .note(let set, let text):
      guard let box = boxes[set], box.state == "open" || box.state == "resting" else { return false }
      boxes[set]?.note = text
    case .skip(let set):
      guard isOpen(set) else { return false }
      skip(set)
      unchoose()
    case .skipExercise(let number):
      let own = open.filter { $0.exercise == number }
      if own.isEmpty { return false }
      for set in own { skip(set) }
      unchoose()
    case .takeBack(let set):
      guard let box = boxes[set], box.state != "open" else { return false }
      takeBack(set)
    case .takeBackExercise(let number):
      guard numbers.contains(number) else { return false }
      let closed = ids(of: number).filter { !isOpen($0) }
      if closed.isEmpty, !added.contains(number) { return false }
      for set in closed { takeBack(set) }
      if let first = closed.first { place = first }
      if added.contains(number) {
        numbers.removeAll { $0 == number }
        boxes = boxes.filter { $0.key.exercise != number }
        unchoose()
      }
    case .endRest:
      if resting == nil { return false }
      endRest(rested: restedSoFar(time))
    case .leave:
      endRest(rested: restedSoFar(time))
    case .finish:
      finish(time)
    case .discard:
      (boxes, numbers, resting, chosen, over) = ([:], [], nil, nil, "discarded")
    }
    return true
  }

  mutating func carryOut(_ change: SetChange, on set: SetID, _ box: Box) -> Bool {
    switch change {
    case .repetitions(let count): return setReps(count, set)
    case .addRepetitions(let count): return setReps((box.reps ?? 0) + count, set)
    case .load(let load): return setLoad(Int(load.kilograms), set)
    case .stepLoad(let steps): return setLoad((box.kilograms ?? 0) + 2 * steps, set)
    case .time: return true
    }
  }

  mutating func setReps(_ count: Int, _ set: SetID) -> Bool {
    guard count >= 0 else { return false }
    boxes[set]?.reps = count
    if let taps = boxes[set]?.taps { boxes[set]?.taps = Array(taps.prefix(count)) }
    return true
  }

  mutating func setLoad(_ kilograms: Int, _ set: SetID) -> Bool {
    guard kilograms >= 0 else { return false }
    boxes[set]?.kilograms = kilograms
    return true
  }

  mutating func skip(_ set: SetID) {
    boxes[set]?.reset()
    boxes[set]?.reps = nil
    boxes[set]?.kilograms = nil
    boxes[set]?.state = "skipped"
  }

  mutating func takeBack(_ set: SetID) {
    if boxes[set]?.state == "skipped" { boxes[set]?.reset() }
    if resting == set { resting = nil }
    boxes[set]?.state = "open"
    boxes[set]?.done = nil
    boxes[set]?.rested = nil
    place = set
  }

  mutating func finish(_ time: Int?) {
    endRest(rested: restedSoFar(time))
    for set in open {
      if boxes[set]?.taps != nil, (boxes[set]?.reps ?? 0) > 0 {
        boxes[set]?.state = "done"
      } else {
        skip(set)
      }
    }
    boxes = boxes.filter { !($0.value.extra && $0.value.state == "skipped" && $0.value.note.isEmpty) }
    numbers = numbers.filter { !ids(of: $0).isEmpty }
    (chosen, over) = (nil, "finished")
  }
}
