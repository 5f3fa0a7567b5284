import Almanac
import AlmanacICS
import Foundation

let bytes = try Data(contentsOf: URL(filePath: "university.ics"))
let document = try ICSDocument(parsing: bytes)
for diagnostic in document.diagnostics where diagnostic.severity > .note { print(diagnostic) }

print(document.calendars.map(\.name))
