import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Merges of classes and their bookings")
struct RosterMergeTests {
  var zone: Zone { get throws { try Zone("Europe/Madrid") } }

  func at(_ text: String) throws -> Instant { try CivilDateTime(text).in(zone).instant }

  func book(places: Int) throws -> ClassBook {
    let start = try CivilDateTime("2026-03-02T18:00").in(zone)
    let rule = RecurrenceRule(.weekly, on: [.monday])
    return ClassBook([
      ClassSeries("Yoga", from: start, lasting: .hours(1), repeating: rule, places: places, uid: "yoga")
    ])
  }

  func booked(_ book: ClassBook, _ members: [String], at time: String) throws -> ClassBook {
    var book = book
    for member in members {
      let command = RosterCommand.book("\(member)@example.org", waitlist: true)
      let outcome = book.request(command, of: "yoga", on: try CivilDate("2026-03-09"), now: try at(time))
        .outcome
      if case .refused(let reasons) = outcome { Issue.record("\(reasons)") }
    }
    return book
  }

  func states(_ calendar: EventCalendar) throws -> [String] {
    let roster = try #require(ClassBook(calendar).rosters(of: "yoga", on: try CivilDate("2026-03-09")).first)
    return roster.bookings.map { "\($0.member.prefix { $0 != "@" }) \($0.state.code)" }.sorted()
  }

