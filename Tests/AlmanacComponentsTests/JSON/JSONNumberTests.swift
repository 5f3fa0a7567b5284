import AlmanacComponents
import Testing

@Suite("The spelling of numbers")
struct JSONNumberTests {
  @Test(
    "Numbers in JSON's grammar are not changed (RFC 8259 §6)",
    arguments: ["0", "-0", "10.50", "1e5", "1E-05", "1e9999999999999999999"])
  func legal(text: String) { #expect(JSONNumber(text)?.spelling == text) }

  @Test(
    "Other numbers get JSON's spelling, in which no digit is lost",
    arguments: [
      ("01", "1"), ("+1", "1"), (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1"), ("+037.50", "37.50"),
      ("+.50e+3", "0.50e+3"),
    ])
  func spelling(text: String, expected: String) { #expect(JSONNumber(text)?.spelling == expected) }

  @Test(
    "Texts that are not numbers",
    arguments: ["", "-", "1e", "1 ", "0x1", "nan", "inf", "abc", "1.2.3", "+-1"])
  func others(text: String) { #expect(JSONNumber(text) == nil) }

  @Test(
    "Equal numbers have one canonical spelling, in which no digit is lost",
    arguments: [
      ("1.50e2", "150"), ("150", "150"), ("0.5", "5e-1"), ("-0.0", "-0"), ("0e9", "0"), ("007", "7"),
      ("1e21", "1e21"), ("1e20", "100000000000000000000"),
      ("12345678901234567890.5", "123456789012345678905e-1"),
      ("1e9999999999999999999", "1e9999999999999999999"),
    ])
  func canonical(text: String, expected: String) { #expect(JSONNumber(text)?.canonical == expected) }

  @Test(
    "iCalendar's numbers have no exponent",
    arguments: [
      ("2e3", "2000"), ("-1.25E1", "-12.5"), ("1.25e-2", "0.0125"), ("5", "5"), ("0e99999", "0"),
      ("+05", "5"), (".5", "0.5"), ("1e400", nil), ("0e-9223372036854775808", "0"),
      ("1e9223372036854775807", nil),
    ] as [(String, String?)])
  func plain(text: String, expected: String?) { #expect(JSONNumber(text)?.plain == expected) }

  @Test(
    "Whole numbers",
    arguments: [("5.0", "5"), ("5", "5"), ("2e3", "2000"), ("5.5", nil)] as [(String, String?)])
  func whole(text: String, expected: String?) { #expect(JSONNumber(text)?.integer == expected) }
}
