import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacScheduling
import AlmanacTime

/// The files with items that take time and are not in the calendars, as their start, or the instance that they change, cannot be
/// read, or with busy time that cannot.
///
/// Lists show the other items, and report these. Beside them no time is free for sure. Items of which the times are known in part
/// are in the calendars (`BusyTime.unexpanded`); files that have such are listed too, as it is not known whose time they take.
struct UnknownTimes: Sendable {
  /// The files, each with its first such item.
  private(set) var files: [UnreadFile] = []
  /// The files with an item that should be a session and is not, each with its first one: it occupies people that cannot be
  /// identified.
  private(set) var sessions: [UnreadFile] = []
  /// The calendars of files with items of which the times are known in part.
  private var partial: [(path: String, calendars: [EventCalendar])] = []

  mutating func add(_ file: CalendarFile) {
    if let fault = file.document.faultOfTimes {
      files.append(UnreadFile(path: file.path, reason: fault))
    }
    if let fault = file.faultOfSessions { sessions.append(UnreadFile(path: file.path, reason: fault)) }
    let calendars = file.document.calendars
    if calendars.contains(where: { $0.items.contains(where: \.hasUnreadTimes) }) {
      partial.append((file.path, calendars))
    }
  }

  /// The files with items of which it is not known whether they take time within a range.
  func files(in range: Range<Instant>, viewer: Zone) -> [UnreadFile] {
    partial.compactMap { path, calendars in
      let busy = BusyTime(calendars, in: range, viewer: viewer)
      let series = busy.unexpanded.first { $0.unreadProperty != nil }
      return series.map {
        UnreadFile(path: path, reason: "\($0.uid): \($0.unreadProperty ?? "") cannot be read")
      }
    }
  }

  /// The file in which the times of an item cannot be read completely; `nil` where those of all its instances are known.
  func file(of uid: String) -> UnreadFile? {
    partial.lazy.compactMap { path, calendars in
      calendars.contains { $0.items.contains { $0.uid == uid && $0.hasUnreadTimes } }
        ? UnreadFile(path: path, reason: "\(uid): its times cannot be read") : nil
    }.first
  }

  mutating func removeAll() { files = [] }
}

extension ICSDocument {
  /// An item that may take time when no item of the document is shown; `nil` if there is none.
  fileprivate var faultOfTimes: String? {
    for calendar in calendars {
      let events = calendar.unmodelled.components.filter { $0.name.uppercased() == "VEVENT" && $0.takesTime }
      if let event = events.first(where: { calendar.method.isEmpty || $0.first("DTSTART") != nil }) {
        return event.unreadTime
      }
    }
    let fault = diagnostics.first { $0.concernsTimes && mayTakeTime(uid: $0.uid) }
    return fault.map {
      [$0.uid, $0.property].filter { !$0.isEmpty }.joined(separator: " ") + ": \($0.message)"
    }
  }

  /// Whether an event of a UID takes time; the UID is empty where the item states none, and `true` for busy time.
  private func mayTakeTime(uid: String) -> Bool {
    let items = calendars.flatMap { calendar in calendar.items.filter { $0.uid == uid } }
    let isOther = calendars.contains { calendar in calendar.availabilities.contains { $0.uid == uid } }
    if items.isEmpty { return uid.isEmpty || !isOther }
    return items.contains { item in
      item.event.map { $0.transparency != .transparent && !item.isCancelled } ?? false
    }
  }
}

extension Diagnostic {
  /// Whether busy time is unknown: a FREEBUSY, or in JSCalendar an object or its start, cannot be read.
  fileprivate var concernsTimes: Bool {
    switch property {
    case "FREEBUSY": severity == .error
    case "start": code == .missingStart
    case "@type": severity == .error
    default: false
    }
  }
}

extension Component {
  /// The fault of the times of an event that is not in the model.
  var unreadTime: String {
    let uid = first("UID")?.value ?? "an event"
    let isOfInstance = first("RECURRENCE-ID") != nil
    return isOfInstance
      ? "\(uid): no start, or no instance, that can be read" : "\(uid): no start that can be read"
  }

  fileprivate var takesTime: Bool {
    first("TRANSP")?.value.uppercased() != "TRANSPARENT" && first("STATUS")?.value.uppercased() != "CANCELLED"
  }
}
