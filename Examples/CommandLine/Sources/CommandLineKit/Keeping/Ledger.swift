import AlmanacEvents
import AlmanacICS

/// The calendars of some places with their files, open to be changed: what is changed is kept by `save` or not at all.
///
/// What a file says that the model does not know stays where it is, since the files' documents are changed.
struct Ledger: Sendable {
  /// One calendar of one file.
  struct Spot: Sendable, Hashable {
    let holding: Int
    /// Of a folder, which of its files.
    let file: Int
    let calendar: Int
  }

  let places: [CalendarPlace]
  /// In the order of the places.
  private(set) var holdings: [CalendarHolding]
  /// Of each holding, at which place it is.
  let placeOfHolding: [Int]
  /// Changes of other files that belong to a place, to be made with those of the calendars.
  var beside: [(place: Int, change: FileChange)] = []
  /// Locked until the ledger is gone; `nil` when it is for reading only.
  let locks: FolderLocks?

  init(_ places: [CalendarPlace], _ holdings: [(CalendarHolding, place: Int)], locks: FolderLocks?) {
    self.places = places
    self.holdings = holdings.map { $0.0 }
    placeOfHolding = holdings.map { $0.place }
    self.locks = locks
  }

  /// To look at only.
  init(_ holdings: [CalendarHolding]) {
    self.init([], holdings.map { ($0, place: 0) }, locks: nil)
  }

  /// As views show them.
  var calendars: [EventCalendar] { holdings.flatMap { $0.calendars } }
}

extension Ledger {
  /// Every calendar of every file.
  var spots: [Spot] {
    holdings.indices.flatMap { holding in
      holdings[holding].files.enumerated().flatMap { file, content in
        content.document.calendars.indices.map { Spot(holding: holding, file: file, calendar: $0) }
      }
    }
  }

  subscript(_ spot: Spot) -> EventCalendar {
    holdings[spot.holding].files[spot.file].document.calendars[spot.calendar]
  }

  /// Where each UID is.
  var spotsByUID: [String: [Spot]] {
    var index: [String: [Spot]] = [:]
    for spot in spots {
      for item in self[spot].items where index[item.uid]?.last != spot {
        index[item.uid, default: []].append(spot)
      }
    }
    return index
  }

  /// Where items of a UID are, of any kind or of one.
  func spots(uid: String, kind: Item.Kind? = nil) -> [Spot] {
    spots.filter { self[$0].series(uid: uid, kind: kind) != nil }
  }

  /// Of which kinds items of a UID are.
  func kinds(uid: String) -> [Item.Kind] {
    Item.Kind.allCases.filter { !spots(uid: uid, kind: $0).isEmpty }
  }

  /// Where the item of a UID is, to be changed.
  ///
  /// - Throws: A refusal when it is nowhere, or in several calendars, or one of a kind in each.
  func spot(uid: String, kind: Item.Kind? = nil) throws(CommandError) -> Spot {
    let spots = spots(uid: uid, kind: kind)
    let mains = spots.filter { self[$0].item(uid: uid, kind: kind) != nil }
    guard let spot = mains.first ?? spots.first else { throw .notFound(uid) }
    if kind == nil, spots.count > 1 {
      let kinds = kinds(uid: uid)
      if kinds.count > 1 { throw .ambiguous(kinds, uid: uid) }
    }
    guard mains.count <= 1 else {
      let together = companions(of: spot, among: mains)
      guard together.count == mains.count else {
        throw .refused("ambiguous", "several calendars have this item", expected: "one --calendar", uid: uid)
      }
      let files = together.map { holdings[$0.holding].files[$0.file].path }
      throw .refused(
        "ambiguous", "several files of one folder have this item: \(files.joined(separator: ", "))",
        expected: "one of these files as --calendar", uid: uid)
    }
    return spot
  }

