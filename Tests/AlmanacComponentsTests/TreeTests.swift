import Testing

@testable import AlmanacComponents

@Suite("Components, properties and parameters as values")
struct TreeTests {
  private let stage = Component(
    "VLOCATION",
    properties: [
      Property("UID", value: "1", position: 0), Property("name", value: "Main\\, stage", position: 1),
      Property("NAME", value: "Second", position: 2),
    ], components: [Component("X-INNER", properties: [Property("X-A", value: "")])])

  @Test("Equality of properties ignores the position")
  func position() {
    let moved = Property("UID", value: "1", position: 9)
    #expect(moved == stage.properties[0])
    #expect(Set([moved, stage.properties[0]]).count == 1)
    #expect(Property("UID", parameters: [Parameter("A", "1")], value: "1") != moved)
    #expect(Property("uid", value: "1") != moved)
  }

  @Test("Names compare without regard to case")
  func names() {
    #expect(stage.first("NAME")?.value == "Main\\, stage")
    #expect(stage.first("NAME")?.text == "Main, stage")
    #expect(stage.first("DESCRIPTION") == nil)
    #expect(stage.value("DESCRIPTION") == nil)
    #expect(stage.properties.all(named: "Name").map(\.value) == ["Main\\, stage", "Second"])
    #expect(stage.properties.contains(named: "uid"))
    #expect(stage.components.all(named: "x-inner").count == 1)
    #expect(Parameter("language", "ca").name == "LANGUAGE")
  }

  @Test("A change of one property leaves the others as they are")
  func changing() {
    var changed = stage
    changed.set("Main\\, stage", "NAME")
    #expect(changed == stage)
    changed.set("Hall\\; small", "NAME")
    #expect(changed.properties.map(\.value) == ["1", "Hall\\; small", "Second"])
    #expect(changed.properties[1].position == 1)
    changed.set(nil, "NAME")
    #expect(changed.properties.map(\.name) == ["UID"])
    changed.set("https://example.org", "URL")
    #expect(changed.value("URL") == "https://example.org")
    #expect(changed.lineCount == 7)
  }

  @Test("Elements with a name are replaced in place; surplus new ones are appended")
  func replacing() {
    var properties = stage.properties
    let (a, b) = (Property("NAME", value: "a"), Property("NAME", value: "b"))
    properties.replace("NAME", by: [a])
    #expect(properties.map(\.value) == ["1", "a"])
    properties.replace("UID", by: [a, b])
    #expect(properties.map(\.value) == ["a", "a", "b"])
  }

  @Test("A parameter is set to one value, and removed by an empty one")
  func parameters() {
    var link = Property("LINK", parameters: [Parameter("LABEL", ["a", "b"])], value: "x")
    link.set("a", parameter: "LABEL")
    #expect(link.parameters == [Parameter("LABEL", ["a", "b"])])
    link.set("c", parameter: "LABEL")
    link.set("d", parameter: "FMTTYPE")
    link.set("", parameter: "LANGUAGE")
    #expect(link.parameters == [Parameter("LABEL", "c"), Parameter("FMTTYPE", "d")])
    #expect(link.parameter("LABEL") == "c")
    #expect(link.parameter("LANGUAGE") == nil)
    link.set("", parameter: "LABEL")
    #expect(link.parameters == [Parameter("FMTTYPE", "d")])
  }

  @Test(
    "A property as read again has no control characters, and each parameter once and with a value")
  func asRead() {
    let made = Property(
      "X-A",
      parameters: [
        Parameter("A", "1\r\n2\r3\u{7}"), Parameter("B C", "x"), Parameter("A", "2"), Parameter("D", []),
      ], value: "a\r\nEND:VEVENT\tb", position: 2)
    #expect(
      made.asRead
        == Property(
          "X-A", parameters: [Parameter("A", ["1\n2\n3", "2"]), Parameter("D", "")], value: "aEND:VEVENT\tb"))
    #expect(made.asRead.position == 2)
    let named = Property("ATTENDEE", parameters: [Parameter("CN", ["a", "b"])], value: "c")
    #expect(named.asRead.parameters == [Parameter("CN", "a,b")])
    var writer = LineWriter()
    writer.write(named)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "ATTENDEE;CN=\"a,b\":c\r\n")
    #expect(stage.properties.allSatisfy { $0.asRead == $0 })
  }

  @Test("Names that would begin something else are not legal")
  func legalNames() {
    for name in ["", "BEGIN", "end", "X A", "X:1\r\nEND", "É"] {
      #expect(!Property(name, value: "").hasLegalName, "\(name)")
    }
    for name in ["", "vcalendar", "X\r\nY"] { #expect(!Component(name).hasLegalName, "\(name)") }
    #expect(Property("x-a_b.c", value: "").hasLegalName && Component("X-1").hasLegalName)
  }
}
