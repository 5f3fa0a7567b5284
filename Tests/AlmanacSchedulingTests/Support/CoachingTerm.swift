import AlmanacScheduling
import AlmanacTime
import TestSupport

/// The coaches of a term of eleven weeks in Madrid, who are there in the evenings; the time of the requests; and an evening
/// in the first week.
func coachingTerm() throws -> (
  madrid: Zone, now: Instant, tuesday: ZonedDateTime, term: Range<Instant>, coaches: [SlotParticipant]
) {
  let madrid = try Zone("Europe/Madrid")
  let evenings = Availability(try WeeklyHours("mon-fri 16:00-21:00"), in: madrid)
  let coaches = ["eva", "leo", "mia"].map {
    SlotParticipant($0, availability: evenings, tags: $0 == "mia" ? [] : ["yoga"])
  }
  return (
    madrid, try instant("2026-03-01T09:00", in: madrid), try zoned("2026-03-03T18:00", madrid),
    try days("2026-03-02", "2026-05-18", in: madrid), coaches
  )
}
