import AlmanacEvents
import AlmanacFiles
import AlmanacICS

/// The items of files that may be at other times than those that are shown, as their start, their rule or an added date cannot be read,
/// and the items whose length cannot.
///
/// Lists show the other items, and report these. Beside them no time is free for sure.
struct UnknownTimes: Sendable {
  /// The files with items at unknown times, each with its first such item.
  private(set) var files: [UnreadFile] = []
  /// The files with an item that should be a session and is none, each with its first one: it takes the time of people whom
  /// nobody knows.
  private(set) var sessions: [UnreadFile] = []
  /// The items that are shown without a length, as they end before they start.
  private(set) var lengths: [Complaint] = []

  mutating func add(_ file: CalendarFile) {
    if let fault = file.document.faultOfTimes {
      files.append(UnreadFile(path: file.path, reason: fault))
    }
    if let fault = file.faultOfSessions { sessions.append(UnreadFile(path: file.path, reason: fault)) }
    lengths += file.document.diagnostics.filter { $0.code == .endNotAfterStart }.map {
      Complaint($0, in: file.path)
    }
  }

  mutating func removeAll() { self = UnknownTimes() }
}

extension ICSDocument {
  /// An item that may take time when no item of the document is shown; `nil` if there is none.
  fileprivate var faultOfTimes: String? {
    for calendar in calendars {
      let events = calendar.unmodelled.components.filter { $0.name.uppercased() == "VEVENT" && $0.takesTime }
      if let event = events.first(where: { calendar.method.isEmpty || $0.first("DTSTART") != nil }) {
        return "\(event.first("UID")?.value ?? "an event"): no start that can be read"
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
  /// Whether the times of an item are unknown: a rule, an added date, the instance that an override changes, or busy time cannot
  /// be read. Of JSON, whose objects are no components, also a start.
  fileprivate var concernsTimes: Bool {
    switch property {
    case "RRULE", "RDATE", "RECURRENCE-ID", "FREEBUSY", "recurrenceRules": severity == .error
    case "start": code == .missingStart
    case "recurrenceOverrides": code == .badTime
    default: false
    }
  }
}

extension Component {
  fileprivate var takesTime: Bool {
    first("TRANSP")?.value.uppercased() != "TRANSPARENT" && first("STATUS")?.value.uppercased() != "CANCELLED"
  }
}
