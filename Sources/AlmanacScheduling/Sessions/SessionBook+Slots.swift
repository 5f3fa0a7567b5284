internal import AlmanacEvents
public import AlmanacTime

extension SessionBook {
  /// When a coach and a client can meet: the slots at which both have time, and why they do not at the others.
  ///
  /// What is listed can be booked on the same book at the same moment: `request(_:by:now:key:uids:checking:offering:)`
  /// with the grid grants what the grid lists and refuses the rest for the reasons that the grid gives.
  ///
  /// ```swift
  /// let grid = book.slots(of: coach, with: client, in: week, hours: office, policy: policy, at: now)
  /// book.request(.schedule(client: client, at: grid.slots[0].start), by: coach, now: now, offering: grid)
  /// ```
  ///
  /// - Parameters:
  ///   - window: Slots start within this half-open range.
  ///   - hours: When the coach works; the coach's sessions are those that count towards the policy's limits.
  ///   - others: Who and what else must have time: the room, the client's own calendar.
  ///   - uid: A session that is being moved, which is not in its own way.
  public func slots(
    of coach: String, with client: String, lasting duration: CalendarDuration = .hours(1),
    in window: Range<Instant>, hours: Availability? = nil, others: [SlotParticipant] = [],
    moving uid: String? = nil, policy: BookingPolicy = BookingPolicy(), at now: Instant? = nil,
    viewer: Zone? = nil
  ) -> SlotGrid {
    let people = PersonKey.areSame(coach, client) ? [coach] : [coach, client]
    var participants = people.map { person in
      SlotParticipant(person, busy: busy(of: person, toldTo: coach, except: uid))
    }
    participants[0].availability = hours
    return SlotGrid(
      lasting: duration, in: window, for: participants + others, policy: policy, at: now, viewer: viewer)
  }

  /// What sessions take of a person's time, told in full only where they are the coach's too.
  private func busy(of person: String, toldTo coach: String, except uid: String?) -> BusyTime {
    let all = sessions(
      inTheWayOf: person, during: Instant(secondsSinceEpoch: .min)..<Instant(secondsSinceEpoch: .max),
      except: uid)
    return BusyTime(all.map { $0.busyItem(for: coach) })
  }
}

extension SlotGrid {
  /// Why a session cannot be had; empty when it can. It must be one of the slots, start and length.
  func refusals(of session: Session) -> [SessionRefusal] {
    let start = session.interval.lowerBound
    var result = reasons(at: start).map { reason -> SessionRefusal in
      if case .conflict(let item, let name) = reason {
        .conflict(item, of: name)
      } else {
        .notOffered(reason)
      }
    }
    if end(of: start.secondsSinceEpoch) != session.interval.upperBound.secondsSinceEpoch {
      result.append(.otherDuration(duration))
    }
    return result
  }
}
