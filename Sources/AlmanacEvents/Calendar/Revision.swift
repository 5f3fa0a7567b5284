package import AlmanacTime

/// SEQUENCE, LAST-MODIFIED and DTSTAMP of an item, by which one of two states of it is newer (RFC 5546 §2.1.5).
///
/// The SEQUENCE decides first. What decides between two states with the same SEQUENCE depends on where they come from.
package struct Revision: Sendable, Hashable, Comparable {
  package let sequence: Int
  package let lastModified: Instant?
  /// DTSTAMP.
  package let stamp: Instant?

  package init(_ item: Item) {
    (sequence, lastModified, stamp) = (item.sequence, item.lastModified, item.stamp)
  }

  /// The order of states of which either may have been edited, in a document, a folder or a merge: by LAST-MODIFIED, then
  /// DTSTAMP, an absent one being the earliest.
  package static func < (one: Revision, other: Revision) -> Bool {
    (one.sequence, one.lastModified ?? .min, one.stamp ?? .min)
      < (other.sequence, other.lastModified ?? .min, other.stamp ?? .min)
  }

  /// Whether it was sent later than a state of another document: by DTSTAMP. `false` if either has no DTSTAMP or the
  /// placeholder 1970-01-01T00:00:00Z, so that an import is not stopped by a guess.
  package func isSent(after other: Revision) -> Bool {
    if sequence != other.sequence { return sequence > other.sequence }
    guard let stamp, let earlier = other.stamp, min(stamp, earlier).secondsSinceEpoch != 0 else {
      return false
    }
    return stamp > earlier
  }

  /// Whether it was sent later than the state of another item, such as the series of an instance, whose SEQUENCE is counted
  /// apart (RFC 5546 §2.1.5): by DTSTAMP, and by SEQUENCE only where either has none.
  package func isStamped(after other: Revision) -> Bool {
    guard let stamp, let earlier = other.stamp, min(stamp, earlier).secondsSinceEpoch != 0 else {
      return sequence > other.sequence
    }
    return stamp > earlier
  }

  /// Whether it was edited here since it was sent as another state: of the same DTSTAMP, with a later LAST-MODIFIED.
  package func isEdit(of other: Revision) -> Bool {
    isSent(as: other) && (lastModified ?? .min) > (other.lastModified ?? .min)
  }

  /// Whether it was edited here since it was sent: the organizer's own changes are not later than DTSTAMP.
  package var isEditedHere: Bool { stamp.map { (lastModified ?? .min) > $0 } ?? false }

  /// Whether both were sent as one state: with the same SEQUENCE and DTSTAMP, which is stated.
  package func isSent(as other: Revision) -> Bool {
    stamp.map { $0.secondsSinceEpoch != 0 } ?? false && stamp == other.stamp && sequence == other.sequence
  }

  /// Whether it was modified after another state of the same SEQUENCE, which a program may have written again with a new
  /// DTSTAMP only, as exports and feeds do. A state without LAST-MODIFIED does not say that it is a later one than a state
  /// that was modified.
  package func isModified(after other: Revision) -> Bool {
    guard sequence == other.sequence, let lastModified else { return false }
    return other.lastModified.map { lastModified > $0 } ?? true
  }
}

extension Item {
  package var revision: Revision { Revision(self) }
}
