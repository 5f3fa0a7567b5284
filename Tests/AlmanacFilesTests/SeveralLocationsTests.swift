import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import Foundation
import TestSupport
import Testing

@Suite("A change of several locations is one")
struct SeveralLocationsTests {
  private let folder: TemporaryFolder
  private let locations: [CalendarLocation]
  private let names = ["one/x.ics", "one/y.ics", "two/x.ics"]

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one", "two"] { try folder.makeFolder(name) }
    for name in names { try folder.file(name, Sample.calendar(name, "old")) }
    locations = ["one", "two"].map { [folder] in CalendarLocation(folder.path($0)) }
  }

  private var contents: [String] { get throws { try names.map { try folder.content($0) } } }

  private func change() throws {
    var store = try CalendarStore(locations, for: .changing(timeout: .zero))
    for uid in names {
      let place = try store.location(uid: uid)
      try store.change(place.main) { (calendar) throws(EventError) in try calendar.rename(uid, "new") }
    }
    try store.save("renamed all", at: Sample.now)
  }

  @Test(
    "whatever files an interrupted change has come to, readers and the next change of either location have it whole",
    arguments: [[0], [1], [0, 1]])
  func everySubset(opened: [Int]) throws {
    let before = try contents
    try change()
    let after = try contents
    let journals = try ["one", "two"].map { try folder.content("\($0)/.almanac-undo") }
    for mask in 0..<1 << names.count {
      for (number, name) in names.enumerated() {
        try folder.file(name, (mask >> number & 1 == 1 ? after : before)[number])
      }
      for (name, text) in zip(["one", "two"], journals) {
        try folder.file(
          "\(name)/.almanac-undo", text.replacing("settled", with: "pending", maxReplacements: 1))
      }
      let isMade = mask == 1 << names.count - 1
      for location in locations {
        let seen = try CalendarDirectory(opening: location.path).calendars.flatMap { $0.summaries }
        #expect(Set(seen) == [isMade ? "new" : "old"])
      }
      let transaction = try FileTransaction(on: opened.map { locations[$0] }, timeout: .zero)
      #expect(transaction.recoveries.map { $0.outcome } == [isMade ? .completed : .undone])
      #expect(try contents == (isMade ? after : before))
    }
  }

  @Test(
    "a change that had not begun in all journals is undone; one recorded as complete in any journal is kept"
  )
  func halfRecorded() throws {
    let before = try contents
    try change()
    let after = try contents
    let settled = try folder.content("one/.almanac-undo")
    try folder.file(
      "one/.almanac-undo", settled.replacing("settled", with: "pending", maxReplacements: 1))
    #expect(try FileTransaction(on: [locations[1]], timeout: .zero).recoveries.isEmpty)
    #expect(try FileTransaction(on: locations, timeout: .zero).recoveries.map { $0.outcome } == [.completed])
    #expect(try contents == after)
    for (name, text) in zip(names, before) { try folder.file(name, text) }
    try folder.file(
      "one/.almanac-undo", settled.replacing("settled", with: "pending", maxReplacements: 1))
    try folder.remove("two/.almanac-undo")
    #expect(try FileTransaction(on: locations, timeout: .zero).recoveries.map { $0.outcome } == [.undone])
    #expect(try contents == before)
  }

  @Test("it is undone with all its locations, and not in half")
  func undo() throws {
    let before = try contents
    try change()
    let after = try contents
    for location in locations {
      var transaction = try FileTransaction(on: [location], timeout: .zero)
      let code = FileError.code { () throws(FileError) in _ = try transaction.undo() }
      #expect(code == .otherLocations)
      #expect(try contents == after)
    }
    var transaction = try FileTransaction(on: locations, timeout: .zero)
    #expect(try transaction.undo().changes.count == 3)
    #expect(try contents == before)
    #expect(FileError.code { () throws(FileError) in _ = try transaction.undo() } == .nothingToUndo)
  }
}
