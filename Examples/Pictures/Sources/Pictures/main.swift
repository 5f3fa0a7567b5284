import Almanac
import AlmanacFoundation
import AlmanacRendering
import Foundation

// Writes pictures and pages of example calendars.
//
//     swift run --package-path Examples/Pictures Pictures check FOLDER
//
// writes every view of every calendar in every form, for `.ci/pictures`, and `gallery FOLDER` those of the
// documentation.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let folder = arguments.last, let form = arguments.first,
  ["check", "gallery"].contains(form)
else {
  FileHandle.standardError.write(Data("Pictures: expected check FOLDER or gallery FOLDER\n".utf8))
  exit(64)
}
let directory = URL(filePath: folder)
do {
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  for picture in form == "check" ? Picture.checked : Picture.gallery {
    try Data(picture.render().utf8).write(to: directory.appending(path: picture.name))
  }
} catch {
  FileHandle.standardError.write(Data("Pictures: \(error.localizedDescription)\n".utf8))
  exit(73)
}
