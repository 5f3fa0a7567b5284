import Testing

@testable import AlmanacComponents

@Suite("Names, parameters and values")
struct LineGrammarTests {
  private func line(_ text: String) throws -> Line { try #require(try read(text + "\r\n").lines.first) }

  @Test("Examples of RFC 5545 §3.2 and §3.8")
  func examples() throws {
    #expect(
      try line(#"DESCRIPTION;ALTREP="cid:part1.0001@example.org":The Fall'98 Wild Wizards Conference"#)
        == Line(
          name: "DESCRIPTION", parameters: [Parameter("ALTREP", ["cid:part1.0001@example.org"])],
          value: "The Fall'98 Wild Wizards Conference"))
    #expect(
      try line(
        #"ATTENDEE;MEMBER="mailto:projectA@example.com","mailto:projectB@example.com":mailto:janedoe@example.com"#
      )
        == Line(
          name: "ATTENDEE",
          parameters: [
            Parameter("MEMBER", ["mailto:projectA@example.com", "mailto:projectB@example.com"])
          ],
          value: "mailto:janedoe@example.com"))
    #expect(
      try line("RDATE;VALUE=DATE:19970304,19970504,19970704,19970904").value
        == "19970304,19970504,19970704,19970904")
    #expect(
      try line(#"ATTENDEE;RSVP=TRUE;ROLE=REQ-PARTICIPANT;CUTYPE=GROUP;CN="a;b:c,d":mailto:x@example.com"#)
        .parameters
        == [
          Parameter("RSVP", ["TRUE"]), Parameter("ROLE", ["REQ-PARTICIPANT"]),
          Parameter("CUTYPE", ["GROUP"]), Parameter("CN", ["a;b:c,d"]),
        ])
  }

  @Test("Examples of RFC 6868 §3.2 and §3")
  func carets() throws {
    #expect(
      try line("ATTENDEE;CN=George Herman ^'Babe^' Ruth:mailto:babe@example.com").parameters
        == [Parameter("CN", [#"George Herman "Babe" Ruth"#])])
    #expect(
      try line(
        #"GEO;X-ADDRESS="Pittsburgh Pirates^n115 Federal St^nPittsburgh, PA 15212":40.446816;-80.00566"#
      ).parameters
        == [Parameter("X-ADDRESS", ["Pittsburgh Pirates\n115 Federal St\nPittsburgh, PA 15212"])])
    #expect(try line("X-A;B=^^n^x^:v").parameters == [Parameter("B", ["^n^x^"])])
  }

  @Test("Unusual but unambiguous lines are read")
  func oddLines() throws {
    #expect(try line("SUMMARY:") == Line(name: "SUMMARY", value: ""))
    #expect(try line("summary : x ") == Line(name: "summary", value: " x "))
    #expect(try line("X-A;;B=1;:v").parameters == [Parameter("B", ["1"])])
    #expect(try line("X-A;B:v").parameters == [Parameter("B", [""])])
    #expect(try line("X-A;B=:v").parameters == [Parameter("B", [""])])
    #expect(try line("X-A;B=a=b:v").parameters == [Parameter("B", ["a=b"])])
    #expect(try line("item1.X-A_B:v").name == "item1.X-A_B")
    #expect(try line(#"X-A;B=",":v,"w""#).value == #"v,"w""#)
  }

  @Test("A TZID with a colon but no quotes keeps its colon, as Google and Outlook write it")
  func zonesWithColons() throws {
    let google = try line("DTSTART;TZID=GMT+05:30:20120904T020000")
    #expect(google.parameters == [Parameter("TZID", ["GMT+05:30"])])
    #expect(google.value == "20120904T020000")
    let outlook = try line("DTEND;VALUE=DATE-TIME;TZID=(UTC+01:00) Bern, Rome:20120904T020000")
    #expect(outlook.parameters.last == Parameter("TZID", "(UTC+01:00) Bern, Rome"))
    #expect(outlook.value == "20120904T020000")
  }

  @Test(
    "Parse errors are reported with line, property and the expected form",
    arguments: [
      ("nocolon", Diagnostic.Code.missingColon, "NOCOLON"),
      ("no colon", .invalidName, ""),
      ("SUMMARY;LANGUAGE=en", .missingColon, "SUMMARY"),
      (":value", .missingName, ""),
      (";A=b:value", .missingName, ""),
      ("SUM\"MARY:x", .invalidName, ""),
      ("SUMMARY;CN=\"open:x", .unterminatedQuote, "SUMMARY"),
      ("SUMMARY;CN:x", .missingParameterValue, "SUMMARY"),
      ("summary:a\u{7}b", .controlCharacter, "SUMMARY"),
      ("END;A=b:VEVENT", .invalidName, ""),
      ("ATTENDEE;CN=Doe, John:mailto:j@example.org", .unquotedComma, "ATTENDEE"),
      ("ATTENDEE;RSVP=TRUE;cn=a;CN=b:mailto:j@example.org", .repeatedParameter, "ATTENDEE"),
      (#"ATTENDEE;MEMBER="a:1"; MEMBER ="a:2":mailto:j@example.org"#, .repeatedParameter, "ATTENDEE"),
    ])
  func findings(text: String, code: Diagnostic.Code, property: String) throws {
    let reading = try read("BEGIN:VCALENDAR\n" + text + "\nEND:VCALENDAR\n")
    let finding = try #require(reading.findings.first)
    #expect((finding.code, finding.line, finding.property) == (code, 2, property))
    #expect(!finding.message.isEmpty && !finding.repair.isEmpty)
  }

  @Test(
    "RFC 5545 §3.2: a comma without quotes divides lists only",
    arguments: [
      ("CN=Doe, John", Parameter("CN", "Doe, John")), (#"CN="Doe", John"#, Parameter("CN", "Doe, John")),
      (#"CN="Doe, John""#, Parameter("CN", "Doe, John")), ("CN=a^n,b", Parameter("CN", "a\n,b")),
      (#"MEMBER="a:1","a:2""#, Parameter("MEMBER", ["a:1", "a:2"])),
      ("DELEGATED-TO=a,b", Parameter("DELEGATED-TO", ["a", "b"])),
      ("FEATURE=AUDIO,VIDEO", Parameter("FEATURE", ["AUDIO", "VIDEO"])),
      ("X-A=1,2", Parameter("X-A", ["1", "2"])), ("IANA-A=1,2", Parameter("IANA-A", ["1", "2"])),
    ])
  func commas(text: String, parameter: Parameter) throws {
    #expect(try line("ATTENDEE;\(text):mailto:j@example.org").parameters == [parameter])
  }

  @Test(
    "What is legal has no findings",
    arguments: [
      #"ATTENDEE;CN="Doe, John";MEMBER="mailto:a@example.org","mailto:b@example.org":mailto:j@example.org"#,
      #"ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=a;X-NUM-GUESTS=0:mailto:j@example.org"#,
      "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=a;X-A=1,2:https://example.org/",
    ])
  func legal(text: String) throws { #expect(try read(text + "\r\n").codes == [.outsideCalendar]) }

  @Test("An unterminated quote affects its parameter only, not the value")
  func unterminatedQuote() throws {
    #expect(try line(#"SUMMARY;CN="open:x"#).value == "x")
  }
}
