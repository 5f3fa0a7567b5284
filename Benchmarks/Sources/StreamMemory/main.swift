import AlmanacEvents
import AlmanacICS
import Measuring

// Reads a calendar of as many MiB as the argument says from a pipe that is never a file, component by component, and
// prints the most memory that this took. `.ci/streams` shows that a gigabyte takes no more than a few MiB do. With
// `documents` it reads and writes as many documents one after the other, each with a zone of its own.

guard let size = CommandLine.arguments.last.flatMap({ Int($0) }), size > 0 else {
  print("StreamMemory MIB, or StreamMemory documents NUMBER")
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

func readStream(ofMebibytes size: Int) throws {
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
}

func readDocuments(_ number: Int) throws {
  for index in 0..<number {
    let zone =
      "BEGIN:VTIMEZONE\r\nTZID:Zone \(index)\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
      + "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0130\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    let event =
      "BEGIN:VEVENT\r\nUID:\(index)@example.org\r\nDTSTAMP:20260101T000000Z\r\n"
      + "DTSTART;TZID=Zone \(index):20260302T090000\r\nRRULE:FREQ=WEEKLY\r\nSUMMARY:\(index)\r\nno colon\r\nEND:VEVENT\r\n"
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(zone)\(event)END:VCALENDAR\r\n"
    let document = try ICSDocument(parsing: Array(text.utf8))
    guard document.calendars.first?.count == 1, !document.text(.normalized).isEmpty else { exitWithFailure() }
  }
  print("\(number) documents, at most \(Int(peakMemory())) MiB of memory")
}

if CommandLine.arguments.dropFirst().first == "documents" {
  try readDocuments(size)
} else {
  try readStream(ofMebibytes: size)
}
