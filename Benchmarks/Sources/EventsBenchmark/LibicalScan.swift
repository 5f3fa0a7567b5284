import CIcal

/// libical's way to ask for a range: every component of the calendar is looked at, every series expanded from its
/// start.
final class LibicalScan {
  private let calendar: OpaquePointer

  init?(_ text: String) {
    guard let calendar = icalparser_parse_string(text) else { return nil }
    self.calendar = calendar
  }

  deinit { icalcomponent_free(calendar) }

  /// How many occurrences there are between two local times; libical expands with its own limits.
  func count(from: String, upTo: String) -> Int {
    let (start, end) = (icaltime_from_string(from), icaltime_from_string(upTo))
    var found = 0
    var event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT)
    while let component = event {
      withUnsafeMutablePointer(to: &found) { found in
        icalcomponent_foreach_recurrence(
          component, start, end,
          { _, _, found in found?.assumingMemoryBound(to: Int.self).pointee += 1 }, found)
      }
      event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)
    }
    return found
  }
}
