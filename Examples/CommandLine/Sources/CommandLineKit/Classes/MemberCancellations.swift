import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

/// A booking that a member cancelled in their own calendar, with the decision of the roster.
struct MemberCancellation: Sendable {
  let occurrence: ClassOccurrence
  let booking: Booking
  let decision: RosterDecision

  private var date: CivilDate { occurrence.start.local.date }

  func line(_ zone: Zone) -> String {
    let subject = "\(occurrence.title), \(date), \(booking.member)"
    guard decision.isRefused else { return "\(ClassRequest.words(decision.outcome).text): \(subject)" }
    let reasons = decision.refusals.map { $0.description { zone.words(of: $0) } }
    return "not cancelled: \(subject): \(reasons.joined(separator: "; "))"
  }

  var json: JSON {
    [
      "uid": .string(occurrence.uid), "on": .string(date.description), "member": .string(booking.member),
      "outcome": .string(ClassRequest.words(decision.outcome).code),
      "reasons": .array(decision.refusals.map { .string($0.code) }),
    ]
  }
}

extension ClassFiles {
  /// Requests the cancellation of bookings.
  mutating func cancel(
    _ bookings: [(occurrence: ClassOccurrence, booking: Booking)], at now: Instant,
    checking context: BookingContext
  ) throws(CommandError) -> [MemberCancellation] {
    var cancellations: [MemberCancellation] = []
    for (occurrence, booking) in bookings {
      let decision = book.request(
        .cancel(booking.member), of: occurrence.uid, at: occurrence.original.instant, now: now,
        checking: context)
      cancellations.append(
        MemberCancellation(occurrence: occurrence, booking: booking, decision: decision))
    }
    if cancellations.contains(where: { !$0.decision.isRefused }) { try write(at: now) }
    return cancellations
  }
}
