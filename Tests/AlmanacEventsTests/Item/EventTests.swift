import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite struct EventTests {
  @Test func aOneLineEventIsOneLine() throws {
    let rule = RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(24))
    let event = Event(
      "Algebra", from: try Samples.madrid("2026-03-02T09:00"), lasting: .minutes(90), repeating: rule,
      color: .steelBlue)
    #expect(event.summary == "Algebra")
    #expect(event.end == .zoned(try Samples.madrid("2026-03-02T10:30")))
    #expect(event.recurrence.rules == [rule])
    #expect(event.isRecurring)
    #expect(event.uid.isEmpty)
    #expect(event.recurrenceSet.start == event.start)
  }

  @Test func whatIsNotStatedLastsADayOnADateAndNothingAtATime() throws {
    let holiday = Event("Sant Jordi", from: try Samples.date("2026-04-23"))
    #expect(holiday.isAllDay)
    #expect(holiday.end == .date(try Samples.date("2026-04-24")))
    let bell = Event("Bell", at: try Samples.local("2026-04-23T12:00"))
    #expect(bell.end == bell.start)
  }

  @Test func aNominalDayIsADayOnTheClockAlsoWhenItHas23Hours() throws {
    let start = try Samples.madrid("2026-03-28T12:00")
    let event = Event("Across the change", from: start, lasting: .days(1))
    #expect(event.end.local == (try Samples.local("2026-03-29T12:00")))
    let exact = Event("Across the change", from: start, lasting: .hours(24))
    #expect(exact.end.local == (try Samples.local("2026-03-29T13:00")))
  }

  @Test func changingACopyLeavesTheOriginalAlone() throws {
    let original = Event("Algebra", at: try Samples.local("2026-03-02T09:00"))
    var copy = original
    copy.summary = "Analysis"
    copy.attendees = [Attendee("mailto:ana@example.org")]
    copy.location = "Room 12"
    #expect(original.summary == "Algebra")
    #expect(original.attendees.isEmpty)
    #expect(original.location.isEmpty)
    #expect(copy.attendees.count == 1)
    copy.attendees = []
    copy.location = ""
    copy.summary = "Algebra"
    #expect(copy == original)
    #expect(copy.hashValue == original.hashValue)
  }

  @Test func anItemOfOpenKindShowsAndChangesWhatItHolds() throws {
    let event = Event("Algebra", at: try Samples.local("2026-03-02T09:00"))
    var item = Item(event)
    item.summary = "Analysis"
    item.color = .teal
    #expect(item.kind == .event)
    #expect(item.event?.summary == "Analysis")
    #expect(item.event?.color == .teal)
    #expect(event.summary == "Algebra")
    #expect(item.todo == nil)
  }

  @Test func itemsAreOneReference() {
    #expect(MemoryLayout<Event>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Item>.size == MemoryLayout<Int>.size)
  }

  @Test func everyStatusOfAKindIsAStatus() throws {
    var event = Event("Algebra", at: try Samples.local("2026-03-02T09:00"))
    for status in Event.Status.allCases {
      event.status = status
      #expect(event.status == status)
      #expect(Item(event).status?.rawValue == status.rawValue)
    }
    var todo = Todo("Essay")
    for status in Todo.Status.allCases {
      todo.status = status
      #expect(todo.status == status)
    }
    var journal = Journal("Diary")
    for status in Journal.Status.allCases {
      journal.status = status
      #expect(journal.status == status)
    }
    journal.status = nil
    #expect(Item(journal).status == nil)
  }

  @Test func wordsOfOpenListsAreKeptInUpperCase() {
    #expect(Classification(rawValue: "x-team") == Classification(rawValue: "X-TEAM"))
    #expect(Attendee.Role(rawValue: "chair") == .chair)
    #expect(Alarm.Action(rawValue: "X-SMELL").rawValue == "X-SMELL")
  }
}

@Suite struct TodoTests {
  @Test func dueIsStatedOrFollowsFromTheDuration() throws {
    let start = try Samples.madrid("2026-03-02T09:00")
    var todo = Todo("Essay", from: start, lasting: .days(2))
    #expect(todo.due == .zoned(try Samples.madrid("2026-03-04T09:00")))
    todo.due = .zoned(try Samples.madrid("2026-03-05T09:00"))
    #expect(todo.extent == .end(.zoned(try Samples.madrid("2026-03-05T09:00"))))
    todo.due = nil
    #expect(todo.due == nil)
    #expect(Todo("Someday").due == nil)
  }

  @Test func itIsDoneWhenTheStatusSaysSoElseWhenItsCompletionDoes() {
    var todo = Todo("Essay")
    #expect(!todo.isCompleted)
    todo.percentComplete = 100
    #expect(todo.isCompleted)
    todo.status = .inProcess
    #expect(!todo.isCompleted)
    todo.status = .completed
    #expect(todo.isCompleted)
  }
}
