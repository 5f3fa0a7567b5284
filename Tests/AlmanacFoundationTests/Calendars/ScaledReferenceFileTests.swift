import AlmanacFoundation
import AlmanacRecurrence
import AlmanacTime
import Foundation
import Testing

/// The blocks with RSCALE of the reference files of other implementations, `icalrecur_test*.txt`, in the folder that the
/// environment variable ALMANAC_CONFORMANCE names. They are not part of the project.
@Suite("Reference files with other calendars")
struct ScaledReferenceFileTests {
  static let folder = ProcessInfo.processInfo.environment["ALMANAC_CONFORMANCE"]

  @Test("Every block with RSCALE", .enabled(if: folder != nil, "ALMANAC_CONFORMANCE names no folder"))
  func everyBlock() throws {
    let folder = try #require(Self.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("icalrecur_test") && $0.hasSuffix(".txt") }.sorted()
    var count = 0
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      for block in text.components(separatedBy: "\n\n") where block.contains("RSCALE=") {
        try check(block)
        count += 1
      }
    }
    #expect(count > 0)
  }

  private func check(_ block: String) throws {
    var fields: [String: String] = [:]
    for line in block.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[String(parts[0])] = String(parts[1]) }
    }
    let rule = try RecurrenceRule(try #require(fields["RRULE"]))
    let first = try CivilDate(fields["START-AT"] ?? fields["DTSTART"] ?? "")
    let start = try CivilDate(fields["DTSTART"] ?? "")
    let expected = try CivilDate.list(fields["INSTANCES"] ?? "").filter { $0 >= first }
    let found = rule.occurrences(from: start, calendars: .foundation).starting(at: first.startOfDay).dates
    #expect(found == expected, "\(block)")
  }
}
