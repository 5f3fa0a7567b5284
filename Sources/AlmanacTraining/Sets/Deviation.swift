/// How far what was performed lies from what was prescribed: positive is more.
public struct Deviation: Sendable, Hashable {
  /// `nil` when no repetitions were prescribed.
  public let repetitions: Int?
  /// A prescription without a load counts as none.
  public let load: Load
  /// `nil` when no time was prescribed.
  public let time: Duration?

  /// Whether all was done as prescribed.
  public var isZero: Bool { (repetitions ?? 0) == 0 && load == .none && (time ?? .zero) == .zero }
}
