import AlmanacTime
import Testing

@testable import AlmanacEvents

@Suite("Which of two states is newer")
struct NewerStateTests {
  private func revision(_ sequence: Int, modified: Int64? = nil, stamp: Int64? = nil) throws -> Revision {
    var event = Event("a", from: try Samples.date("2026-03-02"), uid: "a")
    event.sequence = sequence
    event.lastModified = modified.map { Instant(secondsSinceEpoch: $0) }
    event.stamp = stamp.map { Instant(secondsSinceEpoch: $0) }
    return event.item.revision
  }

  @Test("a merge, a document and a folder go by SEQUENCE, LAST-MODIFIED, DTSTAMP")
  func order() throws {
    let ascending = [
      try revision(0), try revision(0, stamp: 10), try revision(0, stamp: 20),
      try revision(0, modified: 5, stamp: 10), try revision(1, stamp: 5),
    ]
    for (index, revision) in ascending.enumerated() {
      for (place, other) in ascending.enumerated() { #expect((revision > other) == (index > place)) }
    }
  }

  @Test("of two items of one identity that one is current which a merge takes as the newer")
  func duplicates() throws {
    func event(_ title: String, modified: Int64, stamp: Int64) throws -> Event {
      var event = Event(title, from: try Samples.date("2026-03-02"), uid: "a")
      event.lastModified = Instant(secondsSinceEpoch: modified)
      event.stamp = Instant(secondsSinceEpoch: stamp)
      return event
    }
    let newer = try event("newer", modified: 90, stamp: 10)
    for older in [try event("older", modified: 70, stamp: 10), try event("older", modified: 70, stamp: 80)] {
      for events in [[newer, older], [older, newer]] {
        var calendar = EventCalendar()
        calendar.insert(events.map(\.item))
        #expect(calendar.currentItems.map(\.summary) == ["newer"])
      }
    }
  }

  @Test("an import goes by SEQUENCE and DTSTAMP; an absent DTSTAMP stops no import")
  func stamps() throws {
    let (none, epoch) = (try revision(0, modified: 99), try revision(0, stamp: 0))
    let (old, new) = (try revision(0, modified: 99, stamp: 10), try revision(0, stamp: 20))
    #expect(new.isSent(after: old) && !old.isSent(after: new) && !new.isSent(after: new))
    #expect(!new.isSent(after: none) && !none.isSent(after: new) && !new.isSent(after: epoch))
    #expect(try revision(1).isSent(after: new))
  }

  @Test("an instance and its series are compared by DTSTAMP, and by SEQUENCE only without one")
  func stampsOfInstances() throws {
    let (date, series) = (try revision(2, stamp: 10), try revision(1, stamp: 20))
    #expect(series.isStamped(after: date) && !date.isStamped(after: series) && !date.isStamped(after: date))
    let (unstamped, epoch) = (try revision(2), try revision(2, stamp: 0))
    for other in [unstamped, epoch] {
      #expect(other.isStamped(after: series) && !series.isStamped(after: other))
    }
  }

  @Test("an edit has the SEQUENCE and DTSTAMP of the state sent, and a later LAST-MODIFIED")
  func edits() throws {
    let sent = try revision(1, stamp: 10)
    let edit = try revision(1, modified: 15, stamp: 10)
    #expect(edit.isEdit(of: sent) && !sent.isEdit(of: edit) && !edit.isEdit(of: edit))
    #expect(try !revision(2, modified: 15, stamp: 10).isEdit(of: sent))
    #expect(try !revision(1, modified: 15, stamp: 11).isEdit(of: sent))
    #expect(try !revision(1, modified: 15).isEdit(of: revision(1)))
    #expect(try !revision(1, modified: 15, stamp: 0).isEdit(of: revision(1, stamp: 0)))
  }
}
