import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// Conversion of Participants (RFC 8984 §4.4.6): organizer, attendees, and PARTICIPANTs of RFC 9073.
enum JSCalendarPerson {
  private static let roles: [(model: Attendee.Role, word: String)] = [
    (.chair, "chair"), (.optional, "optional"), (.informed, "informational"),
  ]
  private static let kinds: [(model: Attendee.Kind, word: String)] = [
    (.individual, "individual"), (.group, "group"), (.room, "location"), (.resource, "resource"),
  ]

  // MARK: Addresses

  /// The methods for an address: iMIP for e-mail, otherwise `other`.
  static func method(_ address: String) -> JSONValue {
    let isMail = address.lowercased().hasPrefix("mailto:")
    return .object([JSONValue.Member(name: isMail ? "imip" : "other", value: .string(address))])
  }

  /// The address among several methods, with a preference for iMIP.
  static func address(_ methods: JSONValue?) -> String? {
    methods?["imip"]?.address ?? methods?["other"]?.address
      ?? methods?.members?.lazy.compactMap(\.value.address).first
  }

  static func address(of person: JSONValue) -> String? {
    let stated = address(person["sendTo"]) ?? person["email"]?.address.map { "mailto:" + $0 }
    return stated.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Organizers and attendees

  static func object(_ organizer: Organizer) -> JSONValue {
    let object: JSONValue = [
      "@type": "Participant", "name": .text(organizer.name), "sendTo": method(organizer.address),
      "roles": .set(["owner"]),
    ]
    return object.adding([PersonMember].ofOrganizers, of: organizer.parameters)
  }

  /// - Parameter key: Returns the key of the person with an address; `nil` for people who are not in the object.
  static func object(_ attendee: Attendee, isOwner: Bool, key: (String) -> String?) -> JSONValue {
    let role = roles.filter { $0.model == attendee.role }.map(\.word)
    let status = attendee.status?.rawValue.lowercased()
    let isProgress = attendee.status == .completed || attendee.status == .inProcess
    let object: JSONValue = [
      "@type": "Participant", "name": .text(attendee.name), "sendTo": method(attendee.address),
      "kind": .written(kinds.first { $0.model == attendee.kind }?.word),
      "roles": .set((isOwner ? ["owner"] : []) + ["attendee"] + role),
      "progress": .written(isProgress ? status : nil),
      "participationStatus": .written(isProgress ? nil : status),
      "expectReply": attendee.wantsReply ? .bool(true) : nil,
      "delegatedTo": .set(attendee.delegates.compactMap(key)),
      "delegatedFrom": .set(attendee.delegators.compactMap(key)),
      "memberOf": .set(attendee.groups.compactMap(key)),
    ]
    return object.adding([PersonMember].ofAttendees, of: attendee.parameters)
  }

  /// - Parameter address: Returns the address of the person with a key.
  /// - Returns: `nil` for a person without an address.
  static func attendee(_ value: JSONValue, address: (String) -> String) -> Attendee? {
    guard let own = Self.address(of: value) else { return nil }
    let roles = value.set("roles")
    let progress = value.text("progress")
    let status =
      ["completed", "in-process"].contains(progress) ? progress : value["participationStatus"]?.text
    return Attendee(
      own, name: value.text("name"), role: Self.roles.first { roles.contains($0.word) }?.model,
      status: status.map(Attendee.Status.init), kind: kinds.first { $0.word == value.text("kind") }?.model,
      wantsReply: value.isTrue("expectReply"), groups: value.set("memberOf").map(address),
      delegates: value.set("delegatedTo").map(address), delegators: value.set("delegatedFrom").map(address),
      parameters: [PersonMember].ofAttendees.parameters(of: value))
  }

  /// Whether a Participant represents everything of an attendee but the parameters, and relations to other people.
  static func isRepresentable(_ attendee: Attendee) -> Bool {
    var plain = attendee
    plain.parameters = []
    return Self.attendee(object(plain, isOwner: false) { _ in nil }) { $0 } == plain
  }

  /// The attendee who is also the organizer, and is written as one object with them.
  static func ownerIndex(in item: Item) -> Int? {
    item.attendees.firstIndex {
      $0.address.lowercased() == item.organizer?.address.lowercased() && $0.name == item.organizer?.name
    }
  }

  /// The attendees without what their Participants represent, so that a change of those is not overridden.
  static func remainders(of attendees: [Attendee]) -> [Attendee] {
    let invited = Set(attendees.map { $0.address.lowercased() })
    func others(_ addresses: [String]) -> [String] { addresses.filter { !invited.contains($0.lowercased()) } }
    return attendees.map { attendee in
      var rest = attendee
      (rest.name, rest.status, rest.wantsReply) = ("", nil, false)
      if Self.roles.contains(where: { $0.model == rest.role }) { rest.role = nil }
      if kinds.contains(where: { $0.model == rest.kind }) { rest.kind = nil }
      rest.parameters = [PersonMember].ofAttendees.remainder(of: attendee.parameters)
      rest.groups = others(attendee.groups)
      (rest.delegates, rest.delegators) = (others(attendee.delegates), others(attendee.delegators))
      return rest
    }
  }

  // MARK: PARTICIPANTs

  /// A participant who is not an attendee, without an address for messages.
  static func object(_ participant: Participant, key: String) -> JSONValue {
    var object: JSONValue = ["@type": "Participant"]
    let rest = participant.moved([.name, .details, .role], to: &object, key: key)
    object[ICalComponent.member] = ICalComponent.value(of: rest)
    return object
  }

  /// The object of an attendee completed with the content of its PARTICIPANT.
  static func details(_ participant: Participant, of person: JSONValue, key: String) -> JSONValue {
    var (object, participant) = (person, participant)
    for member in [DetailMember<Participant>.name, .address]
    where member.write(participant) == person[member.name] {
      _ = participant.remove(member)
    }
    let rest = participant.moved([.details], to: &object, key: key)
    object[ICalComponent.member] = JCalWriter.component(rest)
    return object
  }

  /// Whether a Participant with an address has content that ATTENDEE cannot represent.
  static func needsComponent(_ object: JSONValue) -> Bool {
    [DetailMember<Participant>.details.name, ICalComponent.member].contains { object[$0] != nil }
  }
}

/// The member of a Participant that represents a parameter of ATTENDEE and ORGANIZER (RFC 8984 §4.4.6).
struct PersonMember: Sendable {
  fileprivate let name: String
  fileprivate let parameter: String
  /// The value of the parameter; `nil` for a member that it cannot represent.
  fileprivate let read: @Sendable (JSONValue) -> String?
  /// The member; `nil` for a value that it cannot represent.
  fileprivate let write: @Sendable (String) -> JSONValue?

