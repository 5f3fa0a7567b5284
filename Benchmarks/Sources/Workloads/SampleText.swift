import AlmanacRecurrence
import AlmanacTime

/// An iCalendar text like those that people have: timed events in Europe/Madrid over the ten years from 2020 on, with a
/// text of 200 bytes, a place and categories, one in ten of them a series of one of eight rules.
///
/// Nothing is random: the same number of events gives the same text.
struct SampleText {
  private var random = Random(state: 20_260_101)
  private var text = ""
  /// Shifts every time, so that a larger calendar is one of more decades, and a month holds as much as in the smaller.
  private let decade: Int

  /// Calendars of a decade each.
  ///
  /// - Parameter events: The number of events in each.
  static func make(events: Int, decades: Int = 1) -> [String] {
    (0..<decades).map { decade in
      var sample = SampleText(decade: decade)
      for number in 0..<events { sample.add(number) }
      return sample.document
    }
  }

  /// Calendars of an event each.
  static func files(events: Int) -> [String] {
    var sample = SampleText(decade: 0)
    return (0..<events).map { number in
      sample.text = ""
      sample.add(number)
      return sample.document
    }
  }

  private init(decade: Int) { self.decade = decade }

  private var document: String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Almanac//Workloads//EN\r\n" + Self.zone + text
      + "END:VCALENDAR\r\n"
  }

  private mutating func add(_ number: Int) {
    let first = (try! YearMonth(2020 + 10 * decade, 1)).days.lowerBound.startOfDay
    var start = first.adding(seconds: (random.next(3_652) * 96 + 28 + random.next(52)) * 900)
    var rule: String?
    if number % 10 == 0 {
      let until = start.adding(seconds: 400 * 86_400)
      let chosen = random.one(of: Self.rules).replacing("{until}", with: "\(Self.digits(until))Z")
      // RFC 5545, section 3.8.5.3: a start that does not match the rule is undefined.
      start = (try? RecurrenceRule(chosen))?.occurrences(from: start).first { _ in true } ?? start
      rule = chosen
    }
    let end = start.adding(seconds: [15, 30, 45, 60, 60, 90, 120][random.next(7)] * 60)
    var details = ""
    while details.utf8.count < 195 { details += (details.isEmpty ? "" : " ") + random.one(of: Self.words) }
    line("BEGIN:VEVENT")
    line("UID:\(String(random.state, radix: 16))-\(decade)-\(number)@bench.example.org")
    line("DTSTAMP:\(Self.digits(start.adding(seconds: -86_400 * (1 + random.next(59)))))Z")
    line("DTSTART;TZID=Europe/Madrid:\(Self.digits(start))")
    line("DTEND;TZID=Europe/Madrid:\(Self.digits(end))")
    line("SUMMARY:\(random.one(of: Self.titles)) #\(number)")
    line("DESCRIPTION:\(details)")
    line("LOCATION:\(random.one(of: Self.places))")
    line("CATEGORIES:\(random.one(of: Self.categories))")
    if let rule { line("RRULE:\(rule)") }
    line("END:VEVENT")
  }

  /// Writes a line, folded so that none is longer than 75 bytes.
  private mutating func line(_ content: String) {
    var length = 0
    for character in content.unicodeScalars {
      let size = UTF8.width(character)
      if length + size > 75 {
        text += "\r\n "
        length = 1
      }
      text.unicodeScalars.append(character)
      length += size
    }
    text += "\r\n"
  }

  private static func digits(_ time: CivilDateTime) -> String {
    String(time.description.filter { $0 != "-" && $0 != ":" })
  }
}

extension SampleText {
  private static let titles = [
    "Reunión de equipo", "Sprint review", "Cita médico — revisión", "Café con Íñigo", "Стендап", "打ち合わせ",
    "Zürich Übergabe", "1:1 with Zoë", "Déjeuner d'équipe", "Piano lesson", "Release planning",
    "Parents' evening", "Dentist", "Gym 💪", "Budget Q3",
  ]
  private static let places = [
    #"Sala Velázquez\, 3ª planta"#, "Room 4.12", #"Calle Mayor 5\, Madrid"#,
    "https://meet.example.org/abc-defg", "Büro Köln", "Online",
  ]
  private static let categories = [
    "WORK", "PERSONAL", "TRAVEL", "HEALTH", "FAMILY", "WORK,MEETING", "WORK,REVIEW",
  ]
  private static let words =
    """
    agenda notes follow up with the customer about migration plan and open points señal año próximo acción größer über \
    Straße revue équipe después también please bring the printed slides budget draft version timeline risks owner
    """.split(separator: " ").map(String.init)
  private static let rules = [
    "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;COUNT=26", "FREQ=DAILY;COUNT=30",
    "FREQ=MONTHLY;BYDAY=-1FR;COUNT=24", "FREQ=YEARLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL={until}",
    "FREQ=MONTHLY;BYMONTHDAY=13", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=36",
  ]
  private static let zone = """
    BEGIN:VTIMEZONE
    TZID:Europe/Madrid
    BEGIN:DAYLIGHT
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    TZNAME:CEST
    DTSTART:19700329T020000
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
    END:DAYLIGHT
    BEGIN:STANDARD
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    TZNAME:CET
    DTSTART:19701025T030000
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    END:STANDARD
    END:VTIMEZONE

    """.replacing("\n", with: "\r\n")
}
