import Foundation
import Testing

@Suite("The table of the five systems")
struct SystemsTableTests {
  @Test(
    "each capability has a line that its program prints",
    arguments: ["UniversityCalendar", "PersonalTrainer", "GymClasses", "RemoteTrainer", "LeagueSeason"])
  func output(program: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let table = root.appending(path: "Sources/Almanac/Almanac.docc/Systems.md")
    let text = String(decoding: try Data(contentsOf: table), as: UTF8.self)
    let run = try ExampleRun.shipped(program)
    let parts = text.split(separator: "\n").map { line in line.split(separator: "|").map { $0.trimming(" ") }
    }
    let rows = parts.filter { $0.count == 5 && run.rows.contains($0[0]) }
    #expect(Set(rows.map { $0[0] }) == run.rows)
    for row in rows {
      let output = row[4].trimming("`")
      #expect(run[row[0]].contains { $0.contains(output) }, "\(row[0]): \(output)")
    }
  }
}

extension StringProtocol {
  fileprivate func trimming(_ characters: String) -> String {
    trimmingCharacters(in: CharacterSet(charactersIn: characters))
  }
}
