import AlmanacRecurrence
import AlmanacTime
import Foundation
import Testing

/// The reference files of other implementations, `icalrecur_test*.txt`, in the folder that the environment variable
/// ALMANAC_CONFORMANCE names. They are not part of the project.
@Suite("Reference files")
struct ReferenceFileTests {
  static let folder = ProcessInfo.processInfo.environment["ALMANAC_CONFORMANCE"]

  @Test("Every block", .enabled(if: folder != nil, "ALMANAC_CONFORMANCE names no folder"))
  func everyBlock() throws {
    let folder = try #require(Self.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("icalrecur_test") && $0.hasSuffix(".txt") }.sorted()
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let blocks = try RecurrenceBlock.read(text)
      for block in blocks { try check(block) }
      print("\(file): \(blocks.count) blocks")
    }
  }

  private func check(_ block: RecurrenceBlock) throws {
    var block = block
    if let refusal = block.refusal {
      let isUnimplemented = refusal.contains("UNIMPLEMENTED")
      let argued = Self.unimplemented[block.rules[0]]
      guard isUnimplemented, let argued else {
        #expect(!isUnimplemented, "no argued instances for \(block.rules)")
        expectRefusal(of: block)
        return
      }
      block.instances = try argued.map(RecurrenceBlock.time)
    }
    let scale = try RecurrenceRule(block.rules[0]).calendarScale
    // Rules of other calendar systems are run where there is a source of such calendars.
    guard scale == nil || scale == "GREGORIAN" else { return }
    try block.expectInstances()
  }

  private func expectRefusal(of block: RecurrenceBlock) {
    #expect(throws: RecurrenceError.self, "\(block.rules)") { try RecurrenceRule(block.rules[0]) }
  }

  /// The instances by RFC 5545 of valid rules that the reference does not implement.
  private static let unimplemented: [String: [String]] = [
    // "The BYWEEKNO rule part specifies … ordinals specifying weeks of the year … week number one of the calendar
    // year is the first week that contains at least four (4) days in that calendar year": 30 December is in week 1
    // of the next year when it is a Monday or a Tuesday.
    "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30;BYWEEKNO=1;UNTIL=20320101": [
      "20241230", "20251230", "20301230", "20311230",
    ]
  ]
}
