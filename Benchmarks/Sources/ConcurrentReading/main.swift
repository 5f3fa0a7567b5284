// Reads, edits and writes the same files from several tasks or threads at once, from the first call on, so that what is
// loaded lazily is loaded under contention; all must come to what one comes to afterwards. It is run with
// ThreadSanitizer, which sees Almanac, and under helgrind, which sees libical: `.ci/threads` does that.
//
//   ConcurrentReading tasks|threads COUNT FILE…

let arguments = CommandLine.arguments
guard arguments.count > 3, let count = Int(arguments[2]), count > 0 else {
  fail("ConcurrentReading tasks|threads COUNT FILE…")
}
let works = arguments.dropFirst(3).map { Work(bytes: contents(of: $0)) }
let crew = Crew(works: works, count: count)
let found: [[[String]]]
switch arguments[1] {
case "tasks": found = await crew.resultsOfTasks()
case "threads": found = crew.resultsOfThreads()
default: fail("tasks or threads, not \(arguments[1])")
}
let alone = works.map { $0.done() }
guard found.count == count, found.allSatisfy({ $0 == alone }) else {
  fail("not all of the \(count) came to the same")
}
print("\(works.count) files, \(count) \(arguments[1]): the same as one alone")