  fileprivate static func text(
    _ name: String, _ parameter: String, where isLegal: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(name: name, parameter: parameter) { value in
      value.text.flatMap { isLegal($0) ? $0 : nil }
    } write: {
      isLegal($0) ? .string($0) : nil
    }
  }
}

extension [PersonMember] {
  /// The members of attendees and of organizers. The server that is asked to send (RFC 6638 §7.2) sends a request to an
  /// attendee, and a reply to an organizer.
  static let (ofAttendees, ofOrganizers) = (members(sending: "REQUEST"), members(sending: "REPLY"))

  private static func members(sending method: String) -> Self {
    [
      PersonMember(name: "scheduleAgent", parameter: "SCHEDULE-AGENT") {
        $0.text.flatMap { agents.contains($0) ? $0.uppercased() : nil }
      } write: {
        agents.contains($0.lowercased()) ? .string($0.lowercased()) : nil
      },
      PersonMember(name: "scheduleForceSend", parameter: "SCHEDULE-FORCE-SEND") {
        $0.isTrue ? method : nil
      } write: {
        $0.uppercased() == method ? .bool(true) : nil
      },
      PersonMember(name: "scheduleStatus", parameter: "SCHEDULE-STATUS") {
        let codes = ($0.elements ?? []).map { $0.text ?? "" }
        return codes.isEmpty || !codes.allSatisfy(isStatus) ? nil : codes.joined(separator: ",")
      } write: {
        let codes = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return codes.allSatisfy(isStatus) ? .array(codes.map { .string($0) }) : nil
      },
      .text("language", "LANGUAGE") { $0.isWord(with: "-", upTo: 255) },
      .text("email", "EMAIL") { $0.contains("@") && !$0.contains(":") && !JSONValue.hasControls($0) },
    ]
  }

