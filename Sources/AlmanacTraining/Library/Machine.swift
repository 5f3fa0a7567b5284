/// A thing to train with, that exercises name.
public struct Machine: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  /// Whose it is.
  public let coach: String
  public var name: String

  public init(id: String, coach: String, name: String) {
    self.id = id
    self.coach = coach
    self.name = name
  }
}
