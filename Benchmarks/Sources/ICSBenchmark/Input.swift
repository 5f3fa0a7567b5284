/// A calendar as calendars are: about 490 bytes an event, folded, one in ten recurring, one VTIMEZONE.
func input(events: Int) -> [UInt8] {
  var random = Random(state: 20_260_101)
  var output: [UInt8] = []
  output.reserveCapacity(events * 520)
  for line in head { put(line, to: &output) }
  for number in 0..<events { putEvent(number, &random, to: &output) }
  put("END:VCALENDAR", to: &output)
  return output
}

private let head = [
  "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//Benchmark//EN", "CALSCALE:GREGORIAN",
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Madrid", "BEGIN:DAYLIGHT", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:CEST",
  "DTSTART:19700329T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT", "BEGIN:STANDARD",
  "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "TZNAME:CET", "DTSTART:19701025T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "END:VTIMEZONE",
]
private let titles = [
  "Reunión de equipo", "Sprint review", "Cita médico — revisión", "Café con Íñigo", "Стендап", "打ち合わせ",
  "Zürich Übergabe", "1:1 with Zoë", "Piano lesson", "Parents' evening", "Dentist", "Budget Q3",
]
private let places = [
  "Sala Velázquez\\, 3ª planta", "Room 4.12", "Calle Mayor 5\\, Madrid", "https://meet.example.org/abc-defg",
  "Büro Köln", "Online",
]
private let categories = ["WORK", "PERSONAL", "TRAVEL", "HEALTH", "WORK,MEETING", "WORK,REVIEW"]
private let words = [
  "agenda", "notes", "follow", "up", "customer", "migration", "plan", "señal", "próximo", "größer", "Straße",
  "équipe",
  "después", "please", "bring", "slides", "budget", "draft", "timeline", "risks", "owner",
]
private let rules = [
  "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;COUNT=26", "FREQ=DAILY;COUNT=30",
  "FREQ=MONTHLY;BYDAY=-1FR;COUNT=24",
  "FREQ=YEARLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20301231T000000Z", "FREQ=MONTHLY;BYMONTHDAY=13",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=36",
]

private func putEvent(_ number: Int, _ random: inout Random, to output: inout [UInt8]) {
  let date = two(2020 + random.below(10)) + two(1 + random.below(12)) + two(1 + random.below(28))
  let hour = 7 + random.below(12)
  var details = ""
  while details.utf8.count < 190 {
    details += random.one(of: words) + (random.below(12) == 0 ? "\\n" : random.below(12) == 0 ? "\\, " : " ")
  }
  put("BEGIN:VEVENT", to: &output)
  put("UID:\(random.below(1 << 40))-\(number)@bench.example.org", to: &output)
  put("DTSTAMP:\(date)T060000Z", to: &output)
  put("DTSTART;TZID=Europe/Madrid:\(date)T\(two(hour))1500", to: &output)
  put("DTEND;TZID=Europe/Madrid:\(date)T\(two(hour + 1))0000", to: &output)
  put("SUMMARY:\(random.one(of: titles)) #\(number)", to: &output)
  put("DESCRIPTION:\(details)", to: &output)
  put("LOCATION:\(random.one(of: places))", to: &output)
  put("CATEGORIES:\(random.one(of: categories))", to: &output)
  if number % 10 == 0 { put("RRULE:" + random.one(of: rules), to: &output) }
  put("END:VEVENT", to: &output)
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// Folded at 75 octets, between characters.
private func put(_ line: String, to output: inout [UInt8]) {
  var rest = Array(line.utf8)[...]
  var room = 75
  while rest.count > room {
    var end = rest.startIndex + room
    while rest[end] & 0xC0 == 0x80 { end -= 1 }
    output += rest[..<end]
    output += [0x0D, 0x0A, 0x20]
    rest = rest[end...]
    room = 74
  }
  output += rest
  output += [0x0D, 0x0A]
}

private struct Random {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 20) % limit
  }

  mutating func one(of list: [String]) -> String { list[below(list.count)] }
}
