import AlmanacEvents
import AlmanacICS
import Measuring

// Reads a calendar of as many MiB as the argument says from a pipe that is never a file, component by component, and
// prints the most memory that this took. `.ci/streams` shows that a gigabyte takes no more than a few MiB do.

guard CommandLine.arguments.count > 1, let size = Int(CommandLine.arguments[1]), size > 0 else {
  print("StreamMemory MIB")
  exitWithFailure()
}

/// About 200 kB of events, one of them with a fault.
let part: [UInt8] = {
  var text = "BEGIN:VEVENT\r\nUID:fault\r\nDTSTART:20260302T0900\r\nno colon\r\nEND:VEVENT\r\n"
  for number in 0..<400 {
    text += "BEGIN:VEVENT\r\nUID:\(number)@example.org\r\nDTSTAMP:20260101T000000Z\r\n"
    text += "DTSTART;TZID=Europe/Madrid:20260302T090000\r\nDTEND;TZID=Europe/Madrid:20260302T103000\r\n"
    text += "RRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\nSUMMARY:Reunión número \(number)\r\nDESCRIPTION:"
    text += String(repeating: "agenda\\, notes\\n", count: 16) + "\r\n  and more of it\r\nX-OTHER;X-A=b:c\r\n"
    text += "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\n"
    text += "END:VEVENT\r\n"
  }
  return Array(text.utf8)
}()

var stream = ICSStream()
var items = 0
var bytes = 0
stream.append(Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Almanac//Benchmark//EN\r\n".utf8))
while bytes < size << 20 {
  // In pieces as a pipe gives them.
  for start in stride(from: 0, to: part.count, by: 1 << 16) {
    stream.append(part[start..<min(start + 1 << 16, part.count)])
    while let element = try stream.next() { if case .item = element { items += 1 } }
  }
  bytes += part.count
}
stream.append(Array("END:VCALENDAR\r\n".utf8))
stream.finish()
while let element = try stream.next() { if case .item = element { items += 1 } }
guard items == bytes / part.count * 401 else {
  print("\(items) items")
  exitWithFailure()
}
print("\(bytes >> 20) MiB, \(items) items, at most \(Int(peakMemory())) MiB of memory")
