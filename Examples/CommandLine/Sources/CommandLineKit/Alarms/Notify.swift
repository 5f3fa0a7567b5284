import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac notify`
struct Notify: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Run a command at each alarm, for as long as the program runs.",
    discussion: """
      The command is a line of the shell. The alarm is in its environment, never in its text: ALMANAC_SUMMARY, ALMANAC_TEXT, \
      ALMANAC_LOCATION, ALMANAC_UID, ALMANAC_KIND, ALMANAC_START and ALMANAC_AT, for example:

      almanac notify --command 'notify-send "$ALMANAC_SUMMARY" "$ALMANAC_START"'

      Without a command each alarm is a line of output. The calendars are read again every minute. As a service of systemd, \
      ~/.config/systemd/user/almanac.service:

      [Service]
      ExecStart=/usr/bin/almanac notify --command 'notify-send "$ALMANAC_SUMMARY"'
      Restart=always
      [Install]
      WantedBy=default.target
      """)

  @Option(help: ArgumentHelp("The command line.", valueName: "command"))
  var command: String?

  @Option(
    help: ArgumentHelp("Also alarms since a time, such as the last run.", valueName: "time"),
    transform: EventTime.init(argument:))
  var since: EventTime?

  @Flag(help: "End after the alarms that are due.")
  var once = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  /// The most alarms between two readings.
  private static let limit = 10_000

  /// The most seconds between two readings of the calendars.
  private static let interval = 60

  func validate() throws {
    if common.now != nil || common.today != nil, !once {
      throw ValidationError("a fixed clock has no later alarms (expected --once)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    var now = invocation.now(common, in: zone)
    var start = since?.instant(in: zone) ?? now
    var isFirst = true
    var reported: Set<String> = []
    var query = common.budgeted()
    query.limit = Self.limit
    repeat {
      // Faults of the files are reported once.
      var reader = invocation
      let read = try reader.calendars(calendars)
      if isFirst { invocation = reader }
      isFirst = false
      let end = now.adding(seconds: 1)
      if start < end {
        let found = read.availableAlarms(in: start..<end, viewer: zone, matching: query)
        // Alarms of the last instant may be more than were found.
        let last = found.isTruncated ? found.signals.last?.instant : nil
        let rest = last.flatMap { $0 > start ? $0 : nil }
        for signal in found.signals where rest.map({ signal.instant < $0 }) ?? true {
          announce(signal, in: zone, &invocation)
        }
        if let rest {
          start = rest
          continue
        }
        // Each is reported once.
        let new = found.unexpanded.filter { reported.insert("\($0.calendar) \($0.kind) \($0.uid)").inserted }
        if once { return try invocation.requireComplete(new, in: zone) }
        for series in new { invocation.environment.writeError(Complaint(series, in: zone).description) }
        start = end
      }
      if once { return }
      let next = read.nextAvailableAlarms(after: now, viewer: zone, matching: query).signals.first
      let wait = next.map { $0.instant.seconds(since: now) } ?? Self.interval
      guard invocation.environment.pause(min(max(wait, 1), Self.interval)) else { return }
      now = invocation.environment.clock()
    } while true
  }

  private func announce(_ signal: AlarmSignal, in zone: Zone, _ invocation: inout Invocation) {
    let json = signal.json(in: zone).withOffsets
    func text(_ name: String) -> String {
      if case .string(let text)? = json[name] { SafeText.singleLine(text) } else { "" }
    }
    guard let command else {
      invocation.print("\(text("at"))  \(title: signal.item.summary)  \(text("start"))", json, common)
      invocation.output.flush()
      return
    }
    let status = invocation.environment.runCommand(
      command,
      [
        "ALMANAC_SUMMARY": text("summary"), "ALMANAC_TEXT": text("text"), "ALMANAC_UID": text("uid"),
        "ALMANAC_KIND": text("kind"), "ALMANAC_START": text("start"), "ALMANAC_AT": text("at"),
        "ALMANAC_LOCATION": SafeText.singleLine(signal.item.location),
      ])
    if status != 0 {
      invocation.complain(Complaint("the command ended with \(status) at the alarm of \(signal.item.uid)"))
    }
  }
}
