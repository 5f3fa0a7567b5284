import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime

/// Any document as messages to somebody who organizes one event and is invited to another: receiving ends, a refusal
/// changes nothing, a message twice is the same as once, and the calendar can be written and read.
struct ReceivedMessages {
  private let input: [UInt8]
  private let options = ICSOptions(uids: .seeded(1))
  private let me: Set<String> = ["mailto:me@example.org"]
  private let now = Instant(secondsSinceEpoch: 1_772_442_000)

  init(_ input: [UInt8]) { self.input = input }

  private static let mine = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//fuzz//EN\r
    BEGIN:VEVENT\r
    UID:mine\r
    SEQUENCE:1\r
    DTSTAMP:20260101T000000Z\r
    DTSTART:20260302T090000Z\r
    RRULE:FREQ=DAILY;COUNT=10\r
    SUMMARY:Mine\r
    ORGANIZER:mailto:me@example.org\r
    ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.org\r
    ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org\r
    END:VEVENT\r
    BEGIN:VEVENT\r
    UID:theirs\r
    SEQUENCE:1\r
    DTSTAMP:20260101T000000Z\r
    DTSTART;TZID=Europe/Madrid:20260303T100000\r
    RRULE:FREQ=WEEKLY\r
    SUMMARY:Theirs\r
    ORGANIZER:mailto:ana@example.org\r
    ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:me@example.org\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  func check() {
    guard let document = try? ICSDocument(parsing: input, options: options),
      var calendar = try? ICSDocument(parsing: Self.mine.utf8, options: options).calendars.first
    else { return }
    for message in SchedulingMessage.messages(in: document) {
      let before = calendar
      let receipt = calendar.receive(message, me: me, at: now)
      if receipt.isAccepted {
        var copy = before
        do { try copy.apply(receipt.change) } catch {
          fatalError("the change of a receipt is refused: \(error)")
        }
        require(copy == calendar, "the change of a receipt leads elsewhere")
      } else {
        require(calendar == before, "a refused message changes the calendar")
      }
      let once = calendar
      _ = calendar.receive(message, me: me, at: now)
      require(
        calendar.items.map(\.id) == once.items.map(\.id), "a message twice makes other items than once")
    }
    do {
      let written = ICSDocument([calendar]).bytes(.normalized)
      let again = try ICSDocument(parsing: written, options: options)
      require(again.calendars.map(\.count) == [calendar.count], "written: another number of items")
    } catch {
      fatalError("written: \(error)")
    }
  }
}