  private static let agents: Set<String> = ["server", "client", "none"]

  /// Whether a text is a status code, such as `2.0` (RFC 5545 §3.8.8.3).
  private static func isStatus(_ code: String) -> Bool { code.isWord(with: ".", upTo: 255) }

  /// The member that represents a parameter, and its value; `nil` for a parameter that no member represents.
  fileprivate func member(for parameter: Parameter) -> (name: String, value: JSONValue)? {
    guard parameter.values.count == 1, let member = first(where: { $0.parameter == parameter.name }) else {
      return nil
    }
    return member.write(parameter.values[0]).map { (member.name, $0) }
  }

  /// The parameters that members of a Participant represent. An `email` without other addresses is the address itself.
  func parameters(of person: JSONValue) -> [Parameter] {
    compactMap { member in
      if member.name == "email", JSCalendarPerson.address(person["sendTo"]) == nil { return nil }
      return person[member.name].flatMap(member.read).map { Parameter(member.parameter, $0) }
    }
  }

  /// The parameters that no member represents.
  func remainder(of parameters: [Parameter]) -> [Parameter] { parameters.filter { member(for: $0) == nil } }
}

extension JSONValue {
  /// The object of a person with the members that represent parameters.
  fileprivate func adding(_ members: [PersonMember], of parameters: [Parameter]) -> JSONValue {
    var object = self
    for parameter in parameters {
      if let (name, value) = members.member(for: parameter) { object[name] = value }
    }
    return object
  }
}

extension [DetailMember<Participant>] {
  static let participants: Self = [.name, .details, .role, .address]
}

extension DetailMember<Participant> {
  fileprivate static let name = text("name", .summary)
  fileprivate static let details = text("description", .description)

  /// PARTICIPANT-TYPE in lower case, except for the type that RFC 8984 names differently.
  fileprivate static let role = Self(name: "roles", property: .participantType) { object, participant in
    guard JSCalendarPerson.address(of: object) == nil, let role = object.set("roles").first else { return }
    participant.kind = role == "informational" ? .inactive : Participant.Kind(rawValue: role)
  } write: {
    $0.kind.flatMap { .set([$0 == .inactive ? "informational" : $0.rawValue.lowercased()]) }
  }

