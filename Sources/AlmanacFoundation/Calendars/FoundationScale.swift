import AlmanacRecurrence
import AlmanacTime
import Foundation

/// A calendar of Foundation's under its RSCALE name, and the meaning of its numbers.
enum FoundationScale: Sendable {
  case chinese, dangi, hebrew, coptic, ethiopic, indian, persian
  case islamic, islamicCivil, islamicTabular, islamicUmmAlQura

  /// - Parameter name: In upper case, as CLDR's calendar keys or their aliases have it.
  init?(named name: String) {
    switch name {
    case "CHINESE": self = .chinese
    case "DANGI": self = .dangi
    case "HEBREW": self = .hebrew
    case "COPTIC": self = .coptic
    // Both count the same months and days and differ in the number of the year, which rules never name.
    case "ETHIOPIC", "ETHIOAA", "ETHIOPIC-AMETE-ALEM": self = .ethiopic
    case "INDIAN": self = .indian
    case "PERSIAN": self = .persian
    // Sightings cannot be computed; ICU reads the calendar of Saudi Arabia as the astronomical one.
    case "ISLAMIC", "ISLAMIC-RGSA": self = .islamic
    case "ISLAMIC-CIVIL", "ISLAMICC": self = .islamicCivil
    case "ISLAMIC-TBLA": self = .islamicTabular
    case "ISLAMIC-UMALQURA": self = .islamicUmmAlQura
    default: return nil
    }
  }

  var identifier: Calendar.Identifier {
    switch self {
    case .chinese: .chinese
    case .dangi: .dangi
    case .hebrew: .hebrew
    case .coptic: .coptic
    case .ethiopic: .ethiopicAmeteMihret
    case .indian: .indian
    case .persian: .persian
    case .islamic: .islamic
    case .islamicCivil: .islamicCivil
    case .islamicTabular: .islamicTabular
    case .islamicUmmAlQura: .islamicUmmAlQura
    }
  }

  /// The day numbers for which the calendar is used: Foundation stops at Julian day 0, and calendars that follow the
  /// true moon are slow to compute and mean little far from today.
  var reach: ClosedRange<Int> {
    switch self {
    case .chinese, .dangi, .islamic: -719_162...376_200
    default: -2_440_000...(CivilDate.max.daysSinceEpoch + 400)
    }
  }

  /// A number that counts up from year to year, from Foundation's era and year.
  func yearNumber(era: Int, year: Int) -> Int {
    switch self {
    // Cycles of sixty years.
    case .chinese, .dangi: era * 60 + year
    // Era 0 counts from the creation of the world, 5500 years before era 1.
    case .ethiopic: era == 0 ? year - 5500 : year
    // Era 0 counts back from era 1.
    case .coptic: era == 0 ? 1 - year : year
    default: year
    }
  }

  /// RFC 7529 §4.2 numbers months as CLDR does, where leap months are letters, not numbers: Hebrew Adar I is 5L in
  /// the years that have it and Adar always 6, while Foundation counts thirteen months in every year.
  func monthNumber(month: Int, isLeap: Bool) -> (number: Int, isLeap: Bool) {
    guard self == .hebrew else { return (month, isLeap) }
    return month <= 5 ? (month, false) : month == 6 ? (5, true) : (month - 1, false)
  }

  /// The names of which there is one for each calendar.
  static let names = [
    "CHINESE", "DANGI", "HEBREW", "COPTIC", "ETHIOPIC", "INDIAN", "PERSIAN", "ISLAMIC", "ISLAMIC-CIVIL",
    "ISLAMIC-TBLA", "ISLAMIC-UMALQURA",
  ]

  /// The reverse of `monthNumber(month:isLeap:)`.
  ///
  /// - Throws: `ConversionError` for a leap month that the calendar never has.
  func foundationMonth(_ month: MonthNumber) throws(ConversionError) -> (index: Int, isLeap: Bool) {
    switch self {
    case .chinese, .dangi: return (month.number, month.isLeap)
    case .hebrew where !month.isLeap: return (month.number <= 5 ? month.number : month.number + 1, false)
    case .hebrew where month.number == 5: return (6, false)
    default:
      guard !month.isLeap else {
        throw ConversionError(.notExpressible, in: "BYMONTH", expected: "a month that the calendar has")
      }
      return (month.number, false)
    }
  }

  /// A running count of months up to the first of a year.
  func monthsBefore(year number: Int, firstDay: Int) -> Int {
    switch self {
    case .coptic, .ethiopic: return number * 13
    case .chinese, .dangi, .hebrew:
      // Years have 12 or 13 months; but each begins within two days of a new moon, and those come on average every
      // 29.530 588 85 days, one of them on 6 January 2000.
      return Int(((Double(firstDay) - 10_963.8) / 29.530_588_853).rounded())
    default: return number * 12
    }
  }
}
