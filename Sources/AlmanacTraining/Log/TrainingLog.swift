internal import AlmanacEvents
public import AlmanacTime

/// The records of finished sessions, by start and then by identity.
///
/// ```swift
/// var log = TrainingLog()
/// try log.add(session.finish(at: now))
/// let mine = log.seen(by: "marta")
/// mine.history(of: "joan").map(\.color)          // the colours that the workouts had then
/// mine.history(of: "joan", by: .completion).last?.completion
/// mine.statistics(of: "joan").report.adherence   // 0.93
/// ```
public struct TrainingLog: Sendable, Hashable {
  /// The records by start, equal ones by identity.
  public private(set) var records: [TrainingRecord] = []
  private var ids: Set<String> = []

  /// Creates an empty log.
  public init() {}

  /// Adds a record in the order of starts.
  ///
  /// - Throws: `TrainingError.Code.alreadyExists` when the log has a record of that identity, as when a recovered
  ///   session is saved again.
  /// - Complexity: O(log *n*) comparisons and one shift.
  public mutating func add(_ record: TrainingRecord) throws(TrainingError) {
    guard ids.insert(record.id).inserted else {
      throw TrainingError(
        .init(.alreadyExists, of: "record \(record.id)", expected: "a record that is not in the log"))
    }
    let index = records.partitioningIndex { ($0.start, $0.id) >= (record.start, record.id) }
    records.insert(record, at: index)
  }

  /// Removes a record.
  ///
  /// - Throws: `TrainingError.Code.notFound`.
  @discardableResult
  public mutating func remove(_ id: String) throws(TrainingError) -> TrainingRecord {
    guard let index = records.firstIndex(where: { $0.id == id }) else {
      throw TrainingError(
        .init(.notFound, of: "record \(id)", expected: "the identity of a record in the log"))
    }
    ids.remove(id)
    return records.remove(at: index)
  }

  /// The record of an identity; `nil` if there is none.
  ///
  /// - Complexity: O(*n*).
  public func record(_ id: String) -> TrainingRecord? {
    ids.contains(id) ? records.first { $0.id == id } : nil
  }

  /// A log of one coach's sessions only.
  public func seen(by coach: String) -> TrainingLog {
    var seen = TrainingLog()
    seen.records = records.filter { PersonKey.areSame($0.coach, coach) }
    seen.ids = Set(seen.records.map { $0.id })
    return seen
  }

  /// The moment by which records are ordered, and counted to a period.
  public enum Moment: String, Sendable, Hashable, CaseIterable {
    /// The start of the session.
    case start
    /// The end, as ``TrainingRecord/completion`` says.
    case completion
  }

  /// A client's sessions in the order of their starts or of their completions, equal ones by identity.
  ///
  /// Only sessions whose moment is in the half-open range are found; without a range, all are.
  ///
  /// - Complexity: O(*n*), and a sort by completion.
  public func history(
    of client: String, during range: Range<Instant>? = nil, by moment: Moment = .start
  ) -> [TrainingRecord] {
    records(during: range, by: moment).filter { PersonKey.areSame($0.client, client) }
  }

  /// The sessions of all clients, ordered and limited as in ``history(of:during:by:)``.
  public func records(during range: Range<Instant>?, by moment: Moment = .start) -> [TrainingRecord] {
    let found = recordsByStart(during: range, by: moment)
    return moment == .start ? found : found.sorted { ($0.completion, $0.id) < ($1.completion, $1.id) }
  }

  /// The sessions whose moment is in a range, by start.
  func recordsByStart(during range: Range<Instant>?, by moment: Moment) -> [TrainingRecord] {
    records.filter { record in range.map { $0.contains(record[moment]) } ?? true }
  }

  /// The start of the last session with a routine, which the library may no longer have.
  public func lastUsed(routine id: String) -> Instant? {
    records.last { $0.routine?.id == id }?.start
  }
}

extension TrainingRecord {
  fileprivate subscript(moment: TrainingLog.Moment) -> Instant { moment == .start ? start : completion }
}

/// Coded as `schema` and `records`, by start.
extension TrainingLog: Codable {
  private struct Stored: Codable {
    var schema = StoredSchema()
    let records: [TrainingRecord]
  }

  /// Reads records in any order, also the plain array of the first version; two of one identity are an error.
  public init(from decoder: any Decoder) throws {
    self.init()
    let isPlain = (try? decoder.unkeyedContainer()) != nil
    let records = try isPlain ? [TrainingRecord](from: decoder) : Stored(from: decoder).records
    do throws(TrainingError) { for record in records { try add(record) } } catch {
      throw error.decoding(decoder)
    }
  }

  public func encode(to encoder: any Encoder) throws { try Stored(records: records).encode(to: encoder) }
}
