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
  var lines = SourceLines(.null)
  /// The remaining limit of what overrides may repeat of their series.
  var budget: OverrideBudget
  /// Writes the objects read, for comparison; caches the zones with known names.
  private var writer: JSCalendarWriter

  /// - Parameter size: The number of bytes in the document.
  init(_ options: ICSOptions, size: Int) {
    self.options = options
    budget = OverrideBudget(options.limits, size: size)
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
    var calendar = EventCalendar()
    for row in MemberTable.calendars { row.read(&self, object, &calendar) }
    calendar = ICalComponent.filled(calendar, from: object, options)
    read(object["entries"]?.elements ?? [], into: &calendar)
    var base = writer.group(calendar)
    // A missing `updated` is added on writing, and its absence is not stored.
    if object["updated"] == nil {
      base["updated"] = nil
    } else {
      base["updated"] = .written(JSCalendarWriter.changed(calendar))
    }
    keep(
      JSONPatch.differences(from: base.canonical, to: object.without(["entries"])), in: &calendar.unmodelled)
    return calendar
  }

  private mutating func read(_ objects: [JSONValue], into calendar: inout EventCalendar) {
    var items: [Item] = []
    var unread: [JSONPatch] = []
    let limit = options.limits.properties
    // iCalendar states one method for all; the objects of a calendar may state different ones.
    let methods = Set(objects.map { $0.text("method") })
    if methods.count == 1, let method = methods.first { calendar.method = method.uppercased() }
    writer.method = calendar.method.lowercased()
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
          ? "the object has more than \(limit) entries, or would be a component of more than \(limit) lines"
          : "no Event, Task or Group that can be read")
      unread.append(JSONPatch(path: ["entries"], value: .array([object])))
    }
    keep(unread, in: &calendar.unmodelled)
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
    var writer = ModelWriter()
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
    writer.zones.beginObject()
    reportTypes(of: object)
    guard var main = item(kind, object) else { return nil }
    let overrides = overrides(of: object, into: &main)
    storeUnmodelled(from: object, in: &main, as: .main)
    uid = stated
    return [main] + overrides
  }

  /// The item of an object without its overrides; `nil` for an event without a start.
  mutating func item(_ kind: Item.Kind, _ object: JSONValue) -> Item? {
    guard var item = timedItem(kind, object) else { return nil }
    for row in MemberTable.items { row.read(&self, object, &item) }
    return ICalComponent.filled(item, from: object, &self)
  }

  /// Stores the content of an object that the written item lacks.
  mutating func storeUnmodelled(from object: JSONValue, in item: inout Item, as role: JSCalendarWriter.Role) {
    let isInside = role.series != nil
    let ignored = isInside ? MemberTable.fixed : ["recurrenceOverrides"]
    // A missing `uid` or `updated` is added on writing, and its absence is not stored.
    let given = ["uid", "updated"].filter { object[$0] == nil }
    var base = writer.object(for: item, as: isInside || item.recurrenceID == nil ? role : .alone)
      .without(ignored.union(given))
    if !isInside { base["method"] = .text(writer.method) }
    keep(JSONPatch.differences(from: base.canonical, to: object.without(ignored)), in: &item.unmodelled)
  }

  func keep(_ patches: [JSONPatch], in unmodelled: inout Unmodelled) {
    unmodelled.properties += UnmappedJSON.properties(patches.compactMap(ICalComponent.unread))
  }
}
