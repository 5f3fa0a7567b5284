import AlmanacFoundation
import AlmanacRecurrence
import AlmanacTime
import Testing

/// New years and feasts from almanacs and from other programs' arithmetic, none of it ICU's.
@Suite("Known dates of other calendars")
struct KnownDatesTests {
  static let feasts = [
    // The Hong Kong Observatory's conversion tables.
    ScaledExample(
      "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", from: "20000101",
      gives: """
        20000205,20010124,20020212,20030201,20040122,20050209,20060129,20070218,20080207,20090126,20100214,20110203,\
        20120123,20130210,20140131,20150219,20160208,20170128,20180216,20190205,20200125,20210212,20220201,20230122,\
        20240210,20250129,20260217,20270206,20280126,20290213,20300203,20310123,20320211,20330131,20340219,20350208
        """),
    // Dragon Boat, 5th of the 5th month: the doubled 4th month of 2020 makes it late.
    ScaledExample(
      "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5", from: "20190101",
      gives: "20190607,20200625,20210614,20220603,20230622,20240610,20250531"),
    // Seollal differs from Chinese New Year when the new moon comes around midnight: 1997 (7 and 8 February).
    ScaledExample(
      "RSCALE=DANGI;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", from: "19970101", gives: "19970208,19980128,19990216"
    ),
    // Rosh Hashanah, Pesach and Purim: pyluach, which follows the molad and its postponements.
    ScaledExample(
      "RSCALE=HEBREW;FREQ=YEARLY;INTERVAL=3;BYMONTH=1;BYMONTHDAY=1", from: "19890930",
      gives: """
        19890930,19920928,19950925,19980921,20010918,20040916,20070913,20100909,20130905,20161003,20190930,20220926,\
        20250923,20280921,20310918,20340914,20370910,20400908,20431005,20461001
        """),
    ScaledExample(
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=15", from: "20200101",
      gives: """
        20200409,20210328,20220416,20230406,20240423,20250413,20260402,20270422,20280411,20290331,20300418,20310408,\
        20320327,20330414,20340404
        """),
    ScaledExample(
      "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=14", from: "20200101",
      gives: """
        20200310,20210226,20220317,20230307,20240324,20250314,20260303,20270323,20280312,20290301,20300319,20310309,\
        20320226,20330315,20340305
        """),
    // The first of Ramadan by the tables of Umm al-Qura (hijri-converter); two in 2030.
    ScaledExample(
      "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1", from: "20190101",
      gives: """
        20190506,20200424,20210413,20220402,20230323,20240311,20250301,20260218,20270208,20280128,20290116,20300105,\
        20301226
        """),
    // Every fourth new year of the arithmetic calendar (convertdate, civil epoch).
    ScaledExample(
      "RSCALE=ISLAMIC-CIVIL;FREQ=YEARLY;INTERVAL=4;BYMONTH=1;BYMONTHDAY=1", from: "19791121",
      gives: """
        19791121,19831008,19870826,19910713,19950531,19990417,20030305,20070120,20101208,20141025,20180912,20220730,\
        20260617,20300504,20340321
        """),
    // The same calendar from the astronomical epoch is a day ahead.
    ScaledExample(
      "RSCALE=ISLAMIC-TBLA;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", from: "20220101", gives: "20220729,20230718"),
    // Nayrouz and Enkutatash: 11 September, the 12th before a Julian leap year's February.
    ScaledExample(
      "RSCALE=COPTIC;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", from: "20190101",
      gives: "20190912,20200911,20210911,20220911,20230912,20240911,20250911,20260911,20270912,20280911"),
    ScaledExample(
      "RSCALE=ETHIOPIC;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", from: "20190101",
      gives: "20190912,20200911,20210911,20220911,20230912,20240911,20250911,20260911,20270912,20280911"),
    ScaledExample(
      "RSCALE=ETHIOAA;FREQ=YEARLY;BYYEARDAY=1", from: "20230101", gives: "20230912,20240911,20250911,20260911"
    ),
    // Nowruz: convertdate.
    ScaledExample(
      "RSCALE=PERSIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", from: "20110101",
      gives: """
        20110321,20120320,20130321,20140321,20150321,20160320,20170321,20180321,20190321,20200320,20210321,20220321,\
        20230321,20240320,20250321,20260321,20270321,20280320,20290320,20300321,20310321,20320320,20330320,20340321
        """),
    // Chaitra 1 of the Saka era: 21 March in leap years, else the 22nd.
    ScaledExample(
      "RSCALE=INDIAN;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", from: "20180101",
      gives: "20180322,20190322,20200321,20210322,20220322,20230322,20240321,20250322"),
    // The same months and days as the Gregorian calendar, other years.
    ScaledExample(
      "RSCALE=BUDDHIST;FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=13", from: "20260101", gives: "20260413,20270413"),
    ScaledExample("RSCALE=JAPANESE;FREQ=YEARLY;BYYEARDAY=-1", from: "20190101", gives: "20191231,20201231"),
  ]

  @Test("Feasts", arguments: feasts)
  func feast(_ example: ScaledExample) throws {
    let rule = try RecurrenceRule(example.rule)
    let expected = try CivilDate.list(example.instances)
    let sequence = rule.occurrences(from: try CivilDate(example.start), calendars: .foundation)
    #expect(sequence.prefix(expected.count).dates == expected)
  }

  @Test("Chinese leap months of 2001 to 2033")
  func chineseLeapMonths() throws {
    let system = try #require(CalendarSystems.foundation["CHINESE"])
    var found: [String] = []
    for year in 2001...2033 {
      let summer = try #require(system.year(containing: try CivilDate(year, 7, 1).daysSinceEpoch))
      for month in summer.months where month.number.isLeap { found.append("\(year):\(month.number)") }
    }
    #expect(
      found == [
        "2001:4L", "2004:2L", "2006:7L", "2009:5L", "2012:4L", "2014:9L", "2017:6L", "2020:4L", "2023:2L",
        "2025:6L",
        "2028:5L", "2031:3L", "2033:11L",
      ])
  }

  @Test("Lengths of Hebrew years")
  func hebrewLengths() throws {
    let system = try #require(CalendarSystems.foundation["HEBREW"])
    var year = try #require(system.year(containing: try CivilDate(2019, 9, 30).daysSinceEpoch))
    for (number, length) in zip(5780..., [355, 353, 384, 355, 383, 355, 354, 385, 355, 354]) {
      #expect(year.number == number && year.length == length)
      year = try #require(system.year(containing: year.endDay))
    }
  }
}
