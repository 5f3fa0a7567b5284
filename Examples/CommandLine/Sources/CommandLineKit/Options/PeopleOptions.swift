import AlmanacEvents
import AlmanacScheduling
import ArgumentParser

/// The addresses of the person who uses the program.
struct IdentityOptions: ParsableArguments {
  @Option(
    name: .customLong("me"),
    help: ArgumentHelp(
      "An address of yours, for items that somebody organizes: only the organizer's change is a new revision "
        + "(SEQUENCE); may be given several times. [default: $ALMANAC_ME, separated by commas]",
      valueName: "address"))
  private var me: [String] = []

  func addresses(_ variables: [String: String]) -> Set<String> {
    guard me.isEmpty else { return Set(me) }
    let words = (variables["ALMANAC_ME"] ?? "").split { $0 == "," || $0.isWhitespace }
    return Set(words.map(String.init))
  }
}

/// Who takes part in an item.
struct PeopleOptions: ParsableArguments {
  @Option(
    name: .customLong("attendee"),
    help: ArgumentHelp(
      "Who takes part: ana@example.org or \"Ana <ana@example.org>\"; may be given several times.",
      valueName: "person"))
  var attendees: [String] = []

  @Option(help: ArgumentHelp("Who invites, in the same form.", valueName: "person"))
  var organizer: String?

  var isEmpty: Bool { attendees.isEmpty && organizer == nil }

  func validate() throws {
    for text in attendees + [organizer].compactMap({ $0 }) where !text.isEmpty {
      guard Person(text) != nil else {
        throw ValidationError(Person.fault(text))
      }
    }
  }

  /// Says who takes part: those who did already are kept as they answered. An empty name takes all away.
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
  /// Whether this is somebody's address, however it is written. Everybody's is asked for with `nil`.
  func isOf(_ person: String?) -> Bool {
    person.map { PersonKey($0) == PersonKey(self) } ?? true
  }
}

extension [String] {
  /// Each person once, however the address is written, in order.
  var people: [String] {
    Dictionary(map { (PersonKey($0), $0) }) { Swift.min($0, $1) }.values.sorted()
  }
}

/// Somebody as mail has it: an address, with a name or without.
struct Person: Sendable, Hashable {
  /// A URI.
  let address: String
  let name: String

  /// What is said of a text that is nobody's address.
  static func fault(_ text: String) -> String {
    "\(text) is not an address (expected ana@example.org or \"Ana <ana@example.org>\")"
  }

  init?(_ text: String) {
    var address = text.trimmed
    var name = ""
    if address.hasSuffix(">"), let open = address.lastIndex(of: "<") {
      name = String(address[..<open]).trimmed
      address = String(address[address.index(after: open)...].dropLast()).trimmed
    }
    guard !address.isEmpty, !address.contains(where: { $0.isWhitespace || $0.isNewline }),
      address.contains("@") || address.contains(":")
    else { return nil }
    self.address = address.contains(":") ? address : "mailto:" + address
    self.name = name
  }
}
