import AlmanacComponents
import Testing

@Suite("The spelling of numbers")
struct JSONNumberTests {
  @Test(
    "JSON's numbers (RFC 8259 §6)",
    arguments: [
      ("0", true), ("-0", true), ("10.50", true), ("1e5", true), ("1E-05", true), ("", false), ("-", false),
      ("01", false), ("+1", false), (".5", false), ("1.", false), ("1e", false), ("1 ", false),
      ("0x1", false),
    ])
  func legal(text: String, isLegal: Bool) { #expect(JSONNumber.isLegal(text) == isLegal) }

  @Test(
    "Equal numbers have one canonical spelling, in which no digit is lost",
    arguments: [
      ("1.50e2", "150"), ("150", "150"), ("0.5", "5e-1"), ("-0.0", "-0"), ("0e9", "0"), ("007", "7"),
      ("1e21", "1e21"), ("1e20", "100000000000000000000"),
      ("12345678901234567890.5", "123456789012345678905e-1"),
      ("1e9999999999999999999", "1e9999999999999999999"),
    ])
  func canonical(text: String, expected: String) { #expect(JSONNumber.canonical(text) == expected) }

  @Test(
    "iCalendar's numbers have no exponent",
    arguments: [
      ("2e3", "2000"), ("-1.25E1", "-12.5"), ("1.25e-2", "0.0125"), ("5", "5"), ("0e99999", "0"),
      ("1e400", nil), ("0x1", nil), ("nan", nil), ("abc", nil),
    ] as [(String, String?)])
  func plain(text: String, expected: String?) { #expect(JSONNumber.plain(text) == expected) }

  @Test(
    "Whole numbers",
    arguments: [("5.0", "5"), ("5", "5"), ("2e3", "2000"), ("5.5", nil)] as [(String, String?)])
  func whole(text: String, expected: String?) { #expect(JSONNumber.whole(text) == expected) }

  @Test(
    "iCalendar's numbers as JSON's",
    arguments: [("+037.50", "37.50"), ("-.5", "-0.5"), ("5.", "5"), ("x", nil)] as [(String, String?)])
  func json(text: String, expected: String?) { #expect(JSONNumber.json(text) == expected) }
}
