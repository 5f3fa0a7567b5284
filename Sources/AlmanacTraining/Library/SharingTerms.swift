internal import AlmanacEvents

/// The terms on which the coaches of a library share machines and exercises: a right for each coach.
///
/// Each coach has a private library too; routines are always a coach's own.
///
/// ```swift
/// library.sharing = SharingTerms(everyone: .contribute)
/// try library.sharing.set(.curate, for: "marta")       // Marta may change what others have shared
/// try library.add(Exercise(id: "row", coach: "pau", name: "Row", isShared: true), by: "pau")
/// try library.editExercise("row", by: "marta") { $0.name = "Barbell row" }
/// try library.removeExercise("row", by: "anna")         // not_permitted
/// ```
public struct SharingTerms: Sendable, Hashable {
  /// A right to shared machines and exercises. Each includes those before it.
  public enum Right: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: the coach does not see them.
    case none
    /// See them, and use them in routines.
    case use
    /// Share machines and exercises, and change or remove the own ones.
    case contribute
    /// Change and remove those of all coaches.
    case curate
  }

  /// The right of coaches who have none of their own.
  public var everyone: Right
  private var rights: [PersonKey: Right] = [:]

  /// Creates the terms for all coaches; without any, nothing is shared.
  public init(everyone: Right = .none) {
    self.everyone = everyone
  }

  /// The right of a coach: an own one, else that of everyone.
  public subscript(coach: String) -> Right { rights[PersonKey(coach)] ?? everyone }

  /// Sets the right of a coach; `nil` gives the coach that of everyone.
  ///
  /// - Throws: ``TrainingError`` with code `empty_identity` for a text that names nobody.
  public mutating func set(_ right: Right?, for coach: String) throws(TrainingError) {
    guard let key = PersonKey(validating: coach) else {
      throw TrainingError(.init(.emptyIdentity, of: "coach \(coach)", expected: "a name or an address"))
    }
    rights[key] = right
  }

  /// Whether a coach has at least a right.
  public func allow(_ coach: String, _ right: Right) -> Bool { self[coach] >= right }
}

extension SharingTerms.Right: Comparable {
  public static func < (lhs: SharingTerms.Right, rhs: SharingTerms.Right) -> Bool {
    allCases.prefix { $0 != rhs }.contains(lhs)
  }
}

/// Coded as `{"everyone":"contribute","coaches":{"marta":"curate"}}`.
extension SharingTerms: Codable {
  private enum CodingKeys: String, CodingKey { case everyone, coaches }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(everyone: try container.decode(Right.self, forKey: .everyone))
    for (coach, right) in try container.decodeIfPresent([String: Right].self, forKey: .coaches) ?? [:] {
      do throws(TrainingError) { try set(right, for: coach) } catch { throw error.decoding(decoder) }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(everyone, forKey: .everyone)
    let coaches = Dictionary(rights.map { ($0.key.text, $0.value) }) { first, _ in first }
    if !coaches.isEmpty { try container.encode(coaches, forKey: .coaches) }
  }
}
