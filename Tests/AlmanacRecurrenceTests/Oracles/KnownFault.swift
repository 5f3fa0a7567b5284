import AlmanacRecurrence

/// Something that an oracle is known to do otherwise than RFC 5545 says, as a predicate over rules and starts, so that those
/// that it touches are not compared with that oracle.
struct KnownFault: Sendable {
  let name: String
  /// The deviation, and the words of RFC 5545 §3.3.10 that it contradicts.
  let reason: String
  let touches: @Sendable (ExpansionCase) -> Bool
}

extension [KnownFault] {
  func first(of item: ExpansionCase) -> KnownFault? { first { $0.touches(item) } }
}
