internal import AlmanacEvents
internal import AlmanacTime

/// Two sessions that take one person at the same time. No request books them; a merge of two calendars may bring them together.
///
/// ```swift
/// for overlap in sessions.overlaps { print(overlap.person, overlap.earlier.uid, overlap.later.uid) }
/// ```
public struct SessionOverlap: Sendable, Hashable {
  /// The coach or the client, as the later session names them.
  public let person: String
  /// The session that begins first; of two that begin at once that of the lesser UID.
  public let earlier: SessionBook.Session
  /// The session that begins before the end of the earlier one.
  public let later: SessionBook.Session

  private struct Key: Hashable {
    let person: PersonKey
    let uids: Set<String>
  }

  private var key: Key { Key(person: PersonKey(person), uids: [earlier.uid, later.uid]) }

  /// The overlaps of sessions that are in none of other states of them.
  package static func new(
    in sessions: [SessionBook.Session], absentFrom others: [[SessionBook.Session]]
  ) -> [SessionOverlap] {
    let found = sessions.overlaps
    if found.isEmpty { return [] }
    let known = Set(others.flatMap { $0.overlaps }.map(\.key))
    return found.filter { !known.contains($0.key) }
  }
}

extension Sequence<SessionBook.Session> {
  /// The planned and begun sessions that take a coach or a client at the same time, by start. Each session is named once for a
  /// person, beside the earlier one that ends last.
  ///
  /// - Complexity: O(*n* log *n*) in the number of sessions and their people.
  public var overlaps: [SessionOverlap] {
    var lasting: [PersonKey: SessionBook.Session] = [:]
    var found: [SessionOverlap] = []
    for session in filter({ $0.state == .scheduled || $0.state == .inProgress })
      .sorted(by: SessionBook.Session.isBefore)
    {
      for person in [session.coach] + session.clients where !person.isEmpty {
        let key = PersonKey(person)
        if let other = lasting[key], other.uid != session.uid {
          if other.conflicts(with: session.interval) {
            found.append(SessionOverlap(person: person, earlier: other, later: session))
          }
          if other.interval.upperBound >= session.interval.upperBound { continue }
        }
        lasting[key] = session
      }
    }
    return found
  }
}

extension Sequence<Item> {
  /// The sessions among the items, by `SessionBook.Session.init(_:)`.
  package var sessions: [SessionBook.Session] {
    compactMap { $0.isSession ? $0.event : nil }.compactMap { try? SessionBook.Session($0) }
  }
}
