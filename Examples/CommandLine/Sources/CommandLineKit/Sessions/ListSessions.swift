import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac session next`
struct NextSessions: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "List the next sessions, including one that should have begun.")

  @Option(help: ArgumentHelp("The coach. [default: all]", valueName: "address"), transform: personOrNobody)
  var coach: String?

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("The most sessions.", valueName: "number"))
  var limit = 10

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    try requireRange("--limit", limit, 1...Int.max)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let files = SessionFiles.listing(
      try invocation.sources(calendars), at: setting.now, showing: setting.words,
      coaches: invocation.coaches(coach), &invocation)
    let next = (coach.map { [$0] } ?? files.coaches)
      .flatMap { files.book.nextSessions(of: $0, from: setting.now) }
      .sorted { ($0.interval.lowerBound, $0.uid) < ($1.interval.lowerBound, $1.uid) }
    if next.isEmpty { invocation.reportOtherOrganizers(of: files) }
    invocation.show(Array(next.prefix(limit)), in: files, setting, common)
  }
}

/// `almanac session list`
struct ListSessions: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List planned and past sessions with their states.",
    discussion: """
      An appointment of two people that another program planned is a session if its organizer is a coach: named by --coach, you \
      yourself ($ALMANAC_ME), or one who has sessions or clients here.
      """)

  @Option(
    help: ArgumentHelp("Only sessions of this coach; empty for those without one.", valueName: "address"),
    transform: personOrNobody)
  var coach: String?

  @Option(
    help: ArgumentHelp("Only sessions with this client.", valueName: "address"), transform: personArgument)
  var client: String?

  @OptionGroup(title: "When")
  var bounds: BoundsOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let setting = try invocation.setting([], common)
    let range = try bounds.openRange(common, in: setting.zone, &invocation)
    let files = SessionFiles.listing(
      try invocation.sources(calendars), at: setting.now, showing: setting.words,
      coaches: invocation.coaches(coach), &invocation)
    let sessions = files.sessions.filter { session in
      session.coach.isOf(coach) && (client == nil || session.clients.contains { $0.isOf(client) })
        && range.map { $0.overlaps(session.interval) || $0.contains(session.interval.lowerBound) } ?? true
    }
    if sessions.isEmpty { invocation.reportOtherOrganizers(of: files) }
    invocation.show(sessions, in: files, setting, common)
  }
}

extension Invocation {
  /// Reports that there are appointments which would be sessions if their organizer were a coach.
  fileprivate mutating func reportOtherOrganizers(of files: SessionFiles) {
    guard let one = files.otherOrganizers.first else { return }
    complain(
      Complaint(
        "appointments of \(one) are not listed, who is not known as a coach", expected: "--coach \(one)"))
  }

  /// The user, and a named coach: the organizers whose appointments are sessions.
  func coaches(_ named: String? = nil, or others: [String] = []) -> Set<String> {
    IdentityOptions.configured(environment.variables).union(named.map { [$0] } ?? []).union(others)
  }

  fileprivate mutating func show(
    _ sessions: [SessionBook.Session], in files: SessionFiles, _ setting: ViewSetting, _ common: CommonOptions
  ) {
    let refusals = files.refusals
    let overlaps = files.overlaps
    switch common.format {
    case .text:
      let lines = sessions.map { session in
        let people = refusals[session.uid, default: []].map(files.words.name)
        var note = people.isEmpty ? "" : " · declined by \(people.joined(separator: ", "))"
        let others = files.excess[session.uid, default: []].map(files.words.name)
        if !others.isEmpty { note += " · no place for \(others.joined(separator: ", "))" }
        let sessions = overlaps[session.uid, default: []]
        if !sessions.isEmpty { note += " · at the same time as \(sessions.joined(separator: ", "))" }
        return setting.line(session, in: files.words) + StyledText(note)
      }
      output.write(setting.text(lines))
    default:
      write([
        "version": .version,
        "sessions": .array(
          sessions.map { $0.json(declined: refusals[$0.uid] ?? [], overlapping: overlaps[$0.uid] ?? []) }),
      ])
    }
  }
}

extension ViewSetting {
  /// A line with the time, the title, the people by name, the place, the state and the UID of a session.
  func line(_ session: SessionBook.Session, in words: SchedulingWords) -> StyledText {
    let title = session.summary.isEmpty ? "" : "  \(session.summary)"
    let place = session.location.isEmpty ? "" : "  \(session.location)"
    let group = session.places > 1 ? " · \(session.clients.count)/\(session.places)" : ""
    let state = group + (session.state == .scheduled ? "" : " · \(session.state.description(in: words))")
    return line(session.interval, "") + StyledText("\(title)  \(session.everyone(words.name))")
      + StyledText("\(place)\(state)  \(session.uid)", .dim)
  }
}

extension SessionBook.Session {
  /// The coach, the clients and what else it takes: `eva, bob, room 1, 3 mats`.
  var everyone: String { everyone { $0 } }

  /// The same with people by name.
  func everyone(_ name: (String) -> String) -> String {
    let things = resources.map { resource in
      resource.amount.map { "\($0) \(resource.name)" } ?? resource.name
    }
    return (([coach] + clients).map(name) + things).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  var json: JSON { json(declined: []) }

  /// - Parameters:
  ///   - people: The clients who declined.
  ///   - others: The UIDs of sessions that take one of its people at the same time.
  func json(declined people: [String], overlapping others: [String] = []) -> JSON {
    [
      "uid": .string(uid), "coach": .string(coach), "client": .string(client), "title": .string(summary),
      "start": .string(start.description), "end": .string(interval.upperBound.in(zone).description),
      "place": .string(location), "note": .string(details), "state": .string(state.code),
      "planned": JSON(plan?.start.description), "started": JSON(started?.in(zone).description),
      "ended": JSON(ended?.in(zone).description),
      "clients": .array(clients.map { .string($0) }), "places": .int(places),
      "declined": .array(people.map { .string($0) }), "overlaps": .array(others.map { .string($0) }),
      "resources": .array(
        resources.map {
          [
            "name": .string($0.name), "requirement": .string($0.requirement),
            "amount": $0.amount.map { .int($0) } ?? .null,
            "capacity": $0.capacity.map { .int($0) } ?? .null,
          ]
        }),
    ]
  }
}
