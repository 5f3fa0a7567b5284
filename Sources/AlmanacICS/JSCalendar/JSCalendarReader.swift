import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Makes calendars of JSCalendar objects (RFC 8984).
///
/// Each item is written again as soon as it is read: what does not come back that way is kept beside it, so that nothing
/// is lost whether the model knows it or not.
struct JSCalendarReader {
  let options: ICSOptions
  /// By UID, the line on which it stands.
  private let lines: [String: Int]
  private(set) var diagnostics: [Diagnostic] = []
  private var resolver: ZoneResolver
  private var named: [String: Zone?] = [:]
  /// The zones that the object being read defines.
  private var defined: [String: Zone] = [:]
  /// The UID of the object being read, and how many objects were.
  private(set) var uid = ""
  private var number = 0
  /// Values that may still be copied from series to their changed instances.
  private var copies: Int

  init(_ options: ICSOptions, lines: [String: Int]) {
    self.options = options
    self.lines = lines
    let (copies, isMore) = options.limits.values.multipliedReportingOverflow(by: 20)
    self.copies = isMore ? .max : copies
    resolver = ZoneResolver(options)
  }

  /// The calendars of one object, or of several in an array. Objects in no Group share a calendar.
  mutating func calendars(of value: JSONValue) -> [EventCalendar] {
    let objects = value.elements ?? [value]
    let loose = objects.filter { $0.text("@type") != "Group" }
    var calendars: [EventCalendar] = []
    var isLooseRead = false
    for object in objects {
      if object.text("@type") == "Group" {
        calendars.append(group(object))
      } else if !isLooseRead {
        isLooseRead = true
        var calendar = EventCalendar()
        read(loose, into: &calendar)
        calendars.append(calendar)
      }
    }
    return calendars
  }

  // MARK: Groups

  private mutating func group(_ object: JSONValue) -> EventCalendar {
    uid = object.text("uid")
    var calendar = EventCalendar(name: object.text("title"), uid: uid)
    calendar.details = object.text("description")
    calendar.categories = object["keywords"]?.set ?? []
    calendar.color = color(object)
    calendar.source = object.text("source")
    calendar.lastModified = instant("updated", of: object)
    let links = JSCalendarLinks(object["links"], takesFiles: false)
    (calendar.images, calendar.url) = (links.images, links.url)
    if !links.urlKey.isEmpty { calendar.unmodelled.parameters.append(KeptParameters("URL", links.urlKey)) }
    calendar = ICalendarRest.filled(calendar, from: object[ICalendarRest.component], options)
    read(object["entries"]?.elements ?? [], into: &calendar)
    var base = JSCalendarWriter(options.zones, uids: options.uids).group(calendar)
    if object["updated"] == nil { base["updated"] = nil }
    let target = (object.members ?? []).filter { $0.name != "entries" }
    keep(
      JSONPatch.differences(from: canonical(base.members), to: canonical(target)), in: &calendar.unmodelled)
    return calendar
  }

  private mutating func read(_ objects: [JSONValue], into calendar: inout EventCalendar) {
    var methods: Set<String> = []
    var items: [Item] = []
    var unread: [RawProperty] = []
    let limit = options.limits.properties
    for object in objects {
      (uid, number) = (object.text("uid"), number + 1)
      methods.insert(object.text("method"))
      let isTooLarge = isTooLarge(object)
      if !isTooLarge, let read = series(object) {
        items += read
        continue
      }
      report(
        .error, isTooLarge ? .tooManyProperties : .unknownValue, "@type",
        isTooLarge
          ? "at most \(limit) entries in an object"
          : "no Event, Task or Group that can be read",
        repair: "kept, not shown")
      unread += KeptJSON.properties([JSONPatch(path: ["entries"], value: .array([object]), former: nil)])
    }
    calendar.unmodelled.properties += unread
    if methods.count == 1, let method = methods.first { calendar.method = method.uppercased() }
    // In one go, as the same UID may be given to many.
    calendar.insert(items, uids: options.uids)
  }

