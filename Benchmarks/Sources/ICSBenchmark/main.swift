import AlmanacEvents
import AlmanacICS
import Measuring

// Reading and writing against libical's bare parse and print of the same bytes, in the same run. The program ends with an
// error only when a ratio is far off its bar, since machines differ.
LibicalTree.prepare()
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--hold" {
  hold(arguments[1], events: Int(arguments[2]) ?? 0)
} else {
  let events = arguments.first.flatMap { Int($0) } ?? 20_000
  print("  almanac  libical  unit  ratio  (and its bar)")
  var rows: [Row] = []
  func show(_ more: [Row]) {
    for row in more { print(row) }
    rows += more
  }
  show(await Ratios(events: events).rows)
  show([MemoryRatio(events: 5 * events).row])
  show(Linearity().rows)
  if rows.contains(where: \.isFarOff) { exitWithFailure() }
}
