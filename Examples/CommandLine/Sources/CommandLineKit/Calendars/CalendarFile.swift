import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence

/// A file of calendars that was read.
struct CalendarFile: Sendable {
  /// `-` for standard input.
  let path: String
  var document: ICSDocument
  /// What was read, where the file is open to be changed; `nil` for one that is to be made.
  var original: [UInt8]?
  var isChanged = false

  /// The name of the file without its folder and its ending: what a calendar without a name is called.
  var stem: String {
    let name = path == "-" ? "" : Platform.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Its calendars, each with a name.
  var calendars: [EventCalendar] {
    document.calendars.map { calendar in
      guard calendar.name.isEmpty else { return calendar }
      var named = calendar
      named.name = stem
      return named
    }
  }
}

/// A folder of files that together are one calendar, as khal and vdirsyncer keep them: a file an item, the name and
/// the colour in files `displayname` and `color`.
struct CalendarFolder: Sendable {
  let path: String
  var name: String?
  var color: CalendarColor?
  var files: [CalendarFile]
  /// By which rules of items in its files count.
  var systems = CalendarSystems.gregorian

  /// What the folder is called.
  var title: String { name ?? path.split(separator: "/").last.map(String.init) ?? path }

  /// The calendars to be shown: one of all items, but a file with a calendar that has a name of its own stands for
  /// itself, unless the folder says what it is.
  var calendars: [EventCalendar] {
    var whole = EventCalendar(name: title, color: color)
    whole.calendarSystems = systems
    var others: [EventCalendar] = []
    for file in files {
      for calendar in file.document.calendars {
        if joins(calendar) {
          whole.insert(calendar.items)
        } else {
          others.append(calendar)
        }
      }
    }
    return whole.count > 0 || others.isEmpty ? [whole] + others : others
  }

  /// Whether a calendar of one of its files is shown as one with those of the others.
  func joins(_ calendar: EventCalendar) -> Bool { name != nil || color != nil || calendar.name.isEmpty }
}

/// What stands at a place.
enum CalendarHolding: Sendable {
  case file(CalendarFile)
  case folder(CalendarFolder)

  var calendars: [EventCalendar] {
    switch self {
    case .file(let file): file.calendars
    case .folder(let folder): folder.calendars
    }
  }
}