  /// Whether an object says more than a component may have lines: a member, or an entry of one, is a line, and none has
  /// many values. Changed instances have a limit of their own.
  private func isTooLarge(_ object: JSONValue) -> Bool {
    let members = (object.members ?? []).filter { $0.name != "recurrenceOverrides" }
    let lines = members.reduce(0) { $0 + max(1, $1.value.entryCount) }
    let limit = options.limits.properties
    return lines > limit || members.reduce(0) { $0 + $1.value.count } / 16 > limit
  }

  // MARK: Items

  /// The item of an object and the changed instances within it.
  private mutating func series(_ object: JSONValue) -> [Item]? {
    let kind: Item.Kind
    switch object.text("@type") {
    case "Event": kind = .event
    case "Task": kind = .todo
    default: return nil
    }
    let first = uid
    if uid.isEmpty {
      uid = options.uids.uid(number: number)
      report(.warning, .missingUID, "uid", "an object without a uid", repair: "given one")
    }
    define(object["timeZones"])
    guard var main = item(kind, object) else { return nil }
    let whole = JSONObject(
      (object.members ?? []).filter { $0.name != "recurrenceOverrides" && $0.name != "method" })
    var items: [Item] = []
    if let start = JSCalendarWriter.anchor(of: main) {
      let overrides = self.overrides(object["recurrenceOverrides"], of: whole.value, start, kind, into: &main)
      items = overrides
    } else if let lost = object["recurrenceOverrides"] {
      report(
        .warning, .badValue, "recurrenceOverrides", "instances of what has no start",
        repair: "kept, not shown")
      keep([JSONPatch(path: ["recurrenceOverrides"], value: lost, former: nil)], in: &main.unmodelled)
    }
    keepRest(of: whole, of: &main, as: .main)
    uid = first
    return [main] + items
  }

  private mutating func overrides(
    _ value: JSONValue?, of whole: JSONValue, _ start: EventTime, _ kind: Item.Kind, into main: inout Item
  ) -> [Item] {
    guard let members = value?.members, !members.isEmpty else { return [] }
    let expansion = RecurrenceExpansion(main.recurrence.set(from: start))
    let size = whole.count
    var items: [Item] = []
    var unread: [JSONPatch] = []
    // Put into the series in one go, as there may be many.
    var changes = main.recurrence
    defer {
      main.recurrence = changes
      keep(unread, in: &main.unmodelled)
    }
    for (index, member) in members.enumerated() {
      guard let key = try? CivilDateTime(member.name), member.value.members != nil,
        index < options.limits.values
      else {
        report(
          .warning, .badTime, "recurrenceOverrides", "\(member.name) names no instance",
          repair: "kept, not shown")
        unread.append(
          JSONPatch(path: ["recurrenceOverrides", member.name], value: member.value, former: nil))
        continue
      }
      let id = start.with(local: key)
      if member.value["excluded"]?.isTrue ?? false {
        changes.exceptions.append(id)
        continue
      }
      let isNew = !expansion.contains(id)
      if let only = member.value.members, isNew, only.allSatisfy({ $0.name == "duration" }) {
        let duration = try? CalendarDuration(member.value.text("duration"))
        changes.additions.append(RecurrenceDate(id, extent: duration.map { .duration($0) }))
        continue
      }
      copies -= size
      guard copies > 0 else {
        report(
          .error, .badValue, "recurrenceOverrides", "more changes than any series needs", repair: "left out")
        return items
      }
      if isNew { changes.additions.append(RecurrenceDate(id)) }
      let (object, ignored) = JSCalendarOverride.instance(
        of: whole, changedBy: member.value, at: key, in: start)
      for pointer in ignored {
        report(
          .warning, .badValue, "recurrenceOverrides", "\(pointer) of \(member.name) may not be changed",
          repair: "left out")
      }
      guard var item = item(kind, object) else { continue }
      (item.recurrenceID, item.recurrence) = (id, .none)
      keepRest(of: JSONObject(object.members ?? []), of: &item, as: .override(of: main))
      items.append(item)
    }
    return items
  }

