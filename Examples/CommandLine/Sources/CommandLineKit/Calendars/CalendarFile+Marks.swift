import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacScheduling

extension CalendarFile {
  /// The marks of sessions, classes and seasons that cannot be read, as diagnostics without a line.
  var unreadableMarks: [Diagnostic] {
    document.calendars.flatMap { $0.unreadableMarks }.map { mark in
      Diagnostic(
        mark.property.isEmpty ? .error : .warning, Diagnostic.Code(rawValue: "unreadable_mark"), line: 0,
        uid: mark.item.uid, property: mark.property, message: mark.description,
        repair: mark.property.isEmpty ? "it is shown as any other item" : "read as if it were not there")
    }
  }
}
