import Measuring

// Reading and writing against libical's bare parse and print of the same bytes, in the same run. The program ends with an
// error only when a ratio is far off its bar, since machines differ.
LibicalTree.prepare()
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 4, arguments[0] == "--work", let work = Work(rawValue: arguments[1]) {
  await work.run(events: Int(arguments[2]) ?? 0, rounds: Int(arguments[3]) ?? 0)
} else {
  let events = arguments.first.flatMap { Int($0) } ?? 20_000
  print("  almanac  libical  unit  ratio  (and its bar)")
  var rows: [Row] = []
  func show(_ more: [Row]) {
    for row in more { print(row) }
    rows += more
  }
  // First, since a child's peak counts what its parent held when it was made.
  show([MemoryRatio(events: 5 * events).row])
  show(Ratios(events: events).rows)
  print("  at 1, 2, 4 and 8 times the size, and what a doubling costs")
  var isFarOff = rows.contains(where: \.isFarOff)
  _ = Linearity { growth in
    print(growth)
    if growth.isFarOff { isFarOff = true }
  }
  if isFarOff { exitWithFailure() }
}
