internal import AlmanacEvents
public import AlmanacTime

/// A formula of the one-repetition maximum, the heaviest load that a person can lift once, from a set of several
/// repetitions.
///
/// The formulas are estimates for 1 … 10 repetitions, between which they differ by a few per cent; the set must have been
/// about as many repetitions as the person could do. A single repetition is its own maximum. With *w* the load and *r* the
/// repetitions:
///
/// - ``epley``: *w* (1 + *r* / 30), of B. Epley, *Poundage Chart* (1985)
/// - ``brzycki``: 36 *w* / (37 − *r*), of M. Brzycki, JOPERD 64 (1993)
/// - ``lander``: 100 *w* / (101.3 − 2.67123 *r*), of J. Lander, NSCA Journal 6 (1985)
/// - ``oConner``: *w* (1 + *r* / 40), of B. O'Conner and others, *Weight Training Today* (1989)
///
/// ```swift
/// OneRepetitionMaximum.epley.estimate(lifting: .kilograms(60), repetitions: 5)        // 70 kg
/// OneRepetitionMaximum.brzycki.estimate(lifting: .kilograms(60), repetitions: 5)      // 67.5 kg
/// OneRepetitionMaximum.lander.estimate(lifting: .kilograms(60), repetitions: 5)       // 68.225351 kg
/// OneRepetitionMaximum.oConner.estimate(lifting: .kilograms(60), repetitions: 5)      // 67.5 kg
/// ```
public enum OneRepetitionMaximum: String, Sendable, Hashable, CaseIterable {
  /// *w* (1 + *r* / 30), of B. Epley (1985).
  case epley
  /// 36 *w* / (37 − *r*), of M. Brzycki (1993).
  case brzycki
  /// 100 *w* / (101.3 − 2.67123 *r*), of J. Lander (1985).
  case lander
  /// *w* (1 + *r* / 40), of B. O'Conner and others (1989).
  case oConner = "o_conner"

  /// The numbers of repetitions for which there is an estimate.
  public static let repetitions = 1...10

  /// The name in the literature: `Epley`.
  public var name: String {
    switch self {
    case .epley: "Epley"
    case .brzycki: "Brzycki"
    case .lander: "Lander"
    case .oConner: "O'Conner"
    }
  }

  /// The estimate from a set, to the nearest milligram; `nil` for more than 10 repetitions or none, and without a load.
  public func estimate(lifting load: Load, repetitions: Int) -> Load? {
    guard Self.repetitions.contains(repetitions), load > .none else { return nil }
    guard repetitions > 1 else { return load }
    let (weight, count) = (load.kilograms, Double(repetitions))
    let maximum =
      switch self {
      case .epley: weight * (1 + count / 30)
      case .brzycki: weight * 36 / (37 - count)
      case .lander: weight * 100 / (101.3 - 2.67123 * count)
      case .oConner: weight * (1 + count / 40)
      }
    return .kilograms(maximum)
  }
}

/// The progress of a client in one exercise: a point for each session in which a set of it was done, by start.
///
/// ```swift
/// let progress = log.progress(of: "joan", in: "squat", during: spring, zone: madrid, estimating: .brzycki)
/// for point in progress.points { print(point.date, point.bestLoad ?? .none, point.estimatedMaximum ?? .none) }
/// let picture = SVGRenderer().document(progress.chart(of: .load))
/// ```
public struct ExerciseProgress: Sendable, Hashable {
  /// The sets of the exercise in one session that were done.
  public struct Point: Sendable, Hashable, Identifiable {
    /// The identity of the record.
    public let id: String
    /// The start of the session.
    public let start: Instant
    /// The day of the start in the zone of the series.
    public let date: CivilDate
    /// The number of sets done.
    public let sets: Int
    /// The sum of the repetitions.
    public let repetitions: Int
    /// The heaviest load; `nil` where no set had a load.
    public let bestLoad: Load?
    /// The longest time of the work; `nil` where no set was for a time.
    public let bestTime: Duration?
    /// Load times repetitions, over all sets.
    public let volume: Load
    /// The greatest estimate of the sets; `nil` where no set allows one.
    public let estimatedMaximum: Load?
  }