  fileprivate static let address = Self(name: "sendTo", property: .calendarAddress) {
    $1.address = JSCalendarPerson.address(of: $0) ?? ""
  } write: {
    JSCalendarPerson.method($0.address)
  }
}

extension MemberTable {
  static let people = Row(
    [.organizer, .attendee],
    [
      "replyTo": .fixed(.mixedMap),
      "participants": .map(
        texts: [
          "name", "email", "description", "kind", "participationStatus", "progress", "language",
          "scheduleAgent",
        ]),
    ]
  ) { reader, object, item in
    let people = object.entries("participants")
    let addresses = Dictionary(
      firstOf: people.compactMap { person in
        JSCalendarPerson.address(of: person.value).map { (person.name, $0) }
      })
    let owner = people.first { $0.value["roles"]?.isTrue("owner") ?? false }
    let reply = JSCalendarPerson.address(object["replyTo"])
    if let address = reply ?? owner.flatMap({ addresses[$0.name] }) {
      item.organizer = Organizer(address, name: owner?.value.text("name") ?? "")
    }
    // Collected in local arrays, because each change of the item would copy it.
    var (attendees, participants): ([Attendee], [Participant]) = ([], [])
    for person in people {
      if person.value.set("roles") == ["owner"] {
        item.organizer?.parameters =
          JSONKey.kept(person.name, at: people.count - 1)
          + [PersonMember].ofOrganizers.parameters(of: person.value)
        continue
      }
      let attendee = JSCalendarPerson.attendee(person.value) { addresses[$0] ?? $0 }
      if attendee == nil || JSCalendarPerson.needsComponent(person.value) {
        participants.append(Participant(person, by: .participants, reader.options))
      }
      if var attendee {
        attendee.parameters = JSONKey.kept(person.name, at: attendees.count) + attendee.parameters
        attendees.append(attendee)
      }
    }
    (item.attendees, item.participants) = (attendees, participants)
  } write: { _, item, object in
    let organizer = item.organizer
    object["replyTo"] = organizer.map { JSCalendarPerson.method($0.address) }
    let owner = JSCalendarPerson.ownerIndex(in: item)
    let outside = owner == nil ? organizer : nil
    var stated = item.attendees.map { JSONKey.stated(in: $0.parameters) }
    if let outside { stated.append(JSONKey.stated(in: outside.parameters)) }
    let keys = JSONKey.assigned(stated)
    let invited = Dictionary(firstOf: zip(item.attendees.map { $0.address.lowercased() }, keys))
    let attendees = item.attendees.enumerated().map { index, attendee in
      JSCalendarPerson.object(attendee, isOwner: index == owner) { invited[$0.lowercased()] }
    }
    let all = attendees + (outside.map { [JSCalendarPerson.object($0)] } ?? [])
    var people = JSONMap(zip(keys, all).map { JSONValue.Member(name: $0, value: $1) })
    // PARTICIPANTs complete the object of the attendee with their address, or are
    // written as objects of their own.
    var seen: Set<String> = [""]
    for participant in item.participants {
      let address = participant.address.lowercased()
      if seen.insert(address).inserted, let key = invited[address], let person = people[key] {
        people[key] = JSCalendarPerson.details(participant, of: person, key: key)
      } else {
        let key = people.freeKey(uid: participant.uid)
        people[key] = JSCalendarPerson.object(participant, key: key)
      }
    }
    object["participants"] = .map(people.entries)
  } keep: { item, main, rest in
    if var organizer = item.organizer {
      // The address of a series applies to all instances (`replyTo` cannot be changed), unless it is removed.
      let isOther = organizer.address != main.organizer?.address
      if isOther { rest.unmodelled.markRemoved(.organizer) }
      if JSCalendarPerson.ownerIndex(in: item) == nil, !isOther {
        organizer.parameters = [PersonMember].ofOrganizers.remainder(of: organizer.parameters)
      }
      if isOther || !organizer.sentBy.isEmpty || !JSONKey.isAlone(in: organizer.parameters) {
        rest.organizer = organizer
      }
    } else if main.organizer != nil {
      rest.unmodelled.markRemoved(.organizer)
    }
    attendees.copy(JSCalendarPerson.remainders(of: item.attendees), in: &rest, \.attendees)
  } restore: { rest, item in
    if rest.unmodelled.isMarkedRemoved(.organizer) {
      item.organizer = rest.organizer
    } else if let stored = rest.organizer, var organizer = item.organizer,
      PersonKey.areSame(stored.address, organizer.address)
    {
      // Parameters of a former organizer are not those of another.
      organizer.sentBy = stored.sentBy
      organizer.parameters = organizer.parameters.adding(stored.parameters)
      item.organizer = organizer
    }
    item.attendees = attendees.completed(item.attendees, from: rest.attendees)
  }

  private static let attendees = LossyParts<Attendee, String>(key: \.address, parameters: \.parameters) {
    JSCalendarPerson.isRepresentable($0)
  } fill: {
    $0.role = $0.role ?? $1.role
    $0.status = $0.status ?? $1.status
    $0.kind = $0.kind ?? $1.kind
    $0.sentBy = $1.sentBy
    $0.groups.appendMissing($1.groups)
    $0.delegates.appendMissing($1.delegates)
    $0.delegators.appendMissing($1.delegators)
  }
}

extension [String] {
  fileprivate mutating func appendMissing(_ more: [String]) { self += more.filter { !contains($0) } }
}
