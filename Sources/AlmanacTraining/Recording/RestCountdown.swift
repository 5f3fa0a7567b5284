/// A rest as it stands at a moment: what a timer shows.
public struct RestCountdown: Sendable, Hashable {
  public enum Phase: Sendable, Hashable {
    case running
    /// Ten seconds or less are left: time to warn.
    case lastTenSeconds
    /// Nothing is left; the set is complete and closed.
    case over
  }

  /// The set after which one rests.
  public let set: SetID
  /// How long the whole rest is.
  public let total: Duration
  /// When it ends, since the start of the session: when a program may want to be woken.
  public let end: Duration
  /// Not below zero.
  public let remaining: Duration
  /// The set that comes after the rest; `nil` when none is left.
  public let next: SetID?

  public var phase: Phase {
    remaining == .zero ? .over : remaining <= .seconds(10) ? .lastTenSeconds : .running
  }
}

/// The rest that a session is in; there is one at most.
struct RunningRest: Sendable, Hashable, Codable {
  let set: SetID
  let start: Duration
  let total: Duration

  var end: Duration { start + total }
}
