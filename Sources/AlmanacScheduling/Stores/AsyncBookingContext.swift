public import AlmanacTime

/// The answers to the questions of a ``BookingContext``, where they come from a database or another service.
///
/// A decision is a function of what it is given, so nothing in it waits. It is made with the answers that are there; those that
/// it asked for in vain are loaded, side by side, and it is made again, until it lacks none. Each is loaded once.
///
/// ```swift
/// let context = AsyncBookingContext(commitments: { member, range in try await calendars.busyTime(of: member, in: range) })
/// let decision = try await context.decide { context in
///   try await desk.request(.book("ana@example.org"), of: yoga, now: now, key: requestID, checking: context)
/// }
/// ```
public struct AsyncBookingContext: Sendable {
  /// The reason why a member may not take part, in words for people; `nil` when the member may.
  public var ineligibility: @Sendable (_ member: String) async throws -> String?
  /// The other commitments of a member in a half-open range.
  public var commitments:
    @Sendable (_ member: String, _ interval: Range<Instant>) async throws -> [BusyTime.Item]

  /// Creates a context; by default everybody is eligible and nobody has other commitments.
  public init(
    ineligibility: @escaping @Sendable (_ member: String) async throws -> String? = { _ in nil },
    commitments:
      @escaping @Sendable (_ member: String, _ interval: Range<Instant>) async throws -> [BusyTime.Item] = {
        _, _ in []
      }
  ) {
    self.ineligibility = ineligibility
    self.commitments = commitments
  }

  /// Makes a decision with the answers that it asks for.
  ///
  /// - Parameter decide: Decides with the context that it is given. It runs again after answers were loaded, and has no effect but
  ///   through a ``BookingDesk``, which writes nothing until no answer is missing.
  /// - Returns: The result of the last run, which lacked no answer.
  /// - Throws: The errors of loading, and those of the last run.
  public func decide<Result>(_ decide: (BookingContext) async throws -> Result) async throws -> Result {
    let state = LockedState(Answers())
    let context = BookingContext { member in
      state.withLock { $0.ineligibility(of: member) }
    } commitments: { member, interval in
      state.withLock { $0.commitments(of: member, in: interval) }
    }
    while true {
      let result: Swift.Result<Result, any Error>
      do {
        result = .success(try await Answers.$current.withValue(state) { try await decide(context) })
      } catch {
        result = .failure(error)
      }
      let missing = state.withLock { $0.takeMissing() }
      if missing.isEmpty { return try result.get() }
      try await load(missing, into: state)
    }
  }

  private func load(_ questions: Set<Question>, into state: LockedState<Answers>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for question in questions {
        group.addTask {
          switch question {
          case .ineligibility(let member):
            let answer = try await ineligibility(member)
            state.withLock { $0.ineligibility[member] = .some(answer) }
          case .commitments(let member, let interval):
            let answer = try await commitments(member, interval)
            state.withLock { $0.commitments[question] = answer }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  fileprivate enum Question: Hashable, Sendable {
    case ineligibility(String)
    case commitments(String, Range<Instant>)
  }

  /// Throws where a decision of this task lacks an answer, so that it is not written.
  static func requireAnswers() throws {
    let isComplete = Answers.current?.withLock { $0.missing.isEmpty } ?? true
    if !isComplete { throw AnswersMissing() }
  }

  private struct AnswersMissing: Error {}

  /// The answers that were loaded, and the questions that have none yet.
  fileprivate struct Answers: Sendable {
    @TaskLocal static var current: LockedState<Answers>?

    var ineligibility: [String: String?] = [:]
    var commitments: [Question: [BusyTime.Item]] = [:]
    private(set) var missing: Set<Question> = []

    mutating func ineligibility(of member: String) -> String? {
      if let answer = ineligibility[member] { return answer }
      missing.insert(.ineligibility(member))
      return nil
    }

    mutating func commitments(of member: String, in interval: Range<Instant>) -> [BusyTime.Item] {
      let question = Question.commitments(member, interval)
      if let answer = commitments[question] { return answer }
      missing.insert(question)
      return []
    }

    mutating func takeMissing() -> Set<Question> {
      defer { missing = [] }
      return missing
    }
  }
}
