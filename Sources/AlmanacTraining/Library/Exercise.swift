/// Something to train, kept once in a coach's library and used in many routines.
public struct Exercise: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  /// Whose it is.
  public let coach: String
  public var name: String
  /// Its technical name or a short remark.
  public var subtitle: String
  public var details: String
  /// A link to a video that shows it; empty for none.
  public var video: String
  /// The machine it is done on, by its identity.
  public var machine: String?

  public init(
    id: String, coach: String, name: String, subtitle: String = "", details: String = "",
    video: String = "", machine: String? = nil
  ) {
    self.id = id
    self.coach = coach
    self.name = name
    self.subtitle = subtitle
    self.details = details
    self.video = video
    self.machine = machine
  }
}

/// What a session keeps of an exercise: enough to be read when the library no longer has it.
public struct ExerciseSnapshot: Sendable, Hashable, Codable {
  public let id: String
  public let name: String
  /// The name of the machine.
  public let machine: String?

  public init(id: String, name: String, machine: String? = nil) {
    self.id = id
    self.name = name
    self.machine = machine
  }
}
