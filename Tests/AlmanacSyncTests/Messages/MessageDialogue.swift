import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

/// The people of the examples of RFC 5546 §4, and what happens between their calendars.
protocol MessageDialogue {}

extension MessageDialogue {
  var a: String { "mailto:a@example.com" }
  var b: String { "mailto:b@example.com" }
  var c: String { "mailto:c@example.com" }
  var d: String { "mailto:d@example.com" }
  var e: String { "mailto:e@example.com" }

  func read(_ method: String, _ lines: [String]) throws -> SchedulingMessage {
    let text = messageText(method, "VEVENT", lines)
    return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
  }

  /// A message after it was written and read, as another program gets it.
  func delivered(_ message: SchedulingMessage) throws -> SchedulingMessage {
    let document = try ICSDocument(parsing: message.text)
    #expect(document.diagnostics.filter { $0.severity > .note } == [])
    return try #require(SchedulingMessage.messages(in: document).first)
  }

  func time(_ text: String) throws -> Instant { try Instant(text) }

  /// The organizer's calendar, and those of invited people, after the invitation.
  func calendars(
    _ people: [String], _ lines: [String]
  ) throws -> (organizer: EventCalendar, others: [EventCalendar]) {
    let request = try read("REQUEST", lines)
    var organizer = EventCalendar()
    organizer.insert(request.items)
    let others = try people.map { person in
      var calendar = EventCalendar()
      let receipt = calendar.receive(request, from: a, me: [person], at: try time("19970611T190100Z"))
      #expect(receipt.isAccepted, "\(receipt.refusals)")
      return calendar
    }
    return (organizer, others)
  }

  /// Delivers a message to a calendar that accepts it.
  func deliver(
    _ message: SchedulingMessage, from sender: String, to calendar: inout EventCalendar, of me: String,
    _ when: String = "19970620T000000Z"
  ) throws {
    let receipt = calendar.receive(
      try delivered(message), from: sender, me: [me], at: try time(when))
    #expect(receipt.isAccepted, "\(receipt.refusals)")
    #expect(receipt.ignored == [])
  }

  /// The differences of two copies of a meeting, without the times of answers and of changes.
  func differs(_ one: EventCalendar, _ other: EventCalendar) -> [String] {
    let shared = [one, other].map { calendar in
      var copy = EventCalendar()
      copy.insert(
        calendar.currentItems.map { item in
          var item = item
          item.unmodelled.properties.removeAll { $0.name == "X-ALMANAC-ANSWER" }
          return item
        })
      return copy
    }
    return differences(shared[0], shared[1], revisions: false)
  }
}
