import AlmanacEvents
import Testing

@Suite("The colour of a day, and of an outcome")
struct DayColorTests {
  struct Case: Sendable {
    let items: [CalendarColor]
    let multiple: CalendarColor?
    let differing: CalendarColor?
  }

  /// The table of the rule: items of one day, the day's colour by each policy.
  static let cases: [Case] = [
    Case(items: [], multiple: nil, differing: nil),
    Case(items: [.teal], multiple: .teal, differing: .teal),
    Case(items: [.teal, .teal], multiple: .red, differing: .teal),
    Case(items: [.teal, .gold], multiple: .red, differing: .red),
    Case(items: [.teal, .teal, .teal], multiple: .red, differing: .teal),
    Case(items: [.teal, .teal, .gold], multiple: .red, differing: .red),
    Case(items: [.gray, CalendarColor(.grey)], multiple: .red, differing: .gray),
    // A red from a file is shown as another colour, here too: a red day has several items.
    Case(items: [.crimson], multiple: CalendarColor.crimson.shown, differing: CalendarColor.crimson.shown),
    Case(items: [.red, .red], multiple: .red, differing: CalendarColor.red.shown),
    Case(
      items: [.red, CalendarColor.red.shown], multiple: .red, differing: CalendarColor.red.shown),
    Case(items: [.red, .teal], multiple: .red, differing: .red),
  ]

  @Test("Both policies, case by case", arguments: cases)
  func policies(row: Case) {
    #expect(DayColorPolicy.multiple.color(of: row.items) == row.multiple)
    #expect(DayColorPolicy.differing.color(of: row.items) == row.differing)
  }

  @Test("A day is red exactly when several items are on it")
  func redMeansSeveral() {
    for color in colorGrid {
      #expect(DayColorPolicy.multiple.color(of: [color])?.isRed == false)
      #expect(DayColorPolicy.multiple.color(of: [color, .teal]) == .reservedRed)
    }
  }

  @Test("The winner green, the loser red, a draw orange, nothing without a result")
  func outcomes() throws {
    let theme = OutcomeTheme.standard
    #expect(theme.color(of: .won) == .green)
    #expect(theme.color(of: .lost) == .red)
    #expect(theme.color(of: .drawn) == .orange)
    #expect(theme.color(of: nil) == nil)
    let away = try #require(theme.colors(of: Outcome(score: 1, against: 3)))
    #expect(away == (.red, .green))
    let home = try #require(theme.colors(of: Outcome(score: 3, against: 1)))
    #expect(home == (.green, .red))
    let draw = try #require(theme.colors(of: Outcome(score: 2, against: 2)))
    #expect(draw == (.orange, .orange))
    #expect(theme.colors(of: nil) == nil)
  }
}
