internal import AlmanacEvents
internal import AlmanacTime

/// A resource of a session as one value of RESOURCES (RFC 5545 §3.8.1.10), which programs preserve that drop X- properties:
/// `Blue room`, `room=Blue room`, `mats:3/10`.
///
/// The requirement is before `=`; where an amount is taken, it is that of the name unless it is stated. After `:` is the amount,
/// or `all`, and after `/` the capacity. In the texts these characters, commas and others with a meaning in values are
/// encoded as in `PropertyRecord`, so a comma always separates: python-icalendar writes those between values as parts of
/// one value, and sabre/vobject escapes them anew at each save.
extension SessionBook.Session.Resource {
  private static let mark = UInt8(ascii: "~")
  private static let all = "all"

  var text: String {
    let counts = [amount.map { "\($0)" } ?? capacity.map { _ in Self.all }, capacity.map { "\($0)" }]
    let count = counts.compactMap { $0 }.joined(separator: "/")
    let usual = amount == nil ? "" : name
    let role = requirement == usual ? "" : Self.encoded(requirement) + "="
    return role + Self.encoded(name) + (count.isEmpty ? "" : ":" + count)
  }

  /// Reads a value; one that another program made is a name.
  init(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let counts = parts.dropFirst().first.flatMap { Self.counts($0) }
    let words = (counts == nil ? text[...] : parts[0])
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = Self.decoded(words.last ?? "")
    let requirement = words.count == 2 ? Self.decoded(words[0]) : counts?.amount == nil ? "" : name
    self.init(name, as: requirement, amount: counts?.amount, capacity: counts?.capacity)
  }

  /// The resources of the values of an event.
  static func all(in values: [String]) -> [Self] {
    values.flatMap { $0.split(separator: ",") }.map { part in
      var text = part.drop { $0.isWhitespace }
      while text.last?.isWhitespace == true { text.removeLast() }
      return Self(text: String(text))
    }
    .filter { PersonKey(validating: $0.name) != nil }
  }

  /// Whether more is known of it than its name.
  var hasDetails: Bool { !requirement.isEmpty || amount != nil || capacity != nil }

  private static func counts(_ text: Substring) -> (amount: Int?, capacity: Int?)? {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = numbers.first, numbers.count <= 2 else { return nil }
    let amount = Int(first)
    let capacity = numbers.count == 2 ? Int(numbers[1]) : nil
    let isAmount = numbers.count == 1 || capacity != nil
    guard first == all ? capacity != nil : amount.map({ $0 > 0 && isAmount }) ?? false,
      capacity.map({ $0 > 0 }) ?? true
    else { return nil }
    return (amount, capacity)
  }

  private static func encoded(_ text: String) -> String {
    Escapes.encoded(text, marking: mark) { byte in
      byte >= 0x20 && byte != 0x7F && !#"~%,;\":="#.utf8.contains(byte)
    }
  }

  private static func decoded(_ text: Substring) -> String {
    Escapes.decoded(text, marked: mark) ?? String(text)
  }
}

extension Event {
  /// The resources of a session: those of RESOURCES, which another program may have changed, and those of the X- property where
  /// the event has no RESOURCES, since KDE's engine drops them. Older files have the names alone in RESOURCES.
  var sessionResources: [SessionBook.Session.Resource] {
    let records = unmodelled.records(AlmanacProperty.resource, value: "name").compactMap {
      SessionBook.Session.Resource($0)
    }
    var stated = SessionBook.Session.Resource.all(in: resources)
    if stated.isEmpty { return records }
    let found = records.filter { record in
      let place = stated.firstIndex { resource in
        PersonKey.areSame(record.name, resource.name) && (!resource.hasDetails || record.isSame(as: resource))
      }
      return place.map { stated.remove(at: $0) } != nil
    }
    return found + stated
  }
}

extension SessionBook.Session.Resource {
  init?(_ record: PropertyRecord) {
    guard let name = record["name"] else { return nil }
    self.init(
      name, as: record["requirement"] ?? "", amount: record.number("amount"),
      capacity: record.number("capacity"), holds: record.number("holds"))
  }

  var record: PropertyRecord {
    PropertyRecord([
      ("name", name), ("requirement", requirement), ("amount", amount.map { "\($0)" }),
      ("capacity", capacity.map { "\($0)" }), ("holds", holds.map { "\($0)" }),
    ])
  }

  /// Whether it is the same in other letters.
  func isSame(as other: Self) -> Bool {
    PersonKey.areSame(name, other.name) && PersonKey.areSame(requirement, other.requirement)
      && (amount, capacity) == (other.amount, other.capacity)
  }
}

extension [String] {
  /// These values of RESOURCES and those of others that are neither among them nor were before.
  ///
  /// - Parameter former: The values that were written before.
  func resources(mergedInto others: [String], changing former: [String]) -> [String] {
    let (own, before) = (
      SessionBook.Session.Resource.all(in: self), SessionBook.Session.Resource.all(in: former)
    )
    let found = SessionBook.Session.Resource.all(in: others)
    // A text that says the same stays as it is.
    if own.count == found.count, zip(own, found).allSatisfy({ $0.isSame(as: $1) }) { return others }
    return self
      + others.filter { value in
        !SessionBook.Session.Resource.all(in: [value]).contains { resource in
          (own + before).contains { PersonKey.areSame($0.name, resource.name) }
        }
      }
  }
}
