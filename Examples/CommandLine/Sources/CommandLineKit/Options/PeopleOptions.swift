import AlmanacEvents
import AlmanacScheduling
import ArgumentParser

/// The addresses of the person who uses the program.
struct IdentityOptions: ParsableArguments {
  @Option(
    name: .customLong("me"),
    help: ArgumentHelp(
      "Your address: invitations that you did not accept are tentative, those that you declined are hidden, and only a change by the "
        + "organizer is a new revision (SEQUENCE); may be given several times. [default: $ALMANAC_ME, separated by commas, or me of the configuration]",
      valueName: "address"))
  private var me: [String] = []

  func addresses(_ variables: [String: String]) -> Set<String> {
    me.isEmpty ? Self.configured(variables) : Set(me.map(Person.address(in:)))
  }

  /// The addresses of the environment.
  static func configured(_ variables: [String: String]) -> Set<String> {
    Set(people(in: variables).map { Person.identity(in: $0) })
  }

  /// Checks that each text of the variable names a person.
  ///
  /// - Throws: A usage error for one that does not.
  static func check(_ variables: [String: String]) throws(CommandError) {
    for text in people(in: variables) where !isPerson(text) {
      throw .usage("$ALMANAC_ME: " + Person.fault(text))
    }
  }

  /// Whether a text names one person, by an address or otherwise.
  static func isPerson(_ text: String) -> Bool {
    PersonKey(validating: Person.identity(in: text)) != nil && (!text.contains("@") || Person(text) != nil)
  }

  private static func people(in variables: [String: String]) -> [String] {
    (variables["ALMANAC_ME"] ?? "").split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}

/// The people who take part in an item.
struct PeopleOptions: ParsableArguments {
  @Option(
    name: .customLong("attendee"),
    help: ArgumentHelp(
      "Who takes part: ana@example.org or \"Ana <ana@example.org>\"; none for nobody; may be given several times. All who "
        + "take part are named: others are removed.",
      valueName: "person"))
  var attendees: [String] = []

  @Option(help: ArgumentHelp("Who invites, in the same form; none for nobody.", valueName: "person"))
  var organizer: String?

  var isEmpty: Bool { attendees.isEmpty && organizer == nil }

  func validate() throws {
    for text in attendees + [organizer].compactMap({ $0 }) where !text.isNone {
      guard Person(text) != nil else {
        throw ValidationError(Person.fault(text))
      }
    }
  }

  /// Sets the attendees and the organizer. The answers of previous attendees are preserved; `none` is nobody.
  func apply(to item: inout Item) {
    if !attendees.isEmpty {
      let before = Dictionary(item.attendees.map { ($0.address.lowercased(), $0) }) { one, _ in one }
      item.attendees = attendees.compactMap { Person($0) }.map { person in
        var attendee = before[person.address.lowercased()] ?? Attendee(person.address)
        if !person.name.isEmpty { attendee.name = person.name }
        return attendee
      }
    }
    if let organizer { item.organizer = Person(organizer).map { Organizer($0.address, name: $0.name) } }
  }
}

extension String {
  /// Whether this is the address of a person, in any spelling; `nil` matches everybody.
  func isOf(_ person: String?) -> Bool {
    person.map { PersonKey($0) == PersonKey(self) } ?? true
  }
}

extension [String] {
  /// The people without duplicates, compared by `PersonKey`, in the order of their first appearance.
  var unique: [String] {
    var seen: Set<PersonKey> = []
    return filter { seen.insert(PersonKey($0)).inserted }
  }

  /// The people without duplicates, compared by `PersonKey`, in ascending order.
  var people: [String] {
    Dictionary(map { (PersonKey($0), $0) }) { Swift.min($0, $1) }.values.sorted()
  }
}

/// Reads an option that names a person: an address, with or without a name, or a name alone.
///
/// - Throws: A fault for a text that does not name one person.
func personArgument(_ text: String) throws -> String {
  let person = Person.identity(in: text)
  guard PersonKey(validating: person) != nil else {
    throw ArgumentFault("it names nobody", expected: "one address, or a name without blanks at its ends")
  }
  return person
}

/// Reads an option that names a person, or is empty for nobody.
func personOrNobody(_ text: String) throws -> String { try text.isEmpty ? text : personArgument(text) }

/// A person in the form of mail headers: an address, with or without a name.
struct Person: Sendable, Hashable {
  /// The address as a URI.
  let address: String
  let name: String

  /// The message about a text that is not an address.
  static func fault(_ text: String) -> String {
    "\(text) is not an address (expected ana@example.org or \"Ana <ana@example.org>\")"
  }

  /// The address in a text such as `Ana <ana@example.org>`; the text itself where it is no address.
  static func address(in text: String) -> String { Person(text)?.address ?? text }

  /// The address in a text such as `Ana <ana@example.org>`, which identifies the person; other text is unchanged.
  static func identity(in text: String) -> String {
    guard text.hasSuffix(">"), let address = Person(text)?.address else { return text }
    return plain(address)
  }

  /// A mail address without its scheme; other addresses as they are.
  static func plain(_ address: String) -> String {
    let scheme = "mailto:"
    return address.lowercased().hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : address
  }

  /// The address with a name in the form of mail headers, without its scheme: `Ana <ana@example.org>`.
  static func text(_ address: String, _ name: String) -> String {
    let plain = plain(address)
    return name.isEmpty || name == plain ? plain : "\(name) <\(plain)>"
  }

  /// The names that arguments such as `Ana <ana@example.org>` and `--coach="Ana <ana@example.org>"` state.
  static func names(in arguments: some Sequence<String>) -> [PersonKey: String] {
    var names: [PersonKey: String] = [:]
    for argument in arguments where argument.hasSuffix(">") {
      let value = argument.hasPrefix("--") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
      if let person = Person(String(value)), !person.name.isEmpty {
        names[PersonKey(person.address)] = person.name
      }
    }
    return names
  }

  init?(_ text: String) {
    var address = text.trimmed
    var name = ""
    if address.hasSuffix(">"), let open = address.lastIndex(of: "<") {
      name = String(address[..<open]).trimmed
      address = String(address[address.index(after: open)...].dropLast()).trimmed
    }
    guard PersonKey(validating: address) != nil,
      !address.contains(where: { $0.isWhitespace || $0.isNewline }),
      address.contains("@") || address.contains(":")
    else { return nil }
    self.address = address.contains(":") ? address : "mailto:" + address
    self.name = name
  }
}