  /// Changes a calendar where it stands.
  mutating func change<Result>(
    _ spot: Spot, _ body: (inout EventCalendar) throws(EventError) -> Result
  ) throws(CommandError) -> Result {
    var calendar = self[spot]
    let result: Result
    do throws(EventError) { result = try body(&calendar) } catch { throw CommandError(error) }
    if calendar != self[spot] {
      holdings[spot.holding].change(spot.file) { file in
        file.document.calendars[spot.calendar] = calendar
        file.isChanged = true
      }
    }
    return result
  }

  /// Puts new items into a calendar: into its file, or into new files of a folder.
  ///
  /// - Parameter groups: The items of one UID each.
  mutating func insert(_ groups: [[Item]], into shelf: Shelf) {
    guard !groups.isEmpty else { return }
    switch holdings[shelf.holding] {
    case .file:
      holdings[shelf.holding].change(0) { file in
        var calendars = file.document.calendars
        if calendars.isEmpty { calendars.append(EventCalendar()) }
        let place = min(shelf.calendar, calendars.count - 1)
        calendars[place].insert(groups.joined())
        file.document.calendars = calendars
        file.isChanged = true
      }
    case .folder(var folder):
      var taken = Set(folder.files.map { $0.path })
      for group in groups {
        var calendar = EventCalendar()
        calendar.insert(group)
        let path = folder.newPath(for: group.first?.uid ?? "", besides: taken)
        taken.insert(path)
        folder.files.append(CalendarFile(path: path, document: ICSDocument([calendar]), isChanged: true))
      }
      holdings[shelf.holding] = .folder(folder)
    }
  }

  /// Gives a file that is made anew what another calendar says of itself; but not for what it was sent (METHOD), as
  /// items at rest are not sent.
  mutating func describe(_ shelf: Shelf, like calendar: EventCalendar) {
    guard case .file(let file) = holdings[shelf.holding], file.original?.isEmpty ?? true else { return }
    holdings[shelf.holding].change(0) { file in
      var calendars = file.document.calendars
      guard !calendars.isEmpty else { return }
      calendars[0].name = calendar.name
      calendars[0].color = calendar.color
      calendars[0].details = calendar.details
      calendars[0].uid = calendar.uid
      calendars[0].zone = calendar.zone
      calendars[0].categories = calendar.categories
      calendars[0].images = calendar.images
      (calendars[0].url, calendars[0].source) = (calendar.url, calendar.source)
      calendars[0].refreshInterval = calendar.refreshInterval
      calendars[0].lastModified = calendar.lastModified
      calendars[0].unmodelled.properties = calendar.unmodelled.properties
      calendars[0].unmodelled.parameters = calendar.unmodelled.parameters
      file.document.calendars = calendars
    }
  }
}

extension CommandError {
  static func notFound(_ uid: String) -> CommandError {
    .refused("not_found", "there is no such item", expected: "the UID of an item of the calendars", uid: uid)
  }
}

extension CalendarHolding {
  var files: [CalendarFile] {
    switch self {
    case .file(let file): [file]
    case .folder(let folder): folder.files
    }
  }

  fileprivate mutating func change(_ index: Int, _ body: (inout CalendarFile) -> Void) {
    switch self {
    case .file(var file):
      body(&file)
      self = .file(file)
    case .folder(var folder):
      body(&folder.files[index])
      self = .folder(folder)
    }
  }
}

extension CalendarFolder {
  /// A file for a new item: of the UID's name where that can be a name of a file, as vdirs have it.
  fileprivate func newPath(for uid: String, besides taken: Set<String>) -> String {
    let isPlain = uid.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "+-._".utf8.contains(byte)
      }
    }
    let isName = isPlain && (1...200).contains(uid.utf8.count) && !uid.hasPrefix(".")
    let stem = isName ? uid : "item-" + String(Fingerprint(Array(uid.utf8)).hash, radix: 16)
    let folder = path.hasSuffix("/") ? path : path + "/"
    var candidate = folder + stem + ".ics"
    var number = 2
    while taken.contains(candidate) || Platform.isTaken(candidate) {
      candidate = folder + stem + "-\(number).ics"
      number += 1
    }
    return candidate
  }
}
