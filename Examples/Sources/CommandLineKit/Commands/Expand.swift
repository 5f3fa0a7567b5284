import AlmanacRecurrence
import AlmanacTime
import ArgumentParser

/// `almanac expand`
struct Expand: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the occurrences of a recurrence rule.",
    discussion: """
      With RULE and --start: the occurrences that match the rule, one a line, on the clock of the start and \
      written as the start is: 19970902T090000 or 1997-09-02T09:00. A start with a zone of its own (Z, or \
      [Europe/Madrid]) or --zone makes times of that zone; a time that its clocks skip is shown moved.

      With --input: blocks parted by blank lines, each with RRULE: and DTSTART: (with ;TZID= or ;VALUE=DATE), and \
      where wanted EXRULE:, RDATE:, EXDATE:, START-AT: (drops earlier instances), LIMIT:, and comments (#). Each is \
      printed back with INSTANCES: and the instances, or ERROR: and the reason; the next block follows in any case, \
      and the exit code is 0.

      A rule without an end yields \(ExpansionRequest.endlessLimit) occurrences unless --until or a limit says \
      otherwise, any other at most \(ExpansionRequest.boundedLimit); what is cut off is reported.
      """)

  @Argument(help: "The rule, such as 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24'.")
  var rule: String?

  @Option(help: "When the rule starts: a date, a time, or a time with Z or a zone.")
  var start: String?

  @Option(help: "Leave out occurrences before this date or time.", transform: EventTime.init(argument:))
  var from: EventTime?

  @Option(
    help: "Leave out later occurrences: a date is included, a time is not.",
    transform: EventTime.init(argument:))
  var until: EventTime?

  @Option(help: ArgumentHelp("Give at most so many occurrences.", valueName: "number"))
  var limit: Int?

  @Option(help: ArgumentHelp("Read blocks from a file, - for standard input.", valueName: "file"))
  var input: String?

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit \(limit) is negative (expected 0 or more)") }
    if input != nil {
      guard rule == nil, start == nil, from == nil, until == nil else {
        throw ValidationError("--input stands with --limit only (expected RULE --start, or --input)")
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
    _ rule: String, from text: String, in invocation: inout Invocation
  ) throws(CommandError) {
    let start = try startTime(text)
    var request: ExpansionRequest
    do throws(Complaint) {
      request = ExpansionRequest(
        RecurrenceSet(start: start, rules: [try RecurrenceRule(rule, in: "RULE", for: start)]))
    } catch {
      throw .badData(error)
    }
    request.from = from
    request.end = until.map { $0.isDate ? .floating($0.date.adding(days: 1).startOfDay) : $0 }
    request.limit = limit
    if request.needsCalendars { throw .needsInternational }
    let form: CivilForm = text.utf8.prefix(5).last == UInt8(ascii: "-") ? .extended : .basic
    do throws(Complaint) {
      let ending = try request.run { time in
        invocation.output.writeLine(time.shown(form))
        return invocation.output.failure == nil
      }
      if case .cut(let count) = ending { invocation.complain(.cut(at: count, expected: "--limit or --until")) }
    } catch {
      throw .badData(error)
    }
  }

  private func startTime(_ text: String) throws(CommandError) -> EventTime {
    do throws(TimeError) {
      let start = try EventTime(reading: text)
      guard let zone = common.zone else { return start }
      switch start {
      case .date: return start
      case .floating(let local): return .zoned(local.in(zone))
      case .zoned(let zoned): return .zoned(zoned.in(zone))
      }
    } catch {
      throw .ended(.usage, [Complaint(error, in: "--start \(text)")])
    }
  }

  // MARK: Blocks

  private func expandBlocks(of path: String, in invocation: inout Invocation) throws(CommandError) {
    let blocks = ExpansionBlock.blocks(in: try invocation.read(path))
    for case .success(let request)? in blocks.map(\.request) where request.needsCalendars {
      throw .needsInternational
    }
    for (index, block) in blocks.enumerated() where invocation.output.failure == nil {
      if index > 0 { invocation.output.write("\n") }
      for line in block.lines { invocation.output.writeLine(line.text) }
      expand(block, of: path, in: &invocation)
    }
  }

  private func expand(_ block: ExpansionBlock, of path: String, in invocation: inout Invocation) {
    guard let request = block.request else { return }
    do throws(Complaint) {
      var request = try request.get()
      request.limit = request.limit ?? limit
      var text = "INSTANCES:"
      var isFirst = true
      let ending = try request.run { time in
        text += (isFirst ? "" : ",") + time.shown(.basic)
        isFirst = false
        return true
      }
      invocation.output.writeLine(text)
      if case .cut(let count) = ending {
        invocation.complain(.cut(at: count, expected: "LIMIT").at(file: path, line: block.line))
      }
    } catch {
      invocation.output.writeLine("ERROR: \(error.reason)")
    }
  }
}

extension Complaint {
  fileprivate static func cut(at count: Int, expected: String) -> Complaint {
    Complaint("there are more than the first \(count) occurrences", expected: "\(expected) for others")
  }
}