  @Test("both sides book the last places: the capacity holds, and newly waiting bookings are reported")
  func places() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00")
    let ours = try booked(base, ["bob"], at: "2026-03-01T10:00").calendar(at: nil)
    let theirs = try booked(base, ["cleo"], at: "2026-03-01T11:00").calendar(at: nil)
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = CalendarMerge(base: base.calendar(at: nil), ours: one, theirs: other)
      #expect(merge.conflicts.isEmpty)
      #expect(try states(merge.calendar) == ["ana confirmed", "bob confirmed", "cleo waiting"])
      #expect(merge.displaced.map(\.booking.member) == ["cleo@example.org"])
    }
  }

  @Test("a booking of a date that the other side cancelled is called off, and reported")
  func cancelledDate() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00")
    var cancelled = base
    let date = try CivilDateTime("2026-03-09T18:00").in(zone).instant
    let edit = try #require(cancelled.series("yoga")).changing(date, ClassChange(cancellation: "ill"))
    #expect(cancelled.apply(edit, now: try at("2026-03-01T10:00")).isDone)
    let booked = try booked(base, ["bob"], at: "2026-03-01T11:00").calendar(at: nil)
    for (one, other) in [(cancelled.calendar(at: nil), booked), (booked, cancelled.calendar(at: now))] {
      let merge = CalendarMerge(base: base.calendar(at: nil), ours: one, theirs: other)
      #expect(try states(merge.calendar) == ["ana called_off", "bob called_off"])
      #expect(merge.displaced.map(\.booking.member) == ["bob@example.org"])
    }
  }

  @Test(
    "a date booked on one side while the other ended the class, or gave it other days, is called off and reported",
    arguments: [false, true])
  func endedClass(isBookedBefore: Bool) throws {
    let base = try booked(book(places: 2), isBookedBefore ? ["ana"] : [], at: "2026-03-01T09:00")
    let booked = try booked(base, ["bob"], at: "2026-03-01T11:00").calendar(at: nil)
    var ended = base
    #expect(
      ended.apply(try base.ending("yoga", before: at("2026-03-09T18:00")), now: try at("2026-03-01T10:00"))
        .isDone)
    var moved = base
    let edit = try base.editing("yoga", at: at("2026-03-02T18:00"), scope: .all) {
      $0.recurrence = Recurrence([RecurrenceRule(.weekly, on: [.thursday])])
    }
    #expect(moved.apply(edit, now: try at("2026-03-01T10:00")).isDone)
    for other in [ended.calendar(at: nil), moved.calendar(at: now)] {
      for (one, another) in [(other, booked), (booked, other)] {
        let merge = CalendarMerge(base: base.calendar(at: nil), ours: one, theirs: another)
        #expect(merge.displaced.map(\.booking.member) == ["bob@example.org"])
        #expect(ClassBook(merge.calendar).calendar(of: "bob@example.org", at: now).count == 0)
        let nine = try CivilDate("2026-03-09")
        let shown = merge.calendar.items.filter { $0.start?.date == nine && $0.recurrenceID != nil }
        #expect(shown.map(\.isCancelled) == [true])
        let records = try #require(
          shown.first?.unmodelled.properties.first { $0.name == "X-ALMANAC-BOOKING" })
        #expect(records.value.contains("called_off") && !records.value.contains("confirmed"))
      }
    }
  }

  @Test("a person accepted by another program does not replace a confirmed member")
  func accepted() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00")
    let ours = try booked(base, ["bob"], at: "2026-03-01T10:00").calendar(at: nil)
    for changed in ["2026-03-01T09:30", "2026-03-01T10:30", nil] {
      var theirs = base.calendar(at: nil)
      let override = try #require(theirs.items.first { $0.recurrenceID != nil })
      try theirs.edit(override.id, scope: .this, at: nil) { item in
        item.attendees.append(Attendee("mailto:guest@example.org", status: .accepted))
      }
      if let changed {
        var item = try #require(theirs.item(override.id))
        item.lastModified = try at(changed)
        theirs = theirs.with(items: theirs.items.map { $0.id == item.id ? item : $0 })
      }
      for (one, other) in [(ours, theirs), (theirs, ours)] {
        let merge = CalendarMerge(base: base.calendar(at: nil), ours: one, theirs: other)
        #expect(try states(merge.calendar) == ["ana confirmed", "bob confirmed", "guest waiting"])
        #expect(merge.displaced.map(\.booking.member) == ["guest@example.org"])
      }
    }
  }

  @Test("what another program states of a booked person is merged with a booking of the other side")
  func attendees() throws {
    func calendar(_ book: ClassBook) throws -> EventCalendar {
      book.calendar(organizer: Organizer("mailto:gym@example.org"), at: try at("2026-03-01T12:00"))
    }
    let base = try booked(book(places: 3), ["ana"], at: "2026-03-01T09:00")
    let ours = try calendar(booked(base, ["bob"], at: "2026-03-01T10:00"))
    let bobAlone = try calendar(booked(book(places: 3), ["bob"], at: "2026-03-01T10:00"))
    let theirs = try calendar(base).with(
      items: calendar(base).items.map { item in
        var item = item
        item.attendees = item.attendees.map { attendee in
          var attendee = attendee
          attendee.name = "Ana A."
          attendee.parameters.append(Parameter("X-UID", "94178996348992"))
          return attendee
        }
        return item
      })
    for (base, ours) in [(try calendar(base), ours), (try calendar(book(places: 3)), bobAlone)] {
      for (one, other) in [(ours, theirs), (theirs, ours)] {
        let merge = CalendarMerge(base: base, ours: one, theirs: other)
        #expect(try states(merge.calendar) == ["ana confirmed", "bob confirmed"])
        let people = try #require(merge.calendar.items.first { $0.recurrenceID != nil }).attendees
        let ana = try #require(people.first { $0.address == "mailto:ana@example.org" })
        #expect(ana.name == "Ana A." && ana.parameters == [Parameter("X-UID", "94178996348992")])
        #expect(people.count == 2)
      }
    }
  }

  /// The calendar as programs save it that drop every X- property.
  private func stripped(_ calendar: EventCalendar) -> EventCalendar {
    var calendar = calendar
    calendar.unmodelled.properties.removeAll { $0.name.hasPrefix("X-") }
    return calendar.with(
      items: calendar.items.map { item in
        var item = item
        item.unmodelled.properties.removeAll { $0.name.hasPrefix("X-") }
        return item
      })
  }

  @Test("A new override on a side that had lost its X- properties has those of its series again")
  func overrideAfterLoss() throws {
    var base = try booked(book(places: 3), [], at: "2026-03-01T09:00").calendar(at: nil)
    var main = try #require(base.item(uid: "yoga"))
    main.unmodelled.properties.append(Property("X-FOO", value: "keep"))
    base = base.with(items: [main])
    var (ours, theirs) = (base, base)
    let date = ItemID(uid: "yoga", recurrenceID: .zoned(try CivilDateTime("2026-03-09T18:00").in(zone)))
    try ours.edit(date, scope: .this, at: nil) { $0.details = "Note" }
    try theirs.edit(date, scope: .this, at: nil) { $0.location = "Hall" }
    for theirs in [theirs, stripped(theirs)] {
      for (one, other) in [(ours, theirs), (theirs, ours)] {
        let merge = CalendarMerge(base: base, ours: one, theirs: other)
        #expect(merge.conflicts.isEmpty)
        let override = try #require(merge.calendar.items.first { $0.recurrenceID != nil })
        #expect(override.details == "Note" && override.location == "Hall")
        let names = override.unmodelled.properties.map(\.name)
        #expect(names.contains("X-FOO") && names.contains("X-ALMANAC-KIND"))
      }
    }
    let alone = CalendarMerge(base: base, ours: base, theirs: stripped(theirs))
    let override = try #require(alone.calendar.items.first { $0.recurrenceID != nil })
    #expect(override.unmodelled.properties.map(\.name).contains("X-FOO"))
  }

  @Test(
    "The second part of a class that was split on a side without X- properties has the terms of the class")
  func splitBeforeLoss() throws {
    let base = try booked(book(places: 3), [], at: "2026-03-01T09:00").calendar(at: nil)
    var theirs = base
    let date = ItemID(uid: "yoga", recurrenceID: .zoned(try CivilDateTime("2026-03-09T18:00").in(zone)))
    try theirs.edit(date, scope: .thisAndFuture, at: nil) { $0.summary = "Joga" }
    var ours = base
    ours.name = "Gym"
    for (one, other) in [(base, stripped(theirs)), (ours, stripped(theirs)), (stripped(theirs), ours)] {
      let merge = DocumentMerge(
        base: ICSDocument([base]), ours: ICSDocument([one]), theirs: ICSDocument([other]))
      #expect(merge.conflicts.isEmpty)
      let classes = ClassBook(merge.document.calendars[0]).series
      #expect(classes.map { "\($0.summary) \($0.places)" }.sorted() == ["Joga 3", "Yoga 3"])
    }
  }

  @Test("A cancellation on a side that had lost its X- properties stands, and the places are known again")
  func cancelledAfterLoss() throws {
    let base = try booked(book(places: 3), ["ana", "bob"], at: "2026-03-01T09:00")
    var ours = ClassBook(stripped(base.calendar(at: nil)))
    #expect(ours.series("yoga")?.hasKnownPlaces == false)
    let decision = ours.request(
      .cancel("ana@example.org"), of: "yoga", on: try CivilDate("2026-03-09"), now: try at("2026-03-01T12:00")
    )
    if case .refused(let reasons) = decision.outcome { Issue.record("\(reasons)") }
    #expect(!ICSDocument([ours.calendar(at: nil)]).text.contains("X-ALMANAC-PLACES"))
    var theirs = base.calendar(at: nil)
    let date = try #require(theirs.items.first { $0.recurrenceID != nil })
    try theirs.edit(date.id, scope: .this, at: nil) { $0.location = "Hall" }
    for (one, other) in [(ours.calendar(at: nil), theirs), (theirs, ours.calendar(at: nil))] {
      let merge = CalendarMerge(base: base.calendar(at: nil), ours: one, theirs: other)
      #expect(merge.conflicts.isEmpty && merge.displaced.isEmpty)
      #expect(try states(merge.calendar) == ["ana cancelled", "bob confirmed"])
      let book = ClassBook(merge.calendar)
      #expect(book.series("yoga")?.places == 3)
      #expect(
        book.rosters(of: "yoga", on: try CivilDate("2026-03-09")).map {
          $0.occurrence.places - $0.takenPlaces
        } == [2])
    }
  }

  @Test("A series that was split on a side that then lost its X- properties has its places in both parts")
  func splitAfterLoss() throws {
    let later = try CivilDate("2026-03-23")
    func book(_ member: String, _ book: ClassBook, _ time: String) throws -> ClassBook {
      var book = book
      let outcome = book.request(.book("\(member)@example.org"), of: "yoga", on: later, now: try at(time))
        .outcome
      if case .refused(let reasons) = outcome { Issue.record("\(reasons)") }
      return book
    }
    let base = try book("ana", self.book(places: 2), "2026-03-01T09:00")
    var ours = base
    let seven = try CivilDateTime("2026-03-16T19:00").in(zone)
    let edit = try ours.editing("yoga", at: at("2026-03-16T18:00"), scope: .thisAndFuture, uids: .seeded(1)) {
      $0.start = seven
    }
    _ = ours.apply(edit, now: try at("2026-03-01T10:00"))
    let theirs = try book("zoe", base, "2026-03-01T11:00").calendar(at: nil)
    let stripped = stripped(ours.calendar(at: nil))
    for (one, other) in [(stripped, theirs), (theirs, stripped)] {
      let merge = CalendarMerge(base: base.calendar(at: nil), ours: one, theirs: other)
      #expect(merge.displaced.isEmpty)
      let merged = ClassBook(merge.calendar)
      #expect(merged.series.map(\.places) == [2, 2])
      let rosters = merged.series.flatMap { merged.rosters(of: $0.uid, on: later) }
      #expect(
        rosters.map { $0.bookings.map { "\($0.member) \($0.state.code)" } } == [
          ["ana@example.org confirmed", "zoe@example.org confirmed"]
        ])
    }
  }

  @Test("first bookings of a date on both sides, and a title that one side changed")
  func firstBookings() throws {
    let base = try book(places: 1)
    let ours = try booked(base, ["bob"], at: "2026-03-01T10:00").calendar(at: nil)
    var theirs = try booked(base, ["cleo"], at: "2026-03-01T09:00").calendar(at: nil)
    try theirs.edit(ItemID(uid: "yoga"), scope: .all, at: nil) { $0.summary = "Slow yoga" }
    let merge = CalendarMerge(base: base.calendar(at: nil), ours: ours, theirs: theirs)
    #expect(try states(merge.calendar) == ["bob waiting", "cleo confirmed"])
    #expect(ClassBook(merge.calendar).series("yoga")?.summary == "Slow yoga")
  }

  @Test("the copy of a class made by the policy “both” has no bookings of its own")
  func copiedClass() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00").calendar(at: nil)
    var (ours, theirs) = (base, base)
    try ours.edit(ItemID(uid: "yoga"), scope: .all, at: nil) { $0.summary = "Slow yoga" }
    try theirs.edit(ItemID(uid: "yoga"), scope: .all, at: nil) { $0.summary = "Fast yoga" }
    let merge = CalendarMerge(base: base, ours: ours, theirs: theirs, policy: .both, uids: .seeded(1))
    #expect(Set(merge.calendar.items.map(\.uid)).count == 2)
    let date = try CivilDate("2026-03-09")
    let rosters = merge.calendar.items.filter { $0.recurrenceID == nil }.map { item in
      ClassBook(merge.calendar).rosters(of: item.uid, on: date).map { $0.bookings.map(\.member) }
    }
    #expect(rosters.joined().joined().map { $0 } == ["ana@example.org"])
  }

  @Test("places that one side removed are not granted to a new booking of the other")
  func fewerPlaces() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00")
    let ours = try booked(base, ["bob"], at: "2026-03-01T10:00").calendar(at: nil)
    var theirs = base.calendar(at: nil)
    let override = try #require(theirs.items.first { $0.recurrenceID != nil })
    try theirs.edit(override.id, scope: .this, at: nil) { item in
      item.unmodelled.properties.removeAll { $0.name == "X-ALMANAC-PLACES" }
      item.unmodelled.properties.append(Property("X-ALMANAC-PLACES", value: "1"))
    }
    let merge = CalendarMerge(base: base.calendar(at: nil), ours: ours, theirs: theirs)
    #expect(try states(merge.calendar) == ["ana confirmed", "bob waiting"])
  }

  @Test("a guest invited by another program is kept, and a member who declined there has cancelled")
  func guests() throws {
    let base = try booked(book(places: 3), ["ana"], at: "2026-03-01T09:00")
    let ours = try booked(base, ["bob"], at: "2026-03-01T10:00").calendar(at: nil)
    var theirs = base.calendar(at: nil)
    let override = try #require(theirs.items.first { $0.recurrenceID != nil })
    try theirs.edit(override.id, scope: .this, at: nil) { item in
      item.attendees[0].status = .declined
      item.attendees.append(Attendee("mailto:guest@example.org"))
    }
    let merge = CalendarMerge(base: base.calendar(at: nil), ours: ours, theirs: theirs)
    let people = try #require(merge.calendar.item(override.id)).attendees
    #expect(try states(merge.calendar) == ["ana cancelled", "bob confirmed"])
    #expect(people.map { PersonKey($0.address).text }.sorted() == ["bob@example.org", "guest@example.org"])
  }

  @Test("a program that dropped every X- parameter has cancelled no booking")
  func foreignSave() throws {
    let base = try booked(book(places: 3), ["ana"], at: "2026-03-01T09:00")
    let ours = try booked(base, ["bob"], at: "2026-03-01T10:00").calendar(at: nil)
    var theirs = base.calendar(at: nil)
    let override = try #require(theirs.items.first { $0.recurrenceID != nil })
    try theirs.edit(override.id, scope: .this, at: nil) { item in
      item.attendees[0].parameters = []
      item.location = "Room 2"
    }
    let merge = CalendarMerge(base: base.calendar(at: nil), ours: ours, theirs: theirs)
    #expect(try states(merge.calendar) == ["ana confirmed", "bob confirmed"])
    #expect(merge.calendar.item(override.id)?.location == "Room 2")
  }

  /// The class as another program saves it after it accepted people on the date.
  private func accepting(_ members: [String], in calendar: EventCalendar) throws -> EventCalendar {
    var calendar = calendar
    let override = try #require(calendar.items.first { $0.recurrenceID != nil })
    try calendar.edit(override.id, scope: .this, at: nil) { item in
      for member in members {
        let address = "mailto:\(member)@example.org"
        item.attendees.removeAll { $0.address == address }
        item.attendees.append(Attendee(address, status: .accepted))
      }
    }
    return calendar
  }

  private func answers(_ calendar: EventCalendar) throws -> [String] {
    let override = try #require(calendar.items.first { $0.recurrenceID != nil })
    return override.attendees.map {
      "\(PersonKey($0.address).text.prefix { $0 != "@" }) \($0.status?.rawValue ?? "")"
    }.sorted()
  }

  @Test("people whom another program accepted beyond the places wait and are named, whichever side changed")
  func excess() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00").calendar(at: nil)
    let changed = try accepting(["bob", "cleo"], in: base)
    var other = base
    try other.edit(ItemID(uid: "yoga"), scope: .all, at: nil) { $0.location = "Hall" }
    for (ours, theirs) in [(changed, base), (base, changed), (changed, changed), (changed, other)] {
      let merge = CalendarMerge(base: base, ours: ours, theirs: theirs)
      #expect(try states(merge.calendar) == ["ana confirmed", "bob confirmed", "cleo waiting"])
      #expect(try answers(merge.calendar) == ["ana ACCEPTED", "bob ACCEPTED", "cleo TENTATIVE"])
      #expect(merge.displaced.map(\.booking.member) == ["cleo@example.org"])
      let documents = [base, ours, theirs].map { ICSDocument([$0]) }
      let document = DocumentMerge(base: documents[0], ours: documents[1], theirs: documents[2])
      #expect(document.displaced.map(\.booking.member) == ["cleo@example.org"])
      #expect(try answers(try #require(document.document.calendars.first)) == answers(merge.calendar))
      // Who waits does so for ever after, and is reported once.
      let again = CalendarMerge(base: base, ours: merge.calendar, theirs: base)
      #expect(again.displaced.isEmpty && again.calendar == merge.calendar)
    }
    let fitting = try accepting(["bob"], in: base)
    #expect(CalendarMerge(base: base, ours: base, theirs: fitting).calendar == fitting)
  }

  @Test("a synchronization writes the waiting list to both sides, also of a class that only one side has")
  func excessOfResource() async throws {
    let base = ICSDocument([try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00").calendar(at: nil)])
    let changed = ICSDocument([try accepting(["bob", "cleo"], in: base.calendars[0])])
    for isNew in [false, true] {
      let (local, remote) = (MemoryRemote(), MemoryRemote())
      var state = SyncState()
      if !isNew {
        try await write(base.bytes, to: "yoga.ics", of: local)
        try await synchronize(&state, local, remote)
      }
      try await write(changed.bytes, to: "yoga.ics", of: remote)
      let plan = try await synchronize(&state, local, remote)
      #expect(plan.displaced.map(\.booking.member) == ["cleo@example.org"])
      #expect(try answers(await items(remote)) == ["ana ACCEPTED", "bob ACCEPTED", "cleo TENTATIVE"])
      #expect(try await contents(local) == contents(remote))
      #expect(try await planned(state, local, remote).steps.isEmpty)
    }
  }
}
