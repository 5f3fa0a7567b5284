import AlmanacRecurrence
import AlmanacTime
import Foundation

/// python-dateutil as an oracle, where python3 has it: a batch of rules goes to one process as lines
/// `RULE|START|HORIZON|LIMIT`, and the instances come back a line each. The search ends with the month of the horizon.
enum Dateutil {
  /// The program's answer for one rule.
  enum Answer: Equatable {
    case instances([CivilDateTime])
    /// It searched too long.
    case gaveUp
    /// The oracle rejects the rule.
    case refused(String)
  }

  private static let program = """
    import signal, sys, warnings
    from datetime import datetime
    from dateutil import rrule
    warnings.simplefilter('ignore')
    FORM = '%Y%m%dT%H%M%S'
    class Beyond(Exception): pass
    def late(*_): raise TimeoutError()
    signal.signal(signal.SIGALRM, late)
    build = rrule._iterinfo.rebuild
    def rebuild(info, year, month):
        if (year, month) > bound: raise Beyond()
        return build(info, year, month)
    rrule._iterinfo.rebuild = rebuild
    for line in open(sys.argv[1]):
        rule, start, horizon, limit = line.strip().split('|')
        start, horizon, found = datetime.strptime(start, FORM), datetime.strptime(horizon, FORM), []
        bound = (horizon.year, horizon.month)
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            for time in rrule.rrulestr(rule, dtstart=start):
                if time > horizon: break
                found.append(time.strftime(FORM))
                if len(found) == int(limit): break
            answer = '=' + ','.join(found)
        except Beyond: answer = '=' + ','.join(found)
        except TimeoutError: answer = '?'
        except ValueError as error: answer = '!' + str(error).replace(chr(10), ' ')
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(answer)
    """

  static let isPresent: Bool = (try? run(["-c", "import dateutil"])) != nil

  private struct Failure: Error {}

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func answers(to cases: [ExpansionCase]) throws -> [Answer] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = cases.map { item in
      "\(item.rule)|\(item.start.formatted(.basic))|\(item.horizon.formatted(.basic))|\(item.oracleLimit)"
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    let output = try run(["-c", program, file.path])
    return try output.split(separator: "\n").map { line in
      switch line.first {
      case "=": .instances(try line.dropFirst().split(separator: ",").map { try CivilDateTime(String($0)) })
      case "?": .gaveUp
      default: .refused(String(line.dropFirst()))
      }
    }
  }
}
