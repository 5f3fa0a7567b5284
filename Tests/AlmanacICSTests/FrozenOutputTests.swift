import AlmanacEvents
import AlmanacICS
import Foundation
import TestSupport
import Testing

/// What the corpus comes to in every form, kept from before the reader and the writer were built anew.
@Suite("Outputs of the corpus as they were")
struct FrozenOutputTests {
  private func compare(_ name: String, _ output: (ICSDocument) throws -> String) throws {
    var outputs = FrozenOutputs(name)
    for file in try files(in: "Tests/AlmanacICSTests/Corpus") {
      let document = try ICSDocument(parsing: file.bytes, options: ICSOptions(uids: .seeded(1)))
      outputs.add(try output(document), for: file.name)
    }
    let differences = try outputs.differences()
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test("as read")
  func read() throws { try compare("read.txt") { $0.text } }

  @Test("normalized")
  func normalized() throws { try compare("normalized.txt") { $0.text(.normalized) } }

  @Test("as jCal")
  func jCal() throws { try compare("jcal.txt") { $0.jCal } }

  @Test("as JSCalendar")
  func jsCalendar() throws { try compare("jscalendar.txt") { $0.jsCalendar(uids: .seeded(2)) } }

  @Test("with diagnostics")
  func diagnostics() throws {
    try compare("diagnostics.txt") { document in
      document.diagnostics.map {
        "\($0.line) \($0.severity.rawValue) \($0.code.rawValue) [\($0.uid)] [\($0.property)] \($0.message) [\($0.repair)]"
      }.joined(separator: "\n")
    }
  }

  @Test("as a stored calendar")
  func stored() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try compare("stored.txt") { document in
      let forms = try document.calendars.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      for (form, calendar) in zip(forms, document.calendars) {
        #expect(try JSONDecoder().decode(EventCalendar.self, from: Data(form.utf8)) == calendar)
      }
      return forms.joined(separator: "\n")
    }
  }
}
