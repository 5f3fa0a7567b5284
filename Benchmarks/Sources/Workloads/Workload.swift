import AlmanacTime

/// The input of a workload: of a size, made by the program itself, or one that the command line names.
struct Input {
  var size: Int
  /// A file, or a rule with its times, such as `FREQ=DAILY 20000103T090000 10000`; `nil` for an input of the size.
  var text: String?

  /// The words of a rule and its times: those of the command line, or the ones given.
  func words(_ standard: @autoclosure () -> String) -> [String] {
    (text ?? standard()).split(separator: " ").map(String.init)
  }

  /// The bytes of the file, or of a calendar of as many events as the size says.
  func calendarText() throws -> [UInt8] {
    if let text { return try bytes(ofFile: text) }
    return Array(SampleText.make(events: size)[0].utf8)
  }
}

/// The part of a workload that is measured, with its input.
struct Job {
  let run: () -> Int64
  /// The answer of a run, for comparison with other programs.
  let answer: () -> String

  init(answer: (() -> String)? = nil, _ run: @escaping () -> Int64) {
    self.run = run
    self.answer = answer ?? { String(run()) }
  }
}

/// A piece of work that is measured, by the name under which its figures are.
struct Workload {
  let name: String
  /// The power of the size with which the work may grow, by the documentation of what is called; logarithms count as 0.
  /// `nil` where nothing is promised.
  let exponent: Double?
  /// The smallest of three sizes at which growth is measured.
  let size: Int
  /// From one of the three sizes to the next.
  let factor: Int
  /// Whether instructions and allocations at the smallest size are in the file of the figures.
  let isCounted: Bool
  let prepare: (Input) throws -> Job

  init(
    _ name: String, growing exponent: Double?, from size: Int, by factor: Int = 4, isCounted: Bool = true,
    _ prepare: @escaping (Input) throws -> Job
  ) {
    (self.name, self.exponent, self.size, self.factor) = (name, exponent, size, factor)
    (self.isCounted, self.prepare) = (isCounted, prepare)
  }

  /// The sizes at which growth is measured.
  var sizes: [Int] { exponent == nil ? [size] : [size, size * factor, size * factor * factor] }

  static var all: [Workload] {
    expansions + documents + shapes + queries + edits + drawings + scheduling + naive
      + synchronizing
  }
}

/// A number that is the same in every run.
struct Random {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  mutating func one<Element>(of list: [Element]) -> Element { list[next(list.count)] }
}

/// A fault of an argument.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
