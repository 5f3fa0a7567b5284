import AlmanacICS
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac zones`
struct Zones: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "zones",
    abstract: "List zone names, or show the zone of a name, its rule and its next changes.")

  @Argument(
    help: "A zone name as used in calendars: Europe/Madrid in any case, a Windows name, UTC+2.",
    completion: .zones)
  var name: String?

  @Option(name: .customLong("changes"), help: ArgumentHelp("How many changes to show.", valueName: "number"))
  var changeCount: Int = 4

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    try requireRange("--changes", changeCount, 0...1000)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    guard let name else {
      let names = ZoneDatabase.system.names().all
      return invocation.print(
        names, ["version": .version, "zones": .array(names.map(JSON.string))], common)
    }
    let report = try report(on: name, at: invocation.now(common, in: .utc))
    switch common.format {
    case .text: invocation.output.write(report.text)
    default: invocation.write(report.json)
    }
  }

  private func report(on name: String, at now: Instant) throws(CommandError) -> ZoneReport {
    let names = ZoneDatabase.system.names()
    var lookup = ZoneNameLookup()
    if let found = lookup.zone(named: names.spelling(of: name) ?? name) {
      return ZoneReport(found, names: names, at: now, changeCount: changeCount)
    }
    throw .usage(
      "there is no zone \(name)",
      expected: Suggestions.zones(near: name) ?? "a zone name such as Europe/Madrid")
  }
}
