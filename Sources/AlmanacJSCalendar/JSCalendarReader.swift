import AlmanacEvents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Makes calendars of JSCalendar objects (RFC 8984).
///
/// Each item is written again as soon as it is read: what does not come back that way is kept beside it, so that nothing
/// is lost whether the model knows it or not.
struct JSCalendarReader {
  let options: ICSOptions
  var diagnostics: [Diagnostic] = []
  var resolver: ZoneResolver
  var named: [String: Zone?] = [:]
  /// The zones that the object being read defines.
  var defined: [String: Zone] = [:]
  /// The UID of the object being read, and how many objects were.
  private(set) var uid = ""
  private var number = 0
  /// Of what is being read.
  var place = JSCalendarPlaceOfFault()
  /// What changed instances may still repeat of their series.
  var room: JSCalendarRoom

  /// - Parameter size: Bytes of the document.
  init(_ options: ICSOptions, size: Int) {
    self.options = options
    room = JSCalendarRoom(options.limits, size: size)
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
    place = JSCalendarPlaceOfFault(object)
    tellTypes(of: object)
    var calendar = EventCalendar(name: object.text("title"), uid: uid)
    calendar.details = object.text("description")
    calendar.categories = object["keywords"]?.set ?? []
    calendar.color = color(object)
    calendar.source = object.text("source")
    calendar.lastModified = updated(object)
    let links = JSCalendarLinks(object["links"], takesFiles: false)
    (calendar.images, calendar.url) = (links.images, links.url)
    if !links.urlKey.isEmpty { calendar.unmodelled.parameters.append(KeptParameters("URL", links.urlKey)) }
    calendar = ICalendarRest.filled(calendar, from: object[ICalendarRest.component], options)
    read(object["entries"]?.elements ?? [], into: &calendar)
    var base = JSCalendarWriter(options.zones, uids: options.uids).group(calendar)
    if object["updated"] == nil { base["updated"] = nil }
    if object["updated"] != nil, base["updated"] == nil, calendar.lastModified == nil {
      base["updated"] = .string(JSCalendarWriter.unknownTime.description)
    }
    let target = (object.members ?? []).filter { $0.name != "entries" }
    keep(differences(from: base.members, to: target), in: &calendar.unmodelled)
    return calendar
  }

  private mutating func read(_ objects: [JSONValue], into calendar: inout EventCalendar) {
    var methods: Set<String> = []
    var items: [Item] = []
    var unread: [Property] = []
    let limit = options.limits.properties
    for object in objects {
      (uid, number, place) = (object.text("uid"), number + 1, JSCalendarPlaceOfFault(object))
      methods.insert(object.text("method"))
      var isTooLarge = isTooLarge(object)
      if !isTooLarge, let read = series(object) {
        isTooLarge = read.first.map { isTooLong($0, of: object) } ?? false
        if !isTooLarge {
          items += read
          continue
        }
      }
      report(
        .error, isTooLarge ? .tooManyProperties : .unknownValue, "@type",
        isTooLarge
          ? "at most \(limit) entries in an object, and lines in what is made of it"
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

  /// Whether an item would be written with more lines than a component may have.
  func isTooLong(_ item: Item, of object: JSONValue) -> Bool {
    let limit = options.limits.properties
    // Of no value are made more lines than an alert's `action` gets beside its BEGIN and END.
    guard limit <= 64 || object.count > (limit - 64) / 4 else { return false }
    var writer = ModelWriter(door: PureDoor(), calendarZone: nil)
    return writer.component(for: item).lineCount > limit
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
    tellTypes(of: object)
    guard var main = item(kind, object) else { return nil }
    let whole = JSONObject(
      (object.members ?? []).filter { $0.name != "recurrenceOverrides" && $0.name != "method" })
    var items: [Item] = []
    if let start = JSCalendarWriter.anchor(of: main) {
      items = overrides(object["recurrenceOverrides"], of: whole.value, start, kind, into: &main)
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

  /// Keeps what does not come back when an item is written.
  func keepRest(of object: JSONObject, of item: inout Item, as role: JSCalendarWriter.Role) {
    var writer = JSCalendarWriter(options.zones, uids: options.uids)
    let isInside = role.series != nil
    var base = writer.object(for: item, as: isInside || item.recurrenceID == nil ? role : .alone)
    var target = object
    for name in ["recurrenceOverrides", "method"] { (base[name], target[name]) = (nil, nil) }
    if isInside {
      for name in MemberTable.fixed { (base[name], target[name]) = (nil, nil) }
    }
    // What an object must have and lacks, it gets.
    for name in ["uid", "updated"] where target[name] == nil { base[name] = nil }
    keep(differences(from: base.members, to: target.members), in: &item.unmodelled)
  }

  /// What makes one object of another, each value as it is spelled.
  private func differences(
    from base: [JSONValue.Member], to target: [JSONValue.Member]
  ) -> [JSONPatch] {
    let found = JSONPatch.differences(
      from: JSONValue.object(base).canonical.members ?? [],
      to: JSONValue.object(target).canonical.members ?? [])
    var spelled = JSONLookup(.object(target))
    return found.map { JSONPatch(path: $0.path, value: spelled.value(at: $0.path), former: $0.former) }
  }

  func keep(_ patches: [JSONPatch], in unmodelled: inout Unmodelled) {
    unmodelled.properties += KeptJSON.properties(patches)
  }
}
