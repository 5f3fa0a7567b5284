import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Converts JSCalendar objects to calendars (RFC 8984).
///
/// Each item is written again as soon as it is read, and content missing from the result is stored beside it,
/// so that nothing is lost, modelled or not.
struct JSCalendarReader {
  let options: ICSOptions
  var diagnostics: [Diagnostic] = []
  var resolver: ZoneResolver
  var named: [String: Zone?] = [:]
  /// The zones defined by the object being read.
  var defined: [String: Zone] = [:]
  /// The UID of the object being read, and the number of objects read so far.
  private(set) var uid = ""
  private var number = 0
  /// The line numbers of the object being read.
  var lines = SourceLines()
  /// The remaining limit of what overrides may repeat of their series.
  var room: OverrideRoom
  /// Writes the objects read, for comparison; caches the zones with known names.
  private var writer: JSCalendarWriter

  /// - Parameter size: The number of bytes in the document.
  init(_ options: ICSOptions, size: Int) {
    self.options = options
    room = OverrideRoom(options.limits, size: size)
    resolver = ZoneResolver(options)
    writer = JSCalendarWriter(options.zones, uids: options.uids)
  }

  /// The calendars of objects. Objects outside of Groups share a calendar.
  mutating func calendars(of objects: [JSONValue]) -> [EventCalendar] {
    var loose = objects.filter { $0.text("@type") != "Group" }
    var calendars: [EventCalendar] = []
    for object in objects {
      if object.text("@type") == "Group" {
        calendars.append(group(object))
      } else if !loose.isEmpty {
        var calendar = EventCalendar()
        read(loose, into: &calendar)
        calendars.append(calendar)
        loose = []
      }
    }
    return calendars
  }

  // MARK: Groups

  private mutating func group(_ object: JSONValue) -> EventCalendar {
    uid = object.text("uid")
    lines = SourceLines(object)
    reportTypes(of: object)
    var calendar = ICalendarRest.calendar(of: object, options)
    for row in MemberTable.calendars { row.read(&self, object, &calendar) }
    read(object["entries"]?.elements ?? [], into: &calendar)
    var base = writer.group(calendar)
    // A missing `updated` is added on writing, and its absence is not stored.
    if object["updated"] == nil {
      base["updated"] = nil
    } else if calendar.lastModified == nil {
      base["updated"] = base["updated"] ?? .written(JSCalendarWriter.unknownTime)
    }
    keep(
      JSONPatch.differences(from: base.canonical, to: object.without(["entries"])), in: &calendar.unmodelled)
    return calendar
  }

  private mutating func read(_ objects: [JSONValue], into calendar: inout EventCalendar) {
    var items: [Item] = []
    var unread: [JSONPatch] = []
    let limit = options.limits.properties
    for object in objects {
      (uid, number, lines) = (object.text("uid"), number + 1, SourceLines(object))
      var isTooLarge = isTooLarge(object)
      if !isTooLarge, let read = series(object), let main = read.first {
        isTooLarge = isTooLong(main, of: object)
        if !isTooLarge {
          items += read
          continue
        }
      }
      report(
        .error, isTooLarge ? .tooManyProperties : .unknownValue, "@type",
        isTooLarge
          ? "at most \(limit) entries in an object, and lines in what is made of it"
          : "no Event, Task or Group that can be read")
      unread.append(JSONPatch(path: ["entries"], value: .array([object])))
    }
    keep(unread, in: &calendar.unmodelled)
    let methods = Set(objects.map { $0.text("method") })
    if methods.count == 1, let method = methods.first { calendar.method = method.uppercased() }
    // Inserted at once, since many objects may lack a unique UID.
    calendar.insert(items, uids: options.uids)
  }

  /// Whether an object has more content than a component may have lines: each member, or entry of one, counts
  /// as a line, and none has many values. Overrides have a limit of their own.
  private func isTooLarge(_ object: JSONValue) -> Bool {
    let members = (object.members ?? []).filter { $0.name != "recurrenceOverrides" }
    let lines = members.reduce(0) { $0 + max(1, $1.value.entryCount) }
    let limit = options.limits.properties
    return lines > limit || members.reduce(0) { $0 + $1.value.count } / 16 > limit
  }

  /// Whether the item would be written with more lines than a component may have.
  func isTooLong(_ item: Item, of object: JSONValue) -> Bool {
    let limit = options.limits.properties
    // One JSON value yields at most four lines (an alert's action: ACTION, TRIGGER, BEGIN, END).
    guard limit <= 64 || object.count > (limit - 64) / 4 else { return false }
    var writer = ICalendarRest.writer
    return writer.component(for: item).lineCount > limit
  }

  // MARK: Items

  /// The item of an object, followed by its overrides.
  private mutating func series(_ object: JSONValue) -> [Item]? {
    guard let kind = ["Event": Item.Kind.event, "Task": .todo][object.text("@type")] else { return nil }
    let stated = uid
    if uid.isEmpty {
      uid = options.uids.uid(number: number)
      report(.warning, .missingUID, "uid", "an object without a uid", repair: "given one")
    }
    define(object.entries("timeZones"))
    reportTypes(of: object)
    guard var main = item(kind, object) else { return nil }
    let whole = object.without(["recurrenceOverrides", "method"])
    var items: [Item] = []
    if let start = JSCalendarWriter.anchor(of: main) {
      items = overrides(object["recurrenceOverrides"], of: whole, start, into: &main)
    } else if let lost = object["recurrenceOverrides"] {
      report(.warning, .badValue, "recurrenceOverrides", "instances of what has no start")
      keep([JSONPatch(path: ["recurrenceOverrides"], value: lost)], in: &main.unmodelled)
    }
    keepRest(of: whole, of: &main, as: .main)
    uid = stated
    return [main] + items
  }

  /// The item of an object without its overrides; `nil` for an event without a start.
  mutating func item(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
    guard var item = timedItem(kind, object) else { return nil }
    for row in MemberTable.items { row.read(&self, object, &item) }
    return ICalendarRest.filled(item, from: object, options)
  }

  /// Stores content that is missing when the item is written again.
  mutating func keepRest(of object: JSONValue, of item: inout Item, as role: JSCalendarWriter.Role) {
    let isInside = role.series != nil
    var ignored: Set = ["recurrenceOverrides", "method"]
    if isInside { ignored.formUnion(MemberTable.fixed) }
    // A missing `uid` or `updated` is added on writing, and its absence is not stored.
    let given = ["uid", "updated"].filter { object[$0] == nil }
    let base = writer.object(for: item, as: isInside || item.recurrenceID == nil ? role : .alone)
      .without(ignored.union(given))
    keep(JSONPatch.differences(from: base.canonical, to: object.without(ignored)), in: &item.unmodelled)
  }

  func keep(_ patches: [JSONPatch], in unmodelled: inout Unmodelled) {
    unmodelled.properties += KeptJSON.properties(patches)
  }
}
