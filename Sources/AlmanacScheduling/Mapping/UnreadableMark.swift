internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacTime

/// A mark of this library on an item, an X-ALMANAC- property, that cannot be read, since another program or a person changed
/// it.
///
/// The item is read as if it had no such mark; the property stays in the calendar until the item is written again.
public struct UnreadableMark: Sendable, Hashable, CustomStringConvertible {
  /// The identity of the item that has the mark.
  public let item: ItemID
  /// The name of the property; empty where the item has a kind without what that needs, and is not read as one.
  public let property: String
  /// The value, or the part of it that cannot be read.
  public let value: String
  /// The accepted values, as a phrase for a person.
  public let expected: String

  /// The fault, without the item, with the start of a long value.
  public var description: String {
    let start = value.unicodeScalars.prefix(60)
    let shown = String(start) + (start.endIndex < value.endIndex ? "…" : "")
    let fault = property.isEmpty ? "the item is no \(shown.lowercased())" : "\(shown) cannot be read"
    return "\(fault) (expected \(expected))"
  }
}

extension EventCalendar {
  /// The marks that cannot be read, in the order of the items: states, numbers and moments of sessions, terms, closed periods
  /// and bookings of classes, dates and scores of matches.
  ///
  /// ```swift
  /// for mark in calendar.unreadableMarks { print(mark.item.uid, mark.property, mark) }
  /// ```
  ///
  /// - Complexity: O(*n*) in the items and the lengths of their X- properties.
  public var unreadableMarks: [UnreadableMark] { items.flatMap { $0.unreadableMarks } }
}

extension Item {
  fileprivate var unreadableMarks: [UnreadableMark] {
    guard almanacKind != nil || unmodelled.properties.contains(where: { $0.name.hasPrefix("X-ALMANAC-") })
    else { return [] }
    var found: [UnreadableMark] = []
    if let kind = almanacKind, !Self.kinds.contains(kind) {
      let name =
        unmodelled.properties.all(named: AlmanacKind.property).isEmpty ? "CONCEPT" : AlmanacKind.property
      found.append(mark(name, kind, expected: Self.kinds.joined(separator: ", ")))
    }
    for (name, expectation) in MarkExpectation.all {
      for property in unmodelled.properties.all(named: name) {
        for value in expectation.faults(property, self) {
          found.append(mark(name, value, expected: expectation.words))
        }
      }
    }
    if let kind = almanacKind, let expected = missingPart(of: kind) {
      found.append(mark("", kind, expected: expected))
    }
    return found
  }

  private static let kinds = ["BOOKING", "CLASS", "CLIENT", "FIXTURE", "ROUND", "SESSION", "TASK"]

  private func mark(_ property: String, _ value: String, expected: String) -> UnreadableMark {
    UnreadableMark(item: id, property: property, value: value, expected: expected)
  }

  /// The part without which an item cannot be read as one of its kind; `nil` if none is missing.
  private func missingPart(of kind: String) -> String? {
    func fault(_ read: () throws(SchedulingError) -> Void) -> String? {
      do throws(SchedulingError) { try read() } catch { return error.expected }
      return nil
    }
    switch (kind, event) {
    case ("CLIENT", _): return fault { () throws(SchedulingError) in _ = try ClientRecord(self) }
    case ("SESSION", let event?):
      return fault { () throws(SchedulingError) in _ = try SessionBook.Session(event) }
    case ("FIXTURE", let event?):
      let hasRound = event.unmodelled.number(AlmanacProperty.round) != nil
      return Fixture(event) != nil && hasRound
        ? nil : "\(AlmanacProperty.home), \(AlmanacProperty.away) and \(AlmanacProperty.round)"
    case ("CLASS", let event?) where event.recurrenceID == nil:
      return event.start.zonedTime == nil ? "a start in a zone" : nil
    default: return nil
    }
  }
}

/// The values that a property may have.
private struct MarkExpectation: Sendable {
  /// For a person.
  let words: String
  /// The parts of the value of a property that cannot be read.
  let faults: @Sendable (Property, Item) -> [String]

