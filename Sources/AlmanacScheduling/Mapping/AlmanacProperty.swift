package import AlmanacComponents
package import AlmanacEvents
package import AlmanacTime

/// The X- properties for data that iCalendar has no property for.
///
/// Other programs drop X- parameters, join properties of one name with commas, and cut values at commas. So a value that
/// belongs to several things is a `PropertyRecord`, none has parameters, and bookings are the records of one property.
package enum AlmanacProperty {
  static let state = "X-ALMANAC-STATE"
  static let started = "X-ALMANAC-STARTED"
  static let ended = "X-ALMANAC-ENDED"
  static let reassigned = "X-ALMANAC-REASSIGNED"
  static let unplanned = "X-ALMANAC-UNPLANNED"
  /// The records of the clients of a session, each with a `client`, as among its attendees may be others, and with the moment at
  /// which that one `joined` after it was booked.
  static let client = "X-ALMANAC-CLIENT"
  /// The records of what a session takes beside its people: `name`, `requirement`, `amount`, `capacity`, `holds`.
  static let resource = "X-ALMANAC-RESOURCE"
  /// The places of a class, or of a session that is not one of a coach with one client.
  package static let places = "X-ALMANAC-PLACES"
  /// A record of the places that may be booked through a channel: `channel`, `places`. In older files the channel is a
  /// parameter.
  static let channelLimit = "X-ALMANAC-CHANNEL-LIMIT"
  static let policy = "X-ALMANAC-POLICY"
  /// A record of a closed period: `from`, `to`, `reason`. In older files the bounds are parameters.
  static let closure = "X-ALMANAC-CLOSURE"
  /// The `reason` of a cancellation; in older files the text itself.
  static let reason = "X-ALMANAC-REASON"
  /// Present when a substitute instructs.
  static let substituted = "X-ALMANAC-SUBSTITUTED"
  static let version = "X-ALMANAC-VERSION"
  /// The records of the bookings: `member`, `number`, `state`, `made`, `changed`, `places`, `channel`, `until`. In version 1
  /// files each has a property of its own, or they are parameters of the property and of the ATTENDEE of an active
  /// booking.
  package static let booking = "X-ALMANAC-BOOKING"
  /// A record of the date as which members' calendars have the bookings, wherever programs move the class: `class`,
  /// `original`.
  static let announced = "X-ALMANAC-ANNOUNCED"
  /// The records of the granted requests with an idempotency key: `key`, `request`, `member`, `places`, `channel`, `waitlist`,
  /// `outcome`, `until`, `position`.
  static let answered = "X-ALMANAC-ANSWERED"
  /// A record of an attendee's last answer, on the organizer's item: `person`, the `sequence` and the `stamp` of the
  /// answer (RFC 5546 §2.1.5), and of a to-do the `percent` that is done.
  package static let answer = Item.answerRecord
  /// The `member` whose calendar it is, or whose booking an event without attendees is.
  static let member = "X-ALMANAC-MEMBER"
  static let season = "X-ALMANAC-SEASON"
  static let round = "X-ALMANAC-ROUND"
  static let home = "X-ALMANAC-HOME"
  static let away = "X-ALMANAC-AWAY"
  static let score = "X-ALMANAC-SCORE"
  static let date = "X-ALMANAC-DATE"
  /// The length of a match without a time of day: a DURATION from a date has whole days (RFC 5545 §3.8.2.5).
  static let duration = "X-ALMANAC-DURATION"
}

extension Unmodelled {
  /// The value of the first property of a name, as text.
  func value(_ name: String) -> String? {
    properties.first(named: name).map { TextValue.unescaped($0.value) }
  }

