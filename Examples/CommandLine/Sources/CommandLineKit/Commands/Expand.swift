import AlmanacRecurrence
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac expand`
struct Expand: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Print the occurrences of a recurrence rule.",
    discussion: """
      With RULE and --start: the occurrences of the rule, one per line, in the form of the start: 19970902T090000 or \
      1997-09-02T09:00. With a zone in the start (Z, or [Europe/Madrid]) or --zone they are times of that zone; a time in \
      a gap of the zone is shown moved forward.

      With --input: blocks separated by blank lines, each with RRULE: and DTSTART: (with ;TZID= or ;VALUE=DATE), and \
      optionally EXRULE:, RDATE:, EXDATE:, START-AT: (omits earlier instances), LIMIT:, and comments (#). Each block is \
      printed, followed by INSTANCES: and the instances, or ERROR: and the reason. The exit code is 0 in either case.

      A start that does not match the rule is neither printed nor counted by COUNT; in a calendar it is the first instance \
      and counts (RFC 5545 §3.8.5.3), as list shows.

      Without --until or a limit, at most \(ExpansionRequest.endlessLimit) occurrences of a rule without an end are \
      printed, and \(ExpansionRequest.boundedLimit) of any other; if there are more, that is reported. All blocks together \
      print at most \(Self.totalLimit), unless --limit is stated; after \(Self.searchLimit) blocks in which the search for an \
      instance took too long, no further block is expanded.
      """)

  @Argument(help: "The rule, such as 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24'.")
  var rule: String?

  @Option(
    help: "The start of the rule: a date, a time, or a time with Z or a zone.",
    transform: TypedStart.init(argument:))
  var start: TypedStart?

  @Option(help: "Leave out occurrences before this date or time.", transform: EventTime.init(from:))
  var from: EventTime?

  @Option(
    name: .customLong("until"),
    help: "Leave out later occurrences: a date is included, a time is not.",
    transform: RangeEnd.init(argument:))
  var end: RangeEnd?

  private var until: EventTime? { end?.time }

  @Option(help: ArgumentHelp("The most occurrences to print.", valueName: "number"))
  var limit: Int?

  @Option(
    help: ArgumentHelp("Read blocks from a file, - for standard input.", valueName: "file"),
    completion: .file())
  var input: String?

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  mutating func validate() throws {
    end = try end?.settled(after: from)
    if let limit, limit < 0 { throw ValidationError("--limit \(limit) is negative (expected 0 or more)") }
    if input != nil {
      guard rule == nil, start == nil, from == nil, until == nil else {
        throw ValidationError("--input goes with --limit only (expected RULE --start, or --input)")
      }
    } else if rule == nil || start == nil {
      throw ValidationError("nothing to expand (expected RULE and --start, or --input)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    if let input {
      try expandBlocks(of: input, in: &invocation)
    } else if let rule, let start {
      try expand(rule, from: start, in: &invocation)
    }
  }

  // MARK: One rule

  private func expand(
    _ rule: String, from typed: TypedStart, in invocation: inout Invocation
  ) throws(CommandError) {
    let start = zoned(typed.time)
    let read: RecurrenceRule
    do throws(Complaint) { read = try RecurrenceRule(rule, in: "RULE", for: start) } catch {
      throw .badData(error)
    }
    var request = ExpansionRequest(RecurrenceSet(start: start, Recurrence([read])))
    request.from = from
    request.end = until.map { $0.isDate ? .floating($0.date.adding(days: 1).startOfDay) : $0 }
    request.limit = limit
    let calendars = try invocation.calendars(for: [request])
    do throws(Complaint) {
      let ending =
        switch common.format {
        case .text: try writeLines(request, calendars, typed.form, in: &invocation)
        default: try writeObject(request, calendars, in: &invocation)
        }
      if case .cut(let count) = ending {
        invocation.complain(.cut(at: count, expected: "--limit or --until"))
      }
    } catch {
      throw .badData(error)
    }
  }

  private func writeLines(
    _ request: ExpansionRequest, _ calendars: CalendarSystems, _ form: CivilForm,
    in invocation: inout Invocation
  ) throws(Complaint) -> ExpansionRequest.Ending {
    try request.run(calendars: calendars) { time in
      invocation.output.writeLine(time.shown(form))
      return invocation.output.failure == nil
    }
  }

  private func writeObject(
    _ request: ExpansionRequest, _ calendars: CalendarSystems, in invocation: inout Invocation
  ) throws(Complaint) -> ExpansionRequest.Ending {
    var members: [JSON.Member] = [JSON.Member("version", .version)]
    let ending = try request.addMembers(to: &members, calendars).ending
    invocation.write(JSON.object(members))
    return ending
  }

  /// The start in the zone of `--zone`.
  private func zoned(_ start: EventTime) -> EventTime {
    guard let zone = common.zone else { return start }
    switch start {
    case .date: return start
    case .floating(let local): return .zoned(local.in(zone))
    case .zoned(let zoned): return .zoned(zoned.in(zone))
    }
  }

  // MARK: Blocks

  /// The most bytes of the blocks, which are stored with their lines.
  private static let inputLimit = 16 << 20
  /// The most occurrences of all blocks together.
  private static let totalLimit = 2_000_000
  /// The most searches that end without an instance, each of which takes some hundredths of a second.
  private static let searchLimit = 30

  /// The work that remains for the following blocks.
  private struct Budget {
    var occurrences: Int
    var searches = Expand.searchLimit
  }

  private func expandBlocks(of path: String, in invocation: inout Invocation) throws(CommandError) {
    let blocks = ExpansionBlock.blocks(in: try invocation.read(path, limit: Self.inputLimit))
    let calendars = try invocation.calendars(for: blocks.lazy.compactMap { try? $0.request?.get() })
    var budget = Budget(occurrences: limit == nil ? Self.totalLimit : Int.max)
    switch common.format {
    case .text:
      for (index, block) in blocks.enumerated() where invocation.output.failure == nil {
        if index > 0 { invocation.output.write("\n") }
        for line in block.lines { invocation.output.write(document: Array((line.text + "\n").utf8)) }
        if let result = result(of: block, in: path, calendars, &budget, &invocation) {
          invocation.output.writeLine(result)
        }
      }
    default:
      let values = blocks.compactMap { object(of: $0, in: path, calendars, &budget, &invocation) }
      invocation.write(["version": .version, "blocks": .array(values)])
    }
  }

  /// The result line after a block.
  private func result(
    of block: ExpansionBlock, in path: String, _ calendars: CalendarSystems, _ budget: inout Budget,
    _ invocation: inout Invocation
  ) -> String? {
    guard let request = block.request else { return nil }
    do throws(Complaint) {
      var text = ""
      var count = 0
      let ending = try limited(request, budget).run(calendars: calendars) { time in
        if !text.isEmpty { text += "," }
        text += time.shown(.basic)
        count += 1
        return true
      }
      budget.occurrences -= count
      report(ending, of: block, in: path, budget, &invocation)
      return "INSTANCES:" + text
    } catch {
      if error.isSearchEnded { budget.searches -= 1 }
      return "ERROR: \(error.reason)"
    }
  }

  private func object(
    of block: ExpansionBlock, in path: String, _ calendars: CalendarSystems, _ budget: inout Budget,
    _ invocation: inout Invocation
  ) -> JSON? {
    guard let request = block.request else { return nil }
    var members: [JSON.Member] = [JSON.Member("line", .int(block.line))]
    do throws(Complaint) {
      let (ending, count) = try limited(request, budget).addMembers(to: &members, calendars)
      budget.occurrences -= count
      report(ending, of: block, in: path, budget, &invocation)
    } catch {
      if error.isSearchEnded { budget.searches -= 1 }
      members.append(JSON.Member("error", .string(error.reason)))
    }
    return .object(members)
  }

  private func limited(
    _ request: Result<ExpansionRequest, Complaint>, _ budget: Budget
  ) throws(Complaint) -> ExpansionRequest {
    guard budget.searches > 0 else {
      throw Complaint(
        "not expanded: the blocks before took too long", expected: "rules that can match")
    }
    guard budget.occurrences > 0 else {
      throw Complaint(
        "not expanded: the blocks before have \(Self.totalLimit) occurrences", expected: "fewer, or --limit")
    }
    var request = try request.get()
    request.limit = request.limit ?? limit
    if request.effectiveLimit > budget.occurrences { request.limit = budget.occurrences }
    return request
  }

  private func report(
    _ ending: ExpansionRequest.Ending, of block: ExpansionBlock, in path: String, _ budget: Budget,
    _ invocation: inout Invocation
  ) {
    if case .cut(let count) = ending {
      invocation.complain(.cut(at: count, expected: "LIMIT").at(file: path, line: block.line))
    } else if ending != .complete, budget.occurrences == 0 {
      invocation.complain(.cut(at: Self.totalLimit, expected: "--limit").at(file: path, line: block.line))
    }
  }
}

/// The start of a rule as typed, with the form in which the occurrences are printed.
struct TypedStart: Sendable {
  let time: EventTime
  let form: CivilForm

  init(argument text: String) throws {
    time = try EventTime(argument: text)
    form = text.utf8.prefix(8).allSatisfy { (48...57).contains($0) } ? .basic : .extended
  }
}

extension ExpansionRequest {
  /// Adds `rules`, `start` and `instances`.
  ///
  /// - Returns: The number of instances besides the ending.
  fileprivate func addMembers(
    to members: inout [JSON.Member], _ calendars: CalendarSystems
  ) throws(Complaint) -> (ending: Ending, count: Int) {
    members.append(JSON.Member("rules", .array(set.recurrence.rules.map { .string($0.description) })))
    members.append(JSON.Member("start", .string(set.start.description)))
    var instances: [JSON] = []
    let ending = try run(calendars: calendars) { time in
      instances.append(.string(time.description))
      return true
    }
    members.append(JSON.Member("instances", .array(instances)))
    return (ending, instances.count)
  }
}

extension Invocation {
  /// The calendar systems for some requests.
  ///
  /// - Throws: `needsInternational` if only the other program may have one of them.
  fileprivate func calendars(
    for requests: some Sequence<ExpansionRequest>
  ) throws(CommandError) -> CalendarSystems {
    let calendars = environment.international.calendars
    if environment.international.isElsewhere {
      for request in requests where request.unsupportedCalendar(by: calendars) != nil {
        throw .needsInternational
      }
    }
    return calendars
  }
}

extension Complaint {
  fileprivate static func cut(at count: Int, expected: String) -> Complaint {
    Complaint("only the first \(count) occurrences are printed", expected: "\(expected) for others")
  }
}
