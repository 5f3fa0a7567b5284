import AlmanacRecurrence
import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacMapping

/// Files in the style of each client, for each RFC and for each sin: written for this project, after what the programs
/// export. `expected.txt` says for each which diagnostic it earns; those without one are legal.
@Suite("The corpus")
struct CorpusTests {
  private static let folder = "Tests/AlmanacICSTests/Corpus"

  private func expectations() throws -> [String: String] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/expected.txt")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        return (String(columns[0]) + ".ics", columns.count > 1 ? String(columns[1]) : "")
      })
  }

  @Test("Diagnostics of each file are exactly the expected ones")
  func diagnostics() throws {
    let expected = try expectations()
    let all = try files(in: Self.folder)
    #expect(all.count >= 60)
    for file in all {
      let document = try ICSDocument(parsing: file.bytes)
      let code = try #require(expected[file.name])
      if code.isEmpty {
        #expect(document.diagnostics.filter { $0.severity > .note } == [], "\(file.name)")
      } else {
        #expect(document.codes.contains(code), "\(file.name): \(document.diagnostics)")
      }
    }
  }

  @Test("As read, every file comes out as it came in")
  func asRead() throws {
    for file in try files(in: Self.folder) {
      let document = try ICSDocument(parsing: file.bytes)
      let again = try ICSDocument(parsing: document.bytes)
      #expect(document.text == again.text, "\(file.name)")
      if !["bytes-latin1.ics", "bytes-fold-in-character.ics"].contains(file.name) {
        #expect(document.bytes == file.bytes, "\(file.name)")
      }
    }
  }

  @Test("An item is written as lines as its tree is")
  func linesAndTrees() throws {
    var count = 0
    for file in try files(in: Self.folder) {
      for calendar in try ICSDocument(parsing: file.bytes).calendars {
        for item in calendar.items {
          var (writer, other) = (
            ModelWriter(door: standardDoor, calendarZone: calendar.zone),
            ModelWriter(door: standardDoor, calendarZone: calendar.zone)
          )
          writer.write(item)
          other.write(other.component(for: item))
          #expect(writer.drainLines() == other.drainLines(), "\(file.name) \(item.uid)")
          count += 1
        }
      }
    }
    #expect(count > 90)
  }

  @Test("Normalized, every file is legal and has the same meaning")
  func normalized() throws {
    for file in try files(in: Self.folder) {
      let document = try ICSDocument(parsing: file.bytes, options: ICSOptions(uids: .seeded(1)))
      let text = document.text(.normalized)
      let again = try ICSDocument(parsing: text, options: ICSOptions(uids: .seeded(1)))
      let isBroken =
        document.diagnostics.contains { $0.severity == .error }
        || document.calendars.contains { $0.items.contains(where: \.hasUnreadTimes) }
      // What has no DTSTAMP is given none that would not be true.
      let faults = again.diagnostics.filter { $0.severity > .note && $0.code != .missingStamp }
      if !isBroken { #expect(faults == [], "\(file.name)") }
      for (mine, theirs) in zip(document.calendars, again.calendars) {
        #expect(mine.all == theirs.all, "\(file.name)")
        let (mine, theirs) = (mine.items.map(\.comparable), theirs.items.map(\.comparable))
        if ["rfc5545-timezones.ics", "zone-gmt-offset.ics"].contains(file.name) {
          // A zone of the file's own is written without the history that nothing uses.
          #expect(mine.map { $0.start?.instant(in: .utc) } == theirs.map { $0.start?.instant(in: .utc) })
        } else if file.name == "sin-mixed-exceptions.ics" {
          // RECURRENCE-ID and EXDATE get the form of the series' start.
          let days = try ["2026-03-10T10:00", "2026-03-11T10:00", "2026-03-12T10:00"].map {
            EventTime.zoned(try ZonedDateTime($0 + "[Europe/Madrid]"))
          }
          #expect(theirs.first?.recurrence.exceptions == days)
          #expect(theirs.last?.recurrenceID == .zoned(try ZonedDateTime("2026-03-13T10:00[Europe/Madrid]")))
        } else if ["sin-alarm.ics", "sin-unknown-word.ics", "zone-unknown.ics"].contains(file.name) {
          // What no file may have stands only in the text that was read.
          #expect(mine.map(\.withoutUnmodelled) == theirs, "\(file.name)")
        } else {
          #expect(mine == theirs, "\(file.name)")
        }
      }
      #expect(again.text(.normalized) == text, "\(file.name)")
      let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.utf8.count <= 75 }, "\(file.name)")
    }
  }

  @Test("An edit of each item of each file changes that item and no other")
  func edits() throws {
    var count = 0
    for file in try files(in: Self.folder) {
      let original = try ICSDocument(parsing: file.bytes, options: ICSOptions(uids: .seeded(1)))
      for (index, calendar) in original.calendars.enumerated() {
        for item in calendar.items where calendar.item(item.id) == item {
          var document = original
          var changed = item
          changed.summary = "changed; by, the\ntest"
          // Items that break rules, alone or beside their series, are refused.
          if (try? document.calendars[index].update(changed, policy: .standard, at: nil)) != nil {
            count += 1
            #expect(document.calendars[index].item(item.id)?.summary == changed.summary)
            #expect(document.text != original.text)
          } else {
            #expect(document.text == original.text)
          }
          let again = try ICSDocument(parsing: document.bytes, options: ICSOptions(uids: .seeded(1)))
          #expect(
            again.calendars[index].items.map(\.comparable)
              == document.calendars[index].items.map(\.comparable),
            "\(file.name) \(item.id)")
        }
      }
    }
    #expect(count > 80)
  }
}

extension EventCalendar {
  /// What happens in a year and a half, and when.
  fileprivate var all: [String] {
    let window = Instant(secondsSinceEpoch: 1_767_225_600)..<Instant(secondsSinceEpoch: 1_814_400_000)
    return agenda(in: window, viewer: .utc).found.map { "\($0.item.uid) \($0.interval(in: .utc))" }
  }
}

extension Item {
  fileprivate var withoutUnmodelled: Item {
    var item = self
    item.unmodelled = Unmodelled()
    return item
  }

  /// What must be the same after writing anew: positions are not, a missing DTSTAMP becomes some time, and an alarm that
  /// shows nothing gets the text it needs.
  fileprivate var comparable: Item {
    var item = self
    item.stamp = nil
    for index in item.alarms.indices where item.alarms[index].details == item.summary {
      item.alarms[index].details = ""
    }
    return item
  }
}