  /// The value of the first property of a name, as a number.
  func number(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  /// The word of the first record of a property: an encoded text that survives double escaping.
  func word(_ word: String, of name: String) -> String? { records(name, value: word).first?[word] }

  /// Sets the only record of a property to one word.
  mutating func set(_ word: String, of name: String, _ text: String) {
    properties.removeAll(named: name)
    properties.append(PropertyRecord([(word, text)]).property(name))
  }

  /// Sets the text of a property that occurs once; `nil` removes it.
  mutating func set(_ name: String, _ value: String?) {
    properties.removeAll(named: name)
    if let value { properties.append(Property(name, value: TextValue.escaped(value))) }
  }

  /// The records of all properties of a name.
  ///
  /// - Parameter value: The name of the word that is the value of the property in older files, whose parameters are the
  ///   other words.
  package func records(_ name: String, value: String) -> [PropertyRecord] {
    properties.all(named: name).flatMap { property in
      let text = TextValue.unescaped(property.value)
      if let older = PropertyRecord(property.parameters, [(value, text)]) { return [older] }
      return PropertyRecord.all(in: text)
    }
  }
}

/// Named words as one text without commas: `member=ana@example.org number=0 state=confirmed`.
///
/// Spaces, commas and other characters with a meaning in such texts are encoded in the words as in URIs, but behind `~`:
/// python-icalendar decodes `%2C` in any line.
package struct PropertyRecord {
  private static let mark = UInt8(ascii: "~")
  private var words: [(name: String, word: String)] = []

  package init(_ words: [(name: String, word: String?)]) {
    self.words = words.compactMap { name, word in word.map { (name, $0) } }
  }

  /// Reads the parameters by which older files state a record; `nil` where there are none.
  init?(_ parameters: [Parameter], _ others: [(name: String, word: String)]) {
    let prefix = "X-ALMANAC-"
    let own = parameters.filter { $0.name.hasPrefix(prefix) }
    if own.isEmpty { return nil }
    words = own.map { ($0.name.dropFirst(prefix.count).lowercased(), $0.values.first ?? "") } + others
  }

  /// Reads the records of a text, each of which begins with a name that the one before has too. Text other than `name=word` is
  /// ignored, as are the commas with which other programs join properties.
  static func all(in text: String) -> [Self] {
    var records: [Self] = []
    // By bytes, since a combining mark after a separator is one character with it.
    for part in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }) {
      let parts = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let (name, word) = (String(Substring(parts[0])), Substring(parts[1]))
      if records.last.map({ $0[name] != nil }) ?? true { records.append(Self([])) }
      records[records.count - 1].words.append((name, Escapes.decoded(word, marked: mark) ?? String(word)))
    }
    return records
  }

  var names: [String] { words.map { $0.name } }

  package subscript(name: String) -> String? { words.first { $0.name == name }?.word }

  func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  func instant(_ name: String) -> Instant? { InstantText.read(self[name]) }

  var text: String {
    let parts = words.map { name, word in
      name + "=" + Escapes.encoded(word, marking: Self.mark, leaving: Self.isPlain)
    }
    return parts.joined(separator: " ")
  }

  package func property(_ name: String) -> Property { [self].property(name) }

  /// Whether a byte means itself in every program's reading of an X- property.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !#"~%,;\"#.utf8.contains(byte)
  }
}

extension [PropertyRecord] {
  /// One property with all records, which have their first word in common.
  func property(_ name: String) -> Property { Property(name, value: map(\.text).joined(separator: " ")) }
}

extension CalendarItem {
  var isSession: Bool { almanacKind == "SESSION" }
}

extension EventCalendar {
  /// - Parameter now: The DTSTAMP; `nil` for none.
  mutating func insert(_ items: [some CalendarItem], stampedAt now: Instant?) {
    insert(
      items.map { item in
        var item = item
        item.stamp = now
        return item.item
      })
  }
}

extension PersonKey {
  /// Whether it is written as a mail address of a domain. KDE's engine drops attendees with other addresses, so that one who
  /// is missing was not removed.
  var isMailAddress: Bool { CalendarAddress.isMail(text) && CalendarAddress.uri(text).hasPrefix("mailto:") }
}

/// Instants as iCalendar writes them: `20260302T170000Z`.
package enum InstantText {
  package static func written(_ instant: Instant) -> String { instant.formatted(.basic) }

  package static func read(_ text: String?) -> Instant? {
    text.flatMap { try? Instant($0) }
  }
}

extension ClosedPeriod {
  var property: Property {
    PropertyRecord([("from", Self.written(start)), ("to", Self.written(end)), ("reason", reason)])
      .property(AlmanacProperty.closure)
  }

  /// Reads a period from its record; `nil` where that has no bounds.
  init?(_ record: PropertyRecord, in zone: Zone) {
    guard let from = record["from"].flatMap({ Self.read($0, in: zone) }),
      let to = record["to"].flatMap({ Self.read($0, in: zone) })
    else { return nil }
    self.init(from: from, to: to, record["reason"] ?? "")
  }

  /// A date or floating time by its digits, a zoned time in UTC.
  private static func written(_ time: EventTime) -> String {
    if case .zoned(let zoned) = time { return InstantText.written(zoned.instant) }
    return "\(time)"
  }

  private static func read(_ text: String, in zone: Zone) -> EventTime? {
    if let date = try? CivilDate(text) { return .date(date) }
    if let local = try? CivilDateTime(text) { return .floating(local) }
    return InstantText.read(text).map { .zoned($0.in(zone)) }
  }
}

extension Unmodelled {
  /// The closed periods of a class.
  func closures(in zone: Zone) -> [ClosedPeriod] {
    records(AlmanacProperty.closure, value: "reason").compactMap { ClosedPeriod($0, in: zone) }
  }

  /// The reason why a class does not take place; empty for none.
  var cancellationReason: String {
    word("reason", of: AlmanacProperty.reason) ?? value(AlmanacProperty.reason) ?? ""
  }

  /// The number of places that may be booked through each channel.
  var channelLimits: [String: Int] {
    let limits = records(AlmanacProperty.channelLimit, value: "places").compactMap { record in
      record["channel"].flatMap { channel in record.number("places").map { (channel, $0) } }
    }
    return Dictionary(limits) { _, last in last }
  }
}