  /// Keeps what does not come back when an item is written.
  private func keepRest(of object: JSONObject, of item: inout Item, as role: JSCalendarWriter.Role) {
    var writer = JSCalendarWriter(options.zones, uids: options.uids)
    let isInside = role.series != nil
    var base = writer.object(for: item, as: isInside || item.recurrenceID == nil ? role : .alone)
    var target = object
    for name in ["recurrenceOverrides", "method"] { (base[name], target[name]) = (nil, nil) }
    if isInside {
      for name in JSCalendarOverride.fixed { (base[name], target[name]) = (nil, nil) }
    }
    // What an object must have and lacks, it gets.
    for name in ["uid", "updated"] where target[name] == nil { base[name] = nil }
    keep(
      JSONPatch.differences(from: canonical(base.members), to: canonical(target.members)),
      in: &item.unmodelled)
  }

  private func canonical(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    JSONValue.object(members).canonical.members ?? []
  }

  private func keep(_ patches: [JSONPatch], in unmodelled: inout Unmodelled) {
    unmodelled.properties += KeptJSON.properties(patches)
  }
}

// MARK: Zones and telling

extension JSCalendarReader {
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ property: String,
    _ message: @autoclosure () -> String, repair: String
  ) {
    guard diagnostics.count < options.limits.diagnostics else { return }
    diagnostics.append(
      Diagnostic(
        severity, code, line: lines[uid] ?? 1, uid: uid, property: property, message: message(),
        repair: repair))
  }

  private mutating func define(_ zones: JSONValue?) {
    defined.removeAll()
    for member in (zones?.members ?? []).prefix(1000) {
      let name = member.name.hasPrefix("/") ? String(member.name.dropFirst()) : member.name
      if let zone = JSCalendarZones.zone(member.value, named: name) {
        defined[member.name] = zone
      } else {
        report(.warning, .badTimeZone, "timeZones", "\(member.name) says nothing", repair: "passed over")
      }
    }
  }

  /// The zone of a name; `nil` for none, and for one that nothing explains.
  mutating func zone(_ name: String, _ property: String) -> Zone? {
    if let zone = defined[name] { return zone }
    if let known = named[name] { return known }
    let (zone, rung) = resolver.resolve(name)
    if zone == nil {
      report(
        .warning, .unknownZone, property, "no zone is known as \(name.prefix(60))",
        repair: "its times are read without a zone")
    } else if rung != .name {
      report(
        .note, .zoneName, property, "\(name.prefix(60)) is no IANA name",
        repair: "read as \(zone?.name ?? "")")
    }
    named[name] = .some(zone)
    return zone
  }

  /// The zone that a member names.
  mutating func statedZone(_ name: String, of object: JSONValue) -> Zone? {
    guard let stated = object[name]?.text else { return nil }
    return zone(stated, name)
  }

  mutating func local(_ name: String, of object: JSONValue) -> CivilDateTime? {
    guard let value = object[name], value != .null else { return nil }
    if let text = value.text, let time = try? CivilDateTime(text) { return time }
    report(.warning, .badTime, name, "no local time", repair: "kept, not shown")
    return nil
  }

  mutating func instant(_ name: String, of object: JSONValue) -> Instant? {
    guard let value = object[name] else { return nil }
    if let text = value.text, let time = try? Instant(text) { return time }
    report(.warning, .badTime, name, "no time in UTC", repair: "kept, not shown")
    return nil
  }

  mutating func duration(_ name: String, of object: JSONValue) -> CalendarDuration? {
    guard let value = object[name] else { return nil }
    if let text = value.text, let duration = try? CalendarDuration(text) { return duration }
    report(.warning, .badValue, name, "no duration", repair: "kept, not shown")
    return nil
  }

  mutating func integer(_ name: String, of object: JSONValue, in range: ClosedRange<Int>) -> Int? {
    guard let value = object[name] else { return nil }
    if let number = value.integer, range.contains(number) { return number }
    report(
      .warning, .outOfRange, name, "no number from \(range.lowerBound) to \(range.upperBound)",
      repair: "kept, not shown")
    return nil
  }

  mutating func color(_ object: JSONValue) -> CalendarColor? {
    guard let value = object["color"] else { return nil }
    guard let text = value.text, let color = try? CalendarColor(text) else {
      report(.warning, .badValue, "color", "no colour", repair: "kept, not shown")
      return nil
    }
    if color.isRed {
      report(
        .note, .reservedColor, "color", "\(text) is a red, which is kept for days with several items",
        repair: "kept, and shown as another colour")
    }
    return color
  }
}