  /// The exercise with its name in the latest session of the series.
  public let exercise: ExerciseSnapshot
  /// The formula of the estimated maximums.
  public let formula: OneRepetitionMaximum
  /// The points by start, at least one.
  public let points: [Point]

  /// The point with the heaviest load, the first of equal ones.
  public var heaviest: Point? { points.best { $0.bestLoad } }
  /// The point with the greatest estimated maximum, the first of equal ones.
  public var strongest: Point? { points.best { $0.estimatedMaximum } }
}

extension [ExerciseProgress.Point] {
  fileprivate func best(_ value: (Element) -> Load?) -> Element? {
    reduce(nil) { best, point in
      guard let new = value(point) else { return best }
      return best.flatMap(value).map { new > $0 } ?? true ? point : best
    }
  }
}

extension ExerciseProgress.Point {
  fileprivate init(
    _ sets: [PerformedSet], of record: TrainingRecord, zone: Zone, _ formula: OneRepetitionMaximum
  ) {
    id = record.id
    start = record.start
    date = zone.local(at: record.start).date
    self.sets = sets.count
    repetitions = sets.reduce(0) { $0 + ($1.repetitions ?? 0) }
    bestLoad = sets.compactMap { $0.load }.filter { $0 > .none }.max()
    bestTime = sets.compactMap { $0.time ?? ($0.repetitions == nil ? $0.measuredTime : nil) }.max()
    volume = sets.reduce(.none) { $0 + $1.volume }
    estimatedMaximum =
      sets.compactMap { set in
        guard let load = set.load, let repetitions = set.repetitions else { return nil }
        return formula.estimate(lifting: load, repetitions: repetitions)
      }.max()
  }
}

extension TrainingLog {
  /// The progress of a client in one exercise.
  ///
  /// - Parameters:
  ///   - client: The identity of the client.
  ///   - exercise: The identity of the exercise, also of one that the library no longer has.
  ///   - range: The half-open range in which sessions start; `nil` for all.
  ///   - zone: The zone of the dates.
  ///   - formula: The formula of the one-repetition maximum.
  /// - Returns: The series; `nil` when no set of the exercise was done in the period.
  /// - Complexity: O(*n*) in the sets of the client's sessions.
  public func progress(
    of client: String, in exercise: String, during range: Range<Instant>? = nil, zone: Zone,
    estimating formula: OneRepetitionMaximum = .epley
  ) -> ExerciseProgress? {
    progress(of: client, during: range, zone: zone, estimating: formula) { $0 == exercise }.first
  }

  /// The progress of a client in each exercise that was done, in the alphabetical order of a language, or without one as
  /// in ``TrainingLibrary/exercises``.
  public func progress(
    of client: String, during range: Range<Instant>? = nil, zone: Zone,
    estimating formula: OneRepetitionMaximum = .epley, in localization: Localization? = nil
  ) -> [ExerciseProgress] {
    progress(of: client, during: range, zone: zone, estimating: formula, in: localization) { _ in true }
  }

  private func progress(
    of client: String, during range: Range<Instant>?, zone: Zone, estimating formula: OneRepetitionMaximum,
    in localization: Localization? = nil, where isIncluded: (String) -> Bool
  ) -> [ExerciseProgress] {
    var exercises: [String: ExerciseSnapshot] = [:]
    var points: [String: [ExerciseProgress.Point]] = [:]
    for record in history(of: client, during: range) {
      let done = record.exercises.filter { isIncluded($0.exercise.id) }.flatMap { $0.lines }
        .filter { $0.set.isDone }
      for (id, lines) in Dictionary(grouping: done, by: { $0.exercise.id }) {
        exercises[id] = lines.last?.exercise
        points[id, default: []].append(.init(lines.map { $0.set }, of: record, zone: zone, formula))
      }
    }
    return exercises.values.alphabetical { AlphabeticalKey($0.name, id: $0.id, in: localization?.language) }
      .map {
        ExerciseProgress(exercise: $0, formula: formula, points: points[$0.id] ?? [])
      }
  }
}