  /// A value as a whole.
  static func value(_ words: String, _ isReadable: @escaping @Sendable (String, Item) -> Bool) -> Self {
    Self(words: words) { property, item in
      let text = TextValue.unescaped(property.value)
      return isReadable(text, item) ? [] : [text]
    }
  }

  /// Records, each of which must be readable; in older files the `name` is the value, and the other words are parameters.
  static func records(
    _ words: String, name: String, _ isReadable: @escaping @Sendable (PropertyRecord) -> Bool
  ) -> Self {
    Self(words: words) { property, _ in
      let text = TextValue.unescaped(property.value)
      if let older = PropertyRecord(property.parameters, [(name, text)]) {
        return isReadable(older) ? [] : [text]
      }
      let records = PropertyRecord.all(in: text)
      return records.isEmpty ? [text] : records.filter { !isReadable($0) }.map { $0.text }
    }
  }

  static let moment = value("a moment, such as 20260302T170000Z") { text, _ in InstantText.read(text) != nil }

  /// Whether a word of a record is absent, or a number.
  @Sendable static func isCount(_ record: PropertyRecord, _ name: String) -> Bool {
    record[name] == nil || record.number(name).map { $0 > 0 } == true
  }

  static let all: [(name: String, Self)] = [
    (
      AlmanacProperty.state,
      value("the state of a session, a booking or a date of a class, such as scheduled or closed") {
        text, item in
        item.isSession
          ? SessionBook.Session.State(code: text) != nil
          : ["open", "closed"].contains(text) || Booking.State(code: text, until: .max) != nil
      }
    ),
    (AlmanacProperty.places, value("a number of places") { text, _ in Int(text).map { $0 >= 0 } == true }),
    (AlmanacProperty.started, moment), (AlmanacProperty.ended, moment), (AlmanacProperty.reassigned, moment),
    (AlmanacProperty.client, records("client=NAME", name: "client") { $0["client"] != nil }),
    (
      AlmanacProperty.resource,
      records("name=NAME, and amount and capacity of 1 or more", name: "name") {
        $0["name"] != nil && isCount($0, "amount") && isCount($0, "capacity")
      }
    ),
    (AlmanacProperty.policy, value("terms such as opens=P7D") { text, _ in ClassPolicy.isReadable(text) }),
    (
      AlmanacProperty.channelLimit,
      records("channel=NAME places=NUMBER", name: "places") {
        $0["channel"] != nil && $0.number("places") != nil
      }
    ),
    (
      AlmanacProperty.closure,
      records("from=DATE to=DATE", name: "reason") { ClosedPeriod($0, in: .utc) != nil }
    ),
    (AlmanacProperty.version, value("a number") { text, _ in Int(text) != nil }),
    (
      AlmanacProperty.booking,
      records("member, number, state and made of each booking", name: "member") { record in
        record["class"] != nil ? RosterKey(record) != nil : Booking(record) != nil
      }
    ),
    (AlmanacProperty.announced, records("class=UID original=MOMENT", name: "class") { RosterKey($0) != nil }),
    (
      AlmanacProperty.answered,
      records("key, request and outcome of each answer", name: "key") {
        $0["key"] != nil && Roster.Answer($0) != nil
      }
    ),
    (AlmanacProperty.round, value("the number of a round") { text, _ in Int(text) != nil }),
    (AlmanacProperty.score, value("a score such as 2:1") { text, _ in Fixture.Score(text: text) != nil }),
    (
      AlmanacProperty.date,
      value("FIXED, OPEN, POSTPONED or POSTPONED-OPEN") { text, _ in
        ["FIXED", "OPEN", "POSTPONED", "POSTPONED-OPEN"].contains(text)
      }
    ),
    (
      AlmanacProperty.duration,
      value("a length such as PT105M") { text, _ in (try? CalendarDuration(text)) != nil }
    ),
  ]
}
